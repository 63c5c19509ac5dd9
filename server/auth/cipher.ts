import { createHash } from 'node:crypto';
import { sm2 } from 'sm-crypto-v2';
import type { ConsoleSettings } from '../../contract/wire/settings';
import type { Deps } from '../kernel/context';
import type { Secrets } from '../kernel/ports';
import { recordedHere } from './recordedMark';

/** Longest ciphertext that is decrypted, in hex digits: passwords of more than 900 bytes. */
const mostDigits = 2048;
/** C1 without its leading 04, and C3. */
const leastDigits = 128 + 64;

/**
 * The installation's SM2 key pair in hex: derived from its root key, so that it is in the same private file and backup,
 * and is the same on all servers that share it.
 */
export function sm2Keys(secrets: Secrets): { privateKey: string; publicKey: string } {
  const scalar = secrets.key('sm2');
  scalar[0]! &= 0x7f; // always below the order of the curve
  const privateKey = scalar.toString('hex');
  return { privateKey, publicKey: sm2.getPublicKeyFromPrivateKey(privateKey) };
}

function decrypted(digits: string, privateKey: string): string {
  try {
    return sm2.doDecrypt(digits, privateKey, 0, { output: 'string' });
  } catch {
    return ''; // a point off the curve, or no text inside
  }
}

/**
 * The password of a ciphertext in C1C2C3 order, hex; '' when there is none. Browsers of the family leave out the 04
 * that C1 begins with, and one in 256 of their ciphertexts begins with 04 by chance: both readings are tried, and the
 * checksum inside decides.
 */
export function openSm2(text: string, privateKey: string): string {
  if (text.length < leastDigits || text.length > mostDigits || text.length % 2 !== 0 || !/^[0-9a-f]+$/i.test(text))
    return '';
  const digits = text.toLowerCase();
  return (digits.startsWith('04') && decrypted(digits.slice(2), privateKey)) || decrypted(digits, privateKey);
}

/** A received password. */
export interface SentPassword {
  /** Its md5 hex: the stored hash is made of it, however it was sent. */
  digest: string;
  /** The plain password, known where it was sent as SM2. */
  plain?: string;
}

/**
 * A password as the deployment lets it be sent; undefined for everything else. Stored hashes survive a change of the
 * setting; where it says `sm2`, md5 is refused, because an intercepted md5 could be used to sign in.
 */
export function readPassword(
  { settings, secrets }: Pick<Deps, 'settings' | 'secrets'>,
  sent = '',
): SentPassword | undefined {
  const { passwordCipher } = settings.console;
  if (passwordCipher !== 'sm2' && /^[0-9a-f]{32}$/i.test(sent)) return { digest: sent.toLowerCase() };
  if (passwordCipher === 'md5') return undefined;
  const plain = openSm2(sent, sm2Keys(secrets).privateKey);
  return plain === '' ? undefined : { digest: createHash('md5').update(plain).digest('hex'), plain };
}

/** The body of `/config.json`: the operator's settings, the public key for passwords, and who is recorded. */
export async function shownSettings(deps: Deps, cookies?: string): Promise<ConsoleSettings> {
  const { settings, secrets } = deps;
  const recorded = settings.console.testerMode ? undefined : await recordedHere(deps, cookies);
  return {
    ...settings.console,
    ...(recorded ? { testerMode: true, recorded } : {}),
    sm2PublicKey: settings.console.passwordCipher === 'md5' ? '' : sm2Keys(secrets).publicKey,
  };
}
