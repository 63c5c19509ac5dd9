/** The worker thread that prints contracts: laying out a page takes most of a second of processor time. */
import { parentPort } from 'node:worker_threads';
import { type ContractDoc, renderContract } from './pdf';

/** Buffers arrive in the thread as plain arrays of bytes. */
function received(doc: ContractDoc): ContractDoc {
  return doc.signature?.image
    ? { ...doc, signature: { ...doc.signature, image: Buffer.from(doc.signature.image) } }
    : doc;
}

parentPort!.on('message', async ({ id, doc }: { id: number; doc: ContractDoc }) => {
  try {
    parentPort!.postMessage({ id, bytes: await renderContract(received(doc)) });
  } catch (error) {
    parentPort!.postMessage({ id, error });
  }
});
