import { memo, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { textIn } from '../../../contract/domain/text';
import { route, tabs } from '../../store/navigation/route';
import { homePath } from '../../store/navigation/routes';
import { preferences } from '../../store/preferences';
import { IconButton } from '../../ui/inputs/buttons';
import { TabStrip } from '../../ui/layout/TabStrip';
import { TabMenu, type TabMenuProps } from './TabMenu';

/** The strip of open pages. */
export const TabsScreen = memo(() => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const language = useSelector(preferences.selectors.language);
  const open = useSelector(tabs.selectors.list);
  const dirty = useSelector(tabs.selectors.dirty);
  const path = useSelector(route.selectors.path);
  /** The tab whose menu is open, with its position. */
  const [asked, setAsked] = useState<Pick<TabMenuProps, 'path' | 'at' | 'opener'> | null>(null);

  const items = useMemo(
    () =>
      open.map((tab) => {
        const isHome = tab.path === homePath;
        return {
          key: tab.path,
          href: tab.path + (tab.search && `?${tab.search}`),
          label: textIn(tab.label, language),
          closable: open.length > 1 && !isHome && !tab.isPinned,
          dirty: dirty[tab.path] === true,
          pinned: tab.isPinned === true,
          ...(isHome ? { isHome, icon: 'home' as const } : {}),
        };
      }),
    [open, dirty, language],
  );
  const texts = useMemo(
    () => ({
      label: t('tabs.label'),
      close: (name: string) => t('tabs.close', { name }),
      dirty: t('tabs.dirty'),
      pinned: t('tabs.pinned'),
    }),
    [t],
  );
  const close = useCallback((key: string) => dispatch(tabs.actions.closeTab(key)), [dispatch]);
  const move = useCallback((key: string, to: number) => dispatch(tabs.actions.move({ path: key, to })), [dispatch]);
  const ask = useCallback<(key: string, at: TabMenuProps['at'], opener: HTMLElement) => void>(
    (key, at, opener) => setAsked({ path: key, at, opener }),
    [],
  );
  const end = useMemo(
    () => (
      <IconButton
        icon="chevron-down"
        size="small"
        label={t('tabs.actions')}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          ask(path, { x: left, y: bottom }, currentTarget);
        }}
      />
    ),
    [t, ask, path],
  );
  return (
    <>
      <TabStrip tabs={items} current={path} onClose={close} onMove={move} onMenu={ask} words={texts} end={end} />
      {asked && <TabMenu {...asked} onClose={() => setAsked(null)} />}
    </>
  );
});
