/**
 * What keeps signatures checkable is added to a signed file after its customer has gone: it takes calls to others, which
 * may not answer. Until then the contract says how long it can be checked without.
 */
import { buffer } from 'node:stream/consumers';
import { dateTime } from '../../../contract/domain/calendar';
import { fascContract, providers } from '../../../contract/modules/esign/fascContract';
import { findAttach } from '../../engine/files/fileLife';
import { defineTask, lackingTasks, persistent, sendTask } from '../../engine/tasks';
import type { Context, Deps } from '../../kernel/context';
import type { Place, TaskData } from '../../kernel/ports';
import { keyedAuthoritiesOf } from '../authority';
import type { ContractRow } from '../contracts';
import { lastingEvidence } from '../evidence';
import { keepPaper } from '../paper/paperFiles';
import { listsNeeded, makeLasting, stampLasting } from '../paper/printing';
import type { KeyedCertificate } from '../seal/certificates';
import { stampStates } from './stamps';

/** A list of revoked certificates is at most so large, and takes at most so long. */
const mostOfList = 4 * 1024 * 1024;
const patienceMs = 20_000;
/** So many contracts a run, of so many days, in case their tasks were lost. */
const mostAtOnce = 200;
const lookedBackMs = 60 * 24 * 60 * 60_000;

/** The first list of a group of addresses that answers. Throws what the last one of them failed with. */
async function listOf({ egress }: Deps, addresses: readonly string[]): Promise<Buffer> {
  let fault: unknown;
  for (const url of addresses)
    try {
      const { status, bytes } = await egress({ method: 'GET', url, patienceMs, mostBytes: mostOfList });
      if (status === 200) return bytes;
      throw new Error(`${new URL(url).host} answered ${status}`);
    } catch (error) {
      fault = error;
    }
  throw fault;
}

/** The answer of the authority for time stamps. Throws when it is none. */
export async function askForStamp({ egress }: Deps, url: string, request: Buffer): Promise<Buffer> {
  const { status, bytes } = await egress({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: request,
  });
  if (status !== 200) throw new Error(`the time stamp authority answered ${status}`);
  return bytes;
}

interface Waiting {
  fileId: string;
  place: Place;
  authorities: KeyedCertificate[];
  by: string;
}

/** The file with all that its signatures are checked with, and a time stamp over it. */
async function lasting(deps: Deps, url: string, file: Buffer, { authorities, by }: Waiting): Promise<Buffer> {
  const lists: Buffer[] = [];
  for (const addresses of await listsNeeded(file, { by })) lists.push(await listOf(deps, addresses));
  const job = { file, lists, authorities, time: deps.now(), nonce: deps.random(8) };
  const { bytes, request } = await makeLasting(job, { by });
  return stampLasting(bytes, await askForStamp(deps, url, request), { by });
}

function isWaiting(row: ContractRow | undefined): row is ContractRow & { signedPdfId: string } {
  return row?.stampState === stampStates.added && row.status === 2 && row.signedPdfId !== null;
}
async function waiting(cx: Context, id: string): Promise<Waiting | undefined> {
  const [row] = (await cx.rows(fascContract).find({ id })) as ContractRow[];
  if (!isWaiting(row)) return undefined;
  const file = await findAttach(cx, row.signedPdfId);
  if (!file) return undefined;
  const place = await cx.deps.files.placeOf(cx, file);
  return { fileId: file.id, place, authorities: await keyedAuthoritiesOf(cx), by: row.contractNumber ?? id };
}

async function store(cx: Context, id: string, fileId: string, bytes: Buffer): Promise<void> {
  const [row] = (await cx.rows(fascContract).lock([id])) as ContractRow[];
  // Another server has done it meanwhile.
  if (!isWaiting(row) || row.signedPdfId !== fileId) return;
  const { id: signedPdfId, sha256 } = await keepPaper(cx, row, bytes);
  const evidence = JSON.stringify([...row.evidence, lastingEvidence(sha256)]);
  await cx
    .rows(fascContract)
    .update(row, { signedPdfId, stampState: stampStates.lasting, evidence }, { action: 'keptForLong' });
}

interface LastingData extends TaskData {
  id: string;
}
export const lastingTask = defineTask<LastingData>({
  name: 'esign.lasting',
  retries: persistent,
  pause: 60,
  atOnce: 1,
  async run({ deps, data: { id }, work }) {
    const url = deps.settings.timeStampUrl;
    const found = url ? await work((cx) => waiting(cx, id)) : undefined;
    if (!url || !found) return;
    const held = await found.place.store.get(found.place.key);
    if (!held) return;
    const file = await buffer(held.stream);
    // A contract that was taken over without its file has a print, which bears no signature.
    if (!file.includes('/ByteRange')) return;
    const bytes = await lasting(deps, url, file, found);
    await work((cx) => store(cx, id, found.fileId, bytes));
  },
});

export function askForLasting(cx: Pick<Context, 'deps' | 'trx' | 'tenantId'>, id: string): Promise<void> {
  return sendTask(cx, lastingTask, { id }, { key: id });
}

/** Asks again for contracts that still wait and have no task: a queue is empty after a restore. */
export async function lookAfterLasting(cx: Context): Promise<void> {
  if (!cx.deps.settings.timeStampUrl) return;
  const rows = await cx.trx
    .selectFrom('lease_contract')
    .select('id')
    .where('tenant_id', '=', cx.tenantId)
    .where('provider', '=', providers.local)
    .where('status', '=', 2)
    .where('stamp_state', '=', stampStates.added)
    .where('finish_time', '>', dateTime(cx.deps.now() - lookedBackMs))
    .where('is_deleted', '=', 0)
    .orderBy('finish_time', 'desc')
    .limit(mostAtOnce)
    .execute();
  const lacking = await lackingTasks(
    cx,
    lastingTask,
    rows.map(({ id }) => id),
  );
  for (const id of lacking) await askForLasting(cx, id);
}
