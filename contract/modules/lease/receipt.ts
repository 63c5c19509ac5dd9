import { choice, date, dateTime, longText, money, ref, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import { waitingDeed } from '../approval/waitingDeed';

export const directionTexts = { 1: ['收款', 'Received'], 2: ['付款', 'Paid out'] } as const;

/** A movement of money between the company and others. What it was booked to is in its entries; neither is ever changed. */
export const receipt = defineModule({
  name: 'receipt',
  title: ['收付款', 'Receipts and payments'],
  path: '/blade-receipt/receipt',
  calls: { list: 'page' },
  isVersioned: true,
  chosen: { by: 'search', title: 'receiptNo', note: 'partyName' },
  found: { by: ['receiptNo', 'serialNo'] },
  menu: { under: 'lease', icon: 'receipt', title: ['收付款流水', 'Ledger'] },
  without: ['add', 'update', 'remove'],
  fields: {
    receiptNo: text('流水号', 'No.', { search: 'like', derived: true }),
    direction: choice('方向', 'Direction', directionTexts, { search: 'equal', derived: true }),
    valueDate: date('到账日期', 'Value date', { search: 'range', derived: true }),
    amount: money('金额', 'Amount', { derived: true }),
    openAmount: money('待认领金额', 'Unclaimed', { derived: true }),
    partyName: text('对方户名', 'Counterparty', { search: 'like', derived: true }),
    partyAccount: text('对方账号', 'Account', { maxLength: 40, unit: 'card', derived: true, inTable: false }),
    bankName: text('银行', 'Bank', { derived: true }),
    serialNo: text('银行流水号', 'Bank reference', { search: 'like', derived: true }),
    customerId: ref('customer')('客户', 'Customer', { search: 'equal', derived: true }),
    source: choice(
      '来源',
      'Source',
      {
        1: ['手工登记', 'Entered by hand'],
        2: ['确认付款', 'Confirmed instalment'],
        3: ['凭证确认', 'Confirmed voucher'],
        4: ['银行流水', 'Bank statement'],
        5: ['代付文件', 'Payment file'],
        6: ['期初结转', 'Opening balance'],
      },
      { search: 'equal', derived: true },
    ),
    state: choice(
      '状态',
      'Status',
      { 1: ['已入账', 'Booked'], 2: ['已冲正', 'Reversed'] },
      { search: 'equal', derived: true },
    ),
    batchNo: text('批次号', 'Batch no.', { search: 'equal', derived: true, inTable: false }),
    remark: longText('备注', 'Remark', { derived: true, inTable: false }),
    reverseReason: longText('冲正原因', 'Reason of reversal', { derived: true, inTable: false }),
    reversedBy: text('冲正人', 'Reversed by', { derived: true, inTable: false }),
    reversedTime: dateTime('冲正时间', 'Reversed at', { inTable: false }),
    /** The operation that further people decide on now. */
    approvalAct: waitingDeed,
    createTime: dateTime('登记时间', 'Booked at', { inTable: false }),
  },
  actions: {
    book: ['登记收付款', 'Record receipt or payment'],
    claim: ['认领', 'Claim'],
    refund: ['退款', 'Refund'],
    close: ['关账', 'Close period'],
    print: ['打印收据', 'Print receipts'],
    reverse: {
      label: ['冲正', 'Reverse'],
      tone: 'danger',
      icon: 'arrow-undo',
      shown: ({ state }) => state === 1,
      mayWait: true,
      question: {
        title: ['冲正这笔收付款？', 'Reverse this receipt?'],
        text: [
          '已入账的期次将恢复为待付，已结清的订单恢复履约。流水保留，不能撤销。',
          'Instalments it was booked to become due again and settled orders run again. The entries stay, and this can’t be undone.',
        ],
        danger: true,
        needsReason: true,
      },
      hasOwnDialog: true,
    },
  },
  isLarge: true,
  sortable: ['receiptNo', 'valueDate', 'amount'],
});
export type Receipt = RecordOf<typeof receipt>;

export const directions = { received: 1, paidOut: 2 } as const;
export const sources = { byHand: 1, instalment: 2, voucher: 3, statement: 4, paymentFile: 5, opening: 6 } as const;
export const receiptStates = { booked: 1, reversed: 2 } as const;
/**
 * What an entry is booked to. `order`: money of an order before its start, such as the transfer that a voucher shows;
 * `principal`: the same from the start on, as far as the plan gives it back; `deposit`: what is given back of the deposit,
 * or set off, less than nothing; `purchase`: what the supplier of a lease object was paid.
 */
export const accounts = {
  instalment: 1,
  prepaid: 2,
  unclaimed: 3,
  order: 4,
  principal: 5,
  deposit: 6,
  purchase: 7,
} as const;
/** How numbers of transfers begin that follow from the state of an order: people do not take them back by themselves. */
export const transferNames = { start: 'QZ', depositBack: 'BT' } as const;
export function followsOrder(transferNo: string | null): boolean {
  return Object.values(transferNames).some((name) => transferNo?.startsWith(name));
}
/** Kinds of entries. A waiver and a write-off move no money; a transfer moves it between accounts. */
export const entryKinds = { payment: 1, reversal: 2, waiver: 3, writeOff: 4, transfer: 5 } as const;
/** Kinds that bring money to an instalment, or take it back. */
export const movingKinds = [entryKinds.payment, entryKinds.reversal, entryKinds.transfer];
