import { put } from 'redux-saga/effects';
import type { Call, FileBegun } from '../../world/world';
import { ask, type Saga } from '../effects';
import { type Crud, send } from './context';

/** Receives a file and lets the browser save it. `reached` makes an action of how far it is. Answers its name. */
export function* receiveFile(
  crud: Crud,
  question: Omit<Call, 'isFile'>,
  reached?: (progress: { rows: number; total: number }) => { type: string },
): Saga<string> {
  const { world } = crud;
  const { file, name, total }: FileBegun = yield* send(crud, { ...question, isFile: true });
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
