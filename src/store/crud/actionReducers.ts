import type { Draft, PayloadAction } from '@reduxjs/toolkit';
import { isEmpty } from '../../../contract/domain/values';
import { initialDraft, shownAs } from '../../../contract/schema/fields';
import { isAction, type Module, type Row } from '../../../contract/schema/module';
import type { Problems } from '../../../contract/schema/validate';
import type { ActionForm, CrudState } from './crudState';

type State = Draft<CrudState>;

/** Values of the record that the form of an action shows: those of its own fields, where they are not the initial ones. */
function heldBy({ fields }: Module, names: readonly string[], row: Row | undefined): Record<string, unknown> {
  const held = names.filter((name) => fields[name] && !isEmpty(row?.[name]) && row?.[name] !== fields[name].initial);
  const titles = held.flatMap((name) => (fields[name]?.to ? [shownAs(name, fields[name])] : []));
  return Object.fromEntries([...held, ...titles].map((name) => [name, row?.[name]]));
}

/** Declared actions, and the form of one that has input fields. */
export function actionReducers(module: Module) {
  return {
    /** Run the declared action of this name on these rows or, without any, on the list. */
    act(_s: State, _action: PayloadAction<{ action: string; rows: readonly Row[] }>) {},
    actionOpened(s: State, { payload }: PayloadAction<Pick<ActionForm, 'action' | 'rows' | 'key'>>) {
      const spec = module.actions?.[payload.action];
      const fields = (isAction(spec) && spec.fields) || {};
      const row = payload.rows.length === 1 ? payload.rows[0] : undefined;
      const draft = { ...initialDraft(fields), ...heldBy(module, Object.keys(fields), row) };
      s.action = { ...payload, draft, before: draft, reason: '', problems: {} };
    },
    typeAction(s: State, { payload }: PayloadAction<{ draft: Record<string, unknown> } | { reason: string }>) {
      if (!s.action || s.busy.act) return;
      if ('reason' in payload) {
        s.action.reason = payload.reason;
        delete s.action.problems.reason;
        return;
      }
      Object.assign(s.action.draft, payload.draft);
      for (const name of Object.keys(payload.draft)) delete s.action.problems[name];
    },
    submitAction(s: State) {
      if (s.action) s.busy.act = true;
    },
    actionMisjudged(s: State, { payload }: PayloadAction<Problems>) {
      if (s.action) s.action.problems = payload;
      delete s.busy.act;
    },
    actionSent(s: State, { payload }: PayloadAction<Required<Pick<ActionForm, 'key' | 'sent'>>>) {
      if (s.action) Object.assign(s.action, payload);
    },
    closeAction() {},
    actionShut(s: State) {
      s.action = null;
    },
    acted(s: State, { payload: { ids } }: PayloadAction<{ action: string; ids: string[] }>) {
      s.action = null;
      delete s.busy.act;
      s.actedOn = ids;
    },
  };
}
