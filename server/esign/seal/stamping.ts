/** Time stamps (RFC 3161) of single signatures. */
import { assemble, sha256, stampRequest, tokenIn, tokenRoom } from './cms';
import { lastOf, stampOf } from './verifying';

/** The request for a time stamp of the last signature of a file of ours (DER); null where it has one, or no room. */
export async function stampWanted({
  file,
  nonce,
}: {
  file: Uint8Array;
  /** Eight random bytes. */
  nonce: Uint8Array;
}): Promise<Buffer | null> {
  const { from, to, parts } = lastOf(Buffer.from(file));
  const hasRoom = assemble(parts).length + tokenRoom <= (to - from) / 2;
  return parts.token || !hasRoom ? null : stampRequest(sha256(parts.signature), Buffer.from(nonce));
}

/** Adds the token of a time stamp's answer to the last signature of a file of ours. Throws RangeError when the answer
 *  grants none, or one that is not over this signature. */
export async function stampFile(bytes: Uint8Array, answer: Uint8Array): Promise<Buffer> {
  const file = Buffer.from(bytes);
  const { from, to, parts } = lastOf(file);
  const token = tokenIn(Buffer.from(answer));
  if (!(await stampOf(token, parts.signature)).isValid)
    throw new RangeError('the time stamp is not over this signature');
  const hex = assemble({ ...parts, token }).toString('hex');
  if (hex.length > to - from - 2) throw new RangeError('the time stamp is too large');
  file.write(hex, from + 1, 'latin1');
  return file;
}
