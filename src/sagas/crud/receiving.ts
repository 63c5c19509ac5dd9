import { call, put } from 'redux-saga/effects';
import type { Call, FileBegun, World } from '../../world/world';
import { ask, type Saga } from '../effects';
import { type Crud, send } from './context';

/** Receives the file that `begin` asks for and lets the browser save it. `reached` makes an action of how far it is.
 *  Answers its name. */
export function* receive(
  world: World,
  begin: () => Saga<FileBegun>,
  reached?: (progress: { rows: number; total: number }) => { type: string },
): Saga<string> {
  const { file, name, total }: FileBegun = yield call(begin);
  let isSaved = false;
  try {
    if (reached) yield put(reached({ rows: 0, total }));
    for (;;) {
      const { rows, isWhole } = yield* ask(world, 'received', file);
      if (reached) yield put(reached({ rows, total }));
      if (!isWhole) continue;
      yield* ask(world, 'saveReceived', file);
      isSaved = true;
      return name;
    }
  } finally {
    if (!isSaved) yield* ask(world, 'dropReceived', file);
  }
}

/** The same for a call of a list's module. */
export function receiveFile(
  crud: Crud,
  question: Omit<Call, 'isFile'>,
  reached?: (progress: { rows: number; total: number }) => { type: string },
  manner?: Parameters<typeof send>[2],
): Saga<string> {
  return receive(crud.world, () => send(crud, { ...question, isFile: true }, manner), reached);
}
