import { call, put, takeEvery, takeLeading } from 'redux-saga/effects';
import { feedback, type Question } from '../../store/feedback';
import { ask, confirm, read, type Saga } from '../effects';
import { announceChanges, type Crud, isRow, mostNamed, namesOf, reporting, send } from './context';
import { confirmWaiting } from './foretell';

type Actions = Crud['slice']['actions'];

function* remove(crud: Crud, { payload: ids }: ReturnType<Actions['remove']>): Saga {
  const { world, module, slice } = crud;
  const { actions: at, selectors: see } = slice;
  if (ids.length === 0) return yield put(feedback.actions.notified({ tone: 'warning', say: 'crud.chooseOne' }));
  try {
    const question = { method: 'POST' as const, url: module.url('remove'), query: { ids: ids.join(',') } };
    const asked: Question = {
      title: 'ask.title',
      say: 'ask.remove',
      confirm: 'ask.removeCount',
      danger: true,
      stakes: [ids.length > mostNamed ? 'ask.removeMany' : 'ask.removeNames', 'ask.removeDetail'],
      values: { count: ids.length, names: yield* namesOf(crud, ids) },
    };
    const mayWait = module.mayWait?.includes('remove');
    const { isSure } = yield* mayWait ? confirmWaiting(world, asked, question) : confirm(asked);
    if (!isSure) return;
    yield put(at.locking(ids));
    yield* send(crud, question, { key: yield* ask(world, 'newId'), done: { say: 'crud.removed' } });
    yield put(at.removed(ids));
    yield call(announceChanges, crud);
    const { page, query } = yield* read(see.all);
    const isPageEmpty = query.current > 1 && (page?.records.every(({ id }) => ids.includes(id)) ?? false);
    yield put(at.list(isPageEmpty ? { current: query.current - 1 } : {}));
  } finally {
    yield put(at.unlocked(ids));
    yield put(at.settled('remove'));
  }
}

/** Optimistic: shows the change at once, and restores the old values if the server refuses. */
function* patch(crud: Crud, { payload: { id, change } }: ReturnType<Actions['patch']>): Saga {
  const { world, module, slice } = crud;
  const { actions: at, selectors: see } = slice;
  const before = yield* read(see.row, id);
  const undo = Object.fromEntries(Object.keys(change).map((name) => [name, before?.[name]]));
  yield put(at.patched({ id, change }));
  try {
    const body = { ...before, id, ...change };
    const question = { method: 'POST' as const, url: module.url('update'), body };
    const after = yield* send(crud, question, { key: yield* ask(world, 'newId'), done: { say: 'crud.done' } });
    // What further people decide on first is answered as it was.
    const kept = Object.keys(change).filter((name) => isRow(after) && name in after);
    const now = [...kept, 'version', 'updateTime'].map((name) => [name, after?.[name]]);
    if (after?.version) yield put(at.patched({ id, change: Object.fromEntries(now) }));
    yield call(announceChanges, crud);
  } catch (error) {
    yield put(at.patched({ id, change: undo }));
    throw error;
  } finally {
    yield put(at.unlocked([id]));
  }
}

/** Removing rows, and changing single values in the list itself. */
export function* rowChanges(crud: Crud): Saga {
  const { actions: at } = crud.slice;
  const underWay = new Set<string>();
  /** One change a row at a time. */
  function* patchOnce(action: ReturnType<Actions['patch']>): Saga {
    const { id } = action.payload;
    if (underWay.has(id)) return;
    underWay.add(id);
    try {
      yield call(patch, crud, action);
    } finally {
      underWay.delete(id);
    }
  }
  yield takeLeading(
    at.remove,
    reporting(crud, 'remove', (action: ReturnType<Actions['remove']>) => remove(crud, action)),
  );
  yield takeEvery(at.patch, reporting(crud, 'update', patchOnce)); // rows lock one by one
}
