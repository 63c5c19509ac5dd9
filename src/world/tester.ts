import { keyPrefix } from './storage';

const key = `${keyPrefix}tester`;

/** What a window in which testers work has written down, for the pages that come after this one. */
export interface TesterMark {
  /** The tester asked for a recording, and has not stopped it. */
  isRecording?: boolean;
  /** How the studio's bar was left. */
  isFolded?: boolean;
  isLeft?: boolean;
}

/** `null` in a window in which nobody tests. */
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

/** Writes the mark, or takes it away. Answers whether it can be found again: some windows keep nothing. */
export function markTester(mark: TesterMark | null): boolean {
  try {
    if (mark) sessionStorage.setItem(key, JSON.stringify(mark));
    else sessionStorage.removeItem(key);
  } catch {
    return false;
  }
  return (testerMark() !== null) === (mark !== null);
}
