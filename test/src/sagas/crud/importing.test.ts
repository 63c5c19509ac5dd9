/** A list that comes in from a file: checked before anything is written, then added once. */
import { customer } from '../../../../contract/modules/lease/customer';
import { crudSlice } from '../../../../src/store/crud/crud';
import type { CrudState } from '../../../../src/store/crud/crudState';
import { feedback } from '../../../../src/store/feedback';
import { quiet, start } from '../../../support/fakeWorld';

const { actions: at } = crudSlice(customer as never);
const listUrl = '/customer/list';
const importUrl = '/customer/import';
const file = { file: 'file-1', name: '客户.xlsx', size: 1, type: '' };
const passed = { rows: 2, added: 0, problems: [], warnings: [], notes: [], hasMore: false };
const failed = { ...passed, problems: [{ row: 2, column: '联系电话', text: '联系电话格式不正确' }] };

async function shown() {
  const app = await start({ at: '/lease/customer' });
  await app.last(listUrl).answer({ records: [], total: 0 });
  app.store.dispatch(at.openImport());
  return {
    ...app,
    incoming: () => (app.store.getState() as unknown as { customer: CrudState }).customer.incoming,
    toasts: () => feedback.selectors.toasts(app.store.getState() as never),
    unanswered: () => feedback.selectors.unanswered(app.store.getState() as never),
    imports: () => app.asked.filter(({ call }) => call.url.endsWith(importUrl)),
    async choose() {
      app.picked(file);
      app.store.dispatch(at.chooseImport());
      await quiet();
    },
  };
}

describe('an import', () => {
  it('is tried first and done once, under a key; the list follows', async () => {
    const app = await shown();
    await app.choose();
    const trial = app.last(importUrl);
    expect(trial.call).toMatchObject({ method: 'POST', query: { dryRun: 1 }, file: 'file-1' });
    expect(trial.call.headers).not.toHaveProperty('Idempotency-Key');
    expect(app.incoming()).toMatchObject({ busy: 'trial', result: null });
    await trial.answer(passed);
    expect(app.incoming()).toMatchObject({ busy: null, result: passed });
    app.store.dispatch(at.submitImport());
    app.store.dispatch(at.submitImport()); // a second press while it runs
    await quiet();
    expect(app.imports()).toHaveLength(2);
    const real = app.last(importUrl);
    expect(real.call.query).toBeUndefined();
    expect(real.call.headers).toHaveProperty('Idempotency-Key', app.incoming()!.key);
    const lists = app.asked.filter(({ call }) => call.url.endsWith(listUrl)).length;
    await real.answer({ ...passed, added: 2 });
    expect(app.incoming()).toBeUndefined();
    expect(app.toasts()).toMatchObject([{ tone: 'success', say: 'transfer.imported', detail: '2' }]);
    expect(app.asked.filter(({ call }) => call.url.endsWith(listUrl))).toHaveLength(lists + 1);
  });

  it('with problems shows them, and is not sent', async () => {
    const app = await shown();
    await app.choose();
    await app.last(importUrl).answer(failed);
    expect(app.incoming()).toMatchObject({ busy: null, result: failed });
    app.store.dispatch(at.submitImport());
    await quiet();
    expect(app.imports()).toHaveLength(1);
  });

  it('that is refused as a whole keeps the reason beside the file, and is not sent', async () => {
    const app = await shown();
    await app.choose();
    await app.last(importUrl).refuse(400, '文件已加密');
    expect(app.incoming()).toMatchObject({
      busy: null,
      result: null,
      refusal: '文件已加密',
      file: { name: '客户.xlsx' },
    });
    expect(app.toasts()).toEqual([]);
    app.store.dispatch(at.submitImport());
    await app.choose();
    expect(app.incoming()).toMatchObject({ busy: 'trial', refusal: '' });
    expect(app.imports()).toHaveLength(2);
  });

  it('of another file is tried anew; the answer about the first one is dropped', async () => {
    const app = await shown();
    await app.choose();
    const first = app.last(importUrl);
    await app.choose();
    expect(first.isAborted).toBe(true);
    await app.last(importUrl).answer(passed);
    expect(app.incoming()).toMatchObject({ result: passed });
  });

  it('that gets no answer keeps its key: sent again it has no second effect', async () => {
    const app = await shown();
    await app.choose();
    await app.last(importUrl).answer(passed);
    app.store.dispatch(at.submitImport());
    await quiet();
    const [, first] = app.imports();
    await first!.cutOff();
    expect(app.incoming()).toMatchObject({ busy: null, result: passed });
    expect([app.toasts(), app.unanswered()]).toMatchObject([[], [{ call: expect.stringContaining(importUrl) }]]);
    app.store.dispatch(at.submitImport());
    await quiet();
    expect(app.last(importUrl).call.headers?.['Idempotency-Key']).toBe(first!.call.headers?.['Idempotency-Key']);
  });

  it('cannot be closed while it is written', async () => {
    const app = await shown();
    await app.choose();
    await app.last(importUrl).answer(passed);
    app.store.dispatch(at.submitImport());
    app.store.dispatch(at.closeImport());
    expect(app.incoming()).toMatchObject({ busy: 'import' });
  });

  it('that is closed while it is tried leaves nothing behind', async () => {
    const app = await shown();
    await app.choose();
    app.store.dispatch(at.closeImport());
    await quiet();
    expect([app.incoming(), app.last(importUrl).isAborted]).toEqual([undefined, true]);
  });
});

describe('the template', () => {
  it('is saved as the server sends it', async () => {
    const app = await shown();
    app.store.dispatch(at.saveTemplate());
    await quiet();
    app.arriving.t1 = [{ rows: 0, isWhole: true }];
    await app
      .last('/customer/import-template')
      .answerRaw(200, { file: 't1', name: '客户管理_导入模板.xlsx', total: 0 });
    expect(app.received).toEqual(['saved t1']);
  });
});
