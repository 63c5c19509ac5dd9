import type { ComponentType } from 'react';
import { searchedFields } from '../../../contract/schema/conditions';
import type { Fields } from '../../../contract/schema/fields';
import type { Module, RecordOf } from '../../../contract/schema/module';
import { inPlaceSaga } from '../../sagas/crud/creation';
import { crudSaga } from '../../sagas/crud/crud';
import type { Saga } from '../../sagas/effects';
import type { ChoiceSet } from '../../store/crud/choices';
import { type CrudSlice, crudSlice } from '../../store/crud/crud';
import { choiceSetOf, isSearched } from '../../store/crud/targets';
import type { World } from '../../world/world';
import { CrudForm } from './CrudForm';
import { CrudScreen } from './CrudScreen';
import { knowCreator } from './inputs/creators';
import { declaredActions } from './list/rowButtons';
import type { Screen } from './screen';

/** A slice of any state: the store injects all of them alike. */
type AnySlice = { reducerPath: string; reducer: any };

export interface Feature {
  name: string;
  /** Features whose actions this one dispatches; they are loaded first. */
  needs?: readonly string[];
  slices: AnySlice[];
  /**
   * Slices whose state belongs to one of several pages: each page has its own state. An answer for a page that may be
   * in the background is addressed with `forPage`.
   */
  perPage?: AnySlice[];
  saga?(world: World): Saga;
  /** What the frame does about each slice behind it. */
  watch?(slice: object): Saga;
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
  const search =
    more.search ?? Object.entries(searchedFields(module)).flatMap(([name, { kind }]) => (kind === 'ref' ? [] : [name]));
  return {
    title: module.label,
    columns,
    widths: {},
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
    // When a record was made is asked in every search form, last unless the screen puts it elsewhere.
    search: search.length > 0 ? [...new Set([...search, 'createTime'])] : [],
  };
}

/** Reference sets that this screen needs: for its fields and for the fields of its actions. */
function setsOf(module: Module, { form, search, columns }: Screen): ChoiceSet[] {
  const shown = [...form.flat(), ...search, ...columns].flatMap((name) => module.fields[name] ?? []);
  const asked = declaredActions(module).flatMap(([, { fields = {} }]) => Object.values(fields));
  return [...new Set([...shown, ...asked].flatMap((field) => choiceSetOf(field) ?? []))];
}

/** The screen of a module: its declaration plus what only this screen defines. */
export function defineFeature<M extends Module>(
  module: M,
  more: (slice: CrudSlice) => Partial<Screen<RecordOf<M>>> = () => ({}),
  /** Other parts of the feature; a function of the list's slice where they depend on it. */
  extra: Extra | ((slice: CrudSlice, inPlace: CrudSlice) => Extra) = {},
): Feature {
  const slice = crudSlice(module);
  /** Of the form above that of another record, beside the list's own. */
  const inPlace = crudSlice(module, `${slice.name}InPlace`);
  const own = typeof extra === 'function' ? extra(slice, inPlace) : extra;
  const screen = screenOf(module, more(slice));
  const sets = setsOf(module, screen);
  const whole = sets.filter((set) => !isSearched(set));
  const crud = crudSaga(module, slice, whole, { ...screen, isShaped: true });
  // A module whose records are made on a page of their own has no form to show above another.
  const isMadeInPlace = module.chosen?.by === 'search' && module.offers('add') && !screen.add;
  const made = isMadeInPlace ? inPlaceSaga(module, inPlace, whole) : undefined;
  if (isMadeInPlace) knowCreator(module.name, () => CrudForm({ module, slice: inPlace, screen, isInPlace: true }));
  const hasRichText = screen.form.flat().some((name) => module.fields[name]?.kind === 'html');
  const needs = [
    ...(sets.length > 0 || module.acrossTenants ? ['choices'] : []),
    ...(hasRichText ? ['editor'] : []),
    ...(module.notes ? ['notes'] : []),
    ...(own.needs ?? []),
  ];
  return {
    name: module.name,
    ...(needs.length > 0 ? { needs } : {}),
    ...(own.perPage ? { perPage: own.perPage } : {}),
    slices: [slice, ...(isMadeInPlace ? [inPlace] : []), ...(own.slices ?? [])],
    *saga(world) {
      yield* crud(world);
      if (made) yield* made(world);
      if (own.saga) yield* own.saga(world);
    },
    pages: { '': () => CrudScreen({ module, slice, screen }), ...own.pages },
  };
}
