import type { ComponentType } from 'react';
import type { Fields } from '../../../contract/schema/fields';
import type { Module, RecordOf } from '../../../contract/schema/module';
import { crudSaga } from '../../sagas/crud/crud';
import type { Saga } from '../../sagas/effects';
import type { ChoiceSet } from '../../store/crud/choices';
import { type CrudSlice, crudSlice } from '../../store/crud/crud';
import { choiceSetOf, isSearched } from '../../store/crud/targets';
import type { World } from '../../world/world';
import { CrudScreen } from './CrudScreen';
import { declaredActions } from './list/rowButtons';
import type { Screen } from './screen';

/** Slices of every shape are put into the store by one hand. */
type AnySlice = { reducerPath: string; reducer: any };

export interface Feature {
  name: string;
  /** Features whose commands this one sends; their code is brought first. */
  needs?: readonly string[];
  slices: AnySlice[];
  /**
   * Those of the slices whose state belongs to one page of several: each page of the feature finds its own there when it
   * is on screen. What is answered to a page that may have been left meanwhile is addressed with `forPage`.
   */
  perPage?: AnySlice[];
  saga?(world: World): Saga;
  /** Pages by what follows the menu's path: '' is the list, 'detail/:id' a record. */
  pages: Record<string, ComponentType>;
}

type Extra = Partial<Omit<Feature, 'name'>>;

function names(fields: Fields, keep: (name: string) => boolean) {
  return Object.keys(fields).filter(keep);
}

export function screenOf<M extends Module>(module: M, more: Partial<Screen<RecordOf<M>>> = {}): Screen {
  const { fields } = module;
  const columns = names(fields, (name) => fields[name]!.inTable !== false);
  return {
    title: module.label,
    columns,
    widths: {},
    search: names(fields, (name) => fields[name]!.search !== undefined && fields[name]!.kind !== 'ref'),
    form: names(fields, (name) => fields[name]!.inForm !== false).map((name) => [name]),
    cells: {},
    heads: {},
    strong: [],
    inputs: {},
    groups: [],
    phone: {},
    naming: columns[0] ?? 'id',
    without: [],
    rowActions: [],
    tools: [],
    ...more,
  };
}

/** Sets of records that this screen offers: by its fields, and by those that its actions ask for. */
function setsOf(module: Module, { form, search, columns }: Screen): ChoiceSet[] {
  const shown = [...form.flat(), ...search, ...columns].flatMap((name) => module.fields[name] ?? []);
  const asked = declaredActions(module).flatMap(([, { fields = {} }]) => Object.values(fields));
  return [...new Set([...shown, ...asked].flatMap((field) => choiceSetOf(field) ?? []))];
}

/** A module on screen: everything the declaration already says, plus the few things only this screen knows. */
export function defineFeature<M extends Module>(
  module: M,
  more: (slice: CrudSlice) => Partial<Screen<RecordOf<M>>> = () => ({}),
  /** What else the feature holds; a function of the list's slice when it has something to do with the list. */
  extra: Extra | ((slice: CrudSlice) => Extra) = {},
): Feature {
  const slice = crudSlice(module);
  const own = typeof extra === 'function' ? extra(slice) : extra;
  const screen = screenOf(module, more(slice));
  const sets = setsOf(module, screen);
  const whole = sets.filter((set) => !isSearched(set));
  const crud = crudSaga(module, slice, whole, screen);
  const needs = [...(sets.length > 0 || module.acrossTenants ? ['choices'] : []), ...(own.needs ?? [])];
  return {
    name: module.name,
    ...(needs.length > 0 ? { needs } : {}),
    ...(own.perPage ? { perPage: own.perPage } : {}),
    slices: [slice, ...(own.slices ?? [])],
    *saga(world) {
      yield* crud(world);
      if (own.saga) yield* own.saga(world);
    },
    pages: { '': () => CrudScreen({ module, slice, screen }), ...own.pages },
  };
}
