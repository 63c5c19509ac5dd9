import { type Asking, openThread } from '../../kernel/paper/thread';
import type { KeyedCertificate, Subject, Validity } from '../seal/certificates';
import type { LastingJob } from '../seal/lasting';
import type { OfferJob, SignJob } from '../seal/signing';
import type { FileReport } from '../seal/verifying';
import type { ContractDoc } from './pdf';

/** What the thread of contracts does, one job after the other. */
export interface PaperJobs {
  print: { job: ContractDoc; made: Uint8Array };
  plain: { job: ContractDoc; made: Uint8Array };
  seal: { job: OfferJob; made: Uint8Array };
  sign: { job: SignJob; made: { bytes: Uint8Array; request?: Uint8Array } };
  stampWanted: { job: { file: Uint8Array; nonce: Uint8Array }; made: Uint8Array | null };
  stamp: { job: { file: Uint8Array; answer: Uint8Array }; made: Uint8Array };
  listsNeeded: { job: { file: Uint8Array }; made: string[][] };
  lasting: { job: LastingJob; made: { bytes: Uint8Array; request: Uint8Array } };
  stampLasting: { job: { file: Uint8Array; answer: Uint8Array }; made: Uint8Array };
  authority: { job: { subject: Subject; validity: Validity }; made: KeyedCertificate };
  certificate: {
    job: { authority: KeyedCertificate; subject: Subject; validity: Validity };
    made: KeyedCertificate;
  };
}

/** The installation's own work has its turn like a person's. */
const own: Asking = { by: 'installation' };

/** What the thread of verification does. */
export interface VerifyJob {
  file: Uint8Array;
  authorities: readonly string[];
}
const verifier = openThread<VerifyJob, FileReport>(__dirname, 'verifier', {
  jobMs: 20_000,
  mostMb: 256,
  mostWaiting: 60,
  mostOfPerson: 5,
});
const thread = openThread<{ kind: keyof PaperJobs; job: unknown }, unknown>(__dirname, 'printer');
function done<K extends keyof PaperJobs>(
  kind: K,
  job: PaperJobs[K]['job'],
  asking: Asking,
): Promise<PaperJobs[K]['made']> {
  return thread({ kind, job }, asking) as Promise<PaperJobs[K]['made']>;
}

/** `renderContract` of pdf.ts; the same document gives the same bytes. */
export async function printContract(doc: ContractDoc, asking: Asking = own): Promise<Buffer> {
  return Buffer.from(await done('print', doc, asking));
}
/** `renderPlain` of pdf.ts. */
export async function printPlain(doc: ContractDoc, asking: Asking = own): Promise<Buffer> {
  return Buffer.from(await done('plain', doc, asking));
}
/** `sealContract` of seal/signing.ts. */
export async function sealContract(job: OfferJob, asking: Asking = own): Promise<Buffer> {
  return Buffer.from(await done('seal', job, asking));
}
/** `signContract` of seal/signing.ts. */
export async function signContract(job: SignJob, asking: Asking = own): Promise<{ bytes: Buffer; request?: Buffer }> {
  const { bytes, request } = await done('sign', job, asking);
  return { bytes: Buffer.from(bytes), ...(request ? { request: Buffer.from(request) } : {}) };
}
/** `stampWanted` of seal/stamping.ts. */
export async function stampWanted(job: PaperJobs['stampWanted']['job'], asking: Asking = own): Promise<Buffer | null> {
  const request = await done('stampWanted', job, asking);
  return request && Buffer.from(request);
}
/** `stampFile` of seal/stamping.ts. */
export async function stampFile(file: Buffer, answer: Buffer, asking: Asking = own): Promise<Buffer> {
  return Buffer.from(await done('stamp', { file, answer }, asking));
}
/** `listsNeeded` of seal/lasting.ts. */
export function listsNeeded(file: Buffer, asking: Asking = own): Promise<string[][]> {
  return done('listsNeeded', { file }, asking);
}
/** `makeLasting` of seal/lasting.ts. */
export async function makeLasting(job: LastingJob, asking: Asking = own): Promise<{ bytes: Buffer; request: Buffer }> {
  const { bytes, request } = await done('lasting', job, asking);
  return { bytes: Buffer.from(bytes), request: Buffer.from(request) };
}
/** `stampLasting` of seal/lasting.ts. */
export async function stampLasting(file: Buffer, answer: Buffer, asking: Asking = own): Promise<Buffer> {
  return Buffer.from(await done('stampLasting', { file, answer }, asking));
}
/** `verifyFile` of seal/verifying.ts, in a thread of its own. */
export function verifyFile(file: Buffer, authorities: readonly string[], asking: Asking = own): Promise<FileReport> {
  return verifier({ file, authorities }, asking);
}
export function makeAuthority(job: PaperJobs['authority']['job'], asking: Asking = own): Promise<KeyedCertificate> {
  return done('authority', job, asking);
}
export function makeCertificate(job: PaperJobs['certificate']['job'], asking: Asking = own): Promise<KeyedCertificate> {
  return done('certificate', job, asking);
}
