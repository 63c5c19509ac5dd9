/** What the page of an order says of the person whom its next step waits for. */
import { renderToStaticMarkup } from 'react-dom/server';
import type { Order } from '../../../../../contract/modules/lease/order';
import { NextTurn } from '../../../../../src/features/lease/order/NextTurn';
import type { View } from '../../../../../src/features/lease/order/view';

function textOf(businessStatus: number, codes: Record<string, true>, nextPeople?: string): string {
  const view = {
    ...{ pageState: { parts: {}, nextPeople }, held: { id: '1', businessStatus } as Order },
    t: (key: string, values?: { deed: string; names?: string }) =>
      [key, values?.deed, values?.names].filter(Boolean).join(' '),
  };
  return renderToStaticMarkup(<NextTurn view={view as unknown as View} codes={codes} />).replace(/<[^>]*>/g, '');
}

it('tells who may not confirm the voucher that a colleague does, and nobody else', () => {
  expect(textOf(2, { picture_add: true })).toBe('orderPage.nextTurn orderPage.confirmVoucher');
  expect(textOf(2, { order_voucher: true })).toBe('');
});

it('names those who may, once they are known', () => {
  expect(textOf(2, {}, '沈知遥')).toBe('orderPage.nextTurnOf orderPage.confirmVoucher 沈知遥');
  expect(textOf(2, {}, '')).toBe('orderPage.nextTurn orderPage.confirmVoucher');
});

it('is silent where the customer or nobody is next', () => {
  expect(textOf(6, {})).toBe('');
  expect(textOf(8, {})).toBe('');
});
