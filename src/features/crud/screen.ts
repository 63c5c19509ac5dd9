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

/** What a cell needs to speak: the language and the words of the dictionaries. */
export interface Format {
  language: Language;
  dicts: Record<string, DictEntry[]>;
}

/** A behaviour is a function from a row to an action. It never does anything itself. */
export interface RowAction<R> {
  key: string;
  label: Label;
  icon?: IconName;
  permission?: string;
  isShown?(row: R): boolean;
  /** Why this cannot be done to the row now; `self` is the id of the person who looks. */
  isOff?(row: R, self: string): Label | undefined;
  act(row: R): Action;
}
export interface ToolAction<R> {
  key: string;
  label: Label;
  icon?: IconName;
  tone?: 'primary';
  permission?: string;
  /** Has nothing to do with rows: it is there at all times, and the others come with a selection. */
  isRowless?: true;
  /** Acts on what is picked. */
  act(picked: R[]): Action;
  /** Why it cannot be done to what is picked. */
  isOff?(picked: R[], self: string): Label | undefined;
}

/** One table screen. Columns, search and form follow from the fields; a feature says only what is different here. */
export interface Screen<R = any> extends Opening {
  title: Label;
  columns: string[];
  /** px; a column without one takes what is left. `actions` is the column of the row's buttons. */
  widths: Record<string, number>;
  /** The longest text of a cell that shows something else than the words of its field: its column has room for it. */
  longest?: Record<string, Label>;
  search: string[];
  /** Rows of the form; two names in a row stand side by side. */
  form: string[][];
  /** Cells that show more than their field's value. */
  cells: Record<string, (row: R, format: Format) => ReactNode>;
  heads: Record<string, Label>;
  /** Columns whose figures a row is read for. */
  strong: readonly string[];
  /** Fields that are typed or shown in a way of their own; with `readOnly` the record is only looked at. */
  inputs: Record<string, (props: FieldInputProps) => ReactNode>;
  /** Own inputs of several controls: their label names a group instead of one control. */
  groups: readonly string[];
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
  /** Why a row that could be removed stays when this person asks. */
  keptReason?(row: R, self: string): Label | undefined;
  /** Why a field of the form stays as it is. */
  fixedReason?(name: string, draft: Record<string, unknown>, self: string): Label | undefined;
  isLate?(row: R): boolean;
  /** Above the list: saved views, figures. */
  Head?: ComponentType;
  /** Left of the list: what it is filtered by. */
  Side?: ComponentType;
  /** Dialogs of this screen's own; each shows itself when its state says so. */
  Dialogs?: ComponentType;
  /** Whether a field of the form has a meaning beside what else has been filled in. */
  isFieldShown?(name: string, draft: Record<string, unknown>, mode: FormMode): boolean;
  /** Said under a field of the form. */
  helps?: Record<string, Label>;
  /** Stands below a field of the form, and knows what else has been filled in. */
  notes?: Record<string, ComponentType<{ draft: Record<string, unknown> }>>;
  /** Fields of trees that are chosen by whole branches, which are then shown as one. */
  byBranch?: readonly string[];
  /** Of a tree: whether a row may have others below it. */
  canAddBelow?(row: R): boolean;
  formSize?: 600 | 1200;
}

/** What a field's control gets, and how it speaks. */
export interface FieldInputProps {
  name: string;
  field: Field;
  draft: Record<string, unknown>;
  format: Format;
  readOnly?: boolean;
  mode?: FormMode;
  /** Records of the same kind hang on each other by this field: none on itself. */
  isParent?: boolean;
  /** Whole branches of the tree are chosen. */
  isByBranch?: boolean;
  onType(change: Record<string, unknown>): void;
  onBlur?(): void;
}

export interface CrudScreenProps {
  module: Module;
  slice: CrudSlice;
  screen: Screen;
}
