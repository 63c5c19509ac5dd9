import { type FascContract, fascContract, smsFaults, smsStates } from '../../contract/modules/esign/fascContract';
import type { Context } from '../kernel/context';
import type { Result } from '../messages/delivery';
import { post } from '../messages/outbox';
import type { ContractRow } from './contracts';

/** The stored result of a message: taken by the gateway, or why not. */
export function messageChange(fault: FascContract['smsFault'], time: string) {
  return {
    smsStatus: fault === null ? smsStates.sent : smsStates.failed,
    smsFault: fault,
    smsTime: time,
  };
}

/** One sending of one contract: a second message is never made for it. */
function causeOf({ id, retryFlag }: Pick<ContractRow, 'id' | 'retryFlag'>): string {
  return `signLink:${id}:${retryFlag ?? 0}`;
}

/** Puts the message with the link of a contract into the outbox. A failed message undoes nothing: the contract can be
 *  sent again. */
export async function sendLink(
  cx: Context,
  paper: ContractRow,
  { phone, url }: { phone: string; url: string },
): Promise<void> {
  const { doc, contractNumber, expireTime } = paper;
  await post(cx, 'signLink', {
    phone,
    values: {
      company: doc.provider.name,
      paper: doc.title,
      contractNumber: contractNumber ?? '',
      url,
      until: (expireTime ?? '').slice(0, 16),
    },
    cause: causeOf(paper),
    aboutId: paper.id,
    signature: doc.provider.name,
  });
}

/** Stores the result of the message with the link at its contract. */
export async function linkSent(cx: Context, { aboutId, cause, end, isReached }: Result): Promise<void> {
  const [row] = (await cx.rows(fascContract).lock([aboutId ?? '0'])) as ContractRow[];
  if (!row || causeOf(row) !== cause) return; // sent again meanwhile: that sending has a result of its own
  const failed = end === 'unknown' ? smsFaults.unknown : isReached ? smsFaults.refused : smsFaults.notReached;
  const fault = end === 'sent' ? null : failed;
  await cx
    .rows(fascContract)
    .update(row, messageChange(fault, cx.time), { action: fault === null ? 'smsSent' : 'smsFailed' });
}
