import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Mark, type NavItem, NavTree } from '../look/frame';
import { glyph } from '../look/Icon';
import { clock } from '../store/clock';
import { look } from '../store/look';
import { type MenuItem as MenuRow, menu, menuLabel } from '../store/menu';
import { addressOf, homePath, type Place, route } from '../store/route';
import { session } from '../store/session';

/** The menus of this person. */
export const SidebarScreen = ({ place }: { place: Place }) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language, openMenu } = useSelector(look.selectors.all);
  const tree = useSelector(menu.selectors.tree);
  const user = useSelector(session.selectors.user);
  const today = useSelector(clock.selectors.today);
  const go = (path: string) => dispatch(route.actions.go(path));

  const itemOf = (row: MenuRow): NavItem => ({
    key: row.id,
    label: menuLabel(row)[language],
    icon: glyph(row.source),
    ...(row.children?.length ? { children: row.children.map(itemOf) } : { path: addressOf(row) }),
  });
  // First-level menus with children are headings, their children the items: one glance, one click.
  const groups = tree.map((row) =>
    row.children?.length
      ? { key: row.id, title: menuLabel(row)[language], items: row.children.map(itemOf) }
      : { key: row.id, items: [itemOf(row)] },
  );
  return (
    <NavTree
      brand={
        <>
          <Mark />
          <span>LeaseDesk</span>
          {language === 'zh' && <small>融租管理平台</small>}
        </>
      }
      label={t('frame.menu')}
      groups={[
        {
          key: 'home',
          items: [{ key: homePath, label: language === 'zh' ? '首页' : 'Home', icon: 'home', path: homePath }],
        },
        ...groups,
      ]}
      current={place.menuPath}
      openKeys={new Set([openMenu])}
      onToggle={(key) => dispatch(look.actions.toggleMenu(key))}
      onGo={go}
      renderHref={(path) => path}
      emptyText={t('frame.emptyMenu')}
      foot={
        <>
          <div>{t('frame.tenant', { tenant: user?.tenantId ?? '' })}</div>
          {today && <div>{t('frame.businessDay', { day: today })}</div>}
        </>
      }
    />
  );
};
