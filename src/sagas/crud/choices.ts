import type { Action } from '@reduxjs/toolkit';
import { all, call, put, race, take, takeEvery } from 'redux-saga/effects';
import type { Choice } from '../../../contract/schema/module';
import { type TreeNode, treeOf } from '../../../contract/schema/tree';
import { recordsChanged } from '../../store/crud/changes';
import { type ChoiceSet, choices, targetOf } from '../../store/crud/choices';
import { choosable, isSearched } from '../../store/crud/targets';
import { tenantChoice } from '../../store/crud/tenantChoice';
import type { Call, World } from '../../world/world';
import { ask, read, type Saga } from '../effects';
import { isExpected, request } from '../request';
import { tenantChoiceSaga, withTenant } from './tenantChoice';

const { actions: at, selectors: see } = choices;

const typingPauseMs = 250;
const fewEnough = 20;

function isChoice(one: unknown): one is Choice {
  return typeof one === 'object' && one !== null && 'id' in one;
}

/** The parts of each record that are shown: servers may send more. */
function nodesIn(answer: unknown): TreeNode[] {
  const records: unknown = (answer as { records?: unknown } | null)?.records;
  return (Array.isArray(records) ? records : []).filter(isChoice).map(
    ({ id, title, note, parentId, hasChildren }): TreeNode => ({
      id: String(id),
      parentId: String(parentId ?? '0'),
      title: String(title ?? ''),
      ...(note ? { note: String(note) } : {}),
      ...(hasChildren ? { hasChildren: true } : {}),
    }),
  );
}

/** Loads records of a set; none for a module that this console does not know. */
function* ofSet(world: World, set: ChoiceSet, query: Call['query'] = {}): Saga<TreeNode[]> {
  const { to, offer } = targetOf(set);
  const module = choosable(to);
  if (!module) return [];
  const question: Call = {
    method: 'GET',
    url: module.url('choices'),
    query: { ...(offer ? { offer } : {}), ...query },
  };
  const tenantQuestion = module.acrossTenants ? yield* withTenant(question) : question;
  return nodesIn(yield call(request, world, tenantQuestion, { quiet: true }));
}

/** Runs until the same set is requested again, or the tenant changes: an older answer must not replace a newer one. */
function* newest(set: ChoiceSet, work: () => Saga): Saga {
  const isNewer = (action: Action) =>
    (at.need.match(action) && action.payload.includes(set)) ||
    (at.find.match(action) && action.payload.of === set) ||
    tenantChoice.actions.choose.match(action);
  yield race({ done: call(work), over: take(isNewer) });
}

function losing(set: ChoiceSet, work: () => Saga): () => Saga {
  return function* (): Saga {
    try {
      yield call(work);
    } catch (error) {
      yield put(at.lost(set));
      if (!isExpected(error)) throw error;
    }
  };
}

function* bring(world: World, set: ChoiceSet): Saga {
  const nodes: TreeNode[] = yield call(ofSet, world, set);
  // In a tree the path tells records apart, and the title is enough; descendants are already loaded.
  const isTree = choosable(targetOf(set).to)?.chosen?.by === 'tree';
  const shown = isTree ? nodes.map(({ note: _, hasChildren: __, ...node }) => node) : nodes;
  yield put(at.received({ of: set, nodes: treeOf(shown) }));
}

function* find(world: World, set: ChoiceSet, text: string): Saga {
  if (text !== '') yield* ask(world, 'sleep', typingPauseMs);
  const query = { current: 1, size: fewEnough, ...(text ? { q: text } : {}) };
  yield put(at.found({ of: set, nodes: yield call(ofSet, world, set, query) }));
}

function* name(world: World, { payload: { of, ids } }: ReturnType<typeof at.name>): Saga {
  const known = (yield* read(see.titlesOf, of)) ?? {};
  const unknown = ids.split(',').filter((id) => id !== '' && known[id] === undefined);
  if (unknown.length === 0) return;
  try {
    yield put(at.named({ of, found: yield call(ofSet, world, of, { ids: unknown.join(',') }) }));
  } catch (error) {
    // An id is shown where no name is known.
    if (!isExpected(error)) throw error;
  }
}

/** Reloads the loaded sets of modules that have changed. */
function* renew({ payload: { modules } }: ReturnType<typeof recordsChanged>): Saga {
  const loaded = Object.keys(yield* read(see.held));
  const outdated = loaded.filter((set) => modules.includes(targetOf(set).to) && !isSearched(set));
  if (outdated.length > 0) yield put(at.need(outdated));
}

/** Options of reference fields, all of one tenant. */
export function* choicesSaga(world: World): Saga {
  yield* tenantChoiceSaga(world);
  yield takeEvery(at.need, function* ({ payload: sets }): Saga {
    yield all(
      sets.map((set) =>
        call(
          newest,
          set,
          losing(set, () => bring(world, set)),
        ),
      ),
    );
  });
  yield takeEvery(at.find, function* ({ payload: { of, text } }): Saga {
    yield call(
      newest,
      of,
      losing(of, () => find(world, of, text)),
    );
  });
  yield takeEvery(at.name, name, world);
  yield takeEvery(recordsChanged, renew);
}
