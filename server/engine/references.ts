/** Fields that point to records of other modules: checked before they are written, named when they are shown, protected
 *  from dangling. */
import { type RawBuilder, sql } from 'kysely';
import { type Language, textIn } from '../../contract/domain/text';
import { isEmpty } from '../../contract/domain/values';
import type { Field, Fields } from '../../contract/schema/fields';
import { maskOf } from '../../contract/schema/mask';
import { type Module, type Reference, type Row, referencesOf } from '../../contract/schema/module';
import { registerCode } from '../../contract/schema/registerName';
import type { Problems } from '../../contract/schema/validate';
import type { Context, Deps } from '../kernel/context';
import { problemRefusal, Refusal, refuse } from '../kernel/errors';
import { isStoredId } from '../kernel/ids';
import { columnOf, own, type Pointer, type Table } from '../kernel/table';
import { nameOf } from './audit/entries';
import { orderWithout } from './filters';
import { hiddenFields, scopeOf, withoutUnseen } from './rights/scopes';

type Values = Readonly<Record<string, unknown>>;

/** Ids that a field holds. */
function idsIn({ kind }: Pick<Field, 'kind'>, value: unknown): string[] {
  if (isEmpty(value)) return [];
  return kind === 'refs' ? [...new Set(String(value).split(','))] : [String(value)];
}

function tenantIs(cx: Context, { module }: Pick<Table, 'module'>): RawBuilder<boolean> {
  return module.scope === 'platform' ? sql<boolean>`true` : sql<boolean>`tenant_id = ${cx.tenantId}`;
}

/** A field that points to records which it did not point to before. */
interface Change {
  reference: Reference;
  target: Table;
  ids: string[];
}

/** Whether a field opens the records that it points to. Who publishes a register may add a field after roles were given it. */
export async function opensTarget(cx: Context, { name }: Pick<Module, 'name'>, target: Table): Promise<boolean> {
  return name === target.module.name || registerCode(name) === undefined || cx.may(target.module.permission('list'));
}

/** The reference fields that changed. Parents in a tree are checked by the tree, derived fields are the server's own. */
function changesOf(
  cx: Context,
  { fields, tree }: { fields: Fields; tree?: { parent: string } },
  next: Values,
  before: Values | undefined,
): Change[] {
  return referencesOf({ fields }).flatMap((reference) => {
    const { name, to, field } = reference;
    const target = cx.tableOf(to);
    if (field.derived || name === tree?.parent || !target) return [];
    const had = new Set(idsIn(field, before?.[name]));
    const ids = idsIn(field, next[name]).filter((id) => !had.has(id));
    return ids.length > 0 ? [{ reference, target, ids }] : [];
  });
}

/**
 * Those of these records that exist for the person. They are held until the transaction ends: a removal waits. Rows of
 * the platform cannot be locked by people of a tenant, so an advisory lock makes their removal wait.
 */
async function present(cx: Context, { target, ids }: Change, isPlatforms: boolean): Promise<Set<string>> {
  const found = knownAs(cx, target.table);
  const stored = ids.filter((id) => isStoredId(id) && !found.has(id));
  if (stored.length === 0) return found;
  const isForeign = target.module.scope === 'platform' && !isPlatforms;
  if (isForeign) await cx.shared(`removal of ${target.module.name}`, 'platform');
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(target.table)}
    where ${tenantIs(cx, target)} and is_deleted = 0 and id = any(${stored}::bigint[])
      and ${(await scopeOf(cx, target)) ?? sql`true`}
    order by id ${isForeign ? sql`` : sql`for key share`}`.execute(cx.trx);
  for (const { id } of rows) found.add(String(id));
  return found;
}

/** Ids that this transaction has found already, while it writes many records; else none. */
function knownAs({ bulk }: Pick<Context, 'bulk'>, name: string): Set<string> {
  const known = bulk?.known.get(name) ?? new Set<string>();
  bulk?.known.set(name, known);
  return known;
}

/** Fields that point to missing records: another tenant's, removed, beyond the person's data scopes, or none. */
export async function missingReferences(
  cx: Context,
  module: { name?: string; fields: Fields; tree?: { parent: string }; scope?: 'platform' },
  next: Values,
  before?: Values,
): Promise<Problems> {
  const problems: Problems = {};
  for (const change of changesOf(cx, module, next, before)) {
    const isOpen = await opensTarget(cx, { name: module.name ?? '' }, change.target);
    const found = isOpen ? await present(cx, change, module.scope === 'platform') : new Set();
    if (change.ids.some((id) => !found.has(id))) problems[change.reference.name] = 'reference';
  }
  return problems;
}

/** Refuses records that exist but are not offered to the field that points to them. */
export async function refuseNotOffered(
  cx: Context,
  module: { fields: Fields; tree?: { parent: string } },
  next: Values,
  before?: Values,
): Promise<void> {
  for (const change of changesOf(cx, module, next, before)) await refuseOutside(cx, change);
}

async function refuseOutside(cx: Context, { reference: { field, name }, target, ids }: Change): Promise<void> {
  if (!field.offer) return;
  const offer = own(target.offers ?? {}, field.offer) ?? refuse('bug');
  if (typeof offer.refuse === 'function') return offer.refuse(cx, ids);
  const known = knownAs(cx, `${target.table} ${field.offer}`);
  const asked = ids.filter((id) => !known.has(id));
  if (asked.length === 0) return;
  const { rows } = await sql`
    select id from ${sql.table(target.table)}
    where ${tenantIs(cx, target)} and id = any(${asked}::bigint[]) and ${await (offer.accepts ?? offer.where)(cx)}`.execute(
    cx.trx,
  );
  for (const id of rows.length === asked.length ? asked : []) known.add(id);
  if (rows.length === asked.length) return;
  if (offer.refuse) refuse(offer.refuse);
  throw problemRefusal({ fields: { [name]: field } }, name, 'reference', cx.language);
}

/** The same for the parent of a row in a tree, which the tree itself has found. */
export async function refuseParentNotOffered(cx: Context, target: Table, id: string): Promise<void> {
  const reference = referencesOf(target.module).find(({ name }) => name === target.module.tree?.parent);
  if (reference) await refuseOutside(cx, { reference, target, ids: [id] });
}

/** A field of a record as people read it: masked where its kind is; '' where a data scope hides it. */
export function textOf(
  { fields }: Pick<Table['module'], 'fields'>,
  hidden: ReadonlySet<string>,
  row: Values,
  name: string | undefined,
): string {
  if (name === undefined || hidden.has(name)) return '';
  const field = own(fields, name);
  return String((field ? maskOf(field, row[name]) : row[name]) ?? '');
}

/** Records of a module as `id` and `title`, removed ones too, as far as the person may know them: for statements that name what rows point to. */
export async function titled(cx: Context, { name }: Pick<Module, 'name'>): Promise<RawBuilder<unknown>> {
  const target = cx.tableOf(name) ?? refuse('bug');
  const { module, table } = target;
  const title = module.chosen?.title ?? 'id';
  const isHidden = (await hiddenFields(cx, module)).has(title);
  return sql`(
    select id, ${isHidden ? sql`null::text` : sql.ref(columnOf(target, title))} as title from ${sql.table(table)}
    where ${tenantIs(cx, target)} and ${(await scopeOf(cx, target)) ?? sql`true`})`;
}

/** Titles of the records, removed ones too, as far as the person may see them; in the module's own order. */
async function titles(cx: Context, target: Table, ids: readonly string[]): Promise<Map<string, string>> {
  const { module, table } = target;
  const title = module.chosen?.title;
  const stored = ids.filter(isStoredId);
  const hidden = await hiddenFields(cx, module);
  if (!title || stored.length === 0 || hidden.has(title)) return new Map();
  const order = orderWithout(target, hidden).map(
    ([column, direction]) => sql`${sql.ref(column)} ${sql.raw(direction)}`,
  );
  const { rows } = await sql<{ id: string; title: unknown }>`
    select id, ${sql.ref(columnOf(target, title))} as title from ${sql.table(table)}
    where ${tenantIs(cx, target)} and id = any(${stored}::bigint[]) and ${(await scopeOf(cx, target)) ?? sql`true`}
    order by ${sql.join(order)}`.execute(cx.trx);
  const named = await withoutUnseen(
    cx,
    target,
    rows.map((row) => ({ id: row.id, [title]: row.title })),
  );
  return new Map(named.map((row) => [String(row.id), textOf(module, hidden, row, title)]));
}

/**
 * Rows with the titles of the records they point to, each beside its id. A title stored in the row itself stays: it
 * dates from when it was written. One query for each module that is pointed to.
 */
export async function withNames<R extends object>(
  cx: Context,
  { module }: { module: Pick<Module, 'name' | 'scope' | 'fields'> },
  rows: readonly R[],
): Promise<R[]> {
  const first = rows[0];
  if (!first) return [];
  const hidden = await hiddenFields(cx, module);
  const unnamed = referencesOf(module).filter(
    ({ name, shownAs }) => name in first && !(shownAs in first) && !hidden.has(name) && !hidden.has(shownAs),
  );
  const wanted = new Map<Table, Set<string>>();
  for (const { name, to, field } of unnamed) {
    const target = cx.tableOf(to);
    if (!target?.module.chosen || !(await opensTarget(cx, module, target))) continue;
    const ids = wanted.get(target) ?? new Set();
    wanted.set(target, ids);
    for (const row of rows) for (const id of idsIn(field, (row as Values)[name])) ids.add(id);
  }
  /** Titles by id, each with its place among them: several of a row stand in that order. */
  const names = new Map<string, Map<string, [place: number, title: string]>>();
  for (const [target, ids] of wanted) {
    const found = [...(await titles(cx, target, [...ids]))];
    names.set(target.module.name, new Map(found.map(([id, title], place) => [id, [place, title]])));
  }
  const nameFor = (row: Values, { name, to, field }: Reference): string | null => {
    const known = names.get(to);
    const found = [...new Set(idsIn(field, row[name]))].map((id) => known?.get(id)).filter((one) => one !== undefined);
    found.sort(([a], [b]) => a - b);
    return found.length > 0 ? found.map(([, title]) => title).join(',') : null;
  };
  const known = unnamed.filter(({ to }) => names.has(to));
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(known.map((one) => [one.shownAs, nameFor(row as Values, one)])),
  }));
}

/** How many rows of the current tenant point to the first of these records that any points to. */
async function firstPointed(cx: Context, { table, reference }: Pointer, target: Table, ids: readonly string[]) {
  const column = sql.ref(columnOf(table, reference.name));
  const isList = reference.field.kind === 'refs';
  // Records that are removed together may point to each other.
  const isOther = table.module.name === target.module.name ? sql`p.id <> all(${[...ids]}::bigint[])` : sql`true`;
  const tenant = table.module.scope === 'platform' ? sql`true` : sql`p.tenant_id = ${cx.tenantId}`;
  const { rows } = await sql<{ id: string; count: number }>`
    select r.id, count(*)::int as count
    from ${sql.table(table.table)} p, unnest(${isList ? sql`p.${column}` : sql`array[p.${column}]`}) as r(id)
    where ${tenant} and p.is_deleted = 0 and ${isOther} and r.id = any(${[...ids]}::bigint[])
      and ${isList ? sql`p.${column} && ${[...ids]}::bigint[]` : sql`p.${column} = any(${[...ids]}::bigint[])`}
    group by r.id order by r.id limit 1`.execute(cx.trx);
  return rows[0];
}

/** The same in every tenant, where rows of tenants point to a record of the platform. */
async function firstPointedAnywhere(cx: Context, pointer: Pointer, target: Table, ids: readonly string[]) {
  const { rows: tenants } = await sql<{ id: string }>`
    select tenant_id as id from tenant where is_deleted = 0 order by tenant_id`.execute(cx.trx);
  for (const { id: tenantId } of tenants) {
    await sql`select set_config('app.tenant', ${tenantId}, true)`.execute(cx.trx);
    const found = await firstPointed({ ...cx, tenantId }, pointer, target, ids);
    await sql`select set_config('app.tenant', ${cx.tenantId}, true)`.execute(cx.trx);
    if (found) return found;
  }
  return undefined;
}

/** Refuses to remove records that others point to, visible or not; parts of a record and its children are removed
 *  separately. */
export async function refuseReferenced(cx: Context, target: Table, doomed: readonly Row[]): Promise<void> {
  if (doomed.length === 0) return;
  const { module, inUse = {} } = target;
  const ids = doomed.map(({ id }) => id);
  for (const pointer of [...cx.pointersTo(module.name), ...(await cx.registersTo(module.name))]) {
    const { name, field } = pointer.reference;
    const { belongsTo, tree, scope, name: from, title } = pointer.table.module;
    if (field.whenRemoved === 'keep' || name === belongsTo || (from === module.name && name === tree?.parent)) continue;
    if (pointer.table.unstored?.includes(name)) continue;
    const isAnywhere = module.scope === 'platform' && scope !== 'platform';
    if (isAnywhere) await cx.exclusive(`removal of ${module.name}`, 'platform');
    const found = await (isAnywhere ? firstPointedAnywhere : firstPointed)(cx, pointer, target, ids);
    if (!found) continue;
    const row = doomed.find(({ id }) => id === found.id)!;
    const { title: named = '' } = module.chosen ?? {};
    const called = (await hiddenFields(cx, module)).has(named) ? found.id : (nameOf(module, row) ?? found.id);
    throw new Refusal(own(inUse, from) ?? 'referenced', {
      name: called,
      count: found.count,
      module: textIn(title, cx.language).toLowerCase(),
    });
  }
}

/**
 * The refusal for a row that points to a record removed concurrently, which only the table's foreign key detected;
 * undefined for every other error. Call it after the transaction: a failed one cannot be queried.
 */
export async function lostReference(
  { db }: Deps,
  tables: Iterable<Table>,
  error: unknown,
  language: Language,
): Promise<Refusal | undefined> {
  const { code, table = '', constraint = '' } = error as { code?: string; table?: string; constraint?: string };
  if (code !== '23503') return undefined;
  const served = [...tables].find((one) => one.table === table);
  const { rows } = await sql<{ name: string }>`
    select a.attname as name from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.conname = ${constraint} and c.conrelid = to_regclass(quote_ident(${table})) and a.attname <> 'tenant_id'`.execute(
    db.kysely,
  );
  const columns = new Set(rows.map(({ name }) => name));
  const found = served && referencesOf(served.module).find(({ name }) => columns.has(columnOf(served, name)));
  return served && found ? problemRefusal(served.module, found.name, 'reference', language) : new Refusal('reference');
}
