/** What the person who confirms a voucher sees, and what they say about it. */
import { order } from '../../modules/lease/order';

/** `GET`: what is known; `POST`: the confirmation. */
export const voucherUrl = order.url('voucher');
export const confirmVoucherUrl = order.url('confirm-voucher');

/** Another order with the same picture or serial number; without id and name where the person may not see it. */
export interface OtherUse {
  by: 'picture' | 'serial';
  orderId: string | null;
  name: string | null;
}

export interface VoucherView {
  /** What should have come in. Missing where a data scope hides it, and where a lease asks for nothing before its first rent. */
  expected?: string;
  version: number;
  /** The slips, as links that the person may open. */
  slips: { id: string; name: string; link: string }[];
  /** What was read from a slip among the loan papers, or the usual values. */
  proposed: Voucher;
  isRead: boolean;
  usedBy: OtherUse[];
  /** The person made the order, and another one has to confirm. */
  isOwn: boolean;
  /** What comes in is the principal of the order: a smaller amount becomes that of the order, once a second person agrees. */
  lowersOrder: boolean;
}

/** What came in. Amount is decimal yuan, date `yyyy-MM-dd`. */
export interface Voucher {
  amount: string;
  date: string;
  payer: string;
  serial: string;
}

export const voucherLimits = { payer: 64, serial: 64, reason: 200 } as const;
