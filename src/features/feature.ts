import type { Action } from '@reduxjs/toolkit';
import type { ComponentType, ReactNode } from 'react';
import type { Fields, Label, Module, RecordOf, Row, Verb } from '../../contract/kit';
import type { IconName } from '../look/Icon';
import { crudSaga } from '../sagas/crud';
import type { Saga } from '../sagas/effects';
import { type CrudSlice, crudSlice } from '../store/crud';
import type { DictEntry } from '../store/dict';
import type { World } from '../world/world';
import { CrudScreen } from './CrudScreen';
import type { FieldInputProps } from './inputs';

/** What a cell needs to speak: the language and the words of the dictionaries. */
export interface Eye {
  language: 'zh' | 'en';
  dicts: Record<string, DictEntry[]>;
}

/** A behaviour is a function from a row to an action. It never does anything itself. */
export interface RowAction<R> {
  key: string;
  label: Label;
  icon?: IconName;
  permission?: string;
  isShown?(row: R): boolean;
  act(row: R): Action;
}
export interface ToolAction<R> {
  key: string;
  label: Label;
  icon?: IconName;
  tone?: 'primary';
  permission?: string;
  /** Acts on what is picked. */
  act(picked: R[]): Action;
  isOff?(picked: R[]): Label | undefined;
}

/** One table screen. Columns, search and form follow from the fields; a feature says only what is different here. */
export interface Screen<R = any> {
  title: Label;
  columns: string[];
  /** px; a column without one takes what is left. */
  widths: Record<string, number>;
  search: string[];
  /** Rows of the form; two names in a row stand side by side. */
  form: string[][];
  /** Cells that show more than their field's value. */
  cells: Record<string, (row: R, eye: Eye) => ReactNode>;
  heads: Record<string, Label>;
  /** Fields that are typed or shown in a way of their own; with `readOnly` the record is only looked at. */
  inputs: Record<string, (props: FieldInputProps) => ReactNode>;
  /** Place of a column in the three-line item that a row is on a phone. */
  phone: Record<string, 'name' | 'amount' | 'code' | 'state' | 'note' | 'date'>;
  /** What a row is called: for its tick box, and as the link that opens it. */
  naming: string;
  /** Verbs the wire offers and this screen does not. */
  without: readonly Verb[];
  rowActions: RowAction<R>[];
  tools: ToolAction<R>[];
  /** Instead of the dialog: where adding, editing and viewing lead. */
  add?(): Action;
  edit?(row: R): Action;
  view?(row: R): Action;
  isEditable?(row: R): boolean;
  isRemovable?(row: R): boolean;
  isLate?(row: R): boolean;
  /** Above the list: saved views, figures. */
  Head?: ComponentType;
}

// biome-ignore lint/suspicious/noExplicitAny: slices of every shape are put into the store by one hand
type AnySlice = { reducerPath: string; reducer: any };

export interface Feature {
  name: string;
  /** Features whose commands this one sends; their code is brought first. */
  needs?: readonly string[];
  slices: AnySlice[];
  saga?(world: World): Saga;
  /** Pages by what follows the menu's path: '' is the list, 'detail/:id' a record. */
  pages: Record<string, ComponentType>;
}

type Extra = Partial<Omit<Feature, 'name'>>;

const names = (fields: Fields, keep: (name: string) => boolean) => Object.keys(fields).filter(keep);

export const screenOf = <M extends Module>(module: M, more: Partial<Screen<RecordOf<M>>> = {}): Screen => {
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
    inputs: {},
    phone: {},
    naming: columns[0] ?? 'id',
    without: [],
    rowActions: [],
    tools: [],
    ...more,
  };
};

/** A module on screen: everything the declaration already says, plus the few things only this screen knows. */
export const defineFeature = <M extends Module>(
  module: M,
  more: (slice: CrudSlice) => Partial<Screen<RecordOf<M>>> = () => ({}),
  /** What else the feature holds; a function of the list's slice when it has something to do with the list. */
  extra: Extra | ((slice: CrudSlice) => Extra) = {},
): Feature => {
  const slice = crudSlice(module);
  const own = typeof extra === 'function' ? extra(slice) : extra;
  const screen = screenOf(module, more(slice));
  const crud = crudSaga(module, slice);
  return {
    name: module.name,
    ...(own.needs ? { needs: own.needs } : {}),
    slices: [slice, ...(own.slices ?? [])],
    *saga(world) {
      yield* crud(world);
      if (own.saga) yield* own.saga(world);
    },
    pages: { '': () => CrudScreen({ module, slice, screen }), ...own.pages },
  };
};

export type { Row };
