/** A report as the cells of files. */

import { factsOf } from '../../contract/domain/languages';
import { formatMoney, formatRate } from '../../contract/domain/money';
import { type Language, label, textIn } from '../../contract/domain/text';
import { headingOf } from '../../contract/schema/columns';
import type { ReportSpec } from '../../contract/schema/report';
import type { ReportResult, TableResult } from '../../contract/wire/reports';
import { linesOf } from '../../contract/wire/reports/lines';
import { cellKinds, cellOf } from '../engine/transfer/exporting';
import { type Words, wordsFor } from '../engine/transfer/words';
import type { Context } from '../kernel/context';
import type { SheetRow } from '../kernel/sheets/sheet';
import { type Sheet, writeXlsx } from '../kernel/sheets/xlsxWriter';
import type { ReportDoc } from './pdf';

const totalText = label('合计', 'Total');
const aboutText = label('说明', 'About');
const headText = label('项目', 'Item');
const valueText = label('内容', 'Value');
const reportText = label('报表', 'Report');
const pageText = label('第 {page} / {pages} 页', 'Page {page} of {pages}');
const noRowsText = label('没有符合条件的数据', 'No data');

/** What files are made of: the report, and the texts of the tenant's dictionaries. */
export interface Made {
  result: ReportResult;
  spec: ReportSpec;
  words: Words;
  language: Language;
}

/** Reads the texts that a report's columns use. */
export async function madeOf(cx: Context, spec: ReportSpec, result: ReportResult): Promise<Made> {
  const columns = Object.values(spec.tables).flatMap((table) => Object.entries(table.columns));
  const fields = Object.fromEntries(columns.map(([name, { field }]) => [name, field]));
  return { result, spec, words: await wordsFor(cx, fields), language: cx.language };
}

/** The cells of a table, and those of its totals; undefined without any. */
function cellsOf({ spec, words, language }: Made, { name, columns, rows, totals }: TableResult) {
  const held = spec.tables[name]!.columns;
  const line = (row: Readonly<Record<string, unknown>>): (string | null)[] =>
    columns.map((one) => cellOf(one, held[one]!.field, row, words, language));
  const foot = Object.keys(totals).length > 0 ? line(totals) : undefined;
  const first = foot?.indexOf(null) ?? -1;
  if (foot && first >= 0) foot[first] = textIn(totalText, language);
  return { rows: rows.map(line), foot };
}

/** The bytes of a workbook: a sheet for each table, with its totals below, and one that says what it is. */
export async function workbookOf(made: Made): Promise<Buffer> {
  const { result, spec, language } = made;
  const sheets: Sheet[] = result.tables.map((table) => {
    const { columns: held, title } = spec.tables[table.name]!;
    const { rows, foot } = cellsOf(made, table);
    return {
      name: textIn(title, language),
      columns: table.columns.map((one) => ({
        head: headingOf(held[one]!.field, language),
        kind: cellKinds[held[one]!.field.kind] ?? 'text',
      })),
      rows: [foot ? [...rows, foot] : rows],
    };
  });
  const lines: SheetRow[] = [
    [textIn(reportText, language), result.name],
    [textIn(aboutText, language), textIn(spec.about, language)],
    ...linesOf(spec, result, language),
  ];
  const about: Sheet = {
    name: textIn(aboutText, language),
    columns: [
      { head: textIn(headText, language), kind: 'text' },
      { head: textIn(valueText, language), kind: 'text' },
    ],
    rows: [lines],
  };
  const parts: Buffer[] = [];
  for await (const part of writeXlsx([...sheets, about])) parts.push(part);
  return Buffer.concat(parts);
}

/** A cell as a page shows it: amounts in groups of three, rates with their sign. */
function printed(kind: string, cell: string | null): string {
  if (cell === null) return '';
  if (kind === 'money' && /^-?\d/.test(cell)) return formatMoney(cell);
  return kind === 'rate' && /^\d/.test(cell) ? `${formatRate(cell)}%` : cell;
}

/** The report as it is printed. Plain data: it goes to another thread. */
export function docOf(made: Made): ReportDoc {
  const { result, spec, language } = made;
  return {
    title: result.name,
    about: textIn(spec.about, language),
    lines: linesOf(spec, result, language).map(([heading, text]) => [heading, text]),
    asOf: result.asOf,
    language: factsOf(language).tag,
    words: { page: textIn(pageText, language), noRows: textIn(noRowsText, language) },
    tables: result.tables.map((table) => {
      const { columns: held, title } = spec.tables[table.name]!;
      const { rows, foot } = cellsOf(made, table);
      const kinds = table.columns.map((one) => held[one]!.field.kind);
      const print = (cells: readonly (string | null)[]) => cells.map((cell, at) => printed(kinds[at]!, cell));
      return {
        title: textIn(title, language),
        columns: table.columns.map((one, at) => ({
          head: headingOf(held[one]!.field, language),
          isFigure: ['integer', 'money', 'rate'].includes(kinds[at]!),
        })),
        rows: rows.map(print),
        ...(foot ? { foot: print(foot) } : {}),
      };
    }),
  };
}
