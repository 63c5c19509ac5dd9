import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { route } from '../store/route';

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
      onClick={() => dispatch(route.actions.open({ feature: 'order', rest: `detail/${id}` }))}
    >
      {shown}
    </button>
  );
};
