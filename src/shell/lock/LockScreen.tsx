import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { screenLock } from '../../store/auth/screenLock';
import { preferences } from '../../store/preferences';
import { session, tokens } from '../../store/session';
import { ButtonLink } from '../../ui/inputs/buttons';
import { initialsOf } from '../../ui/layout/initials';
import { Themed } from '../../ui/theme/Themed';
import { themeOf } from '../../ui/theme/theme';
import { Overlay } from '../frame/Overlay';
import { useProductName } from '../productName';
import { LockPage } from './LockPage';
import { StandingPage } from './StandingPage';

/** The container of /lock, which renders neither the frame nor its pages. */
export function LockScreen() {
  const { t } = useTranslation();
  const product = useProductName();
  const dispatch = useDispatch();
  const { theme, mode, accent } = useSelector(preferences.selectors.all);
  const hasToken = useSelector(tokens.selectors.hasToken);
  const user = useSelector(session.selectors.user);
  const { password, problem, sentence, shakes, isBusy, secondsLeft, way, verifier } = useSelector(
    screenLock.selectors.all,
  );
  const name = user?.realName ?? '';
  return (
    <Themed theme={themeOf(theme, mode, accent || undefined)}>
      {hasToken ? (
        <LockPage
          person={{
            name,
            note: user?.businessUserCode || user?.account || '',
            initials: initialsOf(name),
            ...(user?.avatar ? { picture: user.avatar } : {}),
          }}
          password={password}
          problem={problem === 'refused' ? sentence || t('lock.refused') : problem && t(`lock.${problem}`)}
          shakes={shakes}
          busy={isBusy}
          wait={secondsLeft > 0 ? t('lock.wait', { seconds: secondsLeft }) : ''}
          isAccountPassword={way === 'account'}
          onType={(typed) => dispatch(screenLock.actions.type({ password: typed }))}
          onUnlock={() => dispatch(screenLock.actions.unlock())}
          onTurn={() => dispatch(screenLock.actions.turn(way === 'lock' ? 'account' : 'lock'))}
          onSignOut={() => dispatch(screenLock.actions.signOut())}
          words={{
            product,
            title: t('lock.title'),
            hint: t(way === 'account' ? 'lock.accountHint' : 'lock.hint'),
            password: t(way === 'account' ? 'lock.accountPassword' : 'lock.password'),
            showPassword: t('login.showPassword'),
            hidePassword: t('login.hidePassword'),
            unlock: t('lock.unlock'),
            ...(verifier ? { turn: t(way === 'account' ? 'lock.byLock' : 'lock.byAccount') } : {}),
            signOut: t('frame.signOut'),
          }}
        />
      ) : (
        <StandingPage
          product={product}
          title={t('lock.title')}
          icon="lock-open"
          lead={t('lock.nobody')}
          button={
            <ButtonLink tone="primary" to="/login">
              {t('lock.signIn')}
            </ButtonLink>
          }
        >
          <p>{t('lock.nobodyText')}</p>
        </StandingPage>
      )}
      <Overlay />
    </Themed>
  );
}
