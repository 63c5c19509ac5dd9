import { type KeyboardEvent, useRef, useState } from 'react';
import type { DateInputProps } from './dates';
import { TextInput } from './fields';
import { PickButton } from './PickButton';

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
