import { decidingCheck, missingIn, why } from '../../../../../src/features/system/accessCheck/accessCheckSlice';
import { roleConflicts } from '../../../../../src/store/auth/roleConflicts';
import { tenantChoice } from '../../../../../src/store/crud/tenantChoice';
import { route, tabs } from '../../../../../src/store/navigation/route';
import { session } from '../../../../../src/store/session';
import { li, quiet, type Started, start } from '../../../../support/fakeWorld';

const { actions: at, selectors: see } = why;
const person = { id: '7001', name: '王出纳' };
const call = { method: 'POST', path: '/blade-order/order/remove' };
const answer = {
  isAllowed: false,
  person: { id: '7001', account: 'wang', realName: '王出纳', isSuper: false, isAdmin: false },
  roles: [{ id: '1', name: '出纳', holds: false }],
  codes: ['order_delete'],
  checks: [
    { check: 'tenant', isOk: true, detail: {} },
    { check: 'role', isOk: false, detail: { roles: '出纳', holders: '' } },
    { check: 'apiScope', isOk: false, detail: {} },
  ],
  dataScopes: [{ name: '本部门', rule: { zh: '所在机构可见', en: 'Own departments' }, roles: ['出纳'] }],
};

async function opened(search = '') {
  const app = await start({ at: `/authority/why${search}` });
  await quiet();
  return app;
}
function state(app: Started) {
  return app.see(see.all);
}
function question(app: Started) {
  return app.last('/blade-system/why').call.query;
}
async function asked(app: Started) {
  app.do(at.choose({ person, code: 'order_delete' }));
  app.do(at.ask());
  await quiet();
}

describe('the question', () => {
  it('needs a person, and a menu, a button or a call', () => {
    const nothing = { person: { id: '', name: '' }, by: 'code' as const, code: '', call: { method: '', path: '' } };
    expect(missingIn(nothing)).toBe('person');
    expect(missingIn({ ...nothing, person })).toBe('code');
    expect(missingIn({ ...nothing, person, by: 'call', code: 'order' })).toBe('call');
    expect(missingIn({ ...nothing, person, by: 'call', call })).toBeNull();
  });

  it('is not asked while a part of it is missing', async () => {
    const app = await opened();
    app.do(at.choose({ person }));
    app.do(at.ask());
    await quiet();
    expect(app.calls('/blade-system/why')).toEqual([]);
    expect(state(app).isBusy).toBe(false);
  });

  it('is about a code, or about a call', async () => {
    const app = await opened();
    await asked(app);
    expect(question(app)).toEqual({ userId: '7001', code: 'order_delete' });
    app.do(at.choose({ by: 'call', call }));
    app.do(at.ask());
    await quiet();
    expect(question(app)).toEqual({ userId: '7001', ...call });
  });

  it('comes with an address, is asked once, and taken out of the address', async () => {
    const app = await opened(`?userId=${li.userId}&code=order_delete`);
    expect(question(app)).toEqual({ userId: li.userId, code: 'order_delete' });
    expect(state(app).person).toEqual({ id: li.userId, name: li.realName });
    expect(app.navigated.at(-1)).toBe('replace /authority/why');
    expect(app.see(tabs.selectors.list).find(({ path }) => path === '/authority/why')?.search).toBe('');
    await app.last('/blade-system/why').answer(answer);
    app.do(at.choose({ code: 'order_view' }));
    app.do(route.actions.go('/wel/index'));
    await quiet();
    app.do(route.actions.go('/authority/why'));
    await quiet();
    expect(state(app).code).toBe('order_view');
    expect(app.calls('/blade-system/why')).toHaveLength(1);
  });

  it.each(['?userId=x&code=order', '?code=order', '?userId=1%27&path=/x'])(
    'is not asked for the address %s',
    async (search) => {
      const app = await opened(search);
      expect(app.calls('/blade-system/why')).toEqual([]);
    },
  );

  it('is meant for the tenant that was chosen, whose people are others', async () => {
    const app = await opened();
    await asked(app);
    app.do(tenantChoice.actions.choose('100001'));
    expect(state(app)).toMatchObject({ person: { id: '' }, code: 'order_delete', answer: null, isBusy: false });
    await asked(app);
    expect(question(app)).toMatchObject({ tenantId: '100001' });
  });
});

describe('the calls to choose from', () => {
  it('are asked for once, and sorted out', async () => {
    const app = await opened();
    await app.last('/api-scope/routes').answer([{ ...call, codes: [] }, null, { path: 1 }]);
    expect(state(app).calls).toEqual([call]);
  });
  it('are none without an answer, and asked for at the next visit', async () => {
    const app = await opened();
    await app.last('/api-scope/routes').cutOff();
    expect(state(app).calls).toBeNull();
    expect(app.toasts()).toEqual([]);
  });
});

describe('the answer', () => {
  it('names the first question that was answered with no', async () => {
    const app = await opened();
    await asked(app);
    await app.last('/blade-system/why').answer(answer);
    expect(state(app)).toMatchObject({ isBusy: false, answer: { isAllowed: false } });
    expect(decidingCheck(state(app).answer!)?.check).toBe('role');
  });

  it('says what the roles of the person give together', async () => {
    const app = await opened();
    await asked(app);
    const roles = [...answer.roles, { id: '2', name: '复核', holds: true }];
    await app.last('/blade-system/why').answer({ ...answer, roles });
    expect(app.last('/role/exclusions').call.query).toEqual({ roleIds: '1,2' });
    await app.last('/role/exclusions').answer([{ codes: 'a,b', text: '缺少复核' }]);
    expect(app.see(roleConflicts.selectors.of, '1,2')).toEqual(['缺少复核']);
  });

  it('of a question that has changed meanwhile is not shown', async () => {
    const app = await opened();
    await asked(app);
    const late = app.last('/blade-system/why');
    app.do(at.choose({ code: 'order_view' }));
    await quiet();
    expect(late.isAborted).toBe(true);
    await late.answer(answer);
    expect(state(app)).toMatchObject({ answer: null, isBusy: false });
  });

  it('may be a refusal, which stands where the answer would', async () => {
    const app = await opened();
    await asked(app);
    await app.last('/blade-system/why').refuse(404, '记录不存在');
    expect(state(app)).toMatchObject({ problem: '记录不存在', answer: null, isBusy: false });
    app.do(at.ask());
    await quiet();
    await app.last('/blade-system/why').cutOff();
    expect(state(app).problem).toBe('');
    expect(app.toasts()).toEqual([]);
  });

  it.each([null, {}, 'x', []])('%j is none', async (odd) => {
    const app = await opened();
    await asked(app);
    await app.last('/blade-system/why').answer(odd);
    expect(state(app)).toMatchObject({ answer: null, isBusy: false });
    expect(state(app).problem).not.toBeNull();
  });

  it('is taken for what is sound in it', async () => {
    const app = await opened();
    await asked(app);
    const checks = [{ check: 'role', isOk: 1 }, { check: 'toString', isOk: true }, null];
    await app
      .last('/blade-system/why')
      .answer({ checks, roles: [null, { id: 3, name: 'x' }], dataScopes: [{ name: 'y' }] });
    expect(state(app).answer).toMatchObject({
      isAllowed: false,
      checks: [{ check: 'role', isOk: false, detail: {} }],
      roles: [{ id: '3', name: 'x', holds: false }],
      dataScopes: [{ name: 'y', rule: { zh: '', en: '' }, roles: [] }],
    });
  });

  it('is gone with the session', async () => {
    const app = await opened();
    await asked(app);
    await app.last('/blade-system/why').answer(answer);
    app.do(session.actions.signedOut());
    expect(state(app)).toMatchObject({ answer: null, person: { id: '' } });
  });
});
