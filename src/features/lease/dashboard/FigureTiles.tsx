import { mixOf } from '../../../../contract/domain/lifecycle/direction';
import { formatMoney } from '../../../../contract/domain/money';
import { label, textIn } from '../../../../contract/domain/text';
import { moduleNamed } from '../../../../contract/modules';
import { cardList, type Dashboard, type ListQuery, listOf } from '../../../../contract/wire/figures';
import type { IconName } from '../../../ui/icons/Icon';
import { Tile, Tiles } from '../../../ui/layout/home';
import { Card } from '../../../ui/layout/surfaces';
import { useFormat } from '../../crud/useFormat';
import { useDirected } from '../direction/directed';
import { useListAddress } from './charting';
import styles from './FigureTiles.module.css';

/** Titles of the cards in the current language. */
function useCards({ cards, today }: Pick<Dashboard, 'cards' | 'today'>) {
  const { language } = useFormat();
  return cards.flatMap(({ module: of, name, count, amount }) => {
    const module = moduleNamed(of);
    const card = module?.cards?.[name];
    if (!module || !card) return [];
    return {
      key: `${of}.${name}`,
      icon: card.icon,
      title: textIn(label(...card.title), language),
      note: card.note ? textIn(label(...card.note), language) : '',
      count,
      amount,
      list: cardList(module, card, today),
    };
  });
}

export function Totals({ figures }: { figures: Dashboard }) {
  const { orders, plan, contracts, today } = figures;
  const t = useDirected(mixOf(plan?.directions ?? []));
  const addressOf = useListAddress();
  const declared = useCards(figures).filter(({ amount }) => amount !== undefined);
  return (
    <div className={styles.totals}>
      <Tiles label={t('dashboard.figures')}>
        {orders && (
          <Tile
            icon="wallet"
            title={t('dashboard.onLease')}
            figure={formatMoney(orders.onLease.amount)}
            note={
              orders.onLease.change === null || orders.onLease.change === undefined
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
    </div>
  );
}

/** Work that waits for people, with its oldest date. */
export function Tasks({ figures }: { figures: Dashboard }) {
  const { orders, plan, contracts, today } = figures;
  const t = useDirected(mixOf(plan?.directions ?? []));
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
        : orders.vouchers.count === 0
          ? t('dashboard.nothingWaits')
          : '',
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
