/** The code that only encryption under a public key needs. */
import { sm2 as cipher } from 'sm-crypto-v2';

/** C1C2C3 in hex, always with the prefix of an uncompressed point: a ciphertext that began with 04 by chance would be
 *  ambiguous. */
export function sm2(text: string, publicKey: string): string {
  return `04${cipher.doEncrypt(text, publicKey, 0)}`;
}
