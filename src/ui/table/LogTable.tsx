import { Fragment } from 'react';
import { IconButton } from '../inputs/buttons';
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

/** Errors of this browser, the stack of each in a row that unfolds below it. */
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
  words: Record<
    'caption' | 'type' | 'url' | 'message' | 'time' | 'stack' | 'show' | 'hide' | 'noStack' | 'none',
    string
  >;
}) {
  return (
    <table className={styles.logTable}>
      <caption className={text.unseen}>{words.caption}</caption>
      <thead>
        <tr>
          <th>
            <span className={text.unseen}>{words.stack}</span>
          </th>
          <th>{words.type}</th>
          <th>{words.url}</th>
          <th>{words.message}</th>
          <th>{words.time}</th>
        </tr>
      </thead>
      <tbody>
        {rows.length === 0 && (
          <tr>
            <td colSpan={5}>
              <EmptyState kind="never" title={words.none} />
            </td>
          </tr>
        )}
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
                <td className={text.ellipsis} title={url}>
                  {url}
                </td>
                <td>
                  {message} {times && <Chip tone="neutral">{times}</Chip>}
                </td>
                <td>{time}</td>
              </tr>
              {isOpen && (
                <tr>
                  <td colSpan={5}>
                    <pre className={styles.stack}>{[info, stack].filter(Boolean).join('\n') || words.noStack}</pre>
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
