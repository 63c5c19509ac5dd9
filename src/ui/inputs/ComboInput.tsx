import { Combobox, Option as FluentOption } from '@fluentui/react-components';
import { useState } from 'react';
import { Icon } from '../icons/Icon';
import { arrange } from '../layout/arrange';
import { text } from '../layout/text';
import styles from './ComboInput.module.css';
import type { Option } from './choices';
import { TextInput } from './fields';
import { useControl } from './wiring';

export interface ComboInputProps {
  /** Value of the chosen option, '' for none. */
  value: string;
  /** Label of the chosen option. */
  label: string;
  /** Results of the last query. */
  options: readonly Option[];
  /** Called with the typed text, and with '' when the list opens. */
  onQuery(text: string): void;
  /** Called with null when the choice is cleared. */
  onPick(option: Option | null): void;
  /** A query is running; the old options stay. */
  busy?: boolean;
  /** Why the last query failed, and the label of the button that repeats it. */
  trouble?: { text: string; retry: string };
  placeholder?: string;
  id?: string;
  readOnly?: boolean;
  onBlur?(): void;
  /** The last option adds a record by what was typed; what was typed stays while its form is open. */
  create?: { label(typed: string): string; act(typed: string): void; isOpen: boolean };
  /** `none` is shown for an empty result; screen readers announce `found`. */
  words: { none: string; found(count: number): string; clear: string };
}

/** Stands for the option that adds a record; no record has this id. */
const creating = '+';

/** Chooses one of many records by a part of its name; the caller runs the queries. */
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
  create,
  words,
  ...rest
}: ComboInputProps) {
  const wiring = useControl(rest);
  /** The typed text; null while the list is closed. */
  const [typed, setTyped] = useState<string | null>(null);
  /** What was typed when the list closed without a choice, until the field is left. */
  const [kept, setKept] = useState('');
  if (readOnly) return <TextInput {...rest} readOnly value={label} onChange={() => {}} />;
  const isOpen = typed !== null;
  const isNothing = isOpen && options.length === 0 && !busy;
  const nothing = trouble?.text ?? words.none;
  const offered = create && !(isNothing && trouble) ? create : undefined;
  const begin = () => {
    const text = (typed ?? '').trim();
    setKept(text);
    setTyped(null);
    create?.act(text);
  };
  return (
    <>
      <Combobox
        {...wiring}
        autoComplete="off"
        className={styles.combo}
        listbox={{ className: busy ? styles.busy : undefined }}
        aria-busy={busy}
        clearable
        // The keys of the field open the list, so the arrow needs neither focus nor a name.
        expandIcon={{ tabIndex: -1, role: undefined, 'aria-hidden': true, 'aria-label': ' ' }}
        clearIcon={{ 'aria-label': words.clear, title: words.clear }}
        inlinePopup
        positioning={{ matchTargetSize: 'width', autoSize: 'height' }}
        placeholder={isOpen && label ? label : placeholder}
        value={typed ?? (value === '' && kept ? kept : label)}
        open={isOpen}
        // Fluent clears a choice at the first letter typed, so nothing is selected while the list is open.
        selectedOptions={!isOpen && value !== '' ? [value] : []}
        onOpenChange={(event, { open }) => {
          if (!open && 'key' in event && event.key === 'Escape') setKept(typed ?? '');
          setTyped(open ? kept : null);
          if (open) onQuery(kept);
        }}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          onQuery(currentTarget.value);
        }}
        onOptionSelect={(_, { optionValue }) => {
          if (optionValue === creating) return begin();
          setTyped(null);
          setKept('');
          onPick(options.find((option) => option.value === optionValue) ?? null);
        }}
        onKeyDown={({ key }) => {
          if (key !== 'Enter' || !isNothing) return;
          if (trouble) onQuery(typed);
          else if (offered) begin();
        }}
        onBlur={() => {
          if (!create?.isOpen && !isOpen) setKept('');
          rest.onBlur?.();
        }}
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
          <div className={`${arrange.between} ${styles.none} ${text.dash}`}>
            {nothing}
            {trouble && (
              <button
                type="button"
                className={text.link}
                // Enter in the field does the same, so the button needs no focus.
                tabIndex={-1}
                // The button is removed on click, so the focus stays in the field.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onQuery(typed)}
              >
                {trouble.retry}
              </button>
            )}
          </div>
        )}
        {offered && (
          <FluentOption key={creating} value={creating} text={offered.label(typed?.trim() ?? '')} checkIcon={null}>
            <Icon name="add" />
            <span className={`${text.ellipsis} ${text.grow}`}>{offered.label(typed?.trim() ?? '')}</span>
          </FluentOption>
        )}
      </Combobox>
      <span role="status" className={text.unseen}>
        {isOpen && !busy ? (isNothing ? nothing : words.found(options.length)) : ''}
      </span>
    </>
  );
}
