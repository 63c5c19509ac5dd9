import { IconButton } from '../inputs/buttons';
import { arrange } from '../layout/arrange';
import { Chip } from '../layout/status';
import { text } from '../layout/text';
import { EmptyState } from '../overlays/messages';
import styles from './LogTable.module.css';

export interface LogRow {
  key: string;
  type: string;
  url: string;
  message: string;
  time: string;
  stack: string;
  info: string;
  /** How often it happened, when more than once. */
  times?: string;
}

/** Errors of this browser, each with its stack to unfold. */
export function LogTable({
  rows,
  open,
  onUnfold,
  words,
}: {
  rows: readonly LogRow[];
  /** Key of the row whose stack is shown. */
  open: string;
  onUnfold(key: string): void;
  words: Record<'caption' | 'show' | 'hide' | 'noStack' | 'none', string>;
}) {
  if (rows.length === 0) return <EmptyState kind="never" title={words.none} />;
  return (
    <ul className={`${arrange.list} ${styles.logTable}`} aria-label={words.caption}>
      {rows.map(({ key, type, url, message, time, stack, info, times }) => {
        const isOpen = key === open;
        return (
          <li key={key}>
            <IconButton
              icon={isOpen ? 'chevron-up' : 'chevron-down'}
              size="small"
              label={isOpen ? words.hide : words.show}
              aria-expanded={isOpen}
              onClick={() => onUnfold(key)}
            />
            <div className={text.grow}>
              <div className={arrange.row}>
                <Chip tone="danger">{type}</Chip>
                {message}
                {times && <Chip tone="neutral">{times}</Chip>}
              </div>
              <div className={text.caption}>
                {time} · {url}
              </div>
              {isOpen && (
                <pre className={arrange.well}>{[info, stack].filter(Boolean).join('\n') || words.noStack}</pre>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
