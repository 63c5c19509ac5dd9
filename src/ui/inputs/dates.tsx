import { type KeyboardEvent, useRef, useState } from 'react';
import { isDate } from '../../../contract/domain/calendar';
import styles from './dates.module.css';
import { FieldNote, TextInput, type TextInputProps } from './fields';
import { plainNumber } from './numbers';
import { PickButton } from './PickButton';
import { useWiring } from './wiring';

/** A typed date with hyphens as separators: of 2026/5/15, 2026年5月15日. */
function plainDate(typed: string): string {
  return plainNumber(typed)
    .replace(/[/.年月]/g, '-')
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
