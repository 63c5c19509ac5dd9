import '../look/look.css';
import { FluentProvider } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Frame } from '../look/frame';
import { themeOf } from '../look/theme';
import { features } from '../store/features';
import { look } from '../store/look';
import { route } from '../store/route';
import { session } from '../store/session';
import { Overlay } from './Overlay';
import { PageScreen } from './PageScreen';
import { PasswordDialog } from './PasswordDialog';
import { SidebarScreen } from './SidebarScreen';
import { TabsScreen } from './TabsScreen';
import { TopBarScreen } from './TopBarScreen';

/** Everything around a page: sidebar, top bar, tab strip; and what lies above it: questions and messages. */
export const FrameScreen = () => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { theme, mode, accent, isNavCollapsed, isDrawerOpen } = useSelector(look.selectors.all);
  const place = useSelector(route.selectors.place);
  const user = useSelector(session.selectors.user);
  const isReady = useSelector((state: never) => features.selectors.isReady(state, 'frame'));
  if (!place || !isReady) return null;
  return (
    <FluentProvider theme={themeOf(theme, mode, accent || undefined)} className="provider">
      <Frame
        isCollapsed={isNavCollapsed}
        isDrawerOpen={isDrawerOpen}
        onDrawerClose={() => dispatch(look.actions.draw(false))}
        words={{ skip: t('frame.skip'), closeMenu: t('frame.closeMenu') }}
        nav={<SidebarScreen place={place} />}
        top={<TopBarScreen />}
        tabs={<TabsScreen place={place} />}
      >
        {user?.mustChangePassword ? <PasswordDialog /> : <PageScreen place={place} />}
      </Frame>
      <Overlay />
    </FluentProvider>
  );
};
