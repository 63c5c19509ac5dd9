import type { Action } from '@reduxjs/toolkit';
import { call, put, race, take, takeLatest } from 'redux-saga/effects';
import { filtersOf } from '../../../contract/schema/conditions';
import type { Page, Row } from '../../../contract/schema/module';
import { totalsLater } from '../../../contract/schema/paging';
import { flatten } from '../../../contract/schema/tree';
import { clock } from '../../store/clock';
import { recordsChanged } from '../../store/crud/changes';
import { choices } from '../../store/crud/choices';
import { dict } from '../../store/crud/dict';
import { choiceSetOf, isSearched } from '../../store/crud/targets';
import { tenantChoice } from '../../store/crud/tenantChoice';
import { openedIn } from '../../store/features';
import { type Place, route } from '../../store/navigation/route';
import { preferences } from '../../store/preferences';
import { Unreachable } from '../../world/world';
import { read, type Saga } from '../effects';
import { isExpected } from '../request';
import { leaves, untilNextTry } from '../trying';
import { followAddress, requestedBy, searchOf } from './address';
import { type Crud, isRow, reporting, send, withoutSecrets } from './context';
import { applyView, shaping, viewNamed } from './shaping';

/** Servers of the family answer a list as a page, an array, or an empty object. */
function pageOf(answer: any, size: number, current: number): Page {
  const given: unknown[] = Array.isArray(answer) ? answer : Array.isArray(answer?.records) ? answer.records : [];
  const records = given.filter((one): one is Row => isRow(one));
  const total = Math.max(Number(answer?.total ?? records.length) || 0, 0);
  const { sums, sides, isCounting } = answer ?? {};
  return {
    records,
    total,
    size,
    current,
    pages: Math.ceil(total / size),
    ...(sums && { sums }),
    ...(sides && { sides }),
    ...(isCounting === true && { isCounting }),
  };
}

/** A server's tree as rows from top to bottom; each says whether it has children. */
function treePage(answer: unknown): Page {
  const roots: (Row & { children?: Row[] })[] = Array.isArray(answer) ? answer.filter(isRow) : [];
  const known = new Set<string>();
  const records = flatten(roots).flatMap(({ children, hasChildren: _, ...row }): Row[] => {
    if (known.has(row.id)) return [];
    known.add(row.id);
    return [{ ...row, ...(children?.length ? { hasChildren: true } : {}) } as Row];
  });
  return { records, total: records.length, size: records.length, current: 1, pages: 1 };
}

/** Names for the ids that the filters of an address hold. */
function* nameFilters({ module }: Crud, requested: Record<string, string>): Saga {
  for (const [name, ids] of Object.entries(requested)) {
    const set = module.fields[name] && choiceSetOf(module.fields[name]);
    if (set && isSearched(set)) yield put(choices.actions.name({ of: set, ids }));
  }
}

function* opened(crud: Crud, { payload: place }: { payload: Place }): Saga {
  const { module, slice, sets, opening } = crud;
  const { actions: at, selectors: see } = slice;
  const codes = Object.values(module.fields).flatMap((field) => field.dict ?? []);
  if (module.acrossTenants) yield put(tenantChoice.actions.need());
  if (codes.length > 0) yield put(dict.actions.need(codes));
  if (sets.length > 0) yield put(choices.actions.need(sets));
  const state = yield* read(see.all);
  const isFirst = state.page === null;
  const today = yield* read(clock.selectors.today);
  // Returning to a list that the address describes keeps its page.
  if (
    !isFirst &&
    place.search !== '' &&
    String(new URLSearchParams(place.search)) === searchOf(module, opening, state, today)
  )
    return yield put(at.list({}));
  const { view, sort, seek } = requestedBy(place.search);
  const views = Object.entries(module.views ?? {});
  // A person who was faster than the page has chosen by then.
  const isChosen = state.busy.list === true;
  const [, builtIn] =
    views.find(([key, { isFirst: opens }]) => (view ? key === view : isFirst && !isChosen && opens)) ?? [];
  const saved = view && !builtIn && opening.isShaped ? yield* viewNamed(crud, view) : undefined;
  if (saved) return yield call(applyView, crud, saved);
  const order = Object.keys(sort).length > 0 ? { ascs: sort.ascs, descs: sort.descs } : isFirst ? opening.sort : {};
  const isSought = Object.keys(seek).length > 0;
  // An address may narrow a view by further conditions.
  const requested = isSought ? { ...(view ? builtIn?.seek(today) : {}), ...seek } : builtIn?.seek(today);
  if (!requested) return yield put(at.list({ ...order }));
  const none = Object.fromEntries(Object.keys(yield* read(see.seek)).map((name) => [name, '']));
  yield put(at.leaveView());
  yield put(at.seek({ ...none, ...requested })); // the request matches the filters shown
  yield put(at.list({ ...order, current: 1, filters: filtersOf(module, requested) }));
  yield call(nameFilters, crud, requested);
}

function* list(crud: Crud, { payload: wish }: ReturnType<Crud['slice']['actions']['list']>): Saga {
  const { module, slice, parent, opening } = crud;
  const { actions: at, selectors: see } = slice;
  const listed = (page: Page) =>
    at.listed({ ...page, records: page.records.map((row) => withoutSecrets(module, row)) });
  const { shape } = yield* read(see.shaping);
  // What the server keeps goes before what this browser keeps.
  const own = shape.size ?? (yield* read(preferences.selectors.listSize, module.name));
  if (wish.size === undefined && own !== undefined) {
    if ((yield* read(see.query)).size !== own) yield put(at.sized(own));
  } else if (wish.size !== undefined && wish.size !== own) {
    yield put(preferences.actions.sizeList({ name: module.name, size: wish.size }));
    if (opening.isShaped) yield put(at.shape({ ...shape, size: wish.size }));
  }
  const { filters, ...paging } = yield* read(see.query);
  const url = module.url('list');
  // A tree is loaded as a whole and searched in the console.
  if (parent) {
    yield put(listed(treePage(yield* send(crud, { method: 'GET', url }))));
    if (crud.fresh) yield put(at.reveal(crud.fresh));
    crud.fresh = '';
    return;
  }
  const query = { ...filters, ...paging };
  const first = module.isLarge && paging.current === 1 ? { ...query, ...totalsLater } : query;
  const answer: unknown = yield* send(crud, { method: 'GET', url, query: first });
  const page = pageOf(answer, paging.size, paging.current);
  // Rows were removed meanwhile and this page no longer exists: load the last one that does.
  if (page.records.length === 0 && page.total > 0 && page.current > 1)
    return yield put(at.list({ current: Math.max(1, Math.min(page.pages, page.current - 1)) }));
  yield put(listed(page));
  if (!page.isCounting) return;
  try {
    const whole: unknown = yield* send(crud, { method: 'GET', url, query }, { quiet: true });
    yield put(listed(pageOf(whole, paging.size, paging.current)));
  } catch (error) {
    // The rows are there; their number stays unknown.
    if (!isExpected(error)) throw error;
  }
}

/** Loads the number of rows of each view, as often as it takes. Paging does not change them. */
function* count(crud: Crud): Saga {
  const { module, slice, world } = crud;
  const url = module.url('views');
  for (let failures = 0; ; failures++) {
    try {
      const counts: unknown = yield* send(crud, { method: 'GET', url }, { quiet: true });
      if (typeof counts === 'object' && counts !== null)
        yield put(slice.actions.counted(counts as Record<string, number>));
      return;
    } catch (error) {
      // The list reports the error; views without numbers still filter.
      if (!isExpected(error)) throw error;
      if (!(error instanceof Unreachable)) return;
    }
    yield call(untilNextTry, world, failures);
  }
}

/** Opening the page, loading the list and following changes made elsewhere. */
export function* listing(crud: Crud): Saga {
  const { module, slice } = crud;
  const { actions: at, selectors: see } = slice;

  /** Leaving cancels the running request; returning loads again. */
  const isElsewhere = leaves(module.name);
  function* listUnlessLeft(wish: ReturnType<typeof at.list>): Saga {
    const { left } = yield race({ listed: call(list, crud, wish), left: take(isElsewhere) });
    if (left) yield put(at.settled('list'));
  }
  const listOnce = reporting(crud, 'list', listUnlessLeft);
  let failures = 0;
  /** A list without an answer is asked for again by itself, for as long as it is on screen. */
  function* listAndTryAgain(wish: ReturnType<typeof at.list>): Saga {
    yield call(listOnce, wish);
    if (!(yield* read(see.all)).isCutOff) {
      failures = 0;
      return;
    }
    const { left } = yield race({ next: call(untilNextTry, crud.world, failures++), left: take(isElsewhere) });
    if (!left) yield put(at.list({}));
  }
  const changesCounts = (action: Action) =>
    at.removed.match(action) ||
    at.acted.match(action) ||
    (at.list.match(action) && (!('current' in action.payload) || 'filters' in action.payload));

  /** The page on screen reloads for another tenant; other pages do when they are shown again. */
  function* move(): Saga {
    const place = yield* read(route.selectors.place);
    if (place?.feature === module.name && place.rest === '') yield call(opened, crud, { payload: place });
  }
  const isOfOthers = (action: Action) =>
    recordsChanged.match(action) && action.payload.modules.includes(module.name) && action.payload.by !== slice.name;
  function* follow(): Saga {
    if ((yield* read(see.all)).page) yield put(at.list({}));
  }

  yield takeLatest(
    openedIn(module.name, (rest) => rest === ''),
    (action) => opened(crud, action),
  );
  if (module.acrossTenants) yield takeLatest(tenantChoice.actions.choose, move);
  yield takeLatest(at.list, listAndTryAgain); // the latest request wins
  yield takeLatest(isOfOthers, follow);
  if (module.views) yield takeLatest(changesCounts, count, crud);
  if (!crud.opening.isShaped) return;
  // A view is left for other conditions, which are listed next; a whole tree is searched without listing it.
  const shows = [at.list, at.viewSaved, at.viewRemoved, ...(crud.parent ? [at.leaveView] : [])];
  yield takeLatest(shows, followAddress, crud);
  yield* shaping(crud);
}
