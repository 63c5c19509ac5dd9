import { useTranslation } from 'react-i18next';
import { order } from '../../../../contract/modules/lease/order';
import { ButtonLink } from '../../../ui/inputs/buttons';
import { Page } from '../../../ui/layout/frame';
import { EmptyState } from '../../../ui/overlays/messages';
import { usePageAddress } from '../../crud/links';

/** Shown for an order that does not exist or that the user may not see, with a link to the list. */
export function NoOrder() {
  const { t } = useTranslation();
  const list = usePageAddress()({ feature: order.name });
  return (
    <Page>
      <EmptyState isPage kind="forbidden" title={t('orderPage.notFound')} text={t('orderPage.notFoundText')}>
        {list && (
          <ButtonLink tone="primary" to={list}>
            {t('orderPage.back')}
          </ButtonLink>
        )}
      </EmptyState>
    </Page>
  );
}
