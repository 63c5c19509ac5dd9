import { type ReactNode, useState } from 'react';
import { Button, IconButton } from '../inputs/buttons';
import { SelectInput } from '../inputs/choices';
import { TextInput } from '../inputs/fields';
import { arrange } from '../layout/arrange';
import { text } from '../layout/text';
import styles from './Pager.module.css';

export interface PagerProps {
  /** About all rows, beside their number. */
  sums?: ReactNode;
  /** Rows in all. */
  total: number;
  /** 1-based. */
  current: number;
  size: number;
  sizes: readonly number[];
  onChange(page: { current: number; size: number }): void;
  words: {
    total(rows: number): string;
    perPage(size: number): string;
    /** Around the field for a page's number: 前往 [1] 页. */
    goTo: string;
    goToEnd: string;
    page: string;
    previous: string;
    next: string;
  };
}

/** First and last page and those around the current one; null is a gap. */
export function pagesAround(current: number, last: number): (number | null)[] {
  if (last <= 7) return Array.from({ length: last }, (_, index) => index + 1);
  if (current <= 4) return [1, 2, 3, 4, 5, null, last];
  if (current >= last - 3) return [1, null, last - 4, last - 3, last - 2, last - 1, last];
  return [1, null, current - 1, current, current + 1, null, last];
}

/** The field of a page's number; its `key` resets the typed text on every page. */
function GoTo({ current, label, onGo }: { current: number; label: string; onGo(page: number): void }) {
  const [typed, setTyped] = useState(String(current));
  return (
    <TextInput
      aria-label={label}
      inputMode="numeric"
      value={typed}
      onChange={setTyped}
      onKeyDown={({ key }) => {
        const wanted = Number.parseInt(typed, 10);
        if (key === 'Enter' && Number.isInteger(wanted)) onGo(wanted);
      }}
    />
  );
}

/** The number of rows, where all of them are shown. */
export function Total({ children }: { children: ReactNode }) {
  return (
    <div className={styles.pager} role="status">
      {children}
    </div>
  );
}

export function Pager({ sums, total, current, size, sizes, onChange, words }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / size));
  const go = (to: number) => {
    const page = Math.min(last, Math.max(1, to));
    if (page !== current) onChange({ current: page, size });
  };
  return (
    <nav className={styles.pager} aria-label={words.page}>
      <span className={`${text.grow} ${styles.about}`}>
        <span>{words.total(total)}</span>
        {sums}
      </span>
      <SelectInput
        className={`${arrange.wideOnly} ${styles.size}`}
        aria-label={words.perPage(size)}
        value={String(size)}
        options={sizes.map((option) => ({ value: String(option), label: words.perPage(option) }))}
        onChange={(value) => {
          // The first row of the page stays visible.
          const next = Number(value);
          onChange({ current: Math.floor(((current - 1) * size) / next) + 1, size: next });
        }}
      />
      <IconButton
        icon="chevron-left"
        size="small"
        label={words.previous}
        aria-disabled={current <= 1 || undefined}
        onClick={() => go(current - 1)}
      />
      {pagesAround(current, last).map((page, index) =>
        page === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other key
          <span key={`gap${index}`}>⋯</span>
        ) : (
          <Button
            key={page}
            tone="subtle"
            className={styles.page}
            // A phone shows only the neighbours and the ends.
            data-far={(page !== 1 && page !== last && Math.abs(page - current) > 2) || undefined}
            aria-current={page === current ? 'page' : undefined}
            aria-label={`${words.page} ${page}`}
            onClick={() => go(page)}
          >
            {page}
          </Button>
        ),
      )}
      <IconButton
        icon="chevron-right"
        size="small"
        label={words.next}
        aria-disabled={current >= last || undefined}
        onClick={() => go(current + 1)}
      />
      <span className={`${arrange.line} ${arrange.wideOnly} ${styles.goTo}`}>
        {words.goTo}
        <GoTo key={current} current={current} label={`${words.goTo} ${words.goToEnd}`} onGo={go} />
        {words.goToEnd}
      </span>
    </nav>
  );
}
