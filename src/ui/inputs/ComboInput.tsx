import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Icon } from '../icons/Icon';
import { type Option, useWiring } from './fields';

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
export const ComboInput = ({
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
}: ComboInputProps) => {
  const listId = useId();
  const { 'data-state': state, ...wiring } = useWiring(rest);
  const input = useRef<HTMLInputElement>(null);
  /** null while closed; otherwise what has been typed and which option the arrows reached. */
  const [open, setOpen] = useState<{ text: string; active: number } | null>(null);

  const show = () => {
    if (open || readOnly) return;
    setOpen({ text: '', active: 0 });
    onQuery('');
  };
  const choose = (option: Option | undefined) => {
    if (!option || option.disabled) return;
    onPick(option);
    setOpen(null);
  };
  const nothing = trouble?.text ?? words.none;
  const active = open ? Math.min(open.active, options.length - 1) : -1;

  const onKeyDown = (event: KeyboardEvent) => {
    if (readOnly) return;
    if (!open) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        show();
      }
      return;
    }
    const move = (by: number) => {
      event.preventDefault();
      if (options.length > 0) setOpen({ ...open, active: (active + by + options.length) % options.length });
    };
    switch (event.key) {
      case 'ArrowDown':
        return move(1);
      case 'ArrowUp':
        return move(-1);
      case 'Enter':
        event.preventDefault();
        if (trouble && !busy) return onQuery(open.text);
        return choose(options[active]);
      case 'Tab':
        return setOpen(null);
      case 'Escape':
        // Only the list closes; the dialog around it stays.
        event.preventDefault();
        event.stopPropagation();
        return setOpen(null);
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only learns that the focus has left the input and its list
    <span
      className="combo"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        setOpen(null);
        rest.onBlur?.();
      }}
    >
      <span className="input" data-state={state} data-readonly={readOnly || undefined}>
        <input
          {...wiring}
          ref={input}
          type="text"
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={open !== null}
          aria-controls={listId}
          aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
          aria-busy={busy}
          readOnly={readOnly}
          placeholder={open && label ? label : placeholder}
          value={open ? open.text : label}
          onClick={show}
          onKeyDown={onKeyDown}
          onChange={({ currentTarget }) => {
            setOpen({ text: currentTarget.value, active: 0 });
            onQuery(currentTarget.value);
          }}
        />
        {!readOnly && value !== '' && (
          <button
            type="button"
            className="in-field"
            tabIndex={-1}
            aria-label={words.clear}
            title={words.clear}
            onClick={() => {
              onPick(null);
              input.current?.focus();
            }}
          >
            <Icon name="dismiss" size={12} />
          </button>
        )}
        {!readOnly && <Icon name="chevron-down" size={16} className="combo-arrow" />}
      </span>
      {/* Mounted while closed too, because the input says that it controls it. */}
      <div
        id={listId}
        role="listbox"
        className={busy ? 'combo-list is-busy' : 'combo-list'}
        hidden={!open || (options.length === 0 && !busy)}
        // The press must not take the focus away before the click has chosen.
        onPointerDown={(event) => event.preventDefault()}
        tabIndex={-1}
      >
        {open &&
          options.map((option, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input, which points here
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input's keys choose
            <div
              key={option.value}
              id={`${listId}-${index}`}
              role="option"
              className="combo-option"
              aria-selected={option.value === value}
              aria-disabled={option.disabled || undefined}
              data-active={index === active || undefined}
              ref={index === active ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
              onClick={() => choose(option)}
            >
              <span className="ellipsis">{option.label}</span>
              {option.note && <span className="caption">{option.note}</span>}
            </div>
          ))}
      </div>
      {open && options.length === 0 && !busy && (
        <div className="combo-list combo-none">
          {nothing}
          {trouble && (
            <button
              type="button"
              className="link"
              // Enter in the field does the same, so it is no stop of its own.
              tabIndex={-1}
              // The focus stays in the field: it would be lost with this button.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onQuery(open.text)}
            >
              {trouble.retry}
            </button>
          )}
        </div>
      )}
      <span role="status" className="unseen">
        {open && !busy ? (options.length === 0 ? nothing : words.found(options.length)) : ''}
      </span>
    </span>
  );
};
