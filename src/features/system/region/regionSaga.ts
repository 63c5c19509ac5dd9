import type { Action } from '@reduxjs/toolkit';
import { all, call, put, race, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { type Region, region, regionRoot } from '../../../../contract/modules/system/region';
import { judge } from '../../../../contract/schema/validate';
import { ask, confirm, mayDiscard, read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request, tellFailure } from '../../../sagas/request';
import { untilDone } from '../../../sagas/trying';
import { openedIn } from '../../../store/features';
import { feedback } from '../../../store/feedback';
import { type Call, Unreachable, type World } from '../../../world/world';
import { bodyOf, type Line, linkLevels, mayHaveBelow, type RegionNode, regions } from './regionSlice';

const { actions: at, selectors: see } = regions;

const typingPauseMs = 250;
/** Maximum number of search results. */
const mostFound = 50;

function get(verb: string, query: Call['query'] = {}): Call {
  return { method: 'GET', url: region.url(verb), query };
}
type Answer = Record<string, unknown>;
function isObject(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null;
}
function text(value: unknown) {
  return value === null || value === undefined ? '' : String(value);
}
function listIn(answer: unknown): Answer[] {
  return Array.isArray(answer) ? answer.filter(isObject) : [];
}
/** Trees name the fields title and id, lists name and code. */
function nodeOf(row: Answer): RegionNode {
  return {
    code: text(row.code ?? row.key ?? row.id ?? row.value),
    name: text(row.name ?? row.title),
    hasChildren: row.hasChildren === true || Number(row.hasChildren) === 1,
  };
}
function nodesIn(answer: unknown): RegionNode[] {
  return listIn(answer)
    .map(nodeOf)
    .filter(({ code }) => code !== '');
}

/** Answers whether the line was cut. */
function* load(world: World, code: string): Saga<boolean> {
  try {
    const answer = yield call(request, world, get('lazy-tree', { parentCode: code }), { quiet: true });
    yield put(at.loaded({ code, nodes: nodesIn(answer) }));
    return false;
  } catch (error) {
    yield put(at.lost(code));
    if (!isExpected(error)) throw error;
    return error instanceof Unreachable;
  }
}

/** Loads the children of one division, again for as long as the line is cut, until they are asked for anew. */
function* loading(world: World, { payload: code }: ReturnType<typeof at.load>): Saga {
  const isNewer = (action: Action) => at.load.match(action) && action.payload === code;
  yield race({ done: call(untilDone, world, region.name, () => load(world, code)), newer: take(isNewer) });
}

function* seek(world: World, { payload }: ReturnType<typeof at.seek>): Saga {
  const sought = payload.trim();
  if (sought === '') return;
  yield* ask(world, 'sleep', typingPauseMs);
  try {
    const by = /^\d+$/.test(sought) ? 'code' : 'name';
    const query = { current: 1, size: mostFound, ascs: 'code', [by]: sought };
    const page: unknown = yield call(request, world, get('list', query));
    const rows = listIn(isObject(page) && 'records' in page ? page.records : page);
    yield put(
      at.found({
        rows: rows.map((row) => ({
          ...nodeOf(row),
          line: [...new Set([row.provinceName, row.cityName, row.districtName])]
            .map(text)
            .filter((name) => name !== '' && name !== row.name)
            .join(' '),
        })),
        total: isObject(page) ? Number(page.total) || rows.length : rows.length,
      }),
    );
  } catch (error) {
    yield put(at.found(null));
    yield call(tellFailure, error);
  }
}

function* show(world: World, { payload: code }: ReturnType<typeof at.chosen>): Saga {
  try {
    const answer: unknown = yield call(request, world, get('detail', { code }), { quiet: true });
    if (!isObject(answer)) return yield put(at.shownLost());
    yield put(at.shown({ ...answer, code: text(answer.code) || code } as Region));
  } catch (error) {
    yield put(at.shownLost());
    if (!isExpected(error)) throw error;
  }
}

/** Whether unsaved changes of the form may be discarded. */
function* mayLeave(): Saga<boolean> {
  const { form, busy } = yield* read(see.all);
  if (busy.save) return false; // A running request decides.
  return !form || JSON.stringify(form.draft) === JSON.stringify(form.before) || (yield* mayDiscard());
}
function* choose({ payload: code }: { payload: string }): Saga {
  if (yield call(mayLeave)) yield put(at.chosen(code));
}
function* cancel(): Saga {
  if (yield call(mayLeave)) yield put(at.shut());
}

function open(mode: 'add' | 'edit') {
  return function* (world: World): Saga {
    const { shown } = yield* read(see.all);
    if (!shown || (mode === 'add' && !mayHaveBelow(shown))) return;
    if (yield call(mayLeave)) yield put(at.opened({ mode, key: yield* ask(world, 'newId') }));
  };
}

function* save(world: World): Saga {
  const { form } = yield* read(see.all);
  if (!form) return;
  const problems = judge(region.fields, form.draft);
  if (form.mode === 'add' && form.ownPart !== '' && !form.draft.code) problems.code = 'badFormat';
  if (Object.keys(problems).length > 0) return yield put(at.judged(problems));
  const body = bodyOf(form);
  const written = JSON.stringify(body);
  // The same request keeps its idempotency key; a changed one gets another.
  const key = form.sent !== undefined && form.sent !== written ? yield* ask(world, 'newId') : form.key;
  yield put(at.sent({ key, body: written }));
  const isNew = form.mode === 'add';
  try {
    yield call(request, world, { method: 'POST', url: region.url(isNew ? 'add' : 'update'), body }, { key });
  } catch (error) {
    if (error instanceof Refused && Object.keys(error.problems).length > 0) yield put(at.judged(error.problems));
    else yield put(at.saveFailed());
    return yield call(tellFailure, error, at.save());
  }
  yield put(at.saved({ code: text(body.code), parentCode: text(body.parentCode) }));
  yield put(feedback.actions.notified({ tone: 'success', say: isNew ? 'crud.added' : 'crud.updated' }));
}

function* remove(world: World): Saga {
  try {
    const { shown } = yield* read(see.all);
    if (!shown) return;
    const { code, parentCode } = shown;
    const { isSure } = yield* confirm({
      title: 'ask.title',
      say: 'regions.ask',
      confirm: 'crud.remove',
      danger: true,
      values: { name: shown.name ?? code, code },
    });
    if (!isSure) return;
    yield call(request, world, { method: 'POST', url: region.url('remove'), query: { ids: code } });
    yield put(at.removed({ code, parentCode }));
    yield put(feedback.actions.notified({ tone: 'success', say: 'crud.removed' }));
  } catch (error) {
    yield call(tellFailure, error, at.remove());
  } finally {
    yield put(at.removeEnded());
  }
}

/** Updates the tree after a change: reloads the siblings and whether the parent has children. */
function* follow(action: ReturnType<typeof at.saved> | ReturnType<typeof at.removed>): Saga {
  const { code, parentCode } = action.payload;
  const { below, open: opened, seek: sought } = yield* read(see.all);
  yield put(at.load(parentCode));
  if (!opened.includes(parentCode)) yield put(at.toggle(parentCode));
  // The parent may have become a branch or a leaf in its own level.
  const above = Object.keys(below).find((one) => below[one]!.some((node) => node.code === parentCode));
  if (above !== undefined) yield put(at.load(above));
  if (sought.trim() !== '') yield put(at.seek(sought));
  yield put(at.chosen(at.saved.match(action) ? code : parentCode));
}

function* offer(world: World, level: number, code: string): Saga {
  const answer = yield call(request, world, get('select', { code }), { quiet: true });
  yield put(at.offered({ at: level, nodes: nodesIn(answer) }));
}
function* tellLine(world: World, code: string): Saga {
  const answer = yield call(request, world, get('line', { code }), { quiet: true });
  const line: Line = listIn(answer).map((one) => ({
    code: text(one.code),
    name: text(one.name),
    level: Number(one.level),
  }));
  yield put(at.lineTold(line));
}
function* link(world: World, { payload: { at: level, code } }: ReturnType<typeof at.link>): Saga {
  try {
    const { picked } = (yield* read(see.all)).links;
    const known = code || picked[level - 1] || '';
    yield all([
      ...(code !== '' && level + 1 < linkLevels.length ? [call(offer, world, level + 1, code)] : []),
      ...(known ? [call(tellLine, world, known)] : []),
    ]);
  } catch (error) {
    yield put(at.linkLost());
    if (!isExpected(error)) throw error;
  }
}
function* beginLinks(world: World): Saga {
  try {
    yield call(offer, world, 0, regionRoot);
  } catch (error) {
    yield put(at.linkLost());
    if (!isExpected(error)) throw error;
  }
}

function* opened(world: World): Saga {
  const { shown, current, form, links } = yield* read(see.all);
  yield put(at.load(regionRoot));
  if (!form && !shown) yield put(at.chosen(current));
  if (!links.options[0]?.length) yield call(beginLinks, world);
}

export function* regionSaga(world: World): Saga {
  yield takeEvery(at.load, loading, world);
  yield takeLatest(at.seek, seek, world); // The newest search wins.
  yield takeLatest(at.chosen, show, world);
  yield takeLeading(at.choose, choose);
  yield takeLeading(at.cancel, cancel);
  yield takeLeading(at.edit, open('edit'), world);
  yield takeLeading(at.addBelow, open('add'), world);
  yield takeLeading(at.save, save, world); // A second click is ignored.
  yield takeLeading(at.remove, remove, world);
  yield takeEvery([at.saved, at.removed], follow);
  yield takeLatest(at.link, link, world);
  yield takeLatest(
    openedIn(region.name, (rest) => rest === ''),
    opened,
    world,
  );
}
