import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { order } from '../../contract/modules/order';
import { Button } from '../look/buttons';
import { Page } from '../look/frame';
import { EmptyState } from '../look/messages';
import { route } from '../store/route';

/** Stands for an order that does not exist or is not this person's to see, and leads back to the list. */
export const NoOrder = () => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <Page>
      <EmptyState isPage kind="forbidden" title={t('cockpit.notFound')} text={t('cockpit.notFoundText')}>
        <Button tone="primary" onClick={() => dispatch(route.actions.open({ feature: order.name }))}>
          {t('cockpit.back')}
        </Button>
      </EmptyState>
    </Page>
  );
};
