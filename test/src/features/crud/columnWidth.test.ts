/** Columns have room for the values of their kind, in every language. */
import { order } from '../../../../contract/modules/lease/order';
import { columnWidth } from '../../../../src/features/crud/columnWidth';
import { screenOf } from '../../../../src/features/crud/feature';

const zh = { language: 'zh', dicts: {} } as const;
const en = { language: 'en', dicts: {} } as const;
const { businessStatus, customerName } = order.fields;
const chip = { cells: { businessStatus: () => null } };

it('follows the longest word of the language spoken', () => {
  const screen = screenOf(order, { ...chip, widths: { businessStatus: 90 } });
  const [narrow, wide] = [zh, en].map((format) => columnWidth('businessStatus', businessStatus, screen, format));
  expect(narrow).toBeGreaterThanOrEqual(5 * 12 + 54); // 待确认凭证
  expect(wide).toBeGreaterThan(narrow!);
});

it('of a name is what the screen says', () => {
  expect(columnWidth('customerName', customerName, screenOf(order, { widths: { customerName: 300 } }), zh)).toBe(300);
});

it('a point in time is never cut, also where the screen declares nothing', () => {
  const { createTime } = order.fields;
  expect(columnWidth('createTime', createTime, screenOf(order), zh)).toBeGreaterThanOrEqual(160);
});

it('says nothing of a name that the screen says nothing of', () => {
  expect(columnWidth('customerName', customerName, screenOf(order), en)).toBeUndefined();
});
