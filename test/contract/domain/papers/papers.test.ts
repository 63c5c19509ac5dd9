/** Amounts in words, and numbers of cards. */
import fc from 'fast-check';
import { capitals, yuan } from '../../../../contract/domain/money';
import { amountOfWords } from '../../../../contract/domain/papers/amountWords';
import { bankOfCard, isCardNumber, isLuhn } from '../../../../contract/domain/papers/bankCards';

it('an amount in words is the amount that was written', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 13n), (cents) => {
      expect(amountOfWords(capitals(yuan(cents)))).toBe(yuan(cents));
    }),
  );
  for (const words of ['', '元整', '壹拾某元整', '壹贰叁', '某角']) expect(amountOfWords(words)).toBeUndefined();
});

it('a card has 12 to 19 digits, a check digit and a bank', () => {
  const judged = ['6222021234567890128', '6217001234567890122', '6222021234567890123'].map(isLuhn);
  expect(judged).toEqual([true, true, false]);
  expect(
    ['6222021234567890128', '12345678901', '62220212345678901280', '622202123456789012a'].map(isCardNumber),
  ).toEqual([true, false, false, false]);
  expect(bankOfCard('6217001234567890122')).toBe('中国建设银行');
  expect(bankOfCard('0000000000000000')).toBeUndefined();
});
