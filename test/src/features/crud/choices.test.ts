/** What is chosen from as a whole, and what leaves with a form: departments, menus, secrets. */
import { client } from '../../../../contract/modules/system/client';
import { user } from '../../../../contract/modules/system/user';
import { masked } from '../../../../contract/wire/secrets';
import { defineFeature } from '../../../../src/features/crud/feature';
import { addChunk } from '../../../../src/features/registry';
import { feature as clients } from '../../../../src/features/system/client';
import { feature as packages } from '../../../../src/features/system/tenantPackage';
import { type ChoiceSource, choices } from '../../../../src/store/crud/choices';
import { type CrudSlice, crudSlice, type FirstWordTold } from '../../../../src/store/crud/crud';
import { lookup } from '../../../../src/store/crud/lookup';
import { route } from '../../../../src/store/navigation/route';
import { quiet, start } from '../../../support/fakeWorld';

// The page of people as its declaration alone makes it.
addChunk('user', async () => ({
  feature: defineFeature(user, () => ({ form: [['account', 'password'], ['roleId']] })),
}));
const people = crudSlice(user as never).actions;

const node = (id: string, title: string, children?: object[]) => ({
  id,
  parentId: '0',
  title,
  key: id,
  value: id,
  ...(children ? { children, hasChildren: true } : {}),
});
const opened = async (address: string) => {
  const app = await start({ at: address });
  const of = (source: ChoiceSource) => app.see(choices.selectors.of, source);
  return { ...app, of };
};

describe('choices', () => {
  it('are asked for when a page opens whose fields need them, once for each time', async () => {
    const app = await opened('/system/dept');
    expect(app.calls('/dept/tree')).toHaveLength(1);
    expect(app.of('dept')).toMatchObject({ nodes: [], busy: true });
    await app.last('/dept/tree').answer([node('1', '总部', [node('2', '分部')])]);
    expect(app.of('dept')).toEqual({
      nodes: [
        {
          id: '1',
          parentId: '0',
          title: '总部',
          hasChildren: true,
          children: [{ id: '2', parentId: '0', title: '分部' }],
        },
      ],
      busy: false,
      isLost: false,
    });
    app.do(route.actions.go('/lease/product'));
    await quiet();
    app.do(route.actions.go('/system/dept'));
    await quiet();
    expect(app.calls('/dept/tree')).toHaveLength(2);
    expect(app.of('dept').nodes).toHaveLength(1); // the old ones serve until the new ones are here
  });

  it('are not asked for by pages that have no such field', async () => {
    const app = await opened('/system/param');
    expect(app.asked.filter(({ call }) => /tree|select/.test(call.url))).toEqual([]);
    expect(app.loaded).not.toContain('choices');
  });

  it('that are a list become nodes of one level', async () => {
    const app = await opened('/system/dept');
    app.do(choices.actions.need(['post', 'tenant']));
    await quiet();
    await app.last('/post/select').answer([{ id: '3', postName: '经理', postCode: 'M' }]);
    await app.last('/tenant/select').answer([{ id: '8', tenantId: '100001', tenantName: '云州' }]);
    expect(app.of('post').nodes).toEqual([{ id: '3', parentId: '0', title: '经理', note: 'M' }]);
    expect(app.of('tenant').nodes).toEqual([{ id: '100001', parentId: '0', title: '云州', note: '100001' }]);
  });

  it('of a tenant package are menus that a tenant may have', async () => {
    const app = await opened('/system/package');
    expect(app.last('/menu/tree').call.query).toEqual({ isPlatform: '0' });
    expect((packages.needs ?? []).includes('choices')).toBe(true);
  });

  it.each([
    ['nobody answers', (app: Awaited<ReturnType<typeof opened>>) => app.last('/dept/tree').cutOff()],
    ['they are refused', (app: Awaited<ReturnType<typeof opened>>) => app.last('/dept/tree').refuse(403, '没有权限')],
  ])('say it when %s, without a toast, and can be asked for again', async (_why, fail) => {
    const app = await opened('/system/dept');
    await fail(app);
    expect(app.of('dept')).toEqual({ nodes: [], busy: false, isLost: true });
    expect(app.toasts()).toEqual([]);
    app.do(choices.actions.need(['dept']));
    await quiet();
    expect(app.of('dept')).toMatchObject({ busy: true, isLost: false });
    await app.last('/dept/tree').answer([node('1', '总部')]);
    expect(app.of('dept')).toMatchObject({ busy: false, isLost: false, nodes: [{ id: '1' }] });
  });

  it('show the newest answer when an older one arrives late', async () => {
    const app = await opened('/system/dept');
    app.do(choices.actions.need(['dept']));
    await quiet();
    const [older, newer] = app.calls('/dept/tree');
    await newer!.answer([node('2', 'new')]);
    await older!.answer([node('1', 'old')]);
    expect(app.of('dept').nodes).toMatchObject([{ id: '2' }]);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a page', { records: [] }],
    ['holes', [null, 3]],
  ])('take %s for none', async (_what, answer) => {
    const app = await opened('/system/dept');
    await app.last('/dept/tree').answer(answer);
    expect(app.of('dept')).toEqual({ nodes: [], busy: false, isLost: false });
  });

  it('include people found by a part of their name', async () => {
    const app = await opened('/system/dept');
    app.do(lookup.actions.find({ to: 'user', text: '李' }));
    await app.clock.advance(250);
    expect(app.last('/user/page').call.query).toMatchObject({ realName: '李', current: 1, size: 20 });
    await app.last('/user/page').answer({ records: [{ id: '7', realName: '李静' }] });
    expect(app.see(lookup.selectors.of, 'user').rows).toMatchObject([{ id: '7' }]);
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

  it('that the server made is told to whoever listens, and kept by nobody', async () => {
    const app = await opened('/system/user');
    app.do(people.add({ account: 'wang', realName: '王芳', name: '王', roleId: '1', deptId: '2' }));
    await quiet();
    app.do(people.save());
    await quiet();
    expect(app.last('/user/submit').call.body).not.toHaveProperty('password');
    await app.last('/user/submit').answer({ id: '9', account: 'wang', oneTimeWord: '3mvh-33hu-gbuz' });
    const told = app.actions.filter(people.firstWordTold.match) as { payload: FirstWordTold }[];
    expect(told.map(({ payload }) => payload)).toEqual([{ id: '9', account: 'wang', oneTimeWord: '3mvh-33hu-gbuz' }]);
    expect(JSON.stringify(app.store.getState())).not.toContain('3mvh-33hu-gbuz');
    expect(JSON.stringify(masked(told))).not.toContain('3mvh-33hu-gbuz');
  });

  it('is told by no save that made none', async () => {
    const app = await opened('/system/client');
    app.do(at.add({ clientId: 'a', clientSecret: 'b' }));
    await quiet();
    app.do(at.save());
    await quiet();
    await app.last('/client/submit').answer({ id: '2', clientId: 'a' });
    expect(app.actions.some(at.firstWordTold.match)).toBe(false);
  });
});
