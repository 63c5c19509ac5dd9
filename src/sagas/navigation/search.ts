import { call, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { isSearchable } from '../../../contract/domain/search/searchTerms';
import { type FoundGroup, type FoundRecord, longestSearch } from '../../../contract/wire/search';
import { menu } from '../../store/navigation/menu';
import { panel } from '../../store/navigation/panel';
import { route } from '../../store/navigation/route';
import { pageAddress } from '../../store/navigation/routes';
import { search } from '../../store/navigation/search';
import { destinationOf } from '../../store/navigation/sidebar';
import type { World } from '../../world/world';
import { ask, read, type Saga } from '../effects';
import { isExpected, Refused, request } from '../request';
import { text } from '../wire';

/** Until a person has typed the next character, in ms. */
const pauseMs = 150;

function* choose({ payload: item }: ReturnType<typeof search.actions.choose>): Saga {
  yield put(panel.actions.hide());
  const to = destinationOf(item);
  yield put('outside' in to ? route.actions.openOutside(to.outside) : route.actions.go(to.path));
}

function* open({ payload: { entity, rest, search: query } }: ReturnType<typeof search.actions.open>): Saga {
  yield put(panel.actions.hide());
  const path = yield* read(menu.selectors.pathOf, entity);
  if (path)
    yield put(route.actions.go(pageAddress(path, { ...(rest ? { rest } : {}), ...(query ? { search: query } : {}) })));
}

function recordOf(row: Partial<Record<keyof FoundRecord, unknown>>): FoundRecord {
  const { rest, search: query } = row;
  return {
    id: text(row.id),
    title: text(row.title),
    note: text(row.note),
    ...(rest ? { rest: text(rest) } : {}),
    ...(query ? { search: text(query) } : {}),
  };
}
function groupsOf(answer: unknown): FoundGroup[] {
  const groups = Array.isArray(answer) ? (answer as Partial<Record<keyof FoundGroup, unknown>>[]) : [];
  return groups.map(({ entity, records }) => ({
    entity: text(entity),
    records: (Array.isArray(records) ? records : []).map(recordOf),
  }));
}

/** Records that match what has been typed, once the person pauses. */
function* find(world: World, { payload: typed }: ReturnType<typeof search.actions.type>): Saga {
  if (typed === '' || (yield* read(search.selectors.isMissing))) return;
  yield* ask(world, 'sleep', pauseMs);
  let groups: FoundGroup[] = [];
  try {
    if (isSearchable(typed) && typed.length <= longestSearch)
      groups = groupsOf(
        yield call(
          request,
          world,
          { method: 'POST', url: '/blade-desk/search', body: { text: typed } },
          { quiet: true },
        ),
      );
  } catch (error) {
    if (!isExpected(error)) throw error;
    // Menus are found without the server.
    if (error instanceof Refused && error.code === 404) yield put(search.actions.missed());
  }
  yield put(search.actions.found({ text: typed, groups }));
}

export function* searchSaga(world: World): Saga {
  yield takeEvery(search.actions.choose, choose);
  yield takeEvery(search.actions.open, open);
  yield takeLatest(search.actions.type, find, world);
}
