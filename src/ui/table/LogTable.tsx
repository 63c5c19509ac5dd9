import '../layout/topbar.css';
import { Fragment } from 'react';
import { IconButton } from '../inputs/buttons';

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
export const LogTable = ({
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
}) => (
  <table className="log-table">
    <caption className="unseen">{words.caption}</caption>
    <thead>
      <tr>
        <th className="log-fold">
          <span className="unseen">{words.stack}</span>
        </th>
        <th className="log-type">{words.type}</th>
        <th className="log-url">{words.url}</th>
        <th>{words.message}</th>
        <th className="log-time">{words.time}</th>
      </tr>
    </thead>
    <tbody>
      {rows.length === 0 && (
        <tr>
          <td colSpan={5} className="log-none">
            {words.none}
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
                <span className="chip chip-danger">{type}</span>
              </td>
              <td className="ellipsis" title={url}>
                {url}
              </td>
              <td className="log-message">
                {message} {times && <span className="chip chip-neutral">{times}</span>}
              </td>
              <td>{time}</td>
            </tr>
            {isOpen && (
              <tr>
                <td colSpan={5} className="log-stack">
                  <pre>{[info, stack].filter(Boolean).join('\n') || words.noStack}</pre>
                </td>
              </tr>
            )}
          </Fragment>
        );
      })}
    </tbody>
  </table>
);
