import { type Language, textIn } from '../../../contract/domain/text';
import { type MenuItem, menuLabel } from '../../store/navigation/menu';
import { destinationOf, isRoomy } from '../../store/navigation/sidebar';
import { menuGlyph } from '../../ui/icons/Icon';
import type { NavItem } from '../../ui/tree/NavTree';

export interface NavGroup {
  key: string;
  title?: string;
  /** How much waits below it. */
  count?: number;
  items: NavItem[];
}

/** How much waits at each menu, by its code. */
type Counts = Readonly<Record<string, number>>;
const none: Counts = {};

/** How much waits at these menus and below them. */
function countOf(rows: readonly MenuItem[], counts: Counts): number {
  return rows.reduce(
    (sum, { code, children }) => sum + (children?.length ? countOf(children, counts) : (counts[code] ?? 0)),
    0,
  );
}

function itemOf(row: MenuItem, key: string, language: Language, counts: Counts): NavItem {
  const count = countOf([row], counts);
  return {
    key,
    ...(count > 0 ? { count } : {}),
    label: textIn(menuLabel(row), language),
    icon: menuGlyph(row.source),
    ...(row.children?.length
      ? { children: row.children.map((child, at) => itemOf(child, `${key}/${at}`, language, counts)) }
      : destinationOf(row)),
  };
}

/**
 * Menus as a sidebar shows them. Keys are positions in the tree, because menus made by other systems may share an id
 * or a path.
 */
export function navGroups(tree: readonly MenuItem[], language: Language, counts = none): NavGroup[] {
  if (!isRoomy(tree)) return [{ key: 'all', items: tree.map((row, at) => itemOf(row, String(at), language, counts)) }];
  // First-level menus with children are headings with their children below.
  return tree.map((row, at) =>
    row.children?.length
      ? {
          key: String(at),
          title: textIn(menuLabel(row), language),
          ...(countOf([row], counts) > 0 ? { count: countOf([row], counts) } : {}),
          items: row.children.map((child, below) => itemOf(child, `${at}/${below}`, language, counts)),
        }
      : { key: String(at), items: [itemOf(row, String(at), language, counts)] },
  );
}

/** Key of the item for a path. */
export function navKeyOf(items: readonly NavItem[], path: string): string | undefined {
  for (const item of items) {
    const key = item.path === path ? item.key : item.children && navKeyOf(item.children, path);
    if (key !== undefined) return key;
  }
  return undefined;
}
export function navAbove(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('/')));
}
/** Keys of a branch and of those that it lies in. */
export function navWay(key: string): string[] {
  const parts = key.split('/');
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}

/** Codes of the branches by their keys: a code is the same wherever the menu stands. */
export function branchCodes(tree: readonly MenuItem[], above = ''): [key: string, code: string][] {
  return tree.flatMap(({ code, children }, at) => {
    const key = above + at;
    return children?.length ? [[key, code] as [string, string], ...branchCodes(children, `${key}/`)] : [];
  });
}
