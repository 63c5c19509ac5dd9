/** State of a list of records: its rows, selection, form and dialogs. */

import type { Module, Page, Query, Row, Verb } from '../../../contract/schema/module';
import type { Problems } from '../../../contract/schema/validate';
import type { ImportResult } from '../../../contract/wire/transfer';
import type { HistoryEntry } from './history';
import { type Shaping, unshaped } from './shaping';

/** How a list opens without filters in the address, and its record's name. */
export interface Opening<R = Row> {
  sort?: Pick<Query, 'ascs' | 'descs'>;
  /** The field that names a record. */
  naming?: string;
  /** The name of a record in a question about it, where one field does not say which it is. */
  called?(row: R): string;
  /** The list is one that people can shape, with views of their own; its conditions are in the address. */
  isShaped?: true;
}

export type FormMode = 'add' | 'edit' | 'view';
export interface CrudForm {
  mode: FormMode;
  draft: Record<string, unknown>;
  /** The values when it was opened; differences are unsaved. */
  before: Record<string, unknown>;
  problems: Problems;
  /** Idempotency key of this form: made when it opens, replaced when it is saved or changed. */
  key: string;
  /** The draft that was last sent under this key; it may have arrived although no answer came. */
  sent?: Record<string, unknown>;
  /** Its person typed on while it was saved: that is not saved yet. */
  isAhead?: true;
  /** Why it would wait for others once it is saved, and for whom; absent where it would be stored at once. */
  waits?: string;
  /** The record's history, shown in its place: null until it has loaded, or when loading failed. */
  history?: { entries: HistoryEntry[] | null; isLost?: true };
}
/** The dialog of a declared action with input fields. */
export interface ActionForm {
  /** Its name in the module's declaration. */
  action: string;
  /** The affected rows; empty for an action on the list. */
  rows: Row[];
  draft: Record<string, unknown>;
  before: Record<string, unknown>;
  reason: string;
  problems: Problems;
  /** Idempotency key: replaced when the action is done or changed. */
  key: string;
  /** What was last sent under this key, as JSON; it may have arrived although no answer came. */
  sent?: string;
}
/** Whether closing the form would lose what was typed. */
export function isUnsaved(form: CrudForm | null): boolean {
  return form !== null && form.mode !== 'view' && JSON.stringify(form.draft) !== JSON.stringify(form.before);
}
/** The same of an action's dialog. */
export function isUnsent(form: ActionForm | null): boolean {
  return form !== null && (form.reason !== '' || JSON.stringify(form.draft) !== JSON.stringify(form.before));
}
/** The panel left of a list. */
export interface SideState {
  /** On a narrow screen: whether it is unfolded. */
  isUnfolded: boolean;
  seek: string;
  /** Expanded nodes; null: the top level. */
  open: string[] | null;
}
export const folded: SideState = { isUnfolded: false, seek: '', open: null };

/** The list on its way out as a file. */
export interface Outgoing {
  /** Rows so far, and in all; null until the server has answered. */
  rows: number;
  total: number | null;
  /** Its entry at the server, which makes it in the background. */
  id?: string;
}

/** A file on its way into the list. */
export interface Incoming {
  /** The chosen file, by the id that the World gave it; null until one is chosen. */
  file: { id: string; name: string } | null;
  /** What the server is asked right now. */
  busy: 'trial' | 'import' | null;
  /** What importing the file would do. */
  result: ImportResult | null;
  /** Why the file as a whole cannot be imported; '' where it can. */
  refusal: string;
  /** Idempotency key of the import of this file. */
  key: string;
}

export interface CrudState {
  query: Query;
  /** Filters being typed; they apply when the search is pressed. */
  seek: Record<string, string>;
  isSeekOpen: boolean;
  page: Page | null; //                 null: never answered
  /** The question that the rows of `page` answer. */
  answered?: Query;
  picked: Record<string, Row>; //       survives paging, so that a selection can span pages
  current: string; // the row that keyboard commands apply to
  form: CrudForm | null; //             null: the dialog is closed
  action: ActionForm | null; //       null: the dialog is closed
  busy: { [verb in Verb | 'save' | 'act']?: true };
  locked: { [id: string]: true }; // rows with a write in flight
  /** Rows of the last action, until the list has been reloaded. */
  actedOn?: string[];
  /** The list could not be loaded; the page offers to retry. */
  isCutOff: boolean;
  /** The server refused the list; the reason was reported. */
  isRefused: boolean;
  /** Of a tree: expanded rows. */
  open?: { [id: string]: true };
  side?: SideState;
  outgoing?: Outgoing;
  /** The dialog of an import; without one it is closed. */
  incoming?: Incoming;
  /** Number of rows of each view, by name; once the server has counted. */
  counts?: Record<string, number>;
  shaping: Shaping;
}
export const closed: CrudState = {
  query: { current: 1, size: 10, filters: {} },
  seek: {},
  isSeekOpen: false,
  page: null,
  picked: {},
  current: '',
  form: null,
  action: null,
  busy: {},
  locked: {},
  isCutOff: false,
  isRefused: false,
  shaping: unshaped,
};
/**
 * What the rows of a list are to its question: its answer; an answer of earlier, because asking again has failed; or the
 * answer to another one, until this one is answered.
 */
export type Freshness = 'current' | 'older' | 'other';

export function freshnessOf({
  page,
  query,
  answered,
  isCutOff,
  isRefused,
}: Pick<CrudState, 'page' | 'query' | 'answered' | 'isCutOff' | 'isRefused'>): Freshness {
  if (!page) return 'current';
  if (answered && answered !== query && JSON.stringify(answered) !== JSON.stringify(query)) return 'other';
  return isCutOff || isRefused ? 'older' : 'current';
}

/** A one-time password that the server answers only once, with the person it was made for. */
export type OneTimePasswordIssued = { id: string; account: string; oneTimeWord: string };

/** Whether a module's list is its whole tree. */
export function isTree({ tree }: Module): boolean {
  return tree !== undefined && !tree.isPaged;
}
