/** Numbers of cards and accounts are compared without blanks, hyphens and full-width digits, wherever they are compared. */
import { matchAll } from '../../../../contract/domain/bank/match';
import { isAccountNumber } from '../../../../contract/domain/lifecycle/plausible';
import { accountNumberIn } from '../../../../contract/domain/reading/accounts';
import { asStored } from '../../../../contract/schema/asStored';
import { normalValue } from '../../../../contract/wire/ocr/judging';
import { parseCell } from '../../../../server/engine/transfer/parsing';
import { isNumberOf } from '../../../../server/lease/bankStatement/ownAccount';
import { isCard } from '../../../../src/features/lease/order/terms/card';

const plain = '6222021234567890128';
const spellings = [
  ...['6222 0212 3456 7890 128', '6222-0212-3456-7890-128', '６２２２０２１２３４５６７８９０１２８'],
  ...[
    '６２２２　０２１２ ３４５６－７８９０１２８',
    '\u202d6222021234567890128\u202c',
    ' 6222021234567890128\t',
    '6222–0212–3456–7890128',
  ],
];

const comparing: [string, (text: string) => unknown][] = [
  ['the reader', (text) => accountNumberIn(text) === plain],
  ['a form and a call', (text) => asStored({ kind: 'text', unit: 'card' }, text) === plain],
  [
    'an import',
    (text) =>
      (parseCell({ kind: 'text', unit: 'card' } as never, { text, kind: 'text' }, new Map()) as { value: unknown })
        .value === plain,
  ],
  ['a paper', (text) => normalValue('card', text) === plain],
  ['the terms of an order', isAccountNumber],
  ['the form of an order', isCard],
  ['the account of a statement', (text) => isNumberOf(text, plain) && isNumberOf(plain, text)],
  [
    'the known accounts of a customer',
    (text) => {
      const row = { planId: '1', period: 1, paymentDate: '2026-11-01', open: '1.00' };
      const order = { orderId: '1', contractCode: 'HT1', customerId: '1', customerName: '甲', direction: 1 as const };
      const line = { direction: 1 as const, valueDate: '2026-11-01', amount: '1.00', partyName: '', purpose: '' };
      return (
        matchAll([{ ...line, partyAccount: plain }], [{ ...order, accounts: [text], rows: [row] }], [])[0]!.verdict ===
        'matched'
      );
    },
  ],
];
describe.each(comparing)('%s', (_what, isSame) => {
  it.each(spellings)('takes %j for the same', (text) => expect(isSame(text)).toBe(true));
});
