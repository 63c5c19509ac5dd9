import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { tabs } from '../../store/navigation/route';
import { preferences } from '../../store/preferences';
import { session } from '../../store/session';
import { reload } from '../../store/windows';
import { Button } from '../../ui/inputs/buttons';
import { Themed } from '../../ui/theme/Themed';
import { themeOf } from '../../ui/theme/theme';
import { useProductName } from '../productName';
import { StandingPage } from './StandingPage';

/**
 * Replaces all pages after another user has signed in in this browser, so that nothing more is sent for the previous
 * one.
 */
export function DisplacedScreen() {
  const { t } = useTranslation();
  const product = useProductName();
  const dispatch = useDispatch();
  const { theme, mode, accent } = useSelector(preferences.selectors.all);
  const isDirty = useSelector(tabs.selectors.hasUnsaved);
  const { user, successor } = useSelector(session.selectors.all);
  return (
    <Themed theme={themeOf(theme, mode, accent || undefined)}>
      <StandingPage
        product={product}
        title={t('displaced.title')}
        icon="person-circle"
        lead={<span role="alert">{t('displaced.now', { name: successor || t('displaced.somebody') })}</span>}
        button={
          <Button tone="primary" icon="arrow-clockwise" onClick={() => dispatch(reload())}>
            {t('displaced.reload')}
          </Button>
        }
      >
        <p>{t('displaced.text', { name: user?.realName ?? '' })}</p>
        {isDirty && <p>{t('displaced.unsaved')}</p>}
      </StandingPage>
    </Themed>
  );
}
