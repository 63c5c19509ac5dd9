/** What a report declares: its parameters, its tables, and which fields of which modules each column tells. */
import { addMonths, isDate } from '../domain/calendar';
import { type Period, periods, type Span, spanOf } from '../domain/periods';
import { type Label, label, type Text } from '../domain/text';
import type { Field, Fields } from './fields';
import type { Module } from './module';
import type { Problems } from './validate';

/** Fields of a module that a figure is made of: it is shown to those who may list the module and see all of them. */
export interface Source {
  module: string;
  fields: readonly string[];
}
export function source<M extends Pick<Module, 'name' | 'fields'>>(
  module: M,
  ...fields: (keyof M['fields'] & string)[]
): Source {
  return { module: module.name, fields };
}

/** A column: heading, format, unit and texts are those of its field. */
export interface ReportColumn {
  field: Field;
  of: readonly Source[];
}
export function column(field: Field, ...of: Source[]): ReportColumn {
  return { field, of };
}
/** Columns that show fields of a module as its list does. */
export function columnsOf<M extends Pick<Module, 'name' | 'fields'>>(
  module: M,
  ...names: (keyof M['fields'] & string)[]
): Record<string, ReportColumn> {
  return Object.fromEntries(names.map((name) => [name, column(module.fields[name]!, source(module, name))]));
}

/** The list that adds up to a figure, and the parameters that choose its rows. */
export interface OpenedList {
  list: string;
  /** Columns of the list whose totals add up to the figure; none: its rows are counted. Null for a mean of its rows. */
  adds: readonly string[] | null;
  params: Readonly<Record<string, string>>;
}

export interface ReportTable {
  title: Label;
  /** Without these there is no table: what its rows are chosen and grouped by. */
  needs: readonly Source[];
  columns: Readonly<Record<string, ReportColumn>>;
  /** Values of a row that no column shows: they tell rows apart, and which list a figure opens. */
  keys?: Readonly<Record<string, readonly Source[]>>;
  /**
   * The list that a figure opens: of a row, or of all rows where it gets none. `asked`: the parameters of the report,
   * as texts. Undefined for a column that opens none.
   */
  opens?(
    column: string,
    row: Readonly<Record<string, string | number | null>> | null,
    asked: Readonly<Record<string, string>>,
  ): OpenedList | undefined;
  /** Columns that are added up over all rows. */
  totals: readonly string[];
  order: readonly (readonly [column: string, direction: 'asc' | 'desc'])[];
  /** Money columns drawn as bars, labelled by a column: lines for names, columns for months. */
  chart?: { by: string; bars: readonly string[]; as: 'rows' | 'columns' };
}

export interface ReportSpec<T extends string = string> {
  /** The number under which it is stored. */
  kind: number;
  title: Label;
  /** One sentence: what it shows, and as of when. */
  about: Label;
  parameters: Fields;
  /** What a parameter compares, where it has a value. */
  narrows?: Readonly<Record<string, readonly Source[]>>;
  /** Problems between parameters. */
  judging?(parameters: Record<string, unknown>): Problems;
  tables: Readonly<Record<T, ReportTable>>;
}

/** Titles are pairs; the rest is as declared. */
export function defineReport<const T extends string>(
  spec: Omit<ReportSpec<T>, 'title' | 'about' | 'tables'> & {
    title: Text;
    about: Text;
    tables: Readonly<Record<T, Omit<ReportTable, 'title'> & { title: Text }>>;
  },
): ReportSpec<T> {
  const tables = Object.entries(spec.tables) as [T, Omit<ReportTable, 'title'> & { title: Text }][];
  return {
    ...spec,
    title: label(...spec.title),
    about: label(...spec.about),
    tables: Object.fromEntries(
      tables.map(([name, table]) => [name, { ...table, title: label(...table.title) }]),
    ) as Record<T, ReportTable>,
  };
}

/** The most months that a period of one's own may have. */
const mostMonths = 120;

/** Years that a period of one's own may reach: the arithmetic of months ends with the calendar. */
const firstYear = '1900';
const lastYear = '2999';

/** Whether the parameter is an end of a period that another parameter names. */
export function isUnusedEnd(name: string, parameters: Record<string, unknown>): boolean {
  return (name === 'from' || name === 'to') && parameters.period !== periods.custom;
}

/** Problems of the parameters `period`, `from` and `to`. */
export function judgePeriod({ period, from, to }: Record<string, unknown>): Problems {
  if (period !== periods.custom) return {};
  const problems: Problems = {};
  if (!isDate(from)) problems.from = from ? 'notADate' : 'required';
  if (!isDate(to)) problems.to = to ? 'notADate' : 'required';
  for (const [name, day] of Object.entries({ from, to }))
    if (isDate(day) && (day < firstYear || day.slice(0, 4) > lastYear)) problems[name] = 'badFormat';
  if (Object.keys(problems).length > 0) return problems;
  if (isDate(from) && isDate(to) && (to < from || to > addMonths(from, mostMonths))) problems.to = 'badFormat';
  return problems;
}

/** The days that the parameters `period`, `from` and `to` stand for. */
export function periodOf({ period, from, to }: Record<string, unknown>, today: string): Span {
  return spanOf(period as Period, today, [String(from ?? ''), String(to ?? '')]);
}
