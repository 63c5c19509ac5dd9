/** Calls by which people change what contracts hold fast, and give money back. */
import Type from 'typebox';
import { order } from '../../../contract/modules/lease/order';
import { checkVersion } from '../../engine/saving/saving';
import { defineCall } from '../../kernel/call';
import { refuse } from '../../kernel/errors';
import { freeText, id, line, optional, words } from '../../kernel/schemas';
import { type Account, accountFields, askForChange } from './account';
import { returnMoney } from './refund';

export const accountCalls = [
  defineCall({
    method: 'POST',
    path: order.url('change-account'),
    foretells: true,
    title: [
      '变更账户或起租日',
      'Change the account or the start of an order; a second person decides once contracts are out',
    ],
    body: {
      id: id(),
      version: freeText('订单版本', 'Of the order as it was looked at'),
      bankCardCode: optional(line(32, '新账号', 'New account number')),
      bankName: optional(line(64, '新开户行', 'New bank')),
      interestDate: optional(freeText('新起租日', 'New start, `yyyy-MM-dd`')),
      reason: words(500, '变更原因', 'Why'),
    },
    answer: Type.Boolean({ description: '是否已变更；false 表示已提交审批 (false: it waits for approval)' }),
    permission: order.permission('update'),
    async handle(cx, { input: { id, version, reason, ...given } }) {
      const [held] = await cx.rows(order).lock([id]);
      if (!held) return refuse('notYours');
      checkVersion(order, held, { version });
      const next = Object.fromEntries(
        accountFields.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
      ) as Account;
      return askForChange(cx, held, next, reason);
    },
  }),
  defineCall({
    method: 'POST',
    path: order.url('refund'),
    foretells: true,
    title: ['确认退款', 'The money of a cancelled order was returned'],
    body: {
      id: id(),
      version: optional(freeText('订单版本', 'Of the order as it was looked at')),
      reason: optional(words(500, '说明', 'Remark')),
    },
    answer: Type.Boolean({ description: '是否已确认；false 表示已提交审批 (false: it waits for approval)' }),
    permission: 'order_refund',
    async handle(cx, { input: { id, version, reason = '' } }) {
      const [held] = await cx.rows(order).lock([id]);
      if (!held) return refuse('notYours');
      // The person has confirmed an amount and an account.
      if (version) checkVersion(order, held, { version });
      return returnMoney(cx, id, reason);
    },
  }),
];
