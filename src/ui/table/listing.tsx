import { ToggleButton } from '@fluentui/react-components';
import { Children, type KeyboardEvent, type ReactNode } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import { Button } from '../inputs/buttons';
import { rove } from '../overlays/focus';

/** Fields beside the buttons; the others are drawn once somebody unfolds them. */
export const FOLDED_FIELDS = 3;

export interface SearchPanelProps {
  /** `SearchField`s: the first row shows three, beside the buttons. */
  children: ReactNode;
  onSearch(): void;
  onClear(): void;
  isOpen: boolean;
  /** Left out when there is nothing to unfold. */
  onToggle?(): void;
  words: { search: string; clear: string; more: string; less: string; label: string };
}

/** The row that a list's table is entered by, or the table where it has none. */
const entryOf = (page: Element | null | undefined) =>
  page?.querySelector<HTMLElement>('.table-scroller tr[tabindex="0"], .table-scroller[tabindex="0"]');

/** Esc leaves the field for the rows, so that single keys are commands again; a list that drops from the field closes first. */
const leaveField = (event: KeyboardEvent<HTMLElement>) => {
  const { target } = event;
  if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof HTMLElement)) return;
  if (target.getAttribute('aria-expanded') === 'true') return;
  target.blur();
  entryOf(target.closest('.kept-page'))?.focus();
};

export const SearchPanel = ({ children, onSearch, onClear, isOpen, onToggle, words }: SearchPanelProps) => (
  <search>
    <form
      className={isOpen ? 'search-panel is-open' : 'search-panel'}
      aria-label={words.label}
      aria-keyshortcuts="/"
      onKeyDown={leaveField}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch();
      }}
    >
      {Children.toArray(children).slice(0, isOpen ? undefined : FOLDED_FIELDS)}
      <div className="search-buttons">
        <Button tone="primary" icon="search" type="submit">
          {words.search}
        </Button>
        <Button className="search-clear" onClick={onClear}>
          {words.clear}
        </Button>
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

/** One cell of the search panel. */
export const SearchField = ({ label, htmlFor, children }: { label: string; htmlFor?: string; children: ReactNode }) => (
  <div className="search-field">
    <label htmlFor={htmlFor}>{label}</label>
    {children}
  </div>
);

/** Of all buttons in a bar one is in the tab order: the one that had the focus last, or the first. */
const keepOneStop = (bar: HTMLElement | null) => {
  if (!bar) return;
  const settle = (now?: EventTarget | null) => {
    const buttons = [...bar.querySelectorAll('button')];
    const stop = buttons.find((one) => one === now) ?? buttons.find(({ tabIndex }) => tabIndex === 0) ?? buttons[0];
    for (const button of buttons) {
      const tabIndex = button === stop ? 0 : -1;
      if (button.tabIndex !== tabIndex) button.tabIndex = tabIndex;
    }
  };
  const onFocus = ({ target }: FocusEvent) => settle(target);
  const observer = new MutationObserver(() => settle());
  settle();
  bar.addEventListener('focusin', onFocus);
  observer.observe(bar, { childList: true, subtree: true });
  return () => {
    bar.removeEventListener('focusin', onFocus);
    observer.disconnect();
  };
};
/** Within the bar the arrow keys move, and Tab leaves. */
const walk = (event: KeyboardEvent<HTMLElement>) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by || !(event.target instanceof HTMLButtonElement)) return;
  event.preventDefault();
  rove(event.currentTarget, 'button', event.target, by);
};

/** The first thing of a list's page for the keyboard: straight to the row that the table is entered by. */
export const SkipToRows = ({ children }: { children: ReactNode }) => (
  <button
    type="button"
    className="skip-link skip-to-rows"
    onClick={({ currentTarget }) => entryOf(currentTarget.parentElement)?.focus()}
  >
    {children}
  </button>
);

/** Buttons at the start, what is picked beside them, the table's own switches at the end. */
export const Toolbar = ({
  children,
  selection,
  end,
  label,
}: {
  children?: ReactNode;
  label?: string;
  selection?: ReactNode;
  end?: ReactNode;
}) => (
  <div className="toolbar" role="toolbar" aria-label={label} ref={keepOneStop} tabIndex={-1} onKeyDown={walk}>
    {children}
    {/* Always mounted, so that a screen reader hears what is picked. */}
    <span role="status" className="toolbar-status">
      {selection && (
        <span className="selection">
          <Icon name="checkmark-circle" size={16} />
          {selection}
        </span>
      )}
    </span>
    {end}
  </div>
);

export interface ViewPillsProps {
  items: readonly { key: string; label: string; count?: string | number }[];
  current: string;
  onPick(key: string): void;
  label?: string;
}

/** Saved views of a list. */
export const ViewPills = ({ items, current, onPick, label }: ViewPillsProps) => (
  <fieldset className="pills" aria-label={label}>
    {items.map(({ key, label: word, count }) => (
      <ToggleButton
        key={key}
        appearance="subtle"
        shape="circular"
        size="small"
        className="pill"
        checked={key === current}
        onClick={() => onPick(key)}
      >
        {word}
        {count !== undefined && <span className="pill-count">{count}</span>}
      </ToggleButton>
    ))}
  </fieldset>
);

/** The row above a page's cards: title, what belongs beside it, what can be done at the end. */
export const PageTitle = ({
  title,
  icon,
  children,
  end,
}: {
  title: string;
  icon?: IconName;
  children?: ReactNode;
  end?: ReactNode;
}) => (
  <header className="page-title">
    {icon && <Icon name={icon} />}
    <h1>{title}</h1>
    {children}
    <span className="grow" />
    {end}
  </header>
);
