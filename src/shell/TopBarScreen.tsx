import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { IconButton } from '../look/buttons';
import { TopBar, UserBadge } from '../look/frame';
import { Icon } from '../look/Icon';
import { look } from '../store/look';
import { session } from '../store/session';

/** The bar above everything. */
export const TopBarScreen = () => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language, mode, isNavCollapsed } = useSelector(look.selectors.all);
  const user = useSelector(session.selectors.user);
  return (
    <TopBar
      start={
        <>
          <span className="wide-only">
            <IconButton
              icon={isNavCollapsed ? 'panel-left-expand' : 'panel-left-contract'}
              label={t(isNavCollapsed ? 'frame.expand' : 'frame.collapse')}
              onClick={() => dispatch(look.actions.collapse(!isNavCollapsed))}
            />
          </span>
          <span className="narrow-only">
            <IconButton
              icon="line-horizontal-3"
              label={t('frame.menu')}
              onClick={() => dispatch(look.actions.draw(true))}
            />
          </span>
        </>
      }
      end={
        <>
          <IconButton
            icon={mode === 'light' ? 'moon' : 'sun'}
            label={t(mode === 'light' ? 'frame.toDark' : 'frame.toLight')}
            onClick={() => dispatch(look.actions.shine(mode === 'light' ? 'dark' : 'light'))}
          />
          <Menu>
            <MenuTrigger disableButtonEnhancement>
              <IconButton icon="local-language" label={t('frame.language')} />
            </MenuTrigger>
            <MenuPopover>
              <MenuList>
                <MenuItem disabled={language === 'zh'} onClick={() => dispatch(look.actions.speak('zh'))}>
                  中文
                </MenuItem>
                <MenuItem disabled={language === 'en'} onClick={() => dispatch(look.actions.speak('en'))}>
                  English
                </MenuItem>
              </MenuList>
            </MenuPopover>
          </Menu>
          <Menu>
            <MenuTrigger disableButtonEnhancement>
              <UserBadge
                name={user?.realName ?? ''}
                note={user?.businessUserCode || user?.account}
                initials={(user?.realName ?? '').slice(-2)}
                {...(user?.avatar ? { picture: user.avatar } : {})}
              />
            </MenuTrigger>
            <MenuPopover>
              <MenuList>
                <MenuItem icon={<Icon name="sign-out" />} onClick={() => dispatch(session.actions.signOut())}>
                  {t('frame.signOut')}
                </MenuItem>
              </MenuList>
            </MenuPopover>
          </Menu>
        </>
      }
    />
  );
};
