/** What the end of a contract's signing does to its order, the same for every provider. */
import { contractKindBy, contractKinds, isAllSigned } from '../../contract/domain/contractKinds';
import {
  active,
  awaitingContract,
  awaitingStart,
  cancelled,
  signing,
} from '../../contract/domain/lifecycle/orderStates';
import { fascContract } from '../../contract/modules/esign/fascContract';
import { order } from '../../contract/modules/lease/order';
import type { Context } from '../kernel/context';
import { moveOrder } from '../lease/order/orderLifecycle';
import { applyRestructuring } from '../lease/restructure/restructuring';
import { hasLivePaper } from '../lease/terms/orderPapers';
import type { ContractRow } from './contracts';

/**
 * Applies a signed contract to its order: its flag is set, and with the last one the order waits for its start. A signed
 * termination agreement cancels an order whose lease has not begun.
 */
export async function contractSigned(cx: Context, row: ContractRow): Promise<void> {
  const [held] = await cx.rows(order).lock([row.orderId!]);
  if (!held) return;
  const status = held.businessStatus ?? 0;
  if (row.type === contractKinds.termination) {
    if (status >= awaitingContract && status < active)
      await moveOrder(cx, held, cancelled, { by: 'system', reason: '解除协议已签署' });
    return;
  }
  if (row.type === contractKinds.supplement) {
    if (held.restructuring) await applyRestructuring(cx, held);
    return;
  }
  const { flag } = contractKindBy(row.type);
  const flagged = flag ? await cx.rows(order).update(held, { [flag]: 1 }, { action: 'signed' }) : held;
  if (flagged.businessStatus === signing && isAllSigned(flagged))
    await moveOrder(cx, flagged, awaitingStart, { by: 'system' });
}

/** A refused contract moves the order back when no other is signed or waiting. */
export async function contractRejected(cx: Context, row: ContractRow): Promise<void> {
  const [held] = await cx.rows(order).lock([row.orderId!]);
  if (held?.businessStatus === signing && !(await hasLivePaper(cx, held.id)))
    await moveOrder(cx, held, awaitingContract, { by: 'system', reason: row.reason ?? '' });
}

/**
 * A signed contract was annulled by its parties. While the order waits for its other contracts, its flag goes back and
 * a new one can be made; later the order stands on it, and people decide what follows.
 */
export async function contractRevoked(cx: Context, row: ContractRow): Promise<void> {
  const [held] = await cx.rows(order).lock([row.orderId!]);
  const { flag } = contractKindBy(row.type);
  const isFree = !flag || held?.businessStatus === signing;
  const revoked = (await cx
    .rows(fascContract)
    .update(row, { ...(isFree ? { status: 0 } : {}), signTaskStatus: 'revoked' }, { action: 'revoke' })) as ContractRow;
  if (!held || !flag || !isFree) return;
  await cx.rows(order).update(held, { [flag]: 0 }, { action: 'revoke' });
  await contractRejected(cx, revoked);
}
