import { put, takeLeading } from 'redux-saga/effects';
import { lineOf, oneTimePasswords } from '../../store/auth/oneTimePasswords';
import { feedback } from '../../store/feedback';
import type { World } from '../../world/world';
import { ask, read, type Saga } from '../effects';

const { actions: at, selectors: see } = oneTimePasswords;

function* copy(world: World, { payload: ids }: ReturnType<typeof at.copy>): Saga {
  const words = (yield* read(see.words)).filter(({ id }) => ids.includes(id));
  const [only] = words;
  if (!only) return;
  try {
    yield* ask(world, 'copy', words.length === 1 ? only.oneTimeWord : words.map(lineOf).join('\n'));
  } catch {
    // Permission denied, or a plain http address: browsers refuse the clipboard in both cases.
    return yield put(feedback.actions.notified({ tone: 'warning', say: 'oneTimePasswords.notCopied' }));
  }
  yield put(feedback.actions.notified({ tone: 'success', say: 'oneTimePasswords.copied' }));
}

export function* oneTimePasswordsSaga(world: World): Saga {
  yield takeLeading(at.copy, copy, world);
}
