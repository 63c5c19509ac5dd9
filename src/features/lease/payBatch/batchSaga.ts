import { all, call, put, takeLatest, takeLeading } from 'redux-saga/effects';
import { payBatch } from '../../../../contract/modules/lease/payBatch';
import { receive } from '../../../sagas/crud/receiving';
import { ask, read, type Saga } from '../../../sagas/effects';
import { request, tellFailure } from '../../../sagas/request';
import { loadingPage } from '../../../sagas/trying';
import type { CrudSlice } from '../../../store/crud/crud';
import { openedIn } from '../../../store/features';
import { route, tabs } from '../../../store/navigation/route';
import type { PickedFile, World } from '../../../world/world';
import { deed } from '../deed/deedSlice';
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
  yield* loadingPage(
    world,
    path,
    function* (): Saga {
      const [row, items] = yield all([get('detail'), get('items')]);
      yield put(at.received({ path, row, items }));
      yield put(tabs.actions.named({ path, label: { zh: row.batchNo, en: row.batchNo } }));
    },
    (trouble) => at.failed({ path, trouble }),
  );
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

/** Opens the dialog that shows what the picked result does. */
function* answer(world: World, { payload: { path } }: ReturnType<typeof at.answer>): Saga {
  const picked: PickedFile | null = yield* ask(world, 'pickFile', '.csv,.xlsx,.xls');
  const name = (yield* read(batchPages.selectors.of, path))?.row?.batchNo ?? '';
  if (picked)
    yield put(deed.actions.begin({ name: 'answerBatch', subject: { id: idIn(path), name, file: picked.file } }));
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
    yield takeLatest([slice.actions.acted, deed.actions.done], function* (): Saga {
      const place = yield* read(route.selectors.place);
      if (place?.feature === payBatch.name && place.rest.startsWith(below)) yield put(at.load({ path: place.path }));
    });
    yield takeLatest(deed.actions.done, function* ({ payload: { name } }): Saga {
      if (name === 'answerBatch') yield put(slice.actions.list({}));
    });
    yield takeLeading(at.save, save, world);
    yield takeLeading(at.answer, answer, world);
  };
}
