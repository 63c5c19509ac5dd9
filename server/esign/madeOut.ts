/** Whom a paper was made out to. What is known of the customer may change behind a paper that waits; the paper does not. */
import { type Customer, customer } from '../../contract/modules/lease/customer';
import { order } from '../../contract/modules/lease/order';
import { identityHash } from '../engine/columns';
import type { Context } from '../kernel/context';
import type { ContractRow } from './contracts';

type Keyed = Pick<Context, 'deps' | 'tenantId'>;

/** A number as it is typed from a document, with its gaps and in any case. */
const plain = (text: string) => text.replace(/\s/g, '').toUpperCase();
const numberHash = (cx: Keyed, number: string) => identityHash(cx, plain(number));
/** Of a paper's own: equal endings of two customers look different. */
const tailHash = ({ deps, tenantId }: Keyed, paperId: string, tail: string) =>
  deps.secrets.sign('identity-tail', `${tenantId}\n${paperId}\n${tail.trim().toUpperCase()}`);

/** What a paper keeps of the identity number it is printed with: enough to compare with, nothing to read. */
export const identityKept = (
  cx: Keyed,
  paperId: string,
  number: string | null | undefined,
): Pick<ContractRow, 'idNoHash' | 'idTailHash'> =>
  number
    ? { idNoHash: numberHash(cx, number), idTailHash: tailHash(cx, paperId, plain(number).slice(-4)) }
    : { idNoHash: null, idTailHash: null };

export const isNumberOf = (cx: Keyed, { idNoHash }: Pick<ContractRow, 'idNoHash'>, typed: string): boolean =>
  idNoHash === numberHash(cx, typed);
/** Whether these are the last four characters of the number; of none, whatever is typed is. */
export const isTailOf = (cx: Keyed, { id, idTailHash }: Pick<ContractRow, 'id' | 'idTailHash'>, typed: string) =>
  idTailHash === null || idTailHash === tailHash(cx, id, typed);

const isSame = (cx: Keyed, { doc, idNoHash }: ContractRow, { realName, idNo }: Customer) =>
  realName === doc.customer.name && (idNo ? numberHash(cx, idNo) : null) === idNoHash;

/** Whether the customer still has the name and the number that the paper was printed with. */
export const isStillTheirs = async (cx: Context, row: ContractRow): Promise<boolean> => {
  const [held] = await cx.rows(order).find({ id: row.orderId });
  const [client] = held ? await cx.rows(customer).find({ id: held.customerId }) : [];
  return client !== undefined && isSame(cx, row, client);
};
