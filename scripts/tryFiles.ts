/**
 * `npm run try-files -- <folder> [--language en]`: what the product would say of files before they are brought into it.
 * Each goes through the reader of its kind, without database or network, and nothing is stored. Ends with 1 when a file
 * is refused.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  countOf,
  type FileRow,
  NotStatement,
  type PassedOver,
  passedOver,
  readStatement,
} from '../contract/domain/bank/statement';
import { mostFileBytesImported } from '../contract/domain/files/lists';
import { isLanguage, languages, sourceLanguage } from '../contract/domain/languages';
import { countIn, filledIn, joined, type Language, type Text, textIn } from '../contract/domain/text';
import { allModules } from '../contract/modules';
import { pictureLimits } from '../contract/modules/lease/picture';
import type { Field } from '../contract/schema/fields';
import type { Module } from '../contract/schema/module';
import { flowNamespaces } from '../contract/wire/flow';
import { leftOutCodes } from '../contract/wire/portfolio/faults';
import { type RefusalCode, sentence } from '../contract/wire/refusals';
import { cellProblems, fileNotes, mostNamed } from '../contract/wire/transfer';
import { columnsIn } from '../server/engine/transfer/importing';
import { notesOf } from '../server/engine/transfer/notes';
import { type CellProblem, isBroken, parseCell } from '../server/engine/transfer/parsing';
import { offeredBy } from '../server/engine/transfer/template';
import { planToDeploy } from '../server/flow/definitions';
import { Refusal, refuse } from '../server/kernel/errors';
import { kindBytes, kindOf } from '../server/kernel/files/fileKind';
import { pictureIn, storedPicture } from '../server/kernel/image/drawable';
import { BadFile } from '../server/kernel/sheets/limits';
import {
  isWorkbook,
  type ReadCell,
  type ReadList,
  type ReadSheet,
  readAllSheets,
  readSheet,
} from '../server/kernel/sheets/readSheet';
import { listLimits, refusalOf } from '../server/kernel/sheets/refusing';
import { readSheets } from '../server/kernel/sheets/xlsxReader';
import { isXml, xmlAsUtf8 } from '../server/kernel/sheets/xmlEncoding';
import { loadCatalogues } from '../server/kernel/texts';
import { isSwiftFile, prepared, statementsIn, textRows } from '../server/lease/bankStatement/reading';
import { readResults } from '../server/lease/payBatch/results';
import { shownFault } from '../server/lease/portfolioImport/faults';
import { preparedPortfolio, sheetCalled } from '../server/lease/portfolioImport/reading';

const kinds = {
  statement: ['银行流水', 'Bank statement'],
  result: ['代付结果', 'Result of a payment file'],
  portfolio: ['存量业务导入', 'Portfolio'],
  list: ['列表', 'List'],
  diagram: ['流程图', 'Process diagram'],
  picture: ['图片', 'Picture'],
  attachment: ['附件', 'Attachment'],
} as const satisfies Record<string, Text>;

const words = {
  statements: ['对账单 {count} 份', 'Statements: {count}'],
  lines: ['明细 {read} 行，共 {held} 行', 'Lines: {read} of {held}'],
  results: ['付款 {count} 笔，其中成功 {paid} 笔', 'Payments: {count}, of which paid: {paid}'],
  portfolio: [
    '客户 {customers}，订单 {orders}，期次 {instalments}',
    'Customers: {customers}, orders: {orders}, instalments: {instalments}',
  ],
  rows: ['数据 {count} 行', 'Rows: {count}'],
  module: ['列标题符合“{name}”', 'The headings are those of “{name}”'],
  noModule: ['列标题不属于任何可导入的列表', 'No list that can be imported has these headings'],
  columns: ['识别的列 {count} 个', 'Columns: {count}'],
  cell: ['第 {row} 行“{name}”：{text}', 'Row {row}, {name}: {text}'],
  nodes: ['节点 {nodes} 个，连线 {flows} 条', 'Nodes: {nodes}, flows: {flows}'],
  sides: ['{type}，{width} × {height} 像素', '{type}, {width} × {height} pixels'],
  kept: ['按附件保存，不读取内容（{type}）', 'Kept as it is, its content is not read ({type})'],
  passed: ['{why}：{count} 行', 'Lines – {why}: {count}'],
  orphans: ['没有对应订单的期次 {count} 行', 'Instalments without an order: {count}'],
  files: ['文件 {count} 个，不能导入 {refused} 个', 'Files: {count}, refused: {refused}'],
  read: ['已读取', 'read'],
  left: ['未读取', 'left out'],
  refused: ['不能导入', 'refused'],
  usage: [
    '用法：npm run try-files -- <文件夹> [--language {codes}]',
    'Usage: npm run try-files -- <folder> [--language {codes}]',
  ],
} as const satisfies Record<string, Text>;

export interface TriedFile {
  kind: keyof typeof kinds;
  /** What was read, in counts. */
  read: string[];
  /** What of the file was not. */
  left: string[];
  refused: { code: RefusalCode; text: string }[];
}

type Say = (word: keyof typeof words, values?: Record<string, unknown>) => string;
function sayIn(language: Language): Say {
  return (word, values = {}) => filledIn(textIn(words[word], language), values);
}

function refusedAs(kind: TriedFile['kind'], refusal: Refusal, language: Language): TriedFile {
  const { code, detail, faults } = refusal;
  const texts = faults?.map(({ elementName, elementId, text }) => `${elementName || elementId || '–'}: ${text}`);
  const all = texts ?? [sentence(code, language, detail)];
  return { kind, read: [], left: [], refused: all.map((text) => ({ code, text })) };
}

function notRead(sheets: readonly string[], language: Language): string[] {
  return sheets.length === 0 ? [] : [filledIn(textIn(fileNotes.other, language), { names: joined(sheets, language) })];
}

function tryPicture(bytes: Buffer, language: Language): TriedFile {
  const { types, minSide, bytes: most } = pictureLimits;
  if (bytes.length > most) refuse('picture.tooLarge', { n: most / 1024 / 1024 });
  const found = pictureIn(bytes, types, minSide) ?? refuse('picture.badType');
  const { contentType: type, width, height } = found;
  storedPicture(bytes, type);
  return { kind: 'picture', read: [sayIn(language)('sides', { type, width, height })], left: [], refused: [] };
}

function tryDiagram(xml: string, language: Language): TriedFile {
  const { nodes, flows } = planToDeploy(xml, { language });
  const counts = { nodes: countIn(nodes.length, language), flows: countIn(flows.length, language) };
  return { kind: 'diagram', read: [sayIn(language)('nodes', counts)], left: [], refused: [] };
}

/** Undefined for a workbook that is no portfolio: one of its sheets alone is a list of its own. */
async function tryPortfolio(bytes: Buffer, language: Language): Promise<TriedFile | undefined> {
  const called = new Set<string>();
  try {
    await readSheets(bytes, { mostRows: 0 }, (given) => {
      const sheet = sheetCalled(given);
      if (sheet) called.add(sheet);
      return undefined;
    });
  } catch (error) {
    if (error instanceof BadFile) return undefined; // the reader of lists says why
    throw error;
  }
  if (called.size < 2) return undefined;
  const { content, refusal } = await preparedPortfolio(bytes, language);
  if (!content) throw refusal;
  const say = sayIn(language);
  const count = (all: readonly unknown[]) => countIn(all.length, language);
  const told = (isLeftOut: boolean) =>
    content.notes.flatMap((note) => {
      if (leftOutCodes.has(note.code) !== isLeftOut) return [];
      const { sheet, text } = shownFault({ ...note, seq: 0, level: 2, words: note.values ?? {} }, language);
      return [`${sheet} – ${text}`];
    });
  return {
    kind: 'portfolio',
    read: [
      say('portfolio', {
        customers: count(content.customers),
        orders: count(content.orders),
        instalments: countIn(content.rowCount, language),
      }),
      ...told(false),
    ],
    left: [...(content.orphans.length === 0 ? [] : [say('orphans', { count: count(content.orphans) })]), ...told(true)],
    refused: [],
  };
}

/** Rows whatever their cells hold: by its headings alone a file is of a kind. */
function looseRows({ head, rows }: ReadSheet): FileRow[] {
  return [head, ...rows].map(({ number, cells }) => ({ number, cells: cells.map((cell) => cell?.text ?? '') }));
}

/** Whether a sheet of a file has the headings of a bank. */
async function isOfBank(bytes: Buffer): Promise<boolean> {
  const { content: sheets = [] } = await prepared(() => readAllSheets(bytes));
  return sheets.some((sheet) => {
    try {
      return readStatement(looseRows(sheet)) !== undefined;
    } catch (error) {
      if (error instanceof NotStatement) return error.fault !== 'unknownLayout';
      throw error;
    }
  });
}

async function tryStatement(bytes: Buffer, language: Language): Promise<TriedFile | undefined>;
async function tryStatement(bytes: Buffer, language: Language, isOnly: true): Promise<TriedFile>;
async function tryStatement(bytes: Buffer, language: Language, isOnly = false): Promise<TriedFile | undefined> {
  const { content, refusal } = await prepared(() => statementsIn(bytes));
  if (!content) {
    const { code } = refusal!;
    const isTable = code === 'bank.unknownLayout' || code.startsWith('transfer.');
    const mayBeOther = !isOnly && (isTable || (code === 'bank.badRow' && !(await isOfBank(bytes))));
    return mayBeOther ? undefined : refusedAs('statement', refusal!, language);
  }
  const say = sayIn(language);
  const { statements, held, read, passed, otherSheets } = countOf(content);
  return {
    kind: 'statement',
    read: [
      say('statements', { count: countIn(statements, language) }),
      say('lines', { read: countIn(read, language), held: countIn(held, language) }),
    ],
    left: [
      ...(Object.entries(passed) as [PassedOver, number][]).map(([why, count]) =>
        say('passed', { why: textIn(passedOver[why], language), count: countIn(count, language) }),
      ),
      ...notRead(otherSheets, language),
    ],
    refused: [],
  };
}

/** Undefined for a list that is no answer of a bank. */
async function tryResult(list: ReadList, language: Language): Promise<TriedFile | undefined> {
  const loose = await prepared(async () => readResults(looseRows(list)));
  if (loose.refusal?.code === 'batch.noResult') return undefined;
  const { content, refusal } = await prepared(async () => readResults(textRows([list.head, ...list.rows])));
  if (!content) return refusedAs('result', refusal!, language);
  const counts = { count: countIn(content.length, language), paid: content.filter(({ isPaid }) => isPaid).length };
  return {
    kind: 'result',
    read: [sayIn(language)('results', counts)],
    left: notesOf({ ...list, name: '', rows: [] }, [], language),
    refused: [],
  };
}

interface Fitting {
  module: Module;
  known: number;
  columns: ReadonlyMap<string, number>;
  left: readonly string[];
  refusal?: Refusal;
}

function fittingOf(module: Module, { head }: ReadList, language: Language): Fitting {
  const known = head.cells.filter((cell) => {
    if (!cell) return false;
    try {
      return columnsIn({ module }, { head: { ...head, cells: [cell] } }, new Set(), language).columns.size > 0;
    } catch {
      return false;
    }
  }).length;
  try {
    return { module, known, ...columnsIn({ module }, { head }, new Set(), language) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { module, known, columns: new Map(), left: [], refusal: error };
  }
}

/** What is wrong with a cell. Only an installation knows the names of records and the words of its dictionaries. */
function problemOf(field: Field, cell: ReadCell): CellProblem | undefined {
  if (isBroken(cell.kind)) return cell.kind;
  if (field.to !== undefined || field.kind === 'dict') return undefined;
  const parsed = parseCell(field, cell, new Map());
  return 'problem' in parsed ? parsed.problem : undefined;
}

/** Cells that an import refuses whatever an installation holds. */
function refusedCells({ rows }: ReadList, { module, columns }: Fitting, language: Language): TriedFile['refused'] {
  return rows.flatMap(({ number, cells }) =>
    [...columns].flatMap(([name, at]) => {
      const [field, cell] = [module.fields[name]!, cells[at]];
      const problem = cell && problemOf(field, cell);
      if (!problem) return [];
      const called = textIn(field.label, language);
      const values = joined(offeredBy(field, new Map(), language) ?? [], language);
      const text = filledIn(textIn(cellProblems[problem], language), { name: called, value: cell.text, values });
      const where = { row: String(number), name: called, text };
      return [{ code: 'transfer.rowsRefused' as const, text: sayIn(language)('cell', where) }];
    }),
  );
}

/** The list whose headings the file has: the one that takes all of them, or else most of them. */
function tryList(list: ReadList, language: Language): TriedFile {
  const say = sayIn(language);
  const all = allModules.filter((module) => module.offers('import')).map((one) => fittingOf(one, list, language));
  const rank = ({ known, refusal }: Fitting) => known + (refusal ? 0 : 1000);
  const best = all.filter(({ known }) => known > 0).sort((a, b) => rank(b) - rank(a))[0];
  const sheet = list.name === '' ? [] : [filledIn(textIn(fileNotes.sheet, language), { name: list.name })];
  const rows = [...sheet, say('rows', { count: countIn(list.rows.length, language) })];
  const left = notesOf({ ...list, name: '' }, best?.left ?? [], language);
  if (!best) return { kind: 'list', read: [...rows, say('noModule')], left, refused: [] };
  const name = textIn(best.module.label, language);
  const read = [...rows, say('module', { name }), say('columns', { count: best.known })];
  return {
    kind: 'list',
    read,
    left,
    refused: best.refusal
      ? refusedAs('list', best.refusal, language).refused
      : refusedCells(list, best, language).slice(0, mostNamed),
  };
}

async function trySheet(bytes: Buffer, language: Language): Promise<TriedFile> {
  const { content, refusal } = await prepared(() => readSheet(bytes));
  if (!content) throw refusal;
  return (await tryResult(content, language)) ?? tryList(content, language);
}

/** What a reader says of a file, or why it refuses it. */
async function answered<T>(kind: TriedFile['kind'], language: Language, work: () => Promise<T>) {
  const { content, refusal } = await prepared(work);
  return refusal ? refusedAs(kind, refusal, language) : (content as T);
}

const sheetEndings = /\.(csv|tsv|txt|xlsx|xls)$/i;

/** What the reader of its kind says of a file. */
export async function tryFile(name: string, bytes: Buffer, language: Language): Promise<TriedFile> {
  const type = kindOf(bytes.subarray(0, kindBytes), name);
  const attachment: TriedFile = {
    kind: 'attachment',
    read: [sayIn(language)('kept', { type })],
    left: [],
    refused: [],
  };
  if (type.startsWith('image/')) return answered('picture', language, async () => tryPicture(bytes, language));
  if (isXml(bytes)) {
    const text = bytes.toString('latin1').replaceAll('\u0000', '');
    return text.includes(flowNamespaces.bpmn)
      ? answered('diagram', language, async () => tryDiagram(xmlAsUtf8(bytes).toString(), language))
      : answered('statement', language, () => tryStatement(bytes, language, true));
  }
  if (isSwiftFile(bytes)) return answered('statement', language, () => tryStatement(bytes, language, true));
  if (isWorkbook(bytes)) {
    const portfolio = await answered('portfolio', language, () => tryPortfolio(bytes, language));
    if (portfolio) return portfolio;
  }
  const isList = sheetEndings.test(name);
  if (!isList && !type.startsWith('text/')) return attachment;
  if (bytes.length > mostFileBytesImported)
    return refusedAs('list', refusalOf(new BadFile('tooLarge'), listLimits), language);
  const statement = await tryStatement(bytes, language);
  if (statement) return statement;
  if (isList) return answered('list', language, () => trySheet(bytes, language));
  return attachment;
}

/** The report of one file, as it is printed. */
export function printed(name: string, { kind, read, left, refused }: TriedFile, language: Language): string {
  const say = sayIn(language);
  return [
    `${name}: ${textIn(kinds[kind], language)}`,
    ...read.map((text) => `  ${say('read')}: ${text}`),
    ...left.map((text) => `  ${say('left')}: ${text}`),
    ...refused.map(({ code, text }) => `  ${say('refused')} [${code}]: ${text.replace(/\s+/g, ' ')}`),
  ].join('\n');
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { language: { type: 'string' } } });
  const language = values.language ?? sourceLanguage;
  const [folder] = positionals;
  const say = sayIn(isLanguage(language) ? language : sourceLanguage);
  if (folder === undefined || !isLanguage(language)) {
    console.error(say('usage', { codes: languages.map(({ code }) => code).join('|') }));
    process.exit(1);
  }
  await loadCatalogues();
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .sort();
  let refused = 0;
  for (const name of names) {
    const tried = await tryFile(name, readFileSync(name), language);
    if (tried.refused.length > 0) refused++;
    console.log(printed(name.slice(join(folder, '/').length), tried, language));
  }
  console.log(say('files', { count: names.length, refused }));
  process.exitCode = refused > 0 ? 1 : 0;
}

if (require.main === module) void run();
