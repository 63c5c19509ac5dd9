/** A list and its form, in isolation: their requests, which answer counts, and the effect of a refusal. */
import { product } from '../../../../contract/modules/lease/product';
import { feature } from '../../../../src/features/lease/product';
import { crudSaga } from '../../../../src/sagas/crud/crud';
import { crudSlice } from '../../../../src/store/crud/crud';
import { feedback } from '../../../../src/store/feedback';
import type { Answer, Call, World } from '../../../../src/world/world';
import { done, flow, refused, signedIn, untilQuiet } from '../../../support/flow';

const slice = crudSlice(product);
const { actions: at } = slice;
function saga(world: World) {
  return crudSaga(product, slice, [], { naming: 'productName' } as never)(world);
}
function row(id: string, productName: string) {
  return { id, productName, productCode: `P${id}`, version: 1 };
}
function page(...records: ReturnType<typeof row>[]) {
  return done({ records, total: records.length });
}
const time = { now: () => 1000, uptime: () => 1000, newId: () => 'key-1' };
const sure = feedback.actions.answered({ isSure: true, reason: '' });
const unsure = feedback.actions.answered({ isSure: false, reason: '' });
const given = [
  ...signedIn(),
  at.listed({ records: [row('1', '甲'), row('2', '乙')], total: 2, size: 10, current: 1, pages: 1 }),
];
function about(calls: Call[], ending: string) {
  return calls.filter(({ url }) => url.endsWith(ending));
}
function run(send: (call: Call) => Promise<Answer>, more: readonly { type: string }[] = []) {
  return flow(saga, { given: [...given, ...more], slices: [slice], ports: { ...time, send } });
}

it('is the saga that the page of the module runs', () => {
  expect(feature.slices.map(({ reducerPath }) => reducerPath)).toContain(slice.reducerPath);
});

describe('a list', () => {
  it('asks for the page with its filters and shows it', async () => {
    const { plan, calls } = run(async () => page(row('3', '丙')));
    const { storeState } = await plan.dispatch(at.list({ current: 2, filters: { productName: '丙' } })).run(untilQuiet);
    expect(about(calls, '/page')[0]?.query).toMatchObject({ current: 2, productName: '丙' });
    expect(storeState.product.page.records).toMatchObject([{ id: '3' }]);
    expect(storeState.product.busy.list).toBeUndefined();
  });

  it('shows the answer to the newest question, whichever comes last', async () => {
    const wait = (ms: number) => new Promise((resume) => setTimeout(resume, ms));
    const { plan } = run(async ({ query }) => {
      await wait(query?.productName === 'old' ? 60 : 5);
      return page(row('9', String(query?.productName)));
    });
    const { storeState } = await plan
      .dispatch(at.list({ filters: { productName: 'old' } }))
      .dispatch(at.list({ filters: { productName: 'new' } }))
      .run(untilQuiet);
    expect(storeState.product.page.records).toMatchObject([{ productName: 'new' }]);
  });

  it('keeps what it shows when the server refuses, and says so once', async () => {
    const { plan } = run(async () => refused(500, '服务器异常'));
    const { storeState } = await plan.put.actionType(at.failed.type).dispatch(at.list({})).run(untilQuiet);
    expect(storeState.product.page.records).toHaveLength(2);
    expect(storeState.feedback.toasts).toMatchObject([{ tone: 'error', text: '服务器异常' }]);
  });
});

describe('a form', () => {
  const draft = {
    productName: '丙',
    productCode: 'P3',
    deadline: 365,
    amountPer: '10000',
    getType: 0,
    yearRate: '7.2',
    status: 1,
  };
  const opened = at.opened({ mode: 'add', draft, key: 'key-0' });

  it('is sent once with its key, shut, and the list is asked anew', async () => {
    const { plan, calls } = run(async ({ url }) => (url.endsWith('/submit') ? done(true) : page()), [opened]);
    await plan
      .put(at.saved())
      .put(feedback.actions.notified({ tone: 'success', say: 'crud.added' }))
      .put(at.list({ current: 1 }))
      .dispatch(at.save())
      .dispatch(at.save())
      .run(untilQuiet);
    const [sent, ...again] = about(calls, '/submit');
    expect(again).toEqual([]);
    expect(sent).toMatchObject({
      method: 'POST',
      headers: { 'Idempotency-Key': 'key-0' },
      body: { productName: '丙' },
    });
  });

  it('is judged before it is sent', async () => {
    const { plan, calls } = run(async () => page(), [at.opened({ mode: 'add', draft: {}, key: 'key-0' })]);
    const { storeState } = await plan.put.actionType(at.misjudged.type).dispatch(at.save()).run(untilQuiet);
    expect(about(calls, '/submit')).toEqual([]);
    expect(storeState.product.form.problems).toMatchObject({ productName: 'required' });
  });

  it('stays open with what the server found wrong', async () => {
    const answer: Answer = {
      status: 400,
      body: { code: 400, success: false, data: null, msg: '产品编号已存在', problems: { productCode: 'taken' } },
    };
    const { plan } = run(async () => answer, [opened]);
    const { storeState } = await plan.not.put(at.saved()).dispatch(at.save()).run(untilQuiet);
    expect(storeState.product.form).toMatchObject({ problems: { productCode: 'taken' }, draft: { productName: '丙' } });
  });

  it('is shut at once while nothing was typed, and after a question when something was', async () => {
    const clean = run(async () => page(), [opened]);
    await clean.plan
      .put(at.shut())
      .not.put.actionType(feedback.actions.asked.type)
      .dispatch(at.close())
      .run(untilQuiet);
    const typed = at.type({ productName: '丁' });
    const stays = run(async () => page(), [opened, typed]);
    await stays.plan.not.put(at.shut()).dispatch(at.close()).dispatch(unsure).run(untilQuiet);
    const goes = run(async () => page(), [opened, typed]);
    await goes.plan.put(at.shut()).dispatch(at.close()).dispatch(sure).run(untilQuiet);
  });
});

describe('removing', () => {
  it('asks by name, removes, says so and asks for the list anew', async () => {
    const { plan, calls } = run(async ({ url }) => (url.endsWith('/remove') ? done(true) : page(row('2', '乙'))));
    await plan
      .put(at.removed(['1']))
      .put(feedback.actions.notified({ tone: 'success', say: 'crud.removed' }))
      .dispatch(at.remove(['1']))
      .dispatch(sure)
      .run(untilQuiet);
    expect(about(calls, '/remove')).toMatchObject([{ method: 'POST', query: { ids: '1' } }]);
  });

  it('removes nothing for a no, and unlocks the row', async () => {
    const { plan, calls } = run(async () => done(true));
    const { storeState } = await plan
      .dispatch(at.remove(['1']))
      .dispatch(unsure)
      .run(untilQuiet);
    expect(calls).toEqual([]);
    expect(storeState.product.locked).toEqual({});
  });

  it('leaves the row where the server refuses', async () => {
    const { plan } = run(async () => refused(400, '在售产品不能删除', 'product.stillOnSale'));
    const { storeState } = await plan.not
      .put(at.removed(['1']))
      .dispatch(at.remove(['1']))
      .dispatch(sure)
      .run(untilQuiet);
    expect(storeState.product.page.records).toHaveLength(2);
    expect(storeState.product.locked).toEqual({});
  });
});
