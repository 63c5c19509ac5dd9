import { useTranslation } from 'react-i18next';
import { plainText } from '../../../../contract/domain/plainText';
import type { InboxEntry } from '../../../../contract/wire/inbox';
import { arrange } from '../../../ui/layout/arrange';
import { text } from '../../../ui/layout/text';
import styles from './EntryRows.module.css';

/** Letters of a text that a row begins with; more than fit into one line. */
const previewLetters = 120;

export interface EntryRowsProps {
  rows: readonly InboxEntry[];
  /** The entry that was open before the list: there the person continues. */
  focusId?: string;
  /** The entry that is shown beside the list. */
  currentId?: string;
  /** With the beginning of each text. */
  hasPreview?: true;
  onOpen(id: string): void;
}

/** Messages as a list of buttons, unread ones marked. */
export function EntryRows({ rows, focusId = '', currentId = '', hasPreview, onOpen }: EntryRowsProps) {
  const { t } = useTranslation();
  return (
    <ul className={`${arrange.list} ${styles.list}`}>
      {rows.map(({ id, title, content, isRead, createTime }) => (
        <li key={id}>
          <button
            type="button"
            // biome-ignore lint/a11y/noAutofocus: after returning, the user continues at the same entry
            autoFocus={focusId !== '' && id === focusId}
            aria-current={id === currentId || undefined}
            onClick={() => onOpen(id)}
          >
            {!isRead && <span className={styles.dot} role="img" aria-label={t('inbox.unread')} />}
            <span className={`${styles.title} ${isRead ? '' : text.strong}`}>{title}</span>
            {hasPreview && <span className={text.ellipsis}>{plainText(content).slice(0, previewLetters)}</span>}
            <span className={text.caption}>{createTime.slice(0, 16)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
