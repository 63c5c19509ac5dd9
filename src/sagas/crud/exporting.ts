import { call, put, race, take, takeLeading } from 'redux-saga/effects';
import { feedback } from '../../store/feedback';
import { session } from '../../store/session';
import type { FileBegun } from '../../world/world';
import { ask, read, type Saga } from '../effects';
import { tellFailure } from '../request';
import { type Crud, send } from './context';

/** Receives the file and lets the browser save it. Answers its name. */
function* receive(crud: Crud, { payload }: ReturnType<Crud['slice']['actions']['exportList']>): Saga<string> {
  const { world, module, slice } = crud;
  const { actions: at, selectors: see } = slice;
  const { filters, ascs, descs } = yield* read(see.query);
  const { format, columns } = payload;
  const query = { ...filters, ascs, descs, format, columns: columns.join(','), framed: 1 };
  const begun: FileBegun = yield* send(crud, { method: 'GET', url: module.url('export'), query, isFile: true });
  const { file, name, total } = begun;
  let isSaved = false;
  try {
    yield put(at.exportReached({ rows: 0, total }));
    for (;;) {
      const { rows, isWhole } = yield* ask(world, 'received', file);
      yield put(at.exportReached({ rows, total }));
      if (!isWhole) continue;
      yield* ask(world, 'saveReceived', file);
      isSaved = true;
      return name;
    }
  } finally {
    if (!isSaved) yield* ask(world, 'dropReceived', file);
  }
}

function* exportList(crud: Crud, command: ReturnType<Crud['slice']['actions']['exportList']>): Saga {
  const { actions: at } = crud.slice;
  try {
    const { name }: { name?: string } = yield race({
      name: call(receive, crud, command),
      cancelled: take(at.cancelExport),
      over: take(session.actions.signedOut),
    });
    if (name !== undefined)
      yield put(feedback.actions.notified({ tone: 'success', say: 'transfer.exported', detail: name }));
  } catch (error) {
    yield* tellFailure(error);
  } finally {
    yield put(at.exportEnded());
  }
}

/** The list as a file that the browser saves. It goes on while the person works on other pages. */
export function* exporting(crud: Crud): Saga {
  yield takeLeading(crud.slice.actions.exportList, exportList, crud);
}
