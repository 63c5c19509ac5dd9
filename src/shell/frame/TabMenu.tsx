import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { tabs } from '../../store/navigation/route';
import { homePath } from '../../store/navigation/routes';
import type { IconName } from '../../ui/icons/Icon';
import { MenuBelow } from '../../ui/overlays/menus';

export interface TabMenuProps {
  /** The tab of the menu; without one only the actions for all tabs are shown. */
  path: string;
  /** px in the window. */
  at: { x: number; y: number };
  /** Gets the focus back. */
  opener: HTMLElement;
  onClose(): void;
}

/** Actions on one tab and on all tabs. Mounted while it is open. */
export function TabMenu({ path, at, opener, onClose }: TabMenuProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const list = useSelector(tabs.selectors.list);
  const { actions } = tabs;
  const tab = list.find((one) => one.path === path);
  const isPinned = tab?.isPinned === true;
  const isFixed = !tab || path === homePath;
  const entry = (key: string, icon: IconName, label: string, isOff: boolean, act: () => unknown) => ({
    key,
    icon,
    label,
    isOff,
    act: () => void act(),
  });
  return (
    <MenuBelow
      at={at}
      opener={opener}
      label={t('tabs.actions')}
      onClose={onClose}
      groups={[
        {
          key: 'tab',
          hasLine: true,
          entries: [
            entry('refresh', 'arrow-clockwise', t('tabs.refresh'), !tab, () => dispatch(actions.refresh(path))),
            entry('pin', 'pin', t(isPinned ? 'tabs.unpin' : 'tabs.pin'), isFixed, () =>
              dispatch(actions.pin({ path, isPinned: !isPinned })),
            ),
          ],
        },
        {
          key: 'close',
          hasLine: true,
          entries: [
            entry('close', 'dismiss', t('tabs.closeThis'), isFixed || list.length === 1, () =>
              dispatch(actions.closeTab(path)),
            ),
            entry('others', 'subtract', t('tabs.closeOthers'), list.length === 1, () =>
              dispatch(actions.closeOthers(path)),
            ),
            entry('all', 'dismiss-circle', t('tabs.closeAll'), list.length === 1, () => dispatch(actions.closeAll())),
          ],
        },
        {
          key: 'all',
          entries: [entry('cache', 'eraser', t('tabs.clearCache'), false, () => dispatch(actions.clearCache()))],
        },
      ]}
    />
  );
}
