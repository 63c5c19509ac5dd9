/** How a table gives its room to its columns. */
import { StatusChip } from '../../../src/ui/layout/status';
import type { Column } from '../../../src/ui/table/DataTable';
import { layoutOf } from '../../../src/ui/table/places';
import { actionsBeside } from '../../../src/ui/table/TableRow';
import { needsOf, spread } from '../../../src/ui/table/widths';

interface Order {
  code: string;
  name: string;
  amount: string;
  days: number;
}
const orders: Order[] = [
  { code: 'HT20260618000001', name: '松间雅筑建筑装饰工程有限公司', amount: '31,913,852.97', days: 63 },
  { code: 'HT20260618000002', name: '林', amount: '8.00', days: 0 },
];
const columns: Column<Order>[] = [
  { key: 'code', head: '合同编号', pin: 'left', cell: ({ code }) => <button type="button">{code}</button> },
  { key: 'name', head: '客户', isLong: true, width: 120, cell: ({ name }) => name },
  { key: 'amount', head: '金额', align: 'right', cell: ({ amount }) => amount },
  {
    key: 'state',
    head: '状态',
    cell: ({ days }) => (
      <StatusChip tone="danger" glyph="warning">
        {`逾期 ${days} 天`}
      </StatusChip>
    ),
  },
  { key: 'note', head: '备注', isLong: true, width: 140, cell: () => '' },
];
const { places } = layoutOf({ columns, hasTick: true, actionsHead: '操作', room: 'wide' });
const needs = needsOf(places, orders);
const [tick, code, name, amount, state, note, actions] = needs.map(({ least }) => least) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];

it('numbers, amounts and states have room for their widest value, names as much as the table says', () => {
  expect(code).toBeGreaterThan(16 * 8); // 16 digits of 14 px
  expect(amount).toBeGreaterThan(11 * 8);
  expect(state).toBeGreaterThan(5 * 12 + 34);
  expect([name, note]).toEqual([120, 140]);
});

it('a heading has room, with the mark of a column that sorts', () => {
  const wordy: Column<Order>[] = [{ key: 'days', head: '平均逾期天数', sortable: true, cell: ({ days }) => days }];
  const [need] = needsOf(
    layoutOf({ columns: wordy, hasTick: false, actionsHead: undefined, room: 'wide' }).places,
    orders,
  );
  expect(need!.least).toBe(6 * 12 + 20 + 20);
});

it('a code in a column of texts is whole, a sentence may be cut', () => {
  const about = (shown: string) =>
    needsOf(
      layoutOf<Order>({
        columns: [{ key: 'note', head: '备注', isLong: true, width: 60, cell: () => shown }],
        hasTick: false,
        actionsHead: undefined,
        room: 'wide',
      }).places,
      orders,
    )[0]!.least;
  expect(about('SK20261127000001')).toBeGreaterThan(16 * 8);
  expect(about('代付文件已由银行回执')).toBe(60);
});

it('free room goes to what is cut, then to names and texts alone', () => {
  const all = tick + code + name + amount + state + note + actions;
  const wide = spread(needs, all + 500);
  expect(wide.reduce((sum, px) => sum + px)).toBe(all + 500);
  expect([wide[0], wide[1], wide[3], wide[4], wide[6]]).toEqual([tick, code, amount, state, actions]);
  expect(wide[2]).toBeGreaterThanOrEqual(14 * 14 + 20);
});

it.each([700, 640, 600, 560, 500])('in %d px the columns in sight fill it, and the others are out of sight', (room) => {
  const widths = spread(needs, room);
  const free = room - widths[0]! - widths[1]! - widths[6]!;
  let end = 0;
  const ends = widths.slice(2, 6).map((px) => (end += px));
  expect(ends).toContain(free);
});

it('a width that a person chose stays', () => {
  const sized = columns.map((column) => (column.key === 'name' ? { ...column, width: 90, isSized: true } : column));
  const its = needsOf(
    layoutOf({ columns: sized, hasTick: false, actionsHead: undefined, room: 'wide' }).places,
    orders,
  );
  expect(spread(its, 2000)[1]).toBe(90);
});

it('as many actions stand in a row as leave its menu in sight', () => {
  const beside = (width: number, ...labels: string[]) =>
    actionsBeside(
      {
        room: 'wide',
        places: layoutOf({ columns, hasTick: true, actionsHead: '操作', actionsWidth: width, room: 'wide' }).places,
      },
      labels,
    );
  const labels = ['Verify identity', 'View', 'Edit'];
  expect([beside(124, ...labels), beside(148, ...labels), beside(220, ...labels)]).toEqual([0, 1, 2]);
  expect([beside(124, '查看', '编辑', '删除'), beside(124, '身份核验', '查看')]).toEqual([2, 2]);
});
