import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { IconButton } from '../look/buttons';
import { TabStrip } from '../look/frame';
import { look } from '../store/look';
import { homePath, type Place, route, tabs } from '../store/route';

/** The strip of open pages. */
export const TabsScreen = ({ place }: { place: Place }) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const language = useSelector(look.selectors.language);
  const open = useSelector(tabs.selectors.list);
  const dirty = useSelector(tabs.selectors.dirty);
  const go = (path: string) => dispatch(route.actions.go(path));
  const tabOf = (path: string) => open.find((tab) => tab.path === path);
  return (
    <TabStrip
      label={t('frame.tabs')}
      tabs={open.map(({ path, search, label }) => ({
        key: path,
        href: path + (search && `?${search}`),
        label: label[language],
        closable: open.length > 1 && path !== homePath,
        dirty: dirty[path] === true,
        ...(path === homePath ? { icon: 'home' as const } : {}),
      }))}
      current={place.path}
      onGo={(path) => {
        const search = tabOf(path)?.search;
        go(path + (search ? `?${search}` : ''));
      }}
      onClose={(path) => dispatch(tabs.actions.closeTab(path))}
      closeLabel={(name) => t('frame.closeTab', { name })}
      dirtyLabel={t('frame.dirty')}
      end={
        <Menu>
          <MenuTrigger disableButtonEnhancement>
            <IconButton icon="chevron-down" size="small" label={t('frame.tabActions')} />
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              <MenuItem onClick={() => dispatch(tabs.actions.closeOthers(place.path))}>
                {t('frame.closeOthers')}
              </MenuItem>
              <MenuItem onClick={() => dispatch(tabs.actions.closeAll())}>{t('frame.closeAll')}</MenuItem>
            </MenuList>
          </MenuPopover>
        </Menu>
      }
    />
  );
};
