import { type Draft, original, type PayloadAction } from '@reduxjs/toolkit';
import type { Module, Page, Query, Row, Verb } from '../../../contract/schema/module';
import { type CrudState, folded, isTree, type SideState } from './crudState';

type State = Draft<CrudState>;
type Change = { id: string; change: Partial<Row> };

function isAlike(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}
function isSame(a: Row, b: Row): boolean {
  const names = Object.keys(b);
  return names.length === Object.keys(a).length && names.every((name) => isAlike(a[name], b[name]));
}
/** An unchanged row stays the same object, and so do the rows as a whole, so that they are not drawn again. */
function keptWhereSame(before: readonly Row[], now: readonly Row[]): readonly Row[] {
  const known = new Map(before.map((row) => [row.id, row]));
  const kept = now.map((row) => {
    const old = known.get(row.id);
    return old && isSame(old, row) ? old : row;
  });
  return kept.length === before.length && kept.every((row, at) => row === before[at]) ? before : kept;
}
/** The page that an answer makes of the one before it; the same object where it says nothing new. */
function pageAfter(before: Page | null | undefined, now: Page, isSameQuestion: boolean): Page {
  if (!before) return now;
  const records = keptWhereSame(before.records, now.records);
  const isKept = records === before.records;
  // The same rows once more: their number is known until it has been counted again.
  if (isKept && now.isCounting && isSameQuestion && !before.isCounting) return before;
  const figures = ({ records: _, ...others }: Page) => others;
  return isKept && isAlike(figures(before), figures(now)) ? before : { ...now, records: records as Row[] };
}

function branches(rows: readonly Row[], isWanted: (row: Row) => boolean = () => true): { [id: string]: true } {
  return Object.fromEntries(rows.flatMap((row) => (row.hasChildren && isWanted(row) ? [[row.id, true]] : [])));
}

/** The rows of a list: loaded, shown, opened, selected, changed and removed. */
export function listReducers(module: Module) {
  return {
    seek(s: State, { payload }: PayloadAction<Record<string, string>>) {
      Object.assign(s.seek, payload);
    },
    unfold(s: State, { payload }: PayloadAction<boolean>) {
      s.isSeekOpen = payload;
    },
    list(s: State, { payload }: PayloadAction<Partial<Query>>) {
      // A selection spans the pages of one question: under another one its rows may be out of sight.
      if (payload.filters && JSON.stringify(payload.filters) !== JSON.stringify(s.query.filters)) s.picked = {};
      Object.assign(s.query, payload);
      s.busy.list = true;
    },
    listed(s: State, { payload }: PayloadAction<Page>) {
      const known = original(s)?.page;
      const isSameQuestion = JSON.stringify(s.answered) === JSON.stringify(s.query);
      const page = pageAfter(known, payload, isSameQuestion);
      if (page !== known) s.page = page;
      if (!isSameQuestion) s.answered = { ...s.query, filters: { ...s.query.filters } };
      s.isCutOff = false;
      s.isRefused = false;
      for (const row of page.records) if (s.picked[row.id]) s.picked[row.id] = row;
      // A row that an action took out of this list is no longer selected.
      const before = new Set(known?.records.map(({ id }) => id));
      const now = new Set(payload.records.map(({ id }) => id));
      for (const id of s.actedOn ?? []) if (before.has(id) && !now.has(id)) delete s.picked[id];
      delete s.actedOn;
      delete s.busy.list;
      if (!isTree(module) || s.open) return;
      const ids = new Set(payload.records.map(({ id }) => id));
      s.open = branches(payload.records, (row) => !ids.has(String(row[module.tree!.parent])));
    },
    /** The page size that the person chose earlier. */
    sized(s: State, { payload }: PayloadAction<number>) {
      s.query.size = payload;
    },
    counted(s: State, { payload }: PayloadAction<Record<string, number>>) {
      s.counts = payload;
    },
    /** Expand or collapse a row of a tree. */
    toggle(s: State, { payload: id }: PayloadAction<string>) {
      s.open ??= {};
      if (s.open[id]) delete s.open[id];
      else s.open[id] = true;
    },
    openAll(s: State) {
      s.open = branches(original(s)?.page?.records ?? []);
    },
    closeAll(s: State) {
      s.open = {};
    },
    /** Expand all ancestors of a row of a tree, and go there. */
    reveal(s: State, { payload: id }: PayloadAction<string>) {
      const rows = new Map(original(s)?.page?.records.map((row) => [row.id, row]));
      const above = (at: string) => String(rows.get(at)?.[module.tree?.parent ?? ''] ?? '');
      const open = s.open ?? {};
      for (let at = above(id), left = rows.size; rows.has(at) && left > 0; at = above(at), left--) open[at] = true;
      s.open = open;
      if (rows.has(id)) s.current = id;
    },
    turnSide(s: State, { payload }: PayloadAction<Partial<SideState>>) {
      s.side = { ...(s.side ?? folded), ...payload };
    },
    pick(s: State, { payload: { rows, on } }: PayloadAction<{ rows: Row[]; on: boolean }>) {
      for (const row of rows) {
        if (on) s.picked[row.id] = row;
        else delete s.picked[row.id];
      }
    },
    unpickAll(s: State) {
      s.picked = {};
    },
    point(s: State, { payload }: PayloadAction<string>) {
      s.current = payload;
    },
    patch(s: State, { payload }: PayloadAction<Change>) {
      s.locked[payload.id] = true;
    },
    patched(s: State, { payload: { id, change } }: PayloadAction<Change>) {
      const row = s.page?.records.find((one) => one.id === id);
      if (row) Object.assign(row, change);
    },
    unlocked(s: State, { payload: ids }: PayloadAction<string[]>) {
      for (const id of ids) delete s.locked[id];
    },
    remove(s: State, { payload: ids }: PayloadAction<string[]>) {
      if (s.busy.remove || ids.length === 0) return; // one removal at a time
      s.busy.remove = true;
    },
    /** A request for these rows is in flight: they must not be changed. */
    locking(s: State, { payload: ids }: PayloadAction<string[]>) {
      for (const id of ids) s.locked[id] = true;
    },
    removed(s: State, { payload: ids }: PayloadAction<string[]>) {
      for (const id of ids) delete s.picked[id];
    },
    failed(
      s: State,
      { payload: { verb, isCutOff } }: PayloadAction<{ verb: Verb | 'save' | 'act'; isCutOff: boolean }>,
    ) {
      delete s.busy[verb];
      if (verb !== 'list') return;
      s.isCutOff = isCutOff;
      s.isRefused = !isCutOff;
    },
    settled(s: State, { payload: verb }: PayloadAction<Verb>) {
      delete s.busy[verb];
    },
  };
}
