import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { type Direction, directionName } from '../../../../contract/domain/lifecycle/direction';
import { add, formatMoney } from '../../../../contract/domain/money';
import { cashMonths, listOf, type PlanFigures, type PlanSide } from '../../../../contract/wire/figures';
import { BarColumns, BarRows, Legend } from '../../../ui/layout/charts';
import { Money } from '../../../ui/layout/figures';
import { Card, Segments } from '../../../ui/layout/surfaces';
import { TextLink } from '../../../ui/navigation/links';
import { DataTable } from '../../../ui/table/DataTable';
import { useDirected } from '../direction/directed';
import { CashChart } from './CashChart';
import { length, monthLabel, monthLabels, rootedMarks, sideIn, useListAddress, useUnits } from './charting';
import { type CashView, cashSpans, dashboard } from './dashboardSlice';
import styles from './PlanCards.module.css';
import { RootedNote } from './RootedNote';

interface SideProps {
  plan: PlanSide;
  today: string;
  /** Which direction the figures are of, where the tenant has both. */
  side?: string | undefined;
}

/** The months of a span around the current one, about as many before it as from it on. */
function spanOf({ cash }: PlanSide, span: number) {
  const from = cashMonths.back - span / 2;
  return cash.slice(from, from + span).map((month) => ({ ...month, total: add(month.rent, month.principal) }));
}
type CashRow = ReturnType<typeof spanOf>[number];

function CashTable({ rows, direction, label }: { rows: readonly CashRow[]; direction: Direction; label: string }) {
  const { t } = useTranslation();
  const addressOf = useListAddress();
  const column = (key: 'rent' | 'principal' | 'total') => ({
    key,
    head: t(`dashboard.${key}Yuan`),
    align: 'right' as const,
    cell: (row: CashRow) => <Money value={row[key]} />,
  });
  return (
    <div className={styles.months}>
      <DataTable
        caption={`${label} · ${t('dashboard.views.table')}`}
        density="compact"
        rows={rows}
        keyOf={({ month }) => month}
        columns={[
          {
            key: 'month',
            isLong: true,
            head: t('dashboard.month'),
            cell: ({ month }) => <TextLink to={addressOf(listOf.cash(direction, month))}>{month}</TextLink>,
          },
          column('rent'),
          column('principal'),
          column('total'),
        ]}
        empty={null}
      />
    </div>
  );
}

function CashBars({ rows, direction, current, label }: Parameters<typeof CashTable>[0] & { current: string }) {
  const { t } = useTranslation();
  const addressOf = useListAddress();
  const inUnits = useUnits();
  const labels = monthLabels(
    rows.map(({ month }) => month),
    current,
  );
  const most = Math.max(0, ...rows.flatMap(({ rent, principal }) => [length(rent), length(principal)]));
  return (
    <>
      <p className={styles.legend}>
        <Legend
          items={[
            { tone: 'main', label: t('dashboard.rent') },
            { tone: 'soft', label: t('dashboard.principal') },
          ]}
        />
      </p>
      <CashChart
        label={label}
        sides={[t('dashboard.past'), t('dashboard.ahead')]}
        marks={rootedMarks(most).map((value) => ({
          value,
          figure: inUnits((value / 100).toFixed(2)).replace(/\.?0+$/, ''),
        }))}
        months={rows.map(({ month, rent, principal, total }, index) => ({
          key: month,
          label: labels[index] ?? '',
          bars: [
            { key: 'rent', value: length(rent), tone: 'main', label: t('dashboard.rent'), figure: formatMoney(rent) },
            {
              key: 'principal',
              value: length(principal),
              tone: 'soft',
              label: t('dashboard.principal'),
              figure: formatMoney(principal),
            },
          ],
          total: [t('dashboard.total'), formatMoney(total)],
          name: t('dashboard.cashName', {
            month,
            total: formatMoney(total),
            rent: formatMoney(rent),
            principal: formatMoney(principal),
          }),
          isCurrent: month === current,
          isPast: month < current,
          to: addressOf(listOf.cash(direction, month)),
        }))}
      />
    </>
  );
}

export function CashFlow({ plan, today, side }: SideProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { months, view } = useSelector(dashboard.selectors.all);
  const { choose } = dashboard.actions;
  const label = [t('dashboard.cash'), side].filter(Boolean).join(' · ');
  const parts = { rows: spanOf(plan, months), direction: plan.direction, label };
  return (
    <Card
      title={label}
      note={view === 'chart' ? <RootedNote /> : undefined}
      aside={
        <>
          <Segments
            label={t('dashboard.span')}
            items={cashSpans.map((count) => ({ key: String(count), label: t('dashboard.months', { count }) }))}
            current={String(months)}
            onPick={(key) => dispatch(choose({ months: Number(key) }))}
          />
          <Segments
            label={t('dashboard.view')}
            items={(['chart', 'table'] as const).map((key) => ({ key, label: t(`dashboard.views.${key}`) }))}
            current={view}
            onPick={(key) => dispatch(choose({ view: key as CashView }))}
          />
        </>
      }
    >
      {view === 'table' ? <CashTable {...parts} /> : <CashBars {...parts} current={today.slice(0, 7)} />}
    </Card>
  );
}

/** What is owed and what is due by age, each direction with bars of its own on one scale. */
export function Ages({ plan, sides, today }: { plan: PlanFigures; sides: readonly Direction[]; today: string }) {
  const { t } = useTranslation();
  const direct = useDirected(sides.length > 1 ? 'mixed' : directionName(sides[0]));
  const addressOf = useListAddress();
  const inUnits = useUnits();
  const shown = sides.flatMap((direction) => sideIn(plan, direction) ?? []);
  const names = { payout: t('dashboard.side'), collect: t('dashboard.side_collect') };
  const keys = shown[0]?.ages.map(({ key }) => key) ?? [];
  return (
    <Card title={direct('dashboard.ages')} note={<RootedNote />}>
      <BarRows
        label={direct('dashboard.ages')}
        isRooted
        rows={keys.flatMap((key, index) =>
          shown.map(({ direction, ages }, at) => {
            const { count, amount } = ages[index]!;
            const age = t(`dashboard.age.${key}`);
            const side = names[directionName(direction)];
            const isBoth = shown.length > 1;
            return {
              key: `${key}${direction}`,
              label: at === 0 ? age : '',
              ...(isBoth ? { count: side } : {}),
              bar: {
                key,
                value: length(amount),
                tone: index === 0 ? 'main' : index < 3 ? 'warning' : 'danger',
              } as const,
              figure: inUnits(amount),
              name: t('dashboard.rowName', {
                name: isBoth ? `${age} · ${side}` : age,
                count,
                amount: formatMoney(amount),
              }),
              to: addressOf(listOf.age(direction, today, key)),
            };
          }),
        )}
      />
    </Card>
  );
}

export function Maturing({ plan, today, side }: SideProps) {
  const { t } = useTranslation();
  const addressOf = useListAddress();
  const inUnits = useUnits();
  const label = [t('dashboard.maturing'), side].filter(Boolean).join(' · ');
  return (
    <Card title={label} note={`${t('dashboard.maturingNote')} · ${t('dashboard.unit')}`}>
      <BarColumns
        label={label}
        columns={plan.maturing.map(({ month, count, principal }, index) => ({
          key: month,
          label: monthLabel(month, index === 0),
          bars: [{ key: 'principal', value: length(principal), tone: 'main' }],
          figure: inUnits(principal),
          name: t('dashboard.rowName', { name: month, count, amount: formatMoney(principal) }),
          isCurrent: month === today.slice(0, 7),
          to: addressOf(listOf.maturing(plan.direction, month)),
        }))}
      />
    </Card>
  );
}
