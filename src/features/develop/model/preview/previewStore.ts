/**
 * The store of a preview: the console's, with the list of the previewed module in memory. Nothing that is done in it
 * reaches a saga or the server.
 */
import type { Action, Store } from '@reduxjs/toolkit';
import type { Module, Row } from '../../../../../contract/schema/module';
import { judge } from '../../../../../contract/schema/validate';
import { choices } from '../../../../store/crud/choices';
import type { CrudSlice } from '../../../../store/crud/crud';
import { type CrudState, isTree } from '../../../../store/crud/crudState';
import { choiceSetOf } from '../../../../store/crud/targets';
import { permission } from '../../../../store/navigation/menu';
import { type Sampling, sampleId, sampleName } from './samples';

export interface Previewed {
  module: Module;
  slice: CrudSlice;
  rows: readonly Row[];
}

/** Records that the fields of the module could point to. */
function sampleChoices({ module }: Previewed, sampling: Sampling) {
  const targets = Object.values(module.fields).flatMap((field) => (field.to ? [[choiceSetOf(field), field.to]] : []));
  return Object.fromEntries(
    targets.map(([set, to]) => {
      const nodes = [1, 2].map((number) => ({
        id: sampleId(number),
        parentId: '0',
        title: sampleName(to, number, sampling),
      }));
      return [set, { nodes, text: '', busy: false, isLost: false }];
    }),
  );
}
const verbs = ['add', 'update', 'remove', 'export', 'import'] as const;
/** A person who sees the preview may press every button in it. */
function allCodes({ module }: Previewed) {
  return Object.fromEntries(
    [...verbs.map((verb) => module.permission(verb)), `${module.name}_view`].map((code) => [code, true]),
  );
}

/** The rows that a page of the list shows: those that meet the plain conditions. */
function listed({ module }: Previewed, rows: readonly Row[], { query }: CrudState) {
  const records = rows.filter((row) =>
    Object.entries(query.filters).every(([name, sought]) => {
      if (!module.fields[name]) return true;
      const [held, wanted] = [row[name], sought].map((value) => String(value ?? '').toLowerCase());
      return module.fields[name].search === 'like' ? held!.includes(wanted!) : held === wanted;
    }),
  );
  const { size } = query;
  return { records: [...records], total: records.length, size, current: 1, pages: 1 };
}

/** What the server and the sagas would make of an action, from the rows in memory. */
function answered(shown: Previewed, state: CrudState, rows: Row[], action: Action): { rows: Row[]; next: Action[] } {
  const { module, slice } = shown;
  const { actions: at } = slice;
  const list = (left: Row[]) => ({ rows: left, next: [at.listed(listed(shown, left, state))] });
  const opened = (mode: 'edit' | 'view', id: string) => {
    const row = rows.find((one) => one.id === id);
    return { rows, next: row ? [at.opened({ mode, draft: row, key: id })] : [] };
  };
  if (at.list.match(action)) return list(rows);
  if (at.add.match(action)) return { rows, next: [at.opened({ mode: 'add', draft: action.payload, key: 'new' })] };
  if (at.edit.match(action)) return opened('edit', action.payload);
  if (at.view.match(action)) return opened('view', action.payload);
  if (at.close.match(action)) return { rows, next: [at.shut()] };
  if (at.turn.match(action)) return { rows, next: action.payload === 'history' ? [at.historyReceived([])] : [] };
  if (at.remove.match(action)) {
    const { rows: left, next } = list(rows.filter(({ id }) => !action.payload.includes(id)));
    return { rows: left, next: [at.removed(action.payload), at.settled('remove'), ...next] };
  }
  if (!at.save.match(action) || !state.form) return { rows, next: [] };
  const { draft, mode } = state.form;
  const problems = judge(module.fields, draft);
  if (Object.keys(problems).length > 0) return { rows, next: [at.misjudged(problems)] };
  const row = { ...draft, id: String(draft.id ?? `new${rows.length}`) } as Row;
  const { rows: left, next } = list(
    mode === 'add' ? [row, ...rows] : rows.map((one) => (one.id === row.id ? row : one)),
  );
  return { rows: left, next: [at.saved(), ...next] };
}

/** Actions that stay in the preview; all others are for the server or the rest of the console, and are left. */
const kept = [
  ...['seek', 'unfold', 'list', 'toggle', 'openAll', 'closeAll', 'reveal', 'turnSide', 'pick', 'unpickAll', 'point'],
  ...['remove', 'add', 'edit', 'view', 'type', 'judged', 'close', 'save', 'turn'],
] as const;

export function previewStore(outer: Store, shown: Previewed, sampling: Sampling): Store {
  const { slice } = shown;
  const { actions: at } = slice;
  const listeners = new Set<() => void>();
  const choiceState = sampleChoices(shown, sampling);
  const codes = allCodes(shown);
  let rows = [...shown.rows];
  let own: CrudState = slice.reducer(undefined, { type: '' });
  own = slice.reducer(own, at.listed(listed(shown, rows, own)));
  if (isTree(shown.module)) own = slice.reducer(own, at.openAll());
  /** The state of both, made anew when one of them has changed. */
  let made: { outer: unknown; own: CrudState; state: Record<string, unknown> } | undefined;

  return {
    getState() {
      const around = outer.getState();
      if (made && made.outer === around && made.own === own) return made.state;
      const state = {
        ...around,
        [slice.reducerPath]: own,
        [permission.reducerPath]: {
          ...around[permission.reducerPath],
          codes: { ...around[permission.reducerPath].codes, ...codes },
        },
        [choices.reducerPath]: { sets: choiceState, titles: {} },
      };
      made = { outer: around, own, state };
      return state;
    },
    dispatch(action) {
      if (!kept.some((name) => at[name].match(action))) return action;
      own = slice.reducer(own, action);
      const { rows: left, next } = answered(shown, own, rows, action);
      rows = left;
      for (const fact of next) own = slice.reducer(own, fact);
      for (const listener of listeners) listener();
      return action;
    },
    subscribe(listener) {
      listeners.add(listener);
      const leave = outer.subscribe(listener);
      return () => {
        listeners.delete(listener);
        leave();
      };
    },
    replaceReducer() {},
    [Symbol.observable]: outer[Symbol.observable],
  } as Store;
}
