import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { said } from '../features/said';
import { LoginPage } from '../look/LoginPage';
import { feedback } from '../store/feedback';
import { look } from '../store/look';
import { session } from '../store/session';
import { settings } from '../store/settings';

/** The container of /login. */
export const LoginScreen = () => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { form, problems, busy, error } = useSelector(session.selectors.all);
  const { tenantMode, title } = useSelector(settings.selectors.all);
  const language = useSelector(look.selectors.language);
  // There is no frame here to show messages: why one was sent here stands where a refusal would.
  const told = useSelector(feedback.selectors.toasts).at(-1);
  return (
    <LoginPage
      title={t('login.title')}
      language={language}
      draft={form}
      problems={{
        ...(problems.username ? { username: t('login.accountHint') } : {}),
        ...(problems.password ? { password: t('login.passwordHint') } : {}),
      }}
      busy={busy}
      error={
        error === '*network'
          ? t('login.network')
          : said(t, error) || told?.text || (told?.say ? t(told.say as never) : '')
      }
      tenantMode={tenantMode}
      onEdit={(name, value) => dispatch(session.actions.edit({ name, value }))}
      onSubmit={() => dispatch(session.actions.signIn())}
      onLanguage={(to) => dispatch(look.actions.speak(to))}
      words={{
        product: language === 'zh' ? title : t('login.product'),
        slogan: t('login.slogan'),
        sloganText: t('login.sloganText'),
        points: [t('login.pointPassword'), t('login.pointTrace'), t('login.pointLock')],
        tenant: t('login.tenant'),
        account: t('login.account'),
        accountHint: t('login.accountHint'),
        password: t('login.password'),
        passwordHint: t('login.passwordHint'),
        showPassword: t('login.showPassword'),
        hidePassword: t('login.hidePassword'),
        captcha: t('login.captcha'),
        captchaHint: t('login.captchaHint'),
        renewCaptcha: t('login.renewCaptcha'),
        submit: t('login.submit'),
        language: t('login.language'),
        note: t('login.note'),
        version: 'LeaseDesk v0.1.0',
      }}
    />
  );
};
