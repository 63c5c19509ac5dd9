import { useTranslation } from 'react-i18next';
import { directionName } from '../../../../contract/domain/lifecycle/direction';
import { formatMoney } from '../../../../contract/domain/money';
import { type Dashboard, type ListQuery, listOf } from '../../../../contract/wire/figures';
import { Icon, type IconName } from '../../../ui/icons/Icon';
import { arrange } from '../../../ui/layout/arrange';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { BlockLink } from '../../../ui/navigation/links';
import { sideIn, sidesOf, useListAddress } from './charting';
import { useCards } from './FigureTiles';
import styles from './Tasks.module.css';

interface Task {
  key: string;
  icon: IconName;
  title: string;
  note: string;
  count: number;
  list: ListQuery;
}

function useTasks(figures: Dashboard): Task[] {
  const { orders, plan, contracts, today } = figures;
  const { t } = useTranslation();
  const declared = useCards(figures).filter(({ amount }) => amount === undefined);
  const tasks: Task[] = [];
  if (orders)
    tasks.push({
      key: 'vouchers',
      icon: 'receipt',
      title: t('dashboard.vouchers'),
      note: orders.vouchers.since ? t('dashboard.vouchersSince', { time: orders.vouchers.since.slice(0, 16) }) : '',
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
  for (const direction of sidesOf(figures)) {
    const due = sideIn(plan, direction)?.today;
    if (!due) continue;
    const isCollect = directionName(direction) === 'collect';
    tasks.push({
      key: `today${direction}`,
      icon: 'payment',
      title: t(isCollect ? 'dashboard.payToday_collect' : 'dashboard.payToday'),
      note: t('dashboard.payTodayNote', { amount: formatMoney(due.amount) }),
      count: due.count,
      list: listOf.due(direction, today, 0),
    });
  }
  return [...tasks, ...declared].filter(({ count }) => count > 0);
}

/** Work that waits for people, with its oldest date. */
export function Tasks({ figures }: { figures: Dashboard }) {
  const { t } = useTranslation();
  const addressOf = useListAddress();
  const tasks = useTasks(figures);
  return (
    <Card title={t('dashboard.tasks')}>
      {tasks.length === 0 && <p className={text.caption}>{t('dashboard.nothingWaits')}</p>}
      <ul className={styles.tasks}>
        {tasks.map(({ key, icon, title, note, count, list }) => (
          <li key={key}>
            <BlockLink to={addressOf(list)} className={styles.task}>
              <Icon name={icon} className={text.brand} />
              <span className={`${arrange.column} ${styles.words}`}>
                <span className={text.ellipsis}>{title}</span>
                <span className={`${text.caption} ${text.ellipsis}`}>{note}</span>
              </span>
              <span className={text.strong}>{count}</span>
            </BlockLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}
