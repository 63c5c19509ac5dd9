import { fascContract, isWaiting, providers } from '../../contract/modules/esign/fascContract';
import { order } from '../../contract/modules/lease/order';
import { readPassword } from '../auth/cipher';
import { isPassword } from '../auth/password/password';
import { principalOf } from '../auth/session';
import { throttled } from '../auth/throttle';
import { mayCall } from '../engine/rights/permissions';
import { defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import { Refusal, refuse } from '../kernel/errors';
import { freeText, id, optional, shape, text, whole } from '../kernel/schemas';
import { type ContractRow, isExpired, minutesLater, type Sending, ticketText } from './contracts';
import { isNumberOf, isStillTheirs } from './madeOut';

/** Minutes that a session at the counter lasts. */
export const sessionMinutes = 15;
/** Wrong entries of one contract before the counter is blocked for it, and for how many minutes. */
const mostTries = 5;
const lockMinutes = 15;

const counterRight = `${fascContract.name}_counter`;

/** The person who checked the customer's document, as the evidence names them. */
export interface Witness {
  userId: string;
  /** The session of the witness: the session at the counter ends with it. Missing where there was none. */
  sid?: string;
  account: string;
  name: string;
  /** Staff number; '' when there is none. */
  code: string;
  dept: string;
  /** The witness also entered the order. */
  isAuthor: boolean;
  /** Network address of the terminal. */
  address: string;
  time: string;
}

/** The columns that a new session changes. */
export function sessionChange(witness: Witness, counterKey: string, counterUntil: string) {
  return {
    counterKey,
    counterUntil,
    counterTries: 0,
    counterLockedUntil: null,
    witness,
    identifiedTime: null,
    // An earlier reading was not done by the customer before this witness.
    readTime: null,
  };
}

/** The ticket names its session, so that another one, a resend or fifteen minutes invalidate it. */
function counterText(cx: Context, { id, counterKey }: Pick<ContractRow, 'id' | 'counterKey'>) {
  return `${cx.tenantId}.${id}.c${counterKey ?? ''}`;
}

/** What a ticket grants: the customer's own link, or a session at the counter; nothing for another contract. */
export function wayOf(
  cx: Context,
  row: Sending & Pick<ContractRow, 'counterKey' | 'counterUntil'>,
  ticket: string,
): 'link' | 'counter' | undefined {
  const opens = (purpose: string, text: string) =>
    ticket.startsWith(`${text}.`) && cx.deps.secrets.isSigned(purpose, text, ticket.slice(text.length + 1));
  if (opens('sign-ticket', ticketText(cx, row))) return 'link';
  if (!row.counterKey || !opens('sign-counter', counterText(cx, row))) return undefined;
  return (row.counterUntil ?? '') > cx.time ? 'counter' : refuse('sign.counterOver');
}

/**
 * Whether the witness of an open session is still authorised: signed in as when it was opened, and permitted to
 * witness. A witness who is stopped, removed, signed out or given a new password ends the session with that.
 */
export async function isWitnessed(cx: Context, { witness }: Pick<ContractRow, 'witness'>): Promise<boolean> {
  if (!witness?.sid) return false;
  const { userId, sid } = witness;
  const principal = await principalOf(cx.deps, cx.trx, { tenantId: cx.tenantId, sid, userId });
  if (!principal || principal.mustChangePassword) return false;
  const { menu, scope } = await mayCall(cx, principal, counterCall, [counterRight]);
  return menu && scope;
}

/** The contract, if it can be signed at the counter now. */
async function paperFor(cx: Context, id: string) {
  const [row] = (await cx.rows(fascContract).lock([id])) as ContractRow[];
  if (!row) return refuse('notYours');
  const held = (await cx.rows(order).get(row.orderId!)) ?? refuse('notYours');
  if (row.provider !== providers.local) refuse('contract.signedElsewhere');
  if (!isWaiting(row) || isExpired(cx, row)) refuse('contract.counterExpired');
  if (row.counterLockedUntil && row.counterLockedUntil > cx.time)
    refuse('contract.counterLocked', { minutes: lockMinutes });
  if (!(await isStillTheirs(cx, row))) refuse('contract.outdated');
  if (!row.idNoHash) refuse('contract.noIdentity');
  return { row, held };
}

/**
 * Check the witness's entries, the own password first. A wrong entry is counted and recorded in the contract's history,
 * so this runs in transactions of its own, before the one that opens the session.
 */
async function judge(
  { id, idNo = '', password = '' }: { id: string; idNo?: string; password?: string },
  entitled: <T>(work: (cx: Context) => Promise<T>) => Promise<T>,
): Promise<Refusal | undefined> {
  const { deps, who, hash } = await entitled(async (cx) => {
    await paperFor(cx, id);
    const { account, tenantId, userId } = cx.principal!;
    const user = await cx.trx
      .selectFrom('sys_user')
      .select('password_hash')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', userId)
      .executeTakeFirst();
    return { deps: cx.deps, who: { tenantId, account }, hash: user?.password_hash as string | undefined };
  });
  const digest = readPassword(deps, password)?.digest ?? '';
  const isOwner = await throttled(deps, who, async () => (await isPassword(digest, hash, deps.secrets)) || undefined);
  return entitled(async (cx) => {
    const { row } = await paperFor(cx, id);
    const wrong = async (code: 'contract.counterPassword' | 'contract.counterIdentity', reason: string) => {
      const tries = row.counterTries + 1;
      const isLocked = tries >= mostTries;
      await cx.rows(fascContract).update(
        row,
        {
          counterTries: isLocked ? 0 : tries,
          counterLockedUntil: isLocked ? minutesLater(cx, lockMinutes) : null,
        },
        { action: 'counterWrong', reason },
      );
      return isLocked ? new Refusal('contract.counterLocked', { minutes: lockMinutes }) : new Refusal(code);
    };
    if (!isOwner) return wrong('contract.counterPassword', '见证人登录密码不正确');
    const isSame = isNumberOf(cx, row, idNo);
    return isSame ? undefined : wrong('contract.counterIdentity', '证件号码与登记的不一致');
  });
}

async function witnessOf(cx: Context, author: string | null): Promise<Witness> {
  const { userId, sid, account, realName, deptId, tenantId } = cx.principal!;
  const user = await cx.trx
    .selectFrom('sys_user')
    .select('code')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .executeTakeFirst();
  const dept = deptId
    ? await cx.trx
        .selectFrom('sys_dept')
        .select('dept_name')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', deptId)
        .executeTakeFirst()
    : undefined;
  return {
    userId,
    sid,
    account,
    name: realName,
    code: user?.code ?? '',
    dept: dept?.dept_name ?? '',
    isAuthor: author === userId,
    address: cx.address,
    time: cx.time,
  };
}

/**
 * Open a session at the counter: `{id, idNo, password}`, the customer's whole identity number as on the document, and
 * the witness's own password as at sign-in. Answers `{ticket, minutes}`; the ticket opens this one contract in the name
 * of this witness, and is sent to no other client.
 */
export const counterCall = defineCall({
  method: 'POST',
  path: fascContract.url('counter'),
  title: ['发起现场签署', 'Open a session at the counter'],
  body: {
    id: id(),
    idNo: optional(freeText('客户证件号码', 'The customer’s identity number')),
    password: optional(freeText('见证人登录密码', 'The witness’s own password')),
  },
  answer: shape({ ticket: optional(text()), minutes: whole() }),
  permission: counterRight,
  async prepare(asked, entitled) {
    try {
      return await judge(asked.input, entitled);
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  },
  async handle(cx, { input, prepared }) {
    if (prepared instanceof Refusal) throw prepared;
    const { row, held } = await paperFor(cx, input.id);
    const counterKey = cx.deps.random(12).toString('hex');
    const witness = await witnessOf(cx, held.createUser);
    await cx
      .rows(fascContract)
      .update(
        row,
        { ...sessionChange(witness, counterKey, minutesLater(cx, sessionMinutes)), witness: JSON.stringify(witness) },
        { action: 'counter' },
      );
    const text = counterText(cx, { id: row.id, counterKey });
    return { ticket: `${text}.${cx.deps.secrets.sign('sign-counter', text)}`, minutes: sessionMinutes };
  },
});
