/** The validator that both sides use, its messages, and the initial values of a record. */

import { isEmpty, isId, type Problem } from '../../../contract/domain/values';
import { allModules } from '../../../contract/modules';
import { order } from '../../../contract/modules/lease/order';
import { product } from '../../../contract/modules/lease/product';
import {
  choice,
  date,
  dateTime,
  dict,
  type Field,
  flag,
  identity,
  initialDraft,
  integer,
  longText,
  money,
  rate,
  ref,
  text,
} from '../../../contract/schema/fields';
import { problemText } from '../../../contract/schema/messages';
import { isNeeded, judge, judgeOne } from '../../../contract/schema/validate';

const fields = {
  text: text('名称', 'Name', { maxLength: 5 }),
  longText: longText('备注', 'Note'),
  identity: identity('证件号码', 'Paper number'),
  integer: integer('期限', 'Term', { min: 1, max: 366 }),
  money: money('金额', 'Amount', { min: 0.01, max: 1_000_000 }),
  rate: rate('利率', 'Rate'),
  choice: choice('状态', 'Status', { 0: ['停用', 'Off'], 1: ['正常', 'On'] }),
  dict: dict('pay_status')('状态', 'Status'),
  flag: flag('确认', 'Confirmed'),
  date: date('日期', 'Date'),
  dateTime: dateTime('时间', 'Time'),
  ref: ref('customer')('客户', 'Customer'),
};
type Kind = keyof typeof fields;

describe('the judge', () => {
  const table: [Kind, Problem | undefined, unknown[]][] = [
    ['text', undefined, ['a', '12345', ' ', '租赁租赁租']],
    ['text', 'tooLong', ['123456', '租赁租赁租赁']],
    ['text', 'notText', [5, true, ['a'], {}, 'a\u0000b']],
    ['text', 'severalLines', ['a\nb', 'a\r\n', 'a\u2028b', 'a\u0085b', 'a\vb']],
    ['text', 'unseenCharacters', ['a\tb', 'a\u0007b', 'a\u202eb', '\u202a1', 'a\u2066b', 'a\u2069', 'a\u009f']],
    ['text', undefined, ['\u00a0a', 'a\u200db', 'é', '👩‍🔧']],
    ['longText', undefined, ['x'.repeat(500), 'a\r\n\tb']],
    ['longText', 'unseenCharacters', ['a\u202eb', 'a\u0001b']],
    ['longText', 'tooLong', ['x'.repeat(501)]],
    ['identity', undefined, ['110101199003070097']],
    ['identity', 'tooLong', ['1101011990030700970']],
    ['integer', undefined, [1, 366, 30]],
    ['integer', 'notAnInteger', ['30', 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2_147_483_648, 1e300, true, [1]]],
    ['integer', 'tooSmall', [0, -1, -0]],
    ['integer', 'tooLarge', [367]],
    ['money', undefined, ['0.01', '10000', '10000.5', 10_000.5, '1000000.00']],
    [
      'money',
      'notMoney',
      [
        '1e3',
        Number.POSITIVE_INFINITY,
        '1e309',
        Number.NaN,
        'NaN',
        '0.001',
        0.001,
        '10,000',
        ' 1',
        '1 ',
        '+1',
        '０',
        true,
      ],
    ],
    ['money', 'notMoney', ['Infinity', '0x10', '1.', '.5', '--1', '12345678901234567', 0.1 + 0.2, [5], {}, 5n]],
    ['money', 'tooSmall', ['0', '-0', -0, '0.00', '-5']],
    ['money', 'tooLarge', ['1000000.01', 1e8]],
    ['rate', undefined, ['0', '100', 4.2, '6.0006', 100]],
    ['rate', 'notRate', ['4.2%', '-1', -1, '1.23456', '', Number.NaN].filter((value) => value !== '')],
    ['rate', 'tooLarge', ['100.0001', 101, '101']],
    ['choice', undefined, [0, 1, '0', '1']],
    ['choice', 'notAChoice', [2, -1, '01', '1.0', true, [1], 'constructor', 'toString', '__proto__', {}]],
    ['dict', undefined, [0, 1, '2', 99]],
    ['dict', 'notAChoice', [1.5, 'x', ' ', '1e3', [], [1], true, {}, Number.NaN, 1e12]],
    ['flag', undefined, [0, 1]],
    ['flag', 'notAChoice', ['1', 2, true]],
    ['date', undefined, ['2026-02-28', '2024-02-29']],
    ['date', 'notADate', ['2026-02-29', '2026-13-01', '2026-2-1', '2026-02-28 10:00:00', 20_260_228, '0000-00-00']],
    ['dateTime', undefined, ['2026-02-28 23:59:59']],
    ['dateTime', 'notADate', ['2026-02-28', '2026-02-28T10:00:00', '2026-02-28 24:00:00', '2026-02-30 10:00:00']],
    ['ref', undefined, ['1123598821738675201', '1']],
    ['ref', 'notAnId', [1, '1a', '-1', '12345678901234567890', ' 1', "1' or 1=1"]],
  ];
  const cases = table.flatMap(([kind, problem, values]) => values.map((value) => [kind, value, problem] as const));
  it.each(cases)('says of the %s %p: %s', (kind, value, problem) => {
    expect(judgeOne(fields[kind] as Field, value)).toBe(problem);
  });

  it.each(Object.keys(fields) as Kind[])('asks for a %s that is required, and for no other', (kind) => {
    for (const empty of [undefined, null, '']) {
      expect(judgeOne({ ...fields[kind], required: true } as Field, empty)).toBe('required');
      expect(judgeOne(fields[kind] as Field, empty)).toBeUndefined();
    }
  });

  it('takes blanks for nothing where something is required, and 0 for something', () => {
    expect(judgeOne({ ...fields.text, required: true } as Field, '   ')).toBe('required');
    for (const kind of ['choice', 'dict', 'flag'] as const)
      expect(judgeOne({ ...fields[kind], required: true } as Field, 0)).toBeUndefined();
  });

  it('leaves alone what the server sets itself', () => {
    expect(judge(order.fields, { customerId: '1', productId: '2', totalAmount: '10000', businessStatus: 'x' })).toEqual(
      {},
    );
  });

  it('names every field that is wrong, and only those', () => {
    expect(
      judge(product.fields, { productName: '月租宝', deadline: 0, amountPer: '1,000', yearRate: '4.2', getType: 7 }),
    ).toEqual({
      productCode: 'required',
      deadline: 'tooSmall',
      amountPer: 'notMoney',
      getType: 'notAChoice',
    });
  });
});

describe('the message for a person', () => {
  it.each<[keyof typeof product.fields, string, string]>([
    ['productName', '请输入产品名称', 'Enter product name'],
    ['productCode', '请输入产品编号', 'Enter product code'],
    ['deadline', '请输入产品期限', 'Enter term'],
    ['amountPer', '请输入每份金额', 'Enter amount per unit'],
    ['getType', '请选择月租领取方式', 'Select rent payout'],
    ['yearRate', '请输入租金折算年化利率', 'Enter annualised rent rate'],
  ])('when the product’s %s is missing: %s / %s', (name, zh, en) => {
    expect(product.fields[name].required).toBe(true);
    expect(problemText(product.fields[name], 'required', 'zh')).toBe(zh);
    expect(problemText(product.fields[name], 'required', 'en')).toBe(en);
  });

  const said: [Kind, Problem, string, string][] = [
    ['text', 'tooLong', '名称最多 5 个字', 'Name can have up to 5 characters'],
    ['money', 'notMoney', '金额须为金额，最多两位小数', 'Amount must be an amount with up to two decimals'],
    ['rate', 'notRate', '利率须为百分数，最多四位小数', 'Rate must be a percentage with up to four decimals'],
    ['integer', 'notAnInteger', '期限须为整数', 'Term must be a whole number'],
    ['integer', 'tooSmall', '期限不能小于 1', 'Term must be at least 1'],
    ['integer', 'tooLarge', '期限不能大于 366', 'Term must be at most 366'],
    ['date', 'notADate', '日期不是有效日期', 'Date is not a valid date'],
    ['choice', 'notAChoice', '状态的值无效', 'Status has an invalid value'],
    ['ref', 'notAnId', '客户的值无效', 'Customer has an invalid value'],
    ['text', 'notText', '名称的值无效', 'Name has an invalid value'],
    ['text', 'severalLines', '名称不能换行', 'Name must be a single line'],
  ];
  it.each(said)('of a %s that is %s: %s / %s', (kind, problem, zh, en) => {
    expect(problemText(fields[kind] as Field, problem, 'zh')).toBe(zh);
    expect(problemText(fields[kind] as Field, problem, 'en')).toBe(en);
  });

  it('never has a hole in it', () => {
    const problems: Problem[] = ['required', ...said.map(([, problem]) => problem)];
    for (const [kind, field] of Object.entries(fields))
      for (const value of ['x'.repeat(600), -1, 1e9, '1e9', null]) {
        const problem = judgeOne({ ...field, required: true } as Field, value);
        if (!problem) continue;
        expect(problems).toContain(problem);
        for (const language of ['zh', 'en'] as const)
          expect(`${kind}: ${problemText(field as Field, problem, language)}`).not.toMatch(/undefined|null|\{|NaN/);
      }
  });
});

describe('a new record', () => {
  it('starts with what its fields say', () => {
    expect(initialDraft(product.fields)).toEqual({
      ...{ amountPer: '10000', status: 1, dayCount: 0, needsAsset: 0 },
      ...{ lateRate: '0', lateGraceDays: 0, frequency: 2, timing: 1, rounding: 1, gracePeriods: 0, graceKind: 1 },
      ...{ residualRate: '0', depositRate: '0', feeRate: '0', purchasePrice: '0' },
    });
  });
  it('has nothing that the server sets itself', () => {
    expect(initialDraft(order.fields)).toEqual({});
  });
});

describe('an empty value', () => {
  it.each<[unknown, boolean]>([
    [undefined, true],
    [null, true],
    ['', true],
    ['0', false],
    [0, false],
    [false, false],
    [' ', false],
  ])('%p: %s', (value, empty) => expect(isEmpty(value)).toBe(empty));
});

it.each<[unknown, boolean]>([
  ['1123598821738675201', true],
  ['9223372036854775807', true],
  [1_123_598_821_738_675, false],
  ['', false],
  ['1\n', false],
  ['１', false],
])('%p is an id: %s', (value, is) => expect(isId(value)).toBe(is));

describe('the mark of a required field', () => {
  const server = (draft: Record<string, unknown>) =>
    isNeeded(allModules.find(({ name }) => name === 'jobserver')!, 'jobAppPassword', draft, '2026-12-01');

  it('stands where its condition holds, and whatever the field holds now', () => {
    expect(server({})).toBe(true);
    expect(server({ jobAppPassword: 'typed' })).toBe(true);
    expect(server({ id: '1' })).toBe(false);
  });

  it.each(allModules.filter(({ judging }) => judging).map((module) => [module.name, module] as const))(
    'says of %s what validation refuses',
    (_name, module) => {
      const draft = initialDraft(module.fields);
      const refused = { ...judge(module.fields, draft), ...module.judging?.(draft, '2026-12-01') };
      const missing = Object.keys(refused).filter((name) => refused[name] === 'required');
      expect(missing.filter((name) => !isNeeded(module, name, draft, '2026-12-01'))).toEqual([]);
    },
  );
});
