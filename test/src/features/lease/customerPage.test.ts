/** The page of a customer: what it asks for, what it leaves out, and what it shows when something is missing. */
import type { CustomerPageState } from '../../../../src/features/lease/customer/customerPageSlice';
import { customerPages } from '../../../../src/features/lease/customer/customerPageSlice';
import { loadFeature } from '../../../../src/features/registry';
import { recordsChanged } from '../../../../src/store/crud/changes';
import { route, tabs } from '../../../../src/store/navigation/route';
import { quiet, type StartOptions, start } from '../../../support/fakeWorld';
import { menusWithout } from '../../store/navigation/menus';

beforeAll(() => Promise.all(['frame', 'customer'].map(loadFeature)), 60_000);

const { actions: at } = customerPages;
const id = '7';
const address = `/lease/customer/detail/${id}`;

async function opened(options: StartOptions = {}) {
  const app = await start({ at: address, ...options });
  return { ...app, state: (): CustomerPageState | undefined => app.slice('customerPage')[id] };
}

it('asks at once for the customer, the figures and the first list, and names its tab', async () => {
  const app = await opened();
  expect(app.last('/customer/detail').call.query).toEqual({ id });
  expect(app.last('/customer/overview').call.query).toEqual({ id });
  expect(app.last('/order/page').call.query).toEqual({ customerId: id, current: 1, size: 30, archived: 'all' });
  expect(app.calls('/paymentPlan/page')).toHaveLength(0);
  await app.last('/customer/detail').answer({ id, realName: '望舒物流' });
  await app.last('/customer/overview').answer({ today: '2026-01-05', counts: { order: 1 } });
  await app.last('/order/page').answer({ records: [{ id: '1' }], total: 1 });
  expect(app.state()).toMatchObject({
    parts: { customer: { realName: '望舒物流' }, overview: { counts: { order: 1 } } },
    lists: { order: { rows: [{ id: '1' }], total: 1, isBusy: false } },
  });
  const tab = app.see(tabs.selectors.list).find(({ path }) => path === address);
  expect(tab?.label).toEqual({ zh: '望舒物流', en: '望舒物流' });
});

it('asks for the list of a tab when it is shown: unpaid instalments first, both kinds of papers', async () => {
  const app = await opened();
  app.do(at.show({ id, tab: 'plan' }));
  expect(app.last('/paymentPlan/page').call.query).toMatchObject({ customerId: id, payStatus: '0', isFrozen: '0' });
  app.do(at.showPlan({ id, shown: 'all' }));
  expect(app.last('/paymentPlan/page').call.query).toEqual({ customerId: id, current: 1, size: 30 });
  app.do(at.show({ id, tab: 'papers' }));
  for (const end of ['/fascContract/list', '/picture/list'])
    expect(app.last(end).call.query).toMatchObject({ customerId: id });
  app.do(at.show({ id, tab: 'history' }));
  await app.last('/customer/history').answer([]);
  expect(app.state()?.history).toEqual({ entries: [] });
});

it('does not ask for lists without their menus', async () => {
  const app = await opened({ menus: menusWithout('order', 'picture') });
  app.do(at.show({ id, tab: 'papers' }));
  expect(app.calls('/order/page')).toHaveLength(0);
  expect(app.calls('/picture/list')).toHaveLength(0);
  expect(app.calls('/fascContract/list')).toHaveLength(1);
});

it('asks again by itself for what had no answer, until the page is left', async () => {
  const app = await opened();
  await app.last('/customer/overview').cutOff();
  await app.last('/customer/detail').answer({ id, realName: '望舒物流' });
  await app.last('/order/page').answer({ records: [], total: 0 });
  await app.clock.advance(1000);
  expect(app.calls('/customer/overview')).toHaveLength(2);
  await app.last('/customer/detail').answer({ id, realName: '望舒物流' });
  await app.last('/order/page').answer({ records: [], total: 0 });
  await app.last('/customer/overview').cutOff();
  app.do(route.actions.open({ feature: 'customer' }));
  await quiet();
  await app.clock.advance(60_000);
  expect(app.calls('/customer/overview')).toHaveLength(2);
});

it('is missing when the server says so, and keeps its other parts when one is lost', async () => {
  const app = await opened();
  await app.last('/customer/overview').cutOff();
  await app.last('/order/page').refuse(500, '服务器异常');
  await app.last('/customer/detail').answer({ id, realName: '望舒物流' });
  expect(app.state()).toMatchObject({
    isMissing: false,
    lost: { overview: '' },
    lists: { order: { lost: '服务器异常' } },
    parts: { customer: { id } },
  });
  app.do(at.reload({ id }));
  await app.last('/customer/detail').refuse(404, '记录不存在');
  expect(app.state()).toMatchObject({ isMissing: true, parts: {} });
});

it('is read again when a record has changed, and forgotten with its tab', async () => {
  const app = await opened();
  const before = app.calls('/customer/overview').length;
  app.do(recordsChanged({ modules: ['customer'] }));
  expect(app.calls('/customer/overview')).toHaveLength(before + 1);
  app.do(route.actions.go('/lease/customer'));
  app.do(recordsChanged({ modules: ['customer'] }));
  expect(app.calls('/customer/overview')).toHaveLength(before + 1);
  app.do(tabs.actions.closed(address));
  expect(app.state()).toBeUndefined();
});
