/**
 * The version of what servers remember of a tenant: rights, scopes and dictionaries. A transaction that writes to their
 * tables raises it with its commit, and each request reads it with its session, so that a change counts at the next
 * request on every server of the database.
 */
import { type RawBuilder, sql } from 'kysely';

/** Stands for all tenants: the platform's own tables are theirs, too. */
const everybody = '*';
/** Tables of which something is remembered. True: its rows belong to a tenant; false: to all of them. */
const watched: ReadonlyMap<string, boolean> = new Map([
  ['sys_role', true],
  ['sys_role_menu', true],
  ['sys_role_scope', true],
  ['dict_biz', true],
  ['sys_menu', false],
  ['sys_api_scope', false],
  ['sys_data_scope', false],
  ['sys_dict', false],
  ['sys_tenant_package', false],
  ['tenant', false],
]);

const change = /\b(?:insert\s+into|update|delete\s+from|truncate)\s+(?:only\s+)?"?(\w+)"?/gi;

/** Whose versions a statement raises: its own tenant's, everybody's, both or none. */
export interface Raised {
  own: boolean;
  all: boolean;
}

/** Whether a statement writes to a watched table. Reads are told by their first word; a write names its table first,
 *  unless it is part of a longer text. */
export function raisedBy(text: string): Raised | undefined {
  if (/^\s*select\b/i.test(text)) return undefined;
  const isPlain = /^\s*(?:insert|update|delete)\b/i.test(text);
  const raised: Raised = { own: false, all: false };
  for (const [, table] of (isPlain ? text.slice(0, 200) : text).matchAll(change)) {
    const isOwn = watched.get(table!.toLowerCase());
    if (isOwn === true) raised.own = true;
    if (isOwn === false) raised.all = true;
  }
  return raised.own || raised.all ? raised : undefined;
}

export function bothRaised(before: Raised | undefined, now: Raised | undefined): Raised | undefined {
  return before && now ? { own: before.own || now.own, all: before.all || now.all } : (before ?? now);
}

/** Raises versions; the tenant is that of the transaction. The rows stay locked until it ends, so it is the last
 *  statement. */
export function raising({ own, all }: Raised): string {
  const whose = [
    ...(all ? [`('${everybody}')`] : []),
    ...(own ? [`(coalesce(nullif(current_setting('app.tenant', true), ''), '${everybody}'))`] : []),
  ];
  return `insert into remembered_version (whose) values ${whose.join(', ')}
    on conflict (whose) do update set version = remembered_version.version + 1`;
}

/** The version of what is remembered of a tenant, as a column of a statement. It never falls. */
export function rememberedVersion(tenantId: string): RawBuilder<string> {
  return sql<string>`(
    select coalesce(sum(v.version), 0)::text from remembered_version v where v.whose in (${tenantId}, ${everybody}))`;
}
