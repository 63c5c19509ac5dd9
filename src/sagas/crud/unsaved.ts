import { put, takeEvery } from 'redux-saga/effects';
import { isUnsaved, isUnsent } from '../../store/crud/crudState';
import { tenantChoice } from '../../store/crud/tenantChoice';
import { route, tabs } from '../../store/navigation/route';
import { read, type Saga } from '../effects';
import type { Crud } from './context';

/** Marks the page of a list while a dialog on it holds input: leaving, here or in another window, asks about it. */
export function* marking({ slice: { actions: at, selectors: see } }: Crud): Saga {
  let page = '';
  function* mark(): Saga {
    const isDirty = isUnsaved(yield* read(see.form)) || isUnsent(yield* read(see.action));
    // Who saves may be on another page before the answer comes.
    const path = page || (yield* read(route.selectors.path));
    page = isDirty ? path : '';
    if (isDirty !== (yield* read(tabs.selectors.isDirty, path))) yield put(tabs.actions.marked({ path, isDirty }));
  }
  const record = [at.opened, at.type, at.saved, at.shut, tenantChoice.actions.choose];
  yield takeEvery([...record, at.actionOpened, at.typeAction, at.acted, at.actionShut], mark);
}
