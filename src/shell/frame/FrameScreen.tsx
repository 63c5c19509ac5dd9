import { memo, Suspense, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { clock } from '../../store/clock';
import { features } from '../../store/features';
import { feedback } from '../../store/feedback';
import { route } from '../../store/navigation/route';
import { preferences } from '../../store/preferences';
import { session } from '../../store/session';
import { Frame } from '../../ui/layout/frame';
import { lazily } from '../../ui/layout/lazily';
import { Today } from '../../ui/layout/today';
import { followWaiting } from '../../ui/overlays/onDemand';
import { Themed } from '../../ui/theme/Themed';
import { themeOf } from '../../ui/theme/theme';
import { KeptPages } from './KeptPages';
import { Overlay } from './Overlay';
import { SidebarScreen } from './SidebarScreen';
import { TabsScreen } from './TabsScreen';
import { TopBarScreen } from './TopBarScreen';
import { WithUnanswered } from './UnansweredBar';

const PasswordDialog = lazily(() => import('../panels/PasswordDialog').then((it) => ({ default: it.PasswordDialog })));
const RegisterDialog = lazily(() => import('../login/RegisterDialog').then((it) => ({ default: it.RegisterDialog })));

/** Sidebar, top bar and tab strip around the page, and the overlay with questions and messages. */
export const FrameScreen = memo(() => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { theme, mode, accent, isNavCollapsed, isDrawerOpen } = useSelector(preferences.selectors.all);
  // The place is not selected here, because navigation must not render the frame again.
  const isPlaced = useSelector((state: never) => route.selectors.place(state) !== null);
  const today = useSelector(clock.selectors.today);
  const isReady = useSelector((state: never) => features.selectors.isReady(state, 'frame'));
  const mustChange = useSelector(
    (state: never) =>
      session.selectors.user(state)?.mustChangePassword && features.selectors.isReady(state, 'password'),
  );
  const isRegistering = useSelector(
    (state: never) => session.selectors.isGuest(state) && features.selectors.isReady(state, 'registration'),
  );
  const dress = useMemo(() => themeOf(theme, mode, accent || undefined), [theme, mode, accent]);
  useEffect(() => {
    const told = {
      began: feedback.actions.began,
      ended: feedback.actions.ended,
      lost: features.actions.partLost,
    };
    return followWaiting((event) => void dispatch(told[event]()));
  }, [dispatch]);
  if (!isPlaced || !isReady) return null;
  return (
    <Themed theme={dress}>
      <Today value={today}>
        <WithUnanswered>
          <Frame
            isCollapsed={isNavCollapsed}
            isDrawerOpen={isDrawerOpen}
            onDrawerClose={() => dispatch(preferences.actions.draw(false))}
            words={{ skip: t('frame.skip'), menu: t('frame.menu'), closeMenu: t('frame.closeMenu') }}
            nav={<SidebarScreen />}
            top={<TopBarScreen />}
            tabs={<TabsScreen />}
          >
            {mustChange ? (
              <Suspense fallback={null}>
                <PasswordDialog />
              </Suspense>
            ) : (
              <KeptPages />
            )}
          </Frame>
          {isRegistering && (
            <Suspense fallback={null}>
              <RegisterDialog />
            </Suspense>
          )}
          <Overlay />
        </WithUnanswered>
      </Today>
    </Themed>
  );
});
