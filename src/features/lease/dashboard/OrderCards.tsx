import { useTranslation } from 'react-i18next';
import { orderSigns, type Tone } from '../../../../contract/domain/lifecycle/orderStates';
import { formatMoney, formatTenThousands } from '../../../../contract/domain/money';
import { countIn } from '../../../../contract/domain/text';
import { listOf, type OrderFigures } from '../../../../contract/wire/figures';
import { wordFor } from '../../../store/crud/dict';
import { BarRows, type BarTone } from '../../../ui/layout/charts';
import { Card } from '../../../ui/layout/surfaces';
import { useFormat } from '../../crud/useFormat';
import { orderChip } from '../order/orderChip';
import { length, useListAddress } from './charting';

/** Bar colour by the tone of the state's chip. */
const barOf: Record<Tone, BarTone> = {
  neutral: 'neutral',
  marigold: 'marigold',
  warning: 'warning',
  brand: 'main',
  'plain-success': 'success',
  success: 'success',
  danger: 'danger',
  quiet: 'neutral',
  berry: 'berry',
};

export function Products({ products, otherProducts }: Required<Pick<OrderFigures, 'products' | 'otherProducts'>>) {
  const { t } = useTranslation();
  const addressOf = useListAddress();
  return (
    <Card title={t('dashboard.products')} note={t('dashboard.productsNote')}>
      <BarRows
        label={t('dashboard.products')}
        arrangement="stacked"
        whole={100}
        rows={[
          ...products.map(({ name, share, count, amount }) => ({
            key: name,
            label: name,
            bar: { key: name, value: Number(share), tone: 'main' as const },
            figure: `${share}%`,
            name: t('dashboard.rowName', { name, count, amount: formatMoney(amount) }),
            to: addressOf(listOf.product(name)),
          })),
          ...(otherProducts
            ? [
                {
                  key: '*',
                  label: t('dashboard.otherProducts', { count: otherProducts.products }),
                  bar: { key: '*', value: Number(otherProducts.share), tone: 'neutral' as const },
                  figure: `${otherProducts.share}%`,
                  name: '',
                },
              ]
            : []),
        ]}
      />
    </Card>
  );
}

export function States({ orders }: { orders: OrderFigures }) {
  const { t } = useTranslation();
  const addressOf = useListAddress();
  const format = useFormat();
  return (
    <Card title={t('dashboard.states')} note={t('dashboard.statesNote')}>
      <BarRows
        label={t('dashboard.states')}
        isRooted
        rows={orders.states.map(({ status, count, amount }) => ({
          key: String(status),
          label: orderChip(status, format),
          count: countIn(count, format.language),
          bar: { key: String(status), value: length(amount), tone: barOf[orderSigns[status]?.tone ?? 'neutral'] },
          figure: formatTenThousands(amount),
          name: t('dashboard.stateName', {
            name: wordFor(format.dicts, 'order_business_status', status, format.language),
            count,
            amount: formatMoney(amount),
          }),
          to: addressOf(listOf.state(status)),
        }))}
      />
    </Card>
  );
}
