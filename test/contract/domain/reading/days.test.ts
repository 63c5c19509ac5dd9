/** One reader of days and moments, whatever reads them: forms, files, statements, papers, calls. */
import { amountIn, readStatement } from '../../../../contract/domain/bank/statement';
import { dayIn, dayOfMoment, momentIn, storedDay, storedMoment } from '../../../../contract/domain/reading/days';
import { asStored } from '../../../../contract/schema/asStored';
import { normalValue } from '../../../../contract/wire/ocr/judging';
import { parseCell } from '../../../../server/engine/transfer/parsing';

const spellings = [
  ...['2026-09-30', '2026-9-30', '2026/9/30', '2026.9.30', '2026年9月30日', '2026年09月30', '20260930'],
  ...[' 2026-09-30 ', '２０２６－０９－３０', '2026／9／30', '2026。9。30', '2026 年 9 月 30 日', '\u200b2026-09-30'],
];
const atMidnight = [
  '2026-09-30 00:00:00',
  '2026/9/30 0:00',
  '2026-09-30T00:00:00',
  '20260930000000',
  '2026年9月30日 0时00分',
  '2026/9/30 上午 12:00:00',
  '2026-09-30 12:00 AM',
];
const withTime = [
  ...['2026-09-30 10:20:30', '2026/9/30 10:20:30', '2026年9月30日 10:20:30', '2026年9月30日10时20分30秒'],
  ...[
    '20260930 10:20:30',
    '20260930102030',
    '20260930 102030',
    '20260930T102030',
    '20260930T022030Z',
    '2026-09-30 10.20.30',
    '2026-09-30-10.20.30.123456',
    '2026年9月30日10点20分30秒',
    '2026-09-30T10:20:30',
    '2026-09-30T02:20:30Z',
    '2026-09-30T02:20:30.123+00:00',
  ],
  ...['2026/9/30 上午 10:20:30', '2026年9月30日上午10时20分30秒', '2026-09-30 10:20:30 AM', '2026/9/30 10:20:30a.m.'],
  ...['2026-09-30T10:20:30+08:00', '２０２６－０９－３０ １０：２０：３０'],
];
const none = [
  ...[
    '',
    '0930',
    '2026-02-30',
    '2026-13-01',
    '2026-9/30',
    '20260931',
    '2026093',
    '202609301',
    '30.9.2026',
    '9/30/2026',
  ],
  ...[
    '2026-09-30 25:00:00',
    '2026-09-30 10',
    '2026-09-30 上午 13:00',
    '2026-09-30 13:00 AM',
    '2026-09-30 下午 25:00',
    '2026-09-30 上午',
    '2026-09-30 PM',
    '2026-09-30 下午 9:00 PM',
    '2026-09-30x',
    '2026-9-3①',
    '2026-9-3²',
    '昨天',
    `2026-09-30${' '.repeat(60)}`,
  ],
];

it.each(spellings)('%j is a day', (text) => {
  expect([dayIn(text), dayOfMoment(text), momentIn(text)]).toEqual(['2026-09-30', '2026-09-30', undefined]);
});
it.each(atMidnight)('%j is the day that it begins', (text) => {
  expect([dayIn(text), momentIn(text)]).toEqual(['2026-09-30', '2026-09-30 00:00:00']);
});
it.each(withTime)('%j is a moment', (text) => {
  expect([dayIn(text), dayOfMoment(text), momentIn(text)]).toEqual([undefined, '2026-09-30', '2026-09-30 10:20:30']);
});
it.each(none)('%j is neither', (text) => {
  expect([dayIn(text), dayOfMoment(text), momentIn(text)]).toEqual([undefined, undefined, undefined]);
});
it('an hour of the second half of the day is counted from noon', () => {
  const times = ['下午9:05', '下午 09:05:00', ' 9:05 PM', ' 9:05:00 p.m.', ' 下午 21:05'].map(
    (time) => `2026/9/30${time}`,
  );
  expect(times.map(momentIn)).toEqual(times.map(() => '2026-09-30 21:05:00'));
  expect(['下午 12:30', '中午 12:30', '上午 12:30'].map((time) => momentIn(`2026-09-30 ${time}`))).toEqual([
    '2026-09-30 12:30:00',
    undefined,
    '2026-09-30 00:30:00',
  ]);
});
it('a moment of another zone is on the day of the business', () => {
  expect(momentIn('2026-09-30T20:00:00Z')).toBe('2026-10-01 04:00:00');
  expect(dayOfMoment('2026-09-30T20:00:00-05:00')).toBe('2026-10-01');
});
it('a moment of another zone beyond the last day is none', () => {
  for (const text of ['9999-12-31T20:00:00Z', '0001-01-01T00:00:00+09:00'])
    expect([dayIn(text), dayOfMoment(text), momentIn(text)]).toEqual([undefined, undefined, undefined]);
});
it('what is none is kept for those who judge it', () => {
  expect(['昨天 ', '2026-02-30'].map(storedDay)).toEqual(['昨天', '2026-02-30']);
  expect(['2026-9-30', '2026/9/30 9:05'].map(storedMoment)).toEqual(['2026-09-30 00:00:00', '2026-09-30 09:05:00']);
});

/** Each of those who read days, for one spelling. */
const readers: [string, (text: string) => unknown][] = [
  ['a form and a call', (text) => asStored({ kind: 'date' }, text)],
  ['a moment of a call', (text) => asStored({ kind: 'dateTime' }, text).slice(0, 10)],
  [
    'an import',
    (text) => (parseCell({ kind: 'date' } as never, { text, kind: 'text' }, new Map()) as { value: unknown }).value,
  ],
  ['a paper', (text) => normalValue('date', text)],
  [
    'a statement',
    (text) =>
      readStatement(
        [
          ['账号', '1001234567890123456'],
          ['交易日', '借方金额', '贷方金额', '余额', '收付方名称'],
          [text, '', '1.00', '1.00', '甲'],
        ].map((cells, at) => ({ number: at + 1, cells })),
      ).lines[0]!.valueDate,
  ],
];
describe.each(readers)('%s', (_who, reads) => {
  it.each([...spellings, ...atMidnight])('reads %j', (text) => expect(reads(text)).toBe('2026-09-30'));
});

it('amounts as banks write them', () => {
  expect(['1,234.50', '¥ 1，234.5', '-12.00', '', '-', '8.850', '1.234', '12a'].map(amountIn)).toEqual([
    ...['1234.50', '1234.5', '-12.00', '0', '0', '8.85'],
    undefined,
    undefined,
  ]);
});
