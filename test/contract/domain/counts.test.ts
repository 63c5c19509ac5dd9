import { languages } from '../../../contract/domain/languages';
import { countIn } from '../../../contract/domain/text';

describe('a count', () => {
  it.each([0, 7, 999, 1000, -999, -1000, 1_234_567, 0.5, 12.3456])(
    'of %p reads as the language groups its digits',
    (count) => {
      for (const { code, numbers } of languages) expect(countIn(count, code)).toBe(count.toLocaleString(numbers));
    },
  );
});
