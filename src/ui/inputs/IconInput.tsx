import { type KeyboardEvent, useId, useRef, useState } from 'react';
import '../table/crud.css';
import { glyph, Icon } from '../icons/Icon';
import { type IconName, icons } from '../icons/icons';
import { useWiring } from './fields';

export interface IconInputProps {
  /** Name of a glyph, '' for none. */
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  id?: string;
  readOnly?: boolean;
  placeholder?: string;
  /** Name of the grid of glyphs. */
  label: string;
  words: { none: string; found(count: number): string; clear: string };
}

/** Filled shapes say that something is on: they are no pictures of their own. */
const names = (Object.keys(icons) as IconName[]).filter((name) => !name.endsWith('-f'));

/** How many stand side by side, as they are laid out now. */
const perRow = (grid: Element | null | undefined): number => {
  const cells = [...(grid?.children ?? [])] as HTMLElement[];
  const second = cells.findIndex(({ offsetTop }) => offsetTop > (cells[0]?.offsetTop ?? 0));
  return second > 0 ? second : Math.max(1, cells.length);
};

/** One glyph out of all, by its picture or by a part of its name. */
export const IconInput = ({
  value,
  onChange,
  onBlur,
  readOnly = false,
  placeholder,
  label,
  words,
  ...rest
}: IconInputProps) => {
  const { 'data-state': state, ...wiring } = useWiring(rest);
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  /** null while closed; otherwise what has been typed and the glyph that the arrows reached. */
  const [open, setOpen] = useState<{ seek: string; active: string } | null>(null);

  const seek = open?.seek.trim().toLowerCase() ?? '';
  const shown = names.filter((name) => name.includes(seek));
  const active = open ? Math.max(0, shown.indexOf(open.active as IconName)) : -1;
  const show = (sought = '') => {
    if (!readOnly) setOpen({ seek: sought, active: value });
  };
  const choose = (name: string | undefined) => {
    if (!name) return;
    onChange(name);
    setOpen(null);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (readOnly || event.nativeEvent.isComposing) return;
    if (!open) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      return show();
    }
    const to = (at: number) => {
      event.preventDefault();
      setOpen({ ...open, active: shown[Math.max(0, Math.min(at, shown.length - 1))] ?? '' });
    };
    const columns = () => perRow(event.currentTarget.ownerDocument.getElementById(listId));
    switch (event.key) {
      case 'ArrowDown':
        return to(active + columns());
      case 'ArrowUp':
        return to(active - columns());
      case 'ArrowRight':
      case 'ArrowLeft':
        // Keys that also belong to a text go to the grid while there is none.
        if (open.seek === '') to(active + (event.key === 'ArrowRight' ? 1 : -1));
        return;
      case 'Enter':
        event.preventDefault();
        return choose(shown[active]);
      case 'Tab':
        return setOpen(null);
      case 'Escape':
        // Only the grid closes; the dialog around it stays.
        event.preventDefault();
        event.stopPropagation();
        return setOpen(null);
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only learns that the focus has left the field and its grid
    <span
      className="icon-input"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        setOpen(null);
        onBlur?.();
      }}
    >
      <span className="input" data-state={state} data-readonly={readOnly || undefined}>
        {value !== '' && <Icon name={glyph(value)} size={16} />}
        <input
          {...wiring}
          ref={input}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={open !== null}
          aria-controls={listId}
          aria-activedescendant={open && shown.length > 0 ? `${listId}-${active}` : undefined}
          readOnly={readOnly}
          placeholder={open && value ? value : placeholder}
          value={open ? open.seek : value}
          onClick={() => !open && show()}
          onKeyDown={onKeyDown}
          onChange={({ currentTarget }) => show(currentTarget.value)}
        />
        {!readOnly && value !== '' && (
          <button
            type="button"
            className="in-field"
            tabIndex={-1}
            aria-label={words.clear}
            title={words.clear}
            onClick={() => {
              onChange('');
              input.current?.focus();
            }}
          >
            <Icon name="dismiss" size={12} />
          </button>
        )}
      </span>
      <span
        id={listId}
        role="listbox"
        aria-label={label}
        className="icon-grid"
        hidden={!open || shown.length === 0}
        tabIndex={-1}
        // The press must not take the focus away before the click has chosen.
        onPointerDown={(event) => event.preventDefault()}
      >
        {open &&
          shown.map((name, at) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which points here
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys choose
            <span
              key={name}
              id={`${listId}-${at}`}
              role="option"
              className="icon-option"
              aria-label={name}
              title={name}
              aria-selected={name === value}
              data-active={at === active || undefined}
              ref={at === active ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
              onClick={() => choose(name)}
            >
              <Icon name={name} />
            </span>
          ))}
      </span>
      <span role="status" className={open && shown.length === 0 ? 'caption' : 'unseen'}>
        {open && seek !== '' ? (shown.length === 0 ? words.none : words.found(shown.length)) : ''}
      </span>
    </span>
  );
};
