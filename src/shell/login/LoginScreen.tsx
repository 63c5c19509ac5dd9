import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { version } from '../../../contract/domain/version';
import { type SignInField, type SignInMode, signIn, waysIn } from '../../store/auth/signIn';
import { feedback } from '../../store/feedback';
import { preferences } from '../../store/preferences';
import { settings } from '../../store/settings';
import { useProductName } from '../productName';
import { LoginPage, type LoginPageProps } from './LoginPage';

/** The container of /login, which firstPage.tsx also prerenders in the build. */
export function LoginScreen() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { mode, draft, problems, error, isBusy, focus, tenant, isTenantAsked, captcha, sms } = useSelector(
    signIn.selectors.all,
  );
  const deployed = useSelector(settings.selectors.all);
  const { tenantId, tenantMode, captchaMode, phoneTestMode, socialSources } = deployed;
  const language = useSelector(preferences.selectors.language);
  const product = useProductName();
  // The frame's messages are missing here, so the reason of a sign-out is shown in place of an error.
  const last = useSelector(feedback.selectors.toasts).at(-1);
  const lastError: { text?: string; say?: string } = error ?? last ?? {};

  /** Texts of each mode, and whether it has a sign-in button. */
  const ways: Record<SignInMode, { hint?: string; hasSubmit: boolean }> = {
    user: { hasSubmit: true },
    phone: { hasSubmit: true },
    social: { hasSubmit: false, hint: t('login.socialHint') },
    sso: { hasSubmit: true, hint: t('login.ssoHint') },
  };
  const problemTexts: LoginPageProps['problems'] = {};
  for (const [name, problem] of Object.entries(problems)) problemTexts[name as SignInField] = t(`login.${problem}`);

  return (
    <LoginPage
      language={language}
      mode={mode}
      modes={waysIn(deployed, tenant)}
      draft={draft}
      problems={problemTexts}
      error={lastError.text || (lastError.say ? t(lastError.say as never) : '')}
      isBusy={isBusy}
      focus={focus}
      {...(tenant?.name ? { tenantName: tenant.name } : {})}
      {...(tenantMode && isTenantAsked && !tenant && mode !== 'sso' ? { tenantHint: tenantId } : {})}
      {...(captchaMode
        ? { captcha: { image: captcha.image, onRenew: () => dispatch(signIn.actions.renewCaptcha()) } }
        : {})}
      sms={{
        label:
          sms.seconds > 0
            ? t('login.resend', { seconds: sms.seconds })
            : t(sms.isBusy ? 'login.sendingCode' : 'login.sendCode'),
        ...(phoneTestMode
          ? { test: t(sms.testCode ? 'login.testCode' : 'login.testMode', { code: sms.testCode }) }
          : {}),
        isWaiting: sms.isBusy || sms.seconds > 0,
        onSend: () => dispatch(signIn.actions.sendCode()),
      }}
      providers={
        mode === 'social'
          ? socialSources.map(({ source, title: name }) => ({
              key: source,
              label: t('login.provider', { name }),
              onVisit: () => dispatch(signIn.actions.visitProvider(source)),
            }))
          : []
      }
      {...ways[mode]}
      onMode={(to) => dispatch(signIn.actions.pickMode(to))}
      onEdit={(name, value) => dispatch(signIn.actions.edit({ name, value }))}
      onSubmit={() => dispatch(signIn.actions.submit())}
      onLanguage={(to) => dispatch(preferences.actions.speak(to))}
      words={{
        product,
        slogan: t('login.slogan'),
        sloganText: t('login.sloganText'),
        points: [t('login.pointPassword'), t('login.pointTrace'), t('login.pointLock')],
        title: t('login.title'),
        modes: t('login.modes'),
        mode: { user: t('login.user'), phone: t('login.phoneMode'), social: t('login.social'), sso: t('login.sso') },
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
        phone: t('login.phone'),
        phoneHint: t('login.phoneHint'),
        smsCode: t('login.smsCode'),
        smsCodeHint: t('login.smsCodeHint'),
        submit: t(isBusy ? 'login.submitting' : mode === 'sso' ? 'login.ssoSubmit' : 'login.submit'),
        language: t('login.language'),
        note: t('login.note'),
        version: `${product} v${version}`,
      }}
    />
  );
}
