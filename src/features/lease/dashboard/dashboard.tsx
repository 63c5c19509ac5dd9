import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { weekday } from '../../../../contract/domain/calendar';
import { add, cents, formatMoney, formatTenThousands } from '../../../../contract/domain/money';
import { orderSigns, type Tone } from '../../../../contract/domain/orderStates';
import { countIn, label, textIn } from '../../../../contract/domain/text';
import { moduleNamed } from '../../../../contract/modules';
import {
  type ContractFigures,
  cardList,
  type Dashboard,
  funnelSteps,
  type ListQuery,
  listOf,
  type OrderFigures,
  type PlanFigures,
} from '../../../../contract/wire/figures';
import { wordFor } from '../../../store/crud/dict';
import type { IconName } from '../../../ui/icons/Icon';
import { Button, IconButton } from '../../../ui/inputs/buttons';
import { BarColumns, BarRows, type BarTone, Legend } from '../../../ui/layout/charts';
import { Page } from '../../../ui/layout/frame';
import { Tile, Tiles } from '../../../ui/layout/home';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { PageTitle } from '../../../ui/table/listing';
import type { Feature } from '../../crud/feature';
import { usePageAddress } from '../../crud/links';
import { useFormat } from '../../crud/useFormat';
import { orderChip } from '../order/chips';
import styles from './dashboard.module.css';
import { dashboardSaga } from './dashboardSaga';
import { type DashboardState, dashboard } from './dashboardSlice';

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

/** Length of a bar: never shown as a number, so a float suffices. */
function length(amount: string) {
  return Number(cents(amount));
}

/** Address of the list behind a figure. */
function useListAddress(): (list: ListQuery) => string | undefined {
  return usePageAddress();
}

/** Label of `2026-11` on a chart: the year in January, else the month alone. */
function monthLabel(month: string, isFirst: boolean) {
  return isFirst || month.endsWith('-01') ? month.slice(2) : month.slice(5);
}

/** Titles of the cards in the current language. */
function useCards({ cards, today }: Pick<Dashboard, 'cards' | 'today'>) {
  const { language } = useFormat();
  return cards.flatMap(({ module: of, name, count, amount }) => {
    const module = moduleNamed(of);
    const card = module?.cards?.[name];
    if (!module || !card) return [];
    return {
      key: `${of}.${name}`,
      icon: card.icon as IconName,
      title: textIn(label(...card.title), language),
      note: card.note ? textIn(label(...card.note), language) : '',
      count,
      amount,
      list: cardList(module, card, today),
    };
  });
}

function Totals({ figures }: { figures: Dashboard }) {
  const { orders, plan, contracts, today } = figures;
  const { t } = useTranslation();
  const addressOf = useListAddress();
  const declared = useCards(figures).filter(({ amount }) => amount !== undefined);
  return (
    <Tiles label={t('dashboard.figures')}>
      {orders && (
        <Tile
          icon="wallet"
          title={t('dashboard.onLease')}
          figure={formatMoney(orders.onLease.amount)}
          note={
            orders.onLease.change === null
              ? t('dashboard.orders', { count: orders.onLease.count })
              : t('dashboard.onLeaseNote', {
                  count: orders.onLease.count,
                  change: `${orders.onLease.change.startsWith('-') ? '' : '+'}${orders.onLease.change}`,
                })
          }
          to={addressOf(listOf.onLease())}
        />
      )}
      {plan?.due.map(({ days, count, amount, principal, today: dueToday }, index) => (
        <Tile
          key={days}
          icon="payment"
          title={t('dashboard.due', { days })}
          figure={formatMoney(amount)}
          note={
            index === 0
              ? t('dashboard.dueToday', { count, today: dueToday })
              : t('dashboard.duePrincipal', { count, amount: formatMoney(principal) })
          }
          tone={count === 0 ? 'quiet' : 'plain'}
          to={addressOf(listOf.due(today, days))}
        />
      ))}
      {plan && (
        <Tile
          icon="warning"
          title={t('dashboard.overdue')}
          figure={formatMoney(plan.overdue.amount)}
          note={
            plan.overdue.count === 0
              ? t('dashboard.noOverdue')
              : t('dashboard.overdueNote', { count: plan.overdue.count, days: plan.overdue.longestDays })
          }
          tone={plan.overdue.count === 0 ? 'quiet' : 'bad'}
          to={addressOf(listOf.overdue(today))}
        />
      )}
      {contracts && (
        <Tile
          icon="signature"
          title={t('dashboard.waiting')}
          figure={t('dashboard.papers', { count: contracts.waiting.count })}
          note={t('dashboard.waitingNote', { count: contracts.waiting.long })}
          tone={contracts.waiting.count === 0 ? 'quiet' : 'plain'}
          to={addressOf(listOf.waiting())}
        />
      )}
      {declared.map(({ key, icon, title, note, count, amount = '', list }) => (
        <Tile
          key={key}
          icon={icon}
          title={title}
          figure={formatMoney(amount)}
          note={note}
          tone={count === 0 ? 'quiet' : 'plain'}
          to={addressOf(list)}
        />
      ))}
    </Tiles>
  );
}

function CashFlow({ plan, today }: { plan: PlanFigures; today: string }) {
  const { t } = useTranslation();
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

/** Work that waits for people, with its oldest date. */
function Tasks({ figures }: { figures: Dashboard }) {
  const { orders, plan, contracts, today } = figures;
  const { t } = useTranslation();
  const addressOf = useListAddress();
  const declared = useCards(figures).filter(({ amount }) => amount === undefined);
  const tasks: { key: string; icon: IconName; title: string; note: string; count: number; list: ListQuery }[] = [];
  if (orders)
    tasks.push({
      key: 'vouchers',
      icon: 'receipt',
      title: t('dashboard.vouchers'),
      note: orders.vouchers.since
        ? t('dashboard.vouchersSince', { time: orders.vouchers.since.slice(0, 16) })
        : t('dashboard.nothingWaits'),
      count: orders.vouchers.count,
      list: listOf.vouchers(),
    });
  if (contracts)
    tasks.push({
      key: 'waitingLong',
      icon: 'signature',
      title: t('dashboard.waitingLong'),
      note: t('dashboard.waitingLongNote'),
      count: contracts.waiting.long,
      list: listOf.waitingLong(today),
    });
  if (plan)
    tasks.push({
      key: 'today',
      icon: 'payment',
      title: t('dashboard.payToday'),
      note: t('dashboard.payTodayNote', { amount: formatMoney(plan.today.amount) }),
      count: plan.today.count,
      list: listOf.due(today, 0),
    });
  tasks.push(...declared);
  return (
    <Card title={t('dashboard.tasks')}>
      <ul className={styles.tasks}>
        {tasks.map(({ key, icon, title, note, count, list }) => (
          <li key={key}>
            <Tile
              icon={icon}
              title={title}
              figure={String(count)}
              note={note}
              arrangement="line"
              to={addressOf(list)}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Ages({ plan, today }: { plan: PlanFigures; today: string }) {
  const { t } = useTranslation();
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

function Funnel({ contracts, today }: { contracts: ContractFigures; today: string }) {
  const { t } = useTranslation();
  const addressOf = useListAddress();
  const { sent } = contracts.funnel;
  const tones = { sent: 'main', signed: 'success', waiting: 'soft', refused: 'danger', expired: 'warning' } as const;
  return (
    <Card title={t('dashboard.funnel')} note={t('dashboard.funnelNote')}>
      <BarRows
        label={t('dashboard.funnel')}
        rows={funnelSteps.map((step) => {
          const count = contracts.funnel[step];
          const part = sent > 0 ? `${((100 * count) / sent).toFixed(1)}%` : '-';
          const name = t(`dashboard.step.${step}`);
          return {
            key: step,
            label: name,
            bar: { key: step, value: count, tone: step in tones ? tones[step as keyof typeof tones] : 'neutral' },
            figure: String(count),
            note: part,
            name: t('dashboard.stepName', { name, count, part }),
            to: addressOf(listOf.funnel(today, step)),
          };
        })}
      />
    </Card>
  );
}

function Products({ orders: { products, otherProducts } }: { orders: OrderFigures }) {
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

function States({ orders }: { orders: OrderFigures }) {
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

function Maturing({ plan, today }: { plan: PlanFigures; today: string }) {
  const { t } = useTranslation();
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

function Board({ figures }: { figures: Dashboard }): ReactNode {
  const { orders, plan, contracts, today } = figures;
  return (
    <>
      <Totals figures={figures} />
      <div className={styles.board}>
        {plan && (
          <div className={styles.wide}>
            <CashFlow plan={plan} today={today} />
          </div>
        )}
        <div className={styles.third}>
          <Tasks figures={figures} />
        </div>
        {plan && (
          <div className={styles.third}>
            <Ages plan={plan} today={today} />
          </div>
        )}
        {contracts && (
          <div className={styles.third}>
            <Funnel contracts={contracts} today={today} />
          </div>
        )}
        {orders && (
          <div className={styles.third}>
            <Products orders={orders} />
          </div>
        )}
        {orders && (
          <div className={styles.half}>
            <States orders={orders} />
          </div>
        )}
        {plan && (
          <div className={styles.half}>
            <Maturing plan={plan} today={today} />
          </div>
        )}
      </div>
    </>
  );
}

/** The container of /wel/dashboard: key figures, each of which opens its list. */
function DashboardPage() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { figures, isBusy, isLost }: DashboardState = useSelector(dashboard.selectors.all);
  const reload = () => dispatch(dashboard.actions.load());
  const isEmpty = figures && !figures.orders && !figures.plan && !figures.contracts && figures.cards.length === 0;
  return (
    <Page>
      <PageTitle
        title={t('dashboard.title')}
        end={<IconButton icon="arrow-clockwise" label={t('welcome.refresh')} aria-busy={isBusy} onClick={reload} />}
      >
        {figures && (
          <span className={text.caption}>
            {t('welcome.day', { date: figures.today, weekday: t(`welcome.weekday.${weekday(figures.today) as 1}`) })}
            {' · '}
            {t('welcome.asOf', { time: figures.asOf.slice(11, 16) })}
          </span>
        )}
      </PageTitle>
      {isLost && !figures && (
        <EmptyState kind="network" title={t('welcome.lost')}>
          <Button icon="arrow-clockwise" onClick={reload}>
            {t('crud.retry')}
          </Button>
        </EmptyState>
      )}
      {!isLost && !figures && <CardSkeleton lines={8} />}
      {isEmpty && <EmptyState kind="forbidden" title={t('welcome.nothing')} text={t('welcome.nothingText')} />}
      {figures && !isEmpty && <Board figures={figures} />}
    </Page>
  );
}

export const feature: Feature = {
  name: 'dashboard',
  slices: [dashboard],
  saga: dashboardSaga,
  pages: { '': DashboardPage },
};
