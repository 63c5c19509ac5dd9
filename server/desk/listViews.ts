/** How people shape a list, and the views of it that they save: for themselves, or for all who may see the list. */
import { sql } from 'kysely';
import Type, { type Static, type TProperties } from 'typebox';
import { Compile } from 'typebox/compile';
import { timesOfRecord } from '../../contract/schema/fields';
import { holdsUnseen } from '../../contract/schema/validate';
import {
  columnWidths,
  type ListSettings,
  type ListShape,
  longestCondition,
  longestViewName,
  mostColumns,
  mostConditions,
  mostViews,
  type SavedView,
  soundShape,
} from '../../contract/wire/listViews';
import { filtered, isCondition, sorting } from '../engine/filters';
import { mayList } from '../engine/rights/permissions';
import { hiddenFields } from '../engine/rights/scopes';
import { type Call, defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import { Refusal, refuse } from '../kernel/errors';
import { done, id, line, list, oneOf, optional, shape, text, whole } from '../kernel/schemas';
import { own, type Table } from '../kernel/table';

/** Views that are counted, the first ones; and how far: an answer of one more means that there are more rows. */
const mostCounted = 20;
const countedUpTo = 9999;
/** Columns of every record beside the fields of its module. */
const common = Object.keys(timesOfRecord);
const base = '/blade-desk/list-view';

const columnShape = shape({
  name: line(64),
  width: optional(Type.Integer({ minimum: columnWidths.least, maximum: columnWidths.most })),
  isPinned: optional(Type.Boolean()),
});
const listShape = shape({
  columns: optional(Type.Array(columnShape, { maxItems: mostColumns })),
  density: optional(oneOf('compact', 'comfortable')),
  size: optional(whole()),
});
const conditions = Type.Record(Type.String({ pattern: '^[^\\u0000]{1,64}$' }), line(longestCondition), {
  maxProperties: mostConditions,
});
const shapeDraft = { module: line(64), shape: listShape };
const viewDraft = {
  id: optional(id()),
  module: line(64),
  name: line(longestViewName, '视图名称', 'Name of the view'),
  seek: conditions,
  filters: conditions,
  ascs: optional(line(200)),
  descs: optional(line(200)),
  shape: listShape,
  isShared: Type.Boolean(),
};
const savedView = shape({
  id: text(),
  name: text(),
  seek: Type.Record(Type.String(), Type.String()),
  filters: Type.Record(Type.String(), Type.String()),
  ascs: optional(text()),
  descs: optional(text()),
  shape: listShape,
  isShared: Type.Boolean(),
  isOwn: Type.Boolean(),
  mayChange: Type.Boolean(),
  owner: text(),
  lacks: optional(list(text())),
});

/** A JSON body with nested members, checked member by member, so that a refusal names the wrong one. */
function bodyReader<P extends TProperties>(members: P) {
  const checks = Object.entries(members).map(([name, schema]) => ({
    name,
    isOptional: '~optional' in schema,
    compiled: Compile(schema),
  }));
  return (body: Record<string, unknown>) => {
    const input: Record<string, unknown> = {};
    for (const { name, isOptional, compiled } of checks) {
      const sent = own(body, name);
      if (sent === undefined || sent === null) {
        if (!isOptional) refuse('missingParameter', { name });
      } else input[name] = compiled.Check(sent) ? sent : refuse('badParameter', { name });
    }
    return input as Static<ReturnType<typeof shape<P>>>;
  };
}
const readView = bodyReader(viewDraft);
const readShape = bodyReader(shapeDraft);

/** The table of a list that the person may see: of a module, or of one of the tenant's registers. */
async function listed(cx: Context, name: string): Promise<Table> {
  const inside = await cx.knowing(name);
  const served = inside.tableOf(name) ?? refuse('badParameter', { name: 'module' });
  if (!(await mayList(inside, served.module))) refuse('forbidden', { permission: served.module.permission('list') });
  return served;
}

function isColumn({ module }: Table, name: string): boolean {
  return common.includes(name) || own(module.fields, name) !== undefined;
}

/** A stored shape without the columns that data scopes hide from the person. */
async function shownShape(cx: Context, served: Table, stored: unknown): Promise<ListShape> {
  const hidden = await hiddenFields(cx, served.module);
  return soundShape(stored, (name) => isColumn(served, name) && !hidden.has(name));
}

/** The same for a shape that was sent: a column that the list does not have is refused. */
async function acceptedShape(cx: Context, served: Table, sent: ListShape): Promise<ListShape> {
  if (sent.columns?.some(({ name }) => !isColumn(served, name))) refuse('badParameter', { name: 'shape' });
  return shownShape(cx, served, sent);
}

interface Stored {
  id: string;
  userId: string;
  name: string;
  seek: Record<string, string>;
  filters: Record<string, string>;
  ascs: string;
  descs: string;
  shape: unknown;
  isShared: boolean;
  owner: string | null;
}

type Conditions = Pick<Stored, 'seek' | 'filters'> & Partial<Pick<Stored, 'ascs' | 'descs'>>;
/** The fields that the conditions and the sort of a view read. */
function fieldsOf({ seek, filters, ascs = '', descs = '' }: Conditions): string[] {
  const asked = [...Object.keys(seek), ...Object.keys(filters)].map((key) => key.split(/[._]/, 1)[0]!);
  return [...new Set([...asked, ...`${ascs},${descs}`.split(',').filter(Boolean)])];
}

/** The person's views of a list, then those that others share; in the order they were saved in. */
async function viewsOf(cx: Context, { module }: Table): Promise<Stored[]> {
  const { userId } = cx.principal!;
  const { rows } = await sql<Stored>`
    select v.id, v.user_id as "userId", v.name, v.seek, v.filters, v.ascs, v.descs, v.shape,
           v.is_shared as "isShared", u.real_name as owner
    from list_view v left join sys_user u on u.tenant_id = v.tenant_id and u.id = v.user_id
    where v.tenant_id = ${cx.tenantId} and v.module = ${module.name} and (v.user_id = ${userId} or v.is_shared)
    order by v.user_id <> ${userId}, v.id`.execute(cx.trx);
  return rows;
}

async function presented(cx: Context, served: Table, view: Stored): Promise<SavedView> {
  const hidden = await hiddenFields(cx, served.module);
  const { userId, isAdmin, isSuper } = cx.principal!;
  const isOwn = view.userId === userId;
  const lacks = fieldsOf(view).filter((name) => hidden.has(name));
  const isWhole = lacks.length === 0;
  return {
    id: view.id,
    name: view.name,
    // A condition on a hidden field tells its values.
    seek: isWhole ? view.seek : {},
    filters: isWhole ? view.filters : {},
    ...(isWhole && view.ascs ? { ascs: view.ascs } : {}),
    ...(isWhole && view.descs ? { descs: view.descs } : {}),
    shape: await shownShape(cx, served, view.shape),
    isShared: view.isShared,
    isOwn,
    mayChange: isOwn || isAdmin || isSuper,
    owner: view.owner ?? '',
    ...(isWhole ? {} : { lacks }),
  };
}

async function settingsOf(cx: Context, served: Table): Promise<ListSettings> {
  const { rows } = await sql<{ shape: unknown }>`
    select shape from list_shape
    where tenant_id = ${cx.tenantId} and user_id = ${cx.principal!.userId} and module = ${served.module.name}`.execute(
    cx.trx,
  );
  const views: SavedView[] = [];
  for (const view of await viewsOf(cx, served)) views.push(await presented(cx, served, view));
  const hidden = [...(await hiddenFields(cx, served.module))];
  return { shape: await shownShape(cx, served, rows[0]?.shape), hidden, views };
}

/** The view with its row locked. Only its owner, and for a shared view an administrator, may change it. */
async function changeable(cx: Context, viewId: string): Promise<{ id: string; userId: string; module: string }> {
  const { userId, isAdmin, isSuper } = cx.principal!;
  const { rows } = await sql<{ id: string; userId: string; module: string; isShared: boolean }>`
    select id, user_id as "userId", module, is_shared as "isShared" from list_view
    where tenant_id = ${cx.tenantId} and id = ${viewId} for update`.execute(cx.trx);
  const view = rows[0];
  const isOwn = view?.userId === userId;
  if (!view || !(isOwn || view.isShared)) return refuse('notFound');
  await listed(cx, view.module);
  return isOwn || isAdmin || isSuper ? view : refuse('view.notOwner');
}

/** Refuses conditions and sorts that the list itself would refuse to the person, and those it would ignore. */
async function checkConditions(cx: Context, served: Table, view: Static<ReturnType<typeof shape<typeof viewDraft>>>) {
  const hidden = await hiddenFields(cx, served.module);
  // Lists mask it and tables encrypt it: a view would hold it in clear, and tell it to all with whom it is shared.
  if (fieldsOf(view).some((name) => own(served.module.fields, name)?.kind === 'identity')) refuse('view.identity');
  const unknown = Object.keys(view.filters).find((key) => !isCondition(served, key, hidden));
  if (unknown !== undefined) refuse('badParameter', { name: unknown });
  await filtered(cx, served, view.filters);
  await sorting(cx, served, { ascs: view.ascs, descs: view.descs });
  const typed = Object.keys(view.seek).find((key) => {
    const name = key.split(/[._]/, 1)[0]!;
    return hidden.has(name) || !(isColumn(served, name) || own(served.filters ?? {}, name));
  });
  if (typed !== undefined) refuse('badParameter', { name: typed });
}

async function save(cx: Context, body: Record<string, unknown>): Promise<SavedView> {
  const view = readView(body);
  const name = view.name.trim();
  if (!name) refuse('missingParameter', { name: 'name' });
  if (holdsUnseen(name)) refuse('unseenText');
  const served = await listed(cx, view.module);
  await checkConditions(cx, served, view);
  const kept = JSON.stringify(await acceptedShape(cx, served, view.shape as ListShape));
  const before = view.id ? await changeable(cx, view.id) : undefined;
  if (before && before.module !== view.module) refuse('badParameter', { name: 'module' });
  const userId = before?.userId ?? cx.principal!.userId;
  await cx.exclusive(`list views of ${userId}`);
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from list_view
    where tenant_id = ${cx.tenantId} and user_id = ${userId} and module = ${view.module}`.execute(cx.trx);
  if (rows.some((one) => one.name === name && one.id !== view.id)) refuse('view.taken', { name });
  if (!before && rows.length >= mostViews) refuse('view.tooMany', { limit: mostViews });
  const { ascs = '', descs = '', isShared } = view;
  const [seek, filters] = [JSON.stringify(view.seek), JSON.stringify(view.filters)];
  const viewId = before?.id ?? cx.deps.newId();
  if (before)
    await sql`
      update list_view set name = ${name}, seek = ${seek}::jsonb, filters = ${filters}::jsonb, ascs = ${ascs},
        descs = ${descs}, shape = ${kept}::jsonb, is_shared = ${isShared}, update_time = ${cx.time}
      where tenant_id = ${cx.tenantId} and id = ${viewId}`.execute(cx.trx);
  else
    await sql`
      insert into list_view (tenant_id, id, user_id, module, name, seek, filters, ascs, descs, shape, is_shared,
        create_time, update_time)
      values (${cx.tenantId}, ${viewId}, ${userId}, ${view.module}, ${name}, ${seek}::jsonb, ${filters}::jsonb,
        ${ascs}, ${descs}, ${kept}::jsonb, ${isShared}, ${cx.time}, ${cx.time})`.execute(cx.trx);
  const saved = (await viewsOf(cx, served)).find((one) => one.id === viewId);
  // An administrator who makes the view of another person a private one does not see it any more.
  return saved ? presented(cx, served, saved) : refuse('notFound');
}

/** The number of rows of the first views, each under the person's own data scopes. */
async function countsOf(cx: Context, served: Table): Promise<Record<string, number>> {
  const { module } = served;
  const counts: Record<string, number> = {};
  // A whole tree is searched in the console, and the list of another tenant is not that of the views.
  if ((module.tree && !module.tree.isPaged) || module.acrossTenants) return counts;
  const hidden = await hiddenFields(cx, module);
  for (const view of (await viewsOf(cx, served)).slice(0, mostCounted)) {
    if (fieldsOf(view).some((name) => hidden.has(name))) continue;
    try {
      const rows = (await filtered(cx, served, view.filters)).select('id').limit(countedUpTo + 1);
      const { count } = await cx.trx
        .selectFrom(rows.as('rows'))
        .select(sql<number>`count(*)::int`.as('count'))
        .executeTakeFirstOrThrow();
      counts[view.id] = count;
    } catch (error) {
      // The module has changed since the view was saved: the list tells why when it is opened.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return counts;
}

export const listViewCalls: Call[] = [
  defineCall({
    method: 'GET',
    path: `${base}/list`,
    title: ['列表设置与视图', 'How a list is shaped, and its views'],
    query: { module: line(64) },
    answer: shape({ shape: listShape, hidden: list(text()), views: list(savedView) }),
    permission: 'signedIn',
    handle: async (cx, { input }) => settingsOf(cx, await listed(cx, input.module)),
  }),
  defineCall({
    method: 'GET',
    path: `${base}/counts`,
    title: ['视图的记录数', 'Number of rows of the views of a list'],
    query: { module: line(64) },
    answer: Type.Record(Type.String(), whole()),
    permission: 'signedIn',
    handle: async (cx, { input }) => countsOf(cx, await listed(cx, input.module)),
  }),
  {
    method: 'POST',
    path: `${base}/submit`,
    title: ['保存视图', 'Save a view'],
    describes: { body: shape(viewDraft) },
    answer: savedView,
    permission: 'signedIn',
    handle: (cx, { body }) => save(cx, body),
  },
  defineCall({
    method: 'POST',
    path: `${base}/remove`,
    title: ['删除视图', 'Delete a view'],
    body: { id: id() },
    answer: done,
    permission: 'signedIn',
    async handle(cx, { input }) {
      const { id: viewId } = await changeable(cx, input.id);
      await sql`delete from list_view where tenant_id = ${cx.tenantId} and id = ${viewId}`.execute(cx.trx);
      return true;
    },
  }),
  {
    method: 'POST',
    path: `${base}/shape`,
    title: ['保存列表设置', 'Save the shape of a list'],
    describes: { body: shape(shapeDraft) },
    answer: done,
    permission: 'signedIn',
    async handle(cx, { body }) {
      const { module: name, shape: sent } = readShape(body);
      const served = await listed(cx, name);
      const kept = JSON.stringify(await acceptedShape(cx, served, sent as ListShape));
      await sql`
        insert into list_shape (tenant_id, user_id, module, shape, update_time)
        values (${cx.tenantId}, ${cx.principal!.userId}, ${name}, ${kept}::jsonb, ${cx.time})
        on conflict (tenant_id, user_id, module) do update
          set shape = excluded.shape, update_time = excluded.update_time`.execute(cx.trx);
      return true;
    },
  },
];
