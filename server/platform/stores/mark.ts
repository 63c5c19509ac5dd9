/**
 * The mark that the database and the folder of files share. A server whose folder bears another mark, or none, would read
 * and write other files than the database refers to: its folder was copied, never mounted, or its mount is gone. Stores
 * that rows of `oss` describe need none: every server finds their address in the database.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { businessDate } from '../../../contract/domain/calendar';
import { ossKinds, ossStates } from '../../../contract/modules/resource/oss';
import type { Database, Trx } from '../../kernel/database';
import { StoreAbsent } from '../../kernel/objectStore';
import { partsFolder, syncFolder } from './disk';

/** In the folder of files. It stays with its folder: a backup leaves it out. */
export const markFile = '.store';
/** A mount that has not answered within so many ms counts as gone. */
const patienceMs = 2_000;
/** How long it is believed that no file lies in the folder, in ms. */
const needMs = 10_000;
/** So many of a tenant's latest files are looked for before a folder without a mark is taken. */
const looked = 200;

export type StoreFault = 'none' | 'other' | 'few' | 'silent';
/** The mark of a folder; undefined: it bears none; null: it does not answer. */
type Found = string | undefined | null;

export interface StoreMark {
  /**
   * Why this server's folder is not the store of the database; undefined when it is, or when the installation keeps no
   * file in a folder. Looks anew each time.
   */
  fault(): Promise<StoreFault | undefined>;
  /** Throws `StoreAbsent` unless the folder is the store of the database. */
  require(): Promise<void>;
  /** At the start: gives the folder the mark where the database has none yet, or `accept` names the present one. */
  claim(accept?: string): Promise<void>;
}

interface Told {
  fault: StoreFault | undefined;
  /** For the operator. */
  text: string;
}
export interface MarkSettings {
  folder: string;
  db: Pick<Database, 'kysely' | 'withTenant'>;
  now(): number;
  /** Called when the store is found to be absent, and when it is back. */
  tell(news: Told): void;
}

function wordsOf(fault: StoreFault | undefined, folder: string, mark: string): string {
  if (!fault) return `文件目录 ${folder} 已恢复 · ${folder} is there again`;
  if (fault === 'silent') return `文件目录 ${folder} 没有响应，请检查挂载 · ${folder} does not answer: check its mount`;
  const [zh, en] = {
    none: ['没有本系统的存储标记', 'bears no mark of this database'],
    other: ['带有其他系统的存储标记', 'bears the mark of another database'],
    few: ['缺少本系统的大部分文件', 'lacks most files of this database'],
  }[fault];
  return (
    `文件目录 ${folder} ${zh}。请在此挂载各服务器共用的文件目录，或把 DATA_DIR 指向其所在的数据目录；` +
    `原有文件确已丢失时，设置 STORE_ACCEPT=${mark} 启动一次，即启用此目录 · ${folder} ${en}. Mount the folder that the ` +
    `servers share there, or set DATA_DIR to where it is; if its files are lost for good, start once with STORE_ACCEPT=${mark}`
  );
}

async function markIn(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, markFile), 'utf8').catch(() => undefined);
  return text?.trim();
}

/** Reads the mark of a folder. A mount that hangs keeps a thread of the process for each reader: there is one at a time. */
function readerOf(folder: string): () => Promise<Found> {
  let reading: Promise<string | undefined> | undefined;
  return async () => {
    reading ??= markIn(folder).finally(() => {
      reading = undefined;
    });
    const over = new AbortController();
    const late = sleep(patienceMs, null, { signal: over.signal }).catch(() => null);
    const found = await Promise.race([reading, late]);
    over.abort();
    return found;
  };
}

/** Puts the mark beside its place; the answer puts it there. */
async function draftOf(folder: string, mark: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `${markFile}.new`);
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(`${mark}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return async () => {
    await rename(draft, join(folder, markFile));
    await syncFolder(folder);
  };
}

/** Of a row of `attach` or `upload`: whether its bytes are in the folder. */
function isInFolder(tenantId: string): RawBuilder<boolean> {
  return sql`(oss_id is null or oss_id in (
    select id from oss where tenant_id = ${tenantId} and category = ${ossKinds.disk}))`;
}

/** The tenant's latest files in the folder, by their keys. */
async function latestFiles(trx: Trx, tenantId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    (select ${`${tenantId}/`}::text || name as key from attach
     where tenant_id = ${tenantId} and is_deleted = 0 and erased_at is null and ${isInFolder(tenantId)}
     order by id desc limit ${looked})
    union all
    (select ${`${partsFolder}/`}::text || store_upload from upload
     where tenant_id = ${tenantId} and state = 'open' and store_upload is not null and ${isInFolder(tenantId)}
     order by id desc limit ${looked})`.execute(trx);
  return rows.map(({ key }) => key);
}

/** Whether new files of the tenant go to the folder, or some are there. */
async function usesFolder(trx: Trx, tenantId: string): Promise<boolean> {
  const { rows } = await sql<{ uses: boolean }>`
    select not exists (select 1 from oss where tenant_id = ${tenantId} and is_deleted = 0
                         and status = ${ossStates.enabled} and category <> ${ossKinds.disk})
        or exists (select 1 from attach where tenant_id = ${tenantId} and erased_at is null and ${isInFolder(tenantId)})
        or exists (select 1 from upload where tenant_id = ${tenantId} and state <> 'done' and ${isInFolder(tenantId)})
      as uses`.execute(trx);
  return rows[0]!.uses;
}

export function openStoreMark({ folder, db, now, tell }: MarkSettings): StoreMark {
  const read = readerOf(folder);
  /** The mark of the database, as last read, and what was last said about the folder. */
  let known = '';
  let said: StoreFault | undefined;
  let unneededAt = Number.NEGATIVE_INFINITY;

  async function* tenants(): AsyncGenerator<string> {
    const rows = db.kysely.selectFrom('tenant').select('tenant_id').where('is_deleted', '=', 0).orderBy('id');
    for (const { tenant_id } of await rows.execute()) yield tenant_id;
  }
  const inTenant = <T>(tenantId: string, work: (trx: Trx) => Promise<T>) =>
    db.withTenant(tenantId, businessDate(now()), work);

  async function isNeeded(): Promise<boolean> {
    if (now() - unneededAt < needMs) return false;
    for await (const id of tenants()) if (await inTenant(id, (trx) => usesFolder(trx, id))) return true;
    unneededAt = now();
    return false;
  }

  /** Whether more than half of the database's files are here: of two folders, one at the most. */
  async function holdsFiles(): Promise<boolean> {
    let here = 0;
    let all = 0;
    for await (const id of tenants())
      for (const key of await inTenant(id, (trx) => latestFiles(trx, id))) {
        all += 1;
        if (await stat(join(folder, key)).catch(() => undefined)) here += 1;
      }
    return all === 0 || here * 2 > all;
  }

  function compared(mark: string, found: Found): StoreFault | undefined {
    known = mark;
    if (found === null) return 'silent';
    if (found === mark) return undefined;
    return found === undefined ? 'none' : 'other';
  }

  /** The mark is written after the commit: a crash between the two leaves a folder that has to be accepted, never two. */
  async function take(accept?: string): Promise<StoreFault | undefined> {
    let settle: () => Promise<void> = async () => undefined;
    const fault = await db.kysely.transaction().execute(async (trx): Promise<StoreFault | undefined> => {
      const row = await trx.selectFrom('store_mark').selectAll().forUpdate().executeTakeFirstOrThrow();
      const isAccepted = accept === row.mark;
      const found = await read();
      if (row.taken_at && !isAccepted) return compared(row.mark, found);
      if (!isAccepted) {
        if (found !== undefined) return compared(row.mark, found) ?? 'other';
        known = row.mark;
        if (!(await holdsFiles())) return 'few';
      }
      const mark = randomBytes(16).toString('hex');
      settle = await draftOf(folder, mark);
      await trx.updateTable('store_mark').set({ mark, taken_at: sql`clock_timestamp()` }).execute();
      known = mark;
      return undefined;
    });
    await settle();
    return fault;
  }

  async function look(): Promise<StoreFault | undefined> {
    const row = await db.kysely.selectFrom('store_mark').selectAll().executeTakeFirstOrThrow();
    return row.taken_at ? compared(row.mark, await read()) : take();
  }

  function reported(fault: StoreFault | undefined): StoreFault | undefined {
    if (fault !== said) tell({ fault, text: wordsOf(fault, folder, known) });
    said = fault;
    return fault;
  }

  return {
    async fault() {
      try {
        const fault = await look();
        return reported(fault && (await isNeeded()) ? fault : undefined);
      } catch {
        return said; // without the database nothing is known anew
      }
    },
    async require() {
      if (known !== '' && (await read()) === known) return;
      if (reported(await look())) throw new StoreAbsent('the folder of files is not the store of this database');
    },
    async claim(accept) {
      await take(accept);
    },
  };
}
