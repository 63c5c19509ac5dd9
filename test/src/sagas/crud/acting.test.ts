/** Declared actions of a ticket: their buttons, confirmations, calls and refreshes. */
import { type Label, label } from '../../../../contract/domain/text';
import { customer } from '../../../../contract/modules/lease/customer';
import { report } from '../../../../contract/modules/report/report';
import { longText, text } from '../../../../contract/schema/fields';
import { defineModule, type Module, type Row } from '../../../../contract/schema/module';
import { defineFeature, screenOf } from '../../../../src/features/crud/feature';
import { rowButtonsOf } from '../../../../src/features/crud/list/rowButtons';
import type { Screen } from '../../../../src/features/crud/screen';
import { addChunk } from '../../../../src/features/registry';
import { recordsChanged } from '../../../../src/store/crud/changes';
import { type CrudSlice, crudSlice } from '../../../../src/store/crud/crud';
import type { CrudState } from '../../../../src/store/crud/crudState';
import { feedback } from '../../../../src/store/feedback';
import { log } from '../../../../src/store/log';
import { quiet, start } from '../../../support/fakeWorld';

const ticket = defineModule({
  name: 'customer',
  title: ['工单', 'Ticket'],
  path: '/blade-ticket/ticket',
  isVersioned: true,
  fields: { realName: text('名称', 'Name'), kycStatus: text('状态', 'State') },
  actions: {
    approve: {
      label: ['通过', 'Approve'],
      on: 'rows',
      question: { title: ['通过工单', 'Approve tickets'], text: ['通过后不能撤回: 50%', 'This is final: 50%'] },
      shown: ({ kycStatus }) => kycStatus !== 'done',
      off: ({ kycStatus }) => (kycStatus === 'held' ? ['工单被冻结', 'The ticket is on hold'] : undefined),
      done: ['已通过', 'Approved'],
      refreshes: ['product'],
    },
    refuse: {
      label: ['拒绝', 'Refuse'],
      question: { title: ['拒绝', 'Refuse'], text: ['说明原因', 'Say why'], danger: true, needsReason: true },
    },
    touch: { label: ['刷新', 'Touch'] },
    urge: { label: ['核对', 'Check'], leads: true, shown: ({ kycStatus }) => kycStatus === 'new' },
    forward: {
      label: ['转办', 'Forward'],
      fields: { note: longText('说明', 'Note', { required: true }) },
      question: { title: ['转办工单', 'Forward ticket'], text: ['填写说明', 'Add a note'], needsReason: true },
    },
    sweep: { label: ['清理', 'Sweep'], on: 'list' },
    bare: ['手工', 'By hand'],
  },
}) as unknown as Module;
addChunk(customer.name, async () => ({ feature: defineFeature(ticket, () => ({ naming: 'realName' })) }));

const { actions: at } = crudSlice(ticket);
const yes = feedback.actions.answered({ isSure: true, reason: '' });
const no = feedback.actions.answered({ isSure: false, reason: '' });
function row(id: string, version = 1, kycStatus = 'open') {
  return { id, version, kycStatus, realName: `工单${id}` };
}
const listUrl = '/ticket/list';

async function shown(rows: Row[] = [row('1'), row('2', 7)]) {
  const app = await start({ at: '/lease/customer' });
  await app.last(listUrl).answer({ records: rows, total: rows.length });
  return {
    ...app,
    rows,
    all: (): CrudState => app.slice('customer'),
    question: () => app.see(feedback.selectors.question),
  };
}

describe('a declared action', () => {
  it('of several rows that further people decide on is said to wait', async () => {
    const app = await shown();
    app.do(at.act({ action: 'approve', rows: app.rows }));
    app.do(yes);
    await quiet();
    const body = { code: 200, success: true, data: true, msg: '已提交审批', heldAct: 7 };
    await app.last('/ticket/approve').answerRaw(200, body);
    expect(app.toasts()).toEqual(['success: 已提交审批']);
  });

  it('is asked in its own words, sent once under a key with ids and versions, and followed by the newest list', async () => {
    const app = await shown();
    app.do(at.pick({ rows: app.rows, on: true }));
    app.do(at.act({ action: 'approve', rows: app.rows }));
    expect(app.question()).toMatchObject({
      values: { title: '通过工单', text: '通过后不能撤回: 50%', action: '通过' },
      detail: '工单1、工单2',
    });
    expect(app.calls('/ticket/approve')).toHaveLength(0);
    app.do(yes);
    await quiet();
    const { call } = app.last('/ticket/approve');
    expect(call).toMatchObject({ method: 'POST', body: { ids: '1,2', version: '1,7' } });
    expect(call.headers?.['Idempotency-Key']).toMatch(/^id-/);
    expect(app.all().locked).toEqual({ 1: true, 2: true });
    await app.last('/ticket/approve').answer(true);
    expect(app.all()).toMatchObject({ locked: {}, busy: { list: true } });
    expect(app.toasts()).toEqual(['success: 已通过']);
    expect(app.calls(listUrl)).toHaveLength(2);
    expect(app.actions.filter(recordsChanged.match).map(({ payload }) => payload.modules)).toEqual([
      ['customer', 'product'],
    ]);
  });

  it('leaves rows picked that stay in the list, and drops those that it took out of it', async () => {
    const app = await shown();
    const elsewhere = row('9'); // picked on another page
    app.do(at.pick({ rows: [...app.rows, elsewhere], on: true }));
    app.do(at.act({ action: 'touch', rows: [...app.rows, elsewhere] }));
    await quiet();
    await app.last('/ticket/touch').answer(true);
    await app.last(listUrl).answer({ records: [row('2', 8)], total: 2 });
    expect(app.all().picked).toEqual({ 2: row('2', 8), 9: elsewhere });
    app.do(at.list({}));
    await app.last(listUrl).answer({ records: [], total: 0 });
    expect(Object.keys(app.all().picked)).toEqual(['2', '9']);
  });

  it('that is called off sends nothing and locks nothing', async () => {
    const app = await shown();
    app.do(at.act({ action: 'approve', rows: [row('1')] }));
    app.do(no);
    await quiet();
    expect(app.calls('/ticket/approve')).toHaveLength(0);
    expect(app.all().locked).toEqual({});
    app.do(at.act({ action: 'approve', rows: [row('1')] }));
    expect(app.question()).not.toBeNull();
  });

  it('asks for a reason where it needs one, and sends it', async () => {
    const app = await shown();
    app.do(at.act({ action: 'refuse', rows: [row('1')] }));
    expect(app.question()).toMatchObject({ asksReason: true, danger: true });
    app.do(feedback.actions.answered({ isSure: true, reason: '资料不全' }));
    await quiet();
    expect(app.last('/ticket/refuse').call.body).toEqual({ ids: '1', version: '1', reason: '资料不全' });
  });

  it('is done once however often it is clicked, and other rows wait for nothing', async () => {
    const app = await shown();
    app.do(at.act({ action: 'touch', rows: [row('1')] }));
    app.do(at.act({ action: 'touch', rows: [row('1')] }));
    app.do(at.act({ action: 'refuse', rows: [row('1')] }));
    app.do(at.act({ action: 'touch', rows: [row('2')] }));
    await quiet();
    expect(app.calls('/ticket/touch').map(({ call }) => call.body)).toMatchObject([{ ids: '1' }, { ids: '2' }]);
    expect(app.question()).toBeNull();
    await app.calls('/ticket/touch')[0]!.answer(true);
    expect(app.all().locked).toEqual({ 2: true });
  });

  it.each([
    ['its version is stale', 409, 'stale', '数据已被修改'],
    ['it is no longer possible', 400, 'action.off', '工单被冻结'],
  ])(
    'that is refused because %s says so, releases the row and shows what it has become',
    async (_why, code, reason, msg) => {
      const app = await shown();
      app.do(at.act({ action: 'touch', rows: [row('1')] }));
      await quiet();
      await app.last('/ticket/touch').refuse(code, msg, { reason });
      expect(app.all().locked).toEqual({});
      expect(app.toasts()).toEqual([`error: ${msg}`]);
      expect(app.calls(listUrl)).toHaveLength(2);
      expect(app.actions.filter(recordsChanged.match)).toEqual([]);
      app.do(at.act({ action: 'touch', rows: [row('1', 2)] }));
      await quiet();
      expect(app.last('/ticket/touch').call.body).toMatchObject({ version: '2' });
    },
  );

  it('that was not answered has the same key when it is repeated, and another one once it is changed', async () => {
    const app = await shown();
    const keyOf = () => app.last('/ticket/touch').call.headers?.['Idempotency-Key'];
    const touch = async (version: number) => {
      app.do(at.act({ action: 'touch', rows: [row('1', version)] }));
      await quiet();
      return keyOf();
    };
    const first = await touch(1);
    await app.last('/ticket/touch').cutOff();
    expect([app.toasts(), app.unanswered().length]).toEqual([[], 1]);
    expect(app.all().locked).toEqual({});
    expect(await touch(1)).toBe(first);
    await app.last('/ticket/touch').cutOff();
    expect(await touch(2)).not.toBe(first);
    await app.last('/ticket/touch').answer(true);
    expect(await touch(1)).toBe(first);
    await app.last('/ticket/touch').answer(true);
    expect(await touch(1)).not.toBe(first);
  });

  it('of the list has no ids', async () => {
    const app = await shown();
    app.do(at.act({ action: 'sweep', rows: [] }));
    await quiet();
    expect(app.last('/ticket/sweep').call.body).toEqual({});
    app.do(at.act({ action: 'touch', rows: [] }));
    app.do(at.act({ action: 'bare', rows: [row('1')] }));
    app.do(at.act({ action: 'nothing', rows: [row('1')] }));
    await quiet();
    expect(app.calls('/ticket/touch').length + app.calls('/ticket/bare').length).toBe(0);
  });

  it('that fails by a fault of ours is logged, and the next one works', async () => {
    const app = await shown();
    app.do(at.act({ action: 'touch', rows: null as never }));
    await quiet();
    expect(app.actions.some(log.actions.failed.match)).toBe(true);
    app.do(at.act({ action: 'touch', rows: [row('1')] }));
    await quiet();
    expect(app.calls('/ticket/touch')).toHaveLength(1);
  });
});

describe('an action with fields of its own', () => {
  const forwarding = async () => {
    const app = await shown();
    app.do(at.act({ action: 'forward', rows: [row('1')] }));
    await quiet();
    return app;
  };

  it('opens a form, is judged there, and is sent with what was typed', async () => {
    const app = await forwarding();
    expect(app.question()).toBeNull();
    app.do(at.submitAction());
    expect(app.all().action?.problems).toEqual({ note: 'required', reason: 'required' });
    app.do(at.typeAction({ draft: { note: '请复核' } }));
    app.do(at.typeAction({ reason: ' 超时 ' }));
    app.do(at.submitAction());
    app.do(at.submitAction());
    await quiet();
    expect(app.calls('/ticket/forward').map(({ call }) => call.body)).toEqual([
      { ids: '1', version: '1', note: '请复核', reason: '超时' },
    ]);
    await app.last('/ticket/forward').answer(true);
    expect(app.all()).toMatchObject({ action: null, locked: {} });
    expect(app.all().busy.act).toBeUndefined();
  });

  it('stays open with what was typed when it is refused, each problem at its field', async () => {
    const app = await forwarding();
    app.do(at.typeAction({ draft: { note: 'x' } }));
    app.do(at.typeAction({ reason: 'y' }));
    app.do(at.submitAction());
    await quiet();
    const first = app.last('/ticket/forward').call.headers?.['Idempotency-Key'];
    await app.last('/ticket/forward').refuse(400, '不对', { problems: { note: 'tooLong' } });
    expect(app.all().action).toMatchObject({ draft: { note: 'x' }, reason: 'y', problems: { note: 'tooLong' } });
    app.do(at.typeAction({ draft: { note: 'z' } }));
    app.do(at.submitAction());
    await quiet();
    expect(app.last('/ticket/forward').call.headers?.['Idempotency-Key']).not.toBe(first);
  });

  it('keeps its key when nothing answered', async () => {
    const app = await forwarding();
    app.do(at.typeAction({ draft: { note: 'x' } }));
    app.do(at.typeAction({ reason: 'y' }));
    app.do(at.submitAction());
    await quiet();
    await app.last('/ticket/forward').cutOff();
    app.do(at.submitAction());
    await quiet();
    const [a, b] = app.calls('/ticket/forward').map(({ call }) => call.headers?.['Idempotency-Key']);
    expect(b).toBe(a);
  });

  it('closes at once when nothing was typed, asks when something was, and waits for what is on its way', async () => {
    const app = await forwarding();
    app.do(at.typeAction({ draft: { note: 'x' } }));
    app.do(at.closeAction());
    expect(app.question()?.say).toBe('ask.unsaved');
    app.do(no);
    app.do(at.typeAction({ reason: 'y' }));
    app.do(at.submitAction());
    await quiet();
    app.do(at.closeAction());
    expect([app.question(), app.all().action?.draft]).toEqual([null, { note: 'x' }]);
    await app.last('/ticket/forward').answer(true);
    app.do(at.act({ action: 'forward', rows: [row('2')] }));
    await quiet();
    app.do(at.closeAction());
    expect(app.all().action).toBeNull();
  });
});

describe('the buttons of a row', () => {
  const buttons = (
    one: Row,
    codes: readonly string[] = ['customer_approve', 'customer_refuse', 'customer_touch'],
    screen: Screen = { ...screenOf(ticket), without: ['detail', 'update', 'remove'] },
  ) => {
    const done: unknown[] = [];
    const found = rowButtonsOf(one, {
      module: ticket,
      screen,
      at: at as CrudSlice['actions'],
      code: ticket.name,
      language: 'en',
      self: 'me',
      lockedReason: undefined,
      refusal: (code) => (codes.includes(code) ? undefined : `no ${code}`),
      viewRow: ({ id }) => at.view(id),
      isPanel: false,
      t: ((key: string) => key) as never,
      dispatch: (action) => void done.push(action),
    });
    return { found, done };
  };
  const textOf = (word: Label) => word.en;

  it('are those that the ticket declares for rows, with the words, the right and the reason of each', () => {
    const { found, done } = buttons(row('1', 1, 'held'));
    expect(found.map(({ label: word, disabled }) => [word, disabled])).toEqual([
      [textOf(label('通过', 'Approve')), 'The ticket is on hold'],
      ['Refuse', undefined],
      ['Touch', undefined],
      ['Forward', 'no customer_forward'],
    ]);
    found[2]!.onClick();
    expect(done).toEqual([at.act({ action: 'touch', rows: [row('1', 1, 'held')] })]);
  });

  it('begin with what the row waits for, before view and edit', () => {
    const screen = screenOf(ticket);
    const { found } = buttons(row('1', 1, 'new'), [], { ...screen, without: [] });
    expect(found.map(({ key }) => key).slice(0, 3)).toEqual(['urge', 'view', 'edit']);
  });

  it('are not there for rows that do not have them', () => {
    expect(buttons(row('1', 1, 'done')).found.map(({ key }) => key)).toEqual(['refuse', 'touch', 'forward']);
  });
});

describe('the form of an action', () => {
  const { reducer, actions } = crudSlice(report as unknown as Module);
  const draftFor = (...rows: Row[]) => {
    const opened = actions.actionOpened({ action: 'send', rows, key: 'k' });
    return (reducer(undefined, opened) as CrudState).action?.draft;
  };
  const initial = { frequency: 3, sendTime: '08:30', weekDay: 1, monthDay: 1, fileFormat: 1 };

  it('shows what the record has under the same names, and otherwise what a new one begins with', () => {
    const never = { id: '1', frequency: 0, sendTime: null, weekDay: null, monthDay: null, recipientIds: '' };
    expect(draftFor(never)).toEqual(initial);
    const set = { ...never, frequency: 2, sendTime: '18:00', weekDay: 5, recipientIds: '7', recipientNames: '李静' };
    expect(draftFor(set)).toEqual({
      ...initial,
      ...{ frequency: 2, sendTime: '18:00', weekDay: 5, recipientIds: '7', recipientNames: '李静' },
    });
    expect(draftFor(set, never)).toEqual(initial); // of several records no one speaks for the others
  });
});
