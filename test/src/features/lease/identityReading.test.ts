/** The form of a customer, filled in from an ID card. */
import { customer } from '../../../../contract/modules/lease/customer';
import type { Module } from '../../../../contract/schema/module';
import { identityReading } from '../../../../src/features/lease/customer/identitySlice';
import { loadFeature } from '../../../../src/features/registry';
import { crudSlice } from '../../../../src/store/crud/crud';
import { feedback } from '../../../../src/store/feedback';
import { quiet, start } from '../../../support/fakeWorld';
import { readingOf } from '../../../support/papers/readings';

beforeAll(() => Promise.all(['frame', 'customer', 'choices'].map(loadFeature)), 60_000);

const { add, shut, type } = crudSlice(customer as unknown as Module).actions;
const file = { file: 'file-1', name: '身份证.png', size: 2048, type: 'image/png' };
const found = { realName: '张伟明', idType: '1', idNo: '11010519491231002X' };

async function reading(typed: Record<string, unknown> = {}) {
  const app = await start({ at: '/lease/customer' });
  app.do(add({}));
  await quiet();
  app.do(type(typed));
  app.do(identityReading.actions.choose());
  await app.picked(file);
  return { ...app, draft: () => app.slice('customer').form.draft, state: () => app.see(identityReading.selectors.all) };
}

it('fills in what is empty', async () => {
  const app = await reading({ tel: '13800138000' });
  expect(app.last('/upload-images-with-ocr').call).toMatchObject({ file: 'file-1', fields: { type: '1', wait: '0' } });
  await app.last('/upload-images-with-ocr').answer(readingOf('5', {}, { status: 'reading', progress: 0 }));
  await app.last('/reading').answer(readingOf('5', {}, { status: 'reading', progress: 60 }));
  expect(app.state()).toMatchObject({ isBusy: true, progress: 60 });
  await app.clock.advance(1000);
  await app.last('/reading').answer(readingOf('5', {}, { prefill: found }));
  expect(app.draft()).toMatchObject({ realName: '张伟明', idNo: '11010519491231002X', tel: '13800138000' });
  expect(app.state()).toMatchObject({ isBusy: false, isFilled: true, problem: '' });
});

it.each([
  ['replaces what was typed when the person says so', { isSure: true, reason: '' }, '张伟明', found.idNo],
  [
    'fills in the rest alone when they say so',
    { isSure: false, isAlternative: true, reason: '' } as const,
    '张伟',
    found.idNo,
  ],
  ['changes nothing when they refrain', { isSure: false, reason: '' }, '张伟', undefined],
])('%s', async (_, answer, name, number) => {
  const app = await reading({ realName: '张伟' });
  await app.last('/upload-images-with-ocr').answer(readingOf('5'));
  await app.last('/reading').answer(readingOf('5', {}, { prefill: found }));
  expect(app.draft().realName).toBe('张伟');
  app.do(feedback.actions.answered(answer));
  await quiet();
  expect(app.draft().realName).toBe(name);
  expect(app.draft().idNo || undefined).toBe(number);
});

it('says that nothing was found, and why it failed', async () => {
  const app = await reading();
  await app.last('/upload-images-with-ocr').answer(readingOf('5'));
  await app.last('/reading').answer(readingOf('5', {}, { status: 'failed' }));
  expect(app.state()).toMatchObject({ isBusy: false, problem: '*papers.nothingToFill' });
  app.do(identityReading.actions.choose());
  await app.picked(file);
  await app.last('/upload-images-with-ocr').cutOff();
  expect(app.state()).toMatchObject({ isBusy: false, problem: '*request.unreachable' });
});

it('is given up when the form closes', async () => {
  const app = await reading();
  app.do(shut());
  expect(app.last('/upload-images-with-ocr').isAborted).toBe(true);
  expect(app.state()).toMatchObject({ isBusy: false, problem: '' });
});

describe('the kind of document of a new customer', () => {
  async function form(first: Record<string, unknown> = {}) {
    const app = await start({ at: '/lease/customer' });
    app.do(add(first));
    await quiet();
    const kind = () => app.slice('customer').form.draft.idType;
    return { app, kind };
  }
  const [card, licence, passport] = [1, 2, 3];

  it('follows the name between people and companies', async () => {
    const { app, kind } = await form();
    expect(kind()).toBe(card);
    app.do(type({ realName: '海棠汽车租赁有限公司' }));
    expect(kind()).toBe(licence);
    app.do(type({ realName: '海棠' }));
    expect(kind()).toBe(card);
  });

  it('is that of the name with which the form was opened, once something is typed', async () => {
    const { app, kind } = await form({ realName: '海棠汽车租赁有限公司' });
    expect(kind()).toBe(card);
    app.do(type({ tel: '13800138000' }));
    expect(kind()).toBe(licence);
  });

  it('follows a whole number rather than the name', async () => {
    const { app, kind } = await form();
    app.do(type({ realName: '海棠汽车租赁有限公司' }));
    for (const [number, expected] of [
      ['1101051949', licence],
      ['11010519491231002X', card],
      ['91350100M000100Y43', licence],
      ['', licence],
    ] as const) {
      app.do(type({ idNo: number }));
      expect(kind()).toBe(expected);
    }
  });

  it('stays what the person has chosen, and that of a number', async () => {
    const { app, kind } = await form();
    app.do(type({ idType: passport }));
    app.do(type({ realName: '海棠汽车租赁有限公司' }));
    expect(kind()).toBe(passport);
    app.do(type({ realName: '海棠', idType: card, idNo: '11010519491231002X' }));
    app.do(type({ realName: '海棠汽车租赁有限公司' }));
    expect(kind()).toBe(card);
  });
});
