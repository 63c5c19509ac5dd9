import { createHmac, randomBytes, scrypt as scryptCallback, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../kernel/ports';
import { workQueue } from '../../kernel/workQueue';

/**
 * Cost of a new hash: about 0.2 s of a processor and 32 MiB. Raise the figures here; older hashes keep their own.
 * Operators cannot change them; the tests lower them in their own process.
 */
export const hashCost = { N: 2 ** 15, r: 8, p: 3 };
const maxmem = 64 * 1024 * 1024;
/** Two at once leave a processor for everything else; the queue takes about three seconds at the most. */
const inTurn = workQueue(2, 24);

function scrypt(text: Buffer, salt: Buffer, { N, r, p }: typeof hashCost): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scryptCallback(text, salt, 32, { N, r, p, maxmem }, (error, key) => (error ? reject(error) : resolve(key))),
  );
}

function peppered(md5: string, secrets: Secrets) {
  return createHmac('sha256', secrets.key('pepper')).update(md5.toLowerCase()).digest();
}

function stored(salt: Buffer, key: Buffer, { N, r, p }: typeof hashCost) {
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Stored hash of the md5 hex that clients send: salted, peppered, slow. */
export function hashPassword(md5: string, secrets: Secrets): Promise<string> {
  return inTurn(async () => {
    const salt = randomBytes(16);
    const { N, r, p } = hashCost;
    const key = await scrypt(peppered(md5, secrets), salt, { N, r, p });
    return stored(salt, key, { N, r, p });
  });
}

/** An unknown account is checked against this, so that it takes as long as a known one. */
function unknownAccountHash() {
  return stored(Buffer.alloc(16), Buffer.alloc(32), hashCost);
}

export function isPassword(md5: string, held: string | undefined, secrets: Secrets): Promise<boolean> {
  return inTurn(async () => {
    const [, N, r, p, salt = '', key = ''] = (held ?? unknownAccountHash()).split('$');
    const expected = Buffer.from(key, 'base64url');
    const given = await scrypt(peppered(md5, secrets), Buffer.from(salt, 'base64url'), {
      N: Number(N),
      r: Number(r),
      p: Number(p),
    });
    return held !== undefined && timingSafeEqual(given, expected);
  });
}
