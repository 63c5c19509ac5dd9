/** How the embedded PostgreSQL authenticates the server: passwords derived from the installation's key. */
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import type { Secrets } from '../kernel/ports';

const ITERATIONS = 4096; // PostgreSQL's own; the password is random, so more would only cost time

/** The content of `pg_hba.conf`: every connection needs a password, and uses the socket. */
export const HBA = `# Written by the server at each start; changes do not last.
local all         all scram-sha-256
local replication all scram-sha-256
`;
/** Used instead while roles without a password, or with another one, get theirs. */
export const HBA_WITHOUT_PASSWORDS = 'local all all trust\n';

export function passwordOf(role: string, secrets: Secrets): string {
  return secrets.key(`postgres password of ${role}`).toString('hex');
}

/** The password of `role` as PostgreSQL stores it (RFC 5803): the same at each start, and the password itself is never
 *  sent. */
export function verifierOf(role: string, secrets: Secrets): string {
  const salt = secrets.key(`postgres salt of ${role}`).subarray(0, 16);
  const salted = pbkdf2Sync(passwordOf(role, secrets), salt, ITERATIONS, 32, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`;
}
