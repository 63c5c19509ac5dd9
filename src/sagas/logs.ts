import { call, put, takeLeading } from 'redux-saga/effects';
import { mostTapeLetters } from '../../contract/wire/settings';
import { feedback } from '../store/feedback';
import { log } from '../store/log';
import { logView } from '../store/logView';
import { panel } from '../store/navigation/panel';
import type { World } from '../world/world';
import { ask, confirm, read, type Saga } from './effects';
import { request, tellFailure } from './request';

/** Post the entries to the server, which stores them under the person's name; entries that could not be sent stay
 *  here. */
function* sendLogs(world: World, { payload }: ReturnType<typeof log.actions.sendLogs>): Saga {
  const { isSure } = yield* confirm({ title: 'ask.title', say: 'ask.sendLogs', confirm: 'ask.sure' });
  if (!isSure) return;
  const entries = yield* read(log.selectors.entries);
  const tape = payload?.withTape ? yield* ask(world, 'tape') : '';
  // The tape belongs to the newest entry. One that is too large stays here; the entries go without it.
  const body =
    tape !== '' && tape.length <= mostTapeLetters
      ? entries.map((entry, at) => (at === entries.length - 1 ? { ...entry, tape } : entry))
      : entries;
  try {
    yield call(request, world, { method: 'POST', url: '/blade-auth/oauth/logout', body });
  } catch (error) {
    return yield call(tellFailure, error, log.actions.sendLogs(payload));
  }
  yield put(log.actions.logsSent());
  yield put(panel.actions.hide());
  yield put(feedback.actions.notified({ tone: 'success', say: 'log.sent' }));
}

function* clear(): Saga {
  const { isSure } = yield* confirm({ title: 'ask.title', say: 'ask.clearLogs', confirm: 'ask.sure', danger: true });
  if (!isSure) return;
  yield put(log.actions.clearLogs());
  yield put(panel.actions.hide());
  yield put(feedback.actions.notified({ tone: 'success', say: 'log.cleared' }));
}

export function* logsSaga(world: World): Saga {
  yield takeLeading(log.actions.sendLogs, sendLogs, world);
  yield takeLeading(logView.actions.clear, clear);
}
