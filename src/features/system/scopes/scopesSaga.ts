import { all, call, put, takeLatest } from 'redux-saga/effects';
import { scopedModules } from '../../../../contract/modules';
import { apiScope } from '../../../../contract/modules/system/apiScope';
import { menu } from '../../../../contract/modules/system/menu';
import { largestPage } from '../../../../contract/schema/paging';
import { flatten } from '../../../../contract/schema/tree';
import { crudSaga } from '../../../sagas/crud/crud';
import { read, type Saga } from '../../../sagas/effects';
import { isExpected, request } from '../../../sagas/request';
import { untilDone } from '../../../sagas/trying';
import { choices } from '../../../store/crud/choices';
import { dict } from '../../../store/crud/dict';
import { choiceSetOf, isSearched } from '../../../store/crud/targets';
import { openedIn } from '../../../store/features';
import { Unreachable, type World } from '../../../world/world';
import { type ScopeKind, type ScopeMenu, type ScopePart, type ScopeRoute, scopeDesks } from './scopesSlice';

/** Maximum number of pages of scopes that are counted. */
const mostPages = 50;

type Answer = Record<string, unknown> & { children?: Answer[] };
function isObject(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null;
}
function text(value: unknown) {
  return value === null || value === undefined ? '' : String(value);
}
function menuOf(row: Answer): ScopeMenu {
  return {
    id: text(row.id),
    parentId: text(row.parentId),
    name: text(row.name),
    nameEn: text(row.nameEn),
    code: text(row.code),
    path: text(row.path),
    source: text(row.source),
  };
}

const fields = Object.values(scopedModules).flatMap((module) => Object.values(module.fields));
/** What rules on these modules refer to: dictionaries and reference choices. */
const codes = [...new Set(fields.flatMap((field) => field.dict ?? []))];
const sets = [...new Set(fields.flatMap(({ to }) => choiceSetOf({ to }) ?? []))].filter((set) => !isSearched(set));

/** Loads a part of the page, and says where that failed. Answers whether the line was cut. */
function* losing(kind: ScopeKind, part: ScopePart, work: () => Saga): Saga<boolean> {
  try {
    yield call(work);
    return false;
  } catch (error) {
    const isCutOff = error instanceof Unreachable;
    yield put(scopeDesks[kind].desk.actions.lost({ part, isCutOff }));
    if (!isExpected(error)) throw error;
    return isCutOff;
  }
}

/** Counts the scopes of each menu. */
function* count(world: World, kind: ScopeKind): Saga {
  const { base, desk } = scopeDesks[kind];
  const counts: Record<string, number> = {};
  for (let current = 1; current <= mostPages; current++) {
    const page: unknown = yield call(
      request,
      world,
      { method: 'GET', url: base.url('list'), query: { current, size: largestPage } },
      { quiet: true },
    );
    const rows = isObject(page) && Array.isArray(page.records) ? page.records.filter(isObject) : [];
    for (const { menuId } of rows) counts[text(menuId)] = (counts[text(menuId)] ?? 0) + 1;
    if (rows.length < largestPage) break;
  }
  yield put(desk.actions.counted(counts));
}

function* bring(world: World, kind: ScopeKind): Saga {
  const { actions: at } = scopeDesks[kind].desk;
  const answer: unknown = yield call(request, world, { method: 'GET', url: menu.url('menu-list') }, { quiet: true });
  const roots = Array.isArray(answer) ? answer.filter(isObject) : [];
  const known = new Set<string>();
  const menus = flatten(roots)
    .map(menuOf)
    .filter(({ id }) => id !== '' && !known.has(id) && known.add(id));
  yield put(at.loaded(menus));
}

/** The menus, and how many scopes each has. */
function* load(world: World, kind: ScopeKind): Saga<boolean> {
  const cut: boolean[] = yield all([
    call(losing, kind, 'menus', () => bring(world, kind)),
    call(losing, kind, 'counts', () => count(world, kind)),
  ]);
  return cut.includes(true);
}

function* loadRoutes(world: World): Saga {
  const { actions: at } = scopeDesks.api.desk;
  try {
    const answer: unknown = yield call(request, world, { method: 'GET', url: apiScope.url('routes') }, { quiet: true });
    const rows = Array.isArray(answer) ? answer.filter(isObject) : [];
    yield put(
      at.routesReceived(
        rows
          .map(({ method, path }): ScopeRoute => ({ method: text(method), path: text(path) }))
          .filter(({ path }) => path),
      ),
    );
  } catch (error) {
    // Without the list the path is typed.
    if (!isExpected(error)) throw error;
  }
}

export function scopesSaga(kind: ScopeKind) {
  return function* (world: World): Saga {
    const { base, module, slice, desk } = scopeDesks[kind];
    const { actions: at, selectors: see } = desk;

    function* opened(): Saga {
      yield put(at.load());
      if (kind === 'api' && (yield* read(see.all)).routes.length === 0) yield call(loadRoutes, world);
      if (kind === 'data') {
        yield put(dict.actions.need(codes));
        yield put(choices.actions.need(sets));
      }
    }
    function* configure({ payload }: ReturnType<typeof at.configure>): Saga {
      const seek = yield* read(slice.selectors.seek);
      yield put(slice.actions.seek(Object.fromEntries(Object.keys(seek).map((name) => [name, '']))));
      yield put(slice.actions.unpickAll());
      yield put(slice.actions.list({ current: 1, filters: { menuId: payload.id } }));
    }

    yield* crudSaga(module, slice)(world);
    yield takeLatest(at.load, () => untilDone(world, base.name, () => load(world, kind)));
    yield takeLatest([slice.actions.saved, slice.actions.removed], () =>
      untilDone(world, base.name, () => losing(kind, 'counts', () => count(world, kind))),
    );
    yield takeLatest(at.configure, configure);
    yield takeLatest(
      openedIn(base.name, (rest) => rest === ''),
      opened,
    );
  };
}
