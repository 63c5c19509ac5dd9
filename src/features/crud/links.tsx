import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { menu } from '../../store/navigation/menu';
import { type Below, pageAddress } from '../../store/navigation/routes';
import { TextLink } from '../../ui/navigation/links';

/** A page of a feature, independent of the path of its menu. */
export interface PageTarget extends Below {
  feature: string;
}

/** Modules whose records have a page of their own. */
const withPages: readonly string[] = ['order', 'customer'];

/** Where a record is read: its own page, or the list of its module. */
export function recordPage({ module, id }: { module: string; id: string }): PageTarget {
  return { feature: module, ...(withPages.includes(module) ? { rest: `detail/${id}` } : {}) };
}

/** Returns addresses of pages; undefined for one without a menu for this user. */
export function usePageAddress(): (target: PageTarget) => string | undefined {
  const leaves = useSelector(menu.selectors.leaves);
  return ({ feature, ...below }) => {
    const path = leaves.find(({ code }) => code === feature)?.path;
    return path === undefined ? undefined : pageAddress(path, below);
  };
}

/** A link to a page of a feature; plain text for a user without its menu. */
export function PageLink({
  to: { feature, ...below },
  ...link
}: {
  to: PageTarget;
  title?: string;
  onClick?(): void;
  children: ReactNode;
}) {
  const path = useSelector((state: never) => menu.selectors.pathOf(state, feature));
  return <TextLink {...link} to={path === '' ? undefined : pageAddress(path, below)} />;
}
