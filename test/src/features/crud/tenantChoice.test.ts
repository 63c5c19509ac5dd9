/** Working in another tenant: the platform's owner chooses, and all calls of these pages name that tenant. */
import { feature as departments } from '../../../../src/features/system/dept';
import { feature as posts } from '../../../../src/features/system/post';
import { choices } from '../../../../src/store/crud/choices';
import type { CrudSlice } from '../../../../src/store/crud/crud';
import type { CrudState } from '../../../../src/store/crud/crudState';
import { tenantChoice } from '../../../../src/store/crud/tenantChoice';
import { feedback } from '../../../../src/store/feedback';
import { route } from '../../../../src/store/navigation/route';
import { session } from '../../../../src/store/session';
import { quiet, type StartOptions, start } from '../../../support/fakeWorld';

const dept = (departments.slices[0] as CrudSlice).actions;
const post = (posts.slices[0] as CrudSlice).actions;
const { choose } = tenantChoice.actions;
const yes = feedback.actions.answered({ isSure: true, reason: '' });
const tenants = [
  { id: '2', tenantId: '100001', tenantName: '云州' },
  { id: '1', tenantId: '000000', tenantName: '平台' },
  { id: '3', tenantId: '100002', tenantName: '沧澜' },
];
function row(id: string) {
  return { id, parentId: '0', deptName: id, fullName: id, sort: 1, deptCategory: 2 };
}

async function opened(options: StartOptions = {}) {
  const app = await start({ at: '/system/dept', ...options });
  return { ...app, dept: (): CrudState => app.slice('dept'), choice: () => app.see(tenantChoice.selectors.all) };
}
/** The departments of the own tenant, all answered. */
async function shown() {
  const app = await opened();
  await app.last('/tenant/select').answer(tenants);
  await app.last('/dept/list').answer([row('1')]);
  await app.last('/dept/choices').answer({ records: [{ id: '1', parentId: '0', title: '1' }] });
  return app;
}
function queryOf(app: Awaited<ReturnType<typeof opened>>, url: string) {
  return app.last(url).call.query ?? {};
}

describe('the tenant that is worked in', () => {
  it('is one’s own, without a word about it, until another one is chosen', async () => {
    const app = await shown();
    expect(app.choice()).toMatchObject({ chosen: '' });
    expect(app.choice().options?.map(({ tenantId }) => tenantId)).toEqual(['000000', '100001', '100002']);
    for (const url of ['/dept/list', '/dept/choices']) expect(queryOf(app, url)).not.toHaveProperty('tenantId');
  });

  it('is no choice for somebody with one tenant, who is not asked again', async () => {
    const app = await opened();
    await app.last('/tenant/select').answer([tenants[1]]);
    expect(app.see(tenantChoice.selectors.hasChoice)).toBe(false);
    app.do(route.actions.go('/system/post'));
    await quiet();
    expect(app.calls('/tenant/select')).toHaveLength(1);
  });

  it.each<[string, (app: Awaited<ReturnType<typeof opened>>) => Promise<void>]>([
    ['nobody answers', (app) => app.last('/tenant/select').cutOff()],
    ['it is refused', (app) => app.last('/tenant/select').refuse(403, '没有权限')],
    ['the answer is no list', (app) => app.last('/tenant/select').answer({})],
  ])('is one’s own without a toast when %s', async (_why, fail) => {
    const app = await opened();
    await fail(app);
    expect(app.see(tenantChoice.selectors.hasChoice)).toBe(false);
    expect(app.toasts()).toEqual([]);
  });

  it('is asked for by pages that can be about another one alone', async () => {
    const app = await opened({ at: '/system/param' });
    expect(app.calls('/tenant/select')).toHaveLength(0);
  });

  it('goes with every call of the page', async () => {
    const app = await shown();
    app.do(choose('100001'));
    await quiet();
    expect(queryOf(app, '/dept/list')).toEqual({ tenantId: '100001' });
    expect(queryOf(app, '/dept/choices')).toEqual({ tenantId: '100001' });
    await app.last('/dept/list').answer([row('8')]);

    app.do(dept.view('8'));
    await quiet();
    expect(queryOf(app, '/dept/detail')).toEqual({ id: '8', tenantId: '100001' });
    await app.last('/dept/detail').answer(row('8'));
    app.do(dept.turn('history'));
    await quiet();
    expect(queryOf(app, '/dept/history')).toEqual({ id: '8', tenantId: '100001' });
    app.do(dept.shut());

    app.do(dept.add({ deptName: 'a', fullName: 'a' }));
    await quiet();
    app.do(dept.save());
    await quiet();
    expect(queryOf(app, '/dept/submit')).toEqual({ tenantId: '100001' });
    await app.last('/dept/submit').answer({ id: '9' });

    app.do(dept.remove(['8']));
    await quiet();
    app.do(yes);
    await quiet();
    expect(queryOf(app, '/dept/remove')).toEqual({ ids: '8', tenantId: '100001' });

    app.do(dept.patch({ id: '8', change: { sort: 5 } }));
    await quiet();
    expect(queryOf(app, '/dept/submit')).toEqual({ tenantId: '100001' });
  });

  it('is the same on the next of these pages, and none on others', async () => {
    const app = await shown();
    app.do(choose('100001'));
    await quiet();
    app.do(route.actions.go('/system/post'));
    await quiet();
    expect(queryOf(app, '/post/list')).toMatchObject({ tenantId: '100001', current: 1 });
    app.do(route.actions.go('/system/param'));
    await quiet();
    expect(queryOf(app, '/param/list')).not.toHaveProperty('tenantId');
  });

  it('is left for one’s own again', async () => {
    const app = await shown();
    app.do(choose('100001'));
    await quiet();
    app.do(choose(''));
    await quiet();
    expect(queryOf(app, '/dept/list')).toEqual({});
  });

  it('is one’s own after the next sign-in', async () => {
    const app = await shown();
    app.do(choose('100001'));
    app.do(session.actions.signedOut());
    expect(app.slice('tenantChoice')?.chosen ?? '').toBe('');
  });

  it('is left when it is no more', async () => {
    const app = await shown();
    app.do(choose('100001'));
    await quiet();
    app.do(route.actions.go('/system/post'));
    await quiet();
    await app.last('/tenant/select').answer([tenants[1], tenants[2]]);
    expect(app.choice().chosen).toBe('');
    await quiet();
    expect(queryOf(app, '/post/list')).not.toHaveProperty('tenantId');
  });
});

describe('what is of the tenant before', () => {
  it('is gone from all of these pages at once: rows, picked ones, forms, names', async () => {
    const app = await shown();
    app.do(dept.pick({ rows: [row('1')], on: true }));
    app.do(dept.seek({ deptName: 'x' }));
    app.do(route.actions.go('/system/post'));
    await quiet();
    await app.last('/post/list').answer({ records: [{ id: '5', postName: 'p' }], total: 1 });
    app.do(post.add({}));
    await quiet();
    app.do(choose('100001'));
    await quiet();
    expect(app.dept()).toMatchObject({ page: null, picked: {}, seek: {}, form: null });
    expect(app.slice('post')).toMatchObject({ page: null, form: null, busy: { list: true } });
    expect(app.see(choices.selectors.of, 'dept').nodes).toEqual([]);
  });

  it('does not arrive late', async () => {
    const app = await shown();
    app.do(dept.list({}));
    app.do(dept.edit('1'));
    app.do(choices.actions.need(['dept']));
    await quiet();
    const late = [app.last('/dept/list'), app.last('/dept/detail'), app.last('/dept/choices')];
    app.do(choose('100001'));
    await quiet();
    expect(late.map(({ isAborted }) => isAborted)).toEqual([true, true, true]);
    await late[0]!.answer([row('1')]);
    await late[1]!.answer(row('1'));
    await late[2]!.answer({ records: [{ id: '1', parentId: '0', title: '1' }] });
    expect(app.dept()).toMatchObject({ page: null, form: null });
    expect(app.see(choices.selectors.of, 'dept').nodes).toEqual([]);
    await app.last('/dept/list').answer([row('8')]);
    expect(app.dept().page?.records).toMatchObject([{ id: '8' }]);
  });

  it('does not arrive late either where nobody asks anew', async () => {
    const app = await opened();
    await app.last('/tenant/select').answer(tenants);
    const late = app.last('/dept/choices');
    app.do(route.actions.go('/system/post'));
    await quiet();
    app.do(choose('100001'));
    await late.answer({ records: [{ id: '1', parentId: '0', title: '1' }] });
    expect(app.see(choices.selectors.of, 'dept').nodes).toEqual([]);
  });
});
