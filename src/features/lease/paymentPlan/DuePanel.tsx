import { useDispatch, useSelector } from 'react-redux';
import { addMonths, monthGrid } from '../../../../contract/domain/calendar';
import { directionName } from '../../../../contract/domain/lifecycle/direction';
import { formatMoney } from '../../../../contract/domain/money';
import { preferences } from '../../../store/preferences';
import { LinkButton } from '../../../ui/inputs/LinkButton';
import { arrange } from '../../../ui/layout/arrange';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { useDirected } from '../direction/directed';
import { DueCalendar, type DueDay } from './DueCalendar';
import styles from './DuePanel.module.css';
import { banksOf, type PaymentsState, payments } from './paymentsSlice';
import { amountOrDash, shortAmount } from './words';

const { actions: at } = payments;

/** A label with count and amount, in three columns. */
function Tally({
  items,
}: {
  items: readonly { key: string; name: string; count: number; amount?: string | undefined; tone?: 'good' | 'bad' }[];
}) {
  const t = useDirected(useSelector(payments.selectors.mix));
  return (
    <dl className={`${arrange.list} ${styles.tally}`}>
      {items.map(({ key, name, count, amount, tone }) => (
        <div key={key}>
          <dt className={`${text.ellipsis} ${text.grow}`} title={name}>
            {name}
          </dt>
          <dd className={text.caption}>{t('payments.tallyCount', { count })}</dd>
          <dd className={tone && count > 0 ? text[tone] : undefined}>{amountOrDash(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The calendar of due payments, its sums, and the banks of the selection. */
export function DuePanel({ state }: { state: PaymentsState }) {
  const t = useDirected(useSelector(payments.selectors.mix));
  const dispatch = useDispatch();
  const language = useSelector(preferences.selectors.language);
  const { screenClass } = useSelector(preferences.selectors.all);
  // On a narrow screen the panel stands above the rows, so the calendar starts collapsed.
  const isFolded = state.isFolded ?? screenClass < 3;
  const { month, today, scope, calendar, direction } = state;
  const isShown = (one: { direction?: number }) => directionName(one.direction) === directionName(direction);
  const side = state.overview?.sides?.find(isShown);
  const [year, number] = month.split('-');
  const monthName = t('payments.monthNames').split(',')[Number(number) - 1] ?? '';

  const dayOf = (date: string): DueDay => {
    const figures =
      calendar?.month === month ? calendar.days.find((one) => one.date === date && isShown(one)) : undefined;
    const { due = 0, dueAmount = '0', paid = 0, paidAmount = '0' } = figures ?? {};
    const kind = due > 0 ? (date < today ? 'overdue' : 'due') : paid > 0 ? 'paid' : 'none';
    const amount = due > 0 ? dueAmount : paidAmount;
    return {
      date,
      day: Number(date.slice(8)),
      inMonth: date.startsWith(month),
      isToday: date === today,
      isPicked: scope.kind === 'days' && scope.days.includes(date),
      count: due,
      amountText: kind === 'none' ? '' : shortAmount(amount, language),
      state: kind,
      label: t(`payments.day_${kind}`, { date, count: due, amount: formatMoney(amount) }),
    };
  };
  const turn = (delta: number) => dispatch(at.showMonth(addMonths(`${month}-01`, delta).slice(0, 7)));
  const banks = banksOf(state);

  return (
    <div className={`${arrange.stack} ${styles.side}`}>
      <DueCalendar
        month={t('payments.month', { year, name: monthName })}
        weeks={monthGrid(month).map((week) => week.map(dayOf))}
        onPick={(date, isMore) => dispatch(at.lookAt({ date, isMore }))}
        onMonth={turn}
        onToday={() => dispatch(at.lookAtToday())}
        isFolded={isFolded}
        onFold={(fold) => dispatch(at.fold(fold))}
        words={{
          previous: t('payments.previousMonth'),
          next: t('payments.nextMonth'),
          today: t('payments.today'),
          fold: t('payments.foldCalendar'),
          unfold: t('payments.unfoldCalendar'),
          weekdays: t('payments.weekdays').split(','),
          paid: t('payments.legendPaid'),
          overdue: t('payments.legendOverdue'),
          count: t('payments.legendCount'),
          more: t('payments.legendMore'),
        }}
      />
      <Card title={t('payments.overview')}>
        {state.lost.figures && (
          <MessageBar
            tone="danger"
            action={<LinkButton onClick={() => dispatch(at.showMonth(month))}>{t('frame.retry')}</LinkButton>}
          >
            {t('payments.figuresLost')}
          </MessageBar>
        )}
        {side && (
          <Tally
            items={[
              {
                key: 'today',
                name: t('payments.dueToday'),
                count: side.todayCount,
                amount: side.todayAmount,
              },
              {
                key: 'overdue',
                name: t('payments.overdueUnpaid'),
                count: side.overdueCount,
                amount: side.overdueAmount,
                tone: 'bad',
              },
              { key: 'week', name: t('payments.dueWeek'), count: side.weekCount, amount: side.weekAmount },
              {
                key: 'paid',
                name: t('payments.paidMonth'),
                count: side.paidCount,
                amount: side.paidAmount,
                tone: 'good',
              },
            ]}
          />
        )}
        {banks.length > 0 && (
          <section className={styles.banks} aria-label={t('payments.byBank')}>
            <h3 className={text.caption}>{t('payments.byBank')}</h3>
            <Tally
              items={banks.map(({ bankName, count, totalAmount }) => ({
                key: bankName,
                name: bankName,
                count,
                amount: totalAmount,
              }))}
            />
          </section>
        )}
      </Card>
    </div>
  );
}
