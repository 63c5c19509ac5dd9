import { useRef } from 'react';
import styles from './dates.module.css';
import { TextInput, type TextInputProps } from './fields';
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
 * like every other field.
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
      suffix={
        rest.readOnly || rest.disabled ? undefined : (
          <PickButton label={pickLabel} value={value} min={min} max={max} onPick={pick} />
        )
      }
    />
  );
}

export interface DateRangeProps {
  value: { from: string; to: string };
  onChange(value: { from: string; to: string }): void;
  words: { from: string; to: string; pick: string };
  id?: string;
}

export function DateRange({ value, onChange, words, id }: DateRangeProps) {
  const wiring = useWiring({ id });
  const end = (name: 'from' | 'to') => (
    <DateInput
      id={name === 'from' ? wiring.id : `${wiring.id}-to`}
      aria-label={words[name]}
      placeholder={words[name]}
      pickLabel={`${words.pick} ${words[name]}`}
      min={name === 'to' ? value.from : undefined}
      value={value[name]}
      onChange={(date) => onChange({ ...value, [name]: date })}
    />
  );
  return (
    <span className={styles.range} data-range>
      {end('from')}
      {end('to')}
    </span>
  );
}
