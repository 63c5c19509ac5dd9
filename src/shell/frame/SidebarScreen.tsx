import { memo, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { type NavGroup, navAbove, navGroups, navKeyOf } from '../../features/crud/navGroups';
import { clock } from '../../store/clock';
import { features } from '../../store/features';
import { menu } from '../../store/navigation/menu';
import { route } from '../../store/navigation/route';
import { homePath } from '../../store/navigation/routes';
import { rolesOf, shownTo } from '../../store/navigation/sidebar';
import { preferences } from '../../store/preferences';
import { session } from '../../store/session';
import { Mark } from '../../ui/icons/Glyph';
import { NavTree } from '../../ui/tree/NavTree';
import { useProductName } from '../productName';

function Foot() {
  const { t } = useTranslation();
  const user = useSelector(session.selectors.user);
  const today = useSelector(clock.selectors.today);
  return (
    <>
      {user && <div>{t('frame.tenant', { tenant: user.tenantId })}</div>}
      {today && <div>{t('frame.businessDay', { day: today })}</div>}
    </>
  );
}
const foot = <Foot />;

/** The menus of the user. */
export const SidebarScreen = memo(() => {
  const { t } = useTranslation();
  const product = useProductName();
  const dispatch = useDispatch();
  const language = useSelector(preferences.selectors.language);
  const openMenu = useSelector(preferences.selectors.openMenu);
  const tree = useSelector(menu.selectors.tree);
  const isKnown = useSelector(menu.selectors.isKnown);
  const user = useSelector(session.selectors.user);
  const userId = user?.userId ?? '';
  const folded = useSelector((state: never) => preferences.selectors.foldedGroups(state, userId));
  const foldedHere = useSelector(preferences.selectors.foldedHere);
  const menuPath = useSelector(route.selectors.menuPath);

  const home = t('frame.home');
  const whole = useMemo(
    (): NavGroup[] => [
      { key: 'home', items: [{ key: homePath, label: home, icon: 'home', path: homePath }] },
      ...navGroups(shownTo(tree, rolesOf(user)), language),
    ],
    [tree, user, language, home],
  );
  const current = useMemo(
    () =>
      navKeyOf(
        whole.flatMap(({ items }) => items),
        menuPath,
      ) ?? '',
    [whole, menuPath],
  );
  /** The group of the current page is expanded, unless the user collapses it here. */
  const groups = useMemo(
    () =>
      whole.map((group) => {
        const { key, code } = group;
        const isHere = current.startsWith(`${key}/`) && code !== foldedHere;
        return code !== undefined && folded.includes(code) && !isHere ? { ...group, isFolded: true } : group;
      }),
    [whole, current, folded, foldedHere],
  );
  const open = openMenu ?? navAbove(current);
  const brand = useMemo(
    () => (
      <>
        <Mark />
        <span>{product}</span>
      </>
    ),
    [product],
  );

  const toggle = useCallback(
    (key: string) => {
      const isOpen = key === open || open.startsWith(`${key}/`);
      dispatch(preferences.actions.unfold(isOpen ? navAbove(key) : key));
    },
    [dispatch, open],
  );
  const fold = useCallback(
    (key: string) => {
      const group = groups.find((one) => one.key === key);
      if (group?.code !== undefined)
        dispatch(preferences.actions.foldGroup({ userId, code: group.code, isFolded: !group.isFolded }));
    },
    [dispatch, groups, userId],
  );
  const near = useCallback((path: string) => dispatch(features.actions.expect(path)), [dispatch]);
  const leave = useCallback(() => dispatch(preferences.actions.draw(false)), [dispatch]);

  return (
    <NavTree
      brand={brand}
      label={t('frame.menu')}
      groups={groups}
      current={current}
      open={open}
      onToggle={toggle}
      onFold={fold}
      onNear={near}
      onLeave={leave}
      outsideLabel={t('frame.newWindow')}
      emptyText={isKnown && groups.length === 1 ? t('frame.emptyMenu') : ''}
      foot={foot}
    />
  );
});
