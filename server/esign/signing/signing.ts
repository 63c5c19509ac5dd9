/**
 * A customer's signature in three steps: what it needs is read in one transaction, the file is signed and stamped
 * outside of any, since a time stamp comes over the network, and the result is stored in a second one, which checks
 * again that the contract may be signed.
 */
import { buffer } from 'node:stream/consumers';
import { fascContract } from '../../../contract/modules/esign/fascContract';
import { findAttach } from '../../engine/files/fileLife';
import type { Context, Deps } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import type { Asking } from '../../kernel/paper/thread';
import type { Attach, Place } from '../../kernel/ports';
import { authorityOf, sealOf } from '../authority';
import type { ContractRow } from '../contracts';
import { worded } from '../contractTemplate/versions';
import { type EvidenceLine, evidenceOf, fileEvidence, type Signing, signedChange } from '../evidence';
import { contractSigned } from '../outcome';
import { keepPaper } from '../paper/paperFiles';
import type { ContractDoc } from '../paper/pdf';
import { sealContract, signContract, stampFile } from '../paper/printing';
import type { KeyedCertificate } from '../seal/certificates';

const stampStates = { added: 1, failed: 2 } as const;
const mostFault = 300;

/** What a signature is made of. */
export interface SigningWork {
  /** The sending that is signed. */
  taskId: string | null;
  doc: ContractDoc;
  signing: Signing;
  image: Buffer;
  evidence: EvidenceLine[];
  time: number;
  authority: KeyedCertificate;
  /** The file with the company's seal; a contract sent by a former version has none, and is sealed now. */
  sealed: Place | undefined;
  seal: { signer: KeyedCertificate; authority: string } | undefined;
}

export async function readWork(
  cx: Context,
  row: ContractRow,
  { signing, image }: Pick<SigningWork, 'signing' | 'image'>,
): Promise<SigningWork> {
  const file = row.sealedPdfId ? await findAttach(cx, row.sealedPdfId) : undefined;
  return {
    taskId: row.signTaskId,
    doc: await worded(cx, row),
    signing,
    image,
    evidence: evidenceOf(row, signing),
    time: cx.deps.now(),
    authority: await authorityOf(cx),
    sealed: file && (await cx.deps.files.placeOf(cx, file)),
    seal: file ? undefined : await sealOf(cx, row.doc.provider.name),
  };
}

export interface SignedFile {
  bytes: Buffer;
  stampState: number | null;
  stampFault: string | null;
}

async function stamped(deps: Deps, url: string, bytes: Buffer, request: Buffer, asking: Asking): Promise<SignedFile> {
  try {
    const answer = await deps.egress({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: request,
    });
    if (answer.status !== 200) throw new Error(`the time stamp authority answered ${answer.status}`);
    return { bytes: await stampFile(bytes, answer.bytes, asking), stampState: stampStates.added, stampFault: null };
  } catch (error) {
    // The signature is valid without a stamp: the contract is signed, and its history says what is missing.
    return { bytes, stampState: stampStates.failed, stampFault: (error as Error).message.slice(0, mostFault) };
  }
}

/** Signs the file, with a time stamp where an authority for them is set. */
export async function signFile(deps: Deps, work: SigningWork): Promise<SignedFile> {
  const { doc, signing, image, evidence, time, authority, sealed, seal } = work;
  const url = deps.settings.timeStampUrl;
  const held = await sealed?.store.get(sealed.key);
  if (sealed && !held) throw new Error(`the file of contract ${doc.contractNumber} is gone`);
  const asking = { by: doc.contractNumber };
  const file = held ? await buffer(held.stream) : await sealContract({ doc, ...seal!, time }, asking);
  const { bytes, request } = await signContract(
    {
      file,
      doc,
      signature: { name: doc.customer.name, time: signing.time, image, evidence },
      authority,
      time,
      ...(url ? { nonce: deps.random(8) } : {}),
    },
    asking,
  );
  return url && request ? stamped(deps, url, bytes, request, asking) : { bytes, stampState: null, stampFault: null };
}

/** Stores the signed file, and applies it to the order. Answers the file. */
export async function storeSigned(
  cx: Context,
  row: ContractRow,
  { taskId, signing, evidence }: SigningWork,
  { bytes, stampState, stampFault }: SignedFile,
): Promise<Attach> {
  if (row.signTaskId !== taskId) refuse('sign.badLink');
  const attach = await keepPaper(cx, row, bytes);
  const signed = (await cx.rows(fascContract).update(
    row,
    {
      ...signedChange(row, signing),
      signedPdfId: attach.id,
      evidence: JSON.stringify([...evidence, fileEvidence(attach.sha256)]),
      stampState,
      stampFault,
    },
    { action: 'sign', ...(stampFault ? { reason: `未取得可信时间戳：${stampFault}` } : {}) },
  )) as ContractRow;
  await contractSigned(cx, signed);
  return attach;
}
