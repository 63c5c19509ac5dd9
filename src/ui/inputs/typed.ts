import { type FocusEvent, useState } from 'react';

export interface TypedOptions {
  value: string;
  /** Shown in place of the value until something is typed. */
  shown?: string;
  onChange(value: string): void;
  onBlur?: ((event: FocusEvent<HTMLInputElement>) => void) | undefined;
}

/** What is typed stays until the input is left, so that it may be written in any way; the value is what it says. */
export function useTyped(read: (text: string) => string, { value, shown = value, onChange, onBlur }: TypedOptions) {
  const [typed, setTyped] = useState<string | null>(null);
  const input = {
    value: typed === null ? shown : read(typed) === value ? typed : value,
    onChange(text: string) {
      setTyped(text);
      onChange(read(text));
    },
    onBlur(event: FocusEvent<HTMLInputElement>) {
      setTyped(null);
      onBlur?.(event);
    },
  };
  return { input, isTyped: typed !== null };
}
