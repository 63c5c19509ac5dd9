/**
 * A believable portfolio for an empty installation, so that every screen has something to show on the first day. All
 * people and companies are invented, and none of their numbers can belong to anybody: phones are in a range that is not
 * given out, cards fail their own check digit, papers name a region that does not exist.
 *
 * The same clock gives the same portfolio. The orders are lived through in memory, move by move, by the rules of the
 * business, and written in bulk in one transaction.
 */
import { crc32, deflateSync } from 'node:zlib';
import { sql } from 'kysely';
import { addDays, addMonths, businessDate, dateTime, daysBetween, weekday } from '../contract/calendar';
import { mandatoryContracts, wordOf } from '../contract/dictionaries';
import type { Module } from '../contract/kit';
import { maskCard, maskIdentity } from '../contract/mask';
import { customer } from '../contract/modules/customer';
import { fascContract } from '../contract/modules/fascContract';
import { order } from '../contract/modules/order';
import { paymentPlan } from '../contract/modules/paymentPlan';
import { picture, voucherPicType } from '../contract/modules/picture';
import { product } from '../contract/modules/product';
import { sum, times } from '../contract/money';
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
} from '../contract/orderStates';
import { basisOf, periodsOf, schedule, settlement, type Terms } from '../contract/schedule';
import { contextOf } from './api';
import { changesBetween } from './audit';
import type { Deps } from './context';
import type { Trx } from './database';
import { type ContractDoc, type ContractType, renderContract } from './esign/pdf';
import type { Attach } from './files';
import { snake } from './rows';
import type { Secrets } from './secrets';

const tenantId = '000000';
const system = '系统';
const [sales, partner, paperwork, finance] = ['林予墨', '周启岚', '沈知遥', '顾西洲'] as const;

// ---- chance

/** Random numbers that come out the same each time (mulberry32). */
const throwDice = (seed: number) => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  /** A whole number, both ends included. */
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    whole,
    pick: <T>(list: readonly T[]): T => list[whole(0, list.length - 1)]!,
    digits: (count: number): string => Array.from({ length: count }, () => whole(0, 9)).join(''),
    /** A time of that day, between two full hours. */
    time: (day: string, fromHour: number, toHour: number): string => {
      const second = whole(fromHour * 3600, toHour * 3600 - 1);
      const parts = [second / 3600, (second / 60) % 60, second % 60];
      return `${day} ${parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')}`;
    },
  };
};
type Dice = ReturnType<typeof throwDice>;

// ---- invented parties

const houses = '岚澈 屿白 砚川 拾穗 云栎 沐柠 青磬 栖禾 远黛 鹿笙 临溪 若木 听澜 半夏 星芜 松间 晴野 望舒 朴石 棠梨'.split(' ');
const trades = '物流 机械 冷链 新材料 包装 印务 农机 建材 医疗器械 仓储 汽车服务 食品'.split(' ');
const families = [...'林沈陆苏程宋顾许叶简温江白秦骆舒'];
const givens = '知夏 亦舟 念安 清越 以宁 书白 听雨 景行 星野 若溪 怀瑾 予安 乐川 初晴 思远 云开'.split(' ');
const banks = ['青屿农商银行', '澄湾商业银行', '北栀银行', '远岫城市银行', '云汀村镇银行'];

const weighted = (text: string, weights: readonly number[], alphabet: string): number =>
  [...text].reduce((total, c, i) => total + alphabet.indexOf(c) * weights[i]!, 0);

/** Papers whose check characters are right and whose region, 990000, is nobody's. */
const identityNo = (dice: Dice): string => {
  const month = String(dice.whole(1, 12)).padStart(2, '0');
  const day = String(dice.whole(1, 28)).padStart(2, '0');
  const body = `990000${dice.whole(1966, 2001)}${month}${day}${dice.digits(3)}`;
  const check = weighted(body, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2], '0123456789') % 11;
  return body + '10X98765432'[check];
};
const creditCode = (dice: Dice): string => {
  const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
  const body = dice.digits(8);
  const own = (11 - (weighted(body, [3, 7, 9, 10, 5, 8, 4, 2], alphabet) % 11)) % 11;
  const code = `91990000${body}${own === 10 ? 'X' : own}`;
  const check = weighted(code, [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28], alphabet) % 31;
  return code + alphabet[(31 - check) % 31];
};
/** Nineteen digits that look like a card; the last is one above what the Luhn sum asks for. */
const cardNo = (dice: Dice): string => {
  const body = `629900${dice.digits(12)}`;
  const luhn = [...body].reverse().reduce((total, c, i) => {
    const n = Number(c) * (i % 2 === 0 ? 2 : 1);
    return total + (n > 9 ? n - 9 : n);
  }, 0);
  return `${body}${(11 - (luhn % 10)) % 10}`;
};
/** 154 0… is no range of any operator. */
const phoneNo = (dice: Dice): string => `1540${dice.digits(7)}`;

// ---- the book: rows as they come to be, and what their history says

interface Held extends Record<string, unknown> {
  id: string;
  version: number;
}
interface Note {
  at: string;
  by: string;
  action?: string;
  reason?: string;
}
interface Entry extends Required<Note> {
  module: Module;
  row: Held;
  changes: object[];
}

const openBook = (newId: () => string) => {
  const tables = new Map<string, Held[]>();
  const entries: Entry[] = [];
  const rowsIn = (table: string): Held[] => {
    if (!tables.has(table)) tables.set(table, []);
    return tables.get(table)!;
  };
  return {
    tables,
    entries,
    put(table: string, values: Record<string, unknown>): Held {
      const row = { id: newId(), version: 1, ...values };
      rowsIn(table).push(row);
      return row;
    },
    add(module: Module, table: string, values: Record<string, unknown>, { at, by, action = 'add' }: Note): Held {
      const row = this.put(table, { ...values, createTime: at, updateTime: at });
      entries.push({ module, row, at, by, action, reason: '', changes: changesBetween(module, undefined, row) });
      return row;
    },
    change(module: Module, row: Held, change: Record<string, unknown>, note: Note): void {
      const before = { ...row };
      Object.assign(row, change, { version: row.version + 1, updateTime: note.at });
      const changes = changesBetween(module, before, row);
      entries.push({ action: 'update', reason: '', ...note, module, row, changes });
    },
  };
};
type Book = ReturnType<typeof openBook>;

// ---- what is on sale

const goods = [
  { productName: '稳盈租 360', productCode: 'WYZ360', deadline: 360, amountPer: '10000.00', getType: 0, yearRate: '7.2' },
  { productName: '设备通 365', productCode: 'SBT365', deadline: 365, amountPer: '50000.00', getType: 0, yearRate: '6.5' },
  { productName: '云仓租 180', productCode: 'YCZ180', deadline: 180, amountPer: '10000.00', getType: 1, yearRate: '5.85' },
  { productName: '车辆租 720', productCode: 'CLZ720', deadline: 720, amountPer: '20000.00', getType: 0, yearRate: '8.4' },
  { productName: '短租宝 90', productCode: 'DZB90', deadline: 90, amountPer: '10000.00', getType: 0, yearRate: '4.5' },
  { productName: '惠农租 365', productCode: 'HNZ365', deadline: 365, amountPer: '5000.00', getType: 1, yearRate: '5.2' },
] as const;
type Goods = (typeof goods)[number];
const [steady, equipment, depot, vehicles, short, farming] = goods;
/** The last one is no longer sold: its orders are older than this many days. */
const withdrawnDays = 150;
const historyDays = 600;

// ---- what happens to each order

/** The days on which one order's steps are taken. Steps it has not reached are missing. */
interface Plot {
  status: number;
  goods: Goods;
  created: string;
  voucher?: string;
  confirmed?: string;
  sent?: string;
  /** Day the last paper was signed. */
  signed?: string;
  /** Rent start. */
  start?: string;
  /** Instalments past their day that nobody has paid. */
  owing?: number;
  /** Day of an early exit. */
  exit?: string;
}

/** Staff work from Monday to Friday: what falls on a weekend is done on the Friday before. */
const workday = (day: string): string => addDays(day, -Math.max(0, weekday(day) - 5));

const plotOrders = (today: string, dice: Dice): Plot[] => {
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
  /** A first day whose due day, some months on, is that one; the end of a short month may forbid the nearest. */
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
  const finished = (i: number): Plot => {
    const article = ([steady, short, depot, equipment, short, farming] as const)[i % 6]!;
    return started(settled, article, addDays(today, -article.deadline - dice.whole(8, historyDays - 30 - article.deadline)));
  };
  /** Somebody who left between two instalments. */
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
    ...many(7, (i) => sent(signing, onSale[(i + 3) % 7]!, before(yesterday, 1, 4))),
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
    ...many(2, (i) => leaving(terminating, addDays(today, -8), 3 + 5 * i)),
    ...many(3, (i) => leaving(terminated, addDays(today, -40 - 55 * i), 4 + 2 * i)),
    ...many(9, (i) => ({
      status: cancelled,
      goods: onSale[i % 7]!,
      created: before(today, 20 + 30 * i, 45 + 30 * i),
    })),
  ];
};

// ---- living through them

const reasonsToCancel = ['客户资金安排有变', '客户改选其他产品', '超过约定时间未打款', '设备采购计划取消'];
const remarks = ['老客户续签', '展会客户', '由门店推荐', '需寄送纸质回单', '客户要求每月 15 日前电话提醒'];

/** A payment to be made: which row, of which order, on which day, and what the order does when it is paid. */
interface Due {
  day: string;
  row: Held;
  held: Held;
  ends?: () => { change: Record<string, unknown>; action: string };
}

const writeBook = (deps: Deps, provider: string, today: string): Book => {
  const dice = throwDice(20_260_101);
  const book = openBook(deps.newId);
  const { secrets } = deps;
  const counts = new Map<string, number>();
  const number = (name: string, day: string): string => {
    const key = `${name} ${day}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return `${name}${day.replaceAll('-', '')}${String(counts.get(key)).padStart(6, '0')}`;
  };

  const opening = addDays(today, -historyDays - 20);
  const shelf = goods.map((article, i) =>
    book.add(
      product,
      'lease_product',
      { ...article, dayCount: 0, periods: periodsOf(article.deadline, article.getType), status: 1 },
      { at: dice.time(addDays(opening, i), 9, 17), by: sales },
    ),
  );
  book.change(product, shelf.at(-1)!, { status: 0, note: '2 期资金已满，停止新增' }, {
    at: dice.time(workday(addDays(today, -withdrawnDays)), 9, 17),
    by: sales,
  });

  const clients: Held[] = [];
  const meet = (at: string, isChecked: boolean): Held => {
    const i = clients.length;
    const isCompany = i % 5 < 3;
    const name = isCompany
      ? `${houses[i % houses.length]}${trades[(i * 5) % trades.length]}有限公司`
      : `${families[i % families.length]}${givens[(i * 7) % givens.length]}`;
    const idNo = isCompany ? creditCode(dice) : identityNo(dice);
    const client = book.add(
      customer,
      'lease_customer',
      {
        realName: name,
        tel: phoneNo(dice),
        openId: `o_demo_${String(i).padStart(3, '0')}_${dice.digits(12)}`,
        idType: isCompany ? 2 : 1,
        idNo,
        kycStatus: isChecked ? 1 : 0,
        remark: i % 9 === 4 ? dice.pick(remarks) : null,
      },
      { at, by: dice.pick([sales, partner]) },
    );
    clients.push(client);
    return client;
  };

  const dues: Due[] = [];
  const plots = plotOrders(today, dice)
    .map((plot) => ({ plot, at: dice.time(plot.created, 10, 12) }))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  let inSigning = 0;

  for (const [i, { plot, at }] of plots.entries()) {
    const isNew = clients.length < Math.ceil(((i + 1) * 56) / plots.length);
    const client = isNew ? meet(`${at.slice(0, 11)}09${at.slice(13)}`, plot.status > draft) : dice.pick(clients);
    const article = shelf[goods.indexOf(plot.goods)]!;
    const { deadline, yearRate, getType, amountPer, productName } = plot.goods;
    const dayCount = basisOf(deadline);
    const totalAmount = times(amountPer, dice.pick([1, 2, 3, 3, 5, 5, 6, 8, 10, 10, 12, 15, 20, 30, 50]));
    const by = dice.pick([sales, partner]);
    const hasAccount = plot.status !== draft || i % 2 === 0;
    const held = book.add(
      order,
      'lease_order',
      {
        customerId: client.id,
        customerName: client.realName,
        tel: client.tel,
        productId: article.id,
        productName,
        deadline,
        totalAmount,
        amountPer,
        yearRate,
        getType,
        dayCount,
        bankCardCode: hasAccount ? cardNo(dice) : null,
        bankName: hasAccount ? dice.pick(banks) : null,
        businessStatus: draft,
        pzsfqr: 0,
        prqy: 0,
        qyqy: 0,
        remark: i % 11 === 0 ? dice.pick(remarks) : null,
        // a start that is later than the papers' own was agreed at the beginning
        interestDate: plot.start && plot.signed && plot.start > plot.signed ? plot.start : null,
      },
      { at, by },
    );
    const move = (to: number, note: Note, more: Record<string, unknown> = {}) =>
      book.change(order, held, { ...more, businessStatus: to, statusReason: note.reason ?? null }, { action: 'move', ...note });

    const { status } = plot;
    if (status === draft) continue;
    const isDropped = status === cancelled;
    if (!isDropped || i % 3 !== 0)
      move(awaitingVoucher, { at: dice.time(plot.created, 13, 17), by }, { contractCode: number('HT', plot.created) });
    if (isDropped) {
      const at = dice.time(workday(addDays(plot.created, 10)), 9, 17);
      move(cancelled, { at, by, reason: dice.pick(reasonsToCancel) });
    }

    const { voucher, confirmed, sent, signed, start, exit, owing = 0 } = plot;
    if (voucher) {
      const show = (picType: number, hour: number) =>
        book.add(
          picture,
          'lease_picture',
          { orderId: held.id, picType, imageIndex: 0, name: `${wordOf('pic_type', picType, 'zh')}.png` },
          { at: dice.time(voucher, hour, hour + 1), by },
        );
      // recent orders show all their papers, older ones at least what every order needs
      if (voucher > addDays(today, -45)) for (const type of client.idType === 2 ? [4, 3] : [1, 2, 3]) show(type, 9);
      if (plot.goods === vehicles || plot.goods === equipment) show(6, 9);
      const { updateTime } = show(voucherPicType, 10);
      move(voucherReview, { at: String(updateTime), by: system });
    }
    if (confirmed) {
      const at = dice.time(confirmed, 14, 16);
      move(awaitingContract, { at, by: finance }, { pzsfqr: 1, voucherTime: at });
    }
    if (sent) {
      const at = dice.time(sent, 16, 18);
      const variant = status === signing ? inSigning++ : -1;
      const papers = Object.keys(mandatoryContracts).map((type) =>
        sendPaper(book, held, client, provider, secrets, { type: Number(type), at }),
      );
      move(signing, { at, by: system });
      if (variant >= 0) delaySigning(book, held, papers, variant, today, dice);
      else for (const [k, paper] of papers.entries()) signPaper(book, held, paper, dice.time(signed!, 9 + 3 * k, 12 + 3 * k), dice);
    }
    if (signed) {
      const at = String(held.updateTime);
      const initial = addDays(confirmed!, 1) > signed ? addDays(confirmed!, 1) : signed;
      move(awaitingStart, { at, by: system }, { signedTime: at, interestDate: held.interestDate ?? initial });
    }
    if (!start || status === awaitingStart) continue;

    // The plan is made once, on the first day, in the transaction that starts the order.
    const terms = { totalAmount, yearRate, deadline, getType, interestDate: start, dayCount: `ACT_${dayCount}` } as Terms;
    const plan = schedule(terms);
    const startTime = start === signed ? addMinutes(String(held.updateTime), 4) : `${start} 00:05:00`;
    const account = { bankCardCode: held.bankCardCode, bankName: held.bankName };
    const instalment = (values: Record<string, unknown>, at: string) =>
      book.put('lease_payment_plan', {
        orderId: held.id,
        ...values,
        ...account,
        payStatus: 0,
        isFrozen: 0,
        paidAmount: '0.00',
        createTime: at,
        updateTime: at,
      });
    const rows = plan.rows.map((line) => instalment({ planVersion: 1, ...line }, startTime));
    move(active, { at: startTime, by: system }, { startTime, maturity: plan.maturity });

    const horizon = exit && exit < today ? exit : today;
    const past = rows.filter((row) => String(row.paymentDate) < horizon);
    for (const row of past.slice(0, past.length - owing)) {
      const due = workday(String(row.paymentDate));
      const late = addDays(due, dice.whole(1, 4));
      const isLate = dice.whole(1, 16) === 1 && workday(late) === late && late < today && !exit;
      const isLast = status === settled && row === rows.at(-1);
      dues.push({
        day: isLate ? late : due,
        row,
        held,
        ...(isLast && { ends: () => ({ change: { businessStatus: settled }, action: 'move' }) }),
      });
    }
    if (status === matured) move(matured, { at: `${addDays(plan.maturity, 1)} 00:05:00`, by: system });
    if (exit) {
      const paid = past.at(-1)!;
      const quote = settlement({ terms, exitDate: exit, rentPaid: sum(past.map((row) => String(row.rent))) });
      const at = dice.time(workday(addDays(exit, -7)), 10, 12);
      move(terminating, { at, by, reason: '客户申请提前终止' });
      const open = rows.filter((row) => !past.includes(row));
      for (const row of open) Object.assign(row, { isFrozen: 1, version: row.version + 1, updateTime: at });
      const days = daysBetween(String(paid.paymentDate), exit);
      const last = { currentPeriods: 1, totalPeriods: 1, paymentDate: exit, days };
      const amounts = { rent: quote.owing, monthlyRent: quote.owing, principal: totalAmount, amountPayable: quote.settlement };
      const row = instalment({ planVersion: 2, ...last, ...amounts }, at);
      if (status === terminated)
        dues.push({
          day: workday(exit),
          row,
          held,
          ends: () => {
            for (const voided of open) Object.assign(voided, { isFrozen: 0, payStatus: 2, version: voided.version + 1 });
            return { change: { businessStatus: terminated }, action: 'move' };
          },
        });
    }
  }
  while (clients.length < 60) meet(dice.time(workday(addDays(today, -1 - (60 - clients.length))), 9, 17), false);

  // Finance confirms in batches, one a day.
  const days = [...new Set(dues.map(({ day }) => day))].sort();
  for (const day of days) {
    const batchNo = number('PC', day);
    const at = dice.time(day, 15, 17);
    const note = { at, by: finance };
    for (const { row, held, ends } of dues.filter((due) => due.day === day)) {
      book.change(paymentPlan, row, { payStatus: 1, paidAmount: row.amountPayable, paidTime: at, batchNo }, { ...note, action: 'pay' });
      book.put('lease_payment_txn', {
        planId: row.id,
        orderId: held.id,
        kind: 1,
        amount: row.amountPayable,
        batchNo,
        createTime: at,
      });
      if (!ends) continue;
      const { change, action } = ends();
      book.change(order, held, { ...change, settledTime: at }, { at, by: system, action });
    }
  }
  for (const [key, last] of counts) {
    const [name, day] = key.split(' ');
    book.tables.set('day_sequence', [...(book.tables.get('day_sequence') ?? []), { name, day, last } as never]);
  }
  return book;
};
