/** The desk of one reading: what a person has to look at, and accepting. */
import { loanInformation } from '../../../../../contract/modules/lease/loanInformation';
import { paperTypes, type Reading } from '../../../../../contract/wire/ocr/papers';
import { historyItems } from '../../../../../src/features/crud/history/history';
import { deskFields, nextToLookAt } from '../../../../../src/features/lease/loanInformation/attention';
import { type Aim, type Desk, desks } from '../../../../../src/features/lease/loanInformation/desksSlice';
import { loadFeature } from '../../../../../src/features/registry';
import { feedback } from '../../../../../src/store/feedback';
import { tabs } from '../../../../../src/store/navigation/route';
import { quiet, start } from '../../../../support/fakeWorld';
import { readingOf } from '../../../../support/papers/readings';

beforeAll(() => Promise.all(['frame', 'loanInformation', 'choices'].map(loadFeature)), 60_000);

const { actions: at } = desks;
const id = '5';
const path = `/lease/papers/detail/${id}`;
const [look, accept, alike] = ['/reading', '/accept', '/alike'];
const moment = { today: '2026-01-05', language: 'zh' } as const;

function looked(reading: Reading, more: Partial<Pick<Desk, 'values' | 'confirmed' | 'unsure'>> = {}) {
  const values = Object.fromEntries(reading.fields.map(({ key, value }) => [key, value]));
  const fields = deskFields(
    { reading, confirmed: [], unsure: [], ...more, values: { ...values, ...more.values } },
    moment,
  );
  return Object.fromEntries(fields.flatMap(({ key, attention }) => (attention ? [[key, attention]] : [])));
}

it.each<[string, Reading, Partial<Desk>, Record<string, string>]>([
  ['nothing in a card that was read well', readingOf(id), {}, {}],
  ['what is missing', readingOf(id, { nation: '' }), {}, { nation: 'missing' }],
  ['a number with a wrong check digit', readingOf(id, { idNo: '110105194912310021' }), {}, { idNo: 'invalid' }],
  ['what was read with little confidence', readingOf(id, {}, { confidence: { name: 0.6 } }), {}, { name: 'doubtful' }],
  ['not what was confirmed', readingOf(id, {}, { confidence: { name: 0.6 } }), { confirmed: ['name'] }, {}],
  ['not what was corrected', readingOf(id, {}, { confidence: { name: 0.6 } }), { values: { name: '张伟' } }, {}],
  ['a birth date that the number contradicts', readingOf(id, { birth: '1950-12-31' }), {}, { birth: 'unsure' }],
  ['what only the server knows', readingOf(id), { unsure: ['name'] }, { name: 'unsure' }],
])('looks at %s', (_, reading, more, found) => expect(looked(reading, more)).toEqual(found));

it('asks for a bank card that fails its check digit, until it is confirmed', () => {
  const values = { cardNo: '6222021234567890123', bankName: '中国工商银行' };
  const card = readingOf(id, values, { type: paperTypes.bankCard });
  expect(looked(card)).toEqual({ cardNo: 'unsure' });
  expect(looked(card, { confirmed: ['cardNo'] })).toEqual({});
  expect(looked(readingOf(id, { ...values, cardNo: '6222021234567890128' }, { type: paperTypes.bankCard }))).toEqual(
    {},
  );
});

it('goes from field to field, and from the last to the first', () => {
  const reading = readingOf(id, { nation: '' }, { confidence: { name: 0.6, address: 0.5 } });
  const values = Object.fromEntries(reading.fields.map(({ key, value }) => [key, value]));
  const fields = deskFields({ reading, values, confirmed: [], unsure: [] }, moment);
  expect(['', 'name', 'birth', 'address'].map((key) => nextToLookAt(fields, key))).toEqual([
    'name',
    'nation',
    'address',
    'name',
  ]);
});

async function opened(reading = readingOf(id)) {
  const app = await start({ at: path });
  await app.last(look).answer(reading);
  const desk = () => app.see(desks.selectors.of, id)!;
  return {
    ...app,
    desk,
    async accepting(aim: Aim) {
      app.do(at.aim({ id, aim }));
      app.do(at.accept({ id }));
      await quiet();
    },
  };
}

it('shows the reading and follows it to its end', async () => {
  const app = await opened(readingOf(id, {}, { status: 'reading', progress: 30, fields: [] }));
  expect(app.desk().reading?.progress).toBe(30);
  await app.clock.advance(1000);
  await app.last(look).answer(readingOf(id));
  expect(app.desk().values.name).toBe('张伟明');
  await app.clock.advance(5000);
  expect(app.calls(look)).toHaveLength(2);
});

it('says when it cannot be had, and tries again', async () => {
  const app = await start({ at: path });
  await app.last(look).cutOff();
  expect(app.see(desks.selectors.of, id)?.lost).toBe('*request.unreachable');
  app.do(at.reload({ id }));
  await quiet();
  await app.last(look).answer(readingOf(id));
  expect(app.see(desks.selectors.of, id)).toMatchObject({ lost: '' });
});

it('accepts nothing that is doubtful or wrong, and says so on the fields', async () => {
  const app = await opened(readingOf(id, { idNo: '110105194912310021' }, { confidence: { name: 0.6 } }));
  await app.accepting('none');
  expect(app.calls(accept)).toEqual([]);
  expect(app.desk()).toMatchObject({
    isBusy: false,
    problems: { name: '*papers.mustConfirm', idNo: '公民身份号码校验位不正确，请核对' },
  });
});

it('sends the values as they are, confirmed, and marks its tab until then', async () => {
  const app = await opened(readingOf(id, {}, { confidence: { name: 0.6 } }));
  app.do(at.confirm({ id, key: 'name' }));
  app.do(at.type({ id, key: 'address', value: ' 北京市海淀区 ' }));
  await quiet();
  const isDirty = () => app.see(tabs.selectors.isDirty, path);
  expect(isDirty()).toBe(true);
  await app.accepting('none');
  expect(app.last(accept).call.body).toMatchObject({ id, version: 2, apply: 'none', confirmed: ['name'] });
  expect((app.last(accept).call.body as any).values.address).toBe('北京市海淀区');
  await app.last(accept).answer({ id, version: 3, customerId: null, pictureId: null, prefill: {} });
  await app.last(look).answer(readingOf(id, {}, { accepted: { address: '北京市海淀区' }, version: 3 }));
  expect([isDirty(), app.desk().reading?.accepted]).toEqual([false, { address: '北京市海淀区' }]);
  expect(app.toasts()).toEqual(['success: papers.acceptedDone']);
});

it('makes a customer with a phone, after asking about one with the same number', async () => {
  const app = await opened();
  await app.accepting('add');
  expect(app.desk().problems).toEqual({ tel: '请输入联系电话' });
  app.do(at.typeTel({ id, tel: '13800138000' }));
  await app.accepting('add');
  expect(app.last(alike).call.body).toEqual({ tel: '13800138000', idNo: '11010519491231002X' });
  await app.last(alike).answer([{ field: 'idNo', id: '8', title: '张伟明' }]);
  expect(app.calls(accept)).toEqual([]);
  app.do(feedback.actions.answered({ isSure: true, reason: '' }));
  await quiet();
  expect(app.last(accept).call.body).toMatchObject({ apply: 'customer', tel: '13800138000' });
});

it('puts the problems of a refusal on their fields, and what a person may confirm waits for that', async () => {
  const app = await opened();
  await app.accepting('none');
  await app.last(accept).refuse(400, 'x', { reason: 'invalid', problems: { name: 'unsure', idNo: 'badCheckDigit' } });
  expect(app.desk()).toMatchObject({ isBusy: false, unsure: ['name'] });
  expect(app.desk().problems).toEqual({
    name: '姓名未通过校验，请核对后确认',
    idNo: '公民身份号码校验位不正确，请核对',
  });
  expect(app.toasts()).toEqual([]);
  app.do(at.confirm({ id, key: 'name' }));
  app.do(at.type({ id, key: 'idNo', value: '11010519491231002X' }));
  await app.accepting('none');
  expect((app.last(accept).call.body as any).confirmed).toEqual(['name']);
});

it('needs the customer or the order that it is for', async () => {
  const app = await opened();
  await app.accepting('update');
  expect(app.desk().problems).toEqual({ customerId: '*papers.chooseCustomer' });
  await app.accepting('picture');
  expect(app.desk().problems).toEqual({ orderId: '*papers.chooseOrder' });
});

it('names what was read and accepted in the history, in words', () => {
  const changes = [
    { field: 'paper.amountWords', before: null, after: '壹元整' },
    { field: 'attachId', before: '1', after: '2' },
  ];
  const entry = { entity: 'loanInformation', action: 'accept', createTime: '2026-01-05 10:00:00', reason: '', changes };
  const labelsIn = (language: string) =>
    historyItems(loanInformation as never, [entry as never], { language } as never, ((key: string) => key) as never)[0]!
      .changes;
  expect(labelsIn('zh')).toEqual([{ label: '金额大写', from: '-', to: '壹元整' }]);
  expect(labelsIn('en')).toEqual([{ label: 'Amount in words', from: '-', to: '壹元整' }]);
});
