/** Removes bytes that belong to no file any more: outside of transactions, a store may be slow. */
import { sql } from 'kysely';
import { doomedFiles, erased, recordedFiles, sweepFiles } from '../engine/files/fileLife';
import { storingMs } from '../engine/files/room';
import type { Context, Deps } from '../kernel/context';
import { isBackedUp } from '../kernel/files/backupLock';
import { StoreError } from '../kernel/objectStore';
import type { Place } from '../kernel/ports';

/** Uploads looked at in one run. */
const batch = 200;

interface Expired {
  id: string;
  storeUpload: string | null;
  place: Place;
}

/** Uploads that have expired, and have bytes that became no file. Taken before their bytes are removed, so that none of them is completed meanwhile. */
async function expiredUploads(cx: Context): Promise<Expired[]> {
  const { trx, tenantId, time } = cx;
  await trx
    .deleteFrom('upload')
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'done')
    .whereRef('attach_id', '=', 'id')
    .where('expires_at', '<=', time)
    .execute();
  const { rows } = await sql<{ id: string; name: string; oss_id: string | null; store_upload: string | null }>`
    update upload set state = 'swept'
    where tenant_id = ${tenantId} and id = any(array(
      select id from upload where tenant_id = ${tenantId} and (state <> 'done' or attach_id <> id) and expires_at <= ${time}
      order by expires_at limit ${batch}))
    returning id, name, oss_id, store_upload`.execute(trx);
  const found: Expired[] = [];
  for (const { id, name, oss_id, store_upload } of rows)
    found.push({ id, storeUpload: store_upload, place: await cx.deps.files.placeOf(cx, { id, name, ossId: oss_id }) });
  return found;
}

/** `work` opens a transaction in the tenant. A store that fails is tried again by the next run; `fail` is told. */
export async function sweepStores(
  { files, now }: Deps,
  tenantId: string,
  work: <T>(part: (cx: Context) => Promise<T>) => Promise<T>,
  fail: (error: unknown) => void,
): Promise<void> {
  /** Whether it was done. */
  const tried = async (removal: () => Promise<unknown>): Promise<boolean> => {
    try {
      await removal();
      return true;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      fail(error);
      return false;
    }
  };
  const placeOf = (file: Parameters<typeof files.placeOf>[1]) => work((cx) => files.placeOf(cx, file));

  await work(sweepFiles);
  const [doomed, expired] = [await work(doomedFiles), await work(expiredUploads)];
  // Asked after the rows were read: a backup that begins later has seen that they are removed.
  if (await work(({ trx }) => isBackedUp(trx))) return;
  const gone: string[] = [];
  for (const file of doomed)
    if (
      await tried(async () => {
        const { store, key } = await placeOf(file);
        await store.remove(key);
      })
    )
      gone.push(file.id);
  await work((cx) => erased(cx, gone));

  for (const { id, place, storeUpload } of expired) {
    const isGone = await tried(async () => {
      await place.store.dropParts(place.key, storeUpload ?? undefined);
      await place.store.remove(place.key);
    });
    if (isGone)
      await work(({ trx }) =>
        trx.deleteFrom('upload').where('tenant_id', '=', tenantId).where('id', '=', id).execute(),
      );
  }

  const intents = await files.intents(tenantId, now() - storingMs);
  if (intents.length === 0) return;
  const recorded = await work((cx) =>
    recordedFiles(
      cx,
      intents.map(({ id }) => id),
    ),
  );
  for (const { id, ossId, key } of intents) {
    const isSettled =
      recorded.has(id) ||
      (await tried(async () => {
        const { store } = await placeOf({ id, ossId, name: '' });
        await store.dropParts(key);
        await store.remove(key);
      }));
    if (isSettled) await files.settleIntent(id);
  }
}
