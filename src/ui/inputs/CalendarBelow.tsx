import {
  Calendar,
  type CalendarProps,
  type CalendarStrings,
  DayOfWeek,
  DEFAULT_DATE_FORMATTING,
  type ICalendar,
} from '@fluentui/react-calendar-compat';
import { use, useEffect, useMemo, useRef } from 'react';
import { Today } from '../layout/today';
import { PanelBelow } from '../overlays/menus';

export interface CalendarBelowProps {
  /** The calendar opens below it, in the language of its page. */
  opener: HTMLElement;
  label: string;
  /** Gets the focus back. */
  field: HTMLElement | null;
  /** Like `min` and `max` `yyyy-MM-dd`; any other text counts as none. */
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  onPick(date: string): void;
  onClose(): void;
}

function dateOf(text: string | undefined): Date | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text ?? '') ?? [];
  return year ? new Date(Number(year), Number(month) - 1, Number(day)) : undefined;
}
function textOf(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

/** The words of a calendar, which the browser knows in every language. */
function wordsOf(language: string): CalendarStrings {
  const named = (options: Intl.DateTimeFormatOptions, dates: Date[]) =>
    dates.map((date) => new Intl.DateTimeFormat(language, options).format(date));
  const months = Array.from({ length: 12 }, (_, month) => new Date(2026, month, 1));
  const days = Array.from({ length: 7 }, (_, day) => new Date(2026, 1, 1 + day)); // Fluent begins with Sunday
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const [lastMonth, nextMonth] = [relative.format(-1, 'month'), relative.format(1, 'month')];
  const [lastYear, nextYear] = [relative.format(-1, 'year'), relative.format(1, 'year')];
  return {
    months: named({ month: 'long' }, months),
    shortMonths: named({ month: 'short' }, months),
    days: named({ weekday: 'long' }, days),
    shortDays: named({ weekday: 'narrow' }, days),
    goToToday: relative.format(0, 'day'),
    prevMonthAriaLabel: lastMonth,
    nextMonthAriaLabel: nextMonth,
    prevYearAriaLabel: lastYear,
    nextYearAriaLabel: nextYear,
    prevYearRangeAriaLabel: `${lastYear} × 12`,
    nextYearRangeAriaLabel: `${nextYear} × 12`,
  };
}

/** Fluent puts the name of a month before its year in every language. */
function formatOf(language: string) {
  const title = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long' });
  return { ...DEFAULT_DATE_FORMATTING, formatMonthYear: (date: Date) => title.format(date) };
}

/** Gets the focus when it appears, which is after the panel around it has been loaded. */
function FocusedCalendar(props: CalendarProps) {
  const calendar = useRef<ICalendar>(null);
  useEffect(() => calendar.current?.focus(), []);
  return <Calendar {...props} componentRef={calendar} />;
}

/** Chooses a day of a month. The focus goes to the chosen day, or to the business date. */
export function CalendarBelow({ opener, field, label, value, min, max, onPick, onClose }: CalendarBelowProps) {
  const today = dateOf(use(Today));
  const { lang } = opener.ownerDocument.documentElement;
  const words = useMemo(() => wordsOf(lang), [lang]);
  const format = useMemo(() => formatOf(lang), [lang]);
  const [from, to] = [dateOf(min), dateOf(max)];
  return (
    <PanelBelow opener={opener} focusTo={field ?? opener} label={label} onClose={onClose}>
      <FocusedCalendar
        {...(today ? { today } : {})}
        {...(from ? { minDate: from } : {})}
        {...(to ? { maxDate: to } : {})}
        value={dateOf(value)}
        firstDayOfWeek={DayOfWeek.Monday}
        isMonthPickerVisible={false}
        strings={words}
        dateTimeFormatter={format}
        onDismiss={onClose}
        onSelectDate={(date) => onPick(textOf(date))}
      />
    </PanelBelow>
  );
}
