import { useState } from 'react';
import type { IconName } from '../../../contract/domain/icons/names';
import { icons } from '../icons/icons';
import { ComboInput } from './ComboInput';

export interface IconInputProps {
  /** Name of an icon, '' for none. */
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  readOnly?: boolean;
  placeholder?: string;
  words: { none: string; found(count: number): string; clear: string };
}

/** Filled variants mark a state and are not offered. */
const glyphs = (Object.keys(icons) as IconName[])
  .filter((name) => !name.endsWith('-f'))
  .map((name) => ({ value: name, label: name, glyph: name }));

/** Chooses an icon by its picture or a part of its name. */
export function IconInput({ value, onChange, ...rest }: IconInputProps) {
  const [query, setQuery] = useState('');
  return (
    <ComboInput
      {...rest}
      value={value}
      label={value}
      options={glyphs.filter(({ label }) => label.includes(query.trim().toLowerCase()))}
      onQuery={setQuery}
      onPick={(option) => onChange(option?.value ?? '')}
    />
  );
}
