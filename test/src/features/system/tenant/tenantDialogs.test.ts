import { feature as tenantFeature } from '../../../../../src/features/system/tenant/tenant';
import {
  type Limits,
  problemOf,
  type SettingDialog,
  tenantDialogs,
  timeLeft,
} from '../../../../../src/features/system/tenant/tenantDialogsSlice';
import { oneTimePasswords } from '../../../../../src/store/auth/oneTimePasswords';
import type { CrudSlice } from '../../../../../src/store/crud/crud';
import { tenantChoice } from '../../../../../src/store/crud/tenantChoice';
import { feedback } from '../../../../../src/store/feedback';
import { route } from '../../../../../src/store/navigation/route';
import { quiet, type Started, start } from '../../../../support/fakeWorld';

const { actions: at, selectors: see } = tenantDialogs;
const list = (tenantFeature.slices[0] as CrudSlice).actions;
const yes = feedback.actions.answered({ isSure: true, reason: '' });

function tenant(id: string, more: object = {}) {
  return {
    id,
    tenantId: `10000${id}`,
    tenantName: `租户${id}`,
    accountNumber: -1,
    expireTime: null,
    status: 1,
    domain: null,
    packageId: null,
    datasourceId: null,
    ...more,
  } as never;
}
const platform = tenant('9', { tenantId: '000000', tenantName: '平台' });

async function opened() {
  const app = await start({ at: '/system/tenant' });
  await quiet();
  return app;
}
function state(app: Started) {
  return app.see(see.all);
}
async function save(app: Started) {
  app.do(at.save());
  await quiet();
}

describe('limits', () => {
  it('of one tenant are shown as they are; only what was changed is sent', async () => {
    const app = await opened();
    app.do(at.setLimits([tenant('1', { accountNumber: 20, expireTime: '2026-12-31 23:59:59', domain: 'a.example' })]));
    expect(state(app).dialog).toMatchObject({
      draft: { accountNumber: '20', isUnlimited: false, expireDate: '2026-12-31', expireTime: '23:59:59', status: '1' },
    });
    app.do(at.typeLimits({ isUnlimited: true }));
    await save(app);
    const { call } = app.last('/tenant/setting');
    expect([call.query, call.body]).toEqual([{ ids: '1' }, { accountNumber: -1 }]);
    await app.last('/tenant/setting').answer(true);
    expect(state(app).dialog).toBeNull();
  });

  it('of several tenants keep what they differ in, unless it is filled in', async () => {
    const app = await opened();
    app.do(at.setLimits([tenant('1', { accountNumber: 20 }), tenant('2', { status: 0 })]));
    const { draft, mixed } = state(app).dialog as SettingDialog;
    expect(draft).toMatchObject({ accountNumber: '', isUnlimited: false, status: '' });
    expect(mixed).toEqual({ accountNumber: true, isUnlimited: true, status: true });
    app.do(at.typeLimits({ expireDate: '2027-01-31' }));
    await save(app);
    const { call } = app.last('/tenant/setting');
    expect([call.query, call.body]).toEqual([{ ids: '1,2' }, { expireTime: '2027-01-31 23:59:59' }]);
  });

  it('without a change are not sent', async () => {
    const app = await opened();
    app.do(at.setLimits([tenant('1')]));
    await save(app);
    expect(app.calls('/tenant/setting')).toEqual([]);
    expect(state(app)).toMatchObject({ dialog: null, isSaving: false });
  });

  it('never stop the platform’s own tenant or let it expire', async () => {
    const app = await opened();
    app.do(at.setLimits([platform, tenant('1')]));
    app.do(at.typeLimits({ status: '0', expireDate: '2026-12-31', isUnlimited: false, accountNumber: '5' }));
    await save(app);
    expect(app.last('/tenant/setting').call.body).toEqual({ accountNumber: 5 });
  });

  const judged = (change: Partial<Limits>) => {
    const before: Limits = {
      accountNumber: '',
      isUnlimited: true,
      expireDate: '',
      expireTime: '',
      status: '1',
      domain: '',
    };
    return problemOf({ kind: 'setting', tenants: [], mixed: {}, before, draft: { ...before, ...change } });
  };
  it.each<[Partial<Limits>, string | undefined]>([
    [{ isUnlimited: false, accountNumber: '0' }, undefined],
    [{ isUnlimited: false, accountNumber: '1000000' }, undefined],
    [{ isUnlimited: false, accountNumber: '1000001' }, 'notCount'],
    [{ isUnlimited: false, accountNumber: '' }, 'notCount'],
    [{ isUnlimited: false, accountNumber: '1.5' }, 'notCount'],
    [{ expireDate: '2026-02-30' }, 'notTime'],
    [{ expireDate: '2026-12-31', expireTime: '24:00:00' }, 'notTime'],
    [{ expireDate: '2026-12-31', expireTime: '08:30:00' }, undefined],
  ])('%j: %s', (change, problem) => expect(judged(change)?.say).toBe(problem));

  it('show what the server finds wrong with an address', async () => {
    const app = await opened();
    app.do(at.setLimits([tenant('1')]));
    app.do(at.typeLimits({ domain: '://' }));
    await save(app);
    await app.last('/tenant/setting').refuse(400, '域名地址不正确', { problems: { domain: 'badFormat' } });
    expect(state(app)).toMatchObject({ problem: { on: 'domain', say: 'notDomain' }, isSaving: false });
  });

  it('that were changed are dropped only after a question', async () => {
    const app = await opened();
    app.do(at.setLimits([tenant('1')]));
    app.do(at.typeLimits({ status: '0' }));
    app.do(at.close());
    await quiet();
    expect(state(app).dialog).not.toBeNull();
    app.do(yes);
    await quiet();
    expect(state(app).dialog).toBeNull();
  });
});

describe('a package', () => {
  it('is shown with its menus; those of the one before it do not arrive late', async () => {
    const app = await opened();
    app.do(at.choosePackage(tenant('1', { packageId: '31' })));
    await quiet();
    const older = app.last('/tenant-package/detail');
    app.do(at.pickPackage('32'));
    await quiet();
    await app.last('/tenant-package/detail').answer({ id: '32', menuId: '7,8' });
    await older.answer({ id: '31', menuId: '1' });
    expect(state(app).dialog).toMatchObject({ packageId: '32', menuIds: ['7', '8'] });
    await save(app);
    expect(app.last('/package-setting').call.query).toEqual({ tenantId: '100001', packageId: '32' });
  });

  it('may be none: then its menus are not loaded', async () => {
    const app = await opened();
    app.do(at.choosePackage(tenant('1', { packageId: '31' })));
    await quiet();
    const before = app.calls('/tenant-package/detail').length;
    app.do(at.pickPackage(''));
    await quiet();
    expect(app.calls('/tenant-package/detail')).toHaveLength(before);
    await save(app);
    expect(app.last('/package-setting').call.query).toEqual({ tenantId: '100001', packageId: '' });
  });

  it('can be asked for again when there was no connection', async () => {
    const app = await opened();
    app.do(at.choosePackage(tenant('1', { packageId: '31' })));
    await quiet();
    await app.last('/tenant-package/detail').cutOff();
    expect(state(app).dialog).toMatchObject({ isLost: true, menuIds: null });
    app.do(at.retry());
    await quiet();
    await app.last('/tenant-package/detail').answer(null);
    expect(state(app).dialog).toMatchObject({ menuIds: [] });
    expect(state(app).dialog).not.toHaveProperty('isLost');
  });
});

describe('a data source', () => {
  it('is chosen among those there are', async () => {
    const app = await opened();
    app.do(at.chooseDatasource(tenant('1')));
    await quiet();
    await app.last('/datasource/select').answer([{ id: 5, name: '从库' }, null, 'no', { name: 'x' }]);
    expect(state(app).dialog).toMatchObject({ options: [{ id: '5', name: '从库' }] });
    app.do(at.pickDatasource('5'));
    await save(app);
    expect(app.last('/tenant/datasource').call.query).toEqual({ tenantId: '100001', datasourceId: '5' });
  });

  it.each([null, {}, 'no'])('is none where the answer is none: %j', async (answer) => {
    const app = await opened();
    app.do(at.chooseDatasource(tenant('1')));
    await quiet();
    await app.last('/datasource/select').answer(answer);
    expect(state(app).dialog).toMatchObject({ options: [] });
  });
});

it('leads to the people of a tenant, and to one’s own without naming it', async () => {
  const app = await opened();
  app.do(at.enter(tenant('1')));
  await quiet();
  expect(app.see(tenantChoice.selectors.chosen)).toBe('100001');
  expect(app.navigated.at(-1)).toContain('/system/user');
  app.do(at.enter(platform));
  await quiet();
  expect(app.see(tenantChoice.selectors.chosen)).toBe('');
});

it('asks anew which tenants can be worked in once one came or went', async () => {
  const app = await opened();
  app.do(tenantChoice.actions.received([{ tenantId: '000000', tenantName: '平台' }]));
  app.do(route.actions.go('/system/user'));
  await quiet();
  expect(app.calls('/tenant/select')).toHaveLength(0); // there was nothing to choose
  app.do(route.actions.go('/system/tenant'));
  await quiet();
  app.do(list.removed(['1']));
  app.do(route.actions.go('/system/user'));
  await quiet();
  expect(app.calls('/tenant/select')).toHaveLength(1);
});

it('tells the word of a new tenant’s administrator with the number under which it opens', async () => {
  const app = await opened();
  app.do(list.add({}));
  await quiet();
  app.do(list.type({ tenantName: '新租户', linkman: '王芳' }));
  app.do(list.save());
  await quiet();
  await app.last('/tenant/submit').answer({ id: '3', account: 'admin', oneTimeWord: 'mmmm-nnnn-pppp' });
  expect(app.see(oneTimePasswords.selectors.of, 'tenant')).toHaveLength(1);
  await app.last('/tenant/detail').answer({ id: '3', tenantId: '123456', tenantName: '新租户' });
  expect(app.see(oneTimePasswords.selectors.words)).toEqual([
    { id: '3', account: 'admin', oneTimeWord: 'mmmm-nnnn-pppp', tenantId: '123456', tenantName: '新租户' },
  ]);
});

describe('a tenant’s time', () => {
  it.each([
    [null, null],
    ['', null],
    ['soon', null],
    ['2026-01-04 23:59:59', { is: 'over' }],
    ['2026-01-05 08:00:00', { is: 'soon', days: 0 }],
    ['2026-02-04 08:00:00', { is: 'soon', days: 30 }],
    ['2026-02-05 08:00:00', null],
  ])('%j: %j', (time, left) => expect(timeLeft(time, '2026-01-05')).toEqual(left));
});
