/** Records that take notes: who may see them, and what happens to the notes when a record goes. */
import { sql } from 'kysely';
import { note } from '../../../contract/modules/desk/note';
import { maskPhone } from '../../../contract/schema/mask';
import type { Module, Row } from '../../../contract/schema/module';
import type { Context } from '../../kernel/context';
import { isStoredId } from '../../kernel/ids';
import { columnOf, type Table } from '../../kernel/table';
import { outwardOf } from '../columns';
import { scoped } from '../filters';
import { withdrawOf } from '../inbox/notify';
import { textOf } from '../references';
import { mayRoute } from '../rights/permissions';
import { hiddenFields } from '../rights/scopes';

/** The table of a module that takes notes. */
export function notedTable(cx: Context, subject: string): Table | undefined {
  const served = cx.tableOf(subject);
  return served?.module.notes ? served : undefined;
}

/** The names of records of one module, by their ids; only of those that the person of `cx` may see. */
export async function seenRecords(cx: Context, subject: string, ids: readonly string[]): Promise<Map<string, string>> {
  const served = notedTable(cx, subject);
  const stored = [...new Set(ids)].filter(isStoredId);
  if (!served || stored.length === 0) return new Map();
  const { module, table, list = table } = served;
  if (!(await mayRoute(cx, 'GET', module.url('detail')))) return new Map();
  const hidden = await hiddenFields(cx, module);
  const { title, note: second } = module.chosen ?? {};
  const named = [title, second].filter((name): name is string => name !== undefined && !hidden.has(name));
  const found = await (await scoped(cx, served, list))
    .select(['id', ...named.map((name) => columnOf(served, name))])
    .where(sql<boolean>`id = any(${stored}::bigint[])`)
    .execute();
  return new Map(
    found.map(outwardOf<Row>(cx, served)).map((row) => {
      const texts = named.map((name) => {
        const shown = textOf(module, hidden, row, name);
        return module.fields[name]?.unit === 'phone' ? maskPhone(shown) : shown;
      });
      return [row.id, texts.find((text) => text !== '') ?? row.id];
    }),
  );
}

/** The name of one record; undefined where the person of `cx` may not see it. */
export async function seenRecord(cx: Context, subject: string, id: string): Promise<string | undefined> {
  return (await seenRecords(cx, subject, [id])).get(id);
}

/** Notes of removed records are removed with them, and the messages that quote them are taken back. */
export async function removeNotes(cx: Context, { name, notes }: Module, ids: readonly string[]): Promise<void> {
  if (!notes || ids.length === 0) return;
  const rows = cx.rows(note);
  for (const subjectId of ids) {
    const doomed = await rows.find({ subject: name, subjectId });
    await withdrawOf(
      cx,
      'note',
      doomed.map(({ id }) => id),
    );
    await rows.remove(doomed);
  }
}
