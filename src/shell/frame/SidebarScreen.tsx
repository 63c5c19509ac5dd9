import { memo, useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { branchCodes, type NavGroup, navAbove, navGroups, navKeyOf, navWay } from '../../features/crud/navGroups';
import { standing } from '../../store/auth/standing';
import { clock } from '../../store/clock';
import { features } from '../../store/features';
import { menu } from '../../store/navigation/menu';
import { route } from '../../store/navigation/route';
import { homePath } from '../../store/navigation/routes';
import { isRoomy, rolesOf, shownTo } from '../../store/navigation/sidebar';
import { preferences } from '../../store/preferences';
import { session } from '../../store/session';
import { waiting } from '../../store/waiting';
import { Mark } from '../../ui/icons/Glyph';
import { tick } from '../../ui/inputs/tick';
import { text } from '../../ui/layout/text';
import { NavTree } from '../../ui/tree/NavTree';
import { useProductName } from '../productName';
import { useWorksAs } from './worksAs';

interface FootProps {
  keepsSeveral: boolean;
  onKeep(keepsSeveral: boolean): void;
}

/** How the menus open, as what the person works, and the day of the business. */
function Foot({ keepsSeveral, onKeep }: FootProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const user = useSelector(session.selectors.user);
  const today = useSelector(clock.selectors.today);
  const isKnown = useSelector(standing.selectors.names) !== null;
  const worksAs = useWorksAs().filter(({ key }) => key !== 'tenant');
  const mayAsk = user !== null && !user.mustChangePassword && !isKnown;
  useEffect(() => {
    if (mayAsk) dispatch(standing.actions.ask());
  }, [dispatch, mayAsk]);
  return (
    <>
      <label>
        <input
          type="checkbox"
          className={tick}
          checked={keepsSeveral}
          onChange={({ currentTarget }) => onKeep(currentTarget.checked)}
        />
        {t('frame.keepOpen')}
      </label>
      {worksAs.length > 0 && (
        <div className={text.ellipsis} title={worksAs.map(({ label, value }) => `${label}: ${value}`).join('\n')}>
          {worksAs.map(({ value }) => value).join(' · ')}
        </div>
      )}
      {user && <div>{t('frame.tenant', { tenant: user.tenantId })}</div>}
      {today && <div>{t('frame.businessDay', { day: today })}</div>}
    </>
  );
}

/** The menus of the user. */
export const SidebarScreen = memo(() => {
  const { t } = useTranslation();
  const product = useProductName();
  const dispatch = useDispatch();
  const language = useSelector(preferences.selectors.language);
  const openMenu = useSelector(preferences.selectors.openMenu);
  const tree = useSelector(menu.selectors.tree);
  const counts = useSelector(waiting.selectors.counts);
  const isKnown = useSelector(menu.selectors.isKnown);
  const user = useSelector(session.selectors.user);
  const userId = user?.userId ?? '';
  const openMenus = useSelector((state: never) => preferences.selectors.openMenus(state, userId));
  const foldedBefore = useSelector((state: never) => preferences.selectors.foldedGroups(state, userId));
  const foldedHere = useSelector(preferences.selectors.foldedHere);
  const isWide = useSelector(preferences.selectors.isNavWide);
  const menuPath = useSelector(route.selectors.menuPath);

  const home = t('frame.home');
  const shown = useMemo(() => shownTo(tree, rolesOf(user)), [tree, user]);
  const codes = useMemo(() => new Map(branchCodes(shown)), [shown]);
  /** Codes of the submenus that stay open; null for a person who has one open at a time. */
  const kept = useMemo(() => {
    if (openMenus || !foldedBefore?.length || !isRoomy(shown)) return openMenus;
    const isHeading = (key: string) => navAbove(key) === '';
    return [...codes].flatMap(([key, code]) => (isHeading(key) && !foldedBefore.includes(code) ? [code] : []));
  }, [openMenus, foldedBefore, shown, codes]);
  const groups = useMemo(
    (): NavGroup[] => [
      { key: 'home', items: [{ key: homePath, label: home, icon: 'home', path: homePath }] },
      ...navGroups(shown, language, counts),
    ],
    [shown, language, home, counts],
  );
  const current = useMemo(
    () =>
      navKeyOf(
        groups.flatMap(({ items }) => items),
        menuPath,
      ) ?? '',
    [groups, menuPath],
  );
  const open = useMemo(() => {
    if (!kept) return new Set(navWay(openMenu ?? navAbove(current)));
    const here = navWay(navAbove(current)).filter((key) => codes.get(key) !== foldedHere);
    return new Set([...here, ...[...codes].flatMap(([key, code]) => (kept.includes(code) ? [key] : []))]);
  }, [kept, codes, openMenu, current, foldedHere]);
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
      const isOpen = open.has(key);
      const turned = codes.get(key);
      if (!kept || turned === undefined) return dispatch(preferences.actions.unfold(isOpen ? navAbove(key) : key));
      const others = kept.filter((code) => code !== turned);
      const now = isOpen ? { codes: others, folded: turned } : { codes: [...others, turned] };
      return dispatch(preferences.actions.keepOpen({ userId, ...now }));
    },
    [dispatch, open, kept, codes, userId],
  );
  const foot = useMemo(() => {
    const openNow = () => [...codes].flatMap(([key, code]) => (open.has(key) ? [code] : []));
    const keep = (isOn: boolean) =>
      dispatch(preferences.actions.keepOpen({ userId, ...(isOn ? { codes: openNow() } : {}) }));
    return <Foot keepsSeveral={kept !== null} onKeep={keep} />;
  }, [dispatch, kept, codes, open, userId]);
  const countText = useCallback((count: number) => t('welcome.waits', { count }), [t]);
  const near = useCallback((path: string) => dispatch(features.actions.expect(path)), [dispatch]);
  const leave = useCallback(() => dispatch(preferences.actions.draw(false)), [dispatch]);

  return (
    <NavTree
      brand={brand}
      label={t('frame.menu')}
      groups={groups}
      current={current}
      foldsGroups
      isStrip={!isWide}
      open={open}
      onToggle={toggle}
      onNear={near}
      onLeave={leave}
      outsideLabel={t('frame.newWindow')}
      countText={countText}
      emptyText={isKnown && !user?.mustChangePassword && groups.length === 1 ? t('frame.emptyMenu') : ''}
      foot={foot}
    />
  );
});
