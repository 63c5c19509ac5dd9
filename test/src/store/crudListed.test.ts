/** What an answer changes in the state of a list: nothing, where it says nothing new, so that nothing is drawn again. */
import type { Page, Row } from '../../../contract/schema/module';
import { feature } from '../../../src/features/lease/product';
import type { CrudSlice } from '../../../src/store/crud/crud';
import type { CrudState } from '../../../src/store/crud/crudState';

const { actions: at, reducer } = feature.slices[0] as CrudSlice;
const row = (id: string, rest: Partial<Row> = {}) => ({ id, version: 1, productName: `租 ${id}`, ...rest }) as Row;
const pageOf = (records: Row[], rest: Partial<Page> = {}): Page => ({
  records,
  total: records.length,
  size: 10,
  current: 1,
  pages: 1,
  ...rest,
});
const after = (...actions: { type: string }[]) => actions.reduce<CrudState | undefined>(reducer, undefined)!;
/** A value of its own, as an answer is. */
const anew = <T>(value: T): T => structuredClone(value);

it('an equal answer leaves the page, its rows and its question as they are, also where fields hold lists', () => {
  const page = pageOf([row('1', { tags: ['a', 'b'], about: { id: '7' } }), row('2')], { sums: { amount: '3.00' } });
  const before = after(at.list({}), at.listed(page));
  const now = [at.list({}), at.listed(anew(page))].reduce(reducer, before);
  expect(now.page).toBe(before.page);
  expect(now.answered).toBe(before.answered);
  expect(now).toEqual(before);
});

it('one changed row is another object, and its neighbours stay', () => {
  const page = pageOf([row('1', { tags: ['a'] }), row('2')]);
  const before = after(at.listed(page));
  const { page: now } = reducer(before, at.listed(anew(pageOf([row('1', { tags: ['b'] }), row('2')]))));
  expect(now!.records[0]).toEqual(row('1', { tags: ['b'] }));
  expect(now!.records[0]).not.toBe(before.page!.records[0]);
  expect(now!.records[1]).toBe(before.page!.records[1]);
});

it.each<[string, Row[], Partial<Page>]>([
  ['another order', [row('2'), row('1')], {}],
  ['a row less', [row('1')], { total: 2 }],
  ['another number', [row('1'), row('2')], { total: 30, pages: 3 }],
  ['other sums', [row('1'), row('2')], { sums: { amount: '4.00' } }],
])('%s is shown', (_, records, rest) => {
  const before = after(at.listed(pageOf([row('1'), row('2')], { sums: { amount: '3.00' } })));
  const told = pageOf(records, rest);
  expect(reducer(before, at.listed(anew(told))).page).toEqual(told);
});

describe('rows that come before their number', () => {
  const counted = pageOf([row('1'), row('2')], { total: 30, pages: 3, sums: { amount: '3.00' } });
  const rowsFirst = (records: Row[]) => pageOf(records, { isCounting: true });
  const before = after(at.list({}), at.listed(counted));

  it('keep the number that was known while they are the same', () => {
    const now = [at.list({}), at.listed(rowsFirst(anew(counted.records)))].reduce(reducer, before);
    expect(now.page).toBe(before.page);
    const recounted = { ...counted, total: 31 };
    expect(reducer(now, at.listed(anew(recounted))).page).toEqual(recounted);
  });
  it('have none while they are others', () => {
    const told = rowsFirst([row('2'), row('3')]);
    expect([at.list({}), at.listed(anew(told))].reduce(reducer, before).page).toEqual(told);
  });
  it('have none where another question has the same first rows', () => {
    const told = rowsFirst(counted.records);
    const asked = at.list({ filters: { productName: '租' } });
    expect([asked, at.listed(anew(told))].reduce(reducer, before).page).toEqual(told);
  });
});
