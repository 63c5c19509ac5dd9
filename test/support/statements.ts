/**
 * Reads SQL as PostgreSQL's own parser does and finds statements that could not be sent to the one node that holds a
 * tenant's rows: each table of a tenant must be bound to a tenant by a condition or a join, and some words are not for
 * tables that are spread over nodes.
 */
import { loadModule, parseSync } from 'libpg-query';
import type pg from 'pg';
import { everyTenant } from '../../server/kernel/database';

/** What the catalogue says: relations that have a `tenant_id`, and those among them whose rows are the tenants'. */
export interface Catalogue {
  /** Tables and views with a column `tenant_id`. */
  keyed: ReadonlySet<string>;
  /** Of these, all but the platform's table of tenants. */
  tenants: ReadonlySet<string>;
  /** Functions of ours that may read tables. */
  functions: ReadonlySet<string>;
}

type Ast = { readonly [name: string]: unknown };
function isAst(value: unknown): value is Ast {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function listOf(value: unknown): Ast[] {
  return Array.isArray(value) ? value.filter(isAst) : [];
}
/** A node of the parser: an object with the one name of its kind. */
function inside(node: unknown, kind: string): Ast | undefined {
  const found = isAst(node) ? node[kind] : undefined;
  return isAst(found) ? found : undefined;
}
function textsOf(nodes: unknown): string[] {
  return listOf(nodes).map((node) => String(inside(node, 'String')?.sval ?? ''));
}

/** Columns and relations that a query can name. */
interface Relation {
  /** By which columns are qualified. */
  alias: string;
  table: string;
  /** It has a column `tenant_id`. */
  isKeyed: boolean;
  /** Its rows are known to be of the tenant that the statement names. */
  isBound: boolean;
  needsTenant: boolean;
}
interface Scope {
  relations: Relation[];
  outer: Scope | undefined;
  /** Names that `with` gives. */
  named: ReadonlySet<string>;
}

export async function openParser(): Promise<void> {
  await loadModule();
}

export async function readCatalogue(query: (text: string) => Promise<pg.QueryResult>): Promise<Catalogue> {
  const { rows } = await query(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') order by 1`,
  );
  const { rows: functions } = await query(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and provolatile <> 'i' order by 1`,
  );
  const keyed = rows.map(({ name }) => String(name));
  return {
    keyed: new Set(keyed),
    tenants: new Set(keyed.filter((name) => name !== 'tenant' && name !== 'tenant_list')),
    functions: new Set(functions.map(({ name }) => String(name))),
  };
}

/** The parts of a condition that must all be true. */
function conjuncts(node: unknown): Ast[] {
  if (!isAst(node)) return [];
  const and = inside(node, 'BoolExpr');
  if (and?.boolop === 'AND_EXPR') return listOf(and.args).flatMap(conjuncts);
  return [node];
}

/** Every node of these kinds below one, without entering those of `closed`. */
function* nodesOf(value: unknown, kinds: readonly string[], closed: readonly string[] = []): Generator<[string, Ast]> {
  if (Array.isArray(value)) for (const one of value) yield* nodesOf(one, kinds, closed);
  if (!isAst(value)) return;
  for (const [name, held] of Object.entries(value)) {
    if (kinds.includes(name) && isAst(held)) yield [name, held];
    if (!closed.includes(name)) yield* nodesOf(held, kinds, closed);
  }
}

/** A value that does not change from row to row. */
function isFixed(node: unknown): boolean {
  const cast = inside(node, 'TypeCast');
  if (cast) return isFixed(cast.arg);
  return Boolean(inside(node, 'ParamRef') ?? inside(node, 'A_Const'));
}

/** What `with` calls its queries. */
function namesOf(query: Ast): Set<string> {
  const clause = isAst(query.withClause) ? query.withClause : undefined;
  return new Set(listOf(clause?.ctes).map((one) => String(inside(one, 'CommonTableExpr')?.ctename)));
}

function conflictFaults(insert: Ast): string[] {
  const clause = isAst(insert.onConflictClause) ? insert.onConflictClause : undefined;
  const infer = isAst(clause?.infer) ? clause.infer : undefined;
  const columns = listOf(infer?.indexElems).map((one) => String(inside(one, 'IndexElem')?.name));
  const calls = [...nodesOf(clause?.whereClause, ['FuncCall', 'SQLValueFunction'])];
  return [
    ...(columns.length > 0 && !columns.includes('tenant_id') ? ['on conflict without tenant_id'] : []),
    ...(calls.length > 0 ? ['a function in on conflict … where'] : []),
  ];
}

/** A condition that must be true; of an outer join, for the relations alone that may be missing from its rows. */
interface Condition {
  node: Ast;
  binds: readonly Relation[] | undefined;
}

const queries = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'];

/**
 * What a statement does that a table spread by its tenant does not allow; empty when it may go to one node. `isView`: the
 * tenant comes with the query of the view, for its first table, and sub-queries may take it from there.
 */
export function faultsOf(
  text: string,
  { keyed, tenants, functions }: Catalogue,
  { isView = false }: { isView?: boolean } = {},
): string[] {
  const faults = new Set<string>();
  const isOfEvery = text.includes(everyTenant);

  /** The relation whose `tenant_id` this is. */
  function ownerOf(node: unknown, scope: Scope | undefined): Relation | undefined {
    const cast = inside(node, 'TypeCast');
    if (cast) return ownerOf(cast.arg, scope);
    const names = textsOf(inside(node, 'ColumnRef')?.fields);
    if (names.at(-1) !== 'tenant_id') return undefined;
    const [alias] = names.length > 1 ? names.slice(-2) : [];
    for (let at = scope; at; at = at.outer) {
      const found = at.relations.find((one) => (alias ? one.alias === alias : one.isKeyed));
      if (found) return found;
    }
    return undefined;
  }
  function relationOf(range: Ast, scope: Scope): Relation {
    const table = String(range.relname ?? '');
    const alias = isAst(range.alias) ? String(range.alias.aliasname) : table;
    let isNamed = false;
    for (let at: Scope | undefined = scope; at; at = at.outer) isNamed ||= at.named.has(table);
    const needsTenant = !isNamed && tenants.has(table);
    return { alias, table, isKeyed: !isNamed && keyed.has(table), isBound: isNamed, needsTenant };
  }

  /** Enters what stands in `from` into the scope and answers the conditions of its joins. */
  function enter(node: Ast, scope: Scope): Condition[] {
    const range = inside(node, 'RangeVar');
    if (range) scope.relations.push(relationOf(range, scope));
    const sub = inside(node, 'RangeSubselect') ?? inside(node, 'RangeFunction');
    if (sub) {
      const alias = isAst(sub.alias) ? String(sub.alias.aliasname) : '';
      // its own tables are looked at by themselves, so that its rows are of one tenant
      scope.relations.push({ alias, table: '', isKeyed: false, isBound: true, needsTenant: false });
    }
    const join = inside(node, 'JoinExpr');
    if (!join) return [];
    const conditions = enter(join.larg as Ast, scope);
    const left = scope.relations.length;
    conditions.push(...enter(join.rarg as Ast, scope));
    const sides: Record<string, readonly Relation[] | undefined> = {
      JOIN_INNER: undefined,
      JOIN_LEFT: scope.relations.slice(left),
    };
    const binds = String(join.jointype) in sides ? sides[String(join.jointype)] : []; // the other kinds bind neither
    if (join.usingClause || join.isNatural) faults.add('a join that does not spell its condition out');
    return [...conditions, ...conjuncts(join.quals).map((one) => ({ node: one, binds }))];
  }

  /** Marks relations as bound as far as equal tenants lead. */
  function bind(conditions: readonly Condition[], scope: Scope): void {
    const pairs: [Relation, Relation][] = [];
    for (const { node, binds = scope.relations } of conditions) {
      const equal = inside(node, 'A_Expr');
      if (equal?.kind !== 'AEXPR_OP' || textsOf(equal.name)[0] !== '=') continue;
      const [a, b] = [ownerOf(equal.lexpr, scope), ownerOf(equal.rexpr, scope)];
      // a column of a query outside is no value that tells which node to ask
      if (a && b && (isView || (scope.relations.includes(a) && scope.relations.includes(b)))) {
        if (binds.includes(b)) pairs.push([a, b]);
        if (binds.includes(a)) pairs.push([b, a]);
      }
      if (a && isFixed(equal.rexpr) && binds.includes(a)) a.isBound = true;
      if (b && isFixed(equal.lexpr) && binds.includes(b)) b.isBound = true;
    }
    for (let changed = true; changed; ) {
      changed = false;
      for (const [known, other] of pairs)
        if (known.isBound && !other.isBound) {
          other.isBound = true;
          changed = true;
        }
    }
  }

  function visit(kind: string, query: Ast, outer: Scope | undefined): void {
    const scope: Scope = { relations: [], outer, named: namesOf(query) };
    const target = isAst(query.relation) ? relationOf(query.relation, scope) : undefined;
    if (kind === 'InsertStmt' && target?.needsTenant) {
      const columns = listOf(query.cols).map((one) => inside(one, 'ResTarget')?.name);
      if (!columns.includes('tenant_id')) faults.add(`insert into ${target.table} without tenant_id`);
      for (const fault of conflictFaults(query)) faults.add(fault);
    }
    if (target && kind !== 'InsertStmt') scope.relations.push(target);
    const from = listOf(query.fromClause ?? query.usingClause);
    const conditions = from.flatMap((node) => enter(node, scope));
    if (isView && !outer && scope.relations[0]) scope.relations[0].isBound = true;
    const where = conjuncts(query.whereClause).map((node) => ({ node, binds: undefined }));
    bind([...conditions, ...where], scope);
    for (const { table, needsTenant, isBound } of scope.relations)
      if (needsTenant && !isBound && !isOfEvery) faults.add(`${table} without its tenant`);
    if (kind === 'SelectStmt' && !query.op?.toString().match(/UNION|INTERSECT|EXCEPT/))
      if (!query.targetList && !query.valuesLists) faults.add('select without columns');
    for (const one of ['larg', 'rarg']) if (isAst(query[one])) visit('SelectStmt', query[one], scope);
    const own = Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'larg' && name !== 'rarg'));
    for (const [inner, held] of nodesOf(own, queries, queries)) visit(inner, held, scope);
  }

  const parsed = parseSync(text) as unknown as { stmts?: { stmt: Ast }[] };
  for (const { stmt } of parsed.stmts ?? []) {
    for (const [kind, held] of nodesOf(stmt, ['WithClause', 'FuncCall', 'withClause'])) {
      if (kind !== 'FuncCall' && held.recursive) faults.add('a recursive query');
      if (kind !== 'FuncCall') continue;
      const name = textsOf(held.funcname).at(-1) ?? '';
      if (name === 'set_config') faults.add('set_config, which does not reach other nodes');
      if (functions.has(name)) faults.add(`the function ${name}`);
    }
    for (const [kind, held] of nodesOf(stmt, queries, queries)) visit(kind, held, undefined);
  }
  return [...faults];
}

/** Judges as `faultsOf`, each text once for all servers of a process whose databases have the same tables. */
export function judgeOf(catalogue: Catalogue): (text: string) => readonly string[] {
  const key = JSON.stringify([...catalogue.keyed, '', ...catalogue.functions]);
  const known = judged.get(key) ?? new Map<string, readonly string[]>();
  judged.set(key, known);
  return (text) => {
    const faults = known.get(text) ?? faultsOf(text, catalogue);
    known.set(text, faults);
    return faults;
  };
}
const judged = new Map<string, Map<string, readonly string[]>>();

/** Rows of values, and the values of `in`, beyond the first: they need no tenant that the first does not need. */
const furtherRows = /(values \((?:\$\d+|default|, )+\))(?:, \((?:\$\d+|default|, )+\))+/g;
const furtherValues = /( in \(\$\d+)(?:, \$\d+)+/g;

/** A statement that stands for all that differ in how many rows or values they list. */
export function ofOneRow(text: string): string {
  return text.replace(furtherRows, '$1').replace(furtherValues, '$1');
}

/** The pool, with each text that is sent through it put into `texts`, once for all lengths of its lists. */
export function recording(pool: pg.Pool, texts: Set<string>): pg.Pool {
  const watched = (client: pg.PoolClient) =>
    new Proxy(client, {
      get(target, name) {
        const held: unknown = Reflect.get(target, name, target);
        if (typeof held !== 'function') return held;
        if (name !== 'query') return held.bind(target);
        return (text: unknown, ...rest: unknown[]) => {
          if (typeof text === 'string') texts.add(ofOneRow(text));
          return held.call(target, text, ...rest);
        };
      },
    });
  return new Proxy(pool, {
    get(target, name) {
      const held: unknown = Reflect.get(target, name, target);
      if (name === 'connect') return async () => watched(await target.connect());
      return typeof held === 'function' ? held.bind(target) : held;
    },
  });
}
