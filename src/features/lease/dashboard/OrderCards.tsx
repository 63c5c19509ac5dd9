import { useTranslation } from 'react-i18next';
import { orderSigns, type Tone } from '../../../../contract/domain/lifecycle/orderStates';
import { formatMoney } from '../../../../contract/domain/money';
import { countIn } from '../../../../contract/domain/text';
import { listOf, type OrderSide } from '../../../../contract/wire/figures';
import { wordFor } from '../../../store/crud/dict';
import { BarRows, type BarTone } from '../../../ui/layout/charts';
import { Card } from '../../../ui/layout/surfaces';
import { useFormat } from '../../crud/useFormat';
import { orderChip } from '../order/orderChip';
import { length, useListAddress, useUnits } from './charting';
import { RootedNote } from './RootedNote';

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

interface OrderCardProps {
  orders: OrderSide;
  /** Which direction the figures are of, where the tenant has both. */
  side?: string | undefined;
}

export function Products({ orders, side }: OrderCardProps) {
  const { direction, products = [], otherProducts } = orders;
  const { t } = useTranslation();
  const addressOf = useListAddress();
  return (
    <Card title={[t('dashboard.products'), side].filter(Boolean).join(' · ')} note={t('dashboard.productsNote')}>
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
            to: addressOf(listOf.product(direction, name)),
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

export function States({ orders, side }: OrderCardProps) {
  const { t } = useTranslation();
  const addressOf = useListAddress();
  const format = useFormat();
  const inUnits = useUnits();
  return (
    <Card
      title={[t('dashboard.states'), side].filter(Boolean).join(' · ')}
      note={<RootedNote before={t('dashboard.statesNote')} />}
    >
      <BarRows
        label={t('dashboard.states')}
        isRooted
        rows={orders.states.map(({ status, count, amount }) => ({
          key: String(status),
          label: orderChip(status, format),
          count: countIn(count, format.language),
          bar: { key: String(status), value: length(amount), tone: barOf[orderSigns[status]?.tone ?? 'neutral'] },
          figure: inUnits(amount),
          name: t('dashboard.stateName', {
            name: wordFor(format.dicts, 'order_business_status', status, format.language),
            count,
            amount: formatMoney(amount),
          }),
          to: addressOf(listOf.state(orders.direction, status)),
        }))}
      />
    </Card>
  );
}
