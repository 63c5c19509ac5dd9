import { call, put, race, take, takeLeading } from 'redux-saga/effects';
import { feedback } from '../../store/feedback';
import { session } from '../../store/session';
import { read, type Saga } from '../effects';
import { tellFailure } from '../request';
import type { Crud } from './context';
import { receiveFile } from './receiving';

function* exportList(crud: Crud, { payload }: ReturnType<Crud['slice']['actions']['exportList']>): Saga {
  const { module, slice } = crud;
  const { actions: at, selectors: see } = slice;
  try {
    const { filters, ascs, descs } = yield* read(see.query);
    const { format, columns } = payload;
    const query = { ...filters, ascs, descs, format, columns: columns.join(','), framed: 1 };
    const { name }: { name?: string } = yield race({
      name: call(receiveFile, crud, { method: 'GET', url: module.url('export'), query }, at.exportReached),
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
