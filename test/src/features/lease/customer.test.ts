/** Saving a customer: problems between fields, and the question when another one looks the same. */
import { feature } from '../../../../src/features/lease/customer/customer';
import type { CrudSlice } from '../../../../src/store/crud/crud';
import type { CrudState } from '../../../../src/store/crud/crudState';
import { feedback } from '../../../../src/store/feedback';
import { start } from '../../../support/fakeWorld';

const at = (feature.slices[0] as CrudSlice).actions;
function answered(isSure: boolean) {
  return feedback.actions.answered({ isSure, reason: '' });
}
const alikeUrl = '/customer/alike';
const submitUrl = '/customer/submit';

/** The form of a new customer, filled in and saved. */
async function saving(more: Record<string, unknown> = {}) {
  const app = await start({ at: '/lease/customer' });
  await app.last('/customer/list').answer({ records: [], total: 0 });
  app.do(at.add({}));
  app.do(at.type({ realName: '韩梅梅', tel: '13900139000', ...more }));
  app.do(at.save());
  return { ...app, see: (): CrudState => app.slice('customer'), question: () => app.see(feedback.selectors.question) };
}

it('is saved at once when no other customer has the same phone or number', async () => {
  const app = await saving({ idNo: '11010519491231002X' });
  expect(app.last(alikeUrl).call).toMatchObject({
    method: 'POST',
    body: { tel: '13900139000', idNo: '11010519491231002X' },
  });
  await app.last(alikeUrl).answer([]);
  expect(app.last(submitUrl).call.body).toMatchObject({ realName: '韩梅梅' });
});

it('is saved beside one with the same phone only when the person says so', async () => {
  const app = await saving();
  await app.last(alikeUrl).answer([{ field: 'tel', id: '7', title: '韩梅' }]);
  expect(app.question()).toMatchObject({
    ...{ say: 'crud.alike', values: { names: '韩梅 (联系电话)' } },
    isUnusual: true,
  });
  app.do(answered(false));
  expect(app.calls(submitUrl)).toHaveLength(0);
  expect(app.see()).toMatchObject({ form: { mode: 'add', problems: {} }, busy: {} });
  app.do(at.save());
  await app.last(alikeUrl).answer([{ field: 'tel', id: null, title: null }]);
  expect(app.question()).toMatchObject({ values: { names: '联系电话' } });
  app.do(answered(true));
  expect(app.calls(submitUrl)).toHaveLength(1);
});

it('is not sent with a number whose check digit is wrong', async () => {
  const app = await saving({ idNo: '110105194912310021' });
  expect(app.see().form?.problems).toEqual({ idNo: 'badCheckDigit' });
  expect(app.calls(alikeUrl)).toHaveLength(0);
});

it('is not judged anew by the masked number that it came with', async () => {
  const app = await start({ at: '/lease/customer' });
  await app.last('/customer/list').answer({ records: [], total: 0 });
  app.do(at.edit('7'));
  const held = { id: '7', realName: '韩梅', tel: '13900139000', idType: 1, idNo: '1101**********002X', version: 1 };
  await app.last('/customer/detail').answer(held);
  app.do(at.type({ remark: '常客' }));
  app.do(at.save());
  expect(app.calls(alikeUrl)).toHaveLength(0);
  expect(app.last(submitUrl).call.body).toMatchObject({ id: '7', remark: '常客' });
});
