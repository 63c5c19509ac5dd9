import { type KeyboardEvent, useRef, useState } from 'react';
import { isDate } from '../../../contract/domain/calendar';
import { plainCharacters } from '../../../contract/domain/reading/characters';
import styles from './dates.module.css';
import { FieldNote, TextInput, type TextInputProps } from './fields';
import { PickButton } from './PickButton';
import { useWiring } from './wiring';

/** A typed date with hyphens as separators: of 2026/5/15, 2026年5月15日. */
function plainDate(typed: string): string {
  return plainCharacters(typed)
    .replace(/\s/g, '')
    .replace(/[/.。年月]/g, '-')
    .replace(/日/g, '');
}

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
  ...rest
}: DateInputProps) {
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
      ref={input}
      inputMode="numeric"
      maxLength={10}
      placeholder={placeholder}
      value={value}
      onChange={(typed) => onChange(plainDate(typed))}
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

/** `2026/5/15 9:30` and `2026年5月15日 9：30` with the separators of the wire. */
function plainMoment(typed: string): string {
  return typed
    .normalize('NFKC') // digits and colons as wide as Chinese characters
    .replace(/[/.年月]/g, '-')
    .replace(/日 */g, ' ');
}

/** A complete minute gets its seconds; anything else stays as it is typed, for the validation to judge. */
function whole(typed: string): string {
  const [, year, month, day, hour, minute] =
    /^(\d{4})-(\d{1,2})-(\d{1,2}) +(\d{1,2}):(\d{2})$/.exec(typed.trim()) ?? [];
  if (!year) return typed;
  const two = (text = '') => text.padStart(2, '0');
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${minute}:00`;
}

/**
 * A date and time as text, to the minute: `yyyy-MM-dd HH:mm:ss`, '' for none, or what is still being typed. The calendar
 * sets the day and keeps the time.
 */
export function DateTimeInput({ value, onChange, onBlur, pickLabel, min, max, placeholder, ...rest }: DateInputProps) {
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
      ref={input}
      maxLength={shortest}
      placeholder={placeholder ?? 'yyyy-MM-dd HH:mm'}
      value={value.slice(0, shortest)}
      onChange={(typed) => onChange(plainMoment(typed))}
      onBlur={(event) => {
        if (whole(value) !== value) onChange(whole(value));
        else onBlur?.(event);
      }}
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
