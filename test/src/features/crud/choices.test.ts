/** Choices loaded as a whole, and what a form sends: departments, menus, secrets. */
import { client } from '../../../../contract/modules/system/client';
import { user } from '../../../../contract/modules/system/user';
import { masked } from '../../../../contract/wire/secrets';
import { defineFeature } from '../../../../src/features/crud/feature';
import { nameInRecord } from '../../../../src/features/crud/references';
import { addChunk } from '../../../../src/features/registry';
import { feature as clients } from '../../../../src/features/system/client';
import { feature as packages } from '../../../../src/features/system/tenantPackage';
import { recordsChanged } from '../../../../src/store/crud/changes';
import { type ChoiceSet, choices } from '../../../../src/store/crud/choices';
import { type CrudSlice, crudSlice } from '../../../../src/store/crud/crud';
import type { OneTimePasswordIssued } from '../../../../src/store/crud/crudState';
import { tenantChoice } from '../../../../src/store/crud/tenantChoice';
import { route } from '../../../../src/store/navigation/route';
import { quiet, start } from '../../../support/fakeWorld';

// The page of people as its declaration alone makes it.
addChunk('user', async () => ({
  feature: defineFeature(user, () => ({
    form: [
      ['account', 'password'],
      ['roleId', 'deptId', 'postId'],
    ],
  })),
}));
const people = crudSlice(user as never).actions;

function choice(id: string, title: string, parentId = '0') {
  return { id, parentId, title };
}
function paged(...records: object[]) {
  return { records, total: records.length, size: 20_000, current: 1, pages: 1 };
}
async function opened(address: string) {
  const app = await start({ at: address });
  const of = (set: ChoiceSet) => app.see(choices.selectors.of, set);
  return { ...app, of };
}
const url = '/dept/choices';

describe('choices', () => {
  it('are asked for when a page opens whose fields offer them, once for each time', async () => {
    const app = await opened('/system/dept');
    expect(app.calls(url)).toHaveLength(1);
    expect(app.of('dept')).toMatchObject({ nodes: [], busy: true });
    await app.last(url).answer(paged(choice('2', '分部', '1'), choice('1', '总部')));
    expect(app.of('dept')).toEqual({
      nodes: [{ id: '1', parentId: '0', title: '总部', children: [{ id: '2', parentId: '1', title: '分部' }] }],
      text: '',
      busy: false,
      isLost: false,
    });
    app.do(route.actions.go('/lease/product'));
    await quiet();
    app.do(route.actions.go('/system/dept'));
    await quiet();
    expect(app.calls(url)).toHaveLength(2);
    expect(app.of('dept').nodes).toHaveLength(1); // the old ones are used until the new ones have loaded
  });

  it('are not asked for by pages that have no such field', async () => {
    const app = await opened('/system/param');
    expect(app.asked.filter(({ call }) => /choices|tree|select/.test(call.url))).toEqual([]);
    expect(app.loaded).not.toContain('choices');
  });

  it('of a narrower set are asked for by its name, and kept beside the whole', async () => {
    const app = await opened('/system/user');
    app.do(choices.actions.need(['role', 'role/givable']));
    await quiet();
    const calls = app.calls('/role/choices').slice(-2);
    expect(calls.map(({ call }) => call.query)).toEqual([{}, { offer: 'givable' }]);
    await calls[0]!.answer(paged(choice('1', '管理员'), choice('2', '经理')));
    await calls[1]!.answer(paged(choice('2', '经理')));
    expect([app.of('role').nodes.length, app.of('role/givable').nodes.length]).toEqual([2, 1]);
  });

  it('of a tenant package are menus that a tenant may have', async () => {
    const app = await opened('/system/package');
    expect(app.last('/menu/choices').call.query).toEqual({ offer: 'forTenants' });
    expect((packages.needs ?? []).includes('choices')).toBe(true);
  });

  it('of a list say more than their titles, and those of a tree do not', async () => {
    const app = await opened('/system/user');
    await app.last('/dept/choices').answer(paged({ ...choice('1', '总部'), note: '总公司' }));
    await app.last('/post/choices').answer(paged({ ...choice('3', '经理'), note: 'M' }));
    expect(app.of('dept').nodes).toEqual([choice('1', '总部')]);
    expect(app.of('post').nodes).toEqual([{ ...choice('3', '经理'), note: 'M' }]);
  });

  it('of a module that is not known are none, and nothing is asked', async () => {
    const app = await opened('/system/dept');
    const before = app.asked.length;
    app.do(choices.actions.need(['nowhere']));
    await quiet();
    expect(app.asked).toHaveLength(before);
    expect(app.of('nowhere')).toMatchObject({ nodes: [], busy: false });
  });

  it.each([
    ['nobody answers', (app: Awaited<ReturnType<typeof opened>>) => app.last(url).cutOff()],
    ['they are refused', (app: Awaited<ReturnType<typeof opened>>) => app.last(url).refuse(403, '没有权限')],
  ])('say it when %s, without a toast, and can be asked for again', async (_why, fail) => {
    const app = await opened('/system/dept');
    await fail(app);
    expect(app.of('dept')).toMatchObject({ nodes: [], busy: false, isLost: true });
    expect(app.toasts()).toEqual([]);
    app.do(choices.actions.need(['dept']));
    await quiet();
    expect(app.of('dept')).toMatchObject({ busy: true, isLost: false });
    await app.last(url).answer(paged(choice('1', '总部')));
    expect(app.of('dept')).toMatchObject({ busy: false, isLost: false, nodes: [{ id: '1' }] });
  });

  it('show the newest answer when an older one arrives late', async () => {
    const app = await opened('/system/dept');
    app.do(choices.actions.need(['dept']));
    await quiet();
    const [older, newer] = app.calls(url);
    await newer!.answer(paged(choice('2', 'new')));
    await older!.answer(paged(choice('1', 'old')));
    expect(app.of('dept').nodes).toMatchObject([{ id: '2' }]);
    expect(older!.isAborted).toBe(true);
  });

  it('of the tenant before never arrive in the name of the one that is worked on', async () => {
    const app = await opened('/system/dept');
    const before = app.last(url);
    app.do(tenantChoice.actions.choose('100001'));
    await quiet();
    await before.answer(paged(choice('1', '别家')));
    expect(app.of('dept').nodes).toEqual([]);
    expect(app.last(url).call.query).toEqual({ tenantId: '100001' });
    await app.last(url).answer(paged(choice('9', '本家')));
    expect(app.of('dept').nodes).toMatchObject([{ id: '9' }]);
    app.do(tenantChoice.actions.choose(''));
    expect(app.of('dept').nodes).toEqual([]);
  });

  it('are brought up to date when records of their module change elsewhere, if they are kept at all', async () => {
    const app = await opened('/system/dept');
    await app.last(url).answer(paged(choice('1', '总部')));
    const before = app.asked.length;
    app.do(recordsChanged({ modules: ['role'] }));
    await quiet();
    expect(app.asked).toHaveLength(before);
    app.do(recordsChanged({ modules: ['role', 'dept'] }));
    await quiet();
    expect(app.calls(url)).toHaveLength(2);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['an array', [choice('1', 'x')]],
    ['holes', { records: [null, 3] }],
  ])('take %s for none', async (_what, answer) => {
    const app = await opened('/system/dept');
    await app.last(url).answer(answer);
    expect(app.of('dept')).toMatchObject({ nodes: [], busy: false, isLost: false });
  });

  it('whose names are hidden have none, and are still there', async () => {
    const app = await opened('/system/dept');
    await app.last(url).answer(paged({ id: '1', title: null, note: null }));
    expect(app.of('dept').nodes).toEqual([{ id: '1', parentId: '0', title: '' }]);
  });
});

describe('the names of records', () => {
  it('that an address looks for by their ids are asked for once', async () => {
    const app = await opened('/monitor/online?userId=7');
    expect(app.calls('/user/choices').map(({ call }) => call.query)).toEqual([{ ids: '7' }]);
    await app.last('/user/choices').answer(paged(choice('7', '李静')));
    expect(app.see(choices.selectors.titlesOf, 'user')).toEqual({ 7: '李静' });
    app.do(choices.actions.name({ of: 'user', ids: '7' }));
    await quiet();
    expect(app.calls('/user/choices')).toHaveLength(1);
  });

  it('stay unknown where they are refused, and nothing is said', async () => {
    const app = await opened('/monitor/online?userId=7');
    await app.last('/user/choices').refuse(403, '没有权限');
    expect(app.see(choices.selectors.titlesOf, 'user')).toBeUndefined();
    expect(app.toasts()).toEqual([]);
  });

  it('come with the record that points to them', () => {
    const { deptId, roleId } = user.fields;
    expect(nameInRecord('deptId', deptId, { deptId: '1', deptName: '总部' })).toBe('总部');
    // A hidden title is not looked up in another way.
    expect(nameInRecord('roleId', roleId, { roleId: '1' })).toBe('');
    expect(nameInRecord('roleId', roleId, { roleId: '1', roleName: null })).toBe('');
    expect(nameInRecord('account', user.fields.account, { accountName: 'x' })).toBe('');
  });
});

describe('a secret', () => {
  const at = (clients.slices[0] as CrudSlice).actions;
  const edited = async (typed: Record<string, unknown>) => {
    const app = await opened('/system/client');
    app.do(at.edit('1'));
    const held = { clientId: 'saber', authorizedGrantTypes: 'password', scope: 'all', status: 1 };
    await app
      .last('/client/detail')
      .answer({ id: '1', ...held, accessTokenValidity: 3600, refreshTokenValidity: 604_800 });
    app.do(at.type(typed));
    app.do(at.save());
    await quiet();
    return app.last('/client/submit').call.body as Record<string, unknown>;
  };

  it('that is left empty is not sent', async () => {
    expect(client.fields.clientSecret.kind).toBe('secret');
    expect(await edited({ clientSecret: '' })).not.toHaveProperty('clientSecret');
  });

  it('that is no password is sent as it was typed', async () => {
    expect(await edited({ clientSecret: 'open sesame' })).toMatchObject({ clientSecret: 'open sesame' });
  });

  it('that is a password is sealed as it is at sign-in', async () => {
    const app = await opened('/system/user');
    app.do(
      people.add({ account: 'wang', realName: '王芳', name: '王', roleId: '1', deptId: '2', password: 'Abc-12345' }),
    );
    await quiet();
    app.do(people.save());
    await quiet();
    const { password } = app.last('/user/submit').call.body as { password: string };
    expect(password).toBe(app.world.encryptPassword('Abc-12345'));
    expect(password).not.toContain('Abc');
  });

  it('that the server made is passed to its page, and stored nowhere else', async () => {
    const app = await opened('/system/user');
    app.do(people.add({ account: 'wang', realName: '王芳', name: '王', roleId: '1', deptId: '2' }));
    await quiet();
    app.do(people.save());
    await quiet();
    expect(app.last('/user/submit').call.body).not.toHaveProperty('password');
    await app.last('/user/submit').answer({ id: '9', account: 'wang', oneTimeWord: '3mvh-33hu-gbuz' });
    const told = app.actions.filter(people.oneTimePasswordIssued.match) as { payload: OneTimePasswordIssued }[];
    expect(told.map(({ payload }) => payload)).toEqual([{ id: '9', account: 'wang', oneTimeWord: '3mvh-33hu-gbuz' }]);
    expect(JSON.stringify(app.store.getState())).not.toContain('3mvh-33hu-gbuz');
    expect(JSON.stringify(masked(told))).not.toContain('3mvh-33hu-gbuz');
  });

  it('is not passed on by a save that made none', async () => {
    const app = await opened('/system/client');
    app.do(at.add({ clientId: 'a', clientSecret: 'b' }));
    await quiet();
    app.do(at.save());
    await quiet();
    await app.last('/client/submit').answer({ id: '2', clientId: 'a' });
    expect(app.actions.some(at.oneTimePasswordIssued.match)).toBe(false);
  });
});
