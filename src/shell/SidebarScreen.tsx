import { memo, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { Language } from '../../contract/kit';
import { Mark } from '../look/frame';
import { glyph } from '../look/Icon';
import { type NavItem, NavTree } from '../look/NavTree';
import { clock } from '../store/clock';
import { features } from '../store/features';
import { look } from '../store/look';
import { type MenuItem, menu, menuLabel } from '../store/menu';
import { homePath, route } from '../store/route';
import { session } from '../store/session';
import { destinationOf, isRoomy, rolesOf, shownTo } from '../store/sidebar';

type Group = { key: string; title?: string; items: NavItem[] };

const itemOf = (row: MenuItem, key: string, language: Language): NavItem => ({
  key,
  label: menuLabel(row)[language],
  icon: glyph(row.source),
  ...(row.children?.length
    ? { children: row.children.map((child, at) => itemOf(child, `${key}/${at}`, language)) }
    : destinationOf(row)),
});

/** Keys are places in the tree: menus made elsewhere may share an id or a path. */
const groupsOf = (tree: readonly MenuItem[], language: Language): Group[] => {
  if (!isRoomy(tree)) return [{ key: 'all', items: tree.map((row, at) => itemOf(row, String(at), language)) }];
  // First-level menus with children are headings, their children the items: one glance, one click.
  return tree.map((row, at) =>
    row.children?.length
      ? {
          key: String(at),
          title: menuLabel(row)[language],
          items: row.children.map((child, below) => itemOf(child, `${at}/${below}`, language)),
        }
      : { key: String(at), items: [itemOf(row, String(at), language)] },
  );
};

const find = (items: readonly NavItem[], path: string): string | undefined => {
  for (const item of items) {
    const key = item.path === path ? item.key : item.children && find(item.children, path);
    if (key !== undefined) return key;
  }
  return undefined;
};
const above = (key: string) => key.slice(0, Math.max(0, key.lastIndexOf('/')));

const Foot = () => {
  const { t } = useTranslation();
  const user = useSelector(session.selectors.user);
  const today = useSelector(clock.selectors.today);
  return (
    <>
      {user && <div>{t('frame.tenant', { tenant: user.tenantId })}</div>}
      {today && <div>{t('frame.businessDay', { day: today })}</div>}
    </>
  );
};
const foot = <Foot />;

/** The menus of this person. */
export const SidebarScreen = memo(() => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const language = useSelector(look.selectors.language);
  const openMenu = useSelector(look.selectors.openMenu);
  const tree = useSelector(menu.selectors.tree);
  const isKnown = useSelector(menu.selectors.isKnown);
  const user = useSelector(session.selectors.user);
  const menuPath = useSelector(route.selectors.menuPath);

  const home = t('frame.home');
  const groups = useMemo(
    (): Group[] => [
      { key: 'home', items: [{ key: homePath, label: home, icon: 'home', path: homePath }] },
      ...groupsOf(shownTo(tree, rolesOf(user)), language),
    ],
    [tree, user, language, home],
  );
  const current = useMemo(
    () =>
      find(
        groups.flatMap(({ items }) => items),
        menuPath,
      ) ?? '',
    [groups, menuPath],
  );
  const open = openMenu ?? above(current);
  const brand = useMemo(
    () => (
      <>
        <Mark />
        <span>LeaseDesk</span>
        <small>{t('frame.brand')}</small>
      </>
    ),
    [t],
  );

  const toggle = useCallback(
    (key: string) => {
      const isOpen = key === open || open.startsWith(`${key}/`);
      dispatch(look.actions.unfold(isOpen ? above(key) : key));
    },
    [dispatch, open],
  );
  const go = useCallback((path: string) => dispatch(route.actions.go(path)), [dispatch]);
  const near = useCallback((path: string) => dispatch(features.actions.expect(path)), [dispatch]);
  const leave = useCallback(() => dispatch(look.actions.draw(false)), [dispatch]);

  return (
    <NavTree
      brand={brand}
      label={t('frame.menu')}
      groups={groups}
      current={current}
      open={open}
      onToggle={toggle}
      onGo={go}
      onNear={near}
      onLeave={leave}
      outsideLabel={t('frame.newWindow')}
      emptyText={isKnown && groups.length === 1 ? t('frame.emptyMenu') : ''}
      foot={foot}
    />
  );
});
