/** The code that only encryption under a public key needs. */
import { sm2 as cipher } from 'sm-crypto-v2';

/**
 * The library keeps a table of 4,224 multiples of the curve's base point, 0.6 MB, for the next encryption. A session
 * needs one, for which a window of 1 is as quick.
 */
function dropTable(publicKey: string): void {
  const point = cipher.precomputePublicKey(publicKey, 1);
  const { BASE } = point.constructor as unknown as { BASE: typeof point };
  BASE.precompute(1);
}

/** C1C2C3 in hex, always with the prefix of an uncompressed point: a ciphertext that began with 04 by chance would be
 *  ambiguous. */
export function sm2(text: string, publicKey: string): string {
  dropTable(publicKey);
  return `04${cipher.doEncrypt(text, publicKey, 0)}`;
}
