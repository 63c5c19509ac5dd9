/** The room of a file that comes in: taken before its first byte, and given back once nothing of it is stored. */
import { dateTime } from '../../../contract/domain/calendar';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { isBackedUp } from '../../kernel/files/backupLock';
import { StoreError } from '../../kernel/objectStore';
import type { Place, StoredFile } from '../../kernel/ports';
import { checkRoom } from './fileLife';

type Entitled = <T>(work: (cx: Context) => Promise<T>) => Promise<T>;

/** After this, ms, the transaction that was to record a file has ended, one way or the other. */
export const storingMs = 60 * 60 * 1000;

export interface Coming {
  originalName: string;
  /** As its sender announces it. */
  size: number;
  sha256?: string | undefined;
  /** How long it may take, in ms. */
  lifeMs?: number;
}

/** Refuses what exceeds the room. The row is committed before anything is stored, so that a sweep finds whatever follows. */
export async function takeRoom(cx: Context, place: Place, { originalName, size, sha256, lifeMs = storingMs }: Coming) {
  await checkRoom(cx, size);
  const { tenantId, principal, time, deps } = cx;
  return cx.trx
    .insertInto('upload')
    .values({
      ...{ id: place.id, tenant_id: tenantId, oss_id: place.ossId, name: place.name, size },
      original_name: originalName.replaceAll('\u0000', '').slice(0, 255),
      sha256: sha256?.toLowerCase() ?? null,
      create_user: principal!.userId,
      create_dept: principal!.deptId,
      create_time: time,
      expires_at: dateTime(deps.now() + lifeMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A record of files takes the place of the row. Refuses what a sweep has taken for lost meanwhile. */
export async function leaveRoom({ trx, tenantId }: Context, { id }: Pick<Place, 'id'>): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('upload')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  if (numDeletedRows === 0n) refuse('upload.gone');
}

/**
 * Removes what is stored of a file that is not wanted any more, and gives its room back. The row stays for the sweep, which
 * removes what was still on its way, what the store kept, and what a backup that is being written may refer to.
 */
export async function giveRoomBack(entitled: Entitled, place: Place, storeUpload?: string): Promise<void> {
  if (await entitled(({ trx }) => isBackedUp(trx))) return;
  try {
    await place.store.dropParts(place.key, storeUpload);
    await place.store.remove(place.key);
  } catch (error) {
    if (error instanceof StoreError) return;
    throw error;
  }
  await entitled(({ trx, tenantId, time }) =>
    trx
      .updateTable('upload')
      .set({ size: 0, expires_at: time })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', place.id)
      .where('state', '<>', 'done')
      .execute(),
  );
}

/** The same of a file that was stored for a record, and whose record was refused. */
export async function dropStored(entitled: Entitled, { place }: StoredFile): Promise<void> {
  await giveRoomBack(entitled, await entitled((cx) => cx.deps.files.placeOf(cx, place)));
}

/** Stores a file whose room is taken; one that is not stored to its end takes none. */
export async function storing<T>(entitled: Entitled, place: Place, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // The first error is the one to tell; what cannot be given back now is left to the sweep.
    await giveRoomBack(entitled, place).catch(() => undefined);
    throw error;
  }
}
