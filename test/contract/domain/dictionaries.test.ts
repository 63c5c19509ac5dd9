/** Words for numbers: codes and keys that the code knows, names that a tenant may change. */
import { contractKindBy, mandatoryKinds, signatureFlags } from '../../../contract/domain/contractKinds';
import { dictionaries, entryText } from '../../../contract/domain/dictionaries';
import { order } from '../../../contract/modules/lease/order';
import { voucherPicType } from '../../../contract/modules/lease/picture';

it('codes are unique', () => {
  const codes = dictionaries.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
});

describe.each(dictionaries.map((dictionary) => [dictionary.code, dictionary] as const))(
  '%s',
  (_code, { zh, en, entries }) => {
    it('has keys and words of its own, in both languages', () => {
      for (const pick of ['key', 'zh', 'en'] as const)
        expect(new Set(entries.map((entry) => entry[pick])).size).toBe(entries.length);
      for (const word of [zh, ...entries.map((entry) => entry.zh)]) expect(word).toMatch(/^[\u4e00-\u9fff]+$/);
      for (const word of [en, ...entries.map((entry) => entry.en)]) expect(word).toMatch(/^[A-Z][\w ,]+$/);
      expect(entries.every(({ key }) => Number.isInteger(key) && key >= 0)).toBe(true);
    });
  },
);

it('the code’s own numbers are among them', () => {
  expect(entryText('pic_type', voucherPicType, 'en')).toBe('Transfer voucher');
  for (const kind of mandatoryKinds) expect(order.fields).toHaveProperty(contractKindBy(kind).flag!);
  expect(mandatoryKinds.map((kind) => contractKindBy(kind).flag)).toEqual(Object.keys(signatureFlags(1)));
});

it('a number without a word is shown as it is', () => {
  expect(entryText('pay_status', 9, 'zh')).toBe('9');
  expect(entryText('nothing', 1, 'zh')).toBe('1');
});
