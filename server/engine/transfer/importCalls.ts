/** `GET {path}/import-template` and `POST {path}/import`: new records from a file, all or none. */
import { mostFileBytesImported } from '../../../contract/domain/files/lists';
import { textIn } from '../../../contract/domain/text';
import { type ImportResult, mostPasswordsImported, templateWords } from '../../../contract/wire/transfer';
import { type Call, defineCall } from '../../kernel/call';
import { Refusal, refuse } from '../../kernel/errors';
import { heldFile } from '../../kernel/files/heldFile';
import { flag, list, optional, shape, text, whole } from '../../kernel/schemas';
import { BadFile } from '../../kernel/sheets/limits';
import { type ReadList, readSheet } from '../../kernel/sheets/readSheet';
import { listLimits, refusalOf } from '../../kernel/sheets/refusing';
import { contentTypes } from '../../kernel/sheets/sheet';
import { titlesOf } from '../callSchemas';
import { mayRoute } from '../rights/permissions';
import type { ServerModule } from '../serverModule';
import { importRows, type PreparedRows } from './importing';
import { type Template, templateOf, writeTemplate } from './template';

const rowProblem = shape({ row: whole(), column: text(), text: text() });
const result = shape({
  rows: whole(),
  added: whole(),
  problems: list(rowProblem),
  problemCount: whole(),
  warnings: list(rowProblem),
  notes: list(text()),
  issued: optional(list(shape({ id: text(), account: text(), oneTimeWord: optional(text()) }))),
});

/** What is known before the transaction. A file that cannot be read is refused in it, after the permission check. */
interface Prepared {
  sheet?: ReadList;
  refusal?: Refusal;
  rows?: PreparedRows;
}

async function read(bytes: Buffer): Promise<Prepared> {
  try {
    return { sheet: await readSheet(bytes) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    if (error instanceof BadFile) return { refusal: refusalOf(error, listLimits) };
    throw error;
  }
}

export function importCalls(served: ServerModule): Call[] {
  const { module, rules } = served;
  if (!module.offers('import')) return [];
  const { template, import: title } = titlesOf(module);
  const across = module.acrossTenants ? { acrossTenants: true as const } : {};
  const platforms = module.scope === 'platform' ? { writesPlatform: true as const } : {};
  return [
    defineCall({
      ...across,
      method: 'GET',
      path: module.url('import-template'),
      title: template,
      answer: 'file',
      permission: module.permission('import'),
      async handle(cx) {
        const made = await templateOf(cx, served);
        return { made, name: `${made.title}_${textIn(templateWords.template, cx.language)}.xlsx` };
      },
      send(answer) {
        const { made, name } = answer as { made: Template; name: string };
        return { name, contentType: contentTypes.xlsx, parts: writeTemplate(made) };
      },
    }),
    defineCall({
      ...across,
      ...platforms,
      method: 'POST',
      path: module.url('import'),
      title,
      query: { dryRun: flag('只校验，不写入', 'Say what the import would do, and write nothing') },
      answer: result,
      permission: module.permission('import'),
      bodyLimit: mostFileBytesImported + 64 * 1024,
      receive: (asked) => heldFile(asked, mostFileBytesImported),
      async prepare(asked, entitled): Promise<Prepared> {
        const prepared = await read(asked.held!.bytes);
        const { preparing } = rules;
        if (!prepared.sheet || !preparing) return prepared;
        if (prepared.sheet.rows.length > mostPasswordsImported)
          return { refusal: new Refusal('tooMany', { limit: mostPasswordsImported }) };
        // A trial writes nothing: one hash serves all of its rows.
        const count = asked.input.dryRun ? 1 : prepared.sheet.rows.length;
        const rows: unknown[] = [];
        for (let at = 0; at < count; at++) rows.push(await preparing({ ...asked, body: {} }, entitled));
        return { ...prepared, rows };
      },
      async handle(cx, asked): Promise<ImportResult> {
        // Each row is an addition: what may not be added one by one is not added by a file.
        if (!(await mayRoute(cx, 'POST', module.url('add'), [module.permission('add')])))
          refuse('forbidden', { permission: module.permission('add') });
        const { sheet, refusal, rows } = asked.prepared as Prepared;
        if (!sheet) throw refusal;
        const { dryRun: isTrial } = asked.input;
        const answer = await importRows(cx, served, sheet, { isTrial, prepared: rows });
        if (!isTrial && answer.problems.length > 0)
          throw new Refusal('transfer.rowsRefused', { count: answer.problemCount }, undefined, answer.problems);
        return answer;
      },
    }),
  ];
}
