/** The calls of a voucher's confirmation. */
import Type from 'typebox';
import { awaitingContract, voucherReview } from '../../../contract/domain/lifecycle/orderStates';
import { type Order, order } from '../../../contract/modules/lease/order';
import { confirmVoucherUrl, voucherLimits, voucherUrl } from '../../../contract/wire/lease/voucher';
import { defineCall } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import {
  amount,
  day,
  freeText,
  id,
  idList,
  line,
  list,
  nullable,
  oneOf,
  optional,
  shape,
  text,
  whole,
  words,
} from '../../kernel/schemas';
import { voucherView } from './confirming';
import { moveByPerson } from './moving';
import { reviewedSlips } from './slips';

/**
 * Confirming a voucher confirms what the person saw: `pictureIds`, and the `version` of the order, which every change
 * of a voucher raises. Clients of the family send neither.
 */
export async function checkLookedAt(cx: Context, held: Order, looked: string[], version?: string): Promise<void> {
  if (version && version !== String(held.version)) refuse('order.voucherChanged');
  const vouchers = await reviewedSlips(cx, held.id);
  if (looked.length === 0) return;
  if (vouchers.length !== looked.length || vouchers.some(({ id }) => !looked.includes(id)))
    refuse('order.voucherChanged');
}

export const voucherCalls = [
  defineCall({
    method: 'GET',
    path: voucherUrl,
    title: ['待确认的打款凭证', 'The voucher of an order, as its reviewer looks at it'],
    query: { id: id() },
    answer: shape({
      expected: optional(amount()),
      version: whole(),
      slips: list(shape({ id: id(), name: text(), link: text() })),
      proposed: shape({ amount: text(), date: day(), payer: text(), serial: text() }),
      isRead: Type.Boolean(),
      usedBy: list(shape({ by: oneOf('picture', 'serial'), orderId: nullable(id()), name: nullable(text()) })),
      isOwn: Type.Boolean(),
      lowersOrder: Type.Boolean(),
    }),
    permission: 'order_voucher',
    async handle(cx, { input }) {
      return voucherView(cx, (await cx.rows(order).get(input.id)) ?? refuse('notYours'));
    },
  }),
  defineCall({
    method: 'POST',
    path: confirmVoucherUrl,
    foretells: true,
    title: ['确认打款凭证', 'Confirm the voucher of an order, with what came in'],
    body: {
      id: id(),
      version: optional(freeText('确认时所见的版本', 'Of the order as it was looked at')),
      pictureIds: idList(),
      amount: optional(freeText('实收金额，缺省为订单金额', 'Decimal yuan; all of it unless told')),
      date: optional(freeText('到账日期，缺省为今天', '`yyyy-MM-dd`; today unless told')),
      payer: optional(line(voucherLimits.payer, '付款人', 'Payer')),
      serial: optional(line(voucherLimits.serial, '银行流水号', 'Serial number of the bank')),
      reason: optional(words(500, '金额不一致或凭证重复时必填', 'Needed where something differs')),
    },
    answer: Type.Boolean({ description: '是否已确认；false 表示已提交审批 (false: it waits for approval)' }),
    permission: 'order_voucher',
    async handle(cx, { input: { id, version, pictureIds, reason = '', ...given } }) {
      const [held] = await cx.rows(order).lock([id]);
      if (!held) return refuse('notYours');
      if (held.businessStatus === voucherReview) await checkLookedAt(cx, held, pictureIds, version);
      const voucher = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      const moved = await moveByPerson(cx, held, awaitingContract, { reason, pictureIds, voucher });
      return moved.businessStatus === awaitingContract;
    },
  }),
];
