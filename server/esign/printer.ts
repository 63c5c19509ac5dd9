/** The program of the thread that prints contracts. */
import { printIn } from '../kernel/paper/thread';
import { type ContractDoc, renderContract } from './pdf';

/** Buffers arrive in the thread as plain arrays of bytes. */
function received(doc: ContractDoc): ContractDoc {
  return doc.signature?.image
    ? { ...doc, signature: { ...doc.signature, image: Buffer.from(doc.signature.image) } }
    : doc;
}

printIn<ContractDoc>((doc) => renderContract(received(doc)));
