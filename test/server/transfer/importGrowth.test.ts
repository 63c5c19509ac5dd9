/** A file costs its rows and what the tenant has stored, not the one times the other. */
import { Called } from '../../../server/engine/transfer/naming';
import { parseCell } from '../../../server/engine/transfer/parsing';
import { growsInStep } from '../../support/growth';

const field = { kind: 'dict', dict: 'd', required: false, label: { zh: '类型', en: 'Type' } } as const;
function times<T>(n: number, make: (i: number) => T): T[] {
  return Array.from({ length: n }, (_, i) => make(i));
}

it('a column of a dictionary', () =>
  growsInStep(300, (n) => () => {
    const texts = new Map(times(n, (i) => [String(i), { zh: `词${i}`, en: `word ${i}` }] as const));
    const parsed = times(n, (i) => parseCell(field, { text: `WORD ${i}`, kind: 'text' }, new Map([['d', texts]])));
    expect(parsed.at(-1)).toEqual({ value: n - 1 });
  }));

it('a column of names that many records have', () =>
  growsInStep(1500, (n) => () => {
    const called = new Called();
    for (let i = 0; i < n; i++) called.add('李雷', String(i), String(i));
    const found = times(n, (i) => called.by('李雷', String(i)));
    expect(found.at(-1)).toEqual({ id: String(n - 1), count: 1 });
    expect(called.by('李雷')?.count).toBe(n);
  }));
