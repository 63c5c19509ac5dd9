/** What is sold in the demo portfolio, and the dates of each order. */
import { addDays, addMonths, weekday } from '../../../contract/domain/calendar';
import { frequencies } from '../../../contract/domain/leasing/codes';
import { getTypeOf, repayMethods } from '../../../contract/domain/leasing/methods/methods';
import { methodOf, type TermRecord } from '../../../contract/domain/leasing/record';
import { type Direction, directions } from '../../../contract/domain/lifecycle/direction';
import {
  active,
  awaitingContract,
  awaitingStart,
  awaitingVoucher,
  cancelled,
  draft,
  matured,
  settled,
  signing,
  terminated,
  terminating,
  voucherReview,
} from '../../../contract/domain/lifecycle/orderStates';
import type { Product } from '../../../contract/modules/lease/product';
import type { Dice } from './dice';

export interface Goods extends Pick<Product, 'productName' | 'productCode' | 'amountPer'>, TermRecord {
  yearRate: string;
  deadline: number;
  getType: 0 | 1;
  direction: Direction;
  /** Late charges: percent a day, days of grace, and percent of the instalment at most. */
  lateRate?: string;
  lateGraceDays?: number;
  lateCapRate?: string;
}

/** Sold to customers, whom the company pays. */
const sold = [
  {
    productName: '稳盈租 360',
    productCode: 'WYZ360',
    deadline: 360,
    amountPer: '10000.00',
    getType: 0,
    yearRate: '7.2',
  },
  {
    productName: '设备通 365',
    productCode: 'SBT365',
    deadline: 365,
    amountPer: '50000.00',
    getType: 0,
    yearRate: '6.5',
  },
  {
    productName: '云仓租 180',
    productCode: 'YCZ180',
    deadline: 180,
    amountPer: '10000.00',
    getType: 1,
    yearRate: '5.85',
  },
  {
    productName: '车辆租 720',
    productCode: 'CLZ720',
    deadline: 720,
    amountPer: '20000.00',
    getType: 0,
    yearRate: '8.4',
  },
  { productName: '短租宝 90', productCode: 'DZB90', deadline: 90, amountPer: '10000.00', getType: 0, yearRate: '4.5' },
  {
    productName: '惠农租 365',
    productCode: 'HNZ365',
    deadline: 365,
    amountPer: '5000.00',
    getType: 1,
    yearRate: '5.2',
  },
] as const;

/** Leased to customers, who pay the company. */
const leased = [
  {
    productName: '设备直租 12 期',
    productCode: 'SBZ12',
    deadline: 365,
    amountPer: '50000.00',
    yearRate: '8.8',
    repayMethod: repayMethods.annuity.number,
    feeRate: '1',
  },
  {
    productName: '车辆直租 24 期',
    productCode: 'CLZ24',
    deadline: 730,
    amountPer: '20000.00',
    yearRate: '9.6',
    repayMethod: repayMethods.equalPrincipal.number,
  },
  {
    productName: '售后回租 季付',
    productCode: 'SHZ4',
    deadline: 365,
    amountPer: '100000.00',
    yearRate: '7.5',
    repayMethod: repayMethods.flat.number,
    frequency: frequencies.quarterly,
  },
] as const;

export const [steady, equipment, depot, vehicles, short, farming] = sold.map(
  (article): Goods => ({
    ...article,
    repayMethod: methodOf(article),
    direction: directions.payout,
  }),
) as [Goods, Goods, Goods, Goods, Goods, Goods];
export const [machines, cars, leaseback] = leased.map(
  (article): Goods => ({
    ...article,
    getType: getTypeOf(article.repayMethod),
    direction: directions.collect,
    lateRate: '0.05',
    lateGraceDays: 5,
    lateCapRate: '20',
  }),
) as [Goods, Goods, Goods];
/** In the order they were added; the last one is withdrawn. */
export const goods: readonly Goods[] = [
  ...[machines, cars, leaseback],
  ...[steady, equipment, depot, vehicles, short, farming],
];

/** Orders of the product that is withdrawn are older than this many days. */
export const withdrawnDays = 150;

export const historyDays = 600;

export const shareCounts = [1, 2, 3, 3, 5, 5, 6, 8, 10, 10, 12, 15, 20, 30, 50];

/** How many customers there are, and how many of them have ever ordered. */
export const [customers, buyers] = [60, 56];

/** The days of one order's steps. Steps it has not reached are missing. */
export interface Plot {
  status: number;
  goods: Goods;
  created: string;
  voucher?: string;
  confirmed?: string;
  sent?: string;
  /** Day the last contract was signed. */
  signed?: string;
  /** Rent start. */
  start?: string;
  /** Unpaid instalments past their due day. */
  owing?: number;
  /** The oldest of them is paid in part. */
  isPartly?: true;
  /** The last instalment was paid with more than it needed. */
  isOverpaid?: true;
  /** Day of an early exit. */
  exit?: string;
  /** The state of the contracts of an order in signing. */
  papers?: 'waiting' | 'half' | 'expired' | 'resent' | 'rejected';
}

/** Staff work from Monday to Friday: work on a weekend is moved to the Friday before. */
export function workday(day: string): string {
  return addDays(day, -Math.max(0, weekday(day) - 5));
}

export function plotOrders(today: string, dice: Dice): Plot[] {
  const before = (day: string, from: number, to: number) => workday(addDays(day, -dice.whole(from, to)));
  const onSale = [steady, steady, equipment, depot, vehicles, vehicles, short] as const;
  const sent = (status: number, article: Goods, day: string): Plot => {
    const voucher = before(day, 0, 1);
    return { status, goods: article, created: before(voucher, 1, 4), voucher, confirmed: day, sent: day };
  };
  const started = (status: number, article: Goods, start: string, more: Partial<Plot> = {}): Plot => {
    const signed = addDays(start, -dice.whole(0, 2));
    return { ...sent(status, article, before(signed, 1, 3)), signed, start, ...more };
  };
  /** A first day whose due day, some months later, is that one; a short month may rule out the nearest. */
  const startFor = (due: string, months: number): string => {
    for (let n = months; n > 0; n--) if (addMonths(addMonths(due, -n), n) === due) return addMonths(due, -n);
    return addMonths(due, -1);
  };
  const many = (count: number, plot: (i: number) => Plot): Plot[] => Array.from({ length: count }, (_, i) => plot(i));
  const yesterday = workday(addDays(today, -1));
  const lately = (i: number) => before(yesterday, i % 4, 4 + (i % 5));

  const running = (i: number): Plot => {
    const monthly = [steady, equipment, vehicles] as const;
    if (i < 2) return started(active, monthly[i]!, startFor(today, 4 + i));
    if (i < 4) return started(active, i === 2 ? depot : short, addDays(today, i === 2 ? -180 : -90));
    if (i < 10) return started(active, monthly[i % 3]!, startFor(addDays(today, i - 3), 2 + (i % 7)));
    if (i < 16)
      return started(active, monthly[i % 3]!, addDays(today, -dice.whole(75, 300)), { owing: i === 15 ? 2 : 1 });
    const article = i % 16 === 0 ? farming : onSale[i % onSale.length]!;
    const youngest = article === farming ? withdrawnDays + 20 : 2;
    const oldest = Math.min(article.deadline - 2, historyDays - 25);
    return started(active, article, addDays(today, -dice.whole(youngest, oldest)));
  };
  /** Customers who pay: most in time, some late or in part. */
  const collected = (i: number): Plot => {
    const article = ([machines, cars, machines, leaseback] as const)[i % 4]!;
    if (i < 2) return started(active, article, startFor(today, 3 + i));
    if (i < 4) return started(active, article, startFor(addDays(today, i), 3), i === 2 ? { isOverpaid: true } : {});
    const start = addDays(today, -dice.whole(100, 300));
    if (i < 10) return started(active, article, start, { owing: i < 8 ? 1 : 2, ...(i % 2 ? { isPartly: true } : {}) });
    return started(active, article, start);
  };
  const finished = (i: number): Plot => {
    const article = ([steady, short, depot, equipment, short, farming] as const)[i % 6]!;
    return started(
      settled,
      article,
      addDays(today, -article.deadline - dice.whole(8, historyDays - 30 - article.deadline)),
    );
  };
  /** A customer who left between two instalments. */
  const leaving = (status: number, last: string, months: number): Plot => {
    // the 28th and earlier exist in every month
    const due = Number(last.slice(8)) > 28 ? `${last.slice(0, 8)}28` : last;
    return started(status, months > 6 ? vehicles : steady, addMonths(due, -months), { exit: addDays(due, 14) });
  };

  return [
    ...many(8, (i) => ({ status: draft, goods: onSale[i % 7]!, created: lately(i) })),
    ...many(8, (i) => ({ status: awaitingVoucher, goods: onSale[(i + 2) % 7]!, created: lately(i) })),
    ...many(6, (i) => {
      const voucher = lately(i);
      return { status: voucherReview, goods: onSale[(i + 1) % 7]!, voucher, created: before(voucher, 1, 3) };
    }),
    ...many(6, (i) => ({ ...sent(awaitingContract, onSale[(i + 4) % 7]!, lately(i)), sent: undefined })),
    ...(['waiting', 'half', 'expired', 'resent', 'rejected', 'waiting', 'half'] as const).map((papers, i) => {
      const day = papers === 'expired' ? before(yesterday, 9, 11) : before(yesterday, 0, 1);
      return { ...sent(signing, onSale[(i + 3) % 7]!, day), papers };
    }),
    ...many(6, (i) => {
      const signed = before(yesterday, 0, 3);
      const start = addDays(today, 2 + 2 * i);
      return { ...sent(awaitingStart, onSale[i % 7]!, before(signed, 1, 3)), signed, start };
    }),
    ...many(66, running),
    ...many(5, (i) => {
      const article = ([short, steady, depot, equipment, short] as const)[i]!;
      return started(matured, article, addDays(today, -article.deadline - 3 - 8 * i), { owing: 1 });
    }),
    ...many(34, finished),
    ...many(2, (i) => ({ status: awaitingVoucher, goods: i === 0 ? machines : cars, created: lately(i + 3) })),
    ...many(2, (i) => {
      const signed = before(yesterday, 0, 3);
      const start = addDays(today, 3 + 4 * i);
      return { ...sent(awaitingStart, i === 0 ? leaseback : machines, before(signed, 1, 3)), signed, start };
    }),
    ...many(20, collected),
    ...many(3, (i) => {
      const start = addDays(today, -380 - 30 * i);
      return started(settled, i === 1 ? leaseback : machines, start, i === 0 ? { isOverpaid: true } : {});
    }),
    ...many(2, (i) => leaving(terminating, addDays(today, -8), 3 + 5 * i)),
    ...many(3, (i) => leaving(terminated, addDays(today, -40 - 55 * i), 4 + 2 * i)),
    ...many(9, (i) => ({
      status: cancelled,
      goods: onSale[i % 7]!,
      created: before(today, 20 + 30 * i, 45 + 30 * i),
    })),
  ];
}
