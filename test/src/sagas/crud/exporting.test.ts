/** A list on its way out as a file: asked for once, followed, cancelled, and saved whole or not at all. */
import { customer } from '../../../../contract/modules/lease/customer';
import { crudSlice } from '../../../../src/store/crud/crud';
import type { CrudState } from '../../../../src/store/crud/crudState';
import { feedback } from '../../../../src/store/feedback';
import { session } from '../../../../src/store/session';
import { Unreachable } from '../../../../src/world/world';
import { quiet, start } from '../../../support/fakeWorld';

const { actions: at } = crudSlice(customer as never);
const listUrl = '/customer/list';
const exportUrl = '/customer/export';
const begun = { file: 'f1', name: '客户管理_2026-01-05.xlsx', total: 1000 };
const command = at.exportList({ format: 'xlsx', columns: ['realName', 'tel'] });

async function shown() {
  const app = await start({ at: '/lease/customer' });
  await app.last(listUrl).answer({ records: [], total: 0 });
  return {
    ...app,
    outgoing: () => (app.store.getState() as unknown as { customer: CrudState }).customer.outgoing,
    toasts: () => feedback.selectors.toasts(app.store.getState() as never),
    unanswered: () => feedback.selectors.unanswered(app.store.getState() as never),
  };
}

describe('an export', () => {
  it('asks with the conditions of the list, shows how far it is, and saves the file', async () => {
    const app = await shown();
    app.store.dispatch(at.list({ filters: { realName: '李' }, descs: 'createTime' }));
    await quiet();
    app.store.dispatch(command);
    app.store.dispatch(command); // a second press while it runs
    await quiet();
    expect(app.asked.filter(({ call }) => call.url.endsWith(exportUrl))).toHaveLength(1);
    expect(app.outgoing()).toEqual({ rows: 0, total: null });
    const asked = app.last(exportUrl);
    expect(asked.call).toMatchObject({
      isFile: true,
      query: { realName: '李', descs: 'createTime', format: 'xlsx', columns: 'realName,tel', framed: 1 },
    });
    let go: (found: { rows: number; isWhole: boolean }) => void = () => undefined;
    app.arriving.f1 = [{ rows: 500, isWhole: false }];
    const last = new Promise<{ rows: number; isWhole: boolean }>((resolve) => {
      go = resolve;
    });
    app.arriving.f1.push(last as never);
    await asked.answerRaw(200, begun);
    expect(app.outgoing()).toEqual({ rows: 500, total: 1000 });
    go({ rows: 1000, isWhole: true });
    await quiet();
    expect(app.received).toEqual(['saved f1']);
    expect(app.outgoing()).toBeUndefined();
    expect(app.toasts()).toMatchObject([{ tone: 'success', say: 'transfer.exported', detail: begun.name }]);
  });

  it.each([
    ['is cancelled', at.cancelExport()],
    ['ends with the session', session.actions.signedOut({} as never)],
  ])('%s without leaving a file', async (_name, end) => {
    const app = await shown();
    app.store.dispatch(command);
    await quiet();
    await app.last(exportUrl).answerRaw(200, begun);
    app.store.dispatch(end);
    await quiet();
    expect(app.received).toEqual(['dropped f1']);
    expect(app.outgoing()).toBeUndefined();
    expect(app.toasts()).toEqual([]);
  });

  it('that is cancelled before it begins aborts the call', async () => {
    const app = await shown();
    app.store.dispatch(command);
    await quiet();
    app.store.dispatch(at.cancelExport());
    await quiet();
    expect(app.last(exportUrl).isAborted).toBe(true);
    expect(app.outgoing()).toBeUndefined();
  });

  it('that breaks off is reported, and nothing is saved', async () => {
    const app = await shown();
    app.store.dispatch(command);
    await quiet();
    app.arriving.f1 = [new Unreachable('broken') as never];
    await app.last(exportUrl).answerRaw(200, begun);
    await quiet();
    expect(app.received).toEqual(['dropped f1']);
    expect([app.toasts(), app.unanswered()]).toEqual([[], [{ call: '', again: command }]]);
    expect(app.outgoing()).toBeUndefined();
  });

  it('that is refused says why', async () => {
    const app = await shown();
    app.store.dispatch(command);
    await quiet();
    await app.last(exportUrl).refuse(429, '最多同时导出 2 个文件，请等待其完成');
    expect(app.toasts()).toMatchObject([{ tone: 'error', text: '最多同时导出 2 个文件，请等待其完成' }]);
    expect(app.outgoing()).toBeUndefined();
  });
});

describe('an export of a long list', () => {
  const entry = { id: '7', fileName: begun.name, state: 'running', rows: 500, total: 30_000, problem: '' };
  async function moved() {
    const app = await shown();
    app.store.dispatch(at.list({ filters: { realName: '李' }, descs: 'createTime' }));
    await quiet();
    app.store.dispatch(command);
    await quiet();
    await app.last(exportUrl).refuse(400, '列表超过 20000 行', { reason: 'transfer.inBackground' });
    const asked = app.last('/transfer/begin');
    await asked.answer({ ...entry, state: 'waiting', rows: 0 });
    return { ...app, submitted: asked.call };
  }

  it('goes on in the background, shows how far it is, and is saved when it is ready', async () => {
    const app = await moved();
    expect(app.submitted).toMatchObject({
      method: 'POST',
      body: {
        ...{ module: 'customer', format: 'xlsx', columns: 'realName,tel' },
        conditions: 'realName=%E6%9D%8E&descs=createTime',
      },
    });
    expect([app.outgoing(), app.toasts()]).toEqual([{ id: '7', rows: 0, total: 30_000 }, []]);
    await app.clock.advance(1_500);
    await app.last('/transfer/list').answer([{ ...entry, id: '6', rows: 1 }, entry]);
    expect(app.outgoing()).toEqual({ id: '7', rows: 500, total: 30_000 });
    await app.clock.advance(1_500);
    await app.last('/transfer/list').cutOff();
    await app.clock.advance(1_500);
    app.arriving.f1 = [{ rows: 0, isWhole: true }];
    await app.last('/transfer/list').answer([{ ...entry, state: 'done', rows: 30_000 }]);
    const fetched = app.last('/transfer/download');
    expect(fetched.call).toMatchObject({ isFile: true, query: { id: '7' } });
    await fetched.answerRaw(200, begun);
    await quiet();
    expect([app.received, app.outgoing()]).toEqual([['saved f1'], undefined]);
    expect(app.toasts()).toMatchObject([{ tone: 'success', say: 'transfer.exported', detail: begun.name }]);
  });

  it('says why it failed', async () => {
    const app = await moved();
    await app.clock.advance(1_500);
    await app.last('/transfer/list').answer([{ ...entry, state: 'failed', problem: '您已无权导出该列表' }]);
    expect(app.outgoing()).toBeUndefined();
    expect(app.toasts()).toMatchObject([{ tone: 'error', say: 'transfer.failed', detail: '您已无权导出该列表' }]);
  });

  it('is cancelled at the server, or left to it', async () => {
    const app = await moved();
    app.store.dispatch(at.cancelExport());
    await quiet();
    expect(app.last('/transfer/cancel').call).toMatchObject({ method: 'POST', body: { id: '7' } });
    await app.last('/transfer/cancel').answer(true);
    expect(app.outgoing()).toBeUndefined();
    const other = await moved();
    other.store.dispatch(at.leaveExport());
    await quiet();
    expect(other.outgoing()).toBeUndefined();
    expect(other.asked.some(({ call }) => call.url.endsWith('/transfer/cancel'))).toBe(false);
  });
});
