import { Combobox, Option as FluentOption } from '@fluentui/react-components';
import { useState } from 'react';
import { Icon } from '../icons/Icon';
import { text } from '../layout/text';
import styles from './ComboInput.module.css';
import type { Option } from './choices';
import { TextInput } from './fields';
import { useControl } from './wiring';

export interface ComboInputProps {
  /** Value of the chosen option, '' for none. */
  value: string;
  /** What the chosen option is called. */
  label: string;
  /** What the last query found. */
  options: readonly Option[];
  /** The text typed so far; also '' when the list is opened. */
  onQuery(text: string): void;
  /** null when the choice was cleared. */
  onPick(option: Option | null): void;
  /** An answer is awaited: the old options stay. */
  busy?: boolean;
  /** Why the last query has no answer, and the word that asks it again. */
  trouble?: { text: string; retry: string };
  placeholder?: string;
  id?: string;
  readOnly?: boolean;
  onBlur?(): void;
  /** `none` is shown when a query finds nothing, `found` is read out. */
  words: { none: string; found(count: number): string; clear: string };
}

/** One record chosen out of many by typing a part of its name. The search itself is the caller's. */
export function ComboInput({
  value,
  label,
  options,
  onQuery,
  onPick,
  busy = false,
  trouble,
  placeholder,
  readOnly = false,
  words,
  ...rest
}: ComboInputProps) {
  const wiring = useControl(rest);
  /** null while closed; otherwise what has been typed. */
  const [typed, setTyped] = useState<string | null>(null);
  if (readOnly) return <TextInput {...rest} readOnly value={label} onChange={() => {}} />;
  const isOpen = typed !== null;
  const isNothing = isOpen && options.length === 0 && !busy;
  const nothing = trouble?.text ?? words.none;
  return (
    <>
      <Combobox
        {...wiring}
        autoComplete="off"
        className={styles.combo}
        listbox={{ className: busy ? styles.busy : undefined }}
        aria-busy={busy}
        clearable
        // The keys of the field open the list, so the arrow is no stop of its own and nothing to be read.
        expandIcon={{ tabIndex: -1, role: undefined, 'aria-hidden': true, 'aria-label': ' ' }}
        clearIcon={{ 'aria-label': words.clear, title: words.clear }}
        inlinePopup
        positioning={{ matchTargetSize: 'width', autoSize: 'height' }}
        placeholder={isOpen && label ? label : placeholder}
        value={typed ?? label}
        open={isOpen}
        // While open nothing counts as chosen: Fluent would take the choice back at the first letter typed.
        selectedOptions={!isOpen && value !== '' ? [value] : []}
        onOpenChange={(_, { open }) => {
          setTyped(open ? '' : null);
          if (open) onQuery('');
        }}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          onQuery(currentTarget.value);
        }}
        onOptionSelect={(_, { optionValue }) => {
          setTyped(null);
          onPick(options.find((option) => option.value === optionValue) ?? null);
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter' && isNothing && trouble) onQuery(typed);
        }}
        onBlur={rest.onBlur}
      >
        {options.map((option) => (
          <FluentOption
            key={option.value}
            value={option.value}
            text={option.label}
            disabled={option.disabled ?? false}
            checkIcon={null}
          >
            {option.glyph && <Icon name={option.glyph} />}
            <span className={`${text.ellipsis} ${text.grow}`}>{option.label}</span>
            {option.note && <span className={text.caption}>{option.note}</span>}
          </FluentOption>
        ))}
        {isNothing && (
          <div className={styles.none}>
            {nothing}
            {trouble && (
              <button
                type="button"
                className={text.link}
                // Enter in the field does the same, so it is no stop of its own.
                tabIndex={-1}
                // The focus stays in the field: it would be lost with this button.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onQuery(typed)}
              >
                {trouble.retry}
              </button>
            )}
          </div>
        )}
      </Combobox>
      <span role="status" className={text.unseen}>
        {isOpen && !busy ? (isNothing ? nothing : words.found(options.length)) : ''}
      </span>
    </>
  );
}
