/** `GET {path}/choices`: records of a module for the fields that point to them. */
import { sql } from 'kysely';
import Type from 'typebox';
import { type Choice, isAction, type Module, type Page, type Row, referencesOf } from '../../contract/schema/module';
import { largestPage } from '../../contract/schema/paging';
import { type Call, defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import type { InputOf, NoParameters } from '../kernel/parameters';
import { count, freeText, ids, line, optional, pageOf, recordCodes } from '../kernel/schemas';
import { columnOf, literal, own, type Table } from '../kernel/table';
import { choiceSchema, titlesOf } from './callSchemas';
import { outwardOf } from './columns';
import { inOrder, type ListSelect, orderWithout, scoped } from './filters';
import { textOf } from './references';
import { hiddenFields, shownWithin, withoutUnseen } from './rights/scopes';
import { mostWhole } from './rows';
import type { ServerModule } from './serverModule';
import { parentsIn } from './trees';

/** The permissions that read or write the fields of a module. */
function codesOf(module: Module): string[] {
  return (['list', 'add', 'update'] as const).map((verb) => module.permission(verb));
}

/** The permissions that open the choices of a module: its menu, and those that read or write a field that points to
 *  it. */
function choiceCodes(module: Module, all: readonly Module[]): string[] {
  const codes = all.flatMap((other) => {
    const points = (fields: Module['fields']) => referencesOf({ fields }).some(({ to }) => to === module.name);
    const asking = Object.entries(other.actions).flatMap(([name, action]) =>
      isAction(action) && action.fields && points(action.fields) ? [`${other.name}_${name}`] : [],
    );
    return [...(points(other.fields) ? codesOf(other) : []), ...asking];
  });
  return [...new Set([module.permission('list'), ...codes])];
}

/** Where title or note contain the text; what a data scope hides is not searched, in all rows or in some. */
async function matching(cx: Context, served: Table, text: string, fields: readonly string[]) {
  const within = await shownWithin(cx, served);
  const named = fields.filter((name) => ['text', 'longText'].includes(served.module.fields[name]?.kind ?? ''));
  if (named.length === 0) return sql<boolean>`false`;
  const like = `%${literal(text)}%`;
  return sql<boolean>`(${sql.join(
    named.map((name) => sql`${sql.ref(columnOf(served, name))} ilike ${like} and ${within.get(name) ?? sql`true`}`),
    sql` or `,
  )})`;
}

const query = {
  offer: optional(freeText('范围', 'A narrower set that the module offers')),
  q: optional(line(200, '名称或说明的一部分', 'A part of title or note')),
  ids: optional(ids()),
  current: count(1, 100_000_000),
  size: optional(Type.Integer({ minimum: 1, 'x-cut-at': largestPage })),
};

async function chosenFrom(
  cx: Context,
  served: Table,
  input: InputOf<typeof query, NoParameters>,
): Promise<Page<Choice>> {
  const { module, list = served.table, offers = {} } = served;
  const { by, title, note } = module.chosen ?? refuse('bug');
  const hidden = await hiddenFields(cx, module);
  const shown = [title, note].filter((name): name is string => name !== undefined && !hidden.has(name));
  let select = await scoped(cx, served, list);
  if (input.offer)
    select = select.where(await (own(offers, input.offer) ?? refuse('badParameter', { name: 'offer' })).where(cx));
  const offered = select;
  if (input.ids) select = select.where('id', 'in', input.ids);
  const text = (input.q ?? '').trim();
  if (text !== '') select = select.where(await matching(cx, served, text, shown));
  const isWhole = by !== 'search' && !input.size;
  const size = isWhole ? mostWhole : (input.size ?? 20);
  const current = isWhole ? 1 : input.current;
  const parent = module.tree && !hidden.has(module.tree.parent) ? module.tree.parent : undefined;
  const columns = ['id', ...[...shown, ...(parent ? [parent] : [])].map((name) => columnOf(served, name))];
  const found = await inOrder(select.select([...new Set(columns)]), orderWithout(served, hidden))
    .limit(size)
    .offset((current - 1) * size)
    .execute();
  const rows = await withoutUnseen(cx, served, found.map(outwardOf<Row>(cx, served)));
  const total = isWhole ? rows.length : await counted(select);
  const parents = parent
    ? await parentsAmong(served, parent, rows, select === offered && isWhole ? null : offered)
    : null;
  const records = rows.map((row) => {
    const noted = textOf(module, hidden, row, note);
    return {
      id: String(row.id),
      title: textOf(module, hidden, row, title) || String(row.id),
      ...(noted ? { note: noted } : {}),
      ...(module.tree
        ? {
            parentId: parent ? String(row[parent]) : (module.tree.top ?? '0'),
            hasChildren: parents?.has(String(row.id)) ?? false,
          }
        : {}),
    };
  });
  return { records, total, size: isWhole ? Math.max(total, 1) : size, current, pages: Math.ceil(total / size) };
}

/** Which of these rows have children among all that the field offers: they may be on another page, or not match the
 *  text. `offered` is null where the rows are all of it. */
async function parentsAmong(
  served: Table,
  parent: string,
  rows: readonly Row[],
  offered: ListSelect | null,
): Promise<Set<string>> {
  if (!offered) return new Set(rows.map((row) => String(row[parent])));
  const ids = rows.map(({ id }) => id);
  return parentsIn(offered, columnOf(served, parent), ids);
}

async function counted(query: ListSelect): Promise<number> {
  const { total } = await query.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return Number(total);
}

/** Choices of a module whose records can be pointed to; `all`: the modules that may do so. */
export function choiceCalls(served: ServerModule, all: readonly Module[]): Call[] {
  const { module } = served;
  if (!module.chosen) return [];
  return [
    defineCall({
      method: 'GET',
      path: module.url('choices'),
      title: titlesOf(module).choices,
      query: served.rules.key ? { ...query, ids: optional(recordCodes()) } : query,
      answer: pageOf(choiceSchema),
      permission: choiceCodes(module, all),
      ...(module.acrossTenants ? { acrossTenants: true as const } : {}),
      handle: (cx, { input }) => chosenFrom(cx, served, input),
    }),
  ];
}
