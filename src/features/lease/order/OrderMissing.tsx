import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { order } from '../../../../contract/modules/lease/order';
import { route } from '../../../store/navigation/route';
import { Button } from '../../../ui/inputs/buttons';
import { Page } from '../../../ui/layout/frame';
import { EmptyState } from '../../../ui/overlays/messages';

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
