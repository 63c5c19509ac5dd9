/** Shapes and saved views of a list, seen through pages: what the server is asked, what the list shows, its address. */

import { paymentPlan } from '../../../../contract/modules/lease/paymentPlan';
import type { ListSettings, SavedView } from '../../../../contract/wire/listViews';
import { feature } from '../../../../src/features/lease/product';
import { searchOf } from '../../../../src/sagas/crud/address';
import type { CrudSlice } from '../../../../src/store/crud/crud';
import { type CrudState, closed } from '../../../../src/store/crud/crudState';
import { feedback } from '../../../../src/store/feedback';
import { route, tabs } from '../../../../src/store/navigation/route';
import { quiet, type StartOptions, start } from '../../../support/fakeWorld';

const at = (feature.slices[0] as CrudSlice).actions;
const settingsUrl = '/list-view/list';
const pageUrl = '/product/page';
const path = '/lease/product';

function view(id: string, more: Partial<SavedView> = {}): SavedView {
  return {
    id,
    name: `视图${id}`,
    seek: { productName: '月租' },
    filters: { productName: '月租' },
    descs: 'yearRate',
    shape: { columns: [{ name: 'productName' }], size: 30 },
    isShared: false,
    isOwn: true,
    mayChange: true,
    owner: '李',
    ...more,
  };
}
async function opened(options: StartOptions = {}) {
  const app = await start({ at: path, ...options });
  return {
    ...app,
    see: (): CrudState => app.slice('product'),
    settings: (found: Partial<ListSettings> = {}) =>
      app.last(settingsUrl).answer({ shape: {}, hidden: [], views: [], ...found }),
    rows: (...ids: string[]) =>
      app.last(pageUrl).answer({ records: ids.map((id) => ({ id, productName: id })), total: 40 }),
    search: () => route.selectors.place(app.store.getState())?.search,
  };
}
async function shown(found: Partial<ListSettings> = {}) {
  const app = await opened();
  await app.settings(found);
  await app.rows('1');
  return app;
}

describe('the shape of a list', () => {
  it('is loaded beside the list, which is loaded again where its page has another size', async () => {
    const app = await opened();
    expect(app.last(settingsUrl).call.query).toEqual({ module: 'product' });
    await app.settings({ shape: { size: 50, density: 'comfortable' }, hidden: ['yearRate'] });
    expect(app.last(pageUrl).call.query).toMatchObject({ current: 1, size: 50 });
    expect(app.calls(pageUrl).map(({ isAborted }) => isAborted)).toEqual([true, false]);
    expect(app.see().shaping).toMatchObject({ shape: { density: 'comfortable' }, hidden: ['yearRate'] });
    app.do(route.actions.go('/lease/customer'));
    await quiet();
    app.do(route.actions.go(path));
    await quiet();
    expect(app.calls(settingsUrl).filter(({ call }) => call.query?.module === 'product')).toHaveLength(1);
  });

  it('is saved when the person pauses, with the last change alone', async () => {
    const app = await shown();
    for (const width of [100, 120, 140]) app.do(at.shape({ columns: [{ name: 'productName', width }] }));
    await app.clock.advance(799);
    expect(app.calls('/list-view/shape')).toEqual([]);
    await app.clock.advance(1);
    const [saved, ...more] = app.calls('/list-view/shape');
    expect([saved?.call.body, more]).toEqual([
      { module: 'product', shape: { columns: [{ name: 'productName', width: 140 }] } },
      [],
    ]);
    await saved!.refuse(400, '格式错误');
    expect(app.toasts()).toEqual(['error: 格式错误']);
    expect(app.see().shaping.shape.columns).toHaveLength(1);
  });

  it('is saved once the server answers again, and the person is told of no command', async () => {
    const app = await shown();
    app.do(at.shape({ density: 'comfortable' }));
    await app.clock.advance(800);
    await app.last('/list-view/shape').cutOff();
    expect([app.unanswered(), app.toasts()]).toEqual([[], []]);
    await app.clock.advance(1000);
    const saved = app.calls('/list-view/shape');
    expect(saved.map(({ call }) => call.body)).toEqual(
      Array(2).fill({ module: 'product', shape: { density: 'comfortable' } }),
    );
    await saved[1]!.answer(true);
    await app.clock.advance(60_000);
    expect(app.calls('/list-view/shape')).toHaveLength(2);
  });

  it('holds the page size that the person chooses', async () => {
    const app = await shown();
    app.do(at.list({ current: 1, size: 100 }));
    await app.clock.advance(800);
    expect(app.last('/list-view/shape').call.body).toEqual({ module: 'product', shape: { size: 100 } });
  });

  it('is that of the window alone where the server keeps none', async () => {
    const app = await opened();
    await app.last(settingsUrl).refuse(404, '404');
    await app.rows('1');
    expect(app.see().shaping.isKept).toBe(false);
    app.do(at.shape({ density: 'comfortable' }));
    app.do(at.list({ current: 1, size: 50 }));
    await app.clock.advance(5000);
    expect(app.calls('/list-view/shape')).toEqual([]);
    expect([app.toasts(), app.slice('preferences').listSizes]).toEqual([[], { product: 50 }]);
  });

  it('from a server is taken as far as it is one', async () => {
    const app = await opened();
    const columns = [null, { name: 'constructor' }, { name: 'status', width: 1e9 }, { name: 'status' }, 3];
    const found = { shape: { columns, size: 7, density: 'x' }, views: [null, { id: '<b>' }], hidden: 'all' };
    await app.last(settingsUrl).answer(found);
    expect(app.see().shaping).toMatchObject({
      isKept: true,
      shape: { columns: [{ name: 'status', width: 800 }] },
      views: [],
      hidden: [],
    });
    expect(app.see().shaping.shape).not.toHaveProperty('size');
  });
});

describe('a saved view', () => {
  it('sets conditions, sort and shape, and is in the address; leaving it returns to the person’s own shape', async () => {
    const app = await shown({ shape: { density: 'comfortable' }, views: [view('7')] });
    app.do(at.openView('7'));
    await quiet();
    expect(app.last(pageUrl).call.query).toEqual({ productName: '月租', current: 1, size: 30, descs: 'yearRate' });
    expect(app.see()).toMatchObject({
      seek: { productName: '月租' },
      shaping: { view: '7', shape: { density: 'comfortable', columns: [{ name: 'productName' }] } },
    });
    expect([app.search(), app.navigated.at(-1)]).toEqual(['view=7', `replace ${path}?view=7`]);
    app.do(at.shape({ columns: [{ name: 'status' }] }));
    await app.clock.advance(800);
    expect(app.calls('/list-view/shape')).toEqual([]); // the view's shape is saved with the view
    app.do(at.leaveView());
    expect(app.see().shaping.shape).toEqual({ density: 'comfortable' });
    app.do(at.list({ current: 1 }));
    await quiet();
    expect(app.search()).toBe('productName=%E6%9C%88%E7%A7%9F&descs=yearRate');
  });

  it('of an address is awaited, and opened', async () => {
    const app = await opened({ at: `${path}?view=7` });
    expect(app.calls(pageUrl)).toEqual([]);
    await app.settings({ views: [view('7')] });
    expect(app.last(pageUrl).call.query).toMatchObject({ productName: '月租' });
    expect(app.search()).toBe('view=7');
  });

  it.each([
    ['does not exist', [], 'warning: crud.viewGone'],
    ['needs hidden fields', [view('7', { lacks: ['yearRate'], filters: {}, seek: {} })], 'warning: crud.viewLacks'],
  ])('of an address that %s is reported, and the list opens', async (_, views, toast) => {
    const app = await opened({ at: `${path}?view=7` });
    await app.settings({ views });
    expect(app.toasts()).toEqual([toast]);
    expect(app.last(pageUrl).call.query).toEqual({ current: 1, size: 10 });
    expect(app.see().shaping.view).toBe('');
  });

  it('is saved with what the list shows, and applied', async () => {
    const app = await shown({ shape: { columns: [{ name: 'status' }] } });
    app.do(at.seek({ productName: ' 年 ' }));
    app.do(at.list({ current: 1, filters: { productName: '年' }, ascs: 'deadline' }));
    app.do(at.nameView({ name: '', isShared: false }));
    app.do(at.typeView({ name: ' 年租 ', isShared: true }));
    app.do(at.saveView());
    app.do(at.saveView()); // a double click
    expect(app.calls('/list-view/submit')).toHaveLength(1);
    expect(app.last('/list-view/submit').call.body).toEqual({
      module: 'product',
      name: '年租',
      isShared: true,
      seek: { productName: ' 年 ' },
      filters: { productName: '年' },
      ascs: 'deadline',
      shape: { columns: [{ name: 'status' }] },
    });
    const { descs: _, ...rest } = view('9', { filters: { productName: '年' }, ascs: 'deadline' });
    await app.last('/list-view/submit').answer(rest);
    expect(app.see().shaping).toMatchObject({ view: '9', form: null });
    expect(app.search()).toBe('view=9');
    await app.last('/list-view/counts').answer({ 9: 12, x: '3' });
    expect(app.see().shaping.counts).toEqual({ 9: 12 });
  });

  it('is renamed as it was saved, whatever the list shows now; a refusal keeps the dialog', async () => {
    const app = await shown({ views: [view('7')] });
    app.do(at.nameView({ id: '7', name: '新名', isShared: true, isRename: true }));
    app.do(at.saveView());
    const { isOwn: _, mayChange: __, owner: ___, ...saved } = view('7', { name: '新名', isShared: true });
    expect(app.last('/list-view/submit').call.body).toEqual({ module: 'product', ...saved });
    await app.last('/list-view/submit').refuse(400, '同名');
    expect(app.see().shaping).toMatchObject({ form: { name: '新名' } });
    expect(app.see().shaping.isSaving).toBeUndefined();
    app.do(at.closeView());
    app.do(at.nameView({ id: '7', name: '视图7', isShared: false }));
    app.do(at.saveView());
    expect(app.last('/list-view/submit').call.body).toMatchObject({ id: '7', filters: {}, shape: {} });
    await app.last('/list-view/submit').refuse(400, '同名');
    expect(app.see().shaping.form).toBeNull();
  });

  it('is deleted after a question', async () => {
    const app = await shown({ views: [view('7', { isShared: true }), view('8')] });
    app.do(at.openView('7'));
    await quiet();
    app.do(at.removeView('7'));
    expect(feedback.selectors.question(app.store.getState())).toMatchObject({
      say: 'crud.askRemoveShared',
      detail: '视图7',
    });
    app.do(feedback.actions.answered({ isSure: true, reason: '' }));
    await app.last('/list-view/remove').answer(true);
    expect(app.see().shaping).toMatchObject({ view: '', shape: {}, views: [{ id: '8' }] });
  });
});

describe('the address of a list', () => {
  it('follows conditions and sort, without an entry in the history', async () => {
    const app = await shown();
    app.do(at.seek({ productName: '月&租' }));
    app.do(at.list({ current: 1, filters: { productName: '月&租' } }));
    await quiet();
    app.do(at.list({ current: 1, ascs: 'deadline', descs: undefined }));
    await quiet();
    const written = new URLSearchParams({ productName: '月&租', ascs: 'deadline' });
    expect(app.search()).toBe(String(written));
    expect(app.navigated.filter((one) => one.startsWith('push'))).toEqual([]);
    expect(app.navigated.at(-1)).toBe(`replace ${path}?${written}`);
    const copy = await opened({ at: `${path}?${written}` });
    expect(copy.last(pageUrl).call.query).toEqual({ productName: '月&租', ascs: 'deadline', current: 1, size: 10 });
    expect(copy.see().seek).toEqual({ productName: '月&租' });
  });

  it('keeps the page when the person returns to the tab, and the tab keeps its place', async () => {
    const app = await shown();
    app.do(at.seek({ productName: '月' }));
    app.do(at.list({ current: 1, filters: { productName: '月' } }));
    await app.rows('1');
    app.do(at.list({ current: 3 }));
    await app.rows('2');
    const tab = app.store.getState().tabs.list.find((one: { path: string }) => one.path === path);
    expect(tab).toMatchObject({ path, search: 'productName=%E6%9C%88' });
    app.do(route.actions.go('/wel/index'));
    await quiet();
    app.do(tabs.actions.showTab(2));
    await quiet();
    expect(app.search()).toBe('productName=%E6%9C%88');
    expect(app.last(pageUrl).call.query).toMatchObject({ productName: '月', current: 3 });
  });

  const { module, opening } = { module: paymentPlan, opening: { views: undefined, sort: { ascs: 'paymentDate' } } };
  const state = (change: object): CrudState => ({
    ...closed,
    query: { ...closed.query, ascs: 'paymentDate' },
    ...change,
  });
  it('has the sort only where it is not the usual one, and conditions that no field holds as they are asked', () => {
    expect(searchOf(module, opening, state({}), '2026-01-05')).toBe('view=all');
    const asked = { ...closed.query, filters: { payStatus_ge: '1' }, descs: 'paymentDate' };
    expect(searchOf(module, opening, state({ query: asked, seek: { customerName: '未搜索' } }), '2026-01-05')).toBe(
      'payStatus_ge=1&descs=paymentDate',
    );
  });
});
