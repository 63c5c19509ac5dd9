/** An order's own page: a request for each part at once, pictures, and a history in sentences. */
import i18next from 'i18next';
import { type FascContract, fascContract } from '../../../../../contract/modules/esign/fascContract';
import type { Order } from '../../../../../contract/modules/lease/order';
import { pictureLimits, voucherPicType } from '../../../../../contract/modules/lease/picture';
import { sealOf } from '../../../../../src/features/lease/order/ContractRow';
import { counter } from '../../../../../src/features/lease/order/counter/counterSlice';
import { happenings } from '../../../../../src/features/lease/order/history';
import { nextDeed } from '../../../../../src/features/lease/order/orderDeeds';
import { orderMoves } from '../../../../../src/features/lease/order/orderMovesSlice';
import { lookMs } from '../../../../../src/features/lease/order/orderPageSaga';
import { type OrderPageState, orderPages, planTerms } from '../../../../../src/features/lease/order/orderPageSlice';
import { pictureSlots } from '../../../../../src/features/lease/order/pictures/pictures';
import { payableTotal, planFigures } from '../../../../../src/features/lease/order/plan/planFigures';
import { stepsOf } from '../../../../../src/features/lease/order/steps';
import type { View } from '../../../../../src/features/lease/order/view';
import { browserActions } from '../../../../../src/store/browserActions';
import type { HistoryEntry } from '../../../../../src/store/crud/history';
import { feedback } from '../../../../../src/store/feedback';
import { route, tabs } from '../../../../../src/store/navigation/route';
import { words as en } from '../../../../../texts/en/words';
import { words as zh } from '../../../../../texts/zh/words';
import { quiet, start } from '../../../../support/fakeWorld';
import { menusWithout } from '../../../store/navigation/menus';

const { actions: at } = orderPages;
const id = '7';
const address = `/lease/order/detail/${id}`;
const endings = {
  order: '/order/detail',
  plan: '/paymentPlan/page',
  contracts: '/fascContract/list',
  pictures: '/picture/list',
  assets: '/asset/list',
  purchases: '/purchase/list',
  collection: '/collection/list',
  history: '/order/history',
};
type Name = keyof typeof endings;
const names = Object.keys(endings) as Name[];

function held(more: Partial<Order> = {}) {
  return {
    id,
    contractCode: 'HT20260105000001',
    customerName: '望舒物流',
    productName: '稳盈租 360',
    totalAmount: '50000.00',
    yearRate: '7.2',
    deadline: 360,
    getType: 0,
    dayCount: 360,
    businessStatus: 1,
    pzsfqr: 0,
    interestDate: null,
    voucherTime: null,
    createTime: '2026-01-04 09:12:00',
    ...more,
  } as Order;
}
function rows(records: unknown[] = []) {
  return { records, total: records.length };
}
const answers: Record<Name, unknown> = {
  order: held(),
  plan: rows(),
  contracts: rows(),
  pictures: rows(),
  assets: rows(),
  purchases: rows(),
  collection: rows(),
  history: [],
};

type App = Awaited<ReturnType<typeof start>>;
function state(app: App): OrderPageState {
  return app.slice('orderPage')[id];
}
async function answer(app: App, given: Partial<Record<Name, unknown>> = {}) {
  for (const name of names) await app.last(endings[name]).answer({ ...answers, ...given }[name]);
}
/** The page, read once. */
async function shown(given: Partial<Record<Name, unknown>> = {}) {
  const app = await start({ at: address });
  await answer(app, given);
  return app;
}
/** How often the parts were asked for that moves and pictures change. */
function readings(app: App) {
  return (['order', 'plan', 'contracts', 'pictures', 'history'] as const).map(
    (name) => app.calls(endings[name]).length,
  );
}

describe('opening the page of an order', () => {
  it('asks for all parts before any has answered', async () => {
    const app = await start({ at: address });
    expect(names.map((name) => app.last(endings[name]).isSettled)).toEqual(names.map(() => false));
    expect(app.last(endings.plan).call.query).toMatchObject({ orderId: id, current: 1 });
    expect(Object.keys(state(app).busy).sort()).toEqual([...names].sort());
  });

  it('shows each part as it comes', async () => {
    const app = await start({ at: address });
    await app.last(endings.pictures).answer(rows([{ id: '1' }]));
    expect(state(app).parts).toEqual({ pictures: [{ id: '1' }] });
    await answer(app);
    expect(state(app)).toMatchObject({ busy: {}, lost: {}, today: '2026-01-05' });
  });

  it('does not ask for parts the person has no menu for, nor does a reload', async () => {
    const app = await start({
      at: address,
      menus: menusWithout('paymentPlan', 'fascContract', 'picture', 'asset', 'purchase', 'collection'),
    });
    const asked = () => names.filter((name) => app.calls(endings[name]).length > 0);
    expect(asked()).toEqual(['order', 'history']);
    await app.last(endings.order).answer(held());
    await app.last(endings.history).answer([]);
    app.do(at.reload({ id }));
    expect(asked()).toEqual(['order', 'history']);
    expect(Object.keys(state(app).busy).sort()).toEqual(['history', 'order']);
    expect(state(app).lost).toEqual({});
  });

  it('names its tab after the order', async () => {
    const app = await shown();
    const named = (path: string) => app.see(tabs.selectors.list).find((tab) => tab.path === path)?.label.zh;
    expect(named(address)).toBe('HT20260105000001');
    const draft = await shown({ order: held({ contractCode: null, businessStatus: 0 }) });
    expect(draft.see(tabs.selectors.list).find((tab) => tab.path === address)?.label).toEqual({
      zh: '草稿 望舒物流',
      en: 'Draft 望舒物流',
    });
  });

  it('reads a plan of more instalments than a page holds to its end', async () => {
    const app = await start({ at: address });
    const page = (from: number, count: number) => Array.from({ length: count }, (_, i) => ({ id: String(from + i) }));
    await app.last(endings.plan).answer({ records: page(0, 200), total: 360 });
    await app.last(endings.plan).answer({ records: page(200, 160), total: 360 });
    expect(app.last(endings.plan).call.query).toMatchObject({ current: 2 });
    expect(state(app).parts.plan).toHaveLength(360);
  });

  it('leaves the rest alone when a part cannot be reached, and asks again for that part only', async () => {
    const app = await start({ at: address });
    for (const name of names)
      if (name === 'history') await app.last(endings.history).cutOff();
      else await app.last(endings[name]).answer(answers[name]);
    expect(state(app)).toMatchObject({ lost: { history: '' }, busy: {} });
    expect(state(app).parts.order).toMatchObject({ id });
    expect(app.toasts()).toEqual([]);
    app.do(at.reload({ id, only: ['history'] }));
    expect(readings(app)).toEqual([1, 1, 1, 1, 2]);
    await app.last(endings.history).answer([]);
    expect(state(app)).toMatchObject({ lost: {}, parts: { history: [] } });
  });

  it('asks again by itself for a part that cannot be reached, and for no other', async () => {
    const app = await start({ at: address });
    for (const name of names)
      if (name === 'history') await app.last(endings.history).cutOff();
      else if (name === 'contracts') await app.last(endings.contracts).refuse(403, '没有权限');
      else await app.last(endings[name]).answer(answers[name]);
    for (const wait of [1000, 2000]) {
      const asked = app.calls(endings.history).length;
      await app.clock.advance(wait);
      expect(app.calls(endings.history).length).toBe(asked + 1);
      if (wait === 1000) await app.last(endings.history).cutOff();
    }
    await app.last(endings.history).answer([]);
    await app.clock.advance(60_000);
    expect(state(app)).toMatchObject({ lost: { contracts: '没有权限' }, parts: { history: [] } });
    expect(app.calls(endings.contracts)).toHaveLength(1);
    expect(app.calls(endings.order)).toHaveLength(1);
  });

  it('says in the card what the server refused', async () => {
    const app = await start({ at: address });
    await app.last(endings.contracts).refuse(403, '没有权限执行此操作（fascContract）');
    expect(state(app).lost).toEqual({ contracts: '没有权限执行此操作（fascContract）' });
    expect(app.toasts()).toEqual([]);
  });

  it.each([404, 403])('says that there is no such order when the answer is %i', async (code) => {
    const app = await start({ at: address });
    await app.last(endings.order).refuse(code, '记录不存在');
    expect(state(app)).toMatchObject({ isMissing: true, parts: {} });
  });

  it('gives up what is on its way when another page is opened', async () => {
    const app = await start({ at: address });
    app.do(route.actions.go('/lease/product'));
    await quiet();
    expect(names.map((name) => app.last(endings[name]).isAborted)).toEqual(names.map(() => true));
  });

  it('shows what it had at once when it comes back, and reads it anew', async () => {
    const app = await shown();
    app.do(route.actions.go('/lease/product'));
    await quiet();
    app.do(route.actions.go(address));
    await quiet();
    expect(state(app).parts.order).toMatchObject({ id });
    expect(readings(app)).toEqual([2, 2, 2, 2, 2]);
    await answer(app, { order: held({ businessStatus: 2 }) });
    expect(state(app).parts.order).toMatchObject({ businessStatus: 2 });
  });

  it('forgets an order when its tab is closed', async () => {
    const app = await shown();
    app.do(tabs.actions.closeTab(address));
    await quiet();
    expect(state(app)).toBeUndefined();
  });
});

describe('commands of other places', () => {
  it.each([
    ['a move', orderMoves.actions.moved({ id })],
    ['a contract', orderMoves.actions.contractMade({ orderId: id })],
  ])('%s reads the page anew', async (_, fact) => {
    const app = await shown();
    app.do(fact);
    expect(readings(app)).toEqual([2, 2, 2, 2, 2]);
  });

  it('a move of an order that is not on screen reads nothing and disturbs no reading', async () => {
    const app = await start({ at: address });
    app.do(orderMoves.actions.moved({ id: '8' }));
    await quiet();
    expect(readings(app)).toEqual([1, 1, 1, 1, 1]);
    expect(app.last(endings.order).isAborted).toBe(false);
  });

  it('sends a paper again and shows it with its new link', async () => {
    const app = await shown({ order: held({ businessStatus: 4, pzsfqr: 1 }) });
    app.do(orderMoves.actions.makeContract({ orderId: id, type: 2, resend: true }));
    await app.last('/order/detail').answer(held({ businessStatus: 4, pzsfqr: 1 }));
    await app.last('/link-way').answer({ way: 'sms' });
    app.do(feedback.actions.answered({ isSure: true, reason: '' }));
    await quiet();
    expect(app.last('/makeContract').call.query).toEqual({ orderId: id, type: 2, resend: true });
    await app.last('/makeContract').answer([]);
    await answer(app, { contracts: rows([{ id: '1', type: 2, retryFlag: 1 }]) });
    expect(state(app).parts.contracts).toEqual([{ id: '1', type: 2, retryFlag: 1 }]);
  });
});

describe('a picture', () => {
  const place = { id, picType: voucherPicType, imageIndex: 0 };
  const file = { file: 'file-1', name: '回单.png', size: 2048, type: 'image/png' };
  const link = '/api/blade-resource/attach/file/000000/9?e=1&s=x';
  const choosing = async () => {
    const app = await shown();
    app.do(at.upload(place));
    return app;
  };

  it('goes up, takes its slot, and the order that waited for it is read anew', async () => {
    const app = await choosing();
    await app.picked(file);
    expect(state(app).uploading).toEqual({ '5-0': true });
    expect(app.last('/upload-images').call).toMatchObject({ method: 'POST', query: { type: 5 }, file: 'file-1' });
    await app.last('/upload-images').answer({ link });
    expect(app.last('/picture/submit').call.body).toEqual({
      orderId: id,
      path: link,
      name: '回单.png',
      picType: 5,
      imageIndex: 0,
    });
    expect(app.last('/picture/submit').call.headers).toHaveProperty('Idempotency-Key');
    await app.last('/picture/submit').answer({});
    expect(state(app).uploading).toEqual({});
    expect(readings(app)).toEqual([2, 1, 1, 2, 2]);
    await app.last(endings.order).answer(held({ businessStatus: 2 }));
    expect(state(app).parts.order).toMatchObject({ businessStatus: 2 });
    expect(app.toasts()).toEqual(['success: orderPage.uploaded']);
  });

  it('is not asked about again when the person cancels', async () => {
    const app = await choosing();
    await app.picked(null);
    expect(app.calls('/upload-images')).toEqual([]);
    expect(state(app).uploading).toEqual({});
  });

  it.each([
    ['is too large', { size: pictureLimits.bytes + 1 }, voucherPicType, '图片不能超过 10 MB'],
    ['is no picture', { type: 'text/html' }, voucherPicType, '文件格式不支持，请上传 jpg、png、bmp 或 webp 图片'],
    [
      'is a PDF where only pictures go',
      { type: 'application/pdf' },
      1,
      '文件格式不支持，请上传 jpg、png、bmp 或 webp 图片',
    ],
  ])('does not travel when it %s', async (_, more, picType, said) => {
    const app = await shown();
    app.do(at.upload({ ...place, picType }));
    await app.picked({ ...file, ...more });
    expect(app.toasts()).toEqual([`error: ${said}`]);
    expect(app.calls('/upload-images')).toEqual([]);
  });

  it.each([
    ['of its full size', { size: pictureLimits.bytes }],
    ['that is a PDF of a voucher', { type: 'application/pdf' }],
    ['of a type that the system does not know', { type: '' }],
  ])('%s travels', async (_, more) => {
    const app = await choosing();
    await app.picked({ ...file, ...more });
    expect(app.calls('/upload-images')).toHaveLength(1);
  });

  it('goes up once into a slot that was pressed twice', async () => {
    const app = await choosing();
    app.do(at.upload(place));
    await app.picked(file);
    await app.picked({ ...file, file: 'file-2' });
    expect(app.calls('/upload-images').map(({ call }) => call.file)).toEqual(['file-1']);
    await app.last('/upload-images').refuse(400, '文件损坏');
    expect(state(app).uploading).toEqual({});
  });

  it('frees its slot when the server refuses it', async () => {
    const app = await choosing();
    await app.picked(file);
    await app.last('/upload-images').refuse(400, '图片边长须在 15 至 8192 像素之间');
    expect(state(app).uploading).toEqual({});
    expect(app.toasts()).toEqual(['error: 图片边长须在 15 至 8192 像素之间']);
    expect(readings(app)).toEqual([1, 1, 1, 1, 1]);
  });

  it('frees its slot when nothing answers', async () => {
    const app = await choosing();
    await app.picked(file);
    await app.last('/upload-images').cutOff();
    expect(state(app).uploading).toEqual({});
    expect([app.toasts(), app.unanswered().length]).toEqual([[], 1]);
  });

  it('that ends after the page was left disturbs no other reading', async () => {
    const app = await choosing();
    await app.picked(file);
    app.do(route.actions.go('/lease/order/detail/8'));
    await quiet();
    const other = app.last(endings.order);
    await app.last('/upload-images').answer({ link });
    await app.last('/picture/submit').answer({});
    expect(other.isAborted).toBe(false);
    expect(app.last(endings.order)).toBe(other);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('is removed only when the person is sure: %s', async (isSure, count) => {
    const app = await shown();
    app.do(at.removePicture({ id, pictureId: '3' }));
    app.do(feedback.actions.answered({ isSure, reason: '' }));
    await quiet();
    expect(app.calls('/picture/remove')).toHaveLength(count);
  });

  it('is read anew with the log once it is removed', async () => {
    const app = await shown();
    app.do(at.removePicture({ id, pictureId: '3' }));
    app.do(feedback.actions.answered({ isSure: true, reason: '' }));
    await app.last('/picture/remove').answer(true);
    expect(app.last('/picture/remove').call.query).toEqual({ ids: '3' });
    expect(readings(app)).toEqual([1, 1, 1, 2, 2]);
  });
});

it('copies what it is asked to, and opens windows', async () => {
  const app = await shown();
  app.do(browserActions.copy({ text: 'HT-01', say: 'orderPage.codeCopied' }));
  app.do(browserActions.openWindow('/paper.pdf'));
  await quiet();
  expect([app.copied, app.opened]).toEqual([['HT-01'], ['/paper.pdf']]);
  expect(app.toasts()).toEqual(['success: orderPage.codeCopied']);
});

// ---- the texts of the page

const words = i18next.createInstance();
beforeAll(() =>
  words.init({
    lng: 'zh',
    resources: { zh: { translation: zh }, en: { translation: en } },
    interpolation: { escapeValue: false },
  }),
);
function viewOf(parts: OrderPageState['parts'], more: Partial<Order> = {}, language: 'zh' | 'en' = 'zh'): View {
  return {
    pageState: {
      ...{ path: address, today: '2026-01-05', now: '2026-01-05 10:00:00', busy: {}, lost: {}, isMissing: false },
      ...{ planView: 'period', historyView: 'all', isHistoryWhole: false, uploading: {} },
      parts,
    },
    held: held(more),
    format: { language, dicts: {} },
    t: words.getFixedT(language),
  };
}
function entry(entity: string, action: string, more: Partial<HistoryEntry> & { set?: Record<string, unknown> } = {}) {
  const { set = {}, ...rest } = more;
  const changes = Object.entries(set).map(([field, value]) => {
    const [before, after] = Array.isArray(value) ? value : [null, value];
    return { field, before, after };
  });
  return {
    ...{ id: `${entity}-${action}`, entity, entityId: '1', action, reason: '' },
    ...{ changes, userName: '林予墨', createTime: '2026-01-04 09:12:30', ...rest },
  };
}
function told(history: HistoryEntry[], language: 'zh' | 'en' = 'zh', parts: OrderPageState['parts'] = {}) {
  return happenings(viewOf({ history, ...parts }, {}, language));
}

describe('the log', () => {
  it.each([
    ['order', 'add', {}, '录入订单', 'Order created'],
    ['order', 'update', { remark: ['a', 'b'] }, '修改订单', 'Order updated'],
    ['order', 'remove', {}, '删除订单', 'Order deleted'],
    ['order', 'override', { businessStatus: [4, 5] }, '人工修正状态', 'Status corrected manually'],
    ['order', 'signed', { prqy: [0, 1] }, '服务方签约完成', 'Provider signing completed'],
    ['order', 'signed', { qyqy: [0, 1] }, '企业签约完成', 'Enterprise signing completed'],
    ['order', 'move', { businessStatus: [0, 1] }, '提交订单，等待客户打款', 'Submitted, awaiting customer transfer'],
    ['order', 'move', { businessStatus: [1, 2] }, '打款凭证已上传，待确认', 'Voucher uploaded, awaiting review'],
    ['order', 'move', { businessStatus: [2, 1] }, '退回打款凭证', 'Voucher rejected'],
    ['order', 'move', { businessStatus: [2, 3] }, '打款凭证确认无误', 'Voucher confirmed'],
    ['order', 'move', { businessStatus: [3, 4] }, '发起签约', 'Contracts issued'],
    [
      'order',
      'move',
      { businessStatus: [4, 3] },
      '没有可签署的合同，退回待签约',
      'No contract left to sign, returned to awaiting contract',
    ],
    ['order', 'move', { businessStatus: [4, 5] }, '合同全部签署完成', 'All contracts signed'],
    ['order', 'move', { businessStatus: [5, 6] }, '起租，开始履约', 'Lease started'],
    ['order', 'move', { businessStatus: [6, 7] }, '已到期，仍有未付期次', 'Matured with unpaid instalments'],
    ['order', 'move', { businessStatus: [6, 8] }, '全部付清，订单结清', 'Fully paid, order settled'],
    ['order', 'move', { businessStatus: [6, 9] }, '申请提前结清', 'Early settlement requested'],
    ['order', 'move', { businessStatus: [9, 6] }, '撤回提前结清', 'Early settlement withdrawn'],
    ['order', 'move', { businessStatus: [9, 10] }, '结算款已付，订单提前结清', 'Settlement paid, order settled early'],
    ['order', 'move', { businessStatus: [1, 11] }, '取消订单', 'Order cancelled'],
    ['fascContract', 'make', { type: 2 }, '生成租赁合同', 'Lease agreement generated'],
    ['fascContract', 'send', {}, '发出合同，等待客户签署', 'Contract sent, awaiting customer signature'],
    ['fascContract', 'resend', { type: 2 }, '重发租赁合同', 'Lease agreement resent'],
    ['fascContract', 'read', { type: 1 }, '客户已读服务协议', 'Service agreement read by the customer'],
    ['fascContract', 'sign', { type: 1 }, '服务协议签署完成', 'Service agreement signed'],
    ['fascContract', 'reject', { type: 1 }, '客户拒签服务协议', 'Service agreement declined by the customer'],
    ['fascContract', 'cancel', { type: 1 }, '作废服务协议', 'Service agreement voided'],
    ['fascContract', 'remove', { type: 1 }, '删除服务协议', 'Service agreement deleted'],
    ['paymentPlan', 'add', { currentPeriods: 1 }, '生成付款计划 1 期', 'Payment schedule generated, 1 instalment'],
    [
      'paymentPlan',
      'pay',
      { currentPeriods: 3, paidAmount: '3000.00' },
      '第 3 期已付款 3,000.00 元',
      'Instalment 3 paid, CNY 3,000.00',
    ],
    ['paymentPlan', 'update', { currentPeriods: 3 }, '修改第 3 期', 'Instalment 3 updated'],
    ['picture', 'add', { picType: 5 }, '上传打款凭证', 'Transfer voucher uploaded'],
    ['picture', 'replace', { picType: [5, null] }, '替换打款凭证', 'Transfer voucher replaced'],
    ['picture', 'remove', { picType: [3, null] }, '移除银行卡', 'Bank card removed'],
    ['customer', 'update', {}, '客户有变更', 'Customer changed'],
    ['asset', 'add', { assetName: [null, '机床'] }, '新增租赁物 机床', 'Lease object 机床 added'],
    [
      'purchase',
      'add',
      { amount: [null, '3000.00'] },
      '登记采购付款 3,000.00 元',
      'Supplier payment of CNY 3,000.00 entered',
    ],
    [
      'purchase',
      'pay',
      { amount: [null, '3000.00'] },
      '采购付款 3,000.00 元已付给供应商',
      'Supplier paid CNY 3,000.00',
    ],
    ['purchase', 'somethingNew', {}, '采购付款有变更', 'Supplier payment changed'],
    ['somethingNew', 'done', {}, 'somethingNew有变更', 'somethingNew changed'],
  ])('tells %s %s %j as “%s” and “%s”', (entity, action, set, inChinese, inEnglish) => {
    const history = [entry(entity, action, { set })];
    expect(told(history)[0]?.title).toBe(inChinese);
    expect(told(history, 'en')[0]?.title).toBe(inEnglish);
  });

  it('says each change by its name and in words', () => {
    const set = { remark: ['', '急'], totalAmount: ['10000.00', '20000.00'], bankCardCode: ['**** 7781', '**** 2046'] };
    expect(told([entry('order', 'update', { set })])[0]?.changes).toEqual([
      { label: '备注', from: '-', to: '急' },
      { label: '总金额', from: '10,000.00', to: '20,000.00' },
      { label: '银行卡号', from: '**** 7781', to: '**** 2046' },
    ]);
  });

  it('leaves out what the sentence has said and what only machines read', () => {
    const set = { businessStatus: [5, 6], maturity: '2027-01-01', startTime: '2026-01-04 09:12:30', pzsfqr: [0, 1] };
    expect(told([entry('order', 'move', { set })])[0]?.changes).toEqual([
      { label: '到期日', from: '-', to: '2027-01-01' },
    ]);
  });

  it('takes the state of an override from the dictionary', () => {
    const [one] = told([entry('order', 'override', { set: { businessStatus: [4, 5] }, reason: '补签' })]);
    expect(one).toMatchObject({ changes: [{ label: '业务状态', from: '签约中', to: '待起租' }], reason: '补签' });
  });

  it('tells a batch of payments, and a plan of many rows, once', () => {
    const paid = (n: number, paidAmount: string) =>
      entry('paymentPlan', 'pay', { id: `p${n}`, entityId: `${n}`, set: { paidAmount } });
    const made = [1, 2, 3].map((n) => entry('paymentPlan', 'add', { id: `a${n}`, entityId: `${n}` }));
    expect(told([paid(2, '300.00'), paid(1, '300.05'), ...made]).map(({ title }) => title)).toEqual([
      '2 期已付款，共 600.05 元',
      '生成付款计划 3 期',
    ]);
  });

  it('knows a paper by what the order holds, though the entry does not say it', () => {
    const contracts = [{ id: '1', type: 2 }] as OrderPageState['parts']['contracts'];
    expect(told([entry('fascContract', 'sign')], 'zh', { contracts })[0]?.title).toBe('租赁合同签署完成');
  });

  it('tells making and sending, signing and its flag, replacing and its upload as one thing each', () => {
    const history = [
      entry('order', 'signed', { set: { qyqy: [0, 1] } }),
      entry('fascContract', 'sign', { set: { type: 2 } }),
      entry('fascContract', 'send', { createTime: '2026-01-03 09:00:00' }),
      entry('fascContract', 'make', { createTime: '2026-01-03 09:00:00', set: { type: 2 } }),
      entry('picture', 'add', { entityId: '2', set: { picType: 5, imageIndex: 0 } }),
      entry('picture', 'replace', { entityId: '3', set: { picType: [5, null], imageIndex: [0, null] } }),
    ];
    expect(told(history).map(({ title }) => title)).toEqual([
      '租赁合同签署完成',
      '发出租赁合同，等待客户签署',
      '替换打款凭证',
    ]);
  });

  it.each([
    ['系统', 'zh', '系统'],
    ['系统', 'en', 'System'],
    ['', 'en', 'System'],
    ['林予墨', 'en', '林予墨'],
  ] as const)('names who did it: “%s” in %s is “%s”', (userName, language, said) => {
    expect(told([entry('order', 'add', { userName })], language)[0]?.by).toBe(said);
  });

  it.each([
    ['fascContract', 'read', 'signing'],
    ['order', 'signed', 'signing'],
    ['paymentPlan', 'pay', 'payment'],
    ['picture', 'add', 'change'],
    ['order', 'move', 'change'],
  ])('files %s %s under %s', (entity, action, kind) => {
    expect(told([entry(entity, action)])[0]?.kind).toBe(kind);
  });
});

describe('the plan', () => {
  it('is a preview, marked as one, until it exists', () => {
    const figures = planFigures(viewOf({ plan: [] }));
    expect(figures).toMatchObject({ isPreview: true, isAssumed: true });
    expect(figures.lines).toHaveLength(12);
    expect(payableTotal(figures)).toBe('53600.00');
  });

  it('is not guessed while it is unread, nor for a cancelled order', () => {
    expect(planFigures(viewOf({})).lines).toEqual([]);
    expect(planFigures(viewOf({ plan: [] }, { businessStatus: 11 })).lines).toEqual([]);
  });

  it('counts neither frozen nor void rows', () => {
    const row = (n: number, more: object) => ({ id: `${n}`, currentPeriods: n, totalPeriods: 3, ...more });
    const plan = [
      row(1, { amountPayable: '300.00', payStatus: 1 }),
      row(2, { amountPayable: '300.00', payStatus: 0, isFrozen: 1 }),
      row(3, { amountPayable: '300.00', payStatus: 2 }),
      row(1, { amountPayable: '160.00', payStatus: 0, planVersion: 2, paymentDate: '2026-02-01' }),
    ] as unknown as OrderPageState['parts']['plan'];
    expect(payableTotal(planFigures(viewOf({ plan })))).toBe('460.00');
  });

  it.each([
    [{ voucherTime: null }, '2026-01-06', true],
    [{ voucherTime: '2026-01-05 08:00:00' }, '2026-01-06', true],
    [{ voucherTime: '2025-12-20 08:00:00' }, '2026-01-05', true],
    [{ interestDate: '2026-02-01' }, '2026-02-01', false],
  ])('with %j starts on %s, assumed: %s', (more, interestDate, isAssumed) => {
    expect(planTerms(held(more), '2026-01-05')).toMatchObject({ terms: { interestDate }, isAssumed });
  });

  it('cannot be worked out while the order lacks its product', () => {
    expect(planTerms(held({ deadline: null, yearRate: null }), '2026-01-05')).toBeNull();
  });
});

describe('the state bar', () => {
  const states = (businessStatus: number, history: HistoryEntry[] = []) =>
    stepsOf(viewOf({ history }, { businessStatus, interestDate: '2026-01-01' })).map(({ state }) => state[0]);
  it.each([
    [0, 'ctttt'],
    [1, 'dcttt'],
    [2, 'dcttt'],
    [4, 'ddctt'],
    [6, 'dddct'],
    [7, 'dddct'],
    [8, 'ddddd'],
    [9, 'ddddc'],
    [10, 'ddddd'],
  ])('in state %i is %s', (status, said) => {
    expect(states(status).join('')).toBe(said);
  });

  it('shows where a cancelled order stopped', () => {
    const history = [entry('order', 'move', { set: { businessStatus: [2, 11] } })];
    expect(states(11, history).join('')).toBe('dstts');
  });

  it('counts the days of the term, and no more than it has', () => {
    const note = (interestDate: string) =>
      stepsOf(viewOf({}, { businessStatus: 6, interestDate })).find(({ key }) => key === 'running');
    expect(note('2026-01-01')).toMatchObject({ note: '第 5 天 / 360 天' });
    expect(note('2020-01-01')).toMatchObject({ note: '第 360 天 / 360 天', share: 1 });
  });
});

describe('whom the next step waits for', () => {
  const asked = '/order/next-people';
  const review = { order: held({ businessStatus: 2 }) };
  const reader = async (permissions: string[]) => {
    const app = await start({ at: address, permissions });
    await answer(app, review);
    return app;
  };

  it('is asked by those alone who may not take it, once the order is known', async () => {
    expect((await reader(['order_voucher'])).calls(asked)).toEqual([]);
    const app = await start({ at: address, permissions: [] });
    expect(app.calls(asked)).toEqual([]);
    await answer(app, review);
    expect(app.last(asked).call.query).toEqual({ id });
    await app.last(asked).answer('沈知遥');
    expect(state(app).nextPeople).toBe('沈知遥');
  });

  it('is forgotten with the state of the order, and missing without an answer', async () => {
    const app = await reader([]);
    await app.last(asked).answer('沈知遥');
    app.do(at.received({ id, parts: { order: held({ businessStatus: 3 }) } }));
    expect(state(app).nextPeople).toBeUndefined();
    const other = await reader([]);
    await other.last(asked).cutOff();
    expect(state(other)).toMatchObject({ lost: {} });
    expect(state(other).nextPeople).toBeUndefined();
  });
});

describe('the next step', () => {
  const waiting = { id: '1', type: 1, status: 1, signTaskStatus: 'sign_progress', loanUrl: null };
  const next = (businessStatus: number, parts: OrderPageState['parts'] = {}) =>
    nextDeed(viewOf(parts, { businessStatus }));
  const contracts = (...list: object[]) => ({ contracts: list as unknown as OrderPageState['parts']['contracts'] });

  it('is the submission only when the draft has all that the server asks for', () => {
    const blocked = (more: Partial<Order>) => nextDeed(viewOf({}, { businessStatus: 0, ...more }))?.blocked;
    const whole = { tel: '13800006666', bankCardCode: '6222021234567890123', bankName: '工商银行' };
    expect(blocked(whole)).toBeUndefined();
    expect(blocked({ ...whole, bankCardCode: null, bankName: '' })).toBe('提交前请先编辑订单，填写银行卡号、开户银行');
    // What a data scope hides is no reason.
    expect(blocked({})).toBeUndefined();
  });

  it('asks nothing about a draft that the server would refuse, and says what it lacks', async () => {
    const app = await shown({ order: held({ businessStatus: 0 }) });
    app.do(orderMoves.actions.move({ id, to: 1 }));
    await app.last('/order/detail').answer(held({ businessStatus: 0, tel: '13800006666', bankCardCode: null }));
    await quiet();
    expect(app.toasts()).toEqual(['warning: orderPage.submitLacks']);
    expect(feedback.selectors.question(app.store.getState() as never)).toBeNull();
    expect(app.calls('/update-businessStatus/foretell')).toEqual([]);
  });

  it('is a contract only when its amounts are fixed and its customer is verified', () => {
    const blocked = (more: Partial<Order>) => nextDeed(viewOf({}, { businessStatus: 3, ...more }))?.blocked;
    expect(blocked({})).toBeUndefined();
    expect(blocked({ identityLacks: 1 })).toBe(zh.orderPage.identityFirst);
    expect(blocked({ repayMethod: 3, dueDay: 15 })).toBe(zh.orderPage.startFirst);
    expect(blocked({ repayMethod: 3, dueDay: 15, interestDate: '2026-03-01' })).toBeUndefined();
    // What a data scope hides is no reason.
    expect(blocked({ repayMethod: 3, dueDay: 15, totalAmount: null as never })).toBeUndefined();
  });

  it.each([
    [0, '提交', 'order_status', orderMoves.actions.move({ id, to: 1 })],
    [1, '上传凭证', 'picture_add', at.upload({ id, picType: 5, imageIndex: 0 })],
    [2, '确认凭证', 'order_voucher', orderMoves.actions.move({ id, to: 3 })],
    [3, '发起签约', 'order_contract', orderMoves.actions.makeContract({ orderId: id })],
    [5, '立即起租', 'order_start', orderMoves.actions.move({ id, to: 6 })],
    [6, '去付款', undefined, route.actions.open({ feature: 'payments', search: `orderId=${id}` })],
    [7, '去付款', undefined, route.actions.open({ feature: 'payments', search: `orderId=${id}` })],
  ])('in state %i is %s', (status, label, permission, act) => {
    expect(next(status)).toMatchObject({ label, act });
    expect(next(status)?.permission).toBe(permission);
    expect(next(status)?.menu).toBe(label === '去付款' ? 'payments' : undefined);
  });

  it.each([8, 10, 11])('is nothing in state %i', (status) => expect(next(status)).toBeNull());

  it('while signing is to send the paper again when that failed, to sign on the spot where nothing was sent, else to wait', () => {
    expect(next(4, contracts({ ...waiting, smsStatus: 2 }))).toBeNull();
    expect(next(4, contracts(waiting))).toMatchObject({ label: '现场签署', permission: 'fascContract_counter' });
    // Signed in the order in which the page lists them, whatever the server says first.
    const lease = { ...waiting, id: '2', type: 2, contractNumber: 'HT-02' };
    const service = { ...waiting, contractNumber: 'HT-01' };
    expect(next(4, contracts(lease, service))?.act).toMatchObject({ payload: { contractNumber: 'HT-01' } });
    for (const dead of [{ signTaskStatus: 'expired' }, { smsStatus: 3 }])
      expect(next(4, contracts({ ...waiting, type: 2, ...dead }))?.act).toEqual(
        orderMoves.actions.makeContract({ orderId: id, type: 2, resend: true }),
      );
    expect(next(4)).toBeNull();
  });
});

describe('a contract at FASC', () => {
  const paper = {
    id: '31',
    orderId: id,
    type: 1,
    status: 1,
    provider: 2,
    signTaskStatus: 'sign_progress',
  } as FascContract;
  const sent = '2026-01-05 10:00:00';

  it('is reminded once for two clicks, then read again', async () => {
    const app = await shown({ order: held({ businessStatus: 4 }), contracts: rows([paper]) });
    const looks = app.calls(endings.contracts).length;
    app.do(orderMoves.actions.urge({ id: '31', orderId: id }));
    app.do(orderMoves.actions.urge({ id: '31', orderId: id }));
    await quiet();
    expect(app.calls('/fascContract/urge')).toHaveLength(1);
    expect(app.last('/fascContract/urge').call).toMatchObject({ method: 'POST', query: { id: '31' } });
    await app.last('/fascContract/urge').answer(true);
    await quiet();
    expect(app.toasts()).toEqual(['success: orderPage.urged']);
    expect(app.calls(endings.contracts)).toHaveLength(looks + 1);
  });

  it('that may not be reminded yet says why, and can be tried again', async () => {
    const app = await shown({ order: held({ businessStatus: 4 }), contracts: rows([paper]) });
    const looks = app.calls(endings.contracts).length;
    app.do(orderMoves.actions.urge({ id: '31', orderId: id }));
    await quiet();
    await app.last('/fascContract/urge').refuse(400, '每天最多提醒 2 次');
    await quiet();
    expect(app.toasts()).toEqual(['error: 每天最多提醒 2 次']);
    expect(app.calls(endings.contracts)).toHaveLength(looks);
    app.do(orderMoves.actions.urge({ id: '31', orderId: id }));
    await quiet();
    expect(app.calls('/fascContract/urge')).toHaveLength(2);
  });

  it.each([
    ['reserved', undefined],
    ['sign_completed', undefined],
    ['sign_progress', undefined],
    ['failed', '重试'],
    ['canceled', '重发'],
    ['rejected', '重发'],
    ['expired', '重发'],
  ])('in state %s is followed by %s', (signTaskStatus, label) => {
    const contracts = [{ ...paper, signTaskStatus }];
    expect(nextDeed(viewOf({ contracts }, { businessStatus: 4 }))?.label).toBe(label);
  });

  it('shows our seals when all have signed; one that is signed here has them from its sending', () => {
    const view = viewOf({ contracts: [] }, { businessStatus: 4 });
    expect(sealOf({ ...paper, createTime: sent }, view)).toEqual({ note: '未完成', on: false });
    expect(sealOf({ ...paper, status: 2, finishTime: sent }, view)).toEqual({ note: '01-05 10:00', on: true });
    expect(sealOf({ ...paper, provider: 1, createTime: sent }, view)).toEqual({ note: '01-05 10:00', on: true });
  });
});

describe('a page that waits for the customer', () => {
  const waiting = { id: '1', type: 1, status: 1, signTaskStatus: 'sign_progress', smsStatus: 1 };

  it('looks at the papers every ten seconds and reads itself anew when one was signed', async () => {
    const app = await shown({ contracts: rows([waiting]) });
    const before = readings(app);
    const looks = app.calls(endings.contracts).length;
    await app.clock.advance(lookMs - 1);
    expect(app.calls(endings.contracts)).toHaveLength(looks);
    await app.clock.advance(1);
    await app.last(endings.contracts).answer(rows([{ ...waiting, smsStatus: 2 }]));
    expect(state(app).parts.contracts).toEqual([{ ...waiting, smsStatus: 2 }]);
    expect(readings(app)[0]).toBe(before[0]); // no other request of the page was made
    await app.clock.advance(lookMs);
    await app.last(endings.contracts).answer(rows([{ ...waiting, status: 2, signTaskStatus: 'task_finished' }]));
    expect(readings(app)[0]).toBe(before[0]! + 1);
  });

  it('looks again at a server that was away, and stops looking when nothing waits or the page is left', async () => {
    const app = await shown({ contracts: rows([waiting]) });
    await app.clock.advance(lookMs);
    await app.last(endings.contracts).cutOff();
    await app.clock.advance(lookMs);
    const looks = app.calls(endings.contracts).length;
    app.do(route.actions.go('/wel/index'));
    await quiet();
    await app.clock.advance(3 * lookMs);
    expect(app.calls(endings.contracts)).toHaveLength(looks);
    const other = await shown({ contracts: rows([{ ...waiting, status: 2, smsStatus: 2 }]) });
    await other.clock.advance(3 * lookMs);
    expect(other.calls(endings.contracts)).toHaveLength(1);
  });
});

describe('signing at the counter', () => {
  const paper = { id: '7', orderId: id, type: 1, contractNumber: 'HT-02', customerName: '听澜' };
  const opened = async () => {
    const app = await shown();
    app.do(counter.actions.opened(paper));
    return { ...app, form: () => app.see(counter.selectors.all) };
  };

  it('asks for all three before it asks the server', async () => {
    const app = await opened();
    app.do(counter.actions.begin());
    expect(app.form()).toMatchObject({
      missing: ['idNo', 'password', 'hasSeen'],
      isBusy: false,
    });
    expect(app.calls('/fascContract/counter')).toEqual([]);
  });

  it('sends the password sealed, says what is wrong in the dialog, and hands the ticket over in memory alone', async () => {
    const app = await opened();
    app.do(counter.actions.typed({ idNo: ' 110105 ', password: 'hunter22', hasSeen: true }));
    app.do(counter.actions.begin());
    await quiet();
    const { call } = app.last('/fascContract/counter');
    expect(call.body).toEqual({ id: '7', idNo: '110105', password: expect.stringMatching(/^[0-9a-f]{32}$/) });
    await app.last('/fascContract/counter').refuse(400, '证件号码与登记的不一致');
    expect(app.form()).toMatchObject({
      error: '证件号码与登记的不一致',
      isBusy: false,
      form: { idNo: ' 110105 ', password: '', hasSeen: true },
    });
    expect(app.toasts()).toEqual([]);
    app.do(counter.actions.typed({ password: 'hunter22' }));
    app.do(counter.actions.begin());
    await quiet();
    await app.last('/fascContract/counter').answer({ ticket: '000000.7.cabc.proof', minutes: 15 });
    await quiet();
    expect(app.see(route.selectors.place)).toMatchObject({ path: '/sign/counter' });
    expect(app.last('/lease-sign/summary').call.headers).toMatchObject({ 'Sign-Ticket': '000000.7.cabc.proof' });
    expect(JSON.stringify(app.navigated)).not.toContain('proof');
    expect(JSON.stringify(app.form())).not.toMatch(/hunter22|110105/);
  });
});

describe('the slots', () => {
  const pictures = (...places: [number, number][]) => ({
    pictures: places.map(([picType, imageIndex]) => ({
      ...{ id: `${picType}-${imageIndex}`, picType, imageIndex, path: '/p', name: 'a.PDF', createTime: '' },
    })) as unknown as OrderPageState['parts']['pictures'],
  });
  const of = (picType: number, view: View) => pictureSlots(view).filter((slot) => slot.picType === picType);

  it('have one place for a bank card and one more for each further voucher', () => {
    const view = viewOf(pictures([3, 0], [5, 0], [5, 2]));
    expect(of(3, view).map(({ key }) => key)).toEqual(['3-0']);
    expect(of(5, view).map(({ key, picture }) => [key, picture !== null])).toEqual([
      ['5-0', true],
      ['5-2', true],
      ['5-1', false],
    ]);
  });

  it('begin with the voucher while the order waits for it or for its confirmation', () => {
    const first = (businessStatus: number) => pictureSlots(viewOf({}, { businessStatus }))[0]?.picType;
    expect([0, 1, 2, 3].map(first)).toEqual([1, voucherPicType, voucherPicType, 1]);
  });

  it('keep a voucher that is under review or confirmed, and no other picture', () => {
    const kept = (businessStatus: number) =>
      pictureSlots(viewOf(pictures([5, 0], [1, 0]), { businessStatus })).flatMap(({ picType, kept }) =>
        kept ? [picType] : [],
      );
    expect([0, 1, 2, 3, 6, 8, 11].map((status) => kept(status).length)).toEqual([0, 0, 1, 1, 1, 1, 0]);
    expect(kept(3)).toEqual([voucherPicType]);
  });

  it('offer no free place once the order is over', () => {
    expect(pictureSlots(viewOf(pictures([5, 0]), { businessStatus: 8 })).map(({ key }) => key)).toEqual(['5-0']);
  });

  it('draw no document as a picture', () => {
    expect(of(5, viewOf(pictures([5, 0])))[0]?.picture?.kind).toBe('document');
  });
});

it('calls a paper of unknown type by the name of its module', () => {
  expect(told([entry('fascContract', 'update')])[0]?.title).toBe(`更新${fascContract.label.zh}`);
});
