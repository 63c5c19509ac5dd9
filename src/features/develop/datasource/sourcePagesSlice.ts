import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import { type DriverClass, driverFacts, drivers } from '../../../../contract/modules/develop/datasource';
import { tabs } from '../../../store/navigation/route';
import { session } from '../../../store/session';

/** Pages below the list: `browse/:id` and `query/:id`. */
export const browsePage = 'browse';
export const queryPage = 'query';

/** A data source as its pages know it. */
export interface SourceHead {
  id: string;
  name: string;
  driverClass: string;
}
export interface SourceTable {
  name: string;
  comment: string;
  isView: boolean;
}
export interface SourceColumn {
  name: string;
  type: string;
  comment: string;
  isKey: boolean;
  isRequired: boolean;
}
export interface QueryResult {
  columns: string[];
  rows: (string | null)[][];
  isCut: boolean;
}

/** The tables of a source, and the columns of the chosen one. */
export interface SchemaState {
  head: SourceHead | null;
  tables: SourceTable[] | null;
  seek: string;
  /** The chosen table; '' without one. */
  chosen: string;
  /** On a narrow screen the tables are unfolded. */
  isUnfolded: boolean;
  columns: SourceColumn[] | null;
  /** Why there are no tables, or no columns: the server's message, '' when it did not answer; null without an error. */
  trouble: string | null;
  columnsTrouble: string | null;
}
const blankSchema: SchemaState = {
  head: null,
  tables: null,
  seek: '',
  chosen: '',
  isUnfolded: true,
  columns: null,
  trouble: null,
  columnsTrouble: null,
};

export interface QueryState {
  head: SourceHead | null;
  /** Why there is no such source. */
  trouble: string | null;
  isRunning: boolean;
  /** How long it has been running, in whole seconds. */
  seconds: number;
  result: QueryResult | null;
  /** How long the result has taken, in ms. */
  took: number;
  /** Why there is no result: the database's own words, '' without an answer; null without an error. */
  problem: string | null;
}
const blankQuery: QueryState = {
  head: null,
  trouble: null,
  isRunning: false,
  seconds: 0,
  result: null,
  took: 0,
  problem: null,
};

export function driverTitle(driverClass: string): string {
  return Object.hasOwn(driverFacts, driverClass) ? driverFacts[driverClass as DriverClass].title : driverClass;
}

/** A question for the first rows of a table, in the language of its database. */
export function questionFor({ driverClass }: Pick<SourceHead, 'driverClass'>, table: string): string {
  const quote = drivers[driverClass as DriverClass] === 'mysql' ? '`' : '"';
  return `select * from ${quote}${table.replaceAll(quote, quote + quote)}${quote}`;
}

type OfPage<T = object> = PayloadAction<{ path: string } & T>;
interface State {
  /** By the address of the page. */
  schemas: Record<string, SchemaState>;
  queries: Record<string, QueryState>;
  /** What is typed, by the id of the source: it outlives its page. */
  texts: Record<string, string>;
  /** The text of the last answered question, by the id of the source. */
  asked: Record<string, string>;
}
const initialState: State = { schemas: {}, queries: {}, texts: {}, asked: {} };

/** The pages of data sources. */
export const sourcePages = createSlice({
  name: 'datasourcePages',
  initialState,
  reducers: {
    schemaReceived(s, { payload: { path, head, tables } }: OfPage<{ head: SourceHead; tables: SourceTable[] }>) {
      s.schemas[path] = { ...blankSchema, seek: s.schemas[path]?.seek ?? '', head, tables };
    },
    schemaFailed(s, { payload: { path, trouble } }: OfPage<{ trouble: string }>) {
      s.schemas[path] = { ...blankSchema, trouble };
    },
    seek(s, { payload: { path, seek } }: OfPage<{ seek: string }>) {
      const page = s.schemas[path];
      if (page) page.seek = seek;
    },
    fold(s, { payload: { path, isUnfolded } }: OfPage<{ isUnfolded: boolean }>) {
      const page = s.schemas[path];
      if (page) page.isUnfolded = isUnfolded;
    },
    /** Show the columns of a table. */
    choose(s, { payload: { path, table } }: OfPage<{ table: string }>) {
      const page = s.schemas[path];
      if (page) Object.assign(page, { chosen: table, isUnfolded: false, columns: null, columnsTrouble: null });
    },
    columnsReceived(s, { payload: { path, table, columns } }: OfPage<{ table: string; columns: SourceColumn[] }>) {
      const page = s.schemas[path];
      if (page?.chosen === table) page.columns = columns;
    },
    columnsFailed(s, { payload: { path, table, trouble } }: OfPage<{ table: string; trouble: string }>) {
      const page = s.schemas[path];
      if (page?.chosen === table) page.columnsTrouble = trouble;
    },
    reload(_s, _action: OfPage) {},

    queryOpened(s, { payload: { path, head } }: OfPage<{ head: SourceHead }>) {
      s.queries[path] = { ...(blankQuery as Draft<QueryState>), head };
    },
    queryLost(s, { payload: { path, trouble } }: OfPage<{ trouble: string }>) {
      s.queries[path] = { ...(blankQuery as Draft<QueryState>), trouble };
    },
    type(s, { payload: { id, text } }: PayloadAction<{ id: string; text: string }>) {
      s.texts[id] = text;
    },
    /** Go to the query page with a question for this table. */
    ask(_s, _action: PayloadAction<{ head: SourceHead; table: string }>) {},
    /** Run what is typed. */
    run(_s, _action: OfPage) {},
    began(s, { payload: { path } }: OfPage) {
      const page = s.queries[path];
      if (page) Object.assign(page, { isRunning: true, seconds: 0, problem: null });
    },
    ticked(s, { payload: { path } }: OfPage) {
      const page = s.queries[path];
      if (page) page.seconds += 1;
    },
    answered(
      s,
      { payload: { path, text, result, took } }: OfPage<{ text: string; result: QueryResult; took: number }>,
    ) {
      const page = s.queries[path];
      if (!page) return;
      Object.assign(page, { isRunning: false, result, took, problem: null });
      if (page.head) s.asked[page.head.id] = text;
    },
    failed(s, { payload: { path, problem } }: OfPage<{ problem: string }>) {
      const page = s.queries[path];
      if (page) Object.assign(page, { isRunning: false, result: null, problem });
    },
  },
  extraReducers: (on) =>
    on
      .addCase(session.actions.signedOut, () => initialState)
      .addCase(tabs.actions.closed, (s, { payload }) => {
        delete s.schemas[payload];
        delete s.queries[payload];
      })
      .addCase(tabs.actions.allClosed, (s) => ({ ...initialState, texts: s.texts, asked: s.asked })),
  selectors: {
    schemaOf: (s, path: string): SchemaState | undefined => s.schemas[path],
    queryOf: (s, path: string): QueryState | undefined => s.queries[path],
    textOf: (s, id: string): string => s.texts[id] ?? '',
    /** Whether what is typed would be lost: it has not been answered yet. */
    isUnasked: (s, id: string): boolean => {
      const text = (s.texts[id] ?? '').trim();
      return text !== '' && text !== (s.asked[id] ?? '').trim();
    },
  },
});
