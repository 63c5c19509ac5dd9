/** Names and times as a history shows them. */
import type { TFunction } from 'i18next';
import type { HistoryEntry } from '../../store/crud/history';

/** What the server signs with when nobody pressed anything. */
const systemName = '系统';

/** Who did what an entry tells. */
export function actorOf({ userName }: HistoryEntry, t: TFunction): string {
  return userName === '' || userName === systemName ? t('cockpit.system') : userName;
}

/** `2026-05-09 09:12`: seconds matter to machines only. */
export function minute(time: string | null | undefined): string {
  return time?.slice(0, 16) ?? '';
}
