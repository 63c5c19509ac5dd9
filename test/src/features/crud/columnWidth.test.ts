/** Columns have room for their headers and texts, in every language. */
import { order } from '../../../../contract/modules/lease/order';
import { columnWidth } from '../../../../src/features/crud/columnWidth';
import { screenOf } from '../../../../src/features/crud/feature';

const zh = { language: 'zh', dicts: {} } as const;
const en = { language: 'en', dicts: {} } as const;
const { businessStatus, customerName } = order.fields;
const chip = { cells: { businessStatus: () => null } };

it('follows the longest word of the language spoken', () => {
  const screen = screenOf(order, { ...chip, widths: { businessStatus: 90 } });
  const [narrow, wide] = [zh, en].map((format) => columnWidth('businessStatus', businessStatus, screen, format, true));
  expect(narrow).toBeGreaterThanOrEqual(5 * 12 + 54); // 待确认凭证
  expect(wide).toBeGreaterThan(narrow!);
});

it('is never less than the screen says, and follows a text that only the screen knows', () => {
  expect(columnWidth('customerName', customerName, screenOf(order, { widths: { customerName: 300 } }), zh, false)).toBe(
    300,
  );
  const longest = { customerName: { zh: '逾期一千零九十五天以上的客户', en: '' } };
  expect(
    columnWidth('customerName', customerName, screenOf(order, { widths: { customerName: 80 }, longest }), zh, false),
  ).toBe(14 * 14 + 20);
});

it('a point in time is never cut, also where the screen declares nothing', () => {
  const { createTime } = order.fields;
  expect(columnWidth('createTime', createTime, screenOf(order), zh, false)).toBeGreaterThanOrEqual(164);
});

it('leaves what is left to a column without a width', () => {
  expect(columnWidth('customerName', customerName, screenOf(order), en, false)).toBeUndefined();
});
