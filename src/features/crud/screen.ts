import type { Action } from '@reduxjs/toolkit';
import type { ComponentType, ReactNode } from 'react';
import type { Language } from '../../../contract/domain/languages';
import type { Label } from '../../../contract/domain/text';
import type { Field } from '../../../contract/schema/fields';
import type { Module, Verb } from '../../../contract/schema/module';
import type { CrudSlice } from '../../store/crud/crud';
import type { FormMode, Opening } from '../../store/crud/crudState';
import type { DictEntry } from '../../store/crud/dict';
import type { IconName } from '../../ui/icons/Icon';

/** What a cell needs to format values: language and dictionaries. */
export interface Format {
  language: Language;
  dicts: Record<string, DictEntry[]>;
}

/** A behaviour maps a row to an action and has no side effects. */
export interface RowAction<R> {
  key: string;
  label: Label;
  icon?: IconName;
  permission?: string;
  isShown?(row: R): boolean;
  /** Why the row does not allow it now; `self` is the id of the current user. */
  isOff?(row: R, self: string): Label | undefined;
  act(row: R): Action;
}
export interface ToolAction<R> {
  key: string;
  label: Label;
  icon?: IconName;
  tone?: 'primary';
  permission?: string;
  /** Independent of rows: always visible, while the others appear with a selection. */
  isRowless?: true;
  /** Acts on the selected rows. */
  act(picked: R[]): Action;
  /** Why the selection does not allow it. */
  isOff?(picked: R[], self: string): Label | undefined;
}

/** One table screen. Columns, search and form follow from the fields; a feature declares only the differences. */
export interface Screen<R = any> extends Opening<R> {
  title: Label;
  columns: string[];
  /** px that a name or a text has at least; other kinds know theirs. `actions` is the column of the row's buttons. */
  widths: Record<string, number>;
  search: string[];
  /** Rows of the form; two names in a row stand side by side. */
  form: string[][];
  /** Parts of the form, each from the row that begins with this field; a folded one opens for what is wrong in it. */
  formParts?: Record<string, { title: Label; isFolded?: true }>;
  /** Cells that render more than their field's value. */
  cells: Record<string, (row: R, format: Format) => ReactNode>;
  heads: Record<string, Label>;
  /** Columns of the figures that matter most. */
  strong: readonly string[];
  /** Custom inputs of fields; `readOnly` when the record is viewed. */
  inputs: Record<string, (props: FieldInputProps) => ReactNode>;
  /** Custom inputs with several controls: the label names a group. */
  groups: readonly string[];
  /** Position of a column in the three-line item of a row on a phone. */
  phone: Record<string, 'name' | 'amount' | 'code' | 'state' | 'note' | 'date'>;
  /** Name of a row: for its checkbox, and as the link that opens it. */
  naming: string;
  /** Operations that the API offers and this screen does not. */
  without: readonly Verb[];
  rowActions: RowAction<R>[];
  tools: ToolAction<R>[];
  /** Where add, edit and view lead instead of the dialog. */
  add?(): Action;
  edit?(row: R): Action;
  view?(row: R): Action;
  isEditable?(row: R): boolean;
  isRemovable?(row: R): boolean;
  /** Why the current user cannot delete this row. */
  keptReason?(row: R, self: string): Label | undefined;
  /** Why a field of the form is disabled. */
  fixedReason?(name: string, draft: Record<string, unknown>, self: string): Label | undefined;
  isLate?(row: R): boolean;
  /** Disabled but readable: the row is grey. */
  isMuted?(row: R): boolean;
  /** Said of an empty list: what brings its first record, and the feature whose page does it where this one does not. */
  first?: { text: Label; page?: string };
  /** Above the list: saved views, figures. */
  Head?: ComponentType;
  /** Left of the list: the tree that filters it. */
  Side?: ComponentType;
  /** Dialogs of this screen; each renders according to its state. */
  Dialogs?: ComponentType;
  /** Whether a field of the form applies, given the other values. */
  isFieldShown?(name: string, draft: Record<string, unknown>, mode: FormMode): boolean;
  /** Help text of a field, which may follow from other values. */
  helps?: Record<string, Label | ((draft: Record<string, unknown>) => Label | undefined)>;
  /** Rendered below a field of the form, with the other values. */
  notes?: Record<string, ComponentType<{ draft: Record<string, unknown> }>>;
  /** Tree fields where choosing a branch chooses all of it, shown as one entry. */
  byBranch?: readonly string[];
  /** Of a tree: whether a row can have children. */
  canAddBelow?(row: R): boolean;
  formSize?: 600 | 1200;
  /** px of labels beside the inputs of the form; without it they stand above. */
  labelWidth?: 150 | 180;
}

/** Properties of a field's input. */
export interface FieldInputProps {
  name: string;
  field: Field;
  draft: Record<string, unknown>;
  format: Format;
  readOnly?: boolean;
  mode?: FormMode;
  /** The field that refers to the parent of the same kind: a record cannot be its own parent. */
  isParent?: boolean;
  /** Choosing a branch of the tree chooses all of it. */
  isByBranch?: boolean;
  onType(change: Record<string, unknown>): void;
  onBlur?(): void;
}

export interface CrudScreenProps {
  module: Module;
  slice: CrudSlice;
  screen: Screen;
  /** The form stands above the form of another record. */
  isInPlace?: true;
}
