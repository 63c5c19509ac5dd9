import { type KeyboardEvent, useRef, useState } from 'react';
import { isDate, isDateTime } from '../../../contract/domain/calendar';
import { dayIn, momentIn } from '../../../contract/domain/reading/days';
import styles from './dates.module.css';
import { FieldNote, TextInput, type TextInputProps } from './fields';
import { PickButton } from './PickButton';
import { useTyped } from './typed';
import { useWiring } from './wiring';

/** Letters that fit in: a moment in Chinese, with blanks, that is pasted. */
const longest = 30;

export interface DateInputProps extends Omit<TextInputProps, 'prefix' | 'suffix' | 'ref'> {
  /** `yyyy-MM-dd`, '' for none, or a date that is still being typed. */
  value: string;
  onChange(value: string): void;
  /** Accessible name of the calendar's button. */
  pickLabel: string;
  min?: string;
  max?: string;
}

/**
 * A date as text. Fluent's date picker holds a Date and parses on blur; the text lets the form validate an incomplete date
 * like every other field. Alt and the down arrow open the calendar.
 */
export function DateInput({
  value,
  onChange,
  pickLabel,
  min,
  max,
  placeholder = 'yyyy-MM-dd',
  onBlur,
  ...rest
}: DateInputProps) {
  const { input: typed } = useTyped((text) => dayIn(text) ?? text, { value, onChange, onBlur });
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isFixed = rest.readOnly || rest.disabled;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    rest.onKeyDown?.(event);
    if (isFixed || event.key !== 'ArrowDown' || !event.altKey) return;
    event.preventDefault();
    setOpen(true);
  };
  const pick = (date: string) => {
    onChange(date);
    input.current?.focus();
  };
  return (
    <TextInput
      {...rest}
      {...typed}
      ref={input}
      inputMode="numeric"
      maxLength={longest}
      placeholder={placeholder}
      onKeyDown={onKeyDown}
      suffix={
        isFixed ? undefined : (
          <PickButton {...{ label: pickLabel, value, min, max, isOpen }} field={input} onOpen={setOpen} onPick={pick} />
        )
      }
    />
  );
}

export interface DateRangeProps {
  value: { from: string; to: string };
  onChange(value: { from: string; to: string }): void;
  /** `bad`: shown below when one of the two is no date. */
  words: { from: string; to: string; pick: string; bad: string };
  id?: string;
}

export function DateRange({ value, onChange, words, id }: DateRangeProps) {
  const wiring = useWiring({ id });
  /** Ends that are judged, because they are no longer being typed. */
  const [judged, setJudged] = useState({ from: false, to: false });
  const judge = (name: 'from' | 'to', is: boolean) => setJudged((now) => ({ ...now, [name]: is }));
  const isBad = (name: 'from' | 'to') => judged[name] && value[name] !== '' && !isDate(value[name]);
  const end = (name: 'from' | 'to') => (
    <DateInput
      aria-invalid={isBad(name) || undefined}
      aria-describedby={isBad(name) ? `${wiring.id}-bad` : undefined}
      onBlur={() => judge(name, true)}
      onKeyDown={({ key }) => key === 'Enter' && judge(name, true)}
      id={name === 'from' ? wiring.id : `${wiring.id}-to`}
      aria-label={words[name]}
      placeholder={words[name]}
      pickLabel={`${words.pick} ${words[name]}`}
      min={name === 'to' ? value.from : undefined}
      value={value[name]}
      onChange={(date) => {
        judge(name, false);
        onChange({ ...value, [name]: date });
      }}
    />
  );
  return (
    <span className={styles.range} data-range>
      {end('from')}
      {end('to')}
      {(isBad('from') || isBad('to')) && (
        <FieldNote id={`${wiring.id}-bad`} tone="problem">
          {words.bad}
        </FieldNote>
      )}
    </span>
  );
}

const shortest = 'yyyy-MM-dd HH:mm'.length;
/** The time of a day that is picked before one was typed. */
const usualTime = '09:00:00';

/**
 * A date and time as text, to the minute: `yyyy-MM-dd HH:mm:ss`, '' for none, or what is still being typed. The calendar
 * sets the day and keeps the time.
 */
export function DateTimeInput({ value, onChange, onBlur, pickLabel, min, max, placeholder, ...rest }: DateInputProps) {
  const { input: typed } = useTyped((text) => momentIn(text) ?? text, {
    ...{ value, onChange, onBlur },
    // Seconds are not shown.
    shown: isDateTime(value) ? value.slice(0, shortest) : value,
  });
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isFixed = rest.readOnly || rest.disabled;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    rest.onKeyDown?.(event);
    if (isFixed || event.key !== 'ArrowDown' || !event.altKey) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <TextInput
      {...rest}
      {...typed}
      ref={input}
      maxLength={longest}
      placeholder={placeholder ?? 'yyyy-MM-dd HH:mm'}
      onKeyDown={onKeyDown}
      suffix={
        isFixed ? undefined : (
          <PickButton
            {...{ label: pickLabel, value: value.slice(0, 10), min, max, isOpen }}
            field={input}
            onOpen={setOpen}
            onPick={(date) => {
              onChange(`${date} ${/ \d\d:\d\d:\d\d$/.exec(value)?.[0].trim() ?? usualTime}`);
              input.current?.focus();
            }}
          />
        )
      }
    />
  );
}
