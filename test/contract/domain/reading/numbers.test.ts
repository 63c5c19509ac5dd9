/** Numbers as people type and paste them, and as banks and spreadsheets write them. */
import { numberIn } from '../../../../contract/domain/reading/numbers';

it.each([
  ['money', '1,234.50', '1234.50'],
  ['money', '1,234,567', '1234567'],
  ['money', '1，234.5', '1234.5'],
  ['money', '￥10,000.00', '10000.00'],
  ['money', '¥ 10,000', '10000'],
  ['money', '-¥10', '-10'],
  ['money', '¥-10', '-10'],
  ['money', '10000元', '10000'],
  ['money', 'CNY 12.30', '12.30'],
  ['money', '人民币12.30元', '12.30'],
  ['money', '１２．５０', '12.50'],
  ['money', '12。5', '12.5'],
  ['money', '\u202d12.50\u202c', '12.50'],
  ['money', '\u00a012.50\u3000', '12.50'],
  ['money', '(50.00)', '-50.00'],
  ['money', '（1,050.00）', '-1050.00'],
  ['money', '50.00-', '-50.00'],
  ['money', '−50.00', '-50.00'],
  ['money', '+50.00', '50.00'],
  ['money', '12.3000', '12.30'],
  ['money', '12.345', '12.345'],
  ['money', '000149.87', '149.87'],
  ['rate', '7.2%', '7.2'],
  ['rate', '７．２％', '7.2'],
  ['rate', '7.2', '7.2'],
  ['integer', '1,000', '1000'],
  ['integer', '-3', '-3'],
  ['integer', '12.00', '12'],
] as const)('%s: %s is %s', (kind, text, expected) => expect(numberIn(kind, text)).toBe(expected));

it.each([
  ...(['7,2', '12,5', '1,2345', '12,34', '1,23,456', '1234,567', ',5', '1,', '1,,000', '1.234,56'] as const).map(
    (text) => ['money', text] as const,
  ),
  ['rate', '7,2'],
  ['rate', '7,200'],
  ['rate', '7.2元'],
  ['money', '7.2%'],
  ['money', '1 234'],
  ['money', '7 2'],
  ['money', '--5'],
  ['money', '(-5)'],
  ['money', '-5-'],
  ['money', '12a'],
  ['money', '12万元'],
  ['money', ''],
  ['money', '-'],
  ['money', '.5'],
  ['money', '1e3'],
  ['money', '100①'],
  ['money', '5²'],
  ['rate', '7⁵'],
  ['integer', '36②'],
  ['integer', '7,2'],
  ['integer', '3元'],
] as const)('%s: %s is no number', (kind, text) => expect(numberIn(kind, text)).toBeUndefined());

it('a text longer than any number is none, whatever it begins with', () => {
  expect(numberIn('money', `1${',000'.repeat(50_000)}`)).toBeUndefined();
  expect(numberIn('money', `${' '.repeat(59)}x`)).toBeUndefined();
});
