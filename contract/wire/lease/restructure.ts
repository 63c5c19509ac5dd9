/** A restructuring as an order keeps it, and what people enter for it. */
import { frequencyTexts } from '../../domain/leasing/codes';
import { repayMethodTexts } from '../../domain/leasing/methods/methods';
import type { Restructuring } from '../../domain/leasing/restructure';
import { choice, date, integer, json, longText, rate } from '../../schema/fields';

/** Empty terms stay as they are. */
export const restructureFields = {
  fromDate: date('变更起始日', 'Changes after', { required: true }),
  extend: integer('展期月数', 'Months more', { required: true, initial: 0, min: -600, max: 600 }),
  yearRate: rate('新年利率', 'New annual rate'),
  repayMethod: choice('新还款方式', 'New method', repayMethodTexts),
  frequency: choice('新付款频率', 'New frequency', frequencyTexts),
  dueDay: integer('新付款日', 'New due day', { min: 1, max: 31 }),
  residualRate: rate('尾款比例', 'Residual value'),
  rentTable: json('租金表', 'Rent table'),
  reason: longText('原因', 'Reason', { required: true }),
};

export interface KeptRestructuring extends Restructuring {
  fromDate: string;
  reason: string;
}

/** What an order keeps of one; undefined where it has none. */
export function keptRestructuring(text: string | null | undefined): KeptRestructuring | undefined {
  return text ? (JSON.parse(text) as KeptRestructuring) : undefined;
}
