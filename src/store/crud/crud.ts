import { createSlice, original, type PayloadAction } from '@reduxjs/toolkit';
import type { Label } from '../../../contract/domain/text';
import { initialDraft } from '../../../contract/schema/fields';
import { isAction, type Module, type Page, type Query, type Row, type Verb } from '../../../contract/schema/module';
import type { Problems } from '../../../contract/schema/validate';
import type { HistoryEntry } from './history';
import { tenantChoice } from './tenantChoice';

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
const isSame = (a: Row, b: Row): boolean => {
  const names = Object.keys(b);
  return names.length === Object.keys(a).length && names.every((name) => Object.is(a[name], b[name]));
};
/** A row that is as it was stays the same object, so that nobody draws it again. */
const keptWhereSame = (before: readonly Row[], now: readonly Row[]): Row[] => {
  const known = new Map(before.map((row) => [row.id, row]));
  return now.map((row) => {
    const old = known.get(row.id);
    return old && isSame(old, row) ? old : row;
  });
};

type Change = { id: string; change: Partial<Row> };
/** What a server tells once and never again: the password of a person it has made. */
export type FirstWordTold = { id: string; account: string; oneTimeWord: string };

/** Whether the whole tree of a module is its list. */
export const isTree = ({ tree }: Module): boolean => tree !== undefined && !tree.isPaged;
const branches = (rows: readonly Row[], isWanted: (row: Row) => boolean = () => true): { [id: string]: true } =>
  Object.fromEntries(rows.flatMap((row) => (row.hasChildren && isWanted(row) ? [[row.id, true]] : [])));

/** What the console keeps menus and dictionary words in bears these names; the lists of their pages need others. */
const taken: readonly string[] = ['menu', 'dict'];
const nameOf = ({ name }: Module): string => (taken.includes(name) ? `${name}List` : name);

/** Commands are imperative (`list`, `save`); facts are past tense (`listed`, `saved`) and only sagas report them. */
export const crudSlice = (module: Module) =>
  createSlice({
    name: nameOf(module),
    initialState: closed,
    reducers: {
      seek(s, { payload }: PayloadAction<Record<string, string>>) {
        Object.assign(s.seek, payload);
      },
      unfold(s, { payload }: PayloadAction<boolean>) {
        s.isSeekOpen = payload;
      },
      list(s, { payload }: PayloadAction<Partial<Query>>) {
        Object.assign(s.query, payload);
        s.busy.list = true;
      },
      listed(s, { payload }: PayloadAction<Page>) {
        s.page = { ...payload, records: keptWhereSame(original(s)?.page?.records ?? [], payload.records) };
        s.isCutOff = false;
        s.isRefused = false;
        for (const row of payload.records) if (s.picked[row.id]) s.picked[row.id] = row;
        // A row that an action took out of this list is not picked any more.
        const before = new Set(original(s)?.page?.records.map(({ id }) => id));
        const now = new Set(payload.records.map(({ id }) => id));
        for (const id of s.actedOn ?? []) if (before.has(id) && !now.has(id)) delete s.picked[id];
        delete s.actedOn;
        delete s.busy.list;
        if (!isTree(module) || s.open) return;
        const ids = new Set(payload.records.map(({ id }) => id));
        s.open = branches(payload.records, (row) => !ids.has(String(row[module.tree!.parent])));
      },
      /** The list has as many rows a page as the person once chose. */
      sized(s, { payload }: PayloadAction<number>) {
        s.query.size = payload;
      },
      counted(s, { payload }: PayloadAction<Record<string, number>>) {
        s.counts = payload;
      },
      /** Opens a row of a tree, or closes it. */
      toggle(s, { payload: id }: PayloadAction<string>) {
        s.open ??= {};
        if (s.open[id]) delete s.open[id];
        else s.open[id] = true;
      },
      openAll(s) {
        s.open = branches(original(s)?.page?.records ?? []);
      },
      closeAll(s) {
        s.open = {};
      },
      /** Opens all above a row of a tree, and goes there. */
      reveal(s, { payload: id }: PayloadAction<string>) {
        const rows = new Map(original(s)?.page?.records.map((row) => [row.id, row]));
        const above = (at: string) => String(rows.get(at)?.[module.tree?.parent ?? ''] ?? '');
        const open = s.open ?? {};
        for (let at = above(id), left = rows.size; rows.has(at) && left > 0; at = above(at), left--) open[at] = true;
        s.open = open;
        if (rows.has(id)) s.current = id;
      },
      turnSide(s, { payload }: PayloadAction<Partial<SideState>>) {
        s.side = { ...(s.side ?? folded), ...payload };
      },
      pick(s, { payload: { rows, on } }: PayloadAction<{ rows: Row[]; on: boolean }>) {
        for (const row of rows) {
          if (on) s.picked[row.id] = row;
          else delete s.picked[row.id];
        }
      },
      unpickAll(s) {
        s.picked = {};
      },
      point(s, { payload }: PayloadAction<string>) {
        s.current = payload;
      },
      /** Open the form; `edit` and `view` ask the server for the whole record first. */
      add(_s, _action: PayloadAction<Record<string, unknown>>) {},
      edit(s, _action: PayloadAction<string>) {
        s.busy.detail = true;
      },
      view(s, _action: PayloadAction<string>) {
        s.busy.detail = true;
      },
      opened(
        s,
        {
          payload: { mode, draft, key },
        }: PayloadAction<{ mode: FormMode; draft: Record<string, unknown>; key: string }>,
      ) {
        const whole = mode === 'add' ? { ...initialDraft(module.fields), ...draft } : draft;
        s.form = { mode, draft: whole, before: whole, problems: {}, key };
        delete s.busy.detail;
      },
      type(s, { payload }: PayloadAction<Record<string, unknown>>) {
        if (!s.form) return;
        Object.assign(s.form.draft, payload);
        for (const name of Object.keys(payload)) delete s.form.problems[name];
      },
      judged(s, { payload }: PayloadAction<Problems>) {
        if (s.form) s.form.problems = { ...s.form.problems, ...payload };
      },
      close() {},
      shut(s) {
        s.form = null;
        delete s.busy.save;
      },
      save(s) {
        if (s.form) s.busy.save = true;
      },
      sent(s, { payload: key }: PayloadAction<string>) {
        if (s.form) Object.assign(s.form, { key, sent: s.form.draft });
      },
      saved(s) {
        s.form = null;
        delete s.busy.save;
      },
      /** For whoever shows it: nothing of it is kept here. */
      firstWordTold(_s, _action: PayloadAction<FirstWordTold>) {},
      /** Of the record that is looked at: itself, or its history. */
      turn(s, { payload }: PayloadAction<'record' | 'history'>) {
        if (!s.form) return;
        if (payload === 'record') delete s.form.history;
        else s.form.history = { entries: null };
      },
      historyReceived(s, { payload: entries }: PayloadAction<HistoryEntry[]>) {
        if (s.form?.history) s.form.history = { entries };
      },
      historyLost(s) {
        if (s.form?.history) s.form.history = { entries: null, isLost: true };
      },
      misjudged(s, { payload }: PayloadAction<Problems>) {
        if (s.form) s.form.problems = payload;
        delete s.busy.save;
      },
      patch(s, { payload }: PayloadAction<Change>) {
        s.locked[payload.id] = true;
      },
      patched(s, { payload: { id, change } }: PayloadAction<Change>) {
        const row = s.page?.records.find((one) => one.id === id);
        if (row) Object.assign(row, change);
      },
      unlocked(s, { payload: ids }: PayloadAction<string[]>) {
        for (const id of ids) delete s.locked[id];
      },
      remove(s, { payload: ids }: PayloadAction<string[]>) {
        if (s.busy.remove || ids.length === 0) return; // one removal at a time
        s.busy.remove = true;
      },
      /** Something is on its way for these rows: they are not to be touched. */
      locking(s, { payload: ids }: PayloadAction<string[]>) {
        for (const id of ids) s.locked[id] = true;
      },
      removed(s, { payload: ids }: PayloadAction<string[]>) {
        for (const id of ids) delete s.picked[id];
      },
      /** Do what the module declares under this name, to these rows or, without any, to the list. */
      act(_s, _action: PayloadAction<{ action: string; rows: readonly Row[] }>) {},
      actionOpened(s, { payload }: PayloadAction<Pick<ActionForm, 'action' | 'rows' | 'key'>>) {
        const spec = module.actions?.[payload.action];
        const draft = initialDraft((isAction(spec) && spec.fields) || {});
        s.action = { ...payload, draft, before: draft, reason: '', problems: {} };
      },
      typeAction(s, { payload }: PayloadAction<{ draft: Record<string, unknown> } | { reason: string }>) {
        if (!s.action || s.busy.act) return;
        if ('reason' in payload) {
          s.action.reason = payload.reason;
          delete s.action.problems.reason;
          return;
        }
        Object.assign(s.action.draft, payload.draft);
        for (const name of Object.keys(payload.draft)) delete s.action.problems[name];
      },
      submitAction(s) {
        if (s.action) s.busy.act = true;
      },
      actionMisjudged(s, { payload }: PayloadAction<Problems>) {
        if (s.action) s.action.problems = payload;
        delete s.busy.act;
      },
      actionSent(s, { payload }: PayloadAction<Required<Pick<ActionForm, 'key' | 'sent'>>>) {
        if (s.action) Object.assign(s.action, payload);
      },
      closeAction() {},
      actionShut(s) {
        s.action = null;
      },
      acted(s, { payload: { ids } }: PayloadAction<{ action: string; ids: string[] }>) {
        s.action = null;
        delete s.busy.act;
        s.actedOn = ids;
      },
      failed(s, { payload: { verb, isCutOff } }: PayloadAction<{ verb: Verb | 'save' | 'act'; isCutOff: boolean }>) {
        delete s.busy[verb];
        if (verb !== 'list') return;
        s.isCutOff = isCutOff;
        s.isRefused = !isCutOff;
      },
      settled(s, { payload: verb }: PayloadAction<Verb>) {
        delete s.busy[verb];
      },
    },
    extraReducers: (on) => {
      // Rows and what was typed are of the tenant before, and must not be taken for this one's.
      if (module.acrossTenants) on.addCase(tenantChoice.actions.choose, () => closed);
    },
    selectors: {
      all: (s) => s,
      query: (s) => s.query,
      form: (s) => s.form,
      seek: (s) => s.seek,
      row: (s, id: string) => s.page?.records.find((one) => one.id === id),
      action: (s) => s.action,
      isBusy: (s, verb: Verb | 'save' | 'act') => s.busy[verb] === true,
      isLocked: (s, id: string) => s.locked[id] === true,
    },
  });
export type CrudSlice = ReturnType<typeof crudSlice>;
