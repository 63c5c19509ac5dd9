/**
 * Proof that a history is unchanged. The entries of a tenant are numbered without a gap, and each one's hash covers the
 * hash before it: no entry can be changed, removed or inserted without breaking the chain. The head holds the last
 * number and hash, signed by the installation's key, so that the end cannot be cut either; the anchor beside the key
 * holds how far the history had come, in case the head is reset with it.
 */

import { createHash, type Hash } from 'node:crypto';
import { sql } from 'kysely';
import { dateTime } from '../../../contract/domain/calendar';
import type { AuditFault, AuditVerdict } from '../../../contract/modules/system/auditLog';
import type { Context, Deps, Entry, Head } from '../../kernel/context';
import { andCommit, type Trx } from '../../kernel/database';

const format = 1;
/** Rows that are read or written at once. */
const batch = 1000;

/** The same text for the same value, whatever the database's order of keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const named = value as Record<string, unknown>;
  return `{${Object.keys(named)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(named[name])}`)
    .join(',')}}`;
}

/** The fields that a hash of format 1 covers, by name: columns added later are not covered. */
function covered(tenantId: string, seq: number, entry: Entry): string {
  return canonical({
    tenantId,
    seq,
    id: entry.id,
    entity: entry.entity,
    entityId: entry.entityId,
    entityName: entry.entityName,
    aboutId: entry.aboutId,
    action: entry.action,
    reason: entry.reason,
    changes: entry.changes,
    userId: entry.userId,
    userName: entry.userName,
    requestId: entry.requestId,
    address: entry.address,
    createTime: entry.createTime,
  });
}
function hashOf(before: string, tenantId: string, seq: number, entry: Entry): string {
  return createHash('sha256')
    .update(`${format}\n${before}\n${covered(tenantId, seq, entry)}`)
    .digest('base64url');
}

function claimOf(tenantId: string, { seq, hash }: Head) {
  return `${tenantId}.${seq}.${hash}`;
}
function signatureOf({ secrets }: Deps, tenantId: string, head: Head) {
  return secrets.sign('audit-head', claimOf(tenantId, head));
}

interface StoredHead {
  seq: string;
  hash: string;
  signed: string;
  update_time: string;
  /** The highest number of a row. */
  last: string;
}
function lastRow(tenantId: string) {
  return sql<string>`coalesce((select max(seq) from audit_log where tenant_id = ${tenantId} and seq is not null), 0)`;
}

/** Lock the head until the transaction ends; created if missing. */
async function lockHead(trx: Trx, deps: Deps, tenantId: string): Promise<StoredHead> {
  for (;;) {
    const { rows } = await sql<StoredHead>`
      select seq, hash, signed, update_time, ${lastRow(tenantId)} as last
      from audit_head where tenant_id = ${tenantId} for update`.execute(trx);
    if (rows[0]) return rows[0];
    const none: Head = { seq: 0, hash: '' };
    await trx
      .insertInto('audit_head')
      .values({
        tenant_id: tenantId,
        seq: '0',
        hash: none.hash,
        signed: signatureOf(deps, tenantId, none),
        update_time: dateTime(deps.now()),
      })
      .onConflict((on) => on.doNothing())
      .execute();
  }
}

/** An entry as the table holds it, without its place in the chain. */
export function columnsOf(tenantId: string, entry: Entry) {
  return {
    id: entry.id,
    tenant_id: tenantId,
    entity: entry.entity,
    entity_id: entry.entityId,
    entity_name: entry.entityName,
    about_id: entry.aboutId,
    action: entry.action,
    reason: entry.reason,
    changes: JSON.stringify(entry.changes),
    user_id: entry.userId,
    user_name: entry.userName,
    request_id: entry.requestId,
    address: entry.address,
    create_time: entry.createTime,
  };
}

/**
 * Append entries to the tenant's chain, as the last statement of the transaction: the head is locked after everything
 * else and briefly, so that its holder never waits for another lock. `isEnd`: the transaction is committed with the
 * last statement.
 */
export async function appendEntries(
  trx: Trx,
  deps: Deps,
  tenantId: string,
  entries: readonly Entry[],
  { isEnd = false }: { isEnd?: boolean } = {},
): Promise<void> {
  if (entries.length === 0) return;
  const head = await lockHead(trx, deps, tenantId);
  const known: Head = { seq: Number(head.seq), hash: head.hash };
  // A forged head, or one that rows have overtaken, is not signed again as if it were intact: a new chain begins after
  // the highest number, and the check finds the place.
  const isOurs =
    deps.secrets.isSigned('audit-head', claimOf(tenantId, known), head.signed) && Number(head.last) <= known.seq;
  let seq = isOurs ? known.seq : Math.max(known.seq, Number(head.last));
  let hash = isOurs ? known.hash : '';
  const rows = entries.map((entry) => {
    // As the database will return it.
    const stored: Entry = { ...entry, changes: JSON.parse(JSON.stringify(entry.changes)) };
    seq++;
    hash = hashOf(hash, tenantId, seq, stored);
    return { ...columnsOf(tenantId, entry), seq: String(seq), format, hash };
  });
  // Other writers of the tenant wait from the lock on: the last rows and the head go in one statement.
  const last = rows.splice(-batch);
  for (let at = 0; at < rows.length; at += batch)
    await trx
      .insertInto('audit_log')
      .values(rows.slice(at, at + batch))
      .execute();
  await trx
    .with('written', (own) => own.insertInto('audit_log').values(last))
    .updateTable('audit_head')
    .set({
      seq: String(seq),
      hash,
      signed: signatureOf(deps, tenantId, { seq, hash }),
      update_time: dateTime(deps.now()),
    })
    .where('tenant_id', '=', tenantId)
    .$if(isEnd, (asked) => asked.modifyEnd(andCommit))
    .execute();
  deps.anchor?.touch(tenantId);
}

interface StoredEntry extends Entry {
  seq: string;
  format: number;
  hash: string;
}
const columns = sql`id, entity, entity_id as "entityId", entity_name as "entityName", about_id as "aboutId", action,
  reason, changes, user_id as "userId", user_name as "userName", request_id as "requestId", address,
  create_time as "createTime", seq, format, hash`;

/** Rows in their order, in batches: a history may be long. */
async function* inPieces<R>(piece: (after: R | undefined) => Promise<R[]>): AsyncGenerator<R> {
  let last: R | undefined;
  for (;;) {
    const rows = await piece(last);
    yield* rows;
    if (rows.length < batch) return;
    last = rows.at(-1);
  }
}
function numbered(trx: Trx, tenantId: string) {
  return inPieces<StoredEntry>(async (after) => {
    const { rows } = await sql<StoredEntry>`
      select ${columns} from audit_log
      where tenant_id = ${tenantId} and seq is not null
        and (seq, id) > (${after?.seq ?? '-9223372036854775808'}, ${after?.id ?? '-9223372036854775808'})
      order by seq, id limit ${batch}`.execute(trx);
    return rows;
  });
}
function unnumbered(trx: Trx, tenantId: string) {
  return inPieces<Entry>(async (after) => {
    const { rows } = await sql<Entry>`
      select ${columns} from audit_log
      where tenant_id = ${tenantId} and seq is null and id > ${after?.id ?? '-9223372036854775808'}
      order by id limit ${batch}`.execute(trx);
    return rows;
  });
}

/** How many entries have no number, and one hash over all of them. */
async function digestUnnumbered(trx: Trx, tenantId: string): Promise<{ rows: number; hash: string }> {
  const digest = createHash('sha256');
  let rows = 0;
  for await (const entry of unnumbered(trx, tenantId)) {
    digest.update(`${covered(tenantId, 0, entry)}\n`);
    rows++;
  }
  return { rows, hash: digest.digest('base64url') };
}

// ---- histories written before chains existed

interface Seal {
  last_id: string;
  rows: number;
  hash: string;
}
/** How many of the old entries are covered by the old seals; `isIntact`: none of the seals is broken. */
async function readSeals(trx: Trx, deps: Deps, tenantId: string): Promise<{ rows: number; isIntact: boolean }> {
  const { rows: seals } = await sql<Seal>`
    select last_id, rows, hash from audit_seal where tenant_id = ${tenantId} order by last_id`.execute(trx);
  let [before, from, rows] = ['', '0', 0];
  for (const seal of seals) {
    const digest: Hash = createHash('sha256').update(before);
    const covered = inPieces<{ id: string; text: string }>(async (after) => {
      // A row as text, with the columns that it had then.
      const { rows: piece } = await sql<{ id: string; text: string }>`
        select id, row(id, tenant_id, entity, entity_id, about_id, action, reason, changes, user_id, user_name,
                       request_id, address, create_time)::text as text
        from audit_log where tenant_id = ${tenantId} and id > ${after?.id ?? from} and id <= ${seal.last_id}
        order by id limit ${batch}`.execute(trx);
      return piece;
    });
    let count = 0;
    for await (const { text } of covered) {
      digest.update('\n').update(text);
      count++;
    }
    const hash = deps.secrets.sign('audit-seal', `${tenantId}.${digest.digest('hex')}`);
    if (count !== seal.rows || hash !== seal.hash) return { rows, isIntact: false };
    [before, from, rows] = [seal.hash, seal.last_id, rows + count];
  }
  return { rows, isIntact: true };
}

/**
 * Begin the chains of tenants that have a history and no chain: the first entry covers all existing ones, and states
 * how many of them valid seals covered. Run at start, before anything else is written.
 */
export async function takeOverHistories(deps: Deps): Promise<void> {
  const tenants = await deps.db.kysely.selectFrom('tenant').select('tenant_id').orderBy('tenant_id').execute();
  for (const { tenant_id: tenantId } of tenants)
    await deps.db.withTenant(tenantId, dateTime(deps.now()).slice(0, 10), async (trx) => {
      const { rows: known } = await sql<{ begun: boolean; old: boolean }>`
        select exists (select 1 from audit_head where tenant_id = ${tenantId}) as begun,
               exists (select 1 from audit_log where tenant_id = ${tenantId} and seq is null) as old`.execute(trx);
      if (known[0]!.begun || !known[0]!.old) return;
      const seals = await readSeals(trx, deps, tenantId);
      const { rows, hash } = await digestUnnumbered(trx, tenantId);
      const facts = { takenOver: rows, takenOverHash: hash, sealed: seals.rows, sealsIntact: seals.isIntact ? 1 : 0 };
      const { seq } = await lockHead(trx, deps, tenantId);
      if (Number(seq) > 0) return; // another server was quicker
      await appendEntries(trx, deps, tenantId, [
        {
          id: deps.newId(),
          entity: 'history',
          entityId: '0',
          entityName: null,
          aboutId: null,
          action: 'takeOver',
          reason: '',
          changes: Object.entries(facts).map(([field, after]) => ({ field, before: null, after })),
          userId: null,
          userName: '系统',
          requestId: '',
          address: '',
          createTime: dateTime(deps.now()),
        },
      ]);
    });
}

// ---- the check

function factOf({ changes }: Entry, name: string) {
  return changes.find(({ field }) => field === name)?.after;
}

/**
 * Whether the history is unchanged, and otherwise the first faulty number and its fault. Reads every entry once, in
 * batches.
 */
export async function verifyAudit({ trx, tenantId, deps }: Context): Promise<AuditVerdict> {
  // Read before the head: it may only be behind it.
  const anchored = deps.anchor?.of(tenantId);
  const { rows: found } = await sql<Partial<StoredHead> & { last: string }>`
    select h.seq, h.hash, h.signed, h.update_time, ${lastRow(tenantId)} as last
    from (values (1)) one left join audit_head h on h.tenant_id = ${tenantId}`.execute(trx);
  const stored = found[0]!;
  const head: Head = { seq: Number(stored.seq ?? 0), hash: stored.hash ?? '' };
  const last = Number(stored.last);

  let rows = 0;
  let takenOver = { rows: 0, hash: createHash('sha256').digest('base64url') };
  const verdict = (fault: AuditFault | null, brokenAt: number | null): AuditVerdict => ({
    isWhole: fault === null,
    fault,
    brokenAt,
    rows,
    takenOver: takenOver.rows,
    head: stored.seq === null || stored.seq === undefined ? null : head.seq,
    digest: head.hash,
    headTime: stored.update_time ?? null,
    anchored: anchored?.seq ?? null,
  });
  if (deps.anchor?.isForged()) return verdict('anchorForged', null);

  let before = '';
  for await (const entry of numbered(trx, tenantId)) {
    const seq = Number(entry.seq);
    if (seq > head.seq && stored.seq) break; // written meanwhile, or beyond the head: reported below
    if (seq !== rows + 1) return verdict(seq > rows + 1 ? 'missing' : 'foreign', Math.min(seq, rows + 1));
    if (entry.format !== format || entry.hash !== hashOf(before, tenantId, seq, entry)) return verdict('changed', seq);
    if (anchored?.seq === seq && anchored.hash !== entry.hash) return verdict('otherThanAnchored', seq);
    if (seq === 1 && entry.action === 'takeOver')
      takenOver = { rows: Number(factOf(entry, 'takenOver')), hash: String(factOf(entry, 'takenOverHash')) };
    before = entry.hash;
    rows++;
  }
  const old = await digestUnnumbered(trx, tenantId);
  if (old.rows !== takenOver.rows || old.hash !== takenOver.hash) return verdict('takenOver', 0);
  if (!stored.seq) {
    if (last > 0) return verdict('headMissing', last);
    return verdict(anchored ? 'behindAnchor' : null, anchored ? 1 : null);
  }
  if (rows < head.seq) return verdict('missing', rows + 1);
  if (before !== head.hash || !deps.secrets.isSigned('audit-head', claimOf(tenantId, head), stored.signed ?? ''))
    return verdict('headForged', head.seq);
  if (last > head.seq) return verdict('beyondHead', head.seq + 1);
  if (anchored && anchored.seq > head.seq) return verdict('behindAnchor', head.seq + 1);
  return verdict(null, null);
}

/** The stored head with a valid signature, and the hash of the entry with the number `at`; undefined without such a
 *  head. */
export async function signedHead(
  trx: Trx,
  deps: Pick<Deps, 'secrets'>,
  tenantId: string,
  at: number,
): Promise<(Head & { hashAt: string | null }) | undefined> {
  const { rows } = await sql<StoredHead & { hash_at: string | null }>`
    select seq, hash, signed, (select l.hash from audit_log l where l.tenant_id = ${tenantId} and l.seq = ${at}) as hash_at
    from audit_head where tenant_id = ${tenantId}`.execute(trx);
  const [stored] = rows;
  if (!stored) return undefined;
  const head = { seq: Number(stored.seq), hash: stored.hash };
  return deps.secrets.isSigned('audit-head', claimOf(tenantId, head), stored.signed)
    ? { ...head, hashAt: stored.hash_at }
    : undefined;
}
