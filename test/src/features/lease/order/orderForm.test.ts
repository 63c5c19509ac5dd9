/** Making an order and moving it: commands in, page state and calls out. */

import { basisOf } from '../../../../../contract/domain/leasing/schedule';
import {
  awaitingContract,
  awaitingVoucher,
  cancelled,
  voucherReview,
} from '../../../../../contract/domain/lifecycle/orderStates';
import type { Order } from '../../../../../contract/modules/lease/order';
import { scheduleOf } from '../../../../../server/lease/order/orderLifecycle';
import { voucherForm } from '../../../../../src/features/lease/order/deeds/voucherSlice';
import {
  changedByOthers,
  orderForm,
  previewOf,
  sharesOf,
  warningsOf,
} from '../../../../../src/features/lease/order/form/orderFormSlice';
import { orderMoves } from '../../../../../src/features/lease/order/orderMovesSlice';
import { groupCard, hasCheckDigit } from '../../../../../src/features/lease/order/terms/card';
import { feedback } from '../../../../../src/store/feedback';
import { route, tabs } from '../../../../../src/store/navigation/route';
import { quiet, type Request, type Started, start } from '../../../../support/fakeWorld';
import { menusWithout } from '../../../store/navigation/menus';

/** The first start compiles the whole console. */
jest.setTimeout(30_000);

const { actions: at, selectors: see } = orderForm;
const rest = 'new';
const path = '/lease/order/new';

const someone = { id: '7', realName: '闻人予安', tel: '13900000007', kycStatus: 1 };
const goods = {
  id: '3',
  productName: '设备通 365',
  amountPer: '10000.00',
  deadline: 365,
  yearRate: '7',
  getType: 0,
  dayCount: 0,
};
const card = '6222021234567890128';
function stored(more: Partial<Order> = {}) {
  return {
    id: '88',
    version: 1,
    businessStatus: 0,
    contractCode: null,
    customerId: '7',
    customerName: '闻人予安',
    productId: '3',
    productName: '设备通 365',
    totalAmount: '310000.00',
    tel: '13900000007',
    bankCardCode: card,
    bankName: '招商银行',
    interestDate: '2026-12-01',
    remark: null,
    deadline: 365,
    yearRate: '7',
    getType: 0,
    dayCount: 365,
    amountPer: '10000.00',
    ...more,
  };
}

function form(app: Started, of = rest) {
  const found = app.see(see.of as never, of as never) as ReturnType<typeof see.of>;
  if (!found) throw new Error(`there is no form ${of}`);
  return found;
}
function fill(app: Started) {
  app.do(at.pickCustomer({ rest, row: someone }));
  app.do(at.pickProduct({ rest, row: goods }));
  app.do(
    at.type({
      rest,
      change: { totalAmount: '310000', bankCardCode: card, bankName: '招商银行', interestDate: '2026-12-01' },
    }),
  );
}
function submitted(app: Started) {
  return app.calls('/order/submit');
}
function body({ call }: Request) {
  return call.body as Record<string, unknown>;
}
function keyOf({ call }: Request) {
  return call.headers?.['Idempotency-Key'];
}
function openTabs(app: Started) {
  return app.see(tabs.selectors.list).map((tab) => tab.path);
}

describe('the plan beside the form', () => {
  // amount, rate, days, collection, start: the worked examples the business agreed on
  it.each([
    ['10000', '6', 365, 1, '2025-01-01', ['10600.00']],
    ['10000', '6', 365, 0, '2025-01-01', [...Array(11).fill('50.00'), '10050.00']],
    ['10000', '7', 365, 0, '2025-01-01', [...Array(11).fill('58.33'), '10058.37']],
    ['10000', '8', 365, 0, '2025-03-15', [...Array(11).fill('66.67'), '10066.63']],
    ['30000', '5', 366, 0, '2024-01-31', [...Array(11).fill('125.34'), '30125.37']],
    ['50000', '7.2', 360, 0, '2025-03-15', [...Array(11).fill('300.00'), '50300.00']],
    ['10000', '4.5', 90, 0, '2025-11-30', ['37.50', '37.50', '10037.50']],
    ['100000', '5.85', 180, 1, '2025-07-01', ['102925.00']],
    ['10000', '6', 45, 0, '2025-05-20', ['10073.97']],
    ['120000', '8.4', 720, 0, '2025-08-31', [...Array(23).fill('840.00'), '120840.00']],
    ['10000', '6.0006', 365, 0, '2026-01-31', [...Array(11).fill('50.01'), '10049.95']],
  ] as const)(
    'of %s at %s %% for %i days is the one the server stores',
    (totalAmount, yearRate, deadline, getType, interestDate, payable) => {
      const offer = { productName: '', amountPer: '10000.00', deadline, yearRate, getType, dayCount: 0 } as const;
      const draft = { totalAmount, interestDate } as never;
      const preview = previewOf({ draft, offer, today: '2025-01-01' });
      const dayCount = basisOf(deadline, 'AUTO');
      expect(preview?.plan).toEqual(
        scheduleOf({ totalAmount, yearRate, deadline, getType, interestDate, dayCount } as Order),
      );
      expect(preview?.plan.rows.map(({ amountPayable }) => amountPayable)).toEqual(payable);
      expect(preview?.other?.totalPayable).toBe(preview?.plan.totalPayable); // how it is collected changes no sum
      expect(preview?.isStartAssumed).toBe(false);
    },
  );

  it('starts tomorrow while no start is given, and says so', () => {
    const offer = {
      productName: '',
      amountPer: '10000.00',
      deadline: 90,
      yearRate: '4.5',
      getType: 1,
      dayCount: 0,
    } as const;
    const draft = { totalAmount: '10000', interestDate: '2026-1' } as never;
    const preview = previewOf({ draft, offer, today: '2026-12-31' });
    expect([preview?.isStartAssumed, preview?.terms.interestDate]).toEqual([true, '2027-01-01']);
  });

  it.each(['', '0', '-5', 'abc', '1.234'])('is not there while the amount is "%s"', (totalAmount) => {
    const offer = {
      productName: '',
      amountPer: '10000.00',
      deadline: 90,
      yearRate: '4.5',
      getType: 1,
      dayCount: 0,
    } as const;
    expect(previewOf({ draft: { totalAmount, interestDate: '' } as never, offer, today: '2026-01-01' })).toBeNull();
  });
});

describe('what the form says about its fields', () => {
  it.each([
    ['6222021234567890128', true],
    ['6222 0212 3456 7890 128', true],
    ['6217001234567890122', true],
    ['6222021234567890123', false],
  ])('card %s passes its check digit: %s', (text, passes) => {
    expect(hasCheckDigit(text)).toBe(passes);
  });

  it('shows a card in fours and leaves what is no number alone', () => {
    expect([groupCard('62220212345'), groupCard('6222 021'), groupCard('6222-0'), groupCard('6222x0')]).toEqual([
      '6222 0212 345',
      '6222 021',
      '6222 0',
      '6222x0',
    ]);
  });

  it('warns of a card that fails its check digit and still saves it, without the blanks', async () => {
    const app = await start({ at: path });
    fill(app);
    app.do(at.type({ rest, change: { bankCardCode: '6222021234567890123' } }));
    app.do(at.check({ rest, name: 'bankCardCode' }));
    expect(form(app).draft.bankCardCode).toBe('6222 0212 3456 7890 123');
    expect(warningsOf(form(app)).bankCardCode).toBe('checkDigit');
    app.do(at.save({ rest, isSubmit: false }));
    expect(body(app.last('/order/submit')).bankCardCode).toBe('6222021234567890123');
  });

  it('warns at once of an amount that is no whole number of shares, and does not send it', async () => {
    const app = await start({ at: path });
    fill(app);
    expect([sharesOf(form(app)), warningsOf(form(app))]).toEqual(['31', {}]);
    app.do(at.type({ rest, change: { totalAmount: '315000' } }));
    expect([sharesOf(form(app)), warningsOf(form(app))]).toEqual([null, { totalAmount: 'notWholeShares' }]);
    app.do(at.save({ rest, isSubmit: false }));
    expect(form(app).problems).toEqual({ totalAmount: 'notWholeShares' });
    expect(submitted(app)).toHaveLength(0);
  });

  it('asks for phone and account when it is submitted, not when it is kept as a draft', async () => {
    const app = await start({ at: path });
    fill(app);
    app.do(at.type({ rest, change: { tel: ' ', bankCardCode: '', bankName: '' } }));
    app.do(at.save({ rest, isSubmit: true }));
    expect(form(app).problems).toEqual({ tel: 'required', bankCardCode: 'required', bankName: 'required' });
    app.do(at.save({ rest, isSubmit: false }));
    expect(submitted(app)).toHaveLength(1);
  });

  it('takes the phone of the customer who is picked, and forgets the one who is cleared', async () => {
    const app = await start({ at: path });
    app.do(at.pickCustomer({ rest, row: someone }));
    expect([form(app).draft.tel, form(app).customer]).toEqual(['13900000007', { realName: '闻人予安', kycStatus: 1 }]);
    app.do(at.choose({ rest, name: 'customerId', id: '', title: '' }));
    expect([form(app).draft.customerId, form(app).customer]).toEqual(['', null]);
  });
});

describe('choosing a customer or a product', () => {
  const chosen = async (id: string, name: 'customerId' | 'productId' = 'customerId') => {
    const app = await start({ at: path });
    app.do(at.choose({ rest, name, id, title: '闻人予安' }));
    await quiet();
    return app;
  };

  it('shows its name at once, and fetches what the form needs of it', async () => {
    const app = await chosen('7');
    expect(form(app)).toMatchObject({
      draft: { customerId: '7' },
      customer: { realName: '闻人予安', kycStatus: null },
    });
    expect(app.last('/customer/detail').call.query).toEqual({ id: '7' });
    await app.last('/customer/detail').answer(someone);
    expect(form(app)).toMatchObject({ draft: { tel: someone.tel }, customer: { kycStatus: 1 } });
    app.do(at.choose({ rest, name: 'productId', id: '3', title: goods.productName }));
    expect(form(app).offer).toBeNull();
    await app.last('/product/detail').answer(goods);
    expect(form(app).offer).toMatchObject({ deadline: 365 });
  });

  it('ends with the last choice, however late the answer to an earlier one comes', async () => {
    const app = await chosen('7');
    app.do(at.choose({ rest, name: 'customerId', id: '8', title: '林晚' }));
    await quiet();
    const [first, second] = app.calls('/customer/detail');
    await second!.answer({ id: '8', realName: '林晚', tel: '13900000008', kycStatus: 0 });
    await first!.answer(someone);
    expect(first!.isAborted).toBe(true);
    expect(form(app)).toMatchObject({ draft: { customerId: '8', tel: '13900000008' } });
    app.do(at.choose({ rest, name: 'customerId', id: '', title: '' }));
    expect(form(app)).toMatchObject({ draft: { customerId: '' }, customer: null });
  });

  it('is taken back and reported when no answer comes, so that it is not saved unseen', async () => {
    const app = await chosen('3', 'productId');
    await app.last('/product/detail').cutOff();
    expect(form(app)).toMatchObject({ draft: { productId: '' }, offer: null });
    expect([app.toasts(), app.unanswered().length]).toEqual([[], 1]);
  });

  it('stays where the person may not see the record itself', async () => {
    const app = await chosen('7');
    await app.last('/customer/detail').refuse(403, '没有权限');
    expect(form(app)).toMatchObject({ draft: { customerId: '7' }, customer: { realName: '闻人予安' } });
    const other = await start({ at: path, menus: menusWithout('customer') });
    other.do(at.choose({ rest, name: 'customerId', id: '7', title: '闻人予安' }));
    await quiet();
    expect(other.calls('/customer/detail')).toEqual([]);
    expect(form(other).draft.customerId).toBe('7');
  });
});

describe('saving a new order', () => {
  it('sends it once under its key however often one presses, and opens its page in place of the form', async () => {
    const app = await start({ at: path });
    fill(app);
    const { key } = form(app);
    app.do(at.save({ rest, isSubmit: false }));
    app.do(at.save({ rest, isSubmit: false }));
    const [asked, second] = submitted(app);
    expect(second).toBeUndefined();
    expect(keyOf(asked!)).toBe(key);
    expect(body(asked!)).toEqual({
      customerId: '7',
      productId: '3',
      totalAmount: '310000',
      tel: '13900000007',
      bankCardCode: card,
      bankName: '招商银行',
      interestDate: '2026-12-01',
      remark: '',
    });
    await asked!.answer(stored());
    expect(openTabs(app)).not.toContain(path);
    expect(app.navigated.at(-1)).toBe('push /lease/order/detail/88');
    expect(app.toasts()).toContain('success: order.draftSaved');
  });

  it('submits after it is stored: first the order, then its first move', async () => {
    const app = await start({ at: path });
    fill(app);
    app.do(at.save({ rest, isSubmit: true }));
    expect(app.calls('/update-businessStatus')).toHaveLength(0);
    await app.last('/order/submit').answer(stored());
    const move = app.last('/update-businessStatus');
    expect(move.call.query).toEqual({ id: '88', businessStatus: awaitingVoucher });
    await move.answer(true);
    expect(app.navigated.at(-1)).toBe('push /lease/order/detail/88');
  });

  it('keeps a stored order when its submission is refused: the next press moves it and makes no second one', async () => {
    const app = await start({ at: path });
    fill(app);
    app.do(at.save({ rest, isSubmit: true }));
    await app.last('/order/submit').answer(stored());
    await app.last('/update-businessStatus').refuse(400, '产品已停用，不能新增订单', { reason: 'product.notOnSale' });
    expect(form(app).refusals).toEqual({ productId: '产品已停用，不能新增订单' });
    expect(openTabs(app)).toContain(path);
    expect(app.see(tabs.selectors.isDirty, path)).toBe(false); // it is stored, as the server writes it
    app.do(at.save({ rest, isSubmit: true }));
    expect(submitted(app)).toHaveLength(1);
    expect(app.calls('/update-businessStatus')).toHaveLength(2);
  });

  it('keeps what is typed while it is saved, as a change of the stored order', async () => {
    const app = await start({ at: path });
    fill(app);
    app.do(at.save({ rest, isSubmit: false }));
    app.do(at.type({ rest, change: { remark: '加急' } }));
    await app.last('/order/submit').answer(stored());
    expect(form(app)).toMatchObject({
      draft: { remark: '加急', totalAmount: '310000.00' },
      held: { id: '88' },
      busy: null,
    });
    expect([openTabs(app).includes(path), app.see(tabs.selectors.isDirty, path)]).toEqual([true, true]);
    expect(app.toasts()).toEqual(['success: order.draftSaved', 'warning: crud.savedInPart']);
    app.do(at.save({ rest, isSubmit: false }));
    expect(body(app.last('/order/update'))).toMatchObject({ id: '88', version: 1, remark: '加急' });
    await app.last('/order/update').answer(stored({ version: 2, remark: '加急' }));
    expect(openTabs(app)).not.toContain(path);
  });

  it('does not submit what was changed while it was saved', async () => {
    const app = await start({ at: path });
    fill(app);
    app.do(at.save({ rest, isSubmit: true }));
    app.do(at.type({ rest, change: { totalAmount: '320000' } }));
    await app.last('/order/submit').answer(stored());
    expect(app.calls('/update-businessStatus')).toHaveLength(0);
    expect([form(app).draft.totalAmount, app.toasts()]).toEqual(['320000', ['warning: order.form.notSubmitted']]);
  });

  it('keeps what is typed while it is submitted, on top of the order as it is now', async () => {
    const app = await start({ at: path });
    fill(app);
    app.do(at.save({ rest, isSubmit: true }));
    await app.last('/order/submit').answer(stored());
    app.do(at.type({ rest, change: { remark: '加急' } }));
    await app.last('/update-businessStatus').answer(true);
    await app.last('/order/detail').answer(stored({ version: 2, businessStatus: awaitingVoucher }));
    const { draft, held, isStale } = form(app);
    expect([draft.remark, held?.businessStatus, held?.version, isStale]).toEqual(['加急', awaitingVoucher, 2, false]);
    expect(app.see(tabs.selectors.isDirty, path)).toBe(true);
  });

  it("puts the server's problems on their fields and keeps the key", async () => {
    const app = await start({ at: path });
    fill(app);
    const { key } = form(app);
    app.do(at.save({ rest, isSubmit: false }));
    await app.last('/order/submit').refuse(400, '起租日期不是有效日期', { problems: { interestDate: 'notADate' } });
    expect(form(app)).toMatchObject({
      problems: { interestDate: 'notADate' },
      key,
      busy: null,
    });
    app.do(at.type({ rest, change: { interestDate: '2026-12-02' } }));
    expect(form(app).problems).toEqual({});
  });

  it('asks again under the same key when no answer came, and adds what was typed since as a change', async () => {
    const app = await start({ at: path });
    fill(app);
    const { key } = form(app);
    app.do(at.save({ rest, isSubmit: false }));
    const first = app.last('/order/submit');
    await first.cutOff();
    expect(app.unanswered()).toEqual(['POST /blade-order/order/submit']);
    app.do(at.type({ rest, change: { totalAmount: '320000' } }));
    app.do(at.save({ rest, isSubmit: false }));
    const again = app.last('/order/submit');
    expect([keyOf(again), body(again)]).toEqual([key, body(first)]);
    await again.answer(stored({ version: 4 }));
    const change = app.last('/order/update');
    expect(body(change)).toMatchObject({ id: '88', version: 4, totalAmount: '320000' });
    expect(keyOf(change)).not.toBe(key);
    await change.answer(stored({ version: 5, totalAmount: '320000.00' }));
    expect(app.navigated.at(-1)).toBe('push /lease/order/detail/88');
  });

  it('starts afresh when the write in doubt turns out to be refused', async () => {
    const app = await start({ at: path });
    fill(app);
    app.do(at.save({ rest, isSubmit: false }));
    await app.last('/order/submit').cutOff();
    app.do(at.type({ rest, change: { bankName: '中国银行' } }));
    app.do(at.save({ rest, isSubmit: false }));
    await app.last('/order/submit').refuse(400, '开户银行的值无效');
    expect(submitted(app)).toHaveLength(3);
    expect(body(app.last('/order/submit')).bankName).toBe('中国银行');
  });
});

describe('the tab of a form', () => {
  it('shows what is unsaved, and asks before it is closed', async () => {
    const app = await start({ at: path });
    app.do(at.type({ rest, change: { remark: '加急' } }));
    expect(app.see(tabs.selectors.isDirty, path)).toBe(true);
    app.do(tabs.actions.closeTab(path));
    app.do(feedback.actions.answered({ isSure: false, reason: '' }));
    expect(form(app).draft.remark).toBe('加急');
    app.do(tabs.actions.closeTab(path));
    app.do(feedback.actions.answered({ isSure: true, reason: '' }));
    expect(app.see(see.of as never, rest as never)).toBeUndefined();
    expect(app.see(tabs.selectors.isDirty, path)).toBe(false);
  });

  it('closes the others without a question and keeps those with something unsaved', async () => {
    const app = await start({ at: path });
    app.do(at.type({ rest, change: { remark: '加急' } }));
    app.do(tabs.actions.closeOthers('/wel/index'));
    expect(openTabs(app)).toEqual(['/wel/index', path]);
    expect(form(app).draft.remark).toBe('加急');
  });

  it('loses the dot when what was typed is taken back', async () => {
    const app = await start({ at: path });
    app.do(at.type({ rest, change: { remark: '加急' } }));
    app.do(at.type({ rest, change: { remark: '' } }));
    expect(app.see(tabs.selectors.isDirty, path)).toBe(false);
  });
});

describe('editing an order', () => {
  const edit = 'edit/88';
  const editing = async (held = stored()) => {
    const app = await start({ at: `/lease/order/${edit}` });
    await app.last('/order/detail').answer(held);
    if (held.businessStatus === 0) {
      await app.last('/customer/detail').answer(someone);
      await app.last('/product/detail').answer(goods);
    }
    return app;
  };

  it('sends only what may still change once the order is on its way', async () => {
    const app = await editing(
      stored({ businessStatus: awaitingContract, contractCode: 'HT20261120000001', version: 6 }),
    );
    app.do(at.type({ rest: edit, change: { bankName: '中国银行' } }));
    app.do(at.save({ rest: edit, isSubmit: false }));
    expect(body(app.last('/order/update'))).toEqual({
      id: '88',
      version: 6,
      tel: '13900000007',
      bankCardCode: card,
      bankName: '中国银行',
      interestDate: '2026-12-01',
      remark: '',
    });
    expect(app.see(tabs.selectors.list).at(-1)?.label.zh).toBe('编辑 HT20261120000001');
  });

  it("previews a draft on its product's terms of today", async () => {
    const app = await start({ at: `/lease/order/${edit}` });
    await app.last('/order/detail').answer(stored());
    await app.last('/customer/detail').answer(someone);
    await app.last('/product/detail').answer({ ...goods, yearRate: '8' });
    expect(previewOf(form(app, edit))?.plan.totalRent).toBe('24800.00');
  });

  it('works without the product for who may not see products', async () => {
    const app = await start({ at: `/lease/order/${edit}` });
    await app.last('/order/detail').answer(stored());
    await app.last('/customer/detail').refuse(403, '没有权限');
    await app.last('/product/detail').refuse(403, '没有权限');
    expect(previewOf(form(app, edit))?.plan.totalRent).toBe('21700.00');
    expect(app.toasts()).toEqual([]);
  });

  it('offers the newest record when another person was faster', async () => {
    const app = await editing();
    app.do(at.type({ rest: edit, change: { remark: '加急' } }));
    app.do(at.save({ rest: edit, isSubmit: false }));
    await app.last('/order/update').refuse(409, '数据已被他人修改，请刷新后重试', { reason: 'stale' });
    await app.last('/order/detail').cutOff();
    expect(form(app, edit)).toMatchObject({ isStale: true, newer: null, draft: { remark: '加急' } });
    app.do(at.load({ rest: edit, path: form(app, edit).path }));
    await app.last('/order/detail').answer(stored({ version: 2, remark: '他人所写' }));
    await app.last('/customer/detail').answer(someone);
    await app.last('/product/detail').answer(goods);
    expect(form(app, edit)).toMatchObject({ isStale: false, draft: { remark: '他人所写' } });
  });

  it('shows what the other person changed and saves the own input on top of it', async () => {
    const app = await editing();
    app.do(at.type({ rest: edit, change: { remark: '加急' } }));
    app.do(at.save({ rest: edit, isSubmit: false }));
    await app.last('/order/update').refuse(409, '数据已被他人修改，请刷新后重试', { reason: 'stale' });
    await app.last('/order/detail').answer(stored({ version: 7, tel: '13900000008', bankName: '交通银行' }));
    expect(changedByOthers(form(app, edit))).toEqual([
      { name: 'tel', was: '13900000007', is: '13900000008' },
      { name: 'bankName', was: '招商银行', is: '交通银行' },
    ]);
    app.do(at.keepMine({ rest: edit }));
    expect(form(app, edit)).toMatchObject({ isStale: false, draft: { remark: '加急', bankName: '交通银行' } });
    app.do(at.save({ rest: edit, isSubmit: false }));
    expect(app.last('/order/update').call.body).toMatchObject({ version: 7, tel: '13900000008', remark: '加急' });
  });

  it('says that the order could not be fetched, and tries again', async () => {
    const app = await start({ at: `/lease/order/${edit}` });
    await app.last('/order/detail').cutOff();
    expect(app.see(see.lost as never, edit as never)).toEqual({ isMissing: false, text: '' });
    app.do(at.load({ rest: edit, path: `/lease/order/${edit}` }));
    expect(app.see(see.lost as never, edit as never)).toBeUndefined();
    expect(app.calls('/order/detail')).toHaveLength(2);
  });

  it.each([
    [404, '订单不存在', { isMissing: true, text: '订单不存在' }],
    [500, '系统繁忙', { isMissing: false, text: '系统繁忙' }],
  ])('says a refusal with %i in the place of the form only', async (code, text, lost) => {
    const app = await start({ at: `/lease/order/${edit}` });
    await app.last('/order/detail').refuse(code, text);
    expect(app.see(see.lost as never, edit as never)).toEqual(lost);
    expect(app.toasts()).toEqual([]);
  });

  it('does without customer and product when the person has no menu for them', async () => {
    const app = await start({ at: `/lease/order/${edit}`, menus: menusWithout('customer', 'product') });
    await app.last('/order/detail').answer(stored());
    expect(form(app, edit)).toMatchObject({
      customer: { realName: '闻人予安', kycStatus: null },
      offer: { productName: '设备通 365' },
    });
    expect(app.calls('/customer/detail')).toEqual([]);
    expect(app.calls('/product/detail')).toEqual([]);
  });
});

describe('a bank card number', () => {
  it('is the same with full-width digits and blanks', async () => {
    const wide = ' ６２２２ 0212　３４５６ 7890128';
    expect(groupCard(wide)).toBe('6222 0212 3456 7890 128');
    const app = await start({ at: path });
    fill(app);
    app.do(at.type({ rest, change: { bankCardCode: wide } }));
    app.do(at.save({ rest, isSubmit: false }));
    expect(body(app.last('/order/submit')).bankCardCode).toBe('6222021234567890128');
  });
});

describe('moving an order', () => {
  const listed = async () => {
    const app = await start({ at: '/lease/order' });
    await app.last('/order/page').answer({ records: [stored({ businessStatus: voucherReview })], total: 1 });
    return app;
  };
  const voucher = { id: '5', path: '/f/voucher.png', name: '回单.png', picType: 5, imageIndex: 0 };
  const readVoucher = (app: Started, records: unknown[] = [voucher]) =>
    app.last('/picture/list').answer({ records, total: records.length });
  const question = (app: Started) => app.see(feedback.selectors.question);
  const answer = (app: Started, isSure: boolean, reason = '') => app.do(feedback.actions.answered({ isSure, reason }));
  const held = stored({ businessStatus: voucherReview, contractCode: 'HT1' });

  const view = {
    expected: '310000.00',
    version: 3,
    slips: [{ id: '5', name: '回单.png', link: '/f/voucher.png' }],
    proposed: { amount: '310000.00', date: '2026-01-05', payer: '闻人予安', serial: '' },
    isRead: true,
    usedBy: [],
    isOwn: false,
    lowersOrder: true,
  };
  /** The dialog in which a voucher is confirmed, open. */
  const opened = async (change: object = {}) => {
    const app = await listed();
    app.do(orderMoves.actions.move({ id: '88', to: awaitingContract }));
    await app.last('/order/detail').answer(held);
    expect(app.last('/order/voucher').call.query).toEqual({ id: '88' });
    await app.last('/order/voucher').answer({ ...view, ...change });
    return app;
  };

  it('confirms a voucher with what came in, and reloads the list when it has moved', async () => {
    const app = await opened();
    expect(app.slice('voucherForm')).toMatchObject({ paper: { code: 'HT1' }, form: view.proposed });
    app.do(voucherForm.actions.typed({ serial: 'S-1' }));
    app.do(voucherForm.actions.confirm());
    await quiet();
    const confirmed = app.last('/order/confirm-voucher');
    // What the person saw is sent along, so that nothing else is confirmed.
    expect(body(confirmed)).toEqual({
      ...view.proposed,
      id: '88',
      version: '3',
      pictureIds: ['5'],
      serial: 'S-1',
      reason: '',
    });
    expect(keyOf(confirmed)).toBeTruthy();
    await confirmed.answer(true);
    expect(app.slice('voucherForm').paper).toBeNull();
    expect(app.calls('/order/page')).toHaveLength(2);
  });

  it('asks for a reason where something differs, and keeps what was typed when the server refuses', async () => {
    const app = await opened({ usedBy: [{ by: 'picture', orderId: '7', name: 'HT7' }] });
    app.do(voucherForm.actions.confirm());
    await quiet();
    expect(app.slice('voucherForm').wrong).toEqual(['reason']);
    expect(app.calls('/order/confirm-voucher')).toHaveLength(0);
    app.do(voucherForm.actions.typed({ reason: '一笔付两单' }));
    app.do(voucherForm.actions.confirm());
    await quiet();
    await app.last('/order/confirm-voucher').refuse(400, '凭证已变更');
    expect(app.slice('voucherForm')).toMatchObject({
      error: '凭证已变更',
      isBusy: false,
      form: { reason: '一笔付两单' },
    });
    app.do(voucherForm.actions.closed());
    expect(app.slice('orderMoves').moving).toBe('');
  });

  it('shows the voucher beside the amount before it is sent back', async () => {
    const app = await listed();
    app.do(orderMoves.actions.move({ id: '88', to: 1 }));
    await app.last('/order/detail').answer(held);
    await readVoucher(app);
    expect(question(app)?.evidence).toMatchObject({
      papers: [{ url: '/f/voucher.png', name: '回单.png', kind: 'image' }],
      facts: [{ value: '310,000.00', large: true }, { value: '闻人予安' }, { value: 'HT1' }],
    });
  });

  it('asks without the voucher, and says so, when there is none or it cannot be had', async () => {
    const app = await listed();
    app.do(orderMoves.actions.move({ id: '88', to: 1 }));
    await app.last('/order/detail').answer(held);
    await readVoucher(app, []);
    expect(question(app)?.evidence).toMatchObject({ papers: [], missing: 'order.ask.noVoucher' });
    answer(app, false);
    app.do(orderMoves.actions.move({ id: '88', to: 1 }));
    await app.last('/order/detail').answer(held);
    await app.last('/picture/list').cutOff();
    expect(question(app)?.evidence).toMatchObject({ papers: [], missing: 'order.ask.voucherLost' });
  });

  it('does nothing when the person cancels', async () => {
    const app = await listed();
    app.do(orderMoves.actions.move({ id: '88', to: 1 }));
    await app.last('/order/detail').answer(held);
    await readVoucher(app);
    answer(app, false);
    expect(app.calls('/update-businessStatus')).toHaveLength(0);
    expect(app.slice('orderMoves').moving).toBe('');
  });

  it('cancels with the reason that was given', async () => {
    const app = await listed();
    app.do(orderMoves.actions.move({ id: '88', to: cancelled }));
    await app.last('/order/detail').answer(held);
    expect(question(app)).toMatchObject({ asksReason: true, danger: true });
    answer(app, true, '客户放弃');
    expect(app.last('/update-businessStatus').call.query).toEqual({
      id: '88',
      businessStatus: cancelled,
      reason: '客户放弃',
    });
  });

  it('says how many instalments the start will make', async () => {
    const app = await listed();
    app.do(orderMoves.actions.move({ id: '88', to: 6 }));
    await app.last('/order/detail').answer(stored({ businessStatus: 5, contractCode: 'HT1' }));
    expect(question(app)?.values).toMatchObject({
      start: '2026-12-01',
      maturity: '2027-12-01',
      periods: 12,
      rent: '21,700.00',
    });
  });

  it('asks nothing when the order has moved on meanwhile, and shows it as it is', async () => {
    const app = await listed();
    app.do(orderMoves.actions.move({ id: '88', to: awaitingContract }));
    await app.last('/order/detail').answer(stored({ businessStatus: awaitingContract }));
    expect(question(app)).toBeNull();
    expect(app.toasts()).toContain('warning: order.movedOn');
    expect(app.calls('/order/page')).toHaveLength(2);
  });

  it('ends when the server refuses, so that the next command is accepted', async () => {
    const app = await listed();
    app.do(orderMoves.actions.move({ id: '88', to: 1 }));
    await app.last('/order/detail').answer(held);
    await readVoucher(app);
    answer(app, true, '看不清');
    await app.last('/update-businessStatus').refuse(403, '没有权限');
    expect(app.calls('/order/page')).toHaveLength(1);
    app.do(orderMoves.actions.move({ id: '88', to: 1 }));
    expect(app.calls('/order/detail')).toHaveLength(2);
  });

  it('makes the contracts of an order, naming them and where their links go', async () => {
    const app = await listed();
    app.do(orderMoves.actions.makeContract({ orderId: '88' }));
    await app.last('/order/detail').answer(held);
    expect(app.last('/link-way').call.query).toEqual({ orderId: '88' });
    await app.last('/link-way').answer({ way: 'sms' });
    expect(question(app)?.say).toBe('order.ask.contract.sms');
    expect(question(app)?.values).toMatchObject({ papers: '服务协议、租赁合同', tel: '139****0007' });
    answer(app, true);
    const made = app.last('/makeContract');
    expect(made.call.query).toEqual({ orderId: '88' });
    await made.answer([]);
    expect(app.calls('/order/page')).toHaveLength(2);
  });

  it.each([
    ['the server says that a message is sent', (call: Request) => call.answer({ way: 'sms' }), 'sms'],
    ['the server says that there is no mobile number', (call: Request) => call.answer({ way: 'noMobile' }), 'noMobile'],
    ['the server says that there is no gateway', (call: Request) => call.answer({ way: 'noGateway' }), 'noGateway'],
    [
      'the server has no such call, and the deployment no gateway',
      (call: Request) => call.refuse(404, 'x'),
      'noGateway',
    ],
    [
      'the server answers what the console does not know',
      (call: Request) => call.answer({ way: 'pigeon' }),
      'noGateway',
    ],
  ])('says where the links of contracts go: %s', async (_, reply, why) => {
    const app = await listed();
    app.do(orderMoves.actions.makeContract({ orderId: '88' }));
    await app.last('/order/detail').answer(held);
    await reply(app.last('/link-way'));
    expect(question(app)?.say).toBe(`order.ask.contract.${why}`);
  });

  it('asks nothing about contracts when the server refuses', async () => {
    const app = await listed();
    app.do(orderMoves.actions.makeContract({ orderId: '88' }));
    await app.last('/order/detail').answer(held);
    await app.last('/link-way').refuse(403, '没有权限');
    expect(question(app)).toBeNull();
    expect(app.toasts()).toEqual(['error: 没有权限']);
  });
});

describe('a form on its way', () => {
  const from = (customerId: string) => start({ at: `${path}?customerId=${customerId}` });

  it('comes once, however often its tab was looked at: what is typed stays', async () => {
    const app = await from('7');
    app.do(route.actions.go('/wel/index'));
    await quiet();
    app.do(route.actions.go(`${path}?customerId=7`));
    await quiet();
    const [first, second] = app.calls('/customer/detail');
    expect(first?.isAborted).toBe(true);
    await second?.answer(someone);
    app.do(at.type({ rest, change: { remark: '加急' } }));
    await first?.answer(someone);
    expect(form(app).draft).toMatchObject({ customerId: '7', remark: '加急' });
  });

  it('is not made for a tab that was closed meanwhile', async () => {
    const app = await from('7');
    app.do(tabs.actions.closeTab(path));
    await quiet();
    await app.last('/customer/detail').answer(someone);
    expect(app.see(see.of as never, rest as never)).toBeUndefined();
  });
});

describe('two orders moved at once', () => {
  it('is one order moved: the second command is neither confirmed nor shown as running', async () => {
    const app = await start({ at: '/lease/order' });
    app.do(orderMoves.actions.move({ id: '1', to: awaitingVoucher }));
    app.do(orderMoves.actions.makeContract({ orderId: '2' }));
    await quiet();
    expect(app.calls('/order/detail').map(({ call }) => call.query)).toEqual([{ id: '1' }]);
    const isMoving = (id: string) => app.see(orderMoves.selectors.isMoving as never, id as never);
    expect([isMoving('1'), isMoving('2')]).toEqual([true, false]);
  });
});
