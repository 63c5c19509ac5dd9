import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { textIn } from '../../../contract/domain/text';
import { type MenuItem, menu, menuLabel } from '../../store/navigation/menu';
import { panel } from '../../store/navigation/panel';
import { findable, findMenus, search } from '../../store/navigation/search';
import { rolesOf } from '../../store/navigation/sidebar';
import { preferences } from '../../store/preferences';
import { session } from '../../store/session';
import { glyph } from '../../ui/icons/Icon';
import type { FinderItem, FinderProps } from '../../ui/overlays/Finder';

/** Maximum number of results. */
const mostShown = 50;

/** The parent menu of each leaf, by id. */
function parentsOf(items: readonly MenuItem[], parent?: MenuItem): [string, MenuItem][] {
  return items.flatMap((item) =>
    item.children?.length ? parentsOf(item.children, item) : parent ? [[item.id, parent] as [string, MenuItem]] : [],
  );
}

/** Search for pages by name, drawn by `children`: a field in the bar, a list in the dialog. */
export function MenuFinder({
  isInBar = false,
  children,
}: {
  isInBar?: boolean;
  children(finder: Omit<FinderProps, 'field' | 'onLeave'>): ReactNode;
}) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const language = useSelector(preferences.selectors.language);
  // In the dialog the field of the bar stays empty.
  const isCovered = useSelector(panel.selectors.shown) === 'search' && isInBar;
  const typed = useSelector(search.selectors.text);
  const text = isCovered ? '' : typed;
  const recent = useSelector(search.selectors.recent);
  const user = useSelector(session.selectors.user);
  const all = useSelector(menu.selectors.leaves);
  const tree = useSelector(menu.selectors.tree);
  const menus = useMemo(() => findable(tree, all, rolesOf(user)), [tree, all, user]);
  const parents = useMemo(() => new Map(parentsOf(tree)), [tree]);
  const found = useMemo(() => findMenus(menus, text, recent).slice(0, mostShown), [menus, text, recent]);

  const itemOf = (item: MenuItem): FinderItem => {
    const parent = parents.get(item.id);
    return {
      key: item.id,
      label: textIn(menuLabel(item), language),
      icon: glyph(item.source),
      ...(parent ? { note: textIn(menuLabel(parent), language) } : {}),
    };
  };
  const group = (isRecent: boolean) =>
    found.filter((one) => one.isRecent === isRecent).map(({ menu: item }) => itemOf(item));
  const [lately, others] = [group(true), group(false)];
  return children({
    text,
    onType: (next) => dispatch(search.actions.type(next)),
    groups: [
      ...(lately.length > 0 ? [{ key: 'recent', title: t('search.recent'), items: lately }] : []),
      { key: 'all', ...(text === '' ? { title: t('search.all') } : {}), items: others },
    ],
    onChoose(id) {
      const chosen = menus.find((item) => item.id === id);
      if (chosen) dispatch(search.actions.choose(chosen));
    },
    words: {
      label: t('search.label'),
      hint: t('search.hint'),
      none: t('search.none'),
      results: t('search.results'),
      found: (count) => t('search.found', { count }),
    },
  });
}
