/** A list as a file: the same rows, columns and masks as its page. */
import { type Language, textIn } from '../../../contract/domain/text';
import { columnsOfFile, flagText, headingOf } from '../../../contract/schema/columns';
import { type Field, shownAs } from '../../../contract/schema/fields';
import { maskCard, maskPhone } from '../../../contract/schema/mask';
import type { Module, Row } from '../../../contract/schema/module';
import type { Context, WireQuery } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { writeCsv } from '../../kernel/sheets/csvWriter';
import type { CellKind, SheetColumn, SheetFormat, SheetRow } from '../../kernel/sheets/sheet';
import { writeXlsx } from '../../kernel/sheets/xlsxWriter';
import { own } from '../../kernel/table';
import { filtered, sorting } from '../filters';
import { hiddenFields } from '../rights/scopes';
import { presentAll, type ServerModule } from '../serverModule';
import { batchAfter, type Position } from './batches';
import { type Words, wordsFor } from './words';

/** A list that goes out, decided when it begins. Plain data, so that a task can be stored. */
export interface ExportPlan {
  format: SheetFormat;
  /** Names of the fields, without those that are hidden from the person. */
  columns: string[];
  query: WireQuery;
  language: Language;
  /** Rows when it began; rows that are added or removed meanwhile may change it. */
  total: number;
}

/** Parameters that are not conditions of the list. */
const notConditions = ['format', 'columns', 'framed', 'current', 'size'];

/** What a person asks for, judged: refuses unknown columns and conditions; columns that a data scope hides are left out. */
export async function planExport(
  cx: Context,
  served: ServerModule,
  asked: { format: SheetFormat; columns?: readonly string[] },
  params: WireQuery,
): Promise<ExportPlan> {
  const { fields } = served.module;
  const known = columnsOfFile(fields);
  const wanted = asked.columns ?? known.filter((name) => fields[name]!.inTable !== false);
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown !== undefined) refuse('badParameter', { name: `columns=${unknown.slice(0, 64)}` });
  const hidden = await hiddenFields(cx, served.module);
  const columns = wanted.filter((name) => !hidden.has(name));
  if (columns.length === 0) refuse('transfer.noColumns');
  const query = Object.fromEntries(Object.entries(params).filter(([name]) => !notConditions.includes(name)));
  await sorting(cx, served, query);
  const { count } = await (await filtered(cx, served, query))
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return { format: asked.format, columns, query, language: cx.language, total: Number(count) };
}

export const cellKinds: Partial<Record<Field['kind'], CellKind>> = {
  integer: 'integer',
  money: 'money',
  rate: 'percent',
  date: 'date',
  dateTime: 'dateTime',
};

export function sheetColumns({ fields }: Pick<Module, 'fields'>, { columns, language }: ExportPlan): SheetColumn[] {
  return columns.map((name) => ({
    head: headingOf(fields[name]!, language),
    kind: cellKinds[fields[name]!.kind] ?? 'text',
  }));
}

/** A value as its page shows it, without grouping and units; null when empty. `row` has the titles of references. */
export function cellOf(
  name: string,
  field: Field,
  row: Readonly<Record<string, unknown>>,
  words: Words,
  language: Language,
): string | null {
  const value = row[name];
  if (field.kind === 'ref' || field.kind === 'refs') {
    const title = row[shownAs(name, field)];
    if (title !== undefined && title !== null && title !== '') return String(title);
    return value === undefined || value === null || value === String(field.initial ?? '') ? null : String(value);
  }
  if (value === undefined || value === null || value === '') return null;
  switch (field.kind) {
    case 'choice':
      return textIn(own(field.choices ?? {}, String(value)), language) ?? String(value);
    case 'dict':
      return textIn(words.get(field.dict ?? '')?.get(String(value)), language) ?? String(value);
    case 'flag':
      return flagText(Number(value) === 1 ? 1 : 0, language);
    default:
      if (field.unit === 'phone') return maskPhone(String(value));
      if (field.unit === 'card') return maskCard(String(value));
      return String(value);
  }
}

/** A short transaction with the rights that the person has at that moment. */
export type Entitled = <T>(work: (cx: Context) => Promise<T>) => Promise<T>;

/** The rows of a plan as cells, one batch in a transaction. `reached` hears the number of rows after each. */
export async function* rowsOut(
  served: ServerModule,
  plan: ExportPlan,
  entitled: Entitled,
  reached: (rows: number) => void,
): AsyncGenerator<SheetRow[]> {
  const { module, rules } = served;
  const fields = Object.fromEntries(plan.columns.map((name) => [name, module.fields[name]!]));
  let words: Words | undefined;
  let rows = 0;
  let position: Position | undefined;
  do {
    const batch = await entitled(async (cx) => {
      words ??= await wordsFor(cx, fields);
      const { rows: found, last } = await batchAfter(cx, served, plan.query, position);
      const shown = await presentAll(served, cx, found);
      const exported = rules.exporting ? await rules.exporting(shown as never[], cx) : shown;
      const hidden = await hiddenFields(cx, module);
      const cells = (exported as Row[]).map((row) =>
        plan.columns.map((name) => (hidden.has(name) ? null : cellOf(name, fields[name]!, row, words!, plan.language))),
      );
      return { cells, last };
    });
    position = batch.last;
    rows += batch.cells.length;
    reached(rows);
    if (batch.cells.length > 0) yield batch.cells;
  } while (position);
}

/** The bytes of a plan's file. */
export function fileOut(
  served: ServerModule,
  plan: ExportPlan,
  rows: AsyncIterable<SheetRow[]>,
): AsyncIterable<Buffer> {
  const columns = sheetColumns(served.module, plan);
  const name = titleOut(served.module, plan.language);
  return plan.format === 'csv' ? writeCsv(columns, rows) : writeXlsx([{ name, columns, rows }]);
}

/** What the page of a module is called. */
export function titleOut({ menu, label }: Pick<Module, 'menu' | 'label'>, language: Language): string {
  return textIn(menu?.title ?? label, language);
}
