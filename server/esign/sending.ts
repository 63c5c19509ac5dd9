import { setTimeout as sleep } from 'node:timers/promises';
import { type FascContract, fascContract, smsFaults, smsStates } from '../../contract/modules/lease/fascContract';
import { signLinkMessage } from '../../contract/wire/shortMessages';
import type { Context } from '../kernel/context';
import { SmsRefused } from '../kernel/ports';
import type { ContractRow } from './contracts';

/** Pauses before the second and the third try. */
const pausesMs = [500, 2000];
/** A sending without a result after this long belongs to a server that was stopped. */
const lostMs = 2 * 60 * 1000;

/** The stored result of a message: taken by the gateway, or why not. */
export function messageChange(fault: FascContract['smsFault'], time: string) {
  return {
    smsStatus: fault === null ? smsStates.sent : smsStates.failed,
    smsFault: fault,
    smsTime: time,
  };
}

/**
 * Send the customer the link of a contract after the commit, and store the result. A failed message undoes nothing: the
 * contract can be sent again. The text is neither stored nor logged, since it holds the link.
 */
export function sendLink(cx: Context, paper: ContractRow, { phone, url }: { phone: string; url: string }): void {
  const sms = cx.deps.sms!;
  const { doc, contractNumber, expireTime, retryFlag } = paper;
  const text = signLinkMessage({
    company: doc.provider.name,
    paper: doc.title,
    contractNumber: contractNumber ?? '',
    url,
    until: expireTime ?? '',
  });
  cx.later(async (again) => {
    let fault: FascContract['smsFault'] = null;
    for (const pause of [0, ...pausesMs]) {
      if (pause > 0) await sleep(pause);
      try {
        await sms.send(phone, text);
        fault = null;
        break;
      } catch (error) {
        fault = error instanceof SmsRefused ? smsFaults.refused : smsFaults.notReached;
      }
    }
    await again(async (own) => {
      const [row] = (await own.rows(fascContract).lock([paper.id])) as ContractRow[];
      if (!row || row.retryFlag !== retryFlag) return; // sent again meanwhile: that sending has a result of its own
      await own
        .rows(fascContract)
        .update(row, messageChange(fault, own.time), { action: fault === null ? 'smsSent' : 'smsFailed' });
    });
  });
}

/** The displayed state of a sending: one that was interrupted by the end of the server counts as failed. */
export function sendingOf(
  { smsStatus, smsFault, smsTime }: Pick<ContractRow, 'smsStatus' | 'smsFault' | 'smsTime'>,
  now: number,
) {
  return smsStatus === smsStates.sending && smsTime && Date.parse(`${smsTime.replace(' ', 'T')}+08:00`) + lostMs < now
    ? { smsStatus: smsStates.failed, smsFault: smsFaults.unknown }
    : { smsStatus, smsFault };
}
