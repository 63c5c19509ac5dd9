/** A contract as a former version signed it: its evidence is a note that the customer's revision replaces. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signaturesOf } from './pdfSignatures';

export function formerContract() {
  const file = readFileSync(join(__dirname, 'papers/formerContract.pdf'));
  const [seal] = signaturesOf(file);
  return {
    file,
    /** The file before the customer's signature. */
    sealed: file.subarray(0, seal!.end),
    /** The certificate that issued both others; DER, base64. */
    authority: seal!.authority.raw.toString('base64'),
  };
}
