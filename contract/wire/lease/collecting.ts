/** The queue of orders with overdue instalments that the customer pays, and what people say about one of them. */
import { collection, collectionKinds } from '../../modules/lease/collection';
import { choice, date, longText, money } from '../../schema/fields';
import type { Page } from '../../schema/module';
import type { Problems } from '../../schema/validate';
import { type Age, ages } from '../figures';

export const queueUrl = collection.url('queue');
export const standingUrl = collection.url('standing');
export const recordUrl = collection.url('record');
export const assignUrl = collection.url('assign');
export const collectorsUrl = collection.url('collectors');

/** Steps of the queue: those of the ageing report that are overdue. An order is in that of its oldest instalment. */
export const buckets = ages.flatMap((age) => ('from' in age ? [age] : []));
export type Bucket = Exclude<Age, 'notDue'>;
/** Which orders of the queue: those to be worked on, those whose promise waits for its day, those whose promise was broken,
 *  or all. */
export const queueParts = ['open', 'promised', 'broken', 'all'] as const;
export type QueuePart = (typeof queueParts)[number];

/** An order of the queue. Amounts are decimal yuan; null where a data scope hides a field. */
export interface Case {
  orderId: string;
  contractCode: string | null;
  customerId: string | null;
  customerName: string | null;
  tel: string | null;
  bucket: Bucket;
  /** Overdue instalments, and days since the oldest of them was due. */
  rows: number;
  days: number;
  /** What is open of them, without late charges. */
  amount: string;
  lateCharge: string | null;
  assigneeId: string | null;
  assigneeName: string | null;
  /** The latest promise, if it is not replaced. */
  promise: { date: string; amount: string; state: number } | null;
  /** The latest contact. */
  contactKind: number | null;
  contactTime: string | null;
}
export type CasePage = Page<Case>;

/** Orders and what is open of them. */
export interface Standing {
  today: string;
  /** All of the queue: equal to what the plan’s overview says is overdue in this direction. */
  count: number;
  amount: string;
  buckets: { key: Bucket; count: number; amount: string; promisedCount: number; promisedAmount: string }[];
  promised: { count: number; amount: string };
  broken: { count: number; amount: string };
}

/** Longest time ahead of a promise, in days. */
export const promiseDays = 90;

const { [collectionKinds.assignment]: _assigned, ...said } = collection.fields.kind.choices ?? {};
/** What a person enters about an order. */
export const recordFields = {
  kind: {
    ...choice('方式', 'Kind', { [collectionKinds.call]: ['电话', 'Call'] }, { required: true, initial: 1 }),
    choices: said,
  },
  content: longText('内容', 'Note', { maxLength: 500 }),
  promiseDate: date('承诺日期', 'Promised for'),
  promiseAmount: money('承诺金额', 'Promised', { min: 0.01, max: 100_000_000_000 }),
};

/** Problems between the entries; `today` is `yyyy-MM-dd`. A contact says what was said, a promise when and how much. */
export function judgeRecord(draft: Record<string, unknown>): Problems {
  const isEmpty = (name: string) => draft[name] === undefined || draft[name] === null || draft[name] === '';
  const wanted =
    Number(draft.kind) === collectionKinds.promise
      ? (['promiseDate', 'promiseAmount'] as const)
      : (['content'] as const);
  return Object.fromEntries(wanted.flatMap((name) => (isEmpty(name) ? [[name, 'required' as const]] : [])));
}
