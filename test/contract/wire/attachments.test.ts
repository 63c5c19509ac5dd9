import fc from 'fast-check';
import { fileSize } from '../../../contract/domain/files/fileSize';
import { missingParts, partCount, partRange, partSize } from '../../../contract/wire/attachments';

describe('the parts of a file', () => {
  it('cover each of its bytes once, in order, and are all as large as S3 asks but the last', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_147_483_647 }), (size) => {
        let at = 0;
        for (let number = 1; number <= partCount(size); number++) {
          const { start, end } = partRange(size, number);
          expect(start).toBe(at);
          expect(end - start).toBeGreaterThan(0);
          if (number < partCount(size)) expect(end - start).toBe(partSize);
          at = end;
        }
        expect(at).toBe(size);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    [1, 1],
    [partSize, 1],
    [partSize + 1, 2],
  ])('of %d bytes are %d', (size, count) => expect(partCount(size)).toBe(count));

  it('that are missing are those that are not known, in order', () => {
    expect(missingParts(3 * partSize, [2])).toEqual([1, 3]);
    expect(missingParts(3 * partSize, [3, 1, 2])).toEqual([]);
  });
});

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [150 * 1024 * 1024, '150 MB'],
  [2.25 * 1024 ** 3, '2.3 GB'],
])('%d bytes read %s', (bytes, text) => expect(fileSize(bytes)).toBe(text));
