/** How sentences call a receipt that a rule has looked at, which the person who reads them may not see. */
import { label, textIn } from '../../../contract/domain/text';
import { type Receipt, receipt } from '../../../contract/modules/lease/receipt';
import { hidesAny } from '../../engine/rights/scopes';
import type { Context } from '../../kernel/context';

const unseen = label('您无权查看的收付款', 'a receipt that you can’t see');

export async function calledReceipt(
  cx: Context,
  { id, receiptNo }: Pick<Receipt, 'id' | 'receiptNo'>,
): Promise<string> {
  const isSeen =
    (await cx.may(receipt.name)) &&
    !(await hidesAny(cx, receipt, 'receiptNo')) &&
    (await cx.rows(receipt).get(id)) !== undefined;
  return isSeen ? (receiptNo ?? id) : textIn(unseen, cx.language);
}
