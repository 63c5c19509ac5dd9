/** What a list of records holds: its rows, what is picked, its form and its dialogs. */

import type { Label } from '../../../contract/domain/text';
import type { Module, Page, Query, Row, Verb } from '../../../contract/schema/module';
import type { Problems } from '../../../contract/schema/validate';
import type { HistoryEntry } from './history';

/** A saved view of a list: conditions under a name. */
export interface ListView {
  key: string;
  label: Label;
  /** What the search panel then holds; `today` is yyyy-MM-dd. */
  seek(today: string): Record<string, string>;
  /** Its number, by the name that the call for the counts answers it under. */
  count: string;
}
/** How a list opens that nobody has asked anything of, and what it is called by. */
export interface Opening {
  views?: {
    items: readonly ListView[];
    /** The key of the one that is shown first. */
    first: string;
    /** The call that answers how many rows each of them has. */
    counts: string;
  };
  sort?: Pick<Query, 'ascs' | 'descs'>;
  /** The field that a record is called by. */
  naming?: string;
}

export type FormMode = 'add' | 'edit' | 'view';
export interface CrudForm {
  mode: FormMode;
  draft: Record<string, unknown>;
  /** As it was opened; what differs is unsaved. */
  before: Record<string, unknown>;
  problems: Problems;
  /** Idempotency key of this form: made when it opens, kept until it is saved or changed. */
  key: string;
  /** The draft that was last sent under this key; it may have arrived although no answer did. */
  sent?: Record<string, unknown>;
  /** Instead of the record, what has been done to it: null until that has been answered, or when it could not be had. */
  history?: { entries: HistoryEntry[] | null; isLost?: true };
}
/** The dialog of a declared action that asks for more than a yes. */
export interface ActionForm {
  /** Its name in the module's declaration. */
  action: string;
  /** Those that it is done to; none where it is done to the list. */
  rows: Row[];
  draft: Record<string, unknown>;
  before: Record<string, unknown>;
  reason: string;
  problems: Problems;
  /** Idempotency key: kept until it is done or changed. */
  key: string;
  /** What was last sent under this key, as JSON; it may have arrived although no answer did. */
  sent?: string;
}
/** What stands left of a list. */
export interface SideState {
  /** Where there is little room: whether it is unfolded. */
  isUnfolded: boolean;
  seek: string;
  /** Nodes whose nodes below are shown; null: those at the top. */
  open: string[] | null;
}
export const folded: SideState = { isUnfolded: false, seek: '', open: null };

export interface CrudState {
  query: Query;
  /** Filters being typed; they count once the search is pressed. */
  seek: Record<string, string>;
  isSeekOpen: boolean;
  page: Page | null; //                 null: never answered
  picked: Record<string, Row>; //       survives paging, so that a selection can span pages
  current: string; //                   the row that the keyboard acts upon
  form: CrudForm | null; //             null: the dialog is closed
  action: ActionForm | null; //       null: the dialog is closed
  busy: { [verb in Verb | 'save' | 'act']?: true };
  locked: { [id: string]: true }; //    rows with a write on its way
  /** What the last action was done to, until the list has come anew. */
  actedOn?: string[];
  /** The list could not be had; the page offers to try again. */
  isCutOff: boolean;
  /** The server would not answer it; why was told. */
  isRefused: boolean;
  /** Of a tree: rows whose rows below are shown. */
  open?: { [id: string]: true };
  side?: SideState;
  /** Rows of each view, by the name of its number; there once the server has counted. */
  counts?: Record<string, number>;
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
};
/** What a server tells once and never again: the password of a person it has made. */
export type FirstWordTold = { id: string; account: string; oneTimeWord: string };

/** Whether the whole tree of a module is its list. */
export function isTree({ tree }: Module): boolean {
  return tree !== undefined && !tree.isPaged;
}
