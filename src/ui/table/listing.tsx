import { Toolbar as FluentToolbar, ToggleButton } from '@fluentui/react-components';
import { Children, type KeyboardEvent, type ReactNode } from 'react';
import { Icon } from '../icons/Icon';
import { Button } from '../inputs/buttons';
import { arrange } from '../layout/arrange';
import { text } from '../layout/text';
import { alongRow, oneStop } from '../overlays/focus';
import styles from './listing.module.css';

/** Most fields beside the buttons; the others render when the panel is unfolded. */
export const FOLDED_FIELDS = 3;

const asOneStop = oneStop('button', alongRow);

export interface SearchPanelProps {
  /** `SearchField`s. */
  children: ReactNode;
  onSearch(): void;
  onClear(): void;
  isOpen: boolean;
  /** Number of fields beside the buttons while it is folded. */
  folded?: number;
  /** Beside another list: fields in a wrapping row, without visible labels. */
  isBeside?: boolean;
  /** Omitted when there is nothing to unfold. */
  onToggle?(): void;
  words: { search: string; clear: string; more: string; less: string; label: string };
}

/** The row with the tab stop of a list's table, or the table itself if it has no rows. */
function entryOf(page: Element | null | undefined) {
  return page?.querySelector<HTMLElement>(
    '[data-table-scroller] tr[tabindex="0"], [data-table-scroller][tabindex="0"]',
  );
}

/** Esc moves the focus to the rows, whose single keys are commands; an open drop-down list closes first. */
function leaveField(event: KeyboardEvent<HTMLElement>) {
  const { target } = event;
  if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof HTMLElement)) return;
  if (target.getAttribute('aria-expanded') === 'true') return;
  target.blur();
  entryOf(target.closest('[data-kept-page]'))?.focus();
}

export function SearchPanel({
  children,
  onSearch,
  onClear,
  isOpen,
  folded = FOLDED_FIELDS,
  isBeside = false,
  onToggle,
  words,
}: SearchPanelProps) {
  const shape = isBeside ? styles.isBeside : isOpen ? styles.isOpen : styles.isFolded;
  return (
    <search className={`${arrange.noPrint} ${styles.search}`}>
      <form
        className={`${styles.searchPanel} ${shape}`}
        aria-label={words.label}
        aria-keyshortcuts="/"
        onKeyDown={leaveField}
        onSubmit={(event) => {
          event.preventDefault();
          onSearch();
        }}
      >
        {isOpen ? children : Children.toArray(children).slice(0, folded)}
        <div ref={asOneStop} className={`${arrange.line} ${styles.searchButtons}`}>
          <Button tone="primary" icon="search" type="submit">
            {words.search}
          </Button>
          <Button onClick={onClear}>{words.clear}</Button>
          {onToggle && (
            <Button tone="subtle" aria-expanded={isOpen} onClick={onToggle}>
              {isOpen ? words.less : words.more}
              <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={12} />
            </Button>
          )}
        </div>
      </form>
    </search>
  );
}

/** One cell of the search panel. */
export function SearchField({ label, htmlFor, children }: { label: string; htmlFor?: string; children: ReactNode }) {
  return (
    <div className={styles.searchField}>
      <label htmlFor={htmlFor}>{label}</label>
      {children}
    </div>
  );
}

/** Skips to the rows; the first tab stop of a list's page for who has skipped to that. */
export function SkipToRows({ children }: { children: ReactNode }) {
  return (
    <button
      type="button"
      className={`${text.skip} ${styles.skip}`}
      onClick={({ currentTarget }) => entryOf(currentTarget.parentElement)?.focus()}
    >
      {children}
    </button>
  );
}

/** Buttons, the state of the selection, and the switches of the table at the end. */
export function Toolbar({
  children,
  selection,
  end,
  label,
}: {
  children?: ReactNode;
  label?: string;
  selection?: ReactNode;
  end?: ReactNode;
}) {
  return (
    <FluentToolbar className={`${arrange.row} ${arrange.noPrint} ${styles.toolbar}`} aria-label={label}>
      {children}
      {/* Always mounted, so that screen readers announce the selection. */}
      <span role="status" className={text.grow}>
        {selection && (
          <span className={`${arrange.line} ${styles.selection}`}>
            <Icon name="checkmark-circle" size={16} className={text.brand} />
            {selection}
          </span>
        )}
      </span>
      {end && <div className={styles.toolEnd}>{end}</div>}
    </FluentToolbar>
  );
}

export interface ViewPillsProps {
  items: readonly {
    key: string;
    label: string;
    count?: string | number;
    /** More about it, as a tooltip. */
    hint?: string;
    /** Why it cannot be picked. */
    disabledReason?: string;
  }[];
  current: string;
  onPick(key: string): void;
  label?: string;
}

/** Saved views of a list. */
export function ViewPills({ items, current, onPick, label }: ViewPillsProps) {
  return (
    <fieldset className={`${arrange.noPrint} ${styles.pills}`} aria-label={label}>
      {items.map(({ key, label: word, count, hint, disabledReason }) => (
        <ToggleButton
          key={key}
          appearance="subtle"
          shape="circular"
          size="small"
          className={styles.pill}
          checked={key === current}
          title={disabledReason ?? hint}
          disabledFocusable={disabledReason !== undefined}
          onClick={() => onPick(key)}
        >
          {word}
          {count !== undefined && <span className={text.dash}>{count}</span>}
          {disabledReason && <span className={text.unseen}>{disabledReason}</span>}
        </ToggleButton>
      ))}
    </fieldset>
  );
}
