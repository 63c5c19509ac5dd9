import { useState } from 'react';
import { ComboInput } from '../../../ui/inputs/ComboInput';
import { RemovableChip } from '../../../ui/inputs/RemovableChip';
import { arrange } from '../../../ui/layout/arrange';
import { useSay } from './say';

/** A role, a post or a tenant by what files and calls name it. */
export interface Named {
  code: string;
  title: string;
}

interface NamedInputProps {
  codes: readonly string[];
  offered: readonly Named[];
  placeholder: string;
  onChange(codes: string[]): void;
}
/** Several of a list, by their codes; a code that the list does not have is shown as it is. */
export function NamedInput({ codes, offered, placeholder, onChange }: NamedInputProps) {
  const say = useSay();
  const [sought, setSought] = useState('');
  const titleOf = (code: string) => offered.find((one) => one.code === code)?.title ?? code;
  const text = sought.trim().toLowerCase();
  const found = offered.filter(
    ({ code, title }) => !codes.includes(code) && `${title}\n${code}`.toLowerCase().includes(text),
  );
  return (
    <span className={arrange.row}>
      {codes.map((code) => (
        <RemovableChip
          key={code}
          removeLabel={say('removeOne', { name: titleOf(code) })}
          onRemove={() => onChange(codes.filter((one) => one !== code))}
        >
          {titleOf(code)}
        </RemovableChip>
      ))}
      <ComboInput
        value=""
        label=""
        placeholder={placeholder}
        options={found.map(({ code, title }) => ({ value: code, label: title, note: code }))}
        onQuery={setSought}
        onPick={(option) => option && onChange([...codes, option.value])}
        words={{ none: say('none'), found: (count) => say('foundCount', { count }), clear: say('clear') }}
      />
    </span>
  );
}
