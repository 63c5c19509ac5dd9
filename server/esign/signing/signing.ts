/**
 * A customer's signature in three steps: what it needs is read in one transaction, the file is signed and stamped
 * outside of any, since a time stamp comes over the network, and the result is stored in a second one, which checks
 * again that the contract may be signed.
 */
import { createHash } from 'node:crypto';
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
import { type EvidenceLine, evidenceOf, fileEvidence, type Signing, sealedEvidence, signedChange } from '../evidence';
import { contractSigned } from '../outcome';
import { keepPaper } from '../paper/paperFiles';
import type { ContractDoc } from '../paper/pdf';
import { sealContract, signContract, stampFile, stampWanted } from '../paper/printing';
import type { KeyedCertificate } from '../seal/certificates';
import { isFormerSeal } from '../seal/formerSeal';
import { askForLasting, askForStamp } from './lasting';
import { stampStates } from './stamps';

const mostFault = 300;

/** What a signature is made of. */
export interface SigningWork {
  /** The sending that is signed. */
  taskId: string | null;
  doc: ContractDoc;
  signing: Signing;
  image: Buffer;
  /** Without the digest of the file that is signed. */
  evidence: EvidenceLine[];
  time: number;
  authority: KeyedCertificate;
  /** The file with the company's seal. */
  sealed: Place | undefined;
  /** Seals now what a former version has not sealed, or as nothing is signed any more. */
  seal: { signer: KeyedCertificate; authority: string };
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
    seal: await sealOf(cx, row.doc.provider.name),
  };
}

export interface SignedFile {
  bytes: Buffer;
  /** Digest of the file before the customer's signature. */
  sealedSha256: string;
  evidence: EvidenceLine[];
  stampState: number | null;
  stampFault: string | null;
}
type Stamped = Pick<SignedFile, 'bytes' | 'stampState' | 'stampFault'>;

async function withStamp(deps: Deps, url: string, bytes: Buffer, request: Buffer, asking: Asking): Promise<Stamped> {
  try {
    const answer = await askForStamp(deps, url, request);
    return { bytes: await stampFile(bytes, answer, asking), stampState: stampStates.added, stampFault: null };
  } catch (error) {
    // The signature is valid without a stamp: the contract is signed, and its history says what is missing.
    return { bytes, stampState: stampStates.failed, stampFault: (error as Error).message.slice(0, mostFault) };
  }
}

/**
 * The file with the company's seal, and a time stamp of the seal where an authority is set: later ones would change what
 * the customer signs.
 */
async function sealedFile(deps: Deps, { doc, sealed, seal, time }: SigningWork, asking: Asking): Promise<Stamped> {
  const url = deps.settings.timeStampUrl;
  const held = await sealed?.store.get(sealed.key);
  if (sealed && !held) throw new Error(`the file of contract ${doc.contractNumber} is gone`);
  const kept = held && (await buffer(held.stream));
  const bytes =
    kept && !isFormerSeal(kept) ? kept : await sealContract({ doc, ...seal, time, hasStamp: url !== '' }, asking);
  const request = url ? await stampWanted({ file: bytes, nonce: deps.random(8) }, asking) : null;
  return request ? withStamp(deps, url, bytes, request, asking) : { bytes, stampState: null, stampFault: null };
}

/** Signs the file, with a time stamp where an authority for them is set. */
export async function signFile(deps: Deps, work: SigningWork): Promise<SignedFile> {
  const { doc, signing, image, time, authority } = work;
  const url = deps.settings.timeStampUrl;
  const asking = { by: doc.contractNumber };
  const offered = await sealedFile(deps, work, asking);
  const file = offered.bytes;
  const sealedSha256 = createHash('sha256').update(file).digest('hex');
  const evidence = [...work.evidence, sealedEvidence(sealedSha256)];
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
  const { stampState, stampFault } = offered;
  // Who gave no stamp a moment ago is not waited for again.
  if (!request || stampState === stampStates.failed) return { bytes, stampState, stampFault, sealedSha256, evidence };
  return { ...(await withStamp(deps, url, bytes, request, asking)), sealedSha256, evidence };
}

/** Stores the signed file, and applies it to the order. Answers the file. */
export async function storeSigned(
  cx: Context,
  row: ContractRow,
  { taskId, signing }: SigningWork,
  { bytes, sealedSha256, evidence, stampState, stampFault }: SignedFile,
): Promise<Attach> {
  if (row.signTaskId !== taskId) refuse('sign.badLink');
  const attach = await keepPaper(cx, row, bytes);
  const signed = (await cx.rows(fascContract).update(
    row,
    {
      ...signedChange(row, signing),
      signedPdfId: attach.id,
      pdfSha256: sealedSha256,
      evidence: JSON.stringify([...evidence, fileEvidence(attach.sha256)]),
      stampState,
      stampFault,
    },
    { action: 'sign', ...(stampFault ? { reason: `未取得可信时间戳：${stampFault}` } : {}) },
  )) as ContractRow;
  if (stampState === stampStates.added) await askForLasting(cx, row.id);
  await contractSigned(cx, signed);
  return attach;
}
