import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Secrets } from '../kernel/ports';

export function secretsFrom(root: Buffer): Secrets {
  if (root.length < 32)
    throw new Error(
      '密钥文件中的密钥过短，请从备份恢复 · the secret file holds a key that is too short; restore it from a backup',
    );
  const key = (purpose: string) => createHmac('sha256', root).update(purpose).digest();
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', key(purpose)).update(text).digest('base64url').slice(0, 32);
  return {
    key,
    sign,
    isSigned(purpose, text, proof) {
      const expected = Buffer.from(sign(purpose, text));
      const given = Buffer.from(proof);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
    seal(text) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key('seal'), iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `v1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    unseal(sealed) {
      const raw = Buffer.from(sealed.slice(3), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key('seal'), raw.subarray(0, 12));
      decipher.setAuthTag(raw.subarray(12, 28));
      return Buffer.concat([decipher.update(raw.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

/** Read the installation's key, or make it at the first start. Written whole or not at all. */
export function openSecrets(dataDir: string): Secrets {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'secret.key');
  if (!existsSync(file)) {
    const handle = openSync(`${file}.new`, 'w', 0o600);
    writeSync(handle, randomBytes(32).toString('hex'));
    fsyncSync(handle);
    closeSync(handle);
    renameSync(`${file}.new`, file);
  }
  return secretsFrom(Buffer.from(readFileSync(file, 'utf8').trim(), 'hex'));
}
