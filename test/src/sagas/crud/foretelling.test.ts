/** What a form and a question say of a write that others decide on, before it is sent. */
import { feature as accounts } from '../../../../src/features/lease/companyAccount';
import { feature as suppliers } from '../../../../src/features/lease/supplier';
import { typingPauseMs } from '../../../../src/sagas/crud/foretell';
import type { CrudSlice } from '../../../../src/store/crud/crud';
import { feedback } from '../../../../src/store/feedback';
import { quiet, start } from '../../../support/fakeWorld';

const { actions: at } = suppliers.slices[0] as CrudSlice;
const saveUrl = '/supplier/submit';
const askUrl = `${saveUrl}/foretell`;
const told = { act: 24, text: '提交后由他人审批' };
const row = { id: '7', supplierName: '北辰机械', bankName: '工商银行', bankCardCode: '6222020200112233448', status: 1 };

/** The form of a supplier. */
async function edited() {
  const app = await start({ at: '/lease/supplier' });
  await quiet();
  app.do(at.edit('7'));
  await app.last('/supplier/detail').answer(row);
  const type = async (change: Record<string, unknown>) => {
    app.do(at.type(change));
    await app.clock.advance(typingPauseMs);
  };
  return { ...app, type, waits: () => app.slice('supplier').form?.waits };
}

describe('a form whose record others decide on', () => {
  it('says so once the typing pauses, and asks with what would be saved', async () => {
    const app = await edited();
    app.do(at.type({ bankCardCode: '622202020011223344' }));
    app.do(at.type({ bankCardCode: '6222020200112233449' }));
    expect(app.calls(askUrl)).toEqual([]);
    await app.clock.advance(typingPauseMs);
    expect(app.calls(askUrl)).toHaveLength(1);
    expect(app.last(askUrl).call.body).toEqual({ ...row, bankCardCode: '6222020200112233449' });
    await app.last(askUrl).answer(told);
    expect(app.waits()).toBe(told.text);
    app.do(at.save());
    expect(app.last(saveUrl).call.body).toEqual(app.last(askUrl).call.body);
  });

  it('says so no longer once that is typed back, and asks for nothing that could not be saved', async () => {
    const app = await edited();
    await app.type({ bankCardCode: '6222020200112233449' });
    await app.last(askUrl).answer(told);
    await app.type({ bankCardCode: row.bankCardCode });
    expect(app.waits()).toBeUndefined();
    await app.type({ supplierName: '' });
    expect(app.calls(askUrl)).toHaveLength(1);
  });

  it('forgets the answer about a form that is closed', async () => {
    const app = await edited();
    await app.type({ bankCardCode: '6222020200112233449' });
    app.do(at.shut());
    app.do(at.edit('7'));
    await app.last('/supplier/detail').answer(row);
    await app.last(askUrl).answer(told);
    expect(app.waits()).toBeUndefined();
  });

  it('asks nothing about a new record where only changes wait', async () => {
    const app = await edited();
    app.do(at.shut());
    app.do(at.add({}));
    await app.type({ supplierName: '南山机械' });
    expect(app.calls(askUrl)).toEqual([]);
  });
});

it('says in the question of a removal that others decide on it', async () => {
  const app = await start({ at: '/lease/account' });
  await quiet();
  app.do((accounts.slices[0] as CrudSlice).actions.remove(['7']));
  await app.last('/account/remove/foretell').answer(told);
  expect(app.see(feedback.selectors.question)).toMatchObject({ waits: told.text });
  expect(app.calls('/account/remove')).toEqual([]);
});

it.each([
  ['would be refused', { code: 400, msg: '账户已有付款，不能删除', reason: 'account.used' }, '账户已有付款，不能删除'],
  ['cannot be asked about', { code: 404, msg: '接口不存在', reason: 'notFound' }, undefined],
  ['cannot be asked about now', { code: 503, msg: '服务暂不可用', reason: 'unavailable' }, undefined],
])('says in the question of a removal that %s', async (_name, refusal, said) => {
  const app = await start({ at: '/lease/account' });
  await quiet();
  app.do((accounts.slices[0] as CrudSlice).actions.remove(['7']));
  const { code, msg, ...more } = refusal;
  await app.last('/account/remove/foretell').refuse(code, msg, more);
  const question = app.see(feedback.selectors.question);
  expect([question?.refused, question?.waits]).toEqual([said, undefined]);
  expect(app.see(feedback.selectors.toasts)).toEqual([]);
});
