import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { businessDate } from '../../contract/domain/calendar';
import { sessionsChanged } from '../engine/inbox/push';
import { type Call, defineCall } from '../kernel/call';
import type { Deps } from '../kernel/context';
import type { Trx } from '../kernel/database';
import { refuse } from '../kernel/errors';
import { openRoute } from '../kernel/route';
import { described, done, freeText, optional } from '../kernel/schemas';
import { readPassword } from './cipher';
import { isPassword } from './password/password';
import { authenticate } from './session';

/** Wrong answers without a penalty; after them each wait doubles, in seconds up to the longest. */
const freeTries = 5;
const longestWait = 300;

/** The proof is already the outcome of a slow function in the browser; here a plain hash is enough. */
const proofPattern = /^[0-9a-fA-F]{32,128}$/;
function proof() {
  return Type.String({ pattern: proofPattern.source, ...described('十六进制', 'In hex') });
}
function hashOf(proof: string) {
  return createHash('sha256').update(proof.toLowerCase()).digest('hex');
}
function isProof(value = ''): boolean {
  return proofPattern.test(value);
}
function isSame(a: string, b: string) {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

function ownRow(trx: Trx, tenantId: string, sid: string) {
  return trx.selectFrom('sign_in').where('tenant_id', '=', tenantId).where('sid', '=', sid);
}

export const lockCalls: Call[] = [
  defineCall({
    method: 'POST',
    path: '/blade-auth/oauth/lock',
    title: ['锁定屏幕', 'Lock the screen'],
    body: { proof: optional(proof()) },
    answer: done,
    permission: 'signedIn',
    whileLocked: true,
    beforeOwnPassword: true,
    /** Lock the session behind a proof: `{proof}`, hex. A locked one keeps the proof it has. */
    async handle({ trx, tenantId, principal }, { input }) {
      const proof = input.proof ?? refuse('badParameter', { name: 'proof' });
      const own = await ownRow(trx, tenantId, principal!.sid)
        .select('lock_proof')
        .forUpdate()
        .executeTakeFirstOrThrow();
      const hash = hashOf(proof);
      if (own.lock_proof === null) {
        await trx
          .updateTable('sign_in')
          .set({ lock_proof: hash, unlock_failures: 0, unlock_after: null })
          .where('tenant_id', '=', tenantId)
          .where('sid', '=', principal!.sid)
          .execute();
        await sessionsChanged(trx, tenantId, principal!.userId);
      } else if (!isSame(own.lock_proof, hash)) refuse('session.locked'); // the same proof again repeats a request whose answer was lost
      return true;
    },
  }),
];

/**
 * Unlocking, by the proof it was locked with or by the account's password: `{proof}` or `{password}`. A route of its
 * own, because a guess must be counted before it is checked, whatever the outcome, and no transaction should wait for
 * the slow hash of a password.
 */
export function lockRoutes(app: FastifyInstance, deps: Deps): void {
  const inTenant = <T>(tenantId: string, work: (trx: Trx) => Promise<T>) =>
    deps.db.withTenant(tenantId, businessDate(deps.now()), work);

  /** Count a guess. Answers the remaining seconds when this one comes too early, and then does not count it. */
  const countGuess = async (trx: Trx, tenantId: string, sid: string): Promise<number> => {
    const now = deps.now();
    // Concurrent guesses wait for each other here.
    const row = await ownRow(trx, tenantId, sid)
      .select(['unlock_failures', 'unlock_after'])
      .forUpdate()
      .executeTakeFirstOrThrow();
    const until: number = row.unlock_after?.getTime() ?? 0;
    if (until > now) return Math.max(1, Math.ceil((until - now) / 1000));
    const failures: number = row.unlock_failures + 1;
    const seconds = Math.min(2 ** (failures - freeTries), longestWait);
    await trx
      .updateTable('sign_in')
      .set({
        unlock_failures: failures,
        unlock_after: failures >= freeTries ? new Date(now + seconds * 1000) : null,
      })
      .where('tenant_id', '=', tenantId)
      .where('sid', '=', sid)
      .execute();
    return 0;
  };

  const unlock = async (request: FastifyRequest, proof = '', password = ''): Promise<void> => {
    const token = await authenticate(deps, request.headers['blade-auth']);
    const { tenantId, sid } = token;
    const held = await inTenant(tenantId, async (trx) => {
      const { userId, isLocked } = await token.principal(trx);
      if (!isLocked) return undefined; // unlocking twice is no mistake
      const wait = await countGuess(trx, tenantId, sid);
      // Read after the count: a concurrent request may have unlocked the session.
      const { lock_proof } = await ownRow(trx, tenantId, sid).select('lock_proof').executeTakeFirstOrThrow();
      if (lock_proof === null) return undefined;
      const user = await trx
        .selectFrom('sys_user')
        .select('password_hash')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', userId)
        .executeTakeFirst();
      return { wait, lockProof: lock_proof as string, passwordHash: user?.password_hash as string | undefined };
    });
    if (!held) return;
    if (held.wait > 0) refuse('session.unlockLater', { seconds: held.wait });
    const isRight = isProof(proof)
      ? isSame(held.lockProof, hashOf(proof))
      : await isPassword(readPassword(deps, password)?.digest ?? '', held.passwordHash, deps.secrets);
    if (!isRight) refuse('session.wrongUnlock');
    await inTenant(tenantId, (trx) =>
      trx
        .updateTable('sign_in')
        .set({ lock_proof: null, unlock_failures: 0, unlock_after: null })
        .where('tenant_id', '=', tenantId)
        .where('sid', '=', sid)
        // only the lock that was checked: another window may have unlocked and locked again
        .where('lock_proof', '=', held.lockProof)
        .execute(),
    );
  };

  openRoute(app, {
    method: 'POST',
    url: '/api/blade-auth/oauth/unlock',
    permission: 'signedIn',
    title: ['解锁屏幕', 'Unlock the screen'],
    body: { proof: optional(freeText()), password: optional(freeText()) },
    answer: done,
    async handle({ proof, password }, request) {
      await unlock(request, proof, password);
      return true;
    },
  });
}
