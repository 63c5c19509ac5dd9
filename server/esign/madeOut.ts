/** Whom a paper was made out to. What is known of the customer may change behind a paper that waits; the paper does not. */
import { type Customer, customer } from '../../contract/modules/lease/customer';
import { order } from '../../contract/modules/lease/order';
import { identityHash } from '../engine/columns';
import type { Context } from '../kernel/context';
import type { ContractRow } from './contracts';

type Keyed = Pick<Context, 'deps' | 'tenantId'>;

/** A number as it is typed from a document, with its gaps and in any case. */
function plain(text: string) {
  return text.replace(/\s/g, '').toUpperCase();
}
function numberHash(cx: Keyed, number: string) {
  return identityHash(cx, plain(number));
}
/** Of a paper's own: equal endings of two customers look different. */
function tailHash({ deps, tenantId }: Keyed, paperId: string, tail: string) {
  return deps.secrets.sign('identity-tail', `${tenantId}\n${paperId}\n${tail.trim().toUpperCase()}`);
}

/** What a paper keeps of the identity number it is printed with: enough to compare with, nothing to read. */
export function identityKept(
  cx: Keyed,
  paperId: string,
  number: string | null | undefined,
): Pick<ContractRow, 'idNoHash' | 'idTailHash'> {
  return number
    ? { idNoHash: numberHash(cx, number), idTailHash: tailHash(cx, paperId, plain(number).slice(-4)) }
    : { idNoHash: null, idTailHash: null };
}

export function isNumberOf(cx: Keyed, { idNoHash }: Pick<ContractRow, 'idNoHash'>, typed: string): boolean {
  return idNoHash === numberHash(cx, typed);
}
/** Whether these are the last four characters of the number; of none, whatever is typed is. */
export function isTailOf(cx: Keyed, { id, idTailHash }: Pick<ContractRow, 'id' | 'idTailHash'>, typed: string) {
  return idTailHash === null || idTailHash === tailHash(cx, id, typed);
}

function isSame(cx: Keyed, { doc, idNoHash }: ContractRow, { realName, idNo }: Customer) {
  return realName === doc.customer.name && (idNo ? numberHash(cx, idNo) : null) === idNoHash;
}

/** Whether the customer still has the name and the number that the paper was printed with. */
export async function isStillTheirs(cx: Context, row: ContractRow): Promise<boolean> {
  const [held] = await cx.rows(order).find({ id: row.orderId });
  const [client] = held ? await cx.rows(customer).find({ id: held.customerId }) : [];
  return client !== undefined && isSame(cx, row, client);
}
