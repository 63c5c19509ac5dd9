/** The page of an order archives it as the list does, and says so. */
import { type Order, order } from '../../../../../contract/modules/lease/order';
import { otherDeeds } from '../../../../../src/features/lease/order/orderDeeds';
import type { View } from '../../../../../src/features/lease/order/view';
import { crudSlice } from '../../../../../src/store/crud/crud';
import { start } from '../../../../support/fakeWorld';

const id = '7';
const list = crudSlice(order);
const held = (more: Partial<Order>) => ({ id, version: 3, contractCode: 'HT1', ...more }) as Order;
const offered = (more: Partial<Order>) => {
  const view = { pageState: { parts: {} }, held: held(more), format: { language: 'zh' }, t: (key: string) => key };
  return otherDeeds(view as unknown as View, null, list).filter(({ key }) => key.endsWith('archive'));
};

it('offers the archive for an order that has ended, and the way back for an archived one', () => {
  const shown = (more: Partial<Order>) => offered(more).map(({ key, label, permission }) => [key, label, permission]);
  expect(shown({ businessStatus: 6, archived: 0 })).toEqual([]);
  expect(shown({ businessStatus: 8, archived: 0 })).toEqual([['archive', '归档', 'order_archive']]);
  expect(shown({ businessStatus: 8, archived: 1 })).toEqual([['unarchive', '取消归档', 'order_unarchive']]);
});

it('archives the order with the version that is shown, and reads it and its history again', async () => {
  const app = await start({ at: `/lease/order/detail/${id}` });
  await app.last('/order/detail').answer(held({ businessStatus: 8, archived: 0 }));
  const read = () => ['/order/detail', '/order/history', '/paymentPlan/page'].map((end) => app.calls(end).length);
  const before = read();
  app.do(offered({ businessStatus: 8, archived: 0 })[0]!.act as never);
  expect(app.last('/order/archive').call.body).toEqual({ ids: id, version: '3' });
  await app.last('/order/archive').answer(true);
  expect(read()[0]).toBe(before[0]! + 1);
  expect(read()[1]).toBe(before[1]! + 1);
});
