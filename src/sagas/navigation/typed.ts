import type { Action } from 'redux';
import { put, select, takeEvery } from 'redux-saga/effects';
import { route, tabs } from '../../store/navigation/route';
import { session } from '../../store/session';
import { read, type Saga } from '../effects';

/**
 * A slice of a dialog says in `typed` what a person has typed or chosen there, and nothing while it is shut; one that has
 * such a dialog for each page says it in `typedAt`, by the page's address.
 */
interface TypedIn {
  name: string;
  selectors: { typed?(state: any): unknown; typedAt?(state: any, path: string): unknown };
}
export function isTypedIn(slice: object): slice is TypedIn {
  const { selectors = {} } = slice as { selectors?: object };
  return 'typed' in selectors || 'typedAt' in selectors;
}

/** Marks the page of such a dialog, if the slice is of one, while it holds something else than when it was opened. */
export function* markingTyped(slice: object): Saga {
  if (!isTypedIn(slice)) return;
  const { typed, typedAt } = slice.selectors;
  /** By page: what the dialog began with, and whether the mark of the page is its own. */
  const open = new Map<string, { first: string; isMarked: boolean }>();
  function* markPage(path: string): Saga {
    const held = yield select((state) => typed?.(state) ?? typedAt?.(state, path));
    const text = held === null || held === undefined || held === false ? undefined : JSON.stringify(held);
    const isMarkedNow = yield* read(tabs.selectors.isDirty, path);
    let known = open.get(path);
    // A page whose mark others have taken away was left with what it held.
    if (known?.isMarked && !isMarkedNow) known = undefined;
    const isDirty = text !== undefined && known !== undefined && known.first !== text;
    const isOwn = known?.isMarked === true;
    if (text === undefined) open.delete(path);
    else open.set(path, { first: known?.first ?? text, isMarked: isDirty && (isOwn || !isMarkedNow) });
    if (isDirty ? !isMarkedNow : isOwn) yield put(tabs.actions.marked({ path, isDirty }));
  }
  function* mark(): Saga {
    // Who saves may be on another page before the answer comes.
    const here = open.size > 0 && !typedAt ? [] : [yield* read(route.selectors.path)];
    for (const path of new Set([...open.keys(), ...here])) yield* markPage(path);
  }
  yield takeEvery(({ type }: Action) => type.startsWith(`${slice.name}/`), mark);
  yield takeEvery(session.actions.signedOut, () => open.clear());
}
