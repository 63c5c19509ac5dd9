import { digest } from './digest';
import type { Changes } from './tape';

const longest = 80;
/** More changes than this below one path are reported as one. */
const most = 12;
export const gone = '(gone)';

type Branch = Record<string, unknown> | unknown[];
function isBranch(value: unknown): value is Branch {
  return typeof value === 'object' && value !== null;
}
function sizeOf(value: Branch) {
  return Array.isArray(value) ? `[${value.length}]` : `{${Object.keys(value).length}}`;
}

/** A short value as it is; size and digest of a long one. */
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
    // Rows that are all new are one change.
    if (path !== '' && Object.keys(below).length > most) {
      into[path] = brief(after);
      return;
    }
  }
  Object.assign(into, below);
}

/** A key that redux-persist adds to the state; missing without storage. */
export const persistMark = '_persist';

/** Differences of `after` from `before`: path to new value. Identical objects are skipped. */
export function changesOf(before: unknown, after: unknown): Changes {
  const into: Changes = {};
  found(before, after, '', into);
  return into;
}
