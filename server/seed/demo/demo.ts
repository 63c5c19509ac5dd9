/**
 * A realistic portfolio for an empty installation, so that every screen has content on the first day. All people and
 * companies are invented, and none of their numbers can be real: phones are in an unassigned range, cards fail their
 * own check digit, identity numbers name a region that does not exist.
 *
 * The same clock gives the same portfolio. The orders are simulated in memory, move by move, by the rules of the
 * business, and written in bulk in one transaction.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { addDays, addMonths, businessDate, dateTime, daysBetween, weekday } from '../../../contract/domain/calendar';
import { mandatoryContracts, wordOf } from '../../../contract/domain/dictionaries';
import { formatMoney, sum, times } from '../../../contract/domain/money';
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
} from '../../../contract/domain/orderStates';
import {
  basisOf,
  type Instalment,
  periodsOf,
  schedule,
  settlement,
  type Terms,
} from '../../../contract/domain/schedule';
import { customer } from '../../../contract/modules/lease/customer';
import { fascContract, smsFaults } from '../../../contract/modules/lease/fascContract';
import { type Order, order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { picture, voucherPicType } from '../../../contract/modules/lease/picture';
import { product } from '../../../contract/modules/lease/product';
import type { AuditAction } from '../../../contract/modules/system/auditLog';
import { unnamedCompany } from '../../../contract/modules/system/tenant';
import { maskCard, maskIdentity } from '../../../contract/schema/mask';
import type { Module } from '../../../contract/schema/module';
import { changesBetween, nameOf } from '../../engine/audit';
import { appendEntries } from '../../engine/auditChain';
import { identityHash } from '../../engine/columns';
import type { Notification } from '../../engine/notify';
import { contextOf } from '../../engine/work';
import { type ContractRow, mobileOf, sendingChange } from '../../esign/contracts';
import { sessionChange, sessionMinutes } from '../../esign/counter';
import { evidenceOf, fileEvidence, type Signing, type SignWay, signedChange } from '../../esign/evidence';
import { identityKept } from '../../esign/madeOut';
import type { ContractDoc, ContractType } from '../../esign/pdf';
import { printContract } from '../../esign/printing';
import { messageChange } from '../../esign/sending';
import type { Deps, FieldChange } from '../../kernel/context';
import { bind, type Trx } from '../../kernel/database';
import { htmlOf } from '../../kernel/html';
import type { Sniffed } from '../../kernel/ports';
import { snake } from '../../kernel/table';
import { nameCompany } from '../essentials';
import { hirePeople, type Staff, writePeople } from './people';
import { drawSample } from './samplePictures';

const tenantId = '000000';
const demoCompany = '青屿融租（演示）有限公司';
const system = '系统';
/** Any number will do as long as it never changes. */
const demoLock = 7_150_005;
const [sales, partner, paperwork, finance] = ['林予墨', '周启岚', '沈知遥', '顾西洲'] as const;

// ---- random numbers

/** Reproducible random numbers (mulberry32). */
function throwDice(seed: number) {
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
}
type Dice = ReturnType<typeof throwDice>;

// ---- invented parties

const companyNames =
  '岚澈 屿白 砚川 拾穗 云栎 沐柠 青磬 栖禾 远黛 鹿笙 临溪 若木 听澜 半夏 星芜 松间 晴野 望舒 朴石 棠梨'.split(' ');
const trades = '物流 机械 冷链 新材料 包装 印务 农机 建材 医疗器械 仓储 汽车服务 食品'.split(' ');
const families = [...'林沈陆苏程宋顾许叶简温江白秦骆舒'];
const givens = '知夏 亦舟 念安 清越 以宁 书白 听雨 景行 星野 若溪 怀瑾 予安 乐川 初晴 思远 云开'.split(' ');
const banks = ['青屿农商银行', '澄湾商业银行', '北栀银行', '远岫城市银行', '云汀村镇银行'];

function weighted(text: string, weights: readonly number[], alphabet: string): number {
  return [...text].reduce((total, c, i) => total + alphabet.indexOf(c) * weights[i]!, 0);
}

/** Identity numbers whose check characters are right and whose region, 990000, does not exist. */
function identityNo(dice: Dice): string {
  const month = String(dice.whole(1, 12)).padStart(2, '0');
  const day = String(dice.whole(1, 28)).padStart(2, '0');
  const body = `990000${dice.whole(1966, 2001)}${month}${day}${dice.digits(3)}`;
  const check = weighted(body, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2], '0123456789') % 11;
  return body + '10X98765432'[check];
}
function creditCode(dice: Dice): string {
  const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
  const body = dice.digits(8);
  const own = (11 - (weighted(body, [3, 7, 9, 10, 5, 8, 4, 2], alphabet) % 11)) % 11;
  const code = `91990000${body}${own === 10 ? 'X' : own}`;
  const check = weighted(code, [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28], alphabet) % 31;
  return code + alphabet[(31 - check) % 31];
}
/** Nineteen digits that look like a card number; the last is one above what the Luhn sum requires. */
function cardNo(dice: Dice): string {
  const body = `629900${dice.digits(12)}`;
  const luhn = [...body].reverse().reduce((total, c, i) => {
    const n = Number(c) * (i % 2 === 0 ? 2 : 1);
    return total + (n > 9 ? n - 9 : n);
  }, 0);
  return `${body}${(11 - (luhn % 10)) % 10}`;
}
/** 154 0… is no range of any operator. */
function phoneNo(dice: Dice): string {
  return `1540${dice.digits(7)}`;
}

// ---- the simulated rows, and their history

/** A row by the names of the contract. It is changed in place, so every reference to it sees its latest state. */
type Draft = Record<string, unknown> & { id: string; version: number };
interface Note {
  at: string;
  by: string;
  action?: AuditAction;
  reason?: string;
}
interface Entry extends Required<Note> {
  module: Module;
  row: Draft;
  changes: FieldChange[];
}

function openBook(newId: () => string) {
  const tables = new Map<string, Draft[]>();
  const entries: Entry[] = [];
  const counts = new Map<string, { name: string; day: string; last: number }>();
  /** How contracts were signed, by their rows. */
  const signings = new Map<Draft, Signing>();
  const put = (table: string, values: Record<string, unknown>): Draft => {
    const row = { id: newId(), ...values } as Draft;
    if (!tables.has(table)) tables.set(table, []);
    tables.get(table)!.push(row);
    return row;
  };
  const write = (
    module: Module,
    row: Draft,
    before: Draft | undefined,
    { at, by, action = 'update', reason = '' }: Note,
  ) => entries.push({ module, row, at, by, action, reason, changes: changesBetween(module, before, row) });
  return {
    tables,
    entries,
    counts,
    signings,
    /** The next number of the day, as the program makes them: `HT20261120000001`. */
    number(name: string, day: string): string {
      const count = counts.get(name + day) ?? { name, day, last: 0 };
      counts.set(name + day, { ...count, last: count.last + 1 });
      return `${name}${day.replaceAll('-', '')}${String(count.last + 1).padStart(6, '0')}`;
    },
    /** A row whose creation has no actor and leaves no entry. */
    put,
    add(module: Module, table: string, values: Record<string, unknown>, note: Note): Draft {
      const row = put(table, { ...values, version: 1, createTime: note.at, updateTime: note.at });
      write(module, row, undefined, { action: 'add', ...note });
      return row;
    },
    change(module: Module, row: Draft, change: Record<string, unknown>, note: Note): void {
      const before = { ...row };
      Object.assign(row, change, { version: row.version + 1, updateTime: note.at });
      write(module, row, before, { action: 'update', ...note });
    },
  };
}
type Book = ReturnType<typeof openBook>;

// ---- products

const goods = [
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
type Goods = (typeof goods)[number];
const [steady, equipment, depot, vehicles, short, farming] = goods;
/** The last one is withdrawn: its orders are older than this many days. */
const withdrawnDays = 150;
const historyDays = 600;
const shareCounts = [1, 2, 3, 3, 5, 5, 6, 8, 10, 10, 12, 15, 20, 30, 50];
/** How many customers there are, and how many of them have ever ordered. */
const [customers, buyers] = [60, 56];

// ---- the dates of each order

/** The days of one order's steps. Steps it has not reached are missing. */
interface Plot {
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
  /** Day of an early exit. */
  exit?: string;
  /** The state of the contracts of an order in signing. */
  papers?: 'waiting' | 'half' | 'expired' | 'resent' | 'rejected';
}

/** Staff work from Monday to Friday: work on a weekend is moved to the Friday before. */
function workday(day: string): string {
  return addDays(day, -Math.max(0, weekday(day) - 5));
}

function plotOrders(today: string, dice: Dice): Plot[] {
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
    ...many(2, (i) => leaving(terminating, addDays(today, -8), 3 + 5 * i)),
    ...many(3, (i) => leaving(terminated, addDays(today, -40 - 55 * i), 4 + 2 * i)),
    ...many(9, (i) => ({
      status: cancelled,
      goods: onSale[i % 7]!,
      created: before(today, 20 + 30 * i, 45 + 30 * i),
    })),
  ];
}

// ---- simulating them

const reasonsToCancel = ['客户资金安排有变', '客户改选其他产品', '超过约定时间未打款', '设备采购计划取消'];
const remarks = ['老客户续签', '展会客户', '由门店推荐', '需寄送纸质回单', '客户要求每月 15 日前电话提醒'];

/** A due payment: its row and order, the day, and the order's next state if it is the last one. */
interface Due {
  day: string;
  row: Draft;
  held: Draft;
  last?: { to: number; voided: Draft[] };
}

function addMinutes(time: string, minutes: number): string {
  return dateTime(Date.parse(`${time.replace(' ', 'T')}+08:00`) + minutes * 60_000);
}

/** The contract as `makeContract` would have it: it stores its terms, so that it can be printed at any time. */
function docOf(held: Draft, client: Draft, provider: string, contractNumber: string, type: number, at: string) {
  const { totalAmount, yearRate, deadline, getType, dayCount } = held as unknown as Order;
  const interestDate = held.interestDate as string | null;
  const basis = dayCount === 360 ? 360 : 365;
  const terms: Terms = {
    totalAmount,
    yearRate: yearRate!,
    deadline: deadline!,
    getType: getType!,
    interestDate: interestDate ?? at.slice(0, 10),
    dayCount: `ACT_${basis}`,
  };
  const plan = schedule(terms);
  const doc: ContractDoc = {
    title: wordOf('contract_type', type, 'zh'),
    contractNumber,
    type: type as ContractType,
    provider: { name: provider },
    customer: { name: String(client.realName), idNo: maskIdentity(String(client.idNo)), tel: String(held.tel) },
    productName: String(held.productName),
    totalAmount,
    yearRate: yearRate!,
    deadline: deadline!,
    getType: getType!,
    basis,
    interestDate,
    maturity: interestDate && plan.maturity,
    bankName: String(held.bankName),
    bankCardMasked: maskCard(String(held.bankCardCode)),
    plan: plan.rows,
    totals: { rent: plan.totalRent, principal: totalAmount, amountPayable: plan.totalPayable },
    madeAt: at,
  };
  return doc;
}

function paperOf(row: Draft) {
  return row as unknown as ContractRow;
}

function makePaper(book: Book, held: Draft, { contractNumber, type }: ContractDoc, at: string): Draft {
  const reserved = { orderId: held.id, contractNumber, type, status: 1, signTaskStatus: 'reserved', retryFlag: null };
  const row = { ...reserved, sentTime: null, evidence: [] };
  return book.add(fascContract, 'lease_contract', row, { at, by: paperwork, action: 'make' });
}

/** The customer gets the link by a message, or the gateway was not reached. */
function sendPaper(
  book: Book,
  newId: () => string,
  paper: Draft,
  {
    doc,
    at,
    origin,
    idNoOrigin,
    isTaken = true,
  }: { doc: ContractDoc; at: string; origin: Note; idNoOrigin: Note; isTaken?: boolean },
): void {
  const change = sendingChange(paperOf(paper), {
    doc,
    file: null,
    taskId: newId(),
    time: at,
    phone: mobileOf({ doc }),
    origin: { time: origin.at, by: origin.by },
    identity: { idNoHash: null, idTailHash: null }, // set with the numbers themselves, when they are written
    idNoOrigin: { time: idNoOrigin.at, by: idNoOrigin.by },
  });
  const action = change.retryFlag === null ? 'send' : 'resend';
  book.change(fascContract, paper, change, { at, by: paperwork, action });
  const sentAt = addMinutes(at, 0.05);
  const outcome = messageChange(isTaken ? null : smsFaults.notReached, sentAt);
  book.change(fascContract, paper, outcome, { at: sentAt, by: system, action: isTaken ? 'smsSent' : 'smsFailed' });
}

/** Addresses and browsers of signatures: from the ranges reserved for examples. */
const places: Record<SignWay, Pick<Signing, 'address' | 'device'>> = {
  link: {
    address: '198.51.100.24',
    device:
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  },
  counter: {
    address: '192.0.2.16',
    device:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  },
};

/** The customer is identified: by the code from the phone, or by a witness who has seen the document. */
function identify(
  book: Book,
  held: Draft,
  paper: Draft,
  { at, way, staff, author }: { at: string; way: SignWay; staff: Staff; author: string },
): void {
  const by = String(held.customerName);
  const then = addMinutes(at, 1);
  if (way === 'link') {
    const codeTakenTime = addMinutes(at, 0.02);
    book.change(fascContract, paper, { codeTime: at, codeTakenTime }, { at: codeTakenTime, by, action: 'code' });
    const passed = { identifiedTime: then, wrongTries: 0 };
    book.change(fascContract, paper, passed, { at: then, by, action: 'identify' });
    return;
  }
  const { id, account, name, code, dept } = staff.find((person) => person.name === paperwork)!;
  const witness = { userId: id, account, name, code, dept, isAuthor: author === name };
  const key = createHash('sha256').update(paper.id).digest('hex').slice(0, 24);
  const session = sessionChange(
    { ...witness, address: places.counter.address, time: at },
    key,
    addMinutes(at, sessionMinutes),
  );
  book.change(fascContract, paper, session, { at, by: paperwork, action: 'counter' });
  const begun = { identifiedTime: then, wrongTries: 0 };
  book.change(fascContract, paper, begun, { at: then, by, action: 'counterBegin' });
}

/** The customer opens the contract, reads, and signs some minutes later. */
function signPaper(book: Book, held: Draft, paper: Draft, visit: Parameters<typeof identify>[3]): void {
  identify(book, held, paper, visit);
  const by = String(held.customerName);
  const readTime = addMinutes(visit.at, 4);
  book.change(fascContract, paper, { readTime }, { at: readTime, by, action: 'read' });
  const at = addMinutes(visit.at, 6);
  const signing: Signing = { way: visit.way, isTest: false, time: at, ...places[visit.way] };
  book.signings.set(paper, signing);
  const evidence = evidenceOf(paperOf(paper), signing);
  const done = { ...signedChange(paperOf(paper), signing), evidence };
  book.change(fascContract, paper, done, { at, by, action: 'sign' });
  const flag = mandatoryContracts[paper.type as keyof typeof mandatoryContracts];
  book.change(order, held, { [flag]: 1 }, { at, by, action: 'signed' });
}

/** All events up to yesterday evening, oldest order first, so that ids grow with time. */
function writeBook(newId: () => string, provider: string, today: string, staff: Staff): Book {
  const dice = throwDice(20_260_101);
  const book = openBook(newId);

  const opening = addDays(today, -historyDays - 20);
  const products = goods.map((article, i) =>
    book.add(
      product,
      'lease_product',
      { ...article, dayCount: 0, periods: periodsOf(article.deadline, article.getType), status: 1, note: null },
      { at: dice.time(addDays(opening, i), 9, 17), by: sales },
    ),
  );
  const withdrawn = dice.time(workday(addDays(today, -withdrawnDays)), 9, 17);
  book.change(product, products.at(-1)!, { status: 0, note: '额度已满，停止新增' }, { at: withdrawn, by: sales });

  const clients: Draft[] = [];
  /** When each was entered, and by whom. */
  const met = new Map<Draft, Note>();
  const meet = (at: string, isChecked: boolean): Draft => {
    const i = clients.length;
    const isCompany = i % 5 < 3;
    const realName = isCompany
      ? `${companyNames[i % companyNames.length]}${trades[(i * 5) % trades.length]}有限公司`
      : `${families[i % families.length]}${givens[(i * 7 + 3) % givens.length]}`;
    const values = {
      realName,
      tel: phoneNo(dice),
      openId: `o_demo_${dice.digits(16)}`,
      idType: isCompany ? 2 : 1,
      idNo: isCompany ? creditCode(dice) : identityNo(dice),
      kycStatus: isChecked ? 1 : 0,
      remark: i % 9 === 4 ? dice.pick(remarks) : null,
    };
    const note = { at, by: dice.pick([sales, partner]) };
    const client = book.add(customer, 'lease_customer', values, note);
    met.set(client, note);
    clients.push(client);
    return client;
  };

  const dues: Due[] = [];
  const plots = plotOrders(today, dice)
    .map((plot) => ({ plot, at: dice.time(plot.created, 10, 12) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1));

  for (const [i, { plot, at: createdAt }] of plots.entries()) {
    const { status, voucher, confirmed, sent, papers, signed, start, exit, owing = 0 } = plot;
    const isNew = clients.length < Math.ceil(((i + 1) * buyers) / plots.length);
    const client = isNew ? meet(addMinutes(createdAt, -45), status !== draft) : dice.pick(clients);
    const { deadline, yearRate, getType, amountPer, productName } = plot.goods;
    const dayCount = basisOf(deadline);
    const totalAmount = times(amountPer, dice.pick(shareCounts));
    const by = dice.pick([sales, partner]);
    const hasAccount = status !== draft || i % 2 === 0;
    const held = book.add(
      order,
      'lease_order',
      {
        customerId: client.id,
        customerName: client.realName,
        tel: client.tel,
        productId: products[goods.indexOf(plot.goods)]!.id,
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
        // a start later than the contracts allow was agreed at the beginning
        interestDate: start && signed && start > signed ? start : null,
      },
      { at: createdAt, by },
    );
    const move = (to: number, note: Note, more: Record<string, unknown> = {}) => {
      const change = { ...more, businessStatus: to, statusReason: note.reason ?? null };
      book.change(order, held, change, { action: 'move', ...note });
    };

    if (status === draft) continue;
    // one cancelled order in three never got a number
    if (status !== cancelled || i % 3 !== 0) {
      const contractCode = book.number('HT', plot.created);
      move(awaitingVoucher, { at: dice.time(plot.created, 13, 17), by }, { contractCode });
    }
    if (status === cancelled) {
      const at = dice.time(workday(addDays(plot.created, 10)), 9, 17);
      move(cancelled, { at, by, reason: dice.pick(reasonsToCancel) });
    }

    if (voucher) {
      // recent orders show all their documents, older ones at least the required ones
      const own = voucher < addDays(today, -45) ? [] : client.idType === 2 ? [4, 3] : [1, 2, 3];
      const assetPictures = plot.goods === vehicles || plot.goods === equipment ? [6] : [];
      for (const picType of [...own, ...assetPictures, voucherPicType]) {
        const at = dice.time(voucher, 9 + Number(picType === voucherPicType), 10 + Number(picType === voucherPicType));
        const name = `${wordOf('pic_type', picType, 'zh')}.png`;
        book.add(picture, 'lease_picture', { orderId: held.id, picType, imageIndex: 0, name }, { at, by });
        if (picType === voucherPicType) move(voucherReview, { at, by: system });
      }
    }
    if (confirmed) {
      const at = dice.time(confirmed, 14, 16);
      move(awaitingContract, { at, by: finance }, { pzsfqr: 1, voucherTime: at });
    }
    if (sent) {
      const at = dice.time(sent, 16, 18);
      const origin = { at: createdAt, by };
      const idNoOrigin = met.get(client)!;
      const [first, second] = [1, 2].map((type) => {
        const contractNumber = `${held.contractCode}-${String(type).padStart(2, '0')}`;
        const doc = docOf(held, client, provider, contractNumber, type, at);
        const paper = makePaper(book, held, doc, at);
        sendPaper(book, newId, paper, { doc, at, origin, idNoOrigin, isTaken: type === 1 || papers !== 'resent' });
        return paper;
      }) as [Draft, Draft];
      move(signing, { at, by: system });
      // One customer in three comes to the counter, on a working day, and signs both contracts there.
      const way = signed && i % 3 === 0 && weekday(signed) <= 5 ? 'counter' : 'link';
      const visit = { way, staff, author: by } as const;
      if (signed || papers === 'half' || papers === 'expired') {
        const firstAt = signed ? dice.time(signed, 9, 12) : dice.time(sent, 19, 21);
        signPaper(book, held, first, { ...visit, at: firstAt });
        if (signed) {
          const evening = dice.time(signed, 13, 20);
          signPaper(book, held, second, { ...visit, at: way === 'counter' ? addMinutes(firstAt, 8) : evening });
        }
      }
      if (papers === 'resent') {
        const again = dice.time(sent, 19, 21);
        sendPaper(book, newId, second, { doc: paperOf(second).doc, at: again, origin, idNoOrigin });
      }
      if (papers === 'rejected') {
        const reason = '开户银行名称有误，请修改后重新发起';
        const seenAt = dice.time(sent, 19, 21);
        identify(book, held, second, { ...visit, at: seenAt });
        const note = { at: addMinutes(seenAt, 5), by: String(client.realName), reason };
        book.change(fascContract, second, { signTaskStatus: 'rejected', reason }, { ...note, action: 'reject' });
      }
    }
    if (signed) {
      const at = String(held.updateTime);
      const interestDate = held.interestDate ?? [addDays(confirmed!, 1), signed].sort().at(-1)!;
      move(awaitingStart, { at, by: system }, { signedTime: at, interestDate });
    }
    if (!start || status === awaitingStart) continue;

    // The plan is made once, on the first day, in the transaction that starts the order.
    const interestDate = String(held.interestDate);
    const terms: Terms = { totalAmount, yearRate, deadline, getType, interestDate, dayCount: `ACT_${dayCount}` };
    const plan = schedule(terms);
    const startTime = start === signed ? addMinutes(String(held.updateTime), 4) : `${start} 00:05:00`;
    const instalment = (planVersion: number, line: Instalment, at: string) =>
      book.put('lease_payment_plan', {
        orderId: held.id,
        planVersion,
        ...line,
        bankCardCode: held.bankCardCode,
        bankName: held.bankName,
        payStatus: 0,
        isFrozen: 0,
        paidAmount: '0.00',
        version: 1,
        createTime: at,
        updateTime: at,
      });
    const rows = plan.rows.map((line) => instalment(1, line, startTime));
    move(active, { at: startTime, by: system }, { startTime, maturity: plan.maturity });
    if (status === matured) move(matured, { at: `${addDays(plan.maturity, 1)} 00:05:00`, by: system });

    const horizon = exit && exit < today ? exit : today;
    const past = rows.filter((row) => String(row.paymentDate) < horizon);
    for (const row of past.slice(0, past.length - owing)) {
      const due = workday(String(row.paymentDate));
      const late = addDays(due, dice.whole(1, 4));
      const isLate = !exit && dice.whole(1, 16) === 1 && workday(late) === late && late < today;
      const isLast = status === settled && row === rows.at(-1);
      dues.push({ day: isLate ? late : due, row, held, ...(isLast && { last: { to: settled, voided: [] } }) });
    }
    if (!exit) continue;

    // Early exit: the remaining rows are voided, and one row settles all.
    const at = dice.time(workday(addDays(exit, -8)), 10, 12);
    move(terminating, { at, by, reason: '客户申请提前终止' });
    const open = rows.filter((row) => !past.includes(row));
    for (const row of open) Object.assign(row, { isFrozen: 1, version: row.version + 1, updateTime: at });
    const quote = settlement({ terms, exitDate: exit, rentPaid: sum(past.map((row) => String(row.rent))) });
    const closing = instalment(
      2,
      {
        currentPeriods: 1,
        totalPeriods: 1,
        paymentDate: exit,
        days: daysBetween(String(past.at(-1)!.paymentDate), exit),
        rent: quote.owing,
        monthlyRent: quote.owing,
        principal: totalAmount,
        amountPayable: quote.settlement,
      },
      at,
    );
    if (status === terminated)
      dues.push({ day: workday(exit), row: closing, held, last: { to: terminated, voided: open } });
  }
  for (let left = customers - buyers; left > 0; left--) meet(dice.time(workday(addDays(today, -left)), 17, 18), false);

  // Finance confirms in batches, one a day.
  for (const day of [...new Set(dues.map((due) => due.day))].sort()) {
    const batchNo = book.number('PC', day);
    const at = dice.time(day, 15, 17);
    for (const { row, held, last } of dues.filter((due) => due.day === day)) {
      const paid = { payStatus: 1, paidAmount: row.amountPayable, paidTime: at, batchNo };
      book.change(paymentPlan, row, paid, { at, by: finance, action: 'pay' });
      const entry = { planId: row.id, orderId: held.id, kind: 1, amount: row.amountPayable, batchNo };
      book.put('lease_payment_txn', { ...entry, createTime: at });
      if (!last) continue;
      for (const other of last.voided)
        Object.assign(other, { isFrozen: 0, payStatus: 2, version: other.version + 1, updateTime: at });
      const change = { businessStatus: last.to, settledTime: at };
      book.change(order, held, change, { at, by: system, action: 'move' });
    }
  }
  return book;
}

// ---- messages

interface Message extends Pick<Notification, 'kind' | 'title' | 'content' | 'subject' | 'subjectId'> {
  at: string;
}

/** The messages that administrators would have received, oldest first. */
function notices(book: Book, today: string): Message[] {
  const orders = book.tables.get('lease_order') ?? [];
  const clientOf = (row: Draft) => String(orders.find(({ id }) => id === row.orderId)?.customerName);
  const about = (orderId: unknown) => ({ subject: 'order', subjectId: String(orderId) });
  const vouchers = (book.tables.get('lease_picture') ?? [])
    .filter(({ picType, orderId }) => {
      const held = orders.find(({ id }) => id === orderId);
      return picType === voucherPicType && held?.businessStatus === voucherReview;
    })
    .map((row) => ({
      kind: 'message' as const,
      title: `${clientOf(row)}的打款凭证待确认`,
      content: '客户已上传打款凭证，请核对到账金额后确认或退回。',
      ...about(row.orderId),
      at: String(row.createTime),
    }));
  const papers = [...(book.tables.get('lease_contract') ?? [])].sort((a, b) =>
    a.updateTime! < b.updateTime! ? -1 : 1,
  );
  const signed = papers
    .filter(({ status }) => status === 2)
    .slice(-8)
    .map((row) => ({
      kind: 'message' as const,
      title: `${clientOf(row)}已签署合同 ${row.contractNumber}`,
      content: '合同已签署完成，签署文件可在订单的合同页查看。',
      ...about(row.orderId),
      at: String(row.finishTime),
    }));
  const refused = papers
    .filter(({ signTaskStatus }) => signTaskStatus === 'rejected')
    .map((row) => ({
      kind: 'message' as const,
      title: `${clientOf(row)}拒签合同 ${row.contractNumber}`,
      content: `拒签原因：${row.reason}`,
      ...about(row.orderId),
      at: String(row.updateTime),
    }));
  const plan = (book.tables.get('lease_payment_plan') ?? []).filter(({ payStatus }) => payStatus !== 2);
  const totalOf = (rows: Draft[]) => formatMoney(sum(rows.map((row) => String(row.amountPayable))));
  /** Sent at seven in the morning: what is due within a week, and what has not been paid. */
  const mails = [-14, -7, 0].map((offset) => {
    const day = addDays(workday(addDays(today, -1)), offset);
    const unpaid = plan.filter(({ paidTime }) => !paidTime || paidTime >= day);
    const week = unpaid.filter(({ paymentDate }) => paymentDate! >= day && paymentDate! <= addDays(day, 7));
    const late = unpaid.filter(({ paymentDate }) => paymentDate! < day);
    return {
      kind: 'mail' as const,
      title: `付款安排提醒（${day}）`,
      content: `7 日内应付 ${week.length} 笔，合计 ${totalOf(week)} 元；逾期未付 ${late.length} 笔，合计 ${totalOf(late)} 元。`,
      subject: 'paymentPlan',
      subjectId: '',
      at: `${day} 07:00:00`,
    };
  });
  const sentAt = (kind: 'notice', day: number, title: string, content: string): Message => ({
    kind,
    title,
    content,
    subject: '',
    subjectId: '',
    at: `${workday(addDays(today, day))} 09:30:00`,
  });
  return [
    sentAt(
      'notice',
      -30,
      '关于规范打款凭证上传的通知',
      '打款凭证须清晰显示付款人、金额与日期，模糊或裁切的图片将被退回。',
    ),
    sentAt('notice', -12, '惠农租 365 停止新增', '额度已满，即日起停止新增，存量订单按原计划执行。'),
    sentAt('notice', -3, '系统升级公告', '本周六 22:00 至 23:00 升级，期间可能短暂无法登录，请提前保存未提交的内容。'),
    ...mails,
    ...vouchers,
    ...signed,
    ...refused,
  ].sort((a, b) => (a.at < b.at ? -1 : 1));
}

// ---- into the database

/** Rows of one statement. */
const atOnce = 500;

async function insert(trx: Trx, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]; // a row has only the columns that were set on it
  const names = sql.join(columns.map((name) => sql.ref(snake(name))));
  for (let at = 0; at < rows.length; at += atOnce) {
    const chunk = rows
      .slice(at, at + atOnce)
      .map((row) => Object.fromEntries(columns.map((name) => [snake(name), row[name]])));
    await sql`insert into ${sql.table(table)} (${names})
      select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(chunk)}::jsonb)`.execute(
      trx,
    );
  }
}

/** Contracts that are printed now: all that wait for a customer, and the latest complete ones. */
const printedComplete = 4;

interface Print {
  paper: Draft;
  /** What the customer was shown. */
  sent: Buffer;
  signed?: Buffer;
}
async function printPapers({ tables, signings }: Book): Promise<Print[]> {
  const papers = tables.get('lease_contract') ?? [];
  const latest = papers.filter(({ status }) => status === 2).sort((a, b) => (a.finishTime! < b.finishTime! ? 1 : -1));
  const chosen = [...papers.filter(({ status }) => status === 1), ...latest.slice(0, printedComplete)];
  const prints: Print[] = [];
  for (const paper of chosen) {
    const { doc } = paperOf(paper);
    const sent = await printContract(doc);
    if (paper.status === 1) {
      prints.push({ paper, sent });
      continue;
    }
    paper.pdfSha256 = createHash('sha256').update(sent).digest('hex');
    const signing = signings.get(paper)!;
    const evidence = evidenceOf(paperOf(paper), signing);
    paper.evidence = evidence;
    const signature = { name: doc.customer.name, time: signing.time, evidence };
    prints.push({ paper, sent, signed: await printContract({ ...doc, signature }) });
  }
  return prints;
}

async function save(
  deps: Deps,
  trx: Trx,
  { book, prints, today }: { book: Book; prints: readonly Print[]; today: string },
): Promise<void> {
  const tables = (name: string) => book.tables.get(name) ?? [];
  const keep = (at: string, by: string, file: { bytes: Buffer; originalName: string } & Sniffed) => {
    const then = { ...deps, now: () => Date.parse(`${at.replace(' ', 'T')}+08:00`) };
    return deps.files.keep(
      contextOf(then, Object.assign(new Map(), { routes: [], pointers: new Map() }), trx, { tenantId, actor: by }),
      file,
    );
  };

  // Lists show the newest id first, so contracts get theirs in the order they were made, not order by order.
  const papers = tables('lease_contract').sort((a, b) => (a.createTime! < b.createTime! ? -1 : 1));
  const ids = papers.map(({ id }) => id).sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
  for (const [i, paper] of papers.entries()) {
    paper.id = ids[i]!;
    Object.assign(paper, { pdfId: null, pdfSha256: null, signedPdfId: null });
  }
  for (const { paper, sent, signed } of prints) {
    const file = { originalName: `${paper.contractNumber}.pdf`, contentType: 'application/pdf' };
    const { id, sha256 } = await keep(String(paper.sentTime), paperwork, { ...file, bytes: sent });
    Object.assign(paper, { pdfId: id, pdfSha256: sha256 });
    if (!signed) continue;
    const stored = await keep(String(paper.finishTime), paperwork, { ...file, bytes: signed });
    const evidence = [...(paper.evidence as object[]), fileEvidence(stored.sha256)];
    Object.assign(paper, { signedPdfId: stored.id, evidence });
  }

  // One sample file serves all pictures of a type.
  const pictures = tables('lease_picture');
  for (const picType of [...new Set(pictures.map((row) => row.picType as number))].sort()) {
    const own = pictures.filter((row) => row.picType === picType);
    const file = { ...drawSample(picType), originalName: String(own[0]!.name), contentType: 'image/png' };
    const { id } = await keep(String(own[0]!.createTime), sales, file);
    const path = deps.files.link(tenantId, id, deps.now()).split('?')[0];
    for (const row of own) Object.assign(row, { attachId: id, path });
  }
  const ofOrder = new Map(tables('lease_order').map((row) => [row.id, String(row.customerId)]));
  const numbers = new Map(tables('lease_customer').map((row) => [row.id, String(row.idNo)]));
  for (const row of tables('lease_contract'))
    Object.assign(row, identityKept({ deps, tenantId }, row.id, numbers.get(ofOrder.get(String(row.orderId))!)));
  for (const row of tables('lease_customer')) {
    const idNo = String(row.idNo);
    Object.assign(row, { idNo: deps.secrets.seal(idNo), idNoHash: identityHash({ deps, tenantId }, idNo) });
  }

  for (const table of tableOrder)
    await insert(
      trx,
      table,
      tables(table).map((row) => ({ ...row, tenantId })),
    );
  await insert(
    trx,
    'day_sequence',
    [...book.counts.values()].map((count) => ({ ...count, tenantId })),
  );
  await insert(
    trx,
    'inbox',
    notices(book, today).map(({ at, content, ...what }) => ({
      id: deps.newId(),
      tenantId,
      audience: what.kind === 'message' ? 'admin' : 'all',
      ...what,
      content: htmlOf(content),
      createTime: at,
    })),
  );
  const entries = [...book.entries].sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1));
  await appendEntries(
    trx,
    deps,
    tenantId,
    entries.map(({ module, row, at, by, action, reason, changes }) => {
      const about = module.belongsTo ? row[module.belongsTo] : null;
      return {
        id: deps.newId(),
        entity: module.name,
        entityId: row.id,
        entityName: nameOf(module, row),
        aboutId: about ? String(about) : null,
        action,
        reason,
        changes,
        userId: null,
        userName: by,
        requestId: '',
        address: '',
        createTime: at,
      };
    }),
  );
}

/** Referenced rows first. */
const tableOrder = [
  'lease_product',
  'lease_customer',
  'lease_order',
  'lease_contract',
  'lease_picture',
  'lease_payment_plan',
  'lease_payment_txn',
];

async function isEmptyTenant(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select 1 from lease_product where tenant_id = ${tenantId})
        or exists (select 1 from lease_customer where tenant_id = ${tenantId})
        or exists (select 1 from lease_order where tenant_id = ${tenantId}) as some`.execute(trx);
  return rows[0]?.some === false;
}

/**
 * Fill the platform tenant when it has no product, no customer and no order, removed ones included; otherwise do
 * nothing. All or nothing; of several servers that try at once, one does it.
 */
export async function fillDemo(deps: Deps, log: (text: string) => void): Promise<void> {
  const startedAt = deps.now();
  const today = businessDate(startedAt);
  const provider = await deps.db.withTenant(tenantId, today, async (trx) => {
    if (!(await isEmptyTenant(trx))) return undefined;
    const own = trx.selectFrom('tenant').select('tenant_name').where('tenant_id', '=', tenantId);
    const named: string = (await own.executeTakeFirstOrThrow()).tenant_name;
    return named === unnamedCompany ? demoCompany : named;
  });
  if (provider === undefined) return;

  log('正在写入演示数据 · filling in the demo portfolio');
  const staff = hirePeople(deps.newId);
  const book = writeBook(deps.newId, provider, today, staff);
  // Printing takes a second or more, so it is done before the transaction.
  const prints = await printPapers(book);
  await deps.db.withTenant(tenantId, today, async (trx) => {
    await sql`select pg_advisory_xact_lock(${demoLock})`.execute(trx);
    if (!(await isEmptyTenant(trx))) return;
    await bind(trx, { platform: 'on' });
    await nameCompany(trx, demoCompany, '青屿融租');
    await bind(trx, { platform: '' });
    await save(deps, trx, { book, prints, today });
    await writePeople(deps, trx, dateTime(startedAt), staff);
  });
  const count = (table: string) => book.tables.get(table)?.length ?? 0;
  const seconds = ((deps.now() - startedAt) / 1000).toFixed(1);
  log(
    `演示数据已就绪：${count('lease_order')} 个订单、${count('lease_customer')} 位客户、` +
      `${count('lease_payment_plan')} 期付款计划 · demo portfolio written in ${seconds} s`,
  );
}
