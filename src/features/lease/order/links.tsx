import { useTranslation } from 'react-i18next';
import { order } from '../../../../contract/modules/lease/order';
import { route } from '../../../store/navigation/route';
import { PageLink, type PageTarget } from '../../crud/links';

export function orderPage(id: string): PageTarget {
  return { feature: order.name, rest: `detail/${id}` };
}
/** Action that opens an order, for buttons and rows. */
export function openOrder(id: string) {
  return route.actions.open(orderPage(id));
}

/** The number of an order as a link to its page. */
export function OrderLink({ id, code }: { id: string; code: string | null }) {
  const { t } = useTranslation();
  const shown = code || t('frame.noNumber');
  return (
    <PageLink to={orderPage(id)} title={t('frame.openOrder', { code: shown })}>
      {shown}
    </PageLink>
  );
}
