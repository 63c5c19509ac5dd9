import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { Problems } from '../../../../../contract/schema/validate';
import type { Prototype } from '../../../../../contract/wire/develop/prototypes';
import { session } from '../../../../store/session';

export interface SourceTable {
  name: string;
  comment: string;
  isView: boolean;
}
/** A table as fields of a model. */
export interface TableInfo extends Pick<SourceTable, 'name' | 'comment'> {
  isTree: boolean;
  titleField: string;
  fields: Prototype[];
  /** Columns that are no fields, and why. */
  left: { name: string; type: string; why: 'own' | 'type' | 'name' }[];
}
/** The dialog in which a model begins: from nothing, or from a table of a data source. */
export interface StartState {
  from: 'nothing' | 'table';
  zh: string;
  en: string;
  code: string;
  sourceId: string;
  /** null while they are asked for. */
  tables: SourceTable[] | null;
  table: string;
  info: TableInfo | null;
  /** Names of the fields that are taken. */
  taken: string[];
  /** Why there are no tables, or no fields: the server's message, '' without an answer; null without an error. */
  trouble: string | null;
  isBusy: boolean;
  problems: Problems;
}
const blank: StartState = {
  ...{ from: 'nothing', zh: '', en: '', code: '', sourceId: '', tables: null, table: '', info: null, taken: [] },
  ...{ trouble: null, isBusy: false, problems: {} },
};

type Named = Partial<Pick<StartState, 'zh' | 'en' | 'code'>>;

export const starts = createSlice({
  name: 'modelStart',
  initialState: { shown: null as StartState | null },
  reducers: {
    show(s) {
      s.shown = blank as Draft<StartState>;
    },
    close() {},
    shut: () => ({ shown: null }),
    turn(s, { payload: from }: PayloadAction<StartState['from']>) {
      if (s.shown) Object.assign(s.shown, { from, problems: {} });
    },
    type(s, { payload }: PayloadAction<Named>) {
      if (!s.shown) return;
      Object.assign(s.shown, payload);
      for (const name of Object.keys(payload)) delete s.shown.problems[name];
    },
    /** Ask for the tables of a source. */
    chooseSource(s, { payload: sourceId }: PayloadAction<string>) {
      if (s.shown)
        Object.assign(s.shown, {
          sourceId,
          tables: null,
          table: '',
          info: null,
          taken: [],
          trouble: null,
          problems: {},
        });
    },
    tablesReceived(s, { payload: { sourceId, tables } }: PayloadAction<{ sourceId: string; tables: SourceTable[] }>) {
      if (s.shown?.sourceId === sourceId) s.shown.tables = tables;
    },
    /** Ask for the columns of a table. */
    chooseTable(s, { payload: table }: PayloadAction<string>) {
      if (s.shown) Object.assign(s.shown, { table, info: null, taken: [], trouble: null, problems: {} });
    },
    /** `code`: one that the table suggests; what a person has typed stays. */
    infoReceived(s, { payload: { info, code } }: PayloadAction<{ info: TableInfo; code: string }>) {
      if (s.shown?.table !== info.name) return;
      const { zh, code: typed } = s.shown;
      Object.assign(s.shown, {
        info,
        taken: info.fields.map(({ propertyName }) => propertyName),
        zh: zh || info.comment || info.name,
        code: typed || code,
      });
    },
    failed(s, { payload: trouble }: PayloadAction<string>) {
      if (s.shown) Object.assign(s.shown, { trouble, tables: s.shown.tables ?? [] });
    },
    take(s, { payload: { names, isTaken } }: PayloadAction<{ names: readonly string[]; isTaken: boolean }>) {
      if (!s.shown) return;
      const rest = s.shown.taken.filter((name) => !names.includes(name));
      s.shown.taken = isTaken ? [...rest, ...names] : rest;
    },
    submit(s) {
      if (s.shown) s.shown.isBusy = true;
    },
    misjudged(s, { payload: problems }: PayloadAction<Problems>) {
      if (s.shown) Object.assign(s.shown, { problems, isBusy: false });
    },
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => ({ shown: null })),
  selectors: {
    typed: ({ shown }) => shown && [shown.from, shown.zh, shown.en, shown.code, shown.table, shown.taken],
    shown: (s) => s.shown,
  },
});
