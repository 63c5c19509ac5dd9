import { digest } from './digest';
import type { Changes } from './tape';

const longest = 80;
/** More changes than this below one place are told as one. */
const most = 12;
export const gone = '(gone)';

type Branch = Record<string, unknown> | unknown[];
function isBranch(value: unknown): value is Branch {
  return typeof value === 'object' && value !== null;
}
function sizeOf(value: Branch) {
  return Array.isArray(value) ? `[${value.length}]` : `{${Object.keys(value).length}}`;
}

/** A value as it is, when that is short; its size and digest otherwise. */
function brief(value: unknown): unknown {
  if (value === undefined) return gone;
  const isText = typeof value === 'string';
  const isShort = isText || isBranch(value) ? JSON.stringify(value).length <= longest : true;
  if (isShort) return value;
  return `${isText ? `(${value.length})` : sizeOf(value as Branch)} #${digest(value).slice(0, 8)}`;
}

function found(before: unknown, after: unknown, path: string, into: Changes): void {
  if (Object.is(before, after)) return;
  const isAlike = isBranch(before) && isBranch(after) && Array.isArray(before) === Array.isArray(after);
  if (!isAlike) {
    into[path] = brief(after);
    return;
  }
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const below: Changes = {};
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    if (name !== persistMark) found(old[name], now[name], path === '' ? name : `${path}.${name}`, below);
    // Rows that are all new ones are one change.
    if (path !== '' && Object.keys(below).length > most) {
      into[path] = brief(after);
      return;
    }
  }
  Object.assign(into, below);
}

/** What the library that keeps slices leaves in their state; it is not ours, and not there without storage. */
export const persistMark = '_persist';

/** Where `after` differs from `before`: path to the new value. Parts that are the same object are not looked at. */
export function changesOf(before: unknown, after: unknown): Changes {
  const into: Changes = {};
  found(before, after, '', into);
  return into;
}
