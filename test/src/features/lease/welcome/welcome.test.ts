import { customer } from '../../../../../contract/modules/lease/customer';
import { order, refundStates } from '../../../../../contract/modules/lease/order';
import { paymentPlan } from '../../../../../contract/modules/lease/paymentPlan';
import { product } from '../../../../../contract/modules/lease/product';
import { platformTenant, tenant, unnamedCompany } from '../../../../../contract/modules/system/tenant';
import { filtersOf } from '../../../../../contract/schema/conditions';
import {
  addOrder,
  openRefunds,
  orderCalls,
  planCalls,
  viewOf,
} from '../../../../../src/features/lease/welcome/homeCalls';
import { stepCalls } from '../../../../../src/features/lease/welcome/stepCalls';
import { type WelcomeState, welcome } from '../../../../../src/features/lease/welcome/welcomeSlice';
import { session } from '../../../../../src/store/session';
import { allMenus, start } from '../../../../support/fakeWorld';
import { menusWithout as without } from '../../../store/navigation/menus';

const states = [{ businessStatus: 2, count: 6, sides: [{ direction: 1, count: 6, totalAmount: '1020000.00' }] }];
const due = { todayCount: 5, todayAmount: '428363.33', overdueCount: 0, overdueAmount: '0' };
const unguarded = { isSingle: false, acts: ['退款'] };
const newest = [{ id: '1', contractCode: 'HT20260105000001' }];
const soon = [{ id: '3', paymentDate: '2026-01-06' }];

async function home(menus = allMenus) {
  const app = await start({ at: '/wel/index', menus });
  return {
    ...app,
    page: (): WelcomeState => app.see(welcome.selectors.all),
    asked: () => ['/order/summary', '/paymentPlan/overview', '/order/page'].filter((url) => app.calls(url).length > 0),
  };
}

describe('the welcome page', () => {
  it('asks for all its parts at once and shows each as it comes', async () => {
    const app = await home();
    expect(app.asked()).toEqual(['/order/summary', '/paymentPlan/overview', '/order/page']);
    expect(app.page()).toMatchObject({ asOf: '', askedAt: '2026-01-05 10:00:00', isBusy: true });
    await app.last('/paymentPlan/overview').answer(due);
    expect(app.page()).toMatchObject({ asOf: '2026-01-05 10:00:00', due, isBusy: true });
    expect(app.page().states).toBeUndefined();
    await app.last('/approval-rule/unguarded').answer(unguarded);
    await app.last('/order/page').answer({ records: newest, total: 1 });
    await app.last('/paymentPlan/page').answer({ records: soon, total: 1 });
    await app.last('/order/summary').answer(states);
    expect(app.page()).toMatchObject({ states, due, newest, soon, unguarded, lost: {}, isBusy: false });
  });

  it.each([
    ['cannot be reached', (app: Awaited<ReturnType<typeof home>>) => app.last('/order/summary').cutOff()],
    ['is refused', (app: Awaited<ReturnType<typeof home>>) => app.last('/order/summary').refuse(403, '没有权限')],
  ])('shows the other parts when one %s, without a toast', async (_, fail) => {
    const app = await home();
    await fail(app);
    await app.last('/approval-rule/unguarded').answer(unguarded);
    await app.last('/paymentPlan/overview').answer(due);
    await app.last('/order/page').answer({ records: newest, total: 1 });
    await app.last('/paymentPlan/page').answer({ records: soon, total: 1 });
    expect(app.page()).toMatchObject({ due, newest, lost: { states: true }, isBusy: false });
    expect(app.toasts()).toEqual([]);
  });

  it('restores a missing part when it is loaded again, and keeps the old figures meanwhile', async () => {
    const app = await home();
    await app.last('/order/summary').cutOff();
    await app.last('/paymentPlan/overview').answer(due);
    await app.last('/order/page').answer({ records: newest, total: 1 });
    app.do(welcome.actions.load());
    expect(app.page()).toMatchObject({ due, newest, lost: { states: true }, isBusy: true });
    await app.last('/order/summary').answer(states);
    expect(app.page()).toMatchObject({ states, lost: {} });
  });

  it('leads an empty installation to its first order, and asks no more once there is one', async () => {
    const app = await home();
    const answerAll = async (records: object[]) => {
      await app.last('/order/summary').answer([]);
      await app.last('/paymentPlan/overview').answer(due);
      await app.last('/order/page').answer({ records, total: records.length });
      await app.last('/paymentPlan/page').answer({ records: [], total: 0 });
      await app.last('/approval-rule/unguarded').answer(unguarded);
    };
    await answerAll([]);
    await app.last('/tenant/list').answer({ records: [{ id: '1', tenantName: '我的公司' }], total: 1 });
    await app.last('/product/page').answer({ records: [], total: 0 });
    await app.last('/customer/list').answer({ records: [{ id: '2' }], total: 1 });
    expect(app.page()).toMatchObject({ steps: { company: false, product: false, customer: true }, companyId: '1' });
    app.do(welcome.actions.load());
    await answerAll(newest);
    expect(app.page().steps).toBeUndefined();
    expect(app.calls('/product/page')).toHaveLength(1);
  });

  it('asks for its setup steps what the modules say', () => {
    const { company } = stepCalls;
    expect([company.needs, company.call.url]).toEqual([tenant.permission('update'), tenant.url('list')]);
    expect(company.call.query).toMatchObject({ tenantId: platformTenant });
    expect(company.isDone({ records: [{ tenantName: unnamedCompany }] })).toBe(false);
    for (const [name, module] of Object.entries({ product, customer }))
      expect([stepCalls[name as 'product'].needs, stepCalls[name as 'product'].call.url]).toEqual([
        module.permission('add'),
        module.url('list'),
      ]);
  });

  it('asks for its figures and rows what the modules say, and leads to their views', () => {
    const today = '2026-01-05';
    expect([orderCalls.states.url, orderCalls.newest.url]).toEqual([order.url('summary'), order.url('list')]);
    expect(addOrder).toBe(order.permission('add'));
    expect(openRefunds).toBe(`refundStatus=${refundStates.open}`);
    expect(planCalls.due.url).toBe(paymentPlan.url('overview'));
    const { url, query } = planCalls.soon(today);
    expect(url).toBe(paymentPlan.url('list'));
    expect(query).toMatchObject(filtersOf(paymentPlan, paymentPlan.views!.week!.seek(today)));
    for (const view of ['today', 'overdue', 'week'] as const)
      expect([viewOf(view), Object.keys(paymentPlan.views!)]).toEqual([`view=${view}`, expect.arrayContaining([view])]);
  });

  it('does not ask for what the person has no menu for', async () => {
    const app = await home(without('order'));
    expect(app.asked()).toEqual(['/paymentPlan/overview']);
    expect(app.page().parts).toEqual(['due', 'soon', 'unguarded']);
    expect((await home(without('order', 'paymentPlan'))).asked()).toEqual([]);
  });

  it('leaves nothing for the next person who signs in', async () => {
    const app = await home();
    await app.last('/order/summary').answer(states);
    app.do(session.actions.signedOut());
    expect(app.page()).toMatchObject({ asOf: '', parts: [] });
    expect(app.page().states).toBeUndefined();
  });
});
