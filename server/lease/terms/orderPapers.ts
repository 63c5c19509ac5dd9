/** The contracts of an order: whether they hold, and the end of those that no longer say what was agreed. */
import { contractKinds, isMandatory } from '../../../contract/domain/contractKinds';
import { type FascContract, fascContract, isLive } from '../../../contract/modules/esign/fascContract';
import { type Order, order, paperStates } from '../../../contract/modules/lease/order';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { releaseContract } from '../contractWork';

function isSigned({ status, signTaskStatus }: Pick<FascContract, 'status' | 'signTaskStatus'>): boolean {
  return status === 2 || (status === 1 && signTaskStatus === 'sign_completed');
}

/** Whether a contract that the order needs is signed or can still be signed. */
export async function hasLivePaper(cx: Context, orderId: string): Promise<boolean> {
  return (await cx.rows(fascContract).find({ orderId })).some((paper) => isMandatory(paper.type) && isLive(paper));
}

/** As the field `paperState`: the most that holds for any contract of the order. */
export async function paperStateOf(cx: Context, orderId: string): Promise<Order['paperState']> {
  const [held] = await cx.rows(order).find({ id: orderId });
  // The contracts of an order that came with a portfolio were signed on paper.
  if (held?.takeoverDate) return paperStates.signed;
  const live = (await cx.rows(fascContract).find({ orderId })).filter(isLive);
  if (live.length === 0) return null;
  return live.some(isSigned) ? paperStates.signed : paperStates.issued;
}

/** Signed contracts of an order that only a termination agreement or a second person ends. */
export async function signedPapers(cx: Context, orderId: string): Promise<FascContract[]> {
  const papers = await cx.rows(fascContract).find({ orderId });
  return papers.filter((paper) => paper.type !== contractKinds.termination && isSigned(paper));
}

export async function annulments(cx: Context, orderId: string): Promise<FascContract[]> {
  return (await cx.rows(fascContract).find({ orderId, type: contractKinds.termination })).filter(
    ({ status }) => status !== 0,
  );
}
/** Whether the customer has signed the end of the order. */
export async function isAnnulled(cx: Context, orderId: string): Promise<boolean> {
  return (await annulments(cx, orderId)).some(isSigned);
}
/** Whether a termination agreement waits for the customer. */
export async function isAnnulling(cx: Context, orderId: string): Promise<boolean> {
  return (await annulments(cx, orderId)).some((paper) => isLive(paper) && !isSigned(paper));
}

async function voidPapers(
  cx: Context,
  ids: readonly string[],
  how: { signTaskStatus: string; action: 'cancel' | 'revoke'; reason: string },
): Promise<number> {
  const { signTaskStatus, action, reason } = how;
  const rows = await cx.rows(fascContract).lockAll(ids);
  for (const row of rows) {
    const change = { status: 0, signTaskStatus, reason: reason.slice(0, 200) } as const;
    await cx.rows(fascContract).update(row, change, { action, reason });
    await releaseContract(cx, row);
  }
  return rows.length;
}

/** Contracts that the customer has not signed are void, and their links lead nowhere; answers how many. */
export async function voidUnsigned(cx: Context, orderId: string, reason: string): Promise<number> {
  const open = (await cx.rows(fascContract).find({ orderId, status: 1 })).filter((paper) => !isSigned(paper));
  const ids = open.map(({ id }) => id);
  return voidPapers(cx, ids, { signTaskStatus: 'canceled', action: 'cancel', reason });
}

/** Supplements that the customer has not signed are void. */
export async function voidSupplements(cx: Context, orderId: string, reason: string): Promise<void> {
  const open = await cx.rows(fascContract).find({ orderId, type: contractKinds.supplement, status: 1 });
  if (open.some(isSigned)) refuse('order.restructureSigned');
  const ids = open.map(({ id }) => id);
  await voidPapers(cx, ids, { signTaskStatus: 'canceled', action: 'cancel', reason });
}

/** The signed contracts of an order that was cancelled no longer bind; their files stay. */
export async function annulSigned(cx: Context, orderId: string, reason: string): Promise<void> {
  const ids = (await signedPapers(cx, orderId)).map(({ id }) => id);
  await voidPapers(cx, ids, { signTaskStatus: 'revoked', action: 'revoke', reason });
}

/** Termination agreements of an exit that was withdrawn no longer bind, signed or not. */
export async function voidAnnulments(cx: Context, orderId: string, reason: string): Promise<void> {
  const ids = (await annulments(cx, orderId)).map(({ id }) => id);
  await voidPapers(cx, ids, { signTaskStatus: 'revoked', action: 'revoke', reason });
}
