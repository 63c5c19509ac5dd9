import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { order } from '../../../../contract/modules/lease/order';
import { auditLog } from '../../../../contract/modules/system/auditLog';
import { route } from '../../../store/navigation/route';

/** To the page of one order. */
export const openOrder = (id: string) => route.actions.open({ feature: order.name, rest: `detail/${id}` });

/** To what the audit trail holds of a record and of all that belongs to it. */
export const openAudit = (id: string) => route.actions.open({ feature: auditLog.name, search: `entityId=${id}` });

/** The number of an order, as a link to its page. */
export const OrderLink = ({ id, code }: { id: string; code: string | null }) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const shown = code || t('order.noNumber');
  return (
    <button
      type="button"
      className="link"
      title={t('contract.openOrder', { code: shown })}
      onClick={() => dispatch(openOrder(id))}
    >
      {shown}
    </button>
  );
};
