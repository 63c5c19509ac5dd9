import { call, put, race, take, takeLeading } from 'redux-saga/effects';
import type { Transfer } from '../../../contract/wire/transfer';
import { feedback } from '../../store/feedback';
import { session } from '../../store/session';
import { Unreachable } from '../../world/world';
import { ask, read, type Saga } from '../effects';
import { Refused, request, tellFailure } from '../request';
import { actOnTransfer, followEveryMs, listTransfers, saveTransfer, transferUrl } from '../transfers';
import type { Crud } from './context';
import { receiveFile } from './receiving';

/** The refusal of a list that is not sent to a page. */
const tooLong = 'transfer.inBackground';

type Wanted = ReturnType<Crud['slice']['actions']['exportList']>['payload'];

/** What a list is asked for: its conditions and order. */
function* conditions({ slice }: Crud): Saga<Record<string, string>> {
  const { filters, ascs, descs } = yield* read(slice.selectors.query);
  const all = Object.entries({ ...filters, ascs, descs });
  return Object.fromEntries(
    all.flatMap(([name, value]) =>
      value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
    ),
  );
}

function* toPage(crud: Crud, { format, columns }: Wanted): Saga<string> {
  const query = { ...(yield* conditions(crud)), format, columns: columns.join(','), framed: 1 };
  const question = { method: 'GET', url: crud.module.url('export'), query } as const;
  return yield call(receiveFile, crud, question, crud.slice.actions.exportReached, { expects: tooLong });
}

/** Asks how far it is until it has ended; undefined once its entry is gone. */
function* ended(crud: Crud, id: string): Saga<Transfer | undefined> {
  const { world, slice } = crud;
  for (;;) {
    yield* ask(world, 'sleep', followEveryMs);
    try {
      const found = (yield* listTransfers(world)).find((one) => one.id === id);
      if (!found || (found.state !== 'waiting' && found.state !== 'running')) return found;
      yield put(slice.actions.exportReached({ rows: found.rows, total: found.total }));
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error; // it goes on at the server, and is asked for again
    }
  }
}

/** Follows a file in the making, and saves it where the person has stayed. */
function* follow(crud: Crud, id: string): Saga<string | undefined> {
  const found: Transfer | undefined = yield call(ended, crud, id);
  if (found?.state === 'done') return yield call(saveTransfer, crud.world, id);
  if (found?.state === 'failed')
    yield put(
      feedback.actions.notified({
        tone: 'error',
        say: 'transfer.failed',
        detail: found.problem,
        about: `transfer ${id}`,
      }),
    );
  return undefined;
}

function* inBackground(crud: Crud, { format, columns }: Wanted): Saga<string | undefined> {
  const { world, module, slice } = crud;
  const text = new URLSearchParams(yield* conditions(crud)).toString();
  const body = { module: module.name, format, columns: columns.join(','), conditions: text };
  const question = { method: 'POST', url: `${transferUrl}/begin`, body } as const;
  // Without a key: a file that is asked for again holds what is stored then.
  const { id, total }: Transfer = yield call(request, world, question);
  yield put(slice.actions.exportMoved({ id, rows: 0, total }));
  const { name, cancelled }: { name?: string; cancelled?: object } = yield race({
    name: call(follow, crud, id),
    cancelled: take(slice.actions.cancelExport),
    left: take(slice.actions.leaveExport),
  });
  if (cancelled) yield call(actOnTransfer, world, 'cancel', id);
  return name;
}

function* out(crud: Crud, wanted: Wanted): Saga<string | undefined> {
  const { actions: at } = crud.slice;
  try {
    const { name }: { name?: string } = yield race({
      name: call(toPage, crud, wanted),
      cancelled: take(at.cancelExport),
    });
    return name;
  } catch (error) {
    if (!(error instanceof Refused && error.reason === tooLong)) throw error;
  }
  return yield call(inBackground, crud, wanted);
}

function* exportList(crud: Crud, { payload }: ReturnType<Crud['slice']['actions']['exportList']>): Saga {
  try {
    const { name }: { name?: string } = yield race({
      name: call(out, crud, payload),
      over: take(session.actions.signedOut),
    });
    if (name !== undefined)
      yield put(feedback.actions.notified({ tone: 'success', say: 'transfer.exported', detail: name }));
  } catch (error) {
    yield* tellFailure(error, crud.slice.actions.exportList(payload));
  } finally {
    yield put(crud.slice.actions.exportEnded());
  }
}

/** The list as a file that the browser saves. It goes on while the person works on other pages. */
export function* exporting(crud: Crud): Saga {
  yield takeLeading(crud.slice.actions.exportList, exportList, crud);
}
