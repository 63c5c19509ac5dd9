import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { Icon } from '../../../ui/icons/Icon';
import { Button, IconButton } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import styles from './DueCalendar.module.css';

export interface DueDay {
  /** yyyy-MM-dd */
  date: string;
  /** Day of the month. */
  day: number;
  inMonth: boolean;
  isToday: boolean;
  isPicked: boolean;
  /** Number of open payments. */
  count: number;
  /** Short amount: 89.4万. */
  amountText: string;
  state: 'paid' | 'due' | 'overdue' | 'none';
  /** Accessible name of the day: 2026-11-20，待付 17 笔，894,232.91 元. */
  label: string;
}

export interface DueCalendarProps {
  /** Title of the month. */
  month: string;
  weeks: readonly (readonly DueDay[])[];
  /** `isMore`: toggles this day in the selection. */
  onPick(date: string, isMore: boolean): void;
  /** -1 or 1 month. */
  onMonth(delta: number): void;
  onToday(): void;
  /** Whether only the month and its buttons are shown. */
  isFolded: boolean;
  onFold(isFolded: boolean): void;
  words: {
    previous: string;
    next: string;
    today: string;
    fold: string;
    unfold: string;
    /** Seven weekdays, in their order. */
    weekdays: readonly string[];
    paid: string;
    overdue: string;
    count: string;
    /** Hint on how to select several days. */
    more: string;
  };
}

const stepOf: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** Touch input has no Ctrl key, so each tap toggles a day. */
function wantsMore({ ctrlKey, metaKey, shiftKey, nativeEvent }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || (nativeEvent as Partial<PointerEvent>).pointerType === 'touch';
}

/** Payments due by day of a month. Arrow keys move between days, Enter and Space select, with Ctrl several. */
export function DueCalendar({ month, weeks, onPick, onMonth, onToday, isFolded, onFold, words }: DueCalendarProps) {
  const days = weeks.flat();
  const [focused, setFocused] = useState<string | null>(null);
  const reachable = (
    days.find(({ date }) => date === focused) ??
    days.find(({ isToday }) => isToday) ??
    days.find(({ inMonth }) => inMonth)
  )?.date;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const date = (event.target as HTMLElement).dataset.date;
    if (date && event.ctrlKey && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault(); // Browsers fire no click for Space with Ctrl.
      return onPick(date, true);
    }
    const step = stepOf[event.key];
    if (step === undefined) return;
    const next = days[days.findIndex((day) => day.date === date) + step];
    if (!next) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>(`[data-date="${next.date}"]`)?.focus();
  };

  return (
    <Card
      title={month}
      isLive
      variant="flush"
      aside={
        <>
          <IconButton icon="chevron-left" label={words.previous} onClick={() => onMonth(-1)} />
          <Button size="small" onClick={onToday}>
            {words.today}
          </Button>
          <IconButton icon="chevron-right" label={words.next} onClick={() => onMonth(1)} />
          <IconButton
            icon={isFolded ? 'chevron-down' : 'chevron-up'}
            label={isFolded ? words.unfold : words.fold}
            aria-expanded={!isFolded}
            onClick={() => onFold(!isFolded)}
          />
        </>
      }
    >
      {!isFolded && (
        <>
          <table className={`${styles.days} ${arrange.noPrint}`} aria-label={month} onKeyDown={onKeyDown}>
            <thead>
              <tr>
                {words.weekdays.map((weekday) => (
                  <th key={weekday} scope="col">
                    {weekday}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeks.map((week) => (
                <tr key={week[0]?.date}>
                  {week.map((day) => (
                    <td key={day.date}>
                      <button
                        type="button"
                        className={[styles.day, styles[`day-${day.state}`], !day.inMonth && styles.isOutside]
                          .filter(Boolean)
                          .join(' ')}
                        data-date={day.date}
                        tabIndex={day.date === reachable ? 0 : -1}
                        aria-label={day.label}
                        aria-pressed={day.isPicked}
                        aria-current={day.isToday ? 'date' : undefined}
                        onFocus={() => setFocused(day.date)}
                        onClick={(event) => onPick(day.date, wantsMore(event))}
                      >
                        <span className={arrange.between}>
                          <b>{day.day}</b>
                          {day.state === 'paid' && <Icon name="checkmark" size={12} className={text.good} />}
                          {day.state === 'overdue' && <Icon name="warning-f" size={12} className={text.bad} />}
                          {day.state === 'due' && <span>{day.count}</span>}
                        </span>
                        <span className={styles.amount}>{day.amountText}</span>
                      </button>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <footer className={`${arrange.row} ${arrange.noPrint} ${styles.legend} ${text.caption}`}>
            <span className={arrange.line}>
              <Icon name="checkmark" size={12} className={text.good} />
              {words.paid}
            </span>
            <span className={arrange.line}>
              <Icon name="warning-f" size={12} className={text.bad} />
              {words.overdue}
            </span>
            <span>{words.count}</span>
            <span>{words.more}</span>
          </footer>
        </>
      )}
    </Card>
  );
}
