import { Children, type ReactNode } from 'react';
import { Button } from './buttons';
import { Icon, type IconName } from './Icon';

/** Fields beside the buttons; the others are drawn once somebody unfolds them. */
const FOLDED_FIELDS = 3;

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

export const SearchPanel = ({ children, onSearch, onClear, isOpen, onToggle, words }: SearchPanelProps) => (
  <search>
    <form
      className={isOpen ? 'search-panel is-open' : 'search-panel'}
      aria-label={words.label}
      aria-keyshortcuts="/"
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

/** Buttons at the start, what is picked beside them, the table's own switches at the end. */
export const Toolbar = ({
  children,
  selection,
  end,
}: {
  children?: ReactNode;
  selection?: ReactNode;
  end?: ReactNode;
}) => (
  <div className="toolbar">
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
      <button key={key} type="button" className="pill" aria-pressed={key === current} onClick={() => onPick(key)}>
        {word}
        {count !== undefined && <span className="pill-count">{count}</span>}
      </button>
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
