/** Rows of a file as new records: each is judged and saved as if it were submitted, all of them or none. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { languages } from '../../../contract/domain/languages';
import { filledIn, type Language, textIn } from '../../../contract/domain/text';
import { isEmpty, type Problem } from '../../../contract/domain/values';
import { columnsOfFile, columnsTaken, headingOf } from '../../../contract/schema/columns';
import { initialDraft } from '../../../contract/schema/fields';
import { problemText } from '../../../contract/schema/messages';
import { type Reference, type Row, referencesOf } from '../../../contract/schema/module';
import { judge } from '../../../contract/schema/validate';
import { sentence } from '../../../contract/wire/refusals';
import { cellProblems, type ImportResult, mostRowProblems, type RowProblem } from '../../../contract/wire/transfer';
import type { Context } from '../../kernel/context';
import { Refusal, refuse } from '../../kernel/errors';
import { longestHeading } from '../../kernel/sheets/limits';
import type { ReadList, ReadRow } from '../../kernel/sheets/readSheet';
import { tellReader } from '../called';
import { opensTarget } from '../references';
import { hiddenFields } from '../rights/scopes';
import { newRecord, standsAlone, writeRecord } from '../saving/saving';
import { writeTerms } from '../search/terms';
import { present, type ServerModule } from '../serverModule';
import { Likeness } from './likeness';
import { Naming } from './naming';
import { named, notesOf } from './notes';
import { type CellProblem, isBroken, namesIn, parseCell } from './parsing';
import { offeredBy } from './template';
import { type Words, wordsFor } from './words';

/** `联系电话 *`, `总金额(元)` and `Total (CNY)` as the words that a field is called by. */
function plainHead(text: string): string {
  return text
    .replace(/[*＊]/g, '')
    .trim()
    .replace(/[(（][^()（）]*[)）]$/, '')
    .trim()
    .toLowerCase();
}

/** Which field each column of the file is, by its heading in any language or by its name; `left`: those that no import takes. */
export function columnsIn(
  { module }: Pick<ServerModule, 'module'>,
  { head }: Pick<ReadList, 'head'>,
  hidden: ReadonlySet<string>,
  language: Language,
) {
  const { fields } = module;
  const taken = columnsTaken(fields).filter((name) => !hidden.has(name));
  const isCalled = (name: string, text: string) =>
    name.toLowerCase() === text.trim().toLowerCase() ||
    languages.some(({ code }) =>
      [textIn(fields[name]!.label, code), headingOf(fields[name]!, code)].some(
        (one) => plainHead(one) === plainHead(text) || one.toLowerCase() === text.trim().toLowerCase(),
      ),
    );
  const known = columnsOfFile(fields);
  const unknown: string[] = [];
  const columns = new Map<string, number>();
  const left: string[] = [];
  for (const [at, cell] of head.cells.entries()) {
    if (!cell) continue;
    const heading = cell.text.slice(0, longestHeading);
    const name = taken.find((one) => isCalled(one, heading));
    if (name !== undefined) {
      if (columns.has(name)) refuse('transfer.columnTwice', { name: heading });
      columns.set(name, at);
    } else (known.some((one) => isCalled(one, heading)) ? left : unknown).push(heading);
  }
  if (unknown.length > 0) refuse('transfer.unknownColumns', { names: named(unknown, language) });
  return { columns, left };
}

/**
 * Proxies end a call after a minute, and an answer that does not arrive leaves a person not knowing: before that it is
 * refused, and nothing is written.
 */
const mostMs = 45_000;
/** As long as further problems are counted that are not named. */
const mostCountingMs = 10_000;
/** Rows that are written in one statement, and after which the terms of the search are. */
const chunk = 250;
/** Rows that are judged before other requests have their turn: a row that is refused waits for nothing. */
const atOnce = 50;
/** Rows after which the database hears of the transaction at the latest; it ends one that it takes for forgotten. */
const unheard = 500;
/** Terms that wait at most, where rows are written one by one. */
const mostTerms = 5_000;

class Importing {
  /** The first ones of those that were found. */
  readonly problems: RowProblem[] = [];
  found = 0;
  readonly issued: NonNullable<ImportResult['issued']> = [];
  added = 0;
  private words!: Words;
  /** Values of rows that were judged and are not in the table yet. */
  private waiting: Record<string, unknown>[] = [];
  private readonly naming = new Map<string, Naming>();
  readonly likeness: Likeness;

  constructor(
    private readonly cx: Context,
    private readonly served: ServerModule,
    private readonly sheet: ReadList,
    private readonly columns: ReadonlyMap<string, number>,
  ) {
    this.likeness = new Likeness(cx, served);
  }

  async open(): Promise<void> {
    const { cx, served, sheet } = this;
    this.words = await wordsFor(cx, served.module.fields);
    for (const reference of this.references()) {
      const { name, to, field } = reference;
      const target = cx.tableOf(to);
      if (!target) continue;
      const isOpen = await opensTarget(cx, served.module, target);
      const texts = sheet.rows.flatMap((row) => {
        const cell = row.cells[this.columns.get(name)!];
        return cell ? namesIn(field, cell) : [];
      });
      this.naming.set(name, await Naming.of(cx, target, field, isOpen ? [...new Set(texts)] : []));
    }
  }

  private references(): Reference[] {
    return referencesOf(this.served.module).filter(({ name }) => this.columns.has(name));
  }

  /** Whether there is room for another problem. */
  get isOpen(): boolean {
    return this.problems.length < mostRowProblems;
  }

  async take(row: ReadRow, prepared: unknown): Promise<void> {
    const before = this.found;
    const broken = new Set<string>();
    const body = this.bodyOf(row, broken);
    if (this.found > before) return this.judgeOthers(row, body, broken);
    this.likeness.note(row.number, body);
    const { cx, served } = this;
    try {
      if (standsAlone(served, body)) {
        this.waiting.push(await newRecord(cx, served, body));
        if (this.waiting.length === chunk) await this.write();
        return;
      }
      await this.write();
      const record = await writeRecord(cx, served, { body, prepared });
      this.added++;
      if (cx.bulk!.terms.length > mostTerms) await writeTerms(cx);
      for (const { name, to } of this.references()) if (to === served.module.name) this.naming.get(name)?.add(record);
      if (!served.rules.answering) return;
      const answer = served.rules.answering(await present(served, cx, record), prepared);
      const { id, account, oneTimeWord } = answer as Row & { account: string; oneTimeWord?: string };
      if (oneTimeWord) this.issued.push({ id, account, oneTimeWord });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await tellReader(cx, error);
      this.refused(row, error);
    }
  }

  /** Adds the rows that wait, and their terms. */
  async write(): Promise<void> {
    const rows = this.waiting.splice(0);
    await this.cx.rows(this.served.module).insertAll(rows);
    this.added += rows.length;
    if (rows.length > 0) await writeTerms(this.cx);
  }

  private refused(row: ReadRow, { code, detail, problems }: Refusal): void {
    const { language } = this.cx;
    const entries = Object.entries(problems ?? {});
    if (entries.length === 0) this.note(row, '', sentence(code, language, detail));
    for (const [name, problem] of entries) {
      const field = this.served.module.fields[name];
      const text = entries.length === 1 && code !== 'invalid' ? sentence(code, language, detail) : undefined;
      this.note(row, name, text ?? (field ? problemText(field, problem as Problem, language) : problem));
    }
  }

  private note({ number }: ReadRow, name: string, text: string): void {
    this.found++;
    if (!this.isOpen) return;
    const field = this.served.module.fields[name];
    this.problems.push({ row: number, column: field ? textIn(field.label, this.cx.language) : '', text });
  }

  /** What else is wrong in a row with cells that cannot be read, so that one round of corrections is enough. */
  private judgeOthers(row: ReadRow, body: Record<string, unknown>, broken: ReadonlySet<string>): void {
    const { fields } = this.served.module;
    for (const [name, problem] of Object.entries(judge(fields, { ...initialDraft(fields), ...body })))
      if (!broken.has(name)) this.note(row, name, problemText(fields[name]!, problem, this.cx.language));
  }

  /** `broken` is told the fields whose cells cannot be read. */
  private bodyOf(row: ReadRow, broken: Set<string>): Record<string, unknown> {
    const { fields } = this.served.module;
    const body: Record<string, unknown> = {};
    const fail = (name: string, ...why: [CellProblem, string, Naming?]) => {
      broken.add(name);
      this.noteCell(row, name, ...why);
    };
    for (const [name, at] of this.columns) {
      const cell = row.cells[at];
      if (!cell) continue;
      const field = fields[name]!;
      const naming = this.naming.get(name);
      if (naming) {
        if (isBroken(cell.kind)) {
          fail(name, cell.kind, cell.text);
          continue;
        }
        const found = namesIn(field, cell).map((text) => ({ text, ...naming.idOf(text) }));
        for (const one of found) if ('problem' in one) fail(name, one.problem, one.text, naming);
        body[name] = found.map((one) => ('id' in one ? one.id : '')).join(',');
        continue;
      }
      const parsed = parseCell(field, cell, this.words);
      if ('problem' in parsed) fail(name, parsed.problem, cell.text);
      else if (!isEmpty(parsed.value)) body[name] = parsed.value;
    }
    return body;
  }

  private noteCell(row: ReadRow, name: string, problem: CellProblem, value: string, naming?: Naming): void {
    const { language } = this.cx;
    const field = this.served.module.fields[name]!;
    // All that a column takes is put into words for those problems alone that are named.
    const offered = this.isOpen ? offeredBy(field, this.words, language) : undefined;
    const text = filledIn(textIn(cellProblems[problem], language), {
      name: textIn(field.label, language),
      value: value.slice(0, 40),
      note: naming?.noteLabel(language),
      values: named(offered ?? [], language),
    });
    this.note(row, name, text);
  }
}

/** What is done outside of the transaction, for each row: hashes of passwords. */
export type PreparedRows = readonly unknown[] | undefined;

/**
 * Adds the rows of a sheet as the person of `cx`. With a problem, or on trial, everything is undone: no row is written,
 * no entry of the history, no work for later.
 */
export async function importRows(
  cx: Context,
  served: ServerModule,
  sheet: ReadList,
  asked: { isTrial: boolean; prepared: PreparedRows },
): Promise<ImportResult> {
  const { columns, left } = columnsIn(served, sheet, await hiddenFields(cx, served.module), cx.language);
  if (sheet.rows.length === 0) refuse('transfer.noRows');
  const later: Parameters<Context['later']>[0][] = [];
  // Work for later is kept apart until it is certain that the rows stay.
  cx.bulk = { known: new Map(), terms: [] };
  const inside: Context = { ...cx, later: (job) => void later.push(job) };
  const entriesBefore = cx.entries.length;
  const importing = new Importing(inside, served, sheet, columns);
  const until = cx.deps.now() + mostMs;
  await sql`savepoint import`.execute(cx.trx);
  await importing.open();
  for (const [index, row] of sheet.rows.entries()) {
    const { isOpen } = importing;
    if (!isOpen && cx.deps.now() > until - mostMs + mostCountingMs) break;
    if (cx.deps.now() > until) refuse('transfer.tooSlow', { count: index });
    await importing.take(row, asked.prepared?.[index] ?? asked.prepared?.[0]);
    if (index % atOnce === atOnce - 1) await setImmediate();
    if (index % unheard === unheard - 1) await sql`select 1`.execute(cx.trx);
  }
  if (importing.problems.length === 0) {
    await importing.write();
    await writeTerms(inside);
  }
  delete cx.bulk;
  const { problems, found, added, issued } = importing;
  const isDone = problems.length === 0 && !asked.isTrial;
  if (isDone) for (const job of later) cx.later(job);
  else {
    await sql`rollback to savepoint import`.execute(cx.trx);
    cx.entries.length = entriesBefore;
  }
  const warnings = asked.isTrial && problems.length === 0 ? await importing.likeness.warnings() : [];
  return {
    rows: sheet.rows.length,
    added: isDone ? added : 0,
    problems,
    problemCount: found,
    warnings,
    notes: notesOf(sheet, left, cx.language),
    ...(isDone && issued.length > 0 ? { issued } : {}),
  };
}
