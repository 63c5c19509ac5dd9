import { all, call, put, takeLatest, takeLeading } from 'redux-saga/effects';
import { payBatch } from '../../../../contract/modules/lease/payBatch';
import type { ResultOutcome } from '../../../../contract/wire/bank/lines';
import { receive } from '../../../sagas/crud/receiving';
import { ask, read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request, tellFailure } from '../../../sagas/request';
import type { CrudSlice } from '../../../store/crud/crud';
import { openedIn } from '../../../store/features';
import { feedback } from '../../../store/feedback';
import { route, tabs } from '../../../store/navigation/route';
import type { PickedFile, World } from '../../../world/world';
import { batchPages } from './batchSlice';

const { actions: at } = batchPages;
const below = 'detail/';

function idIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function* load(world: World, { payload: { path } }: ReturnType<typeof at.load>): Saga {
  const id = idIn(path);
  const get = (name: string) =>
    call(request, world, { method: 'GET', url: payBatch.url(name), query: { id } }, { quiet: true });
  try {
    const [row, items] = yield all([get('detail'), get('items')]);
    yield put(at.received({ path, row, items }));
    yield put(tabs.actions.named({ path, label: { zh: row.batchNo, en: row.batchNo } }));
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(at.failed({ path, trouble: error instanceof Refused ? error.message : '' }));
  }
}

function* save(world: World, { payload: { path, format } }: ReturnType<typeof at.save>): Saga {
  const query = { id: idIn(path), format };
  const question = { method: 'GET', url: payBatch.url('file'), query, isFile: true } as const;
  try {
    yield put(at.working({ path, busy: true }));
    yield call(receive, world, () => request(world, question));
  } catch (error) {
    yield* tellFailure(error, at.save({ path, format }));
  } finally {
    yield put(at.working({ path, busy: false }));
  }
}

function* answer(
  world: World,
  { actions: list }: CrudSlice,
  { payload: { path } }: ReturnType<typeof at.answer>,
): Saga {
  const picked: PickedFile | null = yield* ask(world, 'pickFile', '.csv,.xlsx');
  if (!picked) return;
  try {
    const key = yield* ask(world, 'newId');
    const query = { id: idIn(path) };
    const question = { method: 'POST' as const, url: payBatch.url('answer'), query, file: picked.file };
    const { isKnownFile, paid, failed }: ResultOutcome = yield call(request, world, question, { key });
    const isNothing = isKnownFile || paid + failed === 0;
    yield put(
      feedback.actions.notified(
        isNothing
          ? { tone: 'warning', say: 'bank.knownResult' }
          : { tone: 'success', say: 'bank.answered', values: { paid, failed } },
      ),
    );
    yield put(at.load({ path }));
    yield put(list.list({}));
  } catch (error) {
    yield* tellFailure(error, at.answer({ path }));
  }
}

export function batchSaga(slice: CrudSlice) {
  return function* (world: World): Saga {
    yield takeLatest(
      openedIn(payBatch.name, (rest) => rest.startsWith(below)),
      function* ({ payload: { path } }): Saga {
        yield put(at.load({ path }));
      },
    );
    yield takeLatest(at.load, load, world);
    yield takeLatest(slice.actions.acted, function* (): Saga {
      const place = yield* read(route.selectors.place);
      if (place?.feature === payBatch.name && place.rest.startsWith(below)) yield put(at.load({ path: place.path }));
    });
    yield takeLeading(at.save, save, world);
    yield takeLeading(at.answer, answer, world, slice);
  };
}
