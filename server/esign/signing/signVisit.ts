/** One request of a signing page: its ticket is checked, its contract locked, its wrong answers counted. */

import type { FastifyRequest } from 'fastify';
import { mobileIn } from '../../../contract/domain/reading/phones';
import { fascContract, providers } from '../../../contract/modules/esign/fascContract';
import { type CodeAsked, canSendCodes } from '../../auth/oneTimeCode';
import { isLive } from '../../auth/people';
import { asSystem, type Registry } from '../../engine/work';
import { languageOf } from '../../kernel/call';
import type { Context, Deps } from '../../kernel/context';
import { Refusal, refuse } from '../../kernel/errors';
import { isStoredId } from '../../kernel/ids';
import { type ContractRow, isExpired, minutesLater, mobileOf } from '../contracts';
import { isWitnessed, wayOf } from '../counter';
import type { SignWay } from '../evidence';
import { isStillTheirs, isTailOf } from '../madeOut';
import type { StepInput } from './signSteps';

/** Wrong answers before the link is blocked, and for how many minutes. A passed check is valid for half an hour. */
const mostTries = 5;
const lockMinutes = 15;
export const passMs = 30 * 60 * 1000;

/** What a visit works on. */
export interface Ground {
  deps: Deps;
  registry: Registry;
}

export interface Visit {
  cx: Context;
  row: ContractRow;
  ticket: string;
  way: SignWay;
  body: StepInput;
}

/** Runs `work` on the contract of the request's ticket, locked. A refusal that `work` returns is thrown after its
 *  transaction. */
export async function visit<T>(
  { deps, registry }: Ground,
  request: FastifyRequest,
  body: StepInput,
  work: (visit: Visit) => Promise<T | Refusal>,
): Promise<T> {
  const ticket = String(request.headers['sign-ticket'] ?? '').slice(0, 300);
  const [tenantId = '', id = ''] = ticket.split('.');
  if (!/^\d{1,12}$/.test(tenantId) || !isStoredId(id)) refuse('sign.badLink');
  const ground = { tenantId, actor: '', language: languageOf(request), requestId: request.id, address: request.ip };
  const answer = await asSystem(deps, registry, ground, async (cx) => {
    const [row] = (await cx.rows(fascContract).lock([id])) as ContractRow[];
    // The ticket is compared with the row's current one: a resend, a cancellation or an expiry invalidates the old
    // ones.
    const way = row && row.status !== 0 ? wayOf(cx, row, ticket) : undefined;
    if (!row || !way || !(await isLive(cx.trx, tenantId, deps.now()))) return refuse('sign.badLink');
    if (way === 'counter' && !(await isWitnessed(cx, row))) refuse('sign.counterOver');
    const isOurs = row.provider === providers.local;
    if (isOurs && way === 'link' && row.status !== 2 && !(await canSendCodes(cx))) refuse('sign.counterOnly');
    cx.actor = row.doc.customer.name;
    return work({ cx, row, ticket, way, body });
  });
  // A wrong answer must be counted, so its refusal is thrown after the transaction that counts it.
  if (answer instanceof Refusal) throw answer;
  return answer as T;
}

/** Refuses a contract that cannot be signed now, wherever it is signed. */
export async function requireValid({ row, cx, way }: Visit): Promise<void> {
  if (row.status === 2 || row.signTaskStatus === 'sign_completed') refuse('sign.done');
  if (isExpired(cx, row) || row.signTaskStatus !== 'sign_progress') refuse('sign.badLink');
  if (way === 'link' && row.lockedUntil && row.lockedUntil > cx.time) refuse('sign.locked', { minutes: lockMinutes });
  if (!(await isStillTheirs(cx, row))) refuse('sign.outdated');
}

/** Refuses a contract that cannot be signed on this page now. */
export async function requireOpen(held: Visit): Promise<void> {
  await requireValid(held);
  if (held.row.provider !== providers.local) refuse('sign.badLink');
}

/** Proof that the check was passed for a ticket, until `expires` (ms since 1970). */
export function passFor({ cx, ticket }: Visit, expires: number): string {
  return `${expires}.${cx.deps.secrets.sign('sign-pass', `${ticket}.${expires}`)}`;
}

/** Refuses a step without a valid pass. */
export function requirePass({ cx, ticket, body }: Visit): void {
  const [expires = '', proof = ''] = (body.pass ?? '').split('.');
  const isOurs = cx.deps.secrets.isSigned('sign-pass', `${ticket}.${expires}`, proof);
  if (!isOurs || Number(expires) < cx.deps.now()) refuse('sign.identifyFirst');
}

/** Count a wrong answer of the check. */
export async function wrongAnswer({ cx, row }: Visit, code: 'sign.notIdentified' | 'sign.wrongCode'): Promise<Refusal> {
  const wrongTries = row.wrongTries + 1;
  const isLocked = wrongTries >= mostTries;
  await cx.rows(fascContract).update(row, {
    wrongTries: isLocked ? 0 : wrongTries,
    lockedUntil: isLocked ? minutesLater(cx, lockMinutes) : null,
  });
  return isLocked ? new Refusal('sign.locked', { minutes: lockMinutes }) : new Refusal(code);
}
/**
 * What the customer must know before a code is sent. Both numbers are the printed ones: changing the order's or the
 * customer's afterwards redirects no code.
 */
export function knows({ cx, row, body }: Visit): boolean {
  const phone = mobileOf(row) ?? refuse('sign.counterOnly');
  return mobileIn(body.tel) === phone && isTailOf(cx, row, body.idTail ?? '');
}
/** A code is valid for one contract. */
export function codeFor({ cx, row }: Visit): CodeAsked {
  return {
    tenantId: cx.tenantId,
    phone: mobileOf(row) ?? refuse('sign.counterOnly'),
    purpose: 'sign',
    subject: row.id,
  };
}
