import { cents, isMoney } from '../../../../../contract/domain/money';
import type { Voucher, VoucherView } from '../../../../../contract/wire/lease/voucher';

/** Whether the typed amount differs from that of the order. */
export function isOtherAmount(
  { amount }: Pick<Voucher, 'amount'>,
  { expected }: Pick<VoucherView, 'expected'>,
): boolean {
  return expected !== undefined && isMoney(amount) && cents(amount) !== cents(expected);
}

/** Whether something differs, so that a reason is asked for. The server judges again, also what was not read here. */
export function needsReason(form: Pick<Voucher, 'amount'>, view: Pick<VoucherView, 'expected' | 'usedBy'>): boolean {
  return isOtherAmount(form, view) || view.usedBy.length > 0;
}
