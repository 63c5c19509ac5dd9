import { windowAddress } from '../../../contract/domain/frameAddress';
import type { User } from '../session';
import type { MenuItem } from './menu';
import { addressOf, isInside } from './route';
import { framePath } from './routes';

/** Ids and names of the person's roles, as menus may name them. */
export function rolesOf(user: User | null): ReadonlySet<string> {
  return new Set(
    [user?.roleId, user?.roleName]
      .flatMap((list) => (list ?? '').split(','))
      .map((role) => role.trim())
      .filter(Boolean),
  );
}

/** A menu that names roles is shown to people with any of them. A branch without items is left out. */
export function shownTo(items: readonly MenuItem[], roles: ReadonlySet<string>): MenuItem[] {
  return items.flatMap((item) => {
    const wanted = item.meta?.roles;
    if (Array.isArray(wanted) && wanted.length > 0 && !wanted.some((role) => roles.has(role))) return [];
    if (!item.children?.length) return [item];
    const children = shownTo(item.children, roles);
    return children.length > 0 ? [{ ...item, children }] : [];
  });
}

/** Opens in a window of its own. */
const opensOutside = 2;

/** The target of a menu: an address inside the product, or a page of another host in a new window. */
export function destinationOf(item: MenuItem): { path: string } | { outside: string } {
  const outside = Number(item.isOpen) === opensOutside ? windowAddress(item.path) : null;
  if (outside !== null) return { outside };
  const address = addressOf(item);
  return { path: isInside(address) ? address : framePath + encodeURIComponent(item.code) };
}

/** Up to this many items of the second level are all shown; beyond it they are folded under the first level. */
const mostAtAGlance = 100;

/** Whether the first level is shown as headings above its items, everything open, instead of being folded. */
export function isRoomy(items: readonly MenuItem[]): boolean {
  return items.reduce((count, { children }) => count + (children?.length || 1), 0) <= mostAtAGlance;
}
