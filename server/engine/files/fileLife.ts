/** Life cycle of stored files: while a record refers to them, and a day for uploads without one. */
import { sql } from 'kysely';
import { dateTime } from '../../../contract/domain/calendar';
import { pictureLimits } from '../../../contract/modules/lease/picture';
import { mostMegabytes } from '../../../contract/wire/attachments';
import type { Context } from '../../kernel/context';
import type { Trx } from '../../kernel/database';
import { refuse } from '../../kernel/errors';
import { isStoredId } from '../../kernel/ids';
import { isDrawable } from '../../kernel/image/drawable';
import type { Attach } from '../../kernel/ports';
import { paramOf } from '../params';

/** How long an upload may be without a record, and how often a referenced one is checked again, in ms. */
const looseMs = 24 * 60 * 60 * 1000;
/** Files looked at in one run of the sweep. */
const batch = 500;
const hourMs = 60 * 60 * 1000;
/** Uploads of a person in an hour: an afternoon of scanning fits. */
const mostUploadsAnHour = 600;
/** A person fills one of so many parts of the tenant's room in an hour, and never more with files that no record holds. */
const sharesOfRoom = 10;
const gib = 1024 ** 3;

export interface Holder {
  table: string;
  column: string;
  /** Removed rows of the table stay. */
  isKept: boolean;
}
let holders: Promise<Holder[]> | undefined;
/** The columns that refer to files, from the database's foreign keys. */
export function holdersOf(trx: Trx): Promise<Holder[]> {
  holders ??= sql<Holder>`
    select c.conrelid::regclass::text as table, a.attname as column,
           exists (select 1 from pg_attribute d where d.attrelid = c.conrelid and d.attname = 'is_deleted') as "isKept"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.attname <> 'tenant_id'
    where c.contype = 'f' and c.confrelid = 'attach'::regclass`
    .execute(trx)
    .then(
      ({ rows }) => rows,
      (error) => {
        holders = undefined;
        throw error;
      },
    );
  return holders;
}

/** Whether a link to the file is still valid: not once the last record that referred to it has dropped it. */
export async function isOpen({ trx, tenantId, deps }: Context, { id, heldAt, isLibrary }: Attach): Promise<boolean> {
  if (isLibrary) return true;
  const known = await holdersOf(trx);
  const files = (onlyPresent: boolean) =>
    known.map(({ table, column, isKept }) => {
      const live = onlyPresent && isKept ? sql` and is_deleted = 0` : sql``;
      return sql<boolean>`exists (
        select 1 from ${sql.table(table)} where tenant_id = ${tenantId} and ${sql.ref(column)} = ${id}${live})`;
    });
  const avatar = sql<boolean>`exists (
    select 1 from sys_user where tenant_id = ${tenantId} and avatar = ${deps.files.address(tenantId, id)} and is_deleted = 0)`;
  const { rows } = await sql<{ live: boolean; ever: boolean }>`
    select ${sql.join([...files(true), avatar], sql` or `)} as live, ${sql.join([...files(false), sql`false`], sql` or `)} as ever`.execute(
    trx,
  );
  const { live, ever } = rows[0]!;
  return live || !(ever || heldAt);
}

/** A record begins to refer to a file. */
export async function hold({ trx, tenantId, time }: Context, id: string): Promise<void> {
  await trx
    .updateTable('attach')
    .set({ held_at: time })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('held_at', 'is', null)
    .execute();
}

/**
 * Bytes of the tenant's files, and of uploads as their senders announced them, until a store holds none of them; uploads of
 * a person in an hour, and their bytes. Those that no record holds count twice, and until they are gone: a day of hours
 * would fill the room of all.
 */
async function storageUse({ trx, tenantId, principal, deps }: Context) {
  const since = dateTime(deps.now() - hourMs);
  const { rows } = await sql<{ bytes: string; recent: number; recentBytes: string }>`
    select (select coalesce(sum(size::bigint), 0) from attach where tenant_id = ${tenantId} and erased_at is null)
           + (select coalesce(sum(size::bigint), 0) from upload
              where tenant_id = ${tenantId} and (state <> 'done' or attach_id <> id)) as bytes,
           (select count(*)::int from attach where (is_upload or is_library = 1) and tenant_id = ${tenantId}
              and create_user = ${principal?.userId ?? null} and create_time > ${since})
           + (select count(*)::int from upload where tenant_id = ${tenantId} and state <> 'done'
              and create_user = ${principal?.userId ?? null} and create_time > ${since}) as recent,
           (select coalesce(sum(case when held_at is not null or is_library = 1 then size::bigint else 2 * size::bigint end), 0)
              from attach
              where (is_upload or is_library = 1) and tenant_id = ${tenantId} and create_user = ${principal?.userId ?? null}
                and (create_time > ${since}
                  or held_at is null and seen_at is null and is_library = 0 and erased_at is null))
           + (select coalesce(sum(size::bigint * 2), 0) from upload where tenant_id = ${tenantId} and state <> 'done'
                and create_user = ${principal?.userId ?? null}) as "recentBytes"`.execute(trx);
  return rows[0]!;
}

/** Bytes that the tenant's files may have, and of these the share of one person. */
export async function roomOf(cx: Context): Promise<{ limit: number; room: number; share: number }> {
  const limit = Number(await paramOf(cx.trx, 'storage.tenantGiB'));
  // A malformed parameter sets no limit by mistake.
  const room = (Number.isFinite(limit) ? limit : 20) * gib;
  return { limit, room, share: Math.max(room / sharesOfRoom, 2 * (await largestFile(cx))) };
}

/** Refuses an upload that exceeds the tenant's space or the person's limits; one at a time for a tenant. */
export async function checkRoom(cx: Context, bytes: number): Promise<void> {
  const { trx, tenantId } = cx;
  await sql`select pg_advisory_xact_lock(hashtext('uploads'), hashtext(${tenantId}))`.execute(trx);
  const use = await storageUse(cx);
  const { limit, room, share } = await roomOf(cx);
  if (Number(use.bytes) + bytes > room) refuse('upload.noRoom', { limit });
  if (Number(use.recentBytes) + bytes > share) refuse('upload.tooMuch', { limit: Math.floor(share / 1024 / 1024) });
  if (use.recent >= mostUploadsAnHour) refuse('upload.tooMany', { limit: mostUploadsAnHour });
}

/** The largest file that may be uploaded, in bytes. */
export async function largestFile({ trx }: Context): Promise<number> {
  const limit = Number(await paramOf(trx, 'storage.fileMiB'));
  const megabytes = Number.isFinite(limit) && limit > 0 ? Math.min(limit, mostMegabytes) : 1024;
  return Math.floor(megabytes * 1024 * 1024);
}

/** Refuses a file that is larger than a parameter allows. */
export async function checkSize(cx: Context, bytes: number): Promise<void> {
  const most = await largestFile(cx);
  if (bytes > most) refuse('upload.fileTooLarge', { n: Math.floor(most / 1024 / 1024) });
}

interface TextTable {
  table: string;
  columns: string[];
  isTenants: boolean;
  isKept: boolean;
}
/** Tables with texts that may hold the address of a file, and the columns of those texts. */
export async function textTablesOf(trx: Trx): Promise<TextTable[]> {
  const { rows } = await sql<TextTable>`
    select c.table_name as table, array_agg(c.column_name::text) as columns,
           c.table_name <> 'tenant' and exists (
             select 1 from information_schema.columns k where k.table_schema = 'public'
               and k.table_name = c.table_name and k.column_name = 'tenant_id') as "isTenants",
           exists (
             select 1 from information_schema.columns k where k.table_schema = 'public'
               and k.table_name = c.table_name and k.column_name = 'is_deleted') as "isKept"
    from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.data_type in ('text', 'character varying', 'jsonb') and coalesce(c.character_maximum_length, 999) >= 64
      and c.table_name not in ('attach', 'upload', 'upload_part', 'oss', 'search_term', 'idempotency',
        'audit_log', 'usual_log', 'api_log', 'error_log')
    group by c.table_name`.execute(trx);
  return rows;
}
export function textsOf({ columns }: Pick<TextTable, 'columns'>) {
  return sql`concat_ws(' ', ${sql.join(columns.map((column) => sql`${sql.ref(column)}::text`))})`;
}

/** Ids of files whose address occurs in a text of the tenant's rows, in any table and column. */
async function namedInTexts({ trx, tenantId }: Context): Promise<Set<string>> {
  const found = new Set<string>();
  for (const one of await textTablesOf(trx)) {
    const text = textsOf(one);
    const { rows } = await sql<{ id: string }>`
      select distinct m[1] as id from ${sql.table(one.table)},
        lateral regexp_matches(${text}, '/attach/file/[^/]+/([0-9]{1,19})', 'g') m
      where ${one.isTenants ? sql`tenant_id = ${tenantId}` : sql`true`} and ${text} like '%/attach/file/%'`.execute(
      trx,
    );
    for (const { id } of rows) found.add(id);
  }
  return found;
}

/** Those of these files that a row refers to, a removed one too. */
async function referredTo(cx: Context, ids: readonly string[]): Promise<Set<string>> {
  const files = new Set<string>();
  for (const { table, column } of await holdersOf(cx.trx)) {
    const { rows } = await sql<{ id: string }>`
      select distinct ${sql.ref(column)} as id from ${sql.table(table)}
      where tenant_id = ${cx.tenantId} and ${sql.ref(column)} = any(${[...ids]}::bigint[])`.execute(cx.trx);
    for (const { id } of rows) files.add(id);
  }
  return files;
}

/** Removes uploads that no record has referred to for a day; their bytes go with `doomedFiles`. */
export async function sweepFiles(cx: Context): Promise<void> {
  const { trx, tenantId, deps, time } = cx;
  const { rows: due } = await sql<{ id: string }>`
    select id from attach
    where tenant_id = ${tenantId} and is_upload and is_deleted = 0
      and coalesce(seen_at, create_time) < ${dateTime(deps.now() - looseMs)}
    order by coalesce(seen_at, create_time) limit ${batch} for update skip locked`.execute(trx);
  if (due.length === 0) return;
  const ids = due.map(({ id }) => id);
  const files = await referredTo(cx, ids);
  if (files.size < due.length) for (const id of await namedInTexts(cx)) files.add(id);
  const [kept, gone] = [ids.filter((id) => files.has(id)), ids.filter((id) => !files.has(id))];
  const rows = trx.updateTable('attach').where('tenant_id', '=', tenantId);
  if (kept.length > 0) await rows.set({ seen_at: time }).where('id', 'in', kept).execute();
  if (gone.length > 0) await rows.set({ is_deleted: 1 }).where('id', 'in', gone).execute();
}

/** Removed files whose bytes are still stored. */
export async function doomedFiles({ trx, tenantId }: Context) {
  const rows = await trx
    .selectFrom('attach')
    .select(['id', 'name', 'oss_id'])
    .where('tenant_id', '=', tenantId)
    .where('is_deleted', '=', 1)
    .where('erased_at', 'is', null)
    .orderBy('id')
    .limit(batch)
    .execute();
  return rows.map(({ id, name, oss_id }) => ({ id, name, ossId: oss_id }));
}

/** The bytes of removed files are gone: a row stays where a removed record still refers to it. */
export async function erased(cx: Context, ids: readonly string[]): Promise<void> {
  const { trx, tenantId, time } = cx;
  if (ids.length === 0) return;
  const kept = await referredTo(cx, ids);
  const gone = ids.filter((id) => !kept.has(id));
  if (gone.length > 0)
    await trx.deleteFrom('attach').where('tenant_id', '=', tenantId).where('id', 'in', gone).execute();
  if (kept.size > 0)
    await trx
      .updateTable('attach')
      .set({ erased_at: time })
      .where('tenant_id', '=', tenantId)
      .where('id', 'in', [...kept])
      .execute();
}

/** Those of these ids that are files with bytes. */
export async function recordedFiles({ trx, tenantId }: Context, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from attach where tenant_id = ${tenantId} and id = any(${[...ids]}::bigint[])`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** A file that pages may show as a picture of one of these types. */
export async function findPicture(cx: Context, id: string, types: readonly string[]): Promise<Attach | undefined> {
  const attach = await findAttach(cx, id);
  if (!attach || !types.includes(attach.contentType)) return undefined;
  const sides = cx.trx.selectFrom('attach').select(['width', 'height']).where('tenant_id', '=', cx.tenantId);
  return isDrawable(await sides.where('id', '=', id).executeTakeFirstOrThrow()) ? attach : undefined;
}

/** Refuses a picture whose sides are too long for pages, or not known: it may have come in as a file of any kind. */
export async function checkDrawable(cx: Context, { id, contentType }: Attach): Promise<void> {
  if (!contentType.startsWith('image/') || (await findPicture(cx, id, [contentType]))) return;
  refuse('picture.badSize', { min: 1, max: pictureLimits.maxSide });
}

/**
 * Id of the file that a record may take by its link: by one that is valid, or the person's own upload, whose form may have
 * been open for long. An old link to a file of others would open it anew.
 */
export async function fileFrom({ trx, tenantId, principal, deps }: Context, link: string): Promise<string | undefined> {
  const id = deps.files.idFrom(tenantId, link);
  if (!id || deps.files.idFrom(tenantId, link, deps.now())) return id;
  const own = await trx
    .selectFrom('attach')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('create_user', '=', principal?.userId ?? null)
    .executeTakeFirst();
  return own?.id;
}

export async function findAttach(cx: Pick<Context, 'trx' | 'tenantId'>, id: string): Promise<Attach | undefined> {
  if (!isStoredId(id)) return undefined;
  const row = await cx.trx
    .selectFrom('attach')
    .selectAll()
    .where('id', '=', id)
    .where('tenant_id', '=', cx.tenantId)
    .where('is_deleted', '=', 0)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      name: row.name,
      originalName: row.original_name,
      contentType: row.content_type,
      size: row.size,
      sha256: row.sha256,
      heldAt: row.held_at,
      ossId: row.oss_id,
      isLibrary: row.is_library === 1,
    }
  );
}
