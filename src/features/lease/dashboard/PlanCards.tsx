import { mixOf } from '../../../../contract/domain/lifecycle/direction';
import { add, formatMoney, formatTenThousands } from '../../../../contract/domain/money';
import { listOf, type PlanFigures } from '../../../../contract/wire/figures';
import { BarColumns, BarRows, Legend } from '../../../ui/layout/charts';
import { Card } from '../../../ui/layout/surfaces';
import { useDirected } from '../direction/directed';
import { length, monthLabel, useListAddress } from './charting';

export function CashFlow({ plan, today }: { plan: PlanFigures; today: string }) {
  const t = useDirected(mixOf(plan.directions ?? []));
  const addressOf = useListAddress();
  const current = today.slice(0, 7);
  return (
    <Card
      title={t('dashboard.cash')}
      note={t('dashboard.tenThousand')}
      aside={
        <Legend
          items={[
            { tone: 'main', label: t('dashboard.rent') },
            { tone: 'soft', label: t('dashboard.principal') },
          ]}
        />
      }
    >
      <BarColumns
        label={t('dashboard.cash')}
        sides={[t('dashboard.past'), t('dashboard.ahead')]}
        columns={plan.cash.map(({ month, rent, principal }, index) => {
          const figure = formatTenThousands(add(rent, principal));
          return {
            key: month,
            label: monthLabel(month, index === 0),
            bars: [
              { key: 'rent', value: length(rent), tone: 'main' },
              { key: 'principal', value: length(principal), tone: 'soft' },
            ],
            figure,
            name: t('dashboard.cashName', {
              month,
              total: figure,
              rent: formatTenThousands(rent),
              principal: formatTenThousands(principal),
            }),
            isCurrent: month === current,
            isPast: month < current,
            to: addressOf(listOf.cash(month)),
          };
        })}
      />
    </Card>
  );
}

export function Ages({ plan, today }: { plan: PlanFigures; today: string }) {
  const t = useDirected(mixOf(plan.directions ?? []));
  const addressOf = useListAddress();
  return (
    <Card title={t('dashboard.ages')} note={t('dashboard.rooted')}>
      <BarRows
        label={t('dashboard.ages')}
        isRooted
        rows={plan.ages.map(({ key, count, amount }, index) => ({
          key,
          label: t(`dashboard.age.${key}`),
          bar: { key, value: length(amount), tone: index === 0 ? 'main' : index < 3 ? 'warning' : 'danger' },
          figure: formatTenThousands(amount),
          name: t('dashboard.rowName', { name: t(`dashboard.age.${key}`), count, amount: formatMoney(amount) }),
          to: addressOf(listOf.age(today, key)),
        }))}
      />
    </Card>
  );
}

export function Maturing({ plan, today }: { plan: PlanFigures; today: string }) {
  const t = useDirected(mixOf(plan.directions ?? []));
  const addressOf = useListAddress();
  return (
    <Card title={t('dashboard.maturing')} note={t('dashboard.maturingNote')}>
      <BarColumns
        label={t('dashboard.maturing')}
        columns={plan.maturing.map(({ month, count, principal }, index) => ({
          key: month,
          label: monthLabel(month, index === 0),
          bars: [{ key: 'principal', value: length(principal), tone: 'main' }],
          figure: formatTenThousands(principal),
          name: t('dashboard.rowName', { name: month, count, amount: formatMoney(principal) }),
          isCurrent: month === today.slice(0, 7),
          to: addressOf(listOf.maturing(month)),
        }))}
      />
    </Card>
  );
}
