/** The person a contract was issued to. The customer's data may change while a contract waits; the contract does not. */
import { documentNumberIn } from '../../contract/domain/reading/documents';
import { type Customer, customer } from '../../contract/modules/lease/customer';
import { order } from '../../contract/modules/lease/order';
import { identityHash } from '../engine/columns';
import type { Context } from '../kernel/context';
import type { ContractRow } from './contracts';

type Keyed = Pick<Context, 'deps' | 'tenantId'>;

function numberHash(cx: Keyed, number: string) {
  return identityHash(cx, number);
}
/** Salted per contract: equal endings of two customers have different hashes. */
function tailHash({ deps, tenantId }: Keyed, paperId: string, tail: string) {
  return deps.secrets.sign('identity-tail', `${tenantId}\n${paperId}\n${documentNumberIn(tail)}`);
}

/** The stored hashes of the printed identity number: enough to compare with, not readable. */
export function identityKept(
  cx: Keyed,
  paperId: string,
  number: string | null | undefined,
): Pick<ContractRow, 'idNoHash' | 'idTailHash'> {
  return number
    ? { idNoHash: numberHash(cx, number), idTailHash: tailHash(cx, paperId, documentNumberIn(number).slice(-4)) }
    : { idNoHash: null, idTailHash: null };
}

export function isNumberOf(cx: Keyed, { idNoHash }: Pick<ContractRow, 'idNoHash'>, typed: string): boolean {
  return idNoHash === numberHash(cx, typed);
}
/** Whether these are the last four characters of the number; any text is, when there is no number. */
export function isTailOf(cx: Keyed, { id, idTailHash }: Pick<ContractRow, 'id' | 'idTailHash'>, typed: string) {
  return idTailHash === null || idTailHash === tailHash(cx, id, typed);
}

function isSame(cx: Keyed, { doc, idNoHash }: ContractRow, { realName, idNo }: Customer) {
  return realName === doc.customer.name && (idNo ? numberHash(cx, idNo) : null) === idNoHash;
}

/** Whether the customer still has the name and the number that the contract was printed with. */
export async function isStillTheirs(cx: Context, row: ContractRow): Promise<boolean> {
  const [held] = await cx.rows(order).find({ id: row.orderId });
  const [client] = held ? await cx.rows(customer).find({ id: held.customerId }) : [];
  return client !== undefined && isSame(cx, row, client);
}
