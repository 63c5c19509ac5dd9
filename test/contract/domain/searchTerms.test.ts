import fc from 'fast-check';
import { isSearchable, longestTerm, plainText, termsOf } from '../../../contract/domain/search/searchTerms';

describe('the terms of a value', () => {
  it.each([
    ['王芳', ['王芳', '芳', 'wf']],
    ['ＨＴ2026-0001', ['ht20260001', '20260001', '0260001', '260001', '60001', '0001']],
    ['Acme Leasing Ltd', ['acmeleasingltd', 'ingltd', 'ltd', 'acme', 'leasing']],
    ['13912345678', ['13912345678', '3912', '5678', '12345678']],
    ['', []],
    ['  ', []],
    ['x', []],
  ])('of %j include %j', (value, terms) => {
    expect(termsOf(value)).toEqual(expect.arrayContaining(terms.map((term) => expect.stringMatching(`^${term}`))));
    if (terms.length === 0) expect(termsOf(value)).toEqual([]);
  });

  it('are short and few, whatever the value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (value) => {
        const terms = termsOf(value);
        expect(terms.length).toBeLessThanOrEqual(120);
        for (const term of terms) {
          expect(term.length).toBeLessThanOrEqual(longestTerm);
          expect(isSearchable(term)).toBe(true);
        }
      }),
    );
  });

  it('begin with what is typed from any character of a Chinese name', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...'王李张刘陈重光欧阳租赁有限公司'), { minLength: 1, maxLength: 20 }),
        fc.nat(),
        (name, from) => {
          const typed = plainText(name.slice(from % name.length).join(''));
          expect(termsOf(name.join('')).some((term) => term.startsWith(typed))).toBe(true);
        },
      ),
    );
  });
});
