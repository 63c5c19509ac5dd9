import type { Action } from '@reduxjs/toolkit';
import type { ComponentType, ReactNode } from 'react';
import type { Fields, Label, Module, RecordOf, Row } from '../../contract/kit';
import type { IconName } from '../look/Icon';
import { crudSaga } from '../sagas/crud';
import type { Saga } from '../sagas/effects';
import { type CrudSlice, crudSlice } from '../store/crud';
import type { DictEntry } from '../store/dict';
import type { World } from '../world/world';
import { CrudScreen } from './CrudScreen';

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
  /** Place of a column in the three-line item that a row is on a phone. */
  phone: Record<string, 'name' | 'amount' | 'code' | 'state' | 'note' | 'date'>;
  /** What a row is called: for its tick box, and as the link that opens it. */
  naming: string;
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
  slices: AnySlice[];
  saga?(world: World): Saga;
  /** Pages by what follows the menu's path: '' is the list, 'detail/:id' a record. */
  pages: Record<string, ComponentType>;
}

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
    phone: {},
    naming: columns[0] ?? 'id',
    rowActions: [],
    tools: [],
    ...more,
  };
};

/** A module on screen: everything the declaration already says, plus the few things only this screen knows. */
export const defineFeature = <M extends Module>(
  module: M,
  more: (slice: CrudSlice) => Partial<Screen<RecordOf<M>>> = () => ({}),
  extra: Partial<Omit<Feature, 'name'>> = {},
): Feature => {
  const slice = crudSlice(module);
  const screen = screenOf(module, more(slice));
  const crud = crudSaga(module, slice);
  return {
    name: module.name,
    slices: [slice, ...(extra.slices ?? [])],
    *saga(world) {
      yield* crud(world);
      if (extra.saga) yield* extra.saga(world);
    },
    pages: { '': () => CrudScreen({ module, slice, screen }), ...extra.pages },
  };
};

export type { Row };
