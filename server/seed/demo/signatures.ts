/**
 * The demo's contracts as their parties signed them: sealed and signed as any others, at their past times, with an
 * authority and a seal that are the demo's own, since those of the installation are younger.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { addDays, instantOf } from '../../../contract/domain/calendar';
import { fascContract } from '../../../contract/modules/esign/fascContract';
import { customer } from '../../../contract/modules/lease/customer';
import { order } from '../../../contract/modules/lease/order';
import { defineTask, persistent, sendTask } from '../../engine/tasks';
import { keepAuthority, keepSeal, type MadeSeal, makeSeal } from '../../esign/authority';
import { inFull } from '../../esign/contractDoc';
import type { ContractRow } from '../../esign/contracts';
import { worded } from '../../esign/contractTemplate/versions';
import { type EvidenceLine, fileEvidence, sealedEvidence } from '../../esign/evidence';
import { keepPaper } from '../../esign/paper/paperFiles';
import type { ContractDoc } from '../../esign/paper/pdf';
import { makeAuthority, sealContract, signContract } from '../../esign/paper/printing';
import type { KeyedCertificate } from '../../esign/seal/certificates';
import type { Context, Deps } from '../../kernel/context';
import { bind, type Trx } from '../../kernel/database';
import type { TaskData } from '../../kernel/ports';
import { tenantId } from './book';
import { historyDays } from './plots';

const year = 365.25 * 24 * 60 * 60 * 1000;
/** Longer than the certificates of its customers, and too short for new contracts: these have the installation's. */
const authorityYears = 11;
/** The authority is older than the oldest contract. */
const beforeDays = 30;
const subject = { name: 'LeaseDesk 演示签章证书机构', organisation: 'LeaseDesk' };

export interface DemoKeys {
  authority: KeyedCertificate;
  seal: MadeSeal;
  /** ms since 1970 */
  until: number;
}

export async function makeDemoKeys(provider: string, today: string): Promise<DemoKeys> {
  const at = instantOf(`${addDays(today, -historyDays - beforeDays)} 09:00:00`);
  const until = instantOf(`${today} 09:00:00`) + authorityYears * year;
  const authority = await makeAuthority({ subject, validity: { from: at - year, until } });
  return { authority, until, seal: await makeSeal(authority, { name: provider, tenantId, at }) };
}

export async function keepDemoKeys(deps: Deps, trx: Trx, { authority, seal, until }: DemoKeys): Promise<void> {
  await bind(trx, { platform: 'on' });
  const id = await keepAuthority(deps, trx, authority, { at: seal.at, until });
  await bind(trx, { platform: '' });
  await keepSeal({ deps, trx, tenantId }, id, seal);
}

/** What sealing and signing need of the keys. */
interface SigningKeys {
  authority: KeyedCertificate;
  signer: KeyedCertificate;
}

async function heldKeys({ deps, trx }: Context): Promise<SigningKeys | undefined> {
  const held = await trx
    .selectFrom('sign_certificate as c')
    .innerJoin('sign_authority as a', 'a.id', 'c.authority_id')
    .select(['a.certificate', 'a.private_key', 'c.certificate as seal', 'c.private_key as seal_key'])
    .where('c.tenant_id', '=', tenantId)
    .orderBy('a.create_time')
    .limit(1)
    .executeTakeFirst();
  return (
    held && {
      authority: { certificate: held.certificate, key: deps.secrets.unseal(held.private_key) },
      signer: { certificate: held.seal, key: deps.secrets.unseal(held.seal_key) },
    }
  );
}

export function sealThen(
  { authority, signer }: SigningKeys,
  { printed, sentTime }: { printed: ContractDoc; sentTime: string },
): Promise<Buffer> {
  return sealContract({
    doc: printed,
    signer,
    authority: authority.certificate,
    time: instantOf(sentTime),
    hasStamp: false,
  });
}

/** A complete contract of the demo: what its file says, and what its row holds. */
export interface Complete {
  /** With both numbers in full. */
  printed: ContractDoc;
  doc: ContractDoc;
  /** Without digests of files. */
  evidence: readonly EvidenceLine[];
  sentTime: string;
  finishTime: string;
}
export interface Signed {
  bytes: Buffer;
  /** Digest of the file before the customer's signature. */
  pdfSha256: string;
  evidence: EvidenceLine[];
}

export async function signThen(keys: SigningKeys, complete: Complete): Promise<Signed> {
  const { doc, finishTime } = complete;
  const file = await sealThen(keys, complete);
  const pdfSha256 = createHash('sha256').update(file).digest('hex');
  const evidence = [...complete.evidence, sealedEvidence(pdfSha256)];
  const { bytes } = await signContract({
    file,
    doc,
    signature: { name: doc.customer.name, time: finishTime, evidence },
    authority: keys.authority,
    time: instantOf(finishTime),
  });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes, pdfSha256, evidence: [...evidence, fileEvidence(sha256)] };
}

/** A complete contract whose parties have not signed it yet; undefined when they have, or it has been annulled. */
async function completeOf(cx: Context, id: string): Promise<(Complete & { keys: SigningKeys }) | undefined> {
  const [row] = (await cx.rows(fascContract).find({ id, status: 2 })) as ContractRow[];
  const held = row?.orderId ? await cx.rows(order).get(row.orderId) : undefined;
  const client = held && (await cx.rows(customer).get(held.customerId));
  const keys = await heldKeys(cx);
  if (!row || !client || !keys || row.pdfSha256 !== null) return undefined;
  const { evidence, sentTime, finishTime } = row;
  const doc = await worded(cx, row);
  return { keys, doc, printed: inFull(doc, held, client), evidence, sentTime: sentTime!, finishTime: finishTime! };
}

async function store(cx: Context, id: string, { bytes, pdfSha256, evidence }: Signed): Promise<void> {
  const [row] = (await cx.rows(fascContract).lock([id])) as ContractRow[];
  if (!row || row.pdfSha256 !== null) return;
  const finishTime = row.finishTime!;
  const then = { ...cx, deps: { ...cx.deps, now: () => instantOf(finishTime) }, today: finishTime.slice(0, 10) };
  const { id: fileId } = await keepPaper(then, row, bytes);
  // The contract has been signed long since, as its history says: this changes what it is shown from alone.
  await cx.trx
    .updateTable('lease_contract')
    .set({ signed_pdf_id: fileId, pdf_sha256: pdfSha256, evidence: sql`${JSON.stringify(evidence)}::jsonb` })
    .where('tenant_id', '=', cx.tenantId)
    .where('id', '=', id)
    .execute();
}

interface DemoSigning extends TaskData {
  ids: string[];
}
/** Contracts of one task, seconds between two of them, and before the first: the first minute belongs to the people. */
const ofTask = 10;
const everySeconds = 20;
const firstSeconds = 60;

/** Signs some of the contracts that the first start has left, and asks for the next: never many in a row. */
export const demoSigning = defineTask<DemoSigning>({
  name: 'demo.signing',
  retries: persistent,
  atOnce: 1,
  async run({ data: { ids }, work, signal }) {
    for (const id of ids.slice(0, ofTask)) {
      signal.throwIfAborted();
      const complete = await work((cx) => completeOf(cx, id));
      if (!complete) continue;
      const signed = await signThen(complete.keys, complete);
      await work((cx) => store(cx, id, signed));
    }
    await work((cx) => signLater(cx, ids.slice(ofTask), everySeconds));
  },
});

export async function signLater(
  cx: Pick<Context, 'deps' | 'trx' | 'tenantId'>,
  ids: string[],
  after = firstSeconds,
): Promise<void> {
  if (ids.length > 0) await sendTask(cx, demoSigning, { ids }, { key: 'signing', after });
}
