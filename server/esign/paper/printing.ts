import { refuse } from '../../kernel/errors';
import { type JobOptions, openThread, ThreadEnded } from '../../kernel/paper/thread';
import type { KeyedCertificate, Subject, Validity } from '../seal/certificates';
import type { OfferJob, SignJob } from '../seal/signing';
import type { FileReport } from '../seal/verifying';
import type { ContractDoc } from './pdf';

export interface VerifyJob {
  file: Uint8Array;
  authorities: readonly string[];
}
/** What the thread of contracts does, one job after the other. */
export interface PaperJobs {
  print: { job: ContractDoc; made: Uint8Array };
  plain: { job: ContractDoc; made: Uint8Array };
  seal: { job: OfferJob; made: Uint8Array };
  sign: { job: SignJob; made: { bytes: Uint8Array; request?: Uint8Array } };
  stamp: { job: { file: Uint8Array; answer: Uint8Array }; made: Uint8Array };
  authority: { job: { subject: Subject; validity: Validity }; made: KeyedCertificate };
  certificate: {
    job: { authority: KeyedCertificate; subject: Subject; validity: Validity };
    made: KeyedCertificate;
  };
}

const thread = openThread<{ kind: keyof PaperJobs; job: unknown }, unknown>(__dirname, 'printer');
function done<K extends keyof PaperJobs>(kind: K, job: PaperJobs[K]['job']): Promise<PaperJobs[K]['made']> {
  return thread({ kind, job }) as Promise<PaperJobs[K]['made']>;
}

/** `renderContract` of pdf.ts; the same document gives the same bytes. */
export async function printContract(doc: ContractDoc): Promise<Buffer> {
  return Buffer.from(await done('print', doc));
}
/** `renderPlain` of pdf.ts. */
export async function printPlain(doc: ContractDoc): Promise<Buffer> {
  return Buffer.from(await done('plain', doc));
}
/** `sealContract` of seal/signing.ts. */
export async function sealContract(job: OfferJob): Promise<Buffer> {
  return Buffer.from(await done('seal', job));
}
/** `signContract` of seal/signing.ts. */
export async function signContract(job: SignJob): Promise<{ bytes: Buffer; request?: Buffer }> {
  const { bytes, request } = await done('sign', job);
  return { bytes: Buffer.from(bytes), ...(request ? { request: Buffer.from(request) } : {}) };
}
/** `stampFile` of seal/verifying.ts. */
export async function stampFile(file: Buffer, answer: Buffer): Promise<Buffer> {
  return Buffer.from(await done('stamp', { file, answer }));
}
/**
 * `verifyFile` of seal/verifying.ts, in a thread of its own: the file may come from anyone, and whatever it does to its
 * reader, contracts are printed, sealed and signed meanwhile. Refuses `fileTooHeavy`.
 */
export async function verifyFile(
  file: Buffer,
  authorities: readonly string[],
  options: JobOptions = {},
): Promise<FileReport> {
  try {
    return await verifier({ file, authorities }, options);
  } catch (error) {
    if (error instanceof ThreadEnded) return refuse('fileTooHeavy');
    throw error;
  }
}
const verifier = openThread<VerifyJob, FileReport>(__dirname, 'verifier', {
  jobMs: 15_000,
  heapMb: 256,
  mostWaiting: 30,
  mostOfHolder: 3,
});
export function makeAuthority(job: PaperJobs['authority']['job']): Promise<KeyedCertificate> {
  return done('authority', job);
}
export function makeCertificate(job: PaperJobs['certificate']['job']): Promise<KeyedCertificate> {
  return done('certificate', job);
}
