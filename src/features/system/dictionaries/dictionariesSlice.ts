import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { dict, dictbiz } from '../../../../contract/modules/system/dictionary';
import { defineModule, type Module, type ModuleSpec } from '../../../../contract/schema/module';
import { crudSlice } from '../../../store/crud/crud';
import { session } from '../../../store/session';

export type Which = 'dict' | 'dictbiz';
export const whiches: readonly Which[] = ['dict', 'dictbiz'];
export type Arrangement = 'horizontal' | 'vertical';

/** One level of a tree, shaped as a page of a list. */
function levelOf(module: Module, name: string, list: string, fields = module.fields): Module {
  const { tree: _, ...spec } = module;
  return defineModule({ ...spec, name, calls: { list }, fields } as ModuleSpec);
}
function listsOf(base: Module) {
  const { dictKey, ...rest } = base.fields;
  const { initial: _, ...key } = dictKey!;
  const parents = levelOf(base, `${base.name}Parents`, 'parent-list');
  // A dictionary has no key, but its entries do.
  const entries = levelOf(base, `${base.name}Entries`, 'child-list', { dictKey: { ...key, required: true }, ...rest });
  return {
    base,
    parents: { module: parents, slice: crudSlice(parents) },
    entries: { module: entries, slice: crudSlice(entries) },
  };
}
export const dictLists = { dict: listsOf(dict as Module), dictbiz: listsOf(dictbiz as Module) } satisfies Record<
  Which,
  unknown
>;

/** The dictionary whose entries are shown. */
export interface Chosen {
  id: string;
  code: string;
  dictValue: string;
}
export interface DictionariesState {
  /** The shown kind, on pages that can show both. */
  which: Which;
  arrangement: Record<Which, Arrangement>;
  chosen: Record<Which, Chosen | null>;
}
const initial: DictionariesState = {
  which: 'dictbiz',
  arrangement: { dict: 'horizontal', dictbiz: 'horizontal' },
  chosen: { dict: null, dictbiz: null },
};

/** Dictionaries and the entries of the chosen one, of platform and tenant. */
export const dictionaries = createSlice({
  name: 'dictionaries',
  initialState: initial,
  reducers: {
    turn(s, { payload }: PayloadAction<Which>) {
      s.which = payload;
    },
    arrange(s, { payload: { which, arrangement } }: PayloadAction<{ which: Which; arrangement: Arrangement }>) {
      s.arrangement[which] = arrangement;
    },
    /** Shows the entries of this dictionary. */
    choose(s, { payload: { which, row } }: PayloadAction<{ which: Which; row: Chosen }>) {
      s.chosen[which] = row;
    },
    /** The name of the chosen dictionary has changed. */
    renamed(s, { payload: { which, row } }: PayloadAction<{ which: Which; row: Chosen }>) {
      s.chosen[which] = row;
    },
  },
  extraReducers: (on) => {
    for (const which of whiches)
      on.addCase(dictLists[which].parents.slice.actions.removed, (s, { payload: ids }) => {
        if (ids.includes(s.chosen[which]?.id ?? '')) s.chosen[which] = null;
      });
    on.addCase(session.actions.signedOut, () => initial);
  },
  selectors: {
    all: (s) => s,
    which: (s) => s.which,
    chosen: (s, which: Which) => s.chosen[which],
  },
});

function text(value: unknown) {
  return value === null || value === undefined ? '' : String(value);
}
export function chosenOf(row: { id: string; [field: string]: unknown }): Chosen {
  return {
    id: row.id,
    code: text(row.code),
    dictValue: text(row.dictValue),
  };
}
