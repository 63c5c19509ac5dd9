/** Data scopes and API scopes, menu by menu, and the rules that are put together for them. */

import { ownerFields, scopedModules } from '../../../../../contract/modules';
import { order as orderModule } from '../../../../../contract/modules/lease/order';
import type { Module } from '../../../../../contract/schema/module';
import { readRule, ruleFields, ruleLimits } from '../../../../../contract/schema/scopeRule';
import {
  changedAt,
  comparedBy,
  conditionOn,
  draftOf,
  joined,
  mineFor,
  partsOf,
  problemsOf,
  type RuleGroup,
  textOfDraft,
  withPart,
} from '../../../../../src/features/system/scopes/ruleDraft';
import { scopeDesks } from '../../../../../src/features/system/scopes/scopesSlice';
import { quiet, type Started, start } from '../../../../support/fakeWorld';

const order = orderModule as Module;
const { slice, desk } = scopeDesks.data;
const { actions: at } = desk;
const menus = [
  {
    id: '1',
    parentId: '0',
    name: '租赁业务',
    code: 'lease',
    children: [{ id: '11', parentId: '1', name: '订单管理', nameEn: 'Orders', code: 'order', path: '/lease/order' }],
  },
];
function scope(id: string, menuId: string) {
  return { id, menuId, scopeName: `权限${id}` };
}

async function opened() {
  const app = await start({ at: '/authority/datascope' });
  await quiet();
  return app;
}
async function shown() {
  const app = await opened();
  await app.last('/menu/menu-list').answer(menus);
  await app.last('/data-scope/list').answer({ records: [scope('1', '11'), scope('2', '11')], total: 2 });
  return app;
}
function state(app: Started) {
  return app.see(desk.selectors.all);
}

describe('the menus', () => {
  it('come with the number of scopes that each has', async () => {
    const app = await shown();
    expect(state(app).menus?.map(({ id, name }) => [id, name])).toEqual([
      ['1', '租赁业务'],
      ['11', '订单管理'],
    ]);
    expect(state(app).counts).toEqual({ 11: 2 });
  });

  it('are counted page by page', async () => {
    const app = await opened();
    await app.last('/data-scope/list').answer({ records: Array.from({ length: 200 }, (_, i) => scope(`${i}`, '11')) });
    expect(app.last('/data-scope/list').call.query).toEqual({ current: 2, size: 200 });
    await app.last('/data-scope/list').answer({ records: [scope('x', '1')] });
    expect(state(app).counts).toEqual({ 1: 1, 11: 200 });
  });

  it('are there without the numbers, and asked for again by themselves when the line was cut', async () => {
    const app = await opened();
    await app.last('/data-scope/list').refuse(500, '坏了');
    await app.last('/menu/menu-list').cutOff();
    expect(state(app)).toMatchObject({
      counts: null,
      isBusy: false,
      lost: { menus: { isCutOff: true }, counts: { isCutOff: false } },
    });
    await app.clock.advance(1000);
    await app.last('/menu/menu-list').answer(menus);
    await app.last('/data-scope/list').answer({ records: [scope('x', '1')] });
    expect(state(app)).toMatchObject({ lost: {}, counts: { 1: 1 } });
  });

  it.each([null, {}, 'x', [null, 7, {}]])('bear an answer like %j', async (answer) => {
    const app = await opened();
    await app.last('/menu/menu-list').answer(answer);
    expect(state(app).menus).toEqual([]);
  });
});

describe('the scopes of a menu', () => {
  it('are listed when it is configured, and counted anew when one comes or goes', async () => {
    const app = await shown();
    app.do(at.configure(state(app).menus![1]!));
    await quiet();
    expect(app.last('/data-scope/list').call.query).toMatchObject({ menuId: '11', current: 1 });
    await app.last('/data-scope/list').answer({ records: [scope('1', '11')], total: 1 });
    app.do(
      slice.actions.add({ menuId: '11', scopeName: '本人', resourceCode: 'own', scopeClass: 'order', scopeField: '*' }),
    );
    await quiet();
    app.do(slice.actions.save());
    await quiet();
    expect(app.last('/data-scope/submit').call.body).toMatchObject({ menuId: '11', scopeClass: 'order', scopeType: 2 });
    const before = app.calls('/data-scope/list').length;
    await app.last('/data-scope/submit').answer(scope('3', '11'));
    const asked = app.calls('/data-scope/list').slice(before);
    expect(asked.map(({ call }) => call.query?.menuId)).toEqual(expect.arrayContaining(['11', undefined]));
  });

  it('of calls are made from the calls that the server knows', async () => {
    const app = await start({ at: '/authority/apiscope' });
    await quiet();
    await app.last('/api-scope/routes').answer([{ method: 'GET', path: '/blade-order/order/page' }, null, {}]);
    expect(app.see(scopeDesks.api.desk.selectors.all).routes).toEqual([
      { method: 'GET', path: '/blade-order/order/page' },
    ]);
  });
});

describe('modules that scopes are about', () => {
  it('have rows of their own in every tenant', () => {
    expect(Object.values(scopedModules).filter(({ scope }) => scope === 'platform')).toEqual([]);
    expect(Object.keys(scopedModules)).toEqual(expect.arrayContaining(['order', 'customer', 'paymentPlan', 'user']));
  });

  it('name their rows by persons and by departments', () => {
    expect(ownerFields(order, 'user')).toContain('createUser');
    expect(ownerFields(order, 'dept')).toEqual(['createDept']);
  });
});

describe('a rule that is being put together', () => {
  const amount = { field: 'totalAmount', is: '>', value: '100' } as const;
  const nested: RuleGroup = { all: [amount, { any: [{ field: 'businessStatus', is: 'in', value: [6, 7] }] }] };

  it('is what the text says, and says that text again', () => {
    expect(draftOf(JSON.stringify(nested))).toEqual(nested);
    expect(textOfDraft(nested)).toBe(JSON.stringify(nested));
    expect(draftOf(JSON.stringify(amount))).toEqual({ all: [amount] });
    expect(draftOf('')).toEqual({ all: [] });
    expect(textOfDraft({ any: [] })).toBe('');
  });

  it.each(['{', '7', '[]', '{"all":7}', '{"all":[7]}', '{"field":1}'])(
    'is none of ours when the text is %s',
    (text) => {
      expect(draftOf(text)).toBeUndefined();
    },
  );

  it('is changed, joined and shortened at any place', () => {
    const other = changedAt(nested, [1, 0], () => ({ field: 'businessStatus', is: '=', value: 6 }));
    expect(other).toEqual({ all: [amount, { any: [{ field: 'businessStatus', is: '=', value: 6 }] }] });
    expect(changedAt(nested, [1], () => null)).toEqual({ all: [amount] });
    expect(changedAt(nested, [1], (part) => joined(part as RuleGroup, 'all'))).toEqual({
      all: [amount, { all: (partsOf(nested)[1] as { any: unknown[] }).any }],
    });
    expect(changedAt(nested, [], (part) => withPart(part as RuleGroup, amount))).toEqual({
      all: [...nested.all, amount],
    });
  });

  it('tells all that is wrong, each where it is', () => {
    const draft: RuleGroup = {
      all: [
        amount,
        { field: 'nothing', is: '=', value: '1' },
        { any: [{ field: 'totalAmount', is: 'like', value: '1' }, { all: [] }] },
        conditionOn('totalAmount', ruleFields(order)),
      ],
    };
    expect(Object.fromEntries(problemsOf(draft, order))).toEqual({
      1: 'unknownField',
      '2.0': 'wrongComparison',
      '2.1': 'emptyGroup',
      3: 'wrongValue',
    });
    expect(problemsOf(nested, order).size).toBe(0);
    expect(readRule(textOfDraft(nested), order)).toEqual(nested);
  });

  it('has the limits of the contract', () => {
    let deep: RuleGroup = { all: [amount] };
    for (let depth = 1; depth < ruleLimits.depth; depth++) deep = { all: [deep] };
    expect(problemsOf(deep, order).size).toBe(0);
    expect([...problemsOf({ all: [deep] }, order).values()]).toEqual(['tooDeep']);
    const many: RuleGroup = { any: Array.from({ length: ruleLimits.conditions + 1 }, () => amount) };
    expect(problemsOf(many, order).get('')).toBe('tooMany');
  });

  it('offers what of the asker fits the field', () => {
    expect(mineFor('createUser', '=', order)).toEqual(['userId']);
    expect(mineFor('createDept', 'in', order)).toEqual(['deptIds', 'deptTree']);
    expect(mineFor('createDept', '=', order)).toEqual([]);
    expect(mineFor('totalAmount', '=', order)).toEqual([]);
  });

  it('keeps what it can of a value when it is compared otherwise', () => {
    expect(comparedBy(amount, '<')).toEqual({ ...amount, is: '<' });
    expect(comparedBy(amount, 'in')).toEqual({ ...amount, is: 'in', value: ['100'] });
    expect(comparedBy({ ...amount, is: 'in', value: ['5', '6'] }, '=')).toEqual({ ...amount, is: '=', value: '5' });
    expect(comparedBy(amount, 'empty')).toEqual({ ...amount, is: 'empty', value: '' });
    expect(comparedBy({ field: 'createUser', is: '=', value: { my: 'userId' } }, 'in').value).toEqual([]);
  });
});
