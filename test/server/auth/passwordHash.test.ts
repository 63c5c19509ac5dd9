/** How passwords are stored, at the cost of the product. */
import { createHash } from 'node:crypto';
import { md5 } from '../../../server/auth/password/oneTimePassword';
import { hashCost, hashPassword, isPassword } from '../../../server/auth/password/password';
import { secretsFrom } from '../../../server/platform/secrets';

const secrets = secretsFrom(createHash('sha256').update('a key for tests').digest());
const others = secretsFrom(createHash('sha256').update('another key').digest());
const word = md5('Lease-desk-2026');
const shipped = { ...hashCost };
afterEach(() => void Object.assign(hashCost, shipped));

it('a hash names its cost: 2^15 blocks of 1 KiB, three times over, as OWASP asks of scrypt', async () => {
  expect(await hashPassword(word, secrets)).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
});

it('the right password opens it, in either case of its digest; a wrong one, another key and no hash do not', async () => {
  const hash = await hashPassword(word, secrets);
  expect(await isPassword(word, hash, secrets)).toBe(true);
  expect(await isPassword(word.toUpperCase(), hash, secrets)).toBe(true);
  expect(await isPassword(md5('Lease-desk-2027'), hash, secrets)).toBe(false);
  expect(await isPassword(word, hash, others)).toBe(false);
  expect(await isPassword(word, undefined, secrets)).toBe(false);
});

it('two hashes of one password have nothing in common', async () => {
  const [one = '', other = ''] = await Promise.all([hashPassword(word, secrets), hashPassword(word, secrets)]);
  expect(one.split('$')[4]).not.toBe(other.split('$')[4]);
  expect(one.split('$')[5]).not.toBe(other.split('$')[5]);
});

it('a hash keeps the cost it was made with when the cost of new ones changes', async () => {
  Object.assign(hashCost, { N: 2 ** 10, p: 1 });
  const older = await hashPassword(word, secrets);
  expect(older).toMatch(/^scrypt\$1024\$8\$1\$/);
  Object.assign(hashCost, shipped);
  expect(await isPassword(word, older, secrets)).toBe(true);
  expect(await isPassword(md5('wrong'), older, secrets)).toBe(false);
});

it('an account that does not exist costs as much as one that does', async () => {
  const hash = await hashPassword(word, secrets);
  const spent = async (held: string | undefined) => {
    const before = process.cpuUsage();
    await isPassword(word, held, secrets);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const [known, unknown] = [await spent(hash), await spent(undefined)];
  expect(unknown).toBeGreaterThan(known / 2);
  expect(unknown).toBeLessThan(known * 2);
});
