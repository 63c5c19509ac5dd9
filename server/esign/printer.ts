/** The worker thread in which contracts are printed: laying out a page keeps a processor busy for a good part of a second. */
import { parentPort } from 'node:worker_threads';
import { type ContractDoc, renderContract } from './pdf';

/** Bytes that crossed the thread's border arrive as plain arrays of bytes. */
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
