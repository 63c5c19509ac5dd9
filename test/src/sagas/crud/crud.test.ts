/** A table screen's state and effects, seen through the product page: commands in, state and calls out. */

import { order as orders } from '../../../../contract/modules/lease/order';
import { product as module } from '../../../../contract/modules/lease/product';
import { filtersOf } from '../../../../contract/schema/conditions';
import { problemText } from '../../../../contract/schema/messages';
import type { Module } from '../../../../contract/schema/module';
import { feature as paymentPlans } from '../../../../src/features/lease/paymentPlan/paymentPlan';
import { feature } from '../../../../src/features/lease/product';
import { type CrudSlice, crudSlice } from '../../../../src/store/crud/crud';
import { type CrudState, freshnessOf } from '../../../../src/store/crud/crudState';
import { features } from '../../../../src/store/features';
import { feedback } from '../../../../src/store/feedback';
import { log } from '../../../../src/store/log';
import { route } from '../../../../src/store/navigation/route';
import { preferences } from '../../../../src/store/preferences';
import { resumed } from '../../../../src/store/windows';
import { quiet, type StartOptions, start } from '../../../support/fakeWorld';

const at = (feature.slices[0] as CrudSlice).actions;
const yes = feedback.actions.answered({ isSure: true, reason: '' });
const no = feedback.actions.answered({ isSure: false, reason: '' });
function row(id: string, more = {}) {
  return { id, productName: `产品${id}`, status: 1, version: 1, ...more };
}
function rows(...ids: string[]) {
  return ids.map((id) => row(id));
}
const whole = { productName: '月租宝', productCode: 'A1', deadline: 30, getType: 0, yearRate: '4.2' };
const pageUrl = '/product/page';

/** The product page, loading. */
async function asked(options: StartOptions = {}) {
  const app = await start({ at: '/lease/product', ...options });
  return { ...app, see: (): CrudState => app.slice('product'), question: () => app.see(feedback.selectors.question) };
}
/** The product page with two rows on it. */
async function shown(ids = ['1', '2'], total = ids.length) {
  const app = await asked();
  await app.last(pageUrl).answer({ records: rows(...ids), total, size: 10, current: 1 });
  return app;
}
type App = Awaited<ReturnType<typeof asked>>;
function lists(app: App) {
  return app.calls(pageUrl);
}

describe('a form that the address asks for', () => {
  it('is open above the list, and leads back to the home page once it is saved', async () => {
    const app = await asked({ at: '/lease/product?new=1&from=home' });
    await app.last(pageUrl).answer({ records: [], total: 0 });
    expect(app.see()).toMatchObject({ form: { mode: 'add' }, query: { filters: {} } });
    app.do(at.type(whole));
    app.do(at.save());
    await app.last('/product/submit').answer({ id: '9' });
    expect(app.see().form).toBeNull();
    expect(app.slice('route').place.path).toBe('/wel/index');
  });

  it('is that of a record, and closing it stays at the list', async () => {
    const app = await asked({ at: '/lease/product?edit=1&from=home' });
    await app.last('/product/detail').answer(row('1', whole));
    expect(app.see().form).toMatchObject({ mode: 'edit', draft: { id: '1' } });
    app.do(at.close());
    expect(app.see().form).toBeNull();
    app.do(at.add({}));
    app.do(at.type(whole));
    app.do(at.save());
    await app.last('/product/submit').answer({ id: '9' });
    expect(app.slice('route').place.path).toBe('/lease/product');
  });
});

describe('a list', () => {
  it('is asked for when its page opens, ten rows at a time', async () => {
    const app = await asked();
    expect(app.last(pageUrl).call).toMatchObject({ method: 'GET', query: { current: 1, size: 10 } });
    expect(app.see()).toMatchObject({ page: null, busy: { list: true } });
  });

  it('has as many rows a page as the person chose, also when it is opened the next time', async () => {
    const app = await shown();
    app.do(at.list({ current: 1, size: 50 }));
    expect(app.slice('preferences').listSizes).toEqual({ product: 50 });
    const later = await asked({ at: '/wel/index' });
    later.do(preferences.actions.sizeList({ name: 'product', size: 50 }));
    later.do(preferences.actions.sizeList({ name: 'product', size: 7 })); // no size there is
    later.do(route.actions.go('/lease/product'));
    await quiet();
    expect(later.last(pageUrl).call).toMatchObject({ query: { current: 1, size: 50 } });
    expect(later.see().query.size).toBe(50);
  });

  it('shows the newest answer when an older one arrives late', async () => {
    const app = await shown();
    app.do(at.list({ filters: { productName: 'a' } }));
    app.do(at.list({ filters: { productName: 'ab' } }));
    const [, older, newer] = lists(app);
    await newer!.answer({ records: rows('new'), total: 1 });
    await older!.answer({ records: rows('old'), total: 1 });
    expect(app.see().page?.records).toEqual(rows('new'));
    expect([older!.isAborted, newer!.isAborted]).toEqual([true, false]);
  });

  it('keeps rows that have not changed as the same objects, so that they are not drawn again', async () => {
    const app = await shown(['1', '2', '3']);
    const [first, second, third] = app.see().page!.records;
    app.do(at.list({}));
    const longer = row('3', { note: 'new' });
    await app.last(pageUrl).answer({ records: [row('2', { productName: '改名' }), row('1'), longer], total: 3 });
    const now = app.see().page!.records;
    expect(now).toEqual([row('2', { productName: '改名' }), row('1'), longer]);
    expect(now[1]).toBe(first);
    expect(now[0]).not.toBe(second);
    expect(now[2]).not.toBe(third);
  });

  it('shows the newest answer when an older question fails late', async () => {
    const app = await shown();
    app.do(at.list({ filters: { productName: 'a' } }));
    app.do(at.list({ filters: { productName: 'ab' } }));
    const [, older, newer] = lists(app);
    await newer!.answer({ records: rows('new'), total: 1 });
    await older!.cutOff();
    expect(app.see()).toMatchObject({ page: { records: rows('new') }, isCutOff: false, busy: {} });
  });

  it.each(Array.from({ length: 50 }, (_, seed) => [seed]))(
    'ends with the last intent, in random order %i',
    async (seed) => {
      // A small generator with a seed of its own: a failing order can be run again.
      let state = seed + 1;
      const random = (below: number) => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        return Math.floor((state / 2_147_483_648) * below);
      };
      const app = await shown();
      for (let n = 0; n < 6; n++) app.do(at.list({ current: n + 1 }));
      const open = lists(app).slice(1);
      while (open.length > 0) {
        const [one] = open.splice(random(open.length), 1);
        if (random(4) === 0 && one !== lists(app).at(-1)) await one!.cutOff();
        else await one!.answer({ records: rows(`page ${one!.call.query!.current}`), total: 60 });
      }
      expect(app.see()).toMatchObject({ page: { records: rows('page 6') }, isCutOff: false, busy: {} });
    },
  );

  it('keeps what it shows and offers to try again when no answer comes', async () => {
    const app = await shown();
    app.do(at.list({ filters: { productName: 'a' } }));
    await app.last(pageUrl).cutOff();
    expect(app.see()).toMatchObject({ isCutOff: true, busy: {}, query: { filters: { productName: 'a' } } });
    expect(app.see().page?.records).toHaveLength(2);
    expect(app.toasts()).toEqual([]);
    app.do(at.list({}));
    await app.last(pageUrl).answer({ records: rows('3'), total: 1 });
    expect(app.see()).toMatchObject({ isCutOff: false, page: { total: 1 } });
  });

  it('keeps its selection over its pages, and drops it under other conditions', async () => {
    const app = await shown(['1', '2'], 40);
    app.do(at.pick({ rows: [row('1')], on: true }));
    app.do(at.list({ current: 2 }));
    await app.last(pageUrl).answer({ records: rows('11'), total: 40 });
    app.do(at.list({ current: 1, filters: {} }));
    expect(Object.keys(app.see().picked)).toEqual(['1']);
    app.do(at.list({ current: 1, filters: { productName: 'a' } }));
    expect(app.see().picked).toEqual({});
  });

  it('knows whether its rows answer what was asked last', async () => {
    const app = await shown();
    const is = () => freshnessOf(app.see());
    expect(is()).toBe('current');
    app.do(at.list({}));
    expect(is()).toBe('current'); // the same question again
    await app.last(pageUrl).cutOff();
    expect(is()).toBe('older');
    app.do(at.list({ current: 1, filters: { productName: 'a' } }));
    expect(is()).toBe('other');
    await app.last(pageUrl).refuse(500, '系统繁忙');
    expect(is()).toBe('other');
    app.do(at.list({ filters: {} }));
    expect(is()).toBe('older'); // the rows are those of this question, and it has not been answered anew
    await app.last(pageUrl).answer({ records: rows('3'), total: 1 });
    expect(is()).toBe('current');
  });

  it('asks again by itself while no answer comes, later and later, and at once when the line is back', async () => {
    const app = await shown();
    app.do(at.list({}));
    for (const pause of [1000, 2000, 4000]) {
      await app.last(pageUrl).cutOff();
      const before = lists(app).length;
      await app.clock.advance(pause - 1);
      expect(lists(app)).toHaveLength(before);
      await app.clock.advance(1);
      expect(lists(app)).toHaveLength(before + 1);
    }
    await app.last(pageUrl).cutOff();
    const before = lists(app).length;
    app.do(resumed());
    await quiet();
    expect(lists(app)).toHaveLength(before + 1);
    await app.last(pageUrl).answer({ records: rows('3'), total: 1 });
    expect(app.see()).toMatchObject({ isCutOff: false, page: { total: 1 } });
    await app.clock.advance(60_000);
    expect(lists(app)).toHaveLength(before + 1);
  });

  it('asks no more once its page is left, and not after a refusal', async () => {
    const app = await shown();
    app.do(at.list({}));
    await app.last(pageUrl).refuse(500, '系统繁忙');
    await app.clock.advance(60_000);
    expect(lists(app)).toHaveLength(2);
    app.do(at.list({}));
    await app.last(pageUrl).cutOff();
    app.do(route.actions.go('/wel/index'));
    await app.clock.advance(60_000);
    expect(lists(app)).toHaveLength(3);
  });

  it('is released when it is refused', async () => {
    const app = await asked();
    await app.last(pageUrl).refuse(403, '没有权限执行此操作（product）');
    expect(app.see()).toMatchObject({ isCutOff: false, busy: {} });
    expect(app.toasts()).toEqual(['error: 没有权限执行此操作（product）']);
  });

  it.each<[string, unknown, { records: unknown[]; total: number; pages: number }]>([
    ['null', null, { records: [], total: 0, pages: 0 }],
    ['an empty text', '', { records: [], total: 0, pages: 0 }],
    ['an empty object', {}, { records: [], total: 0, pages: 0 }],
    ['a bare list', rows('1'), { records: rows('1'), total: 1, pages: 1 }],
    ['no records', { total: 0 }, { records: [], total: 0, pages: 0 }],
    ['null for records', { records: null, total: '0' }, { records: [], total: 0, pages: 0 }],
    ['an object for records', { records: {}, total: -1 }, { records: [], total: 0, pages: 0 }],
    ['a text for the total', { records: rows('1'), total: '17' }, { records: rows('1'), total: 17, pages: 2 }],
    ['holes among the records', { records: [null, row('1'), 5], total: 3 }, { records: rows('1'), total: 3, pages: 1 }],
  ])('takes %s for what it can be', async (_what, data, page) => {
    const app = await asked();
    await app.last(pageUrl).answer(data);
    expect(app.see()).toMatchObject({ page, busy: {}, isCutOff: false });
  });

  it('hands on the sums over the whole filtered set', async () => {
    const app = await asked();
    await app.last(pageUrl).answer({ records: [], total: 0, sums: { amountPer: '10.00' } });
    expect(app.see().page?.sums).toEqual({ amountPer: '10.00' });
  });

  it('steps back to the last page there is when the asked one is no more', async () => {
    const app = await shown(['1'], 31);
    app.do(at.list({ current: 4 }));
    await app.last(pageUrl).answer({ records: [], total: 11 });
    expect(app.last(pageUrl).call.query).toMatchObject({ current: 2 });
    await app.last(pageUrl).answer({ records: [], total: 11 }); // a server that cannot count must not cause an endless loop
    await app.last(pageUrl).answer({ records: [], total: 11 });
    expect(lists(app)).toHaveLength(4);
    expect(app.see().busy).toEqual({});
  });
});

describe('the filters', () => {
  const fields = { ...module, fields: { ...module.fields } };
  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['drop what is empty', { productName: '', productCode: '   ', status: '1' }, { status: '1' }],
    ['lose their blanks', { productName: ' 月租 ' }, { productName: '月租' }],
    [
      'include both ends of a range',
      { 'updateTime.from': '2026-01-05', 'updateTime.to': '2026-01-31' },
      {
        updateTime_dategt: '2026-01-04 23:59:59',
        updateTime_datelt: '2026-02-01 00:00:00',
      },
    ],
    [
      'take one end alone',
      { 'updateTime.from': '2026-03-01', 'updateTime.to': '' },
      {
        updateTime_dategt: '2026-02-28 23:59:59',
      },
    ],
    ['leave out a day that is none', { 'updateTime.to': '2026-02-30' }, {}],
    ['leave out ranges of fields there are not', { 'nothing.from': '2026-01-05' }, {}],
  ])('%s', (_what, seek, filters) => expect(filtersOf(fields, seek)).toEqual(filters));

  it('of an address replace those of before, and are shown', async () => {
    const app = await shown();
    app.do(at.seek({ productName: '月租' }));
    app.do(route.actions.go('/lease/product?status=0'));
    await quiet();
    expect(app.last(pageUrl).call.query).toEqual({ current: 1, size: 10, status: '0' });
    expect(app.see().seek).toEqual({ productName: '', status: '0' });
  });

  it('of an address cannot pretend to be a page', async () => {
    const app = await asked({ at: '/lease/product?size=100000&current=9&status=1' });
    expect(app.last(pageUrl).call.query).toMatchObject({ size: 10, current: 1, status: '1' });
  });
});

describe('picked rows', () => {
  it('stay picked on other pages, in their newest state', async () => {
    const app = await shown(['1', '2'], 12);
    app.do(at.pick({ rows: rows('1', '2'), on: true }));
    app.do(at.list({ current: 2 }));
    await app.last(pageUrl).answer({ records: rows('3'), total: 12 });
    app.do(at.pick({ rows: rows('3'), on: true }));
    app.do(at.pick({ rows: rows('2'), on: false }));
    app.do(at.list({ current: 1 }));
    await app.last(pageUrl).answer({ records: [row('1', { status: 0 })], total: 12 });
    expect(app.see().picked).toEqual({ 1: row('1', { status: 0 }), 3: row('3') });
    app.do(at.unpickAll());
    expect(app.see().picked).toEqual({});
  });
});

describe('a form', () => {
  it('opens with what a new record starts with', async () => {
    const app = await shown();
    app.do(at.add({ productName: '月租宝' }));
    expect(app.see().form).toMatchObject({
      mode: 'add',
      draft: { productName: '月租宝', amountPer: '10000', status: 1, dayCount: 0 },
      problems: {},
    });
  });

  it('opens with the whole record, its 64-bit id untouched all the way', async () => {
    const id = '1123598821738675201';
    const app = await shown([id]);
    app.do(at.edit(id));
    expect(app.last('/product/detail').call.query).toEqual({ id });
    await app.last('/product/detail').answer({ ...row(id), ...whole, amountPer: '10000.00' });
    app.do(at.type({ note: 'x' }));
    app.do(at.save());
    expect(app.last('/product/update').call.body).toMatchObject({ id, note: 'x', version: 1 });
    await app.last('/product/update').answer(null);
    app.do(at.remove([id]));
    app.do(yes);
    expect(app.last('/product/remove').call.query).toEqual({ ids: id });
  });

  it('shows the record that was requested last, and none over a form opened since', async () => {
    const app = await shown();
    app.do(at.edit('1'));
    app.do(at.view('2'));
    const [first, second] = app.calls('/product/detail');
    await second!.answer(row('2'));
    await first!.answer(row('1'));
    expect(app.see()).toMatchObject({ form: { mode: 'view', draft: { id: '2' } }, busy: {} });
    app.do(at.shut());
    app.do(at.edit('1'));
    app.do(at.add({ productName: '新的' }));
    await app.last('/product/detail').answer(row('1'));
    expect(app.see()).toMatchObject({ form: { mode: 'add', draft: { productName: '新的' } }, busy: {} });
  });

  it.each([
    ['nobody answers', (app: App) => app.last('/product/detail').cutOff(), ''],
    ['it is gone', (app: App) => app.last('/product/detail').refuse(404, '记录不存在'), 'error: 记录不存在'],
    ['the answer is none', (app: App) => app.last('/product/detail').answer(null), 'error: request.unknown'],
    ['the answer is an empty object', (app: App) => app.last('/product/detail').answer({}), 'error: request.unknown'],
  ])('does not open when %s', async (_why, happen, toast) => {
    const app = await shown();
    app.do(at.edit('1'));
    await happen(app);
    expect(app.see()).toMatchObject({ form: null, busy: {} });
    expect(app.toasts()).toEqual(toast ? [toast] : []);
    expect(app.unanswered()).toEqual(toast ? [] : ['GET /blade-product/product/detail']);
    app.do(at.edit('1'));
    expect(app.calls('/product/detail')).toHaveLength(2);
  });

  it('is judged before it is sent, by the judge the server uses', async () => {
    const app = await shown();
    app.do(at.add({}));
    app.do(at.save());
    expect(app.calls('/product/submit')).toHaveLength(0);
    const { problems } = app.see().form!;
    expect(problems).toEqual({
      productName: 'required',
      productCode: 'required',
      deadline: 'required',
      getType: 'required',
      yearRate: 'required',
    });
    expect(problemText(module.fields.getType, problems.getType!, 'zh')).toBe('请选择月租领取方式');
    expect(app.see().busy).toEqual({});
    app.do(at.type({ productName: 'A' }));
    expect(app.see().form!.problems).not.toHaveProperty('productName');
  });

  it('is sent once however often save is pressed, and closes onto the newest list', async () => {
    const app = await shown();
    app.do(at.list({ current: 3 }));
    await app.last(pageUrl).answer({ records: rows('9'), total: 30 });
    app.do(at.add(whole));
    for (let press = 0; press < 5; press++) app.do(at.save());
    expect(app.calls('/product/submit')).toHaveLength(1);
    const { call } = app.last('/product/submit');
    expect(call).toMatchObject({ method: 'POST', body: whole });
    expect(call.headers!['Idempotency-Key']).toBe(app.see().form!.key);
    await app.last('/product/submit').answer(true);
    expect(app.see()).toMatchObject({ form: null, busy: { list: true } });
    expect(app.toasts()).toEqual(['success: crud.added']);
    expect(app.last(pageUrl).call.query).toMatchObject({ current: 1 });
  });

  it('stays, filled and released, when no answer comes, and keeps its key', async () => {
    const app = await shown();
    app.do(at.add(whole));
    app.do(at.save());
    await app.last('/product/submit').cutOff();
    expect(app.see()).toMatchObject({ form: { draft: whole, problems: {} }, busy: {} });
    expect([app.toasts(), app.unanswered()]).toEqual([[], ['POST /blade-product/product/submit']]);
    app.do(at.save());
    const keys = app.calls('/product/submit').map(({ call }) => call.headers!['Idempotency-Key']);
    expect(keys[1]).toBe(keys[0]);
  });

  it('that fails is noted in the log, whatever form sent it', async () => {
    const app = await shown();
    app.do(at.add(whole));
    app.do(at.save());
    await app
      .last('/product/submit')
      .refuse(400, '产品编号须为…', { problems: { productCode: 'tooLong' }, reason: 'invalid' });
    app.do(at.save());
    await app.last('/product/submit').refuse(500, '');
    app.do(at.save());
    await app.last('/product/submit').cutOff();
    const entries = app.store.getState().log.entries;
    expect(entries.map(({ message }) => message)).toEqual(['400 invalid 产品编号须为…', '500', 'ERR_NETWORK']);
    expect(new Set(entries.map(({ info }) => info))).toEqual(new Set(['POST /blade-product/product/submit']));
  });

  it('that is changed after it was sent gets another key', async () => {
    const app = await shown();
    app.do(at.add(whole));
    app.do(at.type({ note: '第一次' }));
    app.do(at.save());
    await app.last('/product/submit').cutOff();
    app.do(at.type({ note: '第二次' }));
    app.do(at.save());
    const keys = app.calls('/product/submit').map(({ call }) => call.headers!['Idempotency-Key']);
    expect(keys[1]).not.toBe(keys[0]);
    await app.last('/product/submit').cutOff();
    app.do(at.save());
    expect(app.last('/product/submit').call.headers!['Idempotency-Key']).toBe(keys[1]);
  });

  it.each([
    ['a new one', () => at.add(whole), '/product/submit'],
    ['an edited one', () => at.edit('5'), '/product/update'],
  ])('keeps what is typed while %s is saved, as a change of the stored record', async (_which, open, url) => {
    const app = await shown();
    app.do(open());
    if (url === '/product/update')
      await app.last('/product/detail').answer({ ...row('5'), ...whole, amountPer: '10000.00' });
    app.do(at.type({ note: '第一次' }));
    app.do(at.save());
    app.do(at.type({ note: '第二次' }));
    await app.last(url).answer({ ...row('5'), ...whole, amountPer: '10000.00', note: '第一次', version: 2 });
    expect(app.see()).toMatchObject({
      form: { mode: 'edit', draft: { id: '5', note: '第二次' }, before: { note: '第一次' }, isAhead: true },
      busy: { list: true },
    });
    app.do(at.close());
    expect(app.question()).toMatchObject({ say: 'ask.unsaved' });
    app.do(no);
    app.do(at.save());
    expect(app.last('/product/update').call.body).toMatchObject({ id: '5', version: 2, note: '第二次' });
    await app
      .last('/product/update')
      .answer({ ...row('5'), ...whole, amountPer: '10000.00', note: '第二次', version: 3 });
    expect(app.see().form).toBeNull();
  });

  it('closes for who may add and not update, and says that what was typed meanwhile is not saved', async () => {
    const app = await asked({ permissions: ['product', 'product_add'] });
    await app.last(pageUrl).answer({ records: [], total: 0 });
    app.do(at.add(whole));
    app.do(at.type({ note: '第一次' }));
    app.do(at.save());
    app.do(at.type({ note: '第二次' }));
    await app.last('/product/submit').answer({ ...row('5'), ...whole, note: '第一次' });
    expect(app.see().form).toBeNull();
    expect(app.toasts()).toEqual(['success: crud.added', 'warning: crud.typedInVain']);
    app.do(at.add(whole));
    app.do(at.save());
    await app.last('/product/submit').answer({ ...row('6'), ...whole });
    expect([app.see().form, app.calls('/product/submit').length]).toEqual([null, 2]);
    expect(app.calls('/product/update')).toEqual([]);
  });

  it('shows at each field what the server has against it', async () => {
    const app = await shown();
    app.do(at.add(whole));
    app.do(at.save());
    await app.last('/product/submit').refuse(400, '产品编号须为…', { problems: { productCode: 'tooLong' } });
    expect(app.see()).toMatchObject({ form: { draft: whole, problems: { productCode: 'tooLong' } }, busy: {} });
    expect(app.toasts()).toEqual(['error: 产品编号须为…']);
    app.do(at.type({ productCode: 'A2' }));
    app.do(at.save());
    await app.last('/product/submit').answer(true);
    expect(app.see().form).toBeNull();
  });

  it('closes at once when nothing was typed, and asks when something was', async () => {
    const app = await shown();
    app.do(at.add({}));
    app.do(at.close());
    expect(app.see().form).toBeNull();
    app.do(at.add({}));
    app.do(at.type({ productName: '月租宝' }));
    app.do(at.close());
    expect(app.question()).toMatchObject({ say: 'ask.unsaved', danger: true });
    app.do(no);
    expect(app.see().form?.draft).toMatchObject({ productName: '月租宝' });
    app.do(at.close());
    app.do(yes);
    expect(app.see().form).toBeNull();
  });

  it('cannot close under a save, so that its answer finds the form it belongs to', async () => {
    const app = await shown();
    app.do(at.add(whole));
    app.do(at.save());
    app.do(at.close());
    expect(app.see().form).not.toBeNull();
    await app.last('/product/submit').refuse(400, 'x');
    app.do(at.close());
    expect(app.see().form).toBeNull();
  });

  it('that is not open cannot be saved', async () => {
    const app = await shown();
    app.do(at.save());
    expect(app.see().busy).toEqual({});
  });
});

describe('a removal', () => {
  it('of nothing says so and makes no request', async () => {
    const app = await shown();
    app.do(at.remove([]));
    expect(app.toasts()).toEqual(['warning: crud.chooseOne']);
    expect(app.question()).toBeNull();
    expect(app.see()).toMatchObject({ busy: {}, locked: {} });
  });

  it('that is called off leaves everything as it was', async () => {
    const app = await shown();
    app.do(at.remove(['1', '2']));
    expect(app.question()).toMatchObject({ say: 'ask.remove', danger: true, values: { count: 2 } });
    // No request is in flight before the answer: the rows stay as they are.
    expect(app.see().locked).toEqual({});
    app.do(no);
    expect(app.see()).toMatchObject({ busy: {}, locked: {} });
    expect(app.calls('/product/remove')).toHaveLength(0);
  });

  it('names what will go, the first five of many, and locks the rows once the person is sure', async () => {
    const app = await shown(['1', '2', '3', '4', '5', '6', '7']);
    app.do(at.remove(['1', '2']));
    expect(app.question()).toMatchObject({
      stakes: ['ask.removeNames', 'ask.removeDetail'],
      values: { count: 2, names: '产品1、产品2' },
    });
    app.do(yes);
    expect(app.see().locked).toEqual({ 1: true, 2: true });
    await app.last('/product/remove').answer(true);
    await app.last(pageUrl).answer({ records: rows('3', '4', '5', '6', '7'), total: 5 });
    app.do(at.pick({ rows: rows('8', '9'), on: true })); // of another page
    app.do(at.remove(['8', '9', '3', '4', '5', '6', '7']));
    expect(app.question()).toMatchObject({
      stakes: ['ask.removeMany', 'ask.removeDetail'],
      values: { count: 7, names: '产品8、产品9、产品3、产品4、产品5' },
    });
  });

  it('takes the rows out of what is picked, and asks for the list anew', async () => {
    const app = await shown();
    app.do(at.pick({ rows: rows('1', '2'), on: true }));
    app.do(at.remove(['1']));
    app.do(yes);
    expect(app.last('/product/remove').call).toMatchObject({ method: 'POST', query: { ids: '1' } });
    await app.last('/product/remove').answer(true);
    expect(app.see()).toMatchObject({ locked: {}, picked: { 2: row('2') } });
    expect(Object.keys(app.see().picked)).toEqual(['2']);
    expect(app.toasts()).toEqual(['success: crud.removed']);
    expect(lists(app)).toHaveLength(2);
  });

  it('that is refused in part keeps the rows and shows why', async () => {
    const app = await shown();
    app.do(at.remove(['1', '2']));
    app.do(yes);
    await app.last('/product/remove').refuse(400, '产品已被订购，不能删除');
    expect(app.see()).toMatchObject({ locked: {}, busy: {}, page: { records: rows('1', '2') } });
    expect(app.toasts()).toEqual(['error: 产品已被订购，不能删除']);
  });

  it('of a second row waits until the first is over, and locks nothing meanwhile', async () => {
    const app = await shown();
    app.do(at.remove(['1']));
    app.do(yes);
    app.do(at.remove(['2']));
    expect(app.see().locked).toEqual({ 1: true });
    await app.last('/product/remove').answer(true);
    expect(app.see().locked).toEqual({});
    app.do(at.remove(['2']));
    expect(app.question()).not.toBeNull();
  });

  it.each([
    ['steps back when it empties the last page', ['21', '22'], 2],
    ['stays when rows of other pages go along', ['1', '2', '21'], 3],
  ])('%s', async (_what, ids, current) => {
    const app = await shown(['1'], 22);
    app.do(at.list({ current: 3 }));
    await app.last(pageUrl).answer({ records: rows('21', '22'), total: 22 });
    app.do(at.remove(ids));
    app.do(yes);
    await app.last('/product/remove').answer(true);
    expect(app.last(pageUrl).call.query).toMatchObject({ current });
  });
});

describe('a quick change', () => {
  it('shows at once and stays when the server agrees, with the new version', async () => {
    const app = await shown();
    app.do(at.patch({ id: '1', change: { status: 0 } }));
    expect(app.see()).toMatchObject({ locked: { 1: true }, page: { records: [{ status: 0 }, { status: 1 }] } });
    expect(app.last('/product/update').call.body).toEqual(row('1', { status: 0 }));
    const after = row('1', { status: 0, version: 2, updateTime: '2026-01-05 10:00:00' });
    await app.last('/product/update').answer(after);
    expect(app.see()).toMatchObject({ locked: {}, page: { records: [{ status: 0, version: 2 }, { version: 1 }] } });
    app.do(at.patch({ id: '1', change: { status: 1 } }));
    expect(app.last('/product/update').call.body).toMatchObject({ version: 2, status: 1 });
  });

  it('that further people decide on first shows what the row holds now, and says that it waits', async () => {
    const app = await shown();
    app.do(at.patch({ id: '1', change: { status: 0 } }));
    const data = row('1', { version: 2 });
    await app.last('/product/update').answerRaw(200, { code: 200, success: true, data, msg: '已提交审批', heldAct: 1 });
    expect(app.see()).toMatchObject({ page: { records: [{ status: 1, version: 2 }, { version: 1 }] } });
    expect(app.toasts()).toEqual(['success: 已提交审批']);
  });

  it.each([
    [
      'the server refuses',
      (app: App) => app.last('/product/update').refuse(400, '产品已被订购'),
      'error: 产品已被订购',
    ],
    ['nobody answers', (app: App) => app.last('/product/update').cutOff(), ''],
  ])('is undone when %s', async (_why, happen, toast) => {
    const app = await shown();
    app.do(at.patch({ id: '1', change: { status: 0 } }));
    await happen(app);
    expect(app.see()).toMatchObject({ locked: {}, page: { records: rows('1', '2') } });
    expect(app.toasts()).toEqual(toast ? [toast] : []);
    expect(app.unanswered()).toEqual(toast ? [] : ['POST /blade-product/product/update']);
  });

  it('of one row leaves the other’s alone', async () => {
    const app = await shown();
    app.do(at.patch({ id: '1', change: { status: 0 } }));
    app.do(at.patch({ id: '2', change: { status: 0 } }));
    await app.calls('/product/update')[0]!.refuse(400, 'x');
    expect(app.see()).toMatchObject({ locked: { 2: true }, page: { records: [{ status: 1 }, { status: 0 }] } });
  });

  it('is made once however often it is pressed', async () => {
    const app = await shown();
    app.do(at.patch({ id: '1', change: { status: 0 } }));
    app.do(at.patch({ id: '1', change: { status: 0 } }));
    expect(app.calls('/product/update')).toHaveLength(1);
    await app.last('/product/update').answer(null);
    expect(app.see()).toMatchObject({ locked: {}, page: { records: [{ status: 0 }, { status: 1 }] } });
  });

  it('names its row even when that is on no page', async () => {
    const app = await shown();
    app.do(at.patch({ id: '77', change: { status: 0 } }));
    expect(app.last('/product/update').call.body).toEqual({ id: '77', status: 0 });
  });
});

describe('a fault of our own', () => {
  it('is logged and reported, and the page’s other commands still work', async () => {
    const app = await shown();
    app.do(at.add(whole));
    app.do(at.save());
    // A broken shape: reading it throws inside the list's handler.
    app.do(at.list({}));
    const broken = {
      get records() {
        throw new TypeError('broken shape');
      },
    };
    await app.last(pageUrl).answer(broken);
    expect(app.see().busy).toEqual({ save: true });
    expect(app.toasts()).toEqual(['error: request.unknown']);
    expect(app.store.getState().log.entries).toMatchObject([{ message: 'broken shape', info: 'product: list' }]);
    await app.last('/product/submit').answer(true);
    expect(app.see().form).toBeNull();
    expect(log.selectors.entries(app.store.getState() as never)).toHaveLength(1);
  });
});

it('two modules have two states', () => {
  const [one, other] = [crudSlice(module), crudSlice({ ...module, name: 'other' } as never)];
  expect(other.reducer(undefined, one.actions.unfold(true))).toMatchObject({ isSeekOpen: false });
});

describe('what a search sends', () => {
  it('leaves out what is empty, and has the days of a range in the words of the wire', () => {
    expect(
      filtersOf(orders as Module, { customerName: '  ', contractCode: '', 'createTime.from': '2026-01-05' }),
    ).toEqual({
      createTime_dategt: '2026-01-04 23:59:59',
    });
    expect(filtersOf(orders as Module, { 'createTime.to': '2026-01-05', 'createTime.from': '' })).toEqual({
      createTime_datelt: '2026-01-06 00:00:00',
    });
  });
});

describe('a list of many rows', () => {
  const plan = '/paymentPlan/page';
  const records = [{ id: '1', version: 1 }];
  async function begun() {
    const app = await start({ at: '/lease/plan' });
    const see = (): CrudState => app.slice('paymentPlan');
    expect(app.last(plan).call.query).toMatchObject({ current: 1, totals: 'later' });
    await app.last(plan).answer({ records, total: 1, size: 10, current: 1, isCounting: true });
    return { ...app, see };
  }

  it('shows its first page before it is counted', async () => {
    const app = await begun();
    expect(app.see()).toMatchObject({ page: { records, isCounting: true }, busy: {} });
    const [shown] = app.see().page!.records;
    expect(app.last(plan).call.query).not.toHaveProperty('totals');
    await app.last(plan).answer({ records, total: 2_880_000, size: 10, current: 1, sums: { rent: '1.00' } });
    expect(app.see().page).toMatchObject({ total: 2_880_000, sums: { rent: '1.00' } });
    expect(app.see().page).not.toHaveProperty('isCounting');
    expect(app.see().page!.records[0]).toBe(shown);
    expect(app.calls(plan)).toHaveLength(2);
  });

  it('keeps its rows where they cannot be counted, and says nothing of it', async () => {
    const app = await begun();
    await app.last(plan).refuse(503, 'busy');
    expect(app.see()).toMatchObject({ page: { records, isCounting: true }, isCutOff: false, busy: {} });
    expect(app.slice('feedback').toasts).toEqual([]);
  });

  it('waits for the number of rows on further pages, which it is needed for', async () => {
    const app = await begun();
    app.do((paymentPlans.slices[0] as CrudSlice).actions.list({ current: 2 }));
    expect(app.last(plan).call.query).toMatchObject({ current: 2 });
    expect(app.last(plan).call.query).not.toHaveProperty('totals');
  });
});

describe('a view with which a list opens', () => {
  const plan = '/paymentPlan/page';
  const { list } = (paymentPlans.slices[0] as CrudSlice).actions;

  it('is the one of the module, and gives way to what a person has chosen before the page was opened', async () => {
    const app = await start({ at: '/lease/plan' });
    expect(app.last(plan).call.query).toMatchObject({ payStatus: '0', isFrozen: '0' });
    const place = app.see(route.selectors.place)!;
    app.do(list({ current: 1, filters: { overdue: '1' } }));
    app.do(features.actions.opened(place));
    await quiet();
    expect(app.last(plan).call.query).toMatchObject({ overdue: '1' });
    expect(app.last(plan).call.query).not.toHaveProperty('payStatus');
  });
});
