/** Codes that plainly name a secret: `smtp.password`, `sms.apiKey`, `push-token`. */
import type { Field } from './fields';

const secretWords = new Set([
  'password',
  'passwd',
  'pwd',
  'passphrase',
  'secret',
  'token',
  'credential',
  'authorization',
  'key',
]);
const endsInSecret = /(?:password|passwd|passphrase|secret|token|(?:api|access|app|secret|private|sign)key)s?$/;

/** Whether the last word of a code says that it names a secret, one of several too: `password.days` names days, `token2` a token. */
export function isSecretCode(code: unknown): boolean {
  const words = String(code ?? '')
    .normalize('NFKC')
    .replace(/([a-z\d])([A-Z])/g, '$1.$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
  const last = words.at(-1) ?? '';
  if (words.at(-2) === 'public') return false;
  return secretWords.has(last.replace(/s$/, '')) || endsInSecret.test(last);
}

/** Whether the field holds a secret in this record. */
export function isSecretIn({ secretBy }: Pick<Field, 'secretBy'>, record: object): boolean {
  return secretBy !== undefined && isSecretCode((record as Record<string, unknown>)[secretBy]);
}

/** What is shown for a secret that is stored; sent back, it leaves the secret as it is. */
export const secretMask = '***';
