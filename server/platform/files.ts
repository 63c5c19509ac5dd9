import { createHash } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ossStates } from '../../contract/modules/resource/oss';
import type { Context } from '../kernel/context';
import { endings, fileName } from '../kernel/files/fileNames';
import { type ObjectStore, StoreError } from '../kernel/objectStore';
import type { Attach, Files, Intent, Keeping, Place, Secrets, StoredFile } from '../kernel/ports';
import { targetOf } from './egress';
import { diskStore } from './stores/disk';
import { openIntents } from './stores/intents';
import type { StoreMark } from './stores/mark';
import { meter } from './stores/meter';
import type { S3Limits } from './stores/s3';
import { openStores, type StoreRow } from './stores/stores';

/** Bytes that must be free for the server to be ready. */
const leastRoom = 10 * 1024 * 1024;
/** How long a link to a file is valid, in ms. Links are made anew with every answer that shows one. */
const linkLife = 60 * 60 * 1000;
const linkPath = '/api/blade-resource/attach/file';

type Links = Pick<Files, 'address' | 'link' | 'isLink' | 'idOf' | 'idFrom'>;

function linksOf(secrets: Secrets): Links {
  const signedText = (tenantId: string, id: string, expires: string) => `${tenantId}/${id}/${expires}`;
  const idOf = (link: string) => new RegExp(`^${linkPath}/[^/]+/(\\d{1,19})(\\?|$)`).exec(link)?.[1];
  return {
    address: (tenantId, id) => `${linkPath}/${tenantId}/${id}`,
    link(tenantId, id, now) {
      // Rounded up to whole periods, so that a page loaded twice gets the same address and the browser its cache.
      const expires = String((Math.floor(now / linkLife) + 2) * linkLife);
      return `${linkPath}/${tenantId}/${id}?e=${expires}&s=${secrets.sign('file', signedText(tenantId, id, expires))}`;
    },
    isLink: (tenantId, id, expires, proof, now) =>
      /^\d{1,16}$/.test(expires) &&
      Number(expires) > now &&
      secrets.isSigned('file', signedText(tenantId, id, expires), proof),
    idOf,
    idFrom(tenantId, link, now = 0) {
      const id = idOf(link);
      const query = new URLSearchParams(link.split('?')[1]);
      const expires = query.get('e') ?? '';
      const isOurs = id && secrets.isSigned('file', signedText(tenantId, id, expires), query.get('s') ?? '');
      return isOurs && Number(expires) > now ? id : undefined;
    },
  };
}

function intentOf({ store: _, name: __, ...intent }: Place): Intent {
  return intent;
}

async function record(cx: Context, file: StoredFile, by: Keeping): Promise<Attach> {
  const { place, size, sha256, contentType } = file;
  const attach: Attach = {
    id: place.id,
    name: place.name,
    originalName: fileName(file.originalName, contentType),
    contentType,
    size,
    sha256,
    heldAt: by === 'record' ? cx.time : null,
    ossId: place.ossId,
    isLibrary: by === 'library',
  };
  await cx.trx
    .insertInto('attach')
    .values({
      id: attach.id,
      tenant_id: cx.tenantId,
      oss_id: attach.ossId,
      name: attach.name,
      original_name: attach.originalName,
      content_type: contentType,
      size,
      sha256,
      width: file.width ?? null,
      height: file.height ?? null,
      is_upload: by === 'person',
      is_library: by === 'library' ? 1 : 0,
      held_at: attach.heldAt,
      create_user: cx.principal?.userId ?? null,
      create_dept: cx.principal?.deptId ?? null,
      create_time: cx.time,
      update_user: cx.principal?.userId ?? null,
      update_time: cx.time,
    })
    .execute();
  return attach;
}

export interface FileSettings {
  /** Hosts inside the network that may be called: see `targetOf`. */
  allow?: readonly string[];
  limits?: S3Limits;
  /** Tells whether the folder is the one of the database; without it that is taken for granted. */
  mark?: StoreMark;
}

/** `folder`: of the local disk, which also keeps what the server is about to store elsewhere. */
export function openFiles(folder: string, secrets: Secrets, { allow = [], limits, mark }: FileSettings = {}): Files {
  const disk = diskStore(folder);
  const intents = openIntents(join(folder, '.intents'));
  const describedBy = openStores(disk, secrets, allow, limits);
  /** The folder is given out as a store only while it is the one of the database. */
  const checked = async (store: ObjectStore): Promise<ObjectStore> => {
    if (store === disk) await mark?.require();
    return store;
  };
  const storeFor = async (row: StoreRow) => checked(await describedBy(row));
  const rowsOf = ({ trx, tenantId }: Context) =>
    trx
      .selectFrom('oss')
      .select(['id', 'category', 'endpoint', 'bucket_name', 'access_key', 'secret_key', 'app_id', 'region'])
      .where('tenant_id', '=', tenantId);

  const files: Files = {
    ...linksOf(secrets),
    disk,
    async checkEndpoint(url) {
      await targetOf(url, allow);
    },
    async storeOf(cx, ossId) {
      if (ossId === null) return checked(disk);
      const row = await rowsOf(cx).where('id', '=', ossId).executeTakeFirst();
      if (!row) throw new StoreError('the store is not there any more');
      return storeFor(row);
    },
    async placeFor(cx, contentType) {
      const row = await rowsOf(cx)
        .where('status', '=', ossStates.enabled)
        .where('is_deleted', '=', 0)
        .executeTakeFirst();
      const id = cx.deps.newId();
      const name = `${cx.today.slice(0, 4)}/${cx.today.slice(5, 7)}/${id}.${endings[contentType]?.[0] ?? 'bin'}`;
      return {
        ...{ id, name, tenantId: cx.tenantId, key: `${cx.tenantId}/${name}`, at: cx.deps.now() },
        ossId: row?.id ?? null,
        store: row ? await storeFor(row) : await checked(disk),
      };
    },
    async placeOf(cx, { id, ossId, name }) {
      const store = await files.storeOf(cx, ossId);
      return { id, ossId, name, tenantId: cx.tenantId, key: `${cx.tenantId}/${name}`, at: cx.deps.now(), store };
    },
    async store(place, bytes, file) {
      const { id, ossId, key } = place;
      await intents.note(intentOf(place));
      const measured = meter();
      const [piped, put] = await Promise.allSettled([
        pipeline(bytes, measured),
        place.store.put(key, measured, file.contentType),
      ]);
      // Either end that fails cuts the other one short; the first cause is the one that is no cut.
      const causes = [put, piped].flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      if (causes.length > 0) throw causes.find(({ code }) => code !== 'ERR_STREAM_PREMATURE_CLOSE') ?? causes[0];
      return { ...file, place: { id, ossId, name: place.name }, size: measured.size, sha256: measured.sha256() };
    },
    record,
    async keep(cx, { bytes, by = 'record', ...file }) {
      const place: Place = await files.placeFor(cx, file.contentType);
      await intents.note(intentOf(place));
      await place.store.put(place.key, Readable.from([bytes]), file.contentType);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return record(cx, { ...file, place, size: bytes.length, sha256 }, by);
    },
    intents: (tenantId, before) => intents.list(tenantId, before),
    settleIntent: (id) => intents.settle(id),
    fault: async () => ((await mark?.fault()) ? 'store.absent' : undefined),
    async hasRoom() {
      // The folder is made with the first file.
      const { bavail, bsize } = await statfs(folder).catch(() => statfs(dirname(folder)));
      return bavail * bsize >= leastRoom;
    },
  };
  return files;
}
