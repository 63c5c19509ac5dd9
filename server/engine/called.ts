/** What sentences tell of records that a rule has looked at, which the person who reads them may not see. */

import { readable as shown } from '../../contract/domain/money';
import { joined, textIn } from '../../contract/domain/text';
import type { Module } from '../../contract/schema/module';
import type { Context } from '../kernel/context';
import { Refusal, Told, unseenValue } from '../kernel/errors';
import { hiddenFields, shownOfAbove } from './rights/scopes';

/** Fields of a module's records that the person reads: in its list, or in that of their parts. */
async function readable(cx: Context, module: Module): Promise<(field: string) => boolean> {
  const served = cx.tableOf(module.name);
  const lists: { fields: readonly string[]; hidden: ReadonlySet<string> }[] = [];
  if (await cx.may(module.permission('list')))
    lists.push({ fields: Object.keys(module.fields), hidden: await hiddenFields(cx, module) });
  for (const part of served ? cx.partsOf(module.name) : [])
    if (await cx.may(part.module.permission('list')))
      lists.push({ fields: shownOfAbove(part, served!), hidden: await hiddenFields(cx, part.module) });
  return (field) =>
    field === 'id'
      ? lists.length > 0
      : lists.some(({ fields, hidden }) => fields.includes(field) && !hidden.has(field));
}

/** Told to who sees each of the records, and reads one of the fields. */
export async function saidTo(cx: Context, { telling }: Told): Promise<string> {
  const { module, ids, values, says, unseen = unseenValue } = telling;
  const isRead = await readable(cx, module);
  const open = Object.keys(values).filter(isRead);
  let isSeen = open.length > 0;
  for (const id of isSeen ? new Set(ids) : []) isSeen &&= (await cx.rows(module).get(id)) !== undefined;
  if (!isSeen) return textIn(unseen, cx.language);
  const value = String(shown(open.map((field) => values[field]).find(Boolean) || '-'));
  return says ? textIn(says(value), cx.language) : value;
}

/** Fills into the sentence of a refusal what its reader may see. */
export async function tellReader(cx: Context, error: unknown): Promise<void> {
  if (!(error instanceof Refusal)) return;
  for (const [name, value] of Object.entries(error.detail)) {
    const told = [value].flat().filter((one) => one instanceof Told);
    if (told.length === 0) continue;
    const words: string[] = [];
    for (const one of told) words.push(await saidTo(cx, one));
    error.detail[name] = joined([...new Set(words)], cx.language);
  }
}
