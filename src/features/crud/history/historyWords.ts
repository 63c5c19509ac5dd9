/** Names and times as a history shows them. */
import type { TFunction } from 'i18next';
import type { HistoryEntry } from '../../../store/crud/history';

/** The actor of changes that the server makes by itself. */
const systemName = '系统';

/** Name of the actor of an entry. */
export function actorOf({ userName }: Pick<HistoryEntry, 'userName'>, t: TFunction): string {
  return userName === '' || userName === systemName ? t('history.system') : userName;
}

/** `2026-05-09 09:12`, without seconds. */
export function minute(time: string | null | undefined): string {
  return time?.slice(0, 16) ?? '';
}
