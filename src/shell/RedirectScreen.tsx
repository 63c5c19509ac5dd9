import { useTranslation } from 'react-i18next';
import { WaitingPage } from '../ui/layout/WaitingPage';

/** Where a provider sends the browser back to, while the server asks the provider who it was. */
export function RedirectScreen() {
  const { t } = useTranslation();
  return <WaitingPage text={t('login.returning')} />;
}
