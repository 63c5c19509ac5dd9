import { call, put, race, take, takeLatest, takeLeading } from 'redux-saga/effects';
import { countIn } from '../../../contract/domain/text';
import type { ImportResult } from '../../../contract/wire/transfer';
import { oneTimePasswords } from '../../store/auth/oneTimePasswords';
import type { Incoming } from '../../store/crud/crudState';
import { feedback } from '../../store/feedback';
import { preferences } from '../../store/preferences';
import type { PickedFile } from '../../world/world';
import { ask, read, type Saga } from '../effects';
import { Refused, SessionOver, tellFailure } from '../request';
import { announceChanges, type Crud, send } from './context';
import { receiveFile } from './receiving';

const accepted = '.xlsx,.xls,.csv';

function* incoming({ slice }: Crud): Saga<Incoming | undefined> {
  return (yield* read(slice.selectors.all)).incoming;
}

function* saveTemplate(crud: Crud): Saga {
  try {
    yield call(receiveFile, crud, { method: 'GET', url: crud.module.url('import-template') });
  } catch (error) {
    yield* tellFailure(error, crud.slice.actions.saveTemplate());
  }
}

function* choose(crud: Crud): Saga {
  const { world, slice } = crud;
  const picked: PickedFile | null = yield* ask(world, 'pickFile', accepted);
  if (!picked) return;
  const file = { id: picked.file, name: picked.name };
  yield put(slice.actions.importChosen({ file, key: yield* ask(world, 'newId') }));
}

/** Asks what importing the chosen file would do. */
function* judge(crud: Crud, { payload: { file } }: ReturnType<Crud['slice']['actions']['importChosen']>): Saga {
  const { module, slice } = crud;
  const { actions: at } = slice;
  const question = { method: 'POST' as const, url: module.url('import'), query: { dryRun: 1 }, file: file.id };
  try {
    const { result }: { result?: ImportResult } = yield race({
      result: call(send, crud, question, { quiet: true as const }),
      closed: take(at.closeImport),
    });
    if (result) yield put(at.importJudged(result));
  } catch (error) {
    if (error instanceof Refused && !(error instanceof SessionOver)) yield put(at.importRefused(error.message));
    else {
      yield put(at.importFailed());
      yield* tellFailure(error);
    }
  }
}

function* submit(crud: Crud): Saga {
  const { module, slice } = crud;
  const { actions: at } = slice;
  const held = yield* incoming(crud);
  if (!held?.file || held.busy !== 'import') return;
  try {
    const question = { method: 'POST' as const, url: module.url('import'), file: held.file.id };
    const { added, issued = [] }: ImportResult = yield* send(crud, question, { key: held.key });
    yield put(at.imported(added));
    const language = yield* read(preferences.selectors.language);
    const detail = countIn(added, language);
    yield put(feedback.actions.notified({ tone: 'success', say: 'transfer.imported', detail }));
    const words = issued.flatMap(({ oneTimeWord, ...one }) => (oneTimeWord ? [{ ...one, oneTimeWord }] : []));
    if (words.length > 0) yield put(oneTimePasswords.actions.shown({ page: module.name, words }));
    yield put(at.list({ current: 1 }));
    yield call(announceChanges, crud);
  } catch (error) {
    yield put(at.importFailed());
    yield* tellFailure(error);
  }
}

/** New records from a file: tried first, then added all together. */
export function* importing(crud: Crud): Saga {
  const { actions: at } = crud.slice;
  yield takeLeading(at.saveTemplate, saveTemplate, crud);
  yield takeLeading(at.chooseImport, choose, crud);
  yield takeLatest(at.importChosen, judge, crud);
  yield takeLeading(at.submitImport, submit, crud);
}
