import { createSlice } from '@reduxjs/toolkit';
import type { Module, Verb } from '../../../contract/schema/module';
import { actionReducers } from './actionReducers';
import { closed } from './crudState';
import { formReducers } from './formReducers';
import { listReducers } from './listReducers';
import { shapeReducers } from './shaping';
import { tenantChoice } from './tenantChoice';
import { transferReducers } from './transferReducers';

/** Names of the slices for menus and dictionaries; the lists of their pages need others. */
const taken: readonly string[] = ['menu', 'dict'];
function nameOf({ name }: Module): string {
  return taken.includes(name) ? `${name}List` : name;
}

/**
 * Commands are imperative (`list`, `save`); facts are past tense (`listed`, `saved`) and only sagas report them.
 * `name`: of a second one of the same module.
 */
export function crudSlice(module: Module, name = nameOf(module)) {
  return createSlice({
    name,
    initialState: closed,
    reducers: {
      ...listReducers(module),
      ...formReducers(module),
      ...actionReducers(module),
      ...shapeReducers,
      ...transferReducers(),
    },
    extraReducers: (on) => {
      // Rows and input belong to the previous tenant, and must not be taken for this one's.
      if (module.acrossTenants) on.addCase(tenantChoice.actions.choose, () => closed);
    },
    selectors: {
      all: (s) => s,
      query: (s) => s.query,
      form: (s) => s.form,
      seek: (s) => s.seek,
      shaping: (s) => s.shaping,
      row: (s, id: string) => s.page?.records.find((one) => one.id === id),
      action: (s) => s.action,
      isBusy: (s, verb: Verb | 'save' | 'act') => s.busy[verb] === true,
      isLocked: (s, id: string) => s.locked[id] === true,
    },
  });
}
export type CrudSlice = ReturnType<typeof crudSlice>;
