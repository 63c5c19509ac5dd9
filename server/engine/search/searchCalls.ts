/** The search above all pages: finds records by the beginning of a term, under the rights of the person. */
import { sql } from 'kysely';
import { soughtPhone } from '../../../contract/domain/reading/phones';
import { isSearchable, longestTerm, plainText } from '../../../contract/domain/search/searchTerms';
import { maskPhone } from '../../../contract/schema/mask';
import type { Module, Row } from '../../../contract/schema/module';
import { type FoundGroup, type FoundRecord, longestSearch, mostFound } from '../../../contract/wire/search';
import { type Call, defineCall } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { line, list, optional, shape, text } from '../../kernel/schemas';
import { columnOf, type Table } from '../../kernel/table';
import { outwardOf } from '../columns';
import { scoped } from '../filters';
import { textOf } from '../references';
import { mayList } from '../rights/permissions';
import { hiddenFields } from '../rights/scopes';

/** Terms read at once, and how often, until enough of their records are visible to the person. */
const readAtOnce = 100;
const mostReads = 10;

interface Hit {
  term: string;
  id: string;
}

/** Ids whose terms begin with the text, by the order of the key; after the last one that was read. */
async function hitsOf(
  { trx, tenantId }: Context,
  { name }: Module,
  fields: readonly string[],
  typed: string,
  after: Hit | undefined,
): Promise<Hit[]> {
  const end = `${typed}\u{10ffff}`;
  const { rows } = await sql<Hit>`
    select term, record_id as id from search_term
    where tenant_id = ${tenantId} and term >= ${typed} and term < ${end} and entity = ${name}
      and field = any(${fields}::text[])
      ${after ? sql`and (term, record_id) > (${after.term}, ${after.id}::bigint)` : sql``}
    order by term, record_id limit ${readAtOnce}`.execute(trx);
  return rows;
}

/** Its own page, or its list narrowed to it as far as the person may see the field. */
function whereShown({ found }: Module, hidden: ReadonlySet<string>, row: Row): Pick<FoundRecord, 'rest' | 'search'> {
  const { page, by } = found!;
  if (page) return { rest: page.replace(':id', row.id) };
  const field = by.find((name) => !hidden.has(name) && row[name]);
  return field ? { search: String(new URLSearchParams({ [field]: String(row[field]) })) } : {};
}

/** The module through whose records the ones of this are found. */
function throughOf({ module: { found, fields } }: Table): string | undefined {
  return found?.through && fields[found.through]?.to;
}

/** The records of a module that the text finds and the person may see: whole terms first, then the newest. `owners`: what they are found through. */
async function foundIn(
  cx: Context,
  served: Table,
  typed: string,
  owners: readonly FoundRecord[],
): Promise<FoundRecord[]> {
  const { module, list = served.table } = served;
  const { title, note } = module.chosen!;
  const hidden = await hiddenFields(cx, module);
  const fields = module.found!.by.filter((name) => !hidden.has(name));
  if (fields.length === 0) return [];
  const shown = [title, note, ...fields].filter((name): name is string => name !== undefined && !hidden.has(name));
  const shownRows = async () =>
    (await scoped(cx, served, list)).select(['id', ...new Set(shown.map((name) => columnOf(served, name)))]);
  const visible = new Map<string, Row & { isWhole: boolean }>();
  let last: Hit | undefined;
  for (let read = 0; read < mostReads && visible.size < mostFound; read++) {
    const hits = await hitsOf(cx, module, fields, typed, last);
    last = hits.at(-1);
    if (hits.length === 0) break;
    const whole = new Set(hits.filter(({ term }) => term === typed).map(({ id }) => id));
    const ids = [...new Set(hits.map(({ id }) => id))].filter((id) => !visible.has(id));
    const rows = await (await shownRows()).where(sql<boolean>`id = any(${ids}::bigint[])`).execute();
    for (const row of rows.map(outwardOf<Row>(cx, served))) visible.set(row.id, { ...row, isWhole: whole.has(row.id) });
    if (hits.length < readAtOnce) break;
  }
  const { through } = module.found!;
  if (through && !hidden.has(through) && owners.length > 0 && visible.size < mostFound) {
    const rows = await (await shownRows())
      .where(sql<boolean>`${sql.ref(columnOf(served, through))} = any(${owners.map(({ id }) => id)}::bigint[])`)
      .orderBy('id', 'desc')
      .limit(mostFound)
      .execute();
    for (const row of rows.map(outwardOf<Row>(cx, served)))
      if (!visible.has(row.id)) visible.set(row.id, { ...row, isWhole: false });
  }
  return [...visible.values()]
    .sort((a, b) => Number(b.isWhole) - Number(a.isWhole) || (BigInt(a.id) < BigInt(b.id) ? 1 : -1))
    .slice(0, mostFound)
    .map((row) => {
      const [named, noted] = [title, note].map((name) => {
        const shown = textOf(module, hidden, row, name);
        return name && module.fields[name]?.unit === 'phone' ? maskPhone(shown) : shown;
      });
      // A record without its number yet, or whose name is hidden, is known by the other text.
      return {
        id: row.id,
        title: named || noted || row.id,
        note: named ? noted! : '',
        ...whereShown(module, hidden, row),
      };
    });
}

const foundRecord = shape({
  id: text(),
  title: text(),
  note: text(),
  rest: optional(text()),
  search: optional(text()),
});

export const searchCalls: Call[] = [
  defineCall({
    method: 'POST', // in a body: names and phones identify people
    path: '/blade-desk/search',
    title: ['搜索记录', 'Search records'],
    body: {
      text: line(
        longestSearch,
        '编号、名称、电话的一部分或拼音首字母',
        'A part of a number, name or phone, or initials',
      ),
    },
    answer: list(shape({ entity: text(), records: list(foundRecord) })),
    permission: 'signedIn',
    async handle(cx, { input }): Promise<FoundGroup[]> {
      const typed = plainText(soughtPhone(input.text)).slice(0, longestTerm);
      if (!isSearchable(typed)) return [];
      const found = new Map<string, FoundRecord[]>();
      // What other records are found through is looked for first.
      const inOrder = [...cx.foundTables].sort((a, b) => Number(!!throughOf(a)) - Number(!!throughOf(b)));
      for (const served of inOrder)
        if (await mayList(cx, served.module))
          found.set(served.module.name, await foundIn(cx, served, typed, found.get(throughOf(served) ?? '') ?? []));
      return cx.foundTables.flatMap(({ module: { name: entity } }) => {
        const records = found.get(entity) ?? [];
        return records.length > 0 ? [{ entity, records }] : [];
      });
    },
  }),
];
