/** The program of the thread that prints and signs contracts. */
import { printIn } from '../../kernel/paper/printIn';
import { issue, makeAuthority } from '../seal/certificates';
import { listsNeeded, makeLasting, stampLasting } from '../seal/lasting';
import { sealContract, signContract } from '../seal/signing';
import { stampFile, stampWanted } from '../seal/stamping';
import type { ContractSignature } from '../wording/doc';
import { type ContractDoc, renderContract, renderPlain } from './pdf';
import type { PaperJobs } from './printing';

/** Buffers arrive in the thread as plain arrays of bytes. */
function receivedSignature(signature: ContractSignature): ContractSignature {
  return signature.image ? { ...signature, image: Buffer.from(signature.image) } : signature;
}
function received(doc: ContractDoc): ContractDoc {
  return doc.signature ? { ...doc, signature: receivedSignature(doc.signature) } : doc;
}

const work: { [K in keyof PaperJobs]: (job: PaperJobs[K]['job']) => Promise<PaperJobs[K]['made']> } = {
  print: (doc) => renderContract(received(doc)),
  plain: (doc) => renderPlain(doc),
  seal: sealContract,
  sign: (job) => signContract({ ...job, signature: receivedSignature(job.signature) }),
  stampWanted,
  stamp: ({ file, answer }) => stampFile(file, answer),
  listsNeeded: ({ file }) => listsNeeded(file),
  lasting: makeLasting,
  stampLasting: ({ file, answer }) => stampLasting(file, answer),
  authority: async ({ subject, validity }) => makeAuthority(subject, validity),
  certificate: async ({ authority, subject, validity }) => issue(authority, subject, validity),
};

printIn<{ kind: keyof PaperJobs; job: never }>(({ kind, job }) => work[kind](job));
