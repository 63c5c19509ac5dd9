/** What the accounts of the ledger are called, on screen and on papers. */
import { type Label, label } from '../../domain/text';
import { accounts } from '../../modules/lease/receipt';

export const accountLabels: Readonly<Record<keyof typeof accounts, Label>> = {
  instalment: label('期次', 'Instalment'),
  prepaid: label('客户预收预付', 'Prepaid balance'),
  unclaimed: label('待认领', 'Unclaimed'),
  order: label('起租前款项', 'Money before the start'),
  principal: label('待返还本金', 'Principal repayable'),
  deposit: label('保证金', 'Deposit'),
  purchase: label('采购付款', 'Supplier payments'),
};

const names = Object.fromEntries(Object.entries(accounts).map(([name, number]) => [number, name])) as Readonly<
  Record<number, keyof typeof accounts>
>;
/** What the account of an entry is called. */
export function accountLabel(account: number): Label {
  return accountLabels[names[account]!];
}
