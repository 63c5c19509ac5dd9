import { useTranslation } from 'react-i18next';
import { WaitingPage } from '../ui/layout/WaitingPage';

/** Return address of an identity provider, shown while the server verifies the sign-in. */
export function RedirectScreen() {
  const { t } = useTranslation();
  return <WaitingPage text={t('login.returning')} />;
}
