/** Calls of every module whose rows form a tree. */
import { sql } from 'kysely';
import { isEmpty } from '../../contract/domain/values';
import { type Row, referencesOf } from '../../contract/schema/module';
import { type Nested, treeOf } from '../../contract/schema/tree';
import type { Call, Params } from '../kernel/call';
import type { Context, Rows, WireQuery } from '../kernel/context';
import { byName } from '../kernel/database';
import { refuse } from '../kernel/errors';
import { freeText, optional, tree as treeAnswer } from '../kernel/schemas';
import { columnOf } from '../kernel/table';
import { schemasOf, titlesOf } from './callSchemas';
import { isCondition, type ListSelect, scoped } from './filters';
import { refuseParentNotOffered, textOf } from './references';
import { hiddenFields } from './rights/scopes';
import { presentAll, type ServerModule } from './serverModule';

/** A node as clients of the family know it: id, key and value are the same. */
export interface WireNode {
  id: string;
  parentId: string;
  title: string;
  key: string;
  value: string;
  /** Our own: a text beside the title. */
  note?: string;
  hasChildren?: boolean;
  children?: WireNode[];
}
export function wireNode(id: string, parentId: string, title: string, note?: string): WireNode {
  return {
    id,
    parentId,
    title,
    key: id,
    value: id,
    ...(note ? { note } : {}),
  };
}

/** Levels that a tree may have, and those that an answer shows of one that became deeper in another way. */
const mostLevels = 30;
const mostShown = 100;

/**
 * Marks each node that has children, as clients of the family expect. Deeper nodes than an answer can carry appear in
 * its last level, so that one endless chain does not break all lists.
 */
export function marked<N extends { children?: N[] }>(roots: N[]): (N & { hasChildren?: true })[] {
  type Marked = N & { hasChildren?: true; children?: Marked[] };
  const copy = ({ children: _, ...node }: N) => node as unknown as Marked;
  const answer: Marked[] = [];
  const waiting = [...roots].reverse().map((node) => ({ node, level: 1, siblings: answer }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, level, siblings } = next;
    const shown = copy(node);
    siblings.push(shown);
    const { children = [] } = node;
    let below = siblings;
    if (children.length > 0 && level < mostShown) {
      below = [];
      Object.assign(shown, { hasChildren: true, children: below });
    }
    for (let at = children.length - 1; at >= 0; at--)
      waiting.push({ node: children[at]!, level: level + 1, siblings: below });
  }
  return answer;
}

function treeOfModule(served: ServerModule) {
  const tree = served.module.tree ?? refuse('bug');
  return { ...tree, top: tree.top ?? '0', parentColumn: columnOf(served, tree.parent) };
}

/** The requested rows with their ancestors, so that each has a parent. */
async function withAbove(cx: Context, served: ServerModule, found: Row[]): Promise<Row[]> {
  const { parent } = treeOfModule(served);
  const rows = cx.rows(served.module) as unknown as Rows<Row>;
  const all = await rows.every({});
  const byId = new Map(all.map((row) => [row.id, row]));
  const wanted = new Set<string>();
  for (const { id } of found)
    for (let at = byId.get(id); at && !wanted.has(at.id); at = byId.get(String(at[parent]))) wanted.add(at.id);
  return all.filter(({ id }) => wanted.has(id));
}

function conditionsOf(params: Params): WireQuery {
  const { current: _c, size: _s, tenantId: _t, ...rest } = params;
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => !isEmpty(value)));
}

function isFiltered(served: ServerModule, query: WireQuery) {
  return Object.keys(query).some((key) => isCondition(served, key));
}

/** Which of these rows have children that the person sees; none where a data scope hides the parents of rows. */
async function parentsAmong(cx: Context, served: ServerModule, ids: readonly string[]): Promise<Set<string>> {
  const { parent, parentColumn } = treeOfModule(served);
  if ((await hiddenFields(cx, served.module)).has(parent)) return new Set();
  return parentsIn(await scoped(cx, served, served.list ?? served.table), parentColumn, ids);
}

/** Which of these ids are the parent of a row of the query. */
export async function parentsIn(among: ListSelect, parentColumn: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const found = await among
    .select(sql<string>`${sql.ref(parentColumn)}`.as('id'))
    .distinct()
    .where(parentColumn, 'in', ids)
    .execute();
  return new Set(found.map(({ id }) => String(id)));
}

/** A record as it is shown, with the name of its parent; '' where it has none, or none that the person may see. */
export async function withParentName(cx: Context, served: ServerModule, row: Row): Promise<Row> {
  const { module } = served;
  if (!module.tree) return row;
  const { parent, title } = treeOfModule(served);
  if (row[parent] === undefined) return row; // hidden by a data scope
  if (referencesOf(module).some(({ name }) => name === parent)) return { ...row, parentName: row.parentName ?? '' };
  const above = await (cx.rows(module) as unknown as Rows<Row>).get(String(row[parent]));
  return { ...row, parentName: above ? textOf(module, await hiddenFields(cx, module), above, title) : '' };
}

async function recordsOf(cx: Context, served: ServerModule, rows: Row[]): Promise<Nested<Row>[]> {
  const { parent } = treeOfModule(served);
  const shown = await presentAll(served, cx, rows);
  const named = await Promise.all(shown.map((row) => withParentName(cx, served, row)));
  return treeOf(named, { id: 'id', parentId: parent });
}

/** Makes nodes of rows as the person may see them: without its title a node is called by its id, as in choices, and
 *  without the parents of rows all nodes are at the top. */
async function noderOf(cx: Context, served: ServerModule): Promise<(row: Row) => WireNode> {
  const { parent, title, top } = treeOfModule(served);
  const hidden = await hiddenFields(cx, served.module);
  return (row) => {
    const name = hidden.has(title) ? row.id : textOf(served.module, hidden, row, title);
    return wireNode(row.id, hidden.has(parent) ? top : String(row[parent]), name);
  };
}

/** The rows of a tree as nodes, and the nodes as a tree. */
export async function nodesOf(cx: Context, served: ServerModule, rows: readonly { id: string }[]): Promise<WireNode[]> {
  return treeOf((rows as Row[]).map(await noderOf(cx, served))) as WireNode[];
}

/** The children of a row; with conditions and without a parent, all matching rows. */
async function levelOf(
  cx: Context,
  served: ServerModule,
  params: Params,
): Promise<{ rows: Row[]; parents: Set<string> }> {
  const { parent, top } = treeOfModule(served);
  const { [parent]: named, parentId, ...rest } = conditionsOf(params);
  const above = named ?? parentId;
  // Where a data scope hides the parents of rows, there are no levels.
  const isFlat = above === undefined && (await hiddenFields(cx, served.module)).has(parent);
  const query =
    !isFlat && (above !== undefined || !isFiltered(served, rest))
      ? { ...rest, [`${parent}_equal`]: above ?? top }
      : rest;
  const rows = await (cx.rows(served.module) as unknown as Rows<Row>).every(query);
  return {
    rows,
    parents: await parentsAmong(
      cx,
      served,
      rows.map(({ id }) => id),
    ),
  };
}

/** list, tree, lazy-list and lazy-tree of one module. Names of a tree are visible to all people of the tenant. */
export function treeCalls(served: ServerModule): Call[] {
  const { module } = served;
  const { isPaged } = treeOfModule(served);
  const all = (cx: Context) => cx.rows(module) as unknown as Rows<Row>;
  const named = module.scope === 'platform' ? module.permission('list') : 'signedIn';
  const { conditions, nested, level } = schemasOf(module);
  const titles = titlesOf(module);
  const below = { ...conditions, parentId: optional(freeText()) };
  return [
    ...(isPaged
      ? []
      : ([
          {
            method: 'GET',
            path: module.url('list'),
            title: titles.list,
            describes: { query: conditions },
            answer: nested,
            permission: module.permission('list'),
            async handle(cx, { params }) {
              const query = conditionsOf(params);
              const found = await all(cx).every(query);
              const rows = isFiltered(served, query) ? await withAbove(cx, served, found) : found;
              return marked(await recordsOf(cx, served, rows));
            },
          },
          {
            method: 'GET',
            path: module.url('tree'),
            title: titles.tree,
            answer: treeAnswer,
            permission: named,
            handle: async (cx) => marked(await nodesOf(cx, served, await all(cx).every({}))),
          },
        ] satisfies Call[])),
    {
      method: 'GET',
      path: module.url('lazy-list'),
      title: titles.level,
      describes: { query: below },
      answer: level,
      permission: module.permission('list'),
      async handle(cx, { params }) {
        const { rows, parents } = await levelOf(cx, served, params);
        return (await presentAll(served, cx, rows)).map((row) => ({ ...row, hasChildren: parents.has(row.id) }));
      },
    },
    {
      method: 'GET',
      path: module.url('lazy-tree'),
      title: titles.lazyTree,
      describes: { query: below },
      answer: treeAnswer,
      permission: isPaged ? 'signedIn' : named,
      async handle(cx, { params }) {
        const { rows, parents } = await levelOf(cx, served, params);
        const nodeOf = await noderOf(cx, served);
        return rows.map((row) => ({ ...nodeOf(row), hasChildren: parents.has(row.id) }));
      },
    },
  ];
}

/** The ids of a row's ancestors, itself first, as far as rows exist. At most `mostLevels` and one more are read. */
async function lineOf(cx: Context, served: ServerModule, id: string): Promise<string[]> {
  const { parentColumn, top } = treeOfModule(served);
  const line: string[] = [];
  for (let at = id; at !== top && line.length <= mostLevels; ) {
    line.push(at);
    const row: { above: string } | undefined = await byName(cx.trx)
      .selectFrom(served.table)
      .select(`${parentColumn} as above`)
      .where('id', '=', at)
      .where('is_deleted', '=', 0)
      .$if(served.module.scope !== 'platform', (asked) => asked.where('tenant_id', '=', cx.tenantId))
      .executeTakeFirst();
    if (!row) break;
    at = String(row.above);
  }
  return line;
}

/** How many levels a row and its descendants have; at most `mostLevels` and one more are counted. */
async function levelsFrom(cx: Context, served: ServerModule, id: string): Promise<number> {
  const { parentColumn } = treeOfModule(served);
  let level = [id];
  let levels = 0;
  for (; level.length > 0 && levels <= mostLevels; levels++) {
    const rows: { id: string }[] = await byName(cx.trx)
      .selectFrom(served.table)
      .select('id')
      .where(parentColumn, 'in', level)
      .where('is_deleted', '=', 0)
      .$if(served.module.scope !== 'platform', (asked) => asked.where('tenant_id', '=', cx.tenantId))
      .execute();
    level = rows.map((row) => String(row.id));
  }
  return levels;
}

/** A moved row needs an existing parent that its field offers, neither itself nor a descendant, within the depth limit. */
export async function checkPlace(cx: Context, served: ServerModule, next: Row, before?: Row): Promise<void> {
  const { parent, top } = treeOfModule(served);
  const above = String(next[parent] ?? top);
  if (above === top || above === '' || above === String(before?.[parent])) return;
  if (above === next.id) refuse('tree.ownParent');
  // Two concurrent moves, each under what the other moves, would make a cycle that neither sees.
  await cx.exclusive(`tree ${served.module.name}`, served.module.scope);
  if (!(await (cx.rows(served.module) as unknown as Rows<Row>).hold(above))) refuse('tree.noParent');
  await refuseParentNotOffered(cx, served, above);
  const line = await lineOf(cx, served, above);
  if (next.id && line.includes(next.id)) refuse('tree.ownParent');
  const levels = next.id ? await levelsFrom(cx, served, next.id) : 1;
  if (line.length + levels > mostLevels) refuse('tree.tooDeep', { most: mostLevels });
}

/** Rows are removed only together with their descendants. */
export async function checkLeaves(cx: Context, served: ServerModule, doomed: readonly Row[]): Promise<void> {
  const { parent } = treeOfModule(served);
  const ids = new Set(doomed.map(({ id }) => id));
  for (const { id } of doomed) {
    const below = await (cx.rows(served.module) as unknown as Rows<Row>).find({ [parent]: id });
    if (below.some((row) => !ids.has(row.id))) refuse('tree.hasChildren');
  }
}
