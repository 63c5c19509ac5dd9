import { createHash } from 'node:crypto';
import { sm2 } from 'sm-crypto-v2';
import type { ConsoleSettings } from '../../contract/wire/settings';
import type { Deps } from '../kernel/context';
import type { Secrets } from '../kernel/ports';

/** Hex digits of the longest ciphertext that is looked at: passwords of more than 900 bytes. */
const mostDigits = 2048;
/** C1 without its leading 04, and C3. */
const leastDigits = 128 + 64;

/**
 * The installation's SM2 key pair in hex: derived from the key of the first run, so that it rests in the same private
 * file, is backed up with it, and is the same on all servers that share it.
 */
export function sm2Keys(secrets: Secrets): { privateKey: string; publicKey: string } {
  const scalar = secrets.key('sm2');
  scalar[0]! &= 0x7f; // below the order of the curve, always
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
 * that C1 begins with, and one in 256 of what they send begins with 04 by chance: both readings are tried, and the
 * checksum inside says which one was meant.
 */
export function openSm2(text: string, privateKey: string): string {
  if (text.length < leastDigits || text.length > mostDigits || text.length % 2 !== 0 || !/^[0-9a-f]+$/i.test(text))
    return '';
  const digits = text.toLowerCase();
  return (digits.startsWith('04') && decrypted(digits.slice(2), privateKey)) || decrypted(digits, privateKey);
}

/** A password that was sent. */
export interface SentPassword {
  /** Its md5 hex: what is stored is made of it, whichever way it came. */
  digest: string;
  /** The word itself, known where it came as SM2. */
  plain?: string;
}

/**
 * A password as the deployment lets it travel; undefined for everything else. What is stored outlives a change of the
 * setting; where it says `sm2`, md5 is refused, or whoever reads it on the way could use it.
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

/** What `/config.json` tells: the operator's settings, and the key that passwords travel under. */
export function shownSettings({ settings, secrets }: Pick<Deps, 'settings' | 'secrets'>): ConsoleSettings {
  return {
    ...settings.console,
    sm2PublicKey: settings.console.passwordCipher === 'md5' ? '' : sm2Keys(secrets).publicKey,
  };
}
