import { useState } from 'react';
import { type IconName, icons } from '../icons/icons';
import { ComboInput } from './ComboInput';

export interface IconInputProps {
  /** Name of a glyph, '' for none. */
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  id?: string;
  readOnly?: boolean;
  placeholder?: string;
  words: { none: string; found(count: number): string; clear: string };
}

/** Filled shapes say that something is on: they are no pictures of their own. */
const glyphs = (Object.keys(icons) as IconName[])
  .filter((name) => !name.endsWith('-f'))
  .map((name) => ({ value: name, label: name, glyph: name }));

/** One glyph out of all, by its picture or by a part of its name. */
export function IconInput({ value, onChange, ...rest }: IconInputProps) {
  const [sought, setSought] = useState('');
  return (
    <ComboInput
      {...rest}
      value={value}
      label={value}
      options={glyphs.filter(({ label }) => label.includes(sought.trim().toLowerCase()))}
      onQuery={setSought}
      onPick={(option) => onChange(option?.value ?? '')}
    />
  );
}
