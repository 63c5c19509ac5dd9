import { createContext, useContext } from 'react';
import type { Place } from '../../store/navigation/route';

/** What a page knows about itself. Another page may be on screen by now: what the store calls the place is that one's. */
export interface PageSelf {
  place: Place;
  /** By the names in the feature's page pattern: `detail/:id`. */
  params: Readonly<Record<string, string | undefined>>;
}

export const PageContext = createContext<PageSelf | null>(null);

/** The page this is drawn in. */
export const usePage = (): PageSelf => {
  const self = useContext(PageContext);
  if (!self) throw new Error('usePage is for what is drawn inside a page');
  return self;
};
