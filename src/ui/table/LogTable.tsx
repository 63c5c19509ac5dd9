import { Fragment } from 'react';
import { IconButton } from '../inputs/buttons';
import { arrange } from '../layout/arrange';
import { Chip } from '../layout/status';
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
  words: Record<'caption' | 'show' | 'hide' | 'noStack' | 'none' | 'type' | 'address' | 'content' | 'time', string>;
}) {
  if (rows.length === 0) return <EmptyState kind="never" title={words.none} />;
  return (
    <table className={styles.logTable} aria-label={words.caption}>
      <colgroup>
        <col className={styles.unfold} />
        <col className={styles.type} />
        <col className={styles.address} />
        <col />
        <col className={styles.time} />
      </colgroup>
      <thead>
        <tr>
          <td />
          {([words.type, words.address, words.content, words.time] as const).map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, type, url, message, time, stack, info, times }) => {
          const isOpen = key === open;
          return (
            <Fragment key={key}>
              <tr>
                <td>
                  <IconButton
                    icon={isOpen ? 'chevron-up' : 'chevron-down'}
                    size="small"
                    label={isOpen ? words.hide : words.show}
                    aria-expanded={isOpen}
                    onClick={() => onUnfold(key)}
                  />
                </td>
                <td>
                  <Chip tone="danger">{type}</Chip>
                </td>
                <td>{url}</td>
                <td>
                  {message} {times && <Chip tone="neutral">{times}</Chip>}
                </td>
                <td>{time}</td>
              </tr>
              {isOpen && (
                <tr>
                  <td colSpan={5}>
                    <pre className={arrange.well}>{[info, stack].filter(Boolean).join('\n') || words.noStack}</pre>
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}
