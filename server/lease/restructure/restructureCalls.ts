/** Calls by which the unpaid part of an order gets a new plan. */
import Type from 'typebox';
import type { Frequency } from '../../../contract/domain/leasing/codes';
import { methods, type RepayMethod } from '../../../contract/domain/leasing/methods/methods';
import { rentRows } from '../../../contract/domain/leasing/record';
import { isEmpty } from '../../../contract/domain/values';
import { order } from '../../../contract/modules/lease/order';
import { checkVersion } from '../../engine/saving/saving';
import { defineCall } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import {
  amount,
  day,
  freeText,
  id,
  list,
  money,
  oneOf,
  optional,
  shape,
  text,
  whole,
  words,
} from '../../kernel/schemas';
import { refuseBlind } from '../exit/quoting';
import { planRow } from '../terms/planRow';
import { type Asked, askForRestructuring, previewOf, proposed, withdrawRestructuring } from './restructuring';

const asks = {
  fromDate: day(),
  extend: Type.Integer({ minimum: -600, maximum: 600 }),
  yearRate: optional(freeText('新年利率（%）', 'New yearly rate, percent')),
  repayMethod: optional(oneOf(...methods.map(({ number }) => number))),
  frequency: optional(Type.Integer({ minimum: 1, maximum: 4 })),
  dueDay: optional(Type.Integer({ minimum: 1, maximum: 31 })),
  residualRate: optional(freeText('尾款比例（%）', 'Percent of the unpaid principal that stays to the end')),
  rentTable: optional(freeText('租金表的 JSON', 'The rent table as JSON')),
};
interface Sent {
  fromDate: string;
  extend: number;
  yearRate?: string;
  repayMethod?: RepayMethod;
  frequency?: number;
  dueDay?: number;
  residualRate?: string;
  rentTable?: string;
}
function askedOf({ repayMethod, frequency, rentTable, yearRate, residualRate, ...given }: Sent): Asked {
  return {
    ...given,
    yearRate: isEmpty(yearRate) ? null : yearRate!,
    residualRate: isEmpty(residualRate) ? null : residualRate!,
    repayMethod: repayMethod ?? null,
    frequency: (frequency ?? null) as Frequency | null,
    rentTable: rentTable ? rentRows(rentTable) : null,
  };
}

const side = shape({ count: whole(), principal: amount(), rent: amount(), maturity: day() });

async function lockedOrder(cx: Context, id: string, version: string) {
  const [held] = await cx.rows(order).lock([id]);
  if (!held) return refuse('notYours');
  checkVersion(order, held, { version });
  return held;
}
const versioned = { id: id(), version: freeText('订单版本', 'Of the order as it was looked at') };

export const restructureCalls = [
  defineCall({
    method: 'GET',
    path: order.url('restructure-preview'),
    title: ['展期变更试算', 'The plan that a restructuring would make'],
    query: { id: id(), ...asks },
    answer: shape({
      base: day(),
      principal: amount(),
      maturity: day(),
      replaced: list(id()),
      rows: list(planRow),
      before: side,
      after: side,
      explanation: list(text()),
    }),
    permission: 'order_restructure',
    async handle(cx, { input: { id, ...given } }) {
      await refuseBlind(cx);
      const held = (await cx.rows(order).get(id)) ?? refuse('notYours');
      return previewOf(cx, await proposed(cx, held, askedOf(given as Sent)));
    },
  }),
  defineCall({
    method: 'POST',
    path: order.url('restructure'),
    foretells: true,
    title: ['展期变更', 'Give the unpaid part of an order a new plan'],
    body: { ...versioned, ...asks, rent: money(), reason: words(500, '原因', 'Why') },
    answer: Type.Boolean({ description: '是否已办理；false 表示已提交审批 (false: it waits for approval)' }),
    permission: 'order_restructure',
    async handle(cx, { input: { id, version, reason, rent, ...given } }) {
      await refuseBlind(cx);
      const held = await lockedOrder(cx, id, version);
      if (reason.trim() === '') refuse('order.reasonNeeded');
      await cx.approvals.refusePending(order, [held.id]);
      return askForRestructuring(cx, held, { ...askedOf(given as Sent), rent }, reason);
    },
  }),
  defineCall({
    method: 'POST',
    path: order.url('restructure-withdraw'),
    title: ['撤回展期变更', 'The plan goes on as before, while the supplement is not signed'],
    body: { ...versioned, reason: words(500, '原因', 'Why') },
    answer: Type.Literal(true),
    permission: 'order_restructure',
    async handle(cx, { input: { id, version, reason } }) {
      const held = await lockedOrder(cx, id, version);
      if (reason.trim() === '') refuse('order.reasonNeeded');
      await withdrawRestructuring(cx, held, reason);
      return true as const;
    },
  }),
];
