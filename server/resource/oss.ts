import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Oss, oss, ossKinds, ossStates } from '../../contract/modules/resource/oss';
import { problemText } from '../../contract/schema/messages';
import { refuseMovedSecret, shownAddress } from '../engine/saving/storedSecret';
import { defineServerModule } from '../engine/serverModule';
import type { Context, Deps } from '../kernel/context';
import { Refusal } from '../kernel/errors';
import type { ObjectStore } from '../kernel/objectStore';
import { EgressError } from '../kernel/ports';

/** What decides where the bytes are: fixed once there are some. */
const places = ['category', 'endpoint', 'bucketName', 'appId'] as const;

function badEndpoint(text: string): Refusal {
  return new Refusal('oss.badEndpoint', { text }, { endpoint: 'badFormat' });
}

/** The origin of an address without path, query or password. */
function originIn(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw badEndpoint(shownAddress(text));
  if (url.pathname !== '/') throw badEndpoint(shownAddress(text));
  return url;
}

/** Whether the server may call the endpoint of a draft; a refusal, to be thrown where the draft is saved. */
async function judgeEndpoint(deps: Deps, endpoint: unknown, category: unknown): Promise<Refusal | undefined> {
  if (Number(category) === ossKinds.disk || typeof endpoint !== 'string' || endpoint === '') return undefined;
  try {
    await deps.files.checkEndpoint(originIn(endpoint));
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    if (error instanceof EgressError) return badEndpoint(error.message);
    throw error;
  }
}

/** Writes, reads and removes a small object: a store that cannot do all of it is not enabled. */
async function probe(store: ObjectStore, tenantId: string): Promise<void> {
  const bytes = randomBytes(64);
  const key = `${tenantId}/probe-${bytes.toString('hex', 0, 8)}`;
  await store.put(key, Readable.from([bytes]), 'application/octet-stream');
  const found = await store.get(key);
  const parts: Buffer[] = [];
  for await (const part of found?.stream ?? []) parts.push(part as Buffer);
  await store.remove(key);
  if (!Buffer.concat(parts).equals(bytes)) throw new Error('it does not hold what it was sent');
}

async function holdsFiles({ trx, tenantId }: Context, { id }: Pick<Oss, 'id'>): Promise<boolean> {
  const inStore = (table: 'attach' | 'upload') =>
    trx.selectFrom(table).select('id').where('tenant_id', '=', tenantId).where('oss_id', '=', id).limit(1);
  return Boolean((await inStore('attach').executeTakeFirst()) ?? (await inStore('upload').executeTakeFirst()));
}

export default defineServerModule(oss, {
  table: 'oss',
  unique: [['ossCode']],
  defaultSort: [
    ['status', 'desc'],
    ['id', 'desc'],
  ],

  preparing: async ({ body }, entitled) => {
    const deps = await entitled(async (cx) => cx.deps);
    return judgeEndpoint(deps, body.endpoint, body.category);
  },

  async saving(next, cx, before, prepared) {
    if (prepared instanceof Refusal) throw prepared;
    const isDisk = next.category === ossKinds.disk;
    if (!isDisk && !before && !next.secretKey)
      throw new Refusal(
        'invalid',
        { text: problemText(oss.fields.secretKey, 'required', cx.language) },
        { secretKey: 'required' },
      );
    const endpoint = isDisk || !next.endpoint ? null : originIn(next.endpoint).origin;
    const placed = { ...next, endpoint };
    const isMoved = before && places.some((name) => (placed[name] ?? null) !== (before[name] ?? null));
    if (isMoved && (await holdsFiles(cx, before))) throw new Refusal('oss.holdsFiles');
    if (before && !isDisk && !next.secretKey)
      refuseMovedSecret('secretKey', 'oss.secretAgain', [...places, 'accessKey'], { ...before }, placed);
    return {
      endpoint,
      ...(next.secretKey ? { secretKey: cx.deps.secrets.seal(next.secretKey) } : {}),
    };
  },

  async removing(doomed, cx) {
    for (const row of doomed) if (await holdsFiles(cx, row)) throw new Refusal('oss.holdsFiles');
  },

  actions: {
    enable: {
      idsAs: 'id',
      isAlwaysTaken: true,
      /** Outside of the transaction: a store may be slow. */
      async preparing({ ids }, entitled) {
        const notWorking = (error: Error) => new Refusal('oss.notWorking', { text: error.message });
        const found = await entitled(async (cx) => {
          const row = await cx.rows(oss).get(ids[0] ?? '0');
          if (!row) return undefined; // refused where the action runs
          const store = await cx.deps.files.storeOf(cx, row.id).catch(notWorking);
          return { store, tenantId: cx.tenantId };
        });
        if (!found || found.store instanceof Refusal) return found?.store;
        return probe(found.store, found.tenantId).then(() => undefined, notWorking);
      },
      async run(cx, [row], { prepared }) {
        if (prepared instanceof Refusal) throw prepared;
        await cx.exclusive('enabled store');
        const others = await cx.rows(oss).find({ status: ossStates.enabled });
        for (const other of others)
          if (other.id !== row!.id) await cx.rows(oss).update(other, { status: ossStates.off });
        return { status: ossStates.enabled };
      },
    },
  },
});
