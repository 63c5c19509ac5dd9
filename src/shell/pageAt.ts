import { matchPath } from 'react-router-dom';
import type { Feature } from '../features/crud/feature';

/** Which of the feature's pages stands at what is left of the path, and what its pattern names in it. */
export const pageAt = ({ pages }: Feature, rest: string) => {
  for (const [pattern, page] of Object.entries(pages)) {
    const match = matchPath(`/${pattern}`, `/${rest}`);
    if (match) return { page, params: match.params };
  }
  return undefined;
};
