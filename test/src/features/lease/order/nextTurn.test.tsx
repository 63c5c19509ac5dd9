/** What the page of an order says of the person whom its next step waits for. */
import { renderToStaticMarkup } from 'react-dom/server';
import type { Order } from '../../../../../contract/modules/lease/order';
import { NextTurn } from '../../../../../src/features/lease/order/NextTurn';
import type { View } from '../../../../../src/features/lease/order/view';

function textOf(businessStatus: number, codes: Record<string, true>): string {
  const view = {
    ...{ pageState: { parts: {} }, held: { id: '1', businessStatus } as Order },
    t: (key: string, values?: { deed: string }) => [key, values?.deed].filter(Boolean).join(' '),
  };
  return renderToStaticMarkup(<NextTurn view={view as unknown as View} codes={codes} />).replace(/<[^>]*>/g, '');
}

it('tells who may not confirm the voucher that a colleague does, and nobody else', () => {
  expect(textOf(2, { picture_add: true })).toBe('orderPage.nextTurn orderPage.confirmVoucher');
  expect(textOf(2, { order_voucher: true })).toBe('');
});

it('is silent where the customer or nobody is next', () => {
  expect(textOf(6, {})).toBe('');
  expect(textOf(8, {})).toBe('');
});
