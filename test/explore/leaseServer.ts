/** The lease business of the explorer's server: orders and instalments of each person. */
import { order } from '../../contract/modules/lease/order';
import { paymentPlan } from '../../contract/modules/lease/paymentPlan';
import type { Call } from '../../src/world/world';
import { markOf, type Person } from './people';

export interface OrderRow {
  id: string;
  version: number;
  remark: string | null;
  [field: string]: unknown;
}
interface Instalment {
  id: string;
  payStatus: number;
  [field: string]: unknown;
}
/** What the server says: data, or a refusal with its reason. */
export type Verdict = { data: unknown } | { refused: number; msg: string; reason?: string };

export const offered = {
  id: '3',
  productName: 'a',
  amountPer: '10000.00',
  deadline: 365,
  yearRate: '7',
  getType: 0,
  dayCount: 0,
};
export const customerRow = { id: '7', realName: 'a', tel: '13900000007', kycStatus: 1 };

export function leaseServer(nextId: () => number) {
  const orders = new Map<Person, OrderRow[]>();
  const instalments = new Map<Person, Instalment[]>();
  const made = <T>(all: Map<Person, T[]>, person: Person, make: (at: number) => T, count: number): T[] => {
    const own = all.get(person) ?? Array.from({ length: count }, (_, at) => make(at + 1));
    all.set(person, own);
    return own;
  };
  const ordersOf = (person: Person) =>
    made(
      orders,
      person,
      (at): OrderRow => ({
        ...offered,
        id: `${person === 'li' ? 1 : 2}${at}`,
        version: 1,
        businessStatus: 0,
        contractCode: null,
        customerId: '7',
        customerName: 'a',
        productId: '3',
        totalAmount: '310000.00',
        tel: '13900000007',
        bankCardCode: '6222021234567890128',
        bankName: 'a',
        interestDate: '2026-12-01',
        remark: markOf(person),
      }),
      2,
    );
  const instalmentsOf = (person: Person) =>
    made(
      instalments,
      person,
      (at): Instalment => ({
        id: `${person === 'li' ? 5 : 6}${at}`,
        orderId: '11',
        contractCode: markOf(person),
        customerName: 'a',
        currentPeriods: at,
        totalPeriods: 12,
        paymentDate: '2026-01-05',
        rent: '100.10',
        principal: '0.00',
        amountPayable: '100.10',
        openAmount: '100.10',
        lateOpen: '0.00',
        direction: 1,
        payStatus: 0,
        isFrozen: 0,
        overdueDays: 0,
        businessStatus: 6,
        bankName: 'a',
        bankCardCode: '6299001234567890',
      }),
      3,
    );

  const pay = (person: Person, query: Record<string, unknown>): Verdict => {
    const ids = String(query.ids).split(',');
    const rows = instalmentsOf(person).filter(({ id }) => ids.includes(id));
    const offenders = rows.filter(({ payStatus }) => payStatus !== 0).map(({ id }) => ({ id, reason: 'paid' }));
    if (!query.dryRun && offenders.length > 0) return { refused: 400, msg: 'already paid' };
    if (!query.dryRun) for (const row of rows) row.payStatus = 1;
    const batchNo = query.dryRun ? null : `B${nextId()}`;
    const more = { trial: `trial ${ids.join()}`, offenders, needsReason: [], settles: [], overdue: 0 };
    return { data: { batchNo, direction: 1, count: ids.length, totalAmount: '100.10', ...more } };
  };
  const write = (person: Person, { url, body }: Call): Verdict => {
    const own = ordersOf(person);
    const sent = body as OrderRow;
    if (url === order.url('add')) {
      const row = { ...ordersOf(person)[0], ...sent, id: `9${nextId()}`, version: 1 };
      own.push(row);
      return { data: { ...row } };
    }
    const row = own.find(({ id }) => id === sent.id);
    if (!row) return { refused: 404, msg: 'no such order' };
    if (row.version !== Number(sent.version)) return { refused: 409, msg: 'changed by others', reason: 'stale' };
    Object.assign(row, sent, { version: row.version + 1 });
    return { data: { ...row } };
  };

  return {
    ordersOf,
    instalmentsOf,
    /** Another clerk changes an order. */
    change(person: Person, at: number) {
      const own = ordersOf(person);
      const row = own[at % own.length]!;
      Object.assign(row, { version: row.version + 1, bankName: `b${row.version}` });
    },
    /** Whether the call changes something, under a key of its own. */
    isWrite: ({ method, url, query = {} }: Call) =>
      method === 'POST' && (url.startsWith(order.url('')) || url === paymentPlan.url('updateBat')) && !query.dryRun,
    /** Undefined for a call of another business. */
    serve(person: Person, call: Call): Verdict | undefined {
      const { url, method, query = {} } = call;
      if (url === paymentPlan.url('updateBat')) return pay(person, query);
      if (url === paymentPlan.url('calendar')) return { data: [] };
      if (url === paymentPlan.url('overview')) return { data: { directions: [1], sides: [] } };
      if (url === paymentPlan.url('list')) {
        const rows = instalmentsOf(person).filter(
          ({ payStatus }) => payStatus === 0 && !('paymentDate_datelt' in query),
        );
        return { data: { records: rows.map((row) => ({ ...row })), total: rows.length } };
      }
      if (url === order.url('detail')) {
        const row = ordersOf(person).find(({ id }) => id === query.id);
        return row ? { data: { ...row } } : { refused: 404, msg: 'no such order' };
      }
      if (method === 'POST' && url.startsWith(order.url(''))) return write(person, call);
      if (url.endsWith('/history')) return { data: [] };
      if (method === 'GET' && /\/(page|list)$/.test(url)) return { data: { records: [], total: 0 } };
      return undefined;
    },
  };
}
