import { keyPrefix } from './storage';

const key = `${keyPrefix}tester`;

/** Settings of a tester's window, stored for the pages that follow. */
export interface TesterMark {
  /** The tester started a recording, and has not stopped it. */
  isRecording?: boolean;
  /** Whether the studio's bar is folded. */
  isFolded?: boolean;
  isLeft?: boolean;
}

/** `null` in other windows. */
export function testerMark(): TesterMark | null {
  try {
    const kept = sessionStorage.getItem(key);
    if (kept === null) return null;
    const mark: unknown = JSON.parse(kept);
    return typeof mark === 'object' && mark !== null ? mark : {};
  } catch {
    return null;
  }
}

/** Writes or removes the mark. Answers whether it can be read again: some windows have no storage. */
export function markTester(mark: TesterMark | null): boolean {
  try {
    if (mark) sessionStorage.setItem(key, JSON.stringify(mark));
    else sessionStorage.removeItem(key);
  } catch {
    return false;
  }
  return (testerMark() !== null) === (mark !== null);
}
