import { call, put } from 'redux-saga/effects';
import type { Call } from '../../world/world';
import type { Saga } from '../effects';
import { Refused } from '../request';
import { announceChanges, type Crud, send } from './context';

export interface Change {
  /** Its name in the module's declaration, or in the command. */
  action: string;
  /** Of the affected rows; empty for an action on the list. */
  ids: string[];
  question: Call;
  /** Idempotency key. */
  key: string;
  /** Message after it is done: a key of the console's texts, or a text. */
  notice: { say: string } | { text: string };
  /** Modules that it changes beside this one. */
  refreshes?: readonly string[] | undefined;
}

/**
 * Sends a change of rows, which are locked meanwhile, reports that it is done and refreshes what it changed; answers
 * the server's answer. Errors are the caller's to report.
 */
export function* change(crud: Crud, { action, ids, question, key, notice, refreshes }: Change): Saga {
  const { actions: at } = crud.slice;
  yield put(at.locking(ids));
  try {
    const answer: unknown = yield* send(crud, question, { key, done: notice });
    yield put(at.acted({ action, ids }));
    yield put(at.list({}));
    yield call(announceChanges, crud, refreshes);
    return answer;
  } catch (error) {
    // After a refusal because of the row's new state, the list must not show the old one.
    if (error instanceof Refused && Object.keys(error.problems).length === 0) yield put(at.list({}));
    throw error;
  } finally {
    yield put(at.unlocked(ids));
  }
}
