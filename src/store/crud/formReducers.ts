import type { Draft, PayloadAction } from '@reduxjs/toolkit';
import { initialDraft } from '../../../contract/schema/fields';
import type { Module } from '../../../contract/schema/module';
import type { Problems } from '../../../contract/schema/validate';
import type { CrudForm, CrudState, FormMode, OneTimePasswordIssued } from './crudState';
import type { HistoryEntry } from './history';

type State = Draft<CrudState>;

type TypedSince = Pick<CrudForm, 'key'> & { stored: CrudForm['draft']; typed: CrudForm['draft'] };
function formOf({ stored, typed, key }: TypedSince): CrudForm {
  return { mode: 'edit', draft: { ...stored, ...typed }, before: stored, problems: {}, key, isAhead: true };
}

/** The form in which a record is added, edited and viewed. */
export function formReducers(module: Module) {
  return {
    /** Open the form; `edit` and `view` ask the server for the whole record first. */
    add(_s: State, _action: PayloadAction<Record<string, unknown>>) {},
    edit(s: State, _action: PayloadAction<string>) {
      s.busy.detail = true;
    },
    view(s: State, _action: PayloadAction<string>) {
      s.busy.detail = true;
    },
    opened(
      s: State,
      { payload: { mode, draft, key } }: PayloadAction<{ mode: FormMode; draft: Record<string, unknown>; key: string }>,
    ) {
      const whole = mode === 'add' ? { ...initialDraft(module.fields), ...draft } : draft;
      s.form = { mode, draft: whole, before: whole, problems: {}, key };
      delete s.busy.detail;
    },
    type(s: State, { payload }: PayloadAction<Record<string, unknown>>) {
      if (!s.form) return;
      Object.assign(s.form.draft, payload);
      for (const name of Object.keys(payload)) delete s.form.problems[name];
    },
    judged(s: State, { payload }: PayloadAction<Problems>) {
      if (s.form) s.form.problems = { ...s.form.problems, ...payload };
    },
    foretold(s: State, { payload: waits }: PayloadAction<string>) {
      if (!s.form) return;
      if (waits) s.form.waits = waits;
      else delete s.form.waits;
    },
    close() {},
    shut(s: State) {
      s.form = null;
      delete s.busy.save;
    },
    save(s: State) {
      if (s.form) s.busy.save = true;
    },
    sent(s: State, { payload: key }: PayloadAction<string>) {
      if (s.form) Object.assign(s.form, { key, sent: s.form.draft });
    },
    /** The record is stored as it was sent; what was `typed` since stays in the form as a change of it. */
    saved(s: State, { payload }: PayloadAction<TypedSince | undefined>) {
      s.form = payload ? formOf(payload) : null;
      delete s.busy.save;
    },
    /** For the slice that shows it; it is not stored here. */
    oneTimePasswordIssued(_s: State, _action: PayloadAction<OneTimePasswordIssued>) {},
    /** Switch between the record and its history. */
    turn(s: State, { payload }: PayloadAction<'record' | 'history'>) {
      if (!s.form) return;
      if (payload === 'record') delete s.form.history;
      else s.form.history = { entries: null };
    },
    historyReceived(s: State, { payload: entries }: PayloadAction<HistoryEntry[]>) {
      if (s.form?.history) s.form.history = { entries };
    },
    historyLost(s: State) {
      if (s.form?.history) s.form.history = { entries: null, isLost: true };
    },
    misjudged(s: State, { payload }: PayloadAction<Problems>) {
      if (s.form) s.form.problems = payload;
      delete s.busy.save;
    },
  };
}
