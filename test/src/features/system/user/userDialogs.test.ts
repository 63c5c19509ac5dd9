import { md5 } from 'js-md5';
import { user } from '../../../../../contract/modules/system/user';
import type { Module, Row } from '../../../../../contract/schema/module';
import { masked } from '../../../../../contract/wire/secrets';
import { screenOf } from '../../../../../src/features/crud/feature';
import { rowButtonsOf } from '../../../../../src/features/crud/list/rowButtons';
import { feature as onlineFeature } from '../../../../../src/features/system/online/online';
import { sessions } from '../../../../../src/features/system/online/onlineSlice';
import { feature as userFeature, userRowActions } from '../../../../../src/features/system/user/user';
import { longestExt, problemOf, userDialogs } from '../../../../../src/features/system/user/userDialogsSlice';
import { oneTimePasswords } from '../../../../../src/store/auth/oneTimePasswords';
import { roleConflicts } from '../../../../../src/store/auth/roleConflicts';
import type { CrudSlice } from '../../../../../src/store/crud/crud';
import { tenantChoice } from '../../../../../src/store/crud/tenantChoice';
import { feedback } from '../../../../../src/store/feedback';
import { session } from '../../../../../src/store/session';
import { standIns } from '../../../../../src/tape/standIns';
import { quiet, type Started, start } from '../../../../support/fakeWorld';

const { actions: at, selectors: see } = userDialogs;
const list = (userFeature.slices[0] as CrudSlice).actions;
const yes = feedback.actions.answered({ isSure: true, reason: '' });
const no = feedback.actions.answered({ isSure: false, reason: '' });

function person(id: string, more: object = {}) {
  return { id, account: `user${id}`, realName: `员工${id}`, roleId: '11,12', status: 1, isLocked: 0, ...more } as never;
}
const [one, two] = [person('1'), person('2', { roleId: '12,13' })];

async function opened(path = '/system/user') {
  const app = await start({ at: path });
  await quiet();
  return app;
}
function state(app: Started) {
  return app.see(see.all);
}
function words(app: Started) {
  return app.see(oneTimePasswords.selectors.words);
}
function question(app: Started) {
  return app.see(feedback.selectors.question);
}
async function say(app: Started, answer: typeof yes) {
  app.do(answer);
  await quiet();
}
function lists(app: Started) {
  return app.calls('/user/page').length;
}

describe('what a server answers of a password', () => {
  it('comes into no list and no form, and is not sent back', async () => {
    const app = await opened();
    const held = {
      password: '$2a$10$hash',
      account: 'user1',
      realName: '员工1',
      name: '员工1',
      roleId: '11',
      deptId: '1',
    };
    await app.last('/user/page').answer({ records: [person('1', held)], total: 1 });
    app.do(list.edit('1'));
    await quiet();
    await app.last('/user/detail').answer(person('1', held));
    expect(JSON.stringify(app.slice('user'))).not.toContain('hash');
    app.do(list.type({ realName: '新名字' }));
    app.do(list.save());
    await quiet();
    const { body } = app.last('/user/update').call;
    expect(body).toMatchObject({ realName: '新名字' });
    expect(body).not.toHaveProperty('password');
  });
});

describe('a password for a new person', () => {
  const draft = { account: 'zhaoqi', realName: '赵琦', name: '赵琦', roleId: '11', deptId: '1' };
  const saved = async (password: string) => {
    const app = await opened();
    app.do(list.add({ ...draft, password }));
    await quiet();
    app.do(list.save());
    await quiet();
    return app;
  };
  it.each([
    ['Zq7-kx', 'password.short'],
    ['kxkxkxkxq', 'password.simple'],
    ['Password123', 'password.common'],
    ['ZhaoQi2026', 'password.common'],
  ])('is judged before anything is sent: %s is %s', async (password, fault) => {
    const app = await saved(password);
    expect(app.slice('user').form.problems).toEqual({ password: fault });
    expect(app.calls('/user/submit')).toEqual([]);
    app.do(list.type({ password: 'Kf3 hv 9w' }));
    expect(app.slice('user').form.problems).toEqual({});
    app.do(list.save());
    await quiet();
    expect(app.last('/user/submit').call.body).toMatchObject({ account: 'zhaoqi', password: md5('Kf3 hv 9w') });
  });
  it('may be left to the server', async () => {
    const app = await saved('');
    expect(app.last('/user/submit').call.body).not.toHaveProperty('password');
  });
});

describe('new one-time passwords', () => {
  const reset = async (app: Started) => {
    app.do(at.reset([one, two]));
    await quiet();
    await say(app, yes);
    await app.last('/reset-password').answer([
      { id: '1', account: 'user1', oneTimeWord: 'abcd-efgh-jkmn' },
      { id: '2', account: 'user2', oneTimeWord: 'pqrs-tuvw-xyz2' },
    ]);
  };

  it('are asked for with the number of people, and nothing is sent before the answer', async () => {
    const app = await opened();
    app.do(at.reset([one, two]));
    await quiet();
    expect(question(app)).toMatchObject({ danger: true, values: { count: 2 } });
    expect(question(app)?.detail).toContain('员工1 (user1)');
    await say(app, no);
    expect(app.calls('/reset-password')).toEqual([]);
  });

  it('are shown until they are noted, and are nowhere in the state afterwards', async () => {
    const app = await opened();
    await reset(app);
    expect(app.last('/reset-password').call.query).toEqual({ userIds: '1,2' });
    expect(words(app).map(({ account, oneTimeWord }) => [account, oneTimeWord])).toEqual([
      ['user1', 'abcd-efgh-jkmn'],
      ['user2', 'pqrs-tuvw-xyz2'],
    ]);
    expect(app.see(oneTimePasswords.selectors.of, 'tenant')).toBeNull();
    app.do(oneTimePasswords.actions.noted());
    expect(JSON.stringify(app.store.getState())).not.toContain('abcd-efgh');
  });

  it('go with the session', async () => {
    const app = await opened();
    await reset(app);
    app.do(session.actions.signedOut(undefined));
    await quiet();
    expect(JSON.stringify(app.store.getState())).not.toContain('abcd-efgh');
  });

  it('are copied by themselves, or all of them with whom they are for', async () => {
    const app = await opened();
    await reset(app);
    app.do(oneTimePasswords.actions.copy(['2']));
    await quiet();
    app.do(oneTimePasswords.actions.copy(['1', '2']));
    await quiet();
    expect(app.copied).toEqual(['pqrs-tuvw-xyz2', 'user1\tabcd-efgh-jkmn\nuser2\tpqrs-tuvw-xyz2']);
  });

  it('are hidden from developer tools and tapes, also where they are copied', async () => {
    const app = await opened();
    await reset(app);
    const told = app.actions.find(oneTimePasswords.actions.shown.match);
    for (const shown of [masked(told), masked(app.store.getState())])
      expect(JSON.stringify(shown)).not.toMatch(/abcd-efgh|pqrs-tuvw/);
    const tape = standIns();
    tape.of(told);
    expect(JSON.stringify([tape.of(told), tape.args('copy', ['user1\tabcd-efgh-jkmn'])])).not.toContain('abcd-efgh');
  });

  it('are shown after adding a person, too', async () => {
    const app = await opened();
    app.do(list.add({}));
    await quiet();
    app.do(list.type({ account: 'wang', realName: '王芳', name: '王芳', roleId: '11', deptId: '21' }));
    app.do(list.save());
    await quiet();
    await app.last('/user/submit').answer({ id: '5', account: 'wang', oneTimeWord: 'mmmm-nnnn-pppp' });
    expect(words(app)).toEqual([{ id: '5', account: 'wang', oneTimeWord: 'mmmm-nnnn-pppp' }]);
  });

  it.each([null, {}, [null, 7, { id: '1' }], 'no'])('survive an answer that holds none: %j', async (answer) => {
    const app = await opened();
    app.do(at.reset([one]));
    await quiet();
    await say(app, yes);
    await app.last('/reset-password').answer(answer);
    expect(words(app)).toEqual([]);
    expect(app.toasts()).toEqual(['success: crud.done']);
  });
});

describe('roles', () => {
  it('of several people begin with what all of them have, and replace what each of them has', async () => {
    const app = await opened();
    app.do(at.setRoles([one, two]));
    expect(state(app).dialog).toMatchObject({ kind: 'roles', roleIds: '12' });
    app.do(at.pickRoles('12,14'));
    app.do(at.save());
    app.do(at.save());
    await quiet();
    expect(app.calls('/user/grant').map(({ call }) => call.query)).toEqual([{ userIds: '1,2', roleIds: '12,14' }]);
    const before = lists(app);
    await app.last('/user/grant').answer(true);
    expect(state(app).dialog).toBeNull();
    expect(lists(app)).toBe(before + 1);
  });

  it('give rights together that one hand should not hold: that is said when they are chosen, in the dialog and the form', async () => {
    const app = await opened();
    const asked = () => app.calls('/role/exclusions').map(({ call }) => call.query?.roleIds);
    app.do(at.setRoles([one]));
    await quiet();
    app.do(at.pickRoles('12,14'));
    await quiet();
    expect(asked()).toEqual(['11,12', '12,14']);
    await app.last('/role/exclusions').answer([{ codes: 'a,b', text: '缺少复核' }]);
    expect(app.see(roleConflicts.selectors.of, '14,12')).toEqual(['缺少复核']);
    app.do(at.shut());
    app.do(list.add({}));
    app.do(list.type({ realName: '新人' }));
    app.do(list.type({ roleId: '14,15' }));
    await quiet();
    expect(asked()).toEqual(['11,12', '12,14', '14,15']);
  });

  it('are asked about for the tenant that is worked in', async () => {
    const app = await opened();
    app.do(tenantChoice.actions.choose('100001'));
    app.do(at.setRoles([one]));
    await quiet();
    expect(app.last('/role/exclusions').call.query).toEqual({ roleIds: '11,12', tenantId: '100001' });
  });

  it('are never none', async () => {
    const app = await opened();
    app.do(at.setRoles([one]));
    app.do(at.pickRoles(''));
    app.do(at.save());
    await quiet();
    expect(state(app)).toMatchObject({ problem: 'noRoles', isSaving: false });
    expect(app.calls('/user/grant')).toEqual([]);
  });

  it('stay as they were chosen when the server refuses or does not answer, and can be sent again', async () => {
    const app = await opened();
    app.do(at.setRoles([one]));
    app.do(at.pickRoles('14'));
    app.do(at.save());
    await quiet();
    await app.last('/user/grant').refuse(403, '不能授予自己没有的权限');
    expect(state(app)).toMatchObject({ dialog: { roleIds: '14' }, isSaving: false });
    app.do(at.save());
    await quiet();
    await app.last('/user/grant').cutOff();
    expect(state(app)).toMatchObject({ dialog: { roleIds: '14' }, isSaving: false });
    expect(app.toasts()).toEqual(['error: 不能授予自己没有的权限']);
    expect(app.unanswered()).toHaveLength(1);
  });

  it('that were changed are dropped only after a question', async () => {
    const app = await opened();
    app.do(at.setRoles([one]));
    app.do(at.pickRoles('14'));
    app.do(at.close());
    await quiet();
    await say(app, no);
    expect(state(app).dialog).not.toBeNull();
    app.do(at.close());
    await quiet();
    await say(app, yes);
    expect(state(app).dialog).toBeNull();
  });

  it('let a registration in', async () => {
    const app = await opened();
    app.do(at.pass([person('7', { status: 2, roleId: '' })]));
    app.do(at.pickRoles('11'));
    app.do(at.save());
    await quiet();
    expect(app.last('/audit-pass').call.query).toEqual({ userIds: '7', roleIds: '11' });
  });
});

it('a dialog about people of one tenant does not stay when another is worked in', async () => {
  const app = await opened();
  app.do(at.setRoles([one]));
  app.do(tenantChoice.actions.choose('100001'));
  await quiet();
  expect(state(app).dialog).toBeNull();
});

describe('platform data', () => {
  const typed = (userExt: string) => ({
    kind: 'platform' as const,
    person: { id: '1', account: 'a', realName: 'A' },
    draft: { userType: '1', userExt },
    before: { userType: '1', userExt: '' },
  });
  it.each([
    ['', null],
    ['旧系统编号 17', null],
    ['{"openId":"x"}', null],
    ['  {"openId":"x"', 'notJson'],
    ['{openId:1}', 'notJson'],
    ['[1', null],
    ['x'.repeat(longestExt + 1), 'tooLong'],
  ])('are judged as JSON where they begin like it: %#', (text, problem) =>
    expect(problemOf(typed(text))).toBe(problem),
  );

  it('are asked for first, and saved as they were typed', async () => {
    const app = await opened();
    app.do(at.openPlatform(one));
    await quiet();
    expect(app.last('/platform-detail').call.query).toEqual({ id: '1' });
    await app.last('/platform-detail').answer({ userType: '2', userExt: null });
    expect(state(app).dialog).toMatchObject({ draft: { userType: '2', userExt: '' } });
    app.do(at.typePlatform({ userExt: '{"a":1' }));
    app.do(at.save());
    await quiet();
    expect(state(app).problem).toBe('notJson');
    app.do(at.typePlatform({ userExt: '{"a":1}' }));
    app.do(at.save());
    await quiet();
    expect(app.calls('/update-platform').map(({ call }) => call.query)).toEqual([
      { userId: '1', userType: '2', userExt: '{"a":1}' },
    ]);
  });

  it.each([null, {}, [], 'no'])('survive an answer that is none: %j', async (answer) => {
    const app = await opened();
    app.do(at.openPlatform(one));
    await quiet();
    await app.last('/platform-detail').answer(answer);
    expect(state(app).dialog).toMatchObject({ draft: { userType: '1', userExt: '' } });
  });

  it('of a person of a tenant that was left are not shown', async () => {
    const app = await opened();
    app.do(at.openPlatform(one));
    await quiet();
    app.do(tenantChoice.actions.choose('100001'));
    await quiet();
    await app.last('/platform-detail').answer({ userType: 2 });
    expect(state(app).dialog).toBeNull();
  });
});

describe('stopping, starting, unlocking, refusing', () => {
  it('asks before it stops, and says how many', async () => {
    const app = await opened();
    app.do(at.turn({ rows: [one, two], status: 0 }));
    await quiet();
    expect(question(app)).toMatchObject({ say: 'userDialogs.askStop', danger: true, values: { count: 2 } });
    expect(app.calls('/change-status')).toEqual([]);
    await say(app, yes);
    expect(app.last('/change-status').call.query).toEqual({ userIds: '1,2', status: 0 });
  });

  it('unlocks at once, and shows what has become of the rows', async () => {
    const app = await opened();
    app.do(list.act({ action: 'unlock', rows: [person('1', { isLocked: 1 })] }));
    await quiet();
    const before = lists(app);
    await app.last('/user/unlock').answer(true);
    expect(lists(app)).toBe(before + 1);
  });

  it('is done once under a key, with its rows locked meanwhile, and leaves them as they are when it is refused', async () => {
    const app = await opened();
    app.do(list.act({ action: 'unlock', rows: [one] }));
    app.do(list.act({ action: 'unlock', rows: [one] }));
    await quiet();
    expect(app.calls('/user/unlock')).toHaveLength(1);
    expect(app.last('/user/unlock').call.headers?.['Idempotency-Key']).toMatch(/^id-/);
    expect(app.slice('user').locked).toEqual({ 1: true });
    const before = lists(app);
    await app.last('/user/unlock').refuse(409, '数据已被修改');
    expect(app.slice('user').locked).toEqual({});
    expect([app.toasts(), lists(app)]).toEqual([['error: 数据已被修改'], before + 1]);
  });

  it('asks before it refuses a registration', async () => {
    const app = await opened();
    app.do(at.refuse([person('7', { status: 2 })]));
    await quiet();
    expect(app.calls('/audit-refuse')).toEqual([]);
    await say(app, yes);
    expect(app.last('/audit-refuse').call.query).toEqual({ userIds: '7' });
  });

  it('is meant for the tenant that is worked in', async () => {
    const app = await opened();
    app.do(tenantChoice.actions.choose('100001'));
    await quiet();
    app.do(list.act({ action: 'unlock', rows: [one] }));
    await quiet();
    const { body, query } = app.last('/user/unlock').call;
    expect([body, query]).toEqual([expect.objectContaining({ ids: '1' }), { tenantId: '100001' }]);
  });
});

describe('active sessions', () => {
  const row = (id: string, isOwn = 0) => ({ id, account: `u${id}`, realName: `员工${id}`, isOwn }) as never;

  it('are those of the person that the address names', async () => {
    const app = await opened('/monitor/online?userId=42');
    expect(app.last('/online/list').call.query).toMatchObject({ userId: '42' });
  });

  it('are ended only after a question; one’s own is named', async () => {
    const app = await opened('/monitor/online');
    app.do(sessions.end([row('8'), row('9', 1)]));
    await quiet();
    expect(question(app)).toMatchObject({ say: 'online.askEndOwn', values: { count: 2 } });
    await say(app, no);
    expect(app.calls('/online/end')).toEqual([]);
    app.do(sessions.end([row('8'), row('9', 1)]));
    await quiet();
    await say(app, yes);
    expect(app.last('/online/end').call.form).toEqual({ ids: '8,9' });
    const own = (onlineFeature.slices[0] as CrudSlice).actions;
    app.do(own.pick({ rows: [{ id: '8' }], on: true }));
    await app.last('/online/end').answer(true);
    expect(app.slice('online').picked).toEqual({});
    app.do(sessions.end([row('8')]));
    await quiet();
    expect(question(app)?.say).toBe('online.askEnd');
  });
});

describe('the recording of a person', () => {
  const keys = (row: Row) =>
    rowButtonsOf(row, {
      module: user as unknown as Module,
      screen: screenOf(user, { rowActions: userRowActions }),
      at: list,
      code: 'user',
      language: 'zh',
      self: '9',
      lockedReason: undefined,
      refusal: () => undefined,
      viewRow: () => ({ type: 'none' }),
      isPanel: false,
      t: String as never,
      dispatch: () => {},
    }).map(({ key }) => key);

  it('stands behind what is done more often, and where it was turned on its end stands there', () => {
    expect(keys(one).slice(-2)).toEqual(['record', 'remove']);
    expect(keys(person('1', { recordedUntil: '2026-11-29 06:04:00' })).slice(-2)).toEqual(['endRecording', 'remove']);
  });

  it('has each action once', () => {
    const all = keys(person('1', { isLocked: 1 }));
    expect(all).toEqual([...new Set(all)]);
  });

  it('is asked about by the name of the person and the account, as every question about people', async () => {
    const app = await opened();
    await app.last('/user/page').answer({ records: [one, two], total: 2 });
    app.do(list.act({ action: 'record', rows: [one] }));
    await quiet();
    expect(question(app)?.detail).toBe('员工1 (user1)');
    await say(app, no);
    app.do(list.remove(['1', '2']));
    await quiet();
    expect(question(app)?.values?.names).toBe('员工1 (user1)、员工2 (user2)');
  });

  it('is ended at once, and the row is asked for anew', async () => {
    const app = await opened();
    const before = lists(app);
    app.do(at.endRecording(one));
    await quiet();
    expect(app.last('/user/end-recording').call.query).toMatchObject({ userIds: '1' });
    await app.last('/user/end-recording').answer(true);
    expect(app.toasts()).toEqual(['success: userDialogs.recordingEnded']);
    expect(lists(app)).toBe(before + 1);
  });
});
