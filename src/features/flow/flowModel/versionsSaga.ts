import { all, call, put, take, takeEvery } from 'redux-saga/effects';
import { isId } from '../../../../contract/domain/values';
import { flowModel } from '../../../../contract/modules/flow/flowModel';
import type { ModelVersion } from '../../../../contract/wire/flow';
import { mayDiscard, read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request } from '../../../sagas/request';
import { type features, openedIn } from '../../../store/features';
import { route, tabs } from '../../../store/navigation/route';
import type { World } from '../../../world/world';
import { headIn } from './designSaga';
import { designPage, designs, isChanged } from './designSlice';
import { modelVersions, versionsPage } from './versionsSlice';

const { actions: at, selectors: see } = modelVersions;

function* tell(path: string, error: unknown): Saga {
  if (!isExpected(error)) throw error;
  yield put(at.lost({ path, text: error instanceof Refused ? error.message : '' }));
}

function detail(world: World, query: { id: string; version?: number }) {
  return call(request, world, { method: 'GET', url: flowModel.url('detail'), query }, { quiet: true });
}

function* load(world: World, { payload: { path, rest } }: ReturnType<typeof features.actions.opened>): Saga {
  const id = rest.slice(versionsPage.length + 1);
  yield put(at.load({ path, id }));
  if (!isId(id)) return yield put(at.lost({ path, text: '' }));
  try {
    const question = { method: 'GET', url: flowModel.url('versions'), query: { id } } as const;
    const { model, list }: { model: unknown; list: ModelVersion[] } = yield all({
      model: detail(world, { id }),
      list: call(request, world, question, { quiet: true }),
    });
    const { name } = headIn(model);
    yield put(at.loaded({ path, name, list }));
    yield put(tabs.actions.named({ path, label: { zh: `${name} 版本`, en: `${name} versions` } }));
    yield call(loadFiles, world, path);
  } catch (error) {
    yield call(tell, path, error);
  }
}

/** Loads the files of the chosen versions that are not here yet; a saved version never changes. */
function* loadFiles(world: World, path: string): Saga {
  const page = yield* read(see.of, path);
  if (!page) return;
  const missing = [...new Set([page.before, page.after])].filter((version) => version > 0 && !(version in page.files));
  for (const version of missing) {
    const { xml } = headIn(yield detail(world, { id: page.id, version }));
    yield put(at.fileLoaded({ path, version, xml }));
  }
}

function* choose(world: World, { payload: { path } }: ReturnType<typeof at.choose>): Saga {
  try {
    yield call(loadFiles, world, path);
  } catch (error) {
    yield call(tell, path, error);
  }
}

function* restore({ payload: { path, version } }: ReturnType<typeof at.restore>): Saga {
  const page = yield* read(see.of, path);
  const xml = page?.files[version];
  if (!page || !xml) return;
  const isOf = (designed: { head: { id: string } }) => designed.head.id === page.id;
  const held = Object.entries(yield* read(designs.selectors.pages)).find(([, designed]) => isOf(designed));
  if (held && isChanged(held[1]) && !(yield* mayDiscard())) return;
  yield put(route.actions.open({ feature: flowModel.name, rest: `${designPage}/${page.id}` }));
  // The baseline of unsaved changes is the newest version, which is drawn first.
  const isDrawn = held?.[1].drawn != null;
  const target = isDrawn ? held[0] : (yield take(designs.actions.drawn)).payload.path;
  yield put(designs.actions.opened({ path: target, xml }));
}

export function* versionsSaga(world: World): Saga {
  yield takeEvery(
    openedIn(flowModel.name, (rest) => rest.startsWith(`${versionsPage}/`)),
    load,
    world,
  );
  yield takeEvery(at.choose, choose, world);
  yield takeEvery(at.restore, restore);
}
