/** `GET {path}/choices`: records of a module to choose from, wherever a field points to them. */
import { type RawBuilder, sql } from 'kysely';
import { maskOf } from '../../contract/schema/mask';
import {
  type Choice,
  isAction,
  largestPage,
  type Module,
  type Page,
  type Row,
  referencesOf,
} from '../../contract/schema/module';
import { type Call, needIds, type Params } from '../kernel/call';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { columnOf, literal, own, type Table } from '../kernel/table';
import { outwardOf } from './columns';
import { inOrder, scoped, usualOrder, wholeNumber } from './filters';
import { mostWhole } from './rows';
import { hiddenFields } from './scopes';
import type { ServerModule } from './serverModule';

/** The rights that open the choices of a module: its menu, and what reads or writes a field that points to it. */
function choiceCodes(module: Module, all: readonly Module[]): string[] {
  const codes = all.flatMap((other) => {
    const points = (fields: Module['fields']) => referencesOf({ fields }).some(({ to }) => to === module.name);
    const asking = Object.entries(other.actions).flatMap(([name, action]) =>
      isAction(action) && action.fields && points(action.fields) ? [`${other.name}_${name}`] : [],
    );
    const own = points(other.fields) ? (['list', 'add', 'update'] as const).map((verb) => other.permission(verb)) : [];
    return [...own, ...asking];
  });
  return [...new Set([module.permission('list'), ...codes])];
}

/** Where the text stands in title or note; nothing is found by a field that a data scope hides. */
function matching(served: Table, text: string, fields: readonly string[]): RawBuilder<boolean> {
  if (text.length > 200 || text.includes('\u0000')) refuse('badParameter', { name: 'q' });
  const named = fields.filter((name) => ['text', 'longText'].includes(served.module.fields[name]?.kind ?? ''));
  if (named.length === 0) return sql<boolean>`false`;
  const like = `%${literal(text)}%`;
  return sql<boolean>`(${sql.join(
    named.map((name) => sql`${sql.ref(columnOf(served, name))} ilike ${like}`),
    sql` or `,
  )})`;
}

async function chosenFrom(cx: Context, served: Table, params: Params): Promise<Page<Choice>> {
  const { module, list = served.table, defaultSort = usualOrder, offers = {} } = served;
  const { by, title, note } = module.chosen ?? refuse('bug');
  const hidden = await hiddenFields(cx, module);
  const shown = [title, note].filter((name): name is string => name !== undefined && !hidden.has(name));
  let asked = await scoped(cx, served, list);
  if (params.offer)
    asked = asked.where(await (own(offers, params.offer) ?? refuse('badParameter', { name: 'offer' })).where(cx));
  if (params.ids) asked = asked.where('id', 'in', needIds(params));
  const text = (params.q ?? '').trim();
  if (text !== '') asked = asked.where(matching(served, text, shown));
  const isWhole = by !== 'search' && !params.size;
  const size = isWhole ? mostWhole : wholeNumber(params.size, 'size', 20, largestPage);
  const current = isWhole ? 1 : wholeNumber(params.current, 'current', 1, 100_000_000);
  const columns = [
    'id',
    ...[...shown, ...(module.tree ? [module.tree.parent] : [])].map((name) => columnOf(served, name)),
  ];
  const found = await inOrder(asked.select([...new Set(columns)]), defaultSort)
    .limit(size)
    .offset((current - 1) * size)
    .execute();
  const rows = found.map(outwardOf<Row>(cx, served));
  const total = isWhole ? rows.length : await counted(asked);
  const records = nodes(served, rows, shown);
  return { records, total, size: isWhole ? Math.max(total, 1) : size, current, pages: Math.ceil(total / size) };
}

async function counted(asked: Awaited<ReturnType<typeof scoped>>): Promise<number> {
  const { total } = await asked.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return Number(total);
}

function nodes({ module }: Table, rows: readonly Row[], shown: readonly string[]): Choice[] {
  const { tree, chosen, fields } = module;
  const parents = new Set(tree ? rows.map((row) => String(row[tree.parent])) : []);
  const word = (row: Row, name: string | undefined): string => {
    if (name === undefined || !shown.includes(name)) return '';
    const field = fields[name];
    return String((field ? maskOf(field, row[name]) : row[name]) ?? '');
  };
  return rows.map((row) => {
    const note = word(row, chosen!.note);
    return {
      id: String(row.id),
      title: word(row, chosen!.title) || String(row.id),
      ...(note ? { note } : {}),
      ...(tree ? { parentId: String(row[tree.parent]), hasChildren: parents.has(String(row.id)) } : {}),
    };
  });
}

/** Choices of a module whose records can be pointed to; `all`: the modules that may do so. */
export function choiceCalls(served: ServerModule, all: readonly Module[]): Call[] {
  const { module } = served;
  if (!module.chosen) return [];
  return [
    {
      method: 'GET',
      path: module.url('choices'),
      permission: choiceCodes(module, all),
      ...(module.acrossTenants ? { acrossTenants: true as const } : {}),
      handle: (cx, { params }) => chosenFrom(cx, served, params),
    },
  ];
}
