/** Which way the money of a report flows: figures of both directions are never added up. */
import { directionTexts } from '../../domain/lifecycle/direction';
import { choice } from '../../schema/fields';

/** Without a value: the only direction that running orders have, or payments by the company. */
export const direction = choice('资金方向', 'Direction', directionTexts, {
  note: {
    zh: '不选时，履约中的订单只有一个方向则按该方向统计，否则按公司付款统计',
    en: 'Without a choice: the direction of all running orders, or “Company pays” where they have both',
  },
});
