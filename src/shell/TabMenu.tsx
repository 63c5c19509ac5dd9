import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Icon, type IconName } from '../look/Icon';
import { homePath, tabs } from '../store/route';

export interface TabMenuProps {
  /** The tab it acts on; a page without one has the commands for all tabs only. */
  path: string;
  /** px in the window. */
  at: { x: number; y: number };
  /** Gets the focus back. */
  opener: HTMLElement;
  onClose(): void;
}

/** What can be done to a tab, and to all of them. Mounted while it is open. */
export const TabMenu = ({ path, at: { x, y }, opener, onClose }: TabMenuProps) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const list = useSelector(tabs.selectors.list);
  const { actions } = tabs;
  const tab = list.find((one) => one.path === path);
  const isPinned = tab?.isPinned === true;
  const isFixed = !tab || path === homePath;
  const close = () => {
    onClose();
    // Only when nothing else has taken the focus: a question that the command asks, the page it leads to.
    queueMicrotask(() => {
      const { activeElement, body } = opener.ownerDocument;
      if (!activeElement || activeElement === body) opener.focus();
    });
  };
  const item = (key: string, icon: IconName, say: string, isOff: boolean, act: () => unknown) => (
    <MenuItem
      key={key}
      icon={<Icon name={icon} size={16} />}
      disabled={isOff}
      onClick={() => {
        opener.focus(); // first: a question that the command asks gives the focus back to whoever has it now
        act();
      }}
    >
      {say}
    </MenuItem>
  );
  return (
    <Menu
      open
      onOpenChange={(_, { open }) => !open && close()}
      positioning={{
        position: 'below',
        align: 'start',
        target: { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) },
      }}
    >
      <MenuPopover>
        <MenuList aria-label={t('tabs.actions')}>
          {item('refresh', 'arrow-clockwise', t('tabs.refresh'), !tab, () => dispatch(actions.refresh(path)))}
          {item('pin', 'pin', t(isPinned ? 'tabs.unpin' : 'tabs.pin'), isFixed, () =>
            dispatch(actions.pin({ path, isPinned: !isPinned })),
          )}
          <MenuDivider />
          {item('close', 'dismiss', t('tabs.closeThis'), isFixed || list.length === 1, () =>
            dispatch(actions.closeTab(path)),
          )}
          {item('others', 'subtract', t('tabs.closeOthers'), list.length === 1, () =>
            dispatch(actions.closeOthers(path)),
          )}
          {item('all', 'dismiss-circle', t('tabs.closeAll'), list.length === 1, () => dispatch(actions.closeAll()))}
          <MenuDivider />
          {item('cache', 'eraser', t('tabs.clearCache'), false, () => dispatch(actions.clearCache()))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
};
