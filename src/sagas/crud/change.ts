import { call, put } from 'redux-saga/effects';
import { feedback } from '../../store/feedback';
import type { Call } from '../../world/world';
import type { Saga } from '../effects';
import { Refused } from '../request';
import { type Crud, send, tellOthers } from './context';

export interface Change {
  /** What it is called in the module's declaration, or where the command is written by hand. */
  action: string;
  /** Of the rows that it is done to; none where it is done to the list. */
  ids: string[];
  question: Call;
  /** Idempotency key. */
  key: string;
  /** What is said when it is done: a key of the console's words, or a text. */
  notice: { say: string } | { text: string };
  /** Modules that it changes beside this one. */
  refreshes?: readonly string[] | undefined;
}

/**
 * Sends a change of rows, which are locked meanwhile, says that it is done and brings up to date what it changed;
 * answers what the server answered. What it throws is for the caller to tell.
 */
export function* change(crud: Crud, { action, ids, question, key, notice, refreshes }: Change): Saga {
  const { actions: at } = crud.slice;
  yield put(at.locking(ids));
  try {
    const answer: unknown = yield* send(crud, question, { key });
    yield put(at.acted({ action, ids }));
    yield put(feedback.actions.told({ tone: 'success', ...notice }));
    yield put(at.list({}));
    yield call(tellOthers, crud, refreshes);
    return answer;
  } catch (error) {
    // What was refused for what the row has become meanwhile must not stay on screen as it was.
    if (error instanceof Refused && Object.keys(error.problems).length === 0) yield put(at.list({}));
    throw error;
  } finally {
    yield put(at.unlocked(ids));
  }
}
