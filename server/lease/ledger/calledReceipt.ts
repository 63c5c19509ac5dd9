import { label } from '../../../contract/domain/text';
import { type Receipt, receipt } from '../../../contract/modules/lease/receipt';
import { Told } from '../../kernel/errors';

const unseen = label('您无权查看的收付款', 'a receipt that you can’t see');

export function calledReceipt({ id, receiptNo }: Pick<Receipt, 'id' | 'receiptNo'>): Told {
  return new Told({ module: receipt, ids: [id], values: { receiptNo }, unseen });
}
