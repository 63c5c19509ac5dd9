import { type Collection, collection } from '../../../contract/modules/lease/collection';
import {
  assignUrl,
  type Bucket,
  buckets,
  collectorsUrl,
  queueParts,
  queueUrl,
  recordUrl,
  standingUrl,
} from '../../../contract/wire/lease/collecting';
import { schemasOf } from '../../engine/callSchemas';
import { defineServerModule, present, type ServerModule, servedIn } from '../../engine/serverModule';
import { defineCall } from '../../kernel/call';
import { refuse } from '../../kernel/errors';
import {
  amount,
  count,
  day,
  done,
  freeText,
  id,
  idList,
  line,
  list,
  moment,
  money,
  nullable,
  oneOf,
  optional,
  pageOf,
  shape,
  text,
  whole,
  words,
} from '../../kernel/schemas';
import { ofCustomer } from '../customer/ofCustomer';
import { queueOf, standingOf } from './queue';
import { assign, collectors, recordContact, type Said } from './recording';

const keys = buckets.map(({ key }) => key) as readonly Bucket[];
/** Most orders of one page of the queue. */
const mostCases = 200;

const oneCase = shape({
  orderId: id(),
  contractCode: nullable(text()),
  customerId: nullable(text()),
  customerName: nullable(text()),
  tel: nullable(text()),
  bucket: oneOf(...keys),
  rows: whole(),
  days: whole(),
  amount: amount(),
  lateCharge: nullable(amount()),
  assigneeId: nullable(text()),
  assigneeName: nullable(text()),
  promise: nullable(shape({ date: day(), amount: amount(), state: whole() })),
  contactKind: nullable(whole()),
  contactTime: nullable(moment()),
});
const sums = { count: whole(), amount: amount() };

export default defineServerModule(collection, {
  table: 'lease_collection',
  list: 'lease_collection_list',
  filters: { customerId: ofCustomer },
  defaultSort: [['id', 'desc']],

  calls: [
    defineCall({
      method: 'GET',
      path: queueUrl,
      title: ['催收队列', 'Orders with overdue instalments that the customer pays'],
      query: {
        current: count(1, 100_000_000),
        size: count(30, mostCases),
        part: optional(oneOf(...queueParts)),
        bucket: optional(oneOf(...keys)),
        assigneeId: optional(line(20, '负责人，0 为未分派', 'Assigned to; 0: to no person')),
        q: optional(line(100, '合同编号、客户或电话的一部分', 'A part of contract no., customer or phone')),
      },
      answer: pageOf(oneCase),
      permission: collection.permission('list'),
      handle(cx, { input: { part = 'open', assigneeId, ...asked } }) {
        if (assigneeId !== undefined && !/^\d{1,19}$/.test(assigneeId)) refuse('badParameter', { name: 'assigneeId' });
        return queueOf(cx, { part, assigneeId, ...asked });
      },
    }),
    {
      method: 'GET',
      path: standingUrl,
      title: ['催收概况', 'What the collection queue comes to, by days overdue'],
      answer: shape({
        today: day(),
        ...sums,
        buckets: list(shape({ key: oneOf(...keys), ...sums, promisedCount: whole(), promisedAmount: amount() })),
        promised: shape(sums),
        broken: shape(sums),
      }),
      permission: collection.permission('list'),
      handle: standingOf,
    },
    {
      method: 'GET',
      path: collectorsUrl,
      title: ['可分派的人员', 'People who work at the collection desk'],
      answer: list(shape({ id: id(), name: text() })),
      permission: 'collection_assign',
      handle: collectors,
    },
    defineCall({
      method: 'POST',
      path: recordUrl,
      title: ['登记催收', 'Record a contact with the customer, or a promise to pay'],
      body: {
        orderId: id(),
        kind: oneOf(1, 2, 3, 4, 5),
        content: optional(words(undefined, '内容', 'What was said')),
        promiseDate: optional(freeText('承诺日期', 'Of a promise, `yyyy-MM-dd`')),
        promiseAmount: optional(money()),
      },
      answer: schemasOf(collection).detail,
      permission: 'collection_record',
      async handle(cx, { input: { orderId, kind, content, promiseDate, promiseAmount } }) {
        const said: Said = {
          kind,
          content: content ?? null,
          promiseDate: promiseDate ?? null,
          promiseAmount: promiseAmount ?? null,
        };
        const { id: made } = await recordContact(cx, orderId, said);
        const row = (await cx.rows(collection).get(made)) as Collection;
        return present(servedIn(cx, collection.name) as ServerModule, cx, row);
      },
    }),
    defineCall({
      method: 'POST',
      path: assignUrl,
      title: ['分派催收', 'Say who works on orders from now on'],
      body: {
        orderIds: idList(500),
        assigneeId: optional(id('负责人；不填则收回', 'Who works on them; empty: taken back')),
        content: optional(words(500)),
      },
      answer: done,
      permission: 'collection_assign',
      async handle(cx, { input: { orderIds, assigneeId = null, content = null } }) {
        await assign(cx, { orderIds, assigneeId, content });
        return true;
      },
    }),
  ],
});
