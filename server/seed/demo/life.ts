/** Simulates the orders of the demo portfolio, move by move, by the rules of the business. */

import { addDays, daysBetween, weekday } from '../../../contract/domain/calendar';
import { signatureFlags } from '../../../contract/domain/contractKinds';
import { entryText } from '../../../contract/domain/dictionaries';
import { usual } from '../../../contract/domain/leasing/codes';
import type { PlanRow } from '../../../contract/domain/leasing/plan';
import { rowKinds } from '../../../contract/domain/leasing/rowKinds';
import { periodsOf, settlement, type Terms } from '../../../contract/domain/leasing/schedule';
import { allocate, paidOf, totalOf } from '../../../contract/domain/ledger/allocation';
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
import { cents, sum, times, yuan } from '../../../contract/domain/money';
import { fascContract } from '../../../contract/modules/esign/fascContract';
import { customer } from '../../../contract/modules/lease/customer';
import { type Order, order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { picture, voucherPicType } from '../../../contract/modules/lease/picture';
import { type Product, product } from '../../../contract/modules/lease/product';
import { copiedFrom, scheduleOf } from '../../lease/order/orderTerms';
import { registerAccount } from './accounts';
import type { Note } from './book';
import { type Book, type Draft, finance, openBook, paperwork, partner, sales, system } from './book';
import { throwDice } from './dice';
import { addMinutes, docOf, identify, makePaper, paperOf, sendPaper, signPaper } from './papers';
import { banks, cardNo, companyNames, creditCode, families, givens, identityNo, phoneNo, trades } from './parties';
import { owedOf, payInstalment } from './payments';
import type { Staff } from './people';
import {
  buyers,
  cars,
  customers,
  equipment,
  type Goods,
  goods,
  historyDays,
  leaseback,
  machines,
  plotOrders,
  shareCounts,
  vehicles,
  withdrawnDays,
  workday,
} from './plots';
import { type Buying, buyObjects } from './purchases';

export const reasonsToCancel = ['客户资金安排有变', '客户改选其他产品', '超过约定时间未打款', '设备采购计划取消'];

export const remarks = ['老客户续签', '展会客户', '由门店推荐', '需寄送纸质回单', '客户要求每月 15 日前电话提醒'];

/** A due payment: its row and order, the day, and the order's next state if it is the last one. */
export interface Due {
  day: string;
  row: Draft;
  held: Draft;
  last?: { to: number; voided: Draft[] };
  /** What the customer pays beyond it. Decimal yuan. */
  more?: string;
  /** Half of it is paid. */
  isPartly?: true | undefined;
}

/** Terms of a product that names none. */
const { rentTable: _, ...plainTerms } = usual;
const usualTerms = { ...plainTerms, lateRate: '0', lateGraceDays: 0, lateCapRate: null };

const withAssets: readonly Goods[] = [vehicles, equipment, machines, cars, leaseback];

/** Half of an amount, rounded down to whole yuan. */
function half(amount: string): string {
  return yuan((cents(amount) / 200n) * 100n);
}

/** All events up to yesterday evening, oldest order first, so that ids grow with time. */
export function writeBook(newId: () => string, provider: string, today: string, staff: Staff): Book {
  const dice = throwDice(20_260_101);
  const book = openBook(newId);
  registerAccount(book, { name: provider, today });

  const opening = addDays(today, -historyDays - 20);
  const products = goods.map((article, i) =>
    book.add(
      product,
      'lease_product',
      {
        ...usualTerms,
        ...article,
        periods: periodsOf(article.deadline, article.getType),
        status: 1,
        note: null,
      },
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
      kycStatus: 0,
      remark: i % 9 === 4 ? dice.pick(remarks) : null,
    };
    const note = { at, by: dice.pick([sales, partner]) };
    const client = book.add(customer, 'lease_customer', values, note);
    met.set(client, note);
    if (isChecked) {
      const seenAt = addMinutes(at, 20);
      const verifiedBy = staff.find(({ name }) => name === paperwork)!.id;
      const seen = { kycStatus: 1, verifiedPaper: isCompany ? 2 : 1, verifiedWay: 1, verifiedBy, verifiedTime: seenAt };
      book.change(customer, client, seen, { at: seenAt, by: paperwork, action: 'verify' });
    }
    clients.push(client);
    return client;
  };

  const dues: Due[] = [];
  const buyings: Buying[] = [];
  const plots = plotOrders(today, dice)
    .map((plot) => ({ plot, at: dice.time(plot.created, 10, 12) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1));

  for (const [i, { plot, at: createdAt }] of plots.entries()) {
    const { status, voucher, confirmed, sent, papers, signed, start, exit, owing = 0, isPartly, isOverpaid } = plot;
    const isNew = clients.length < Math.ceil(((i + 1) * buyers) / plots.length);
    const client = isNew ? meet(addMinutes(createdAt, -45), status !== draft) : dice.pick(clients);
    const goodsRow = products[goods.indexOf(plot.goods)]!;
    const totalAmount = times(plot.goods.amountPer, dice.pick(shareCounts));
    const by = dice.pick([sales, partner]);
    const hasAccount = status !== draft || i % 2 === 0;
    const held = book.add(
      order,
      'lease_order',
      {
        customerId: client.id,
        customerName: client.realName,
        tel: client.tel,
        productId: goodsRow.id,
        totalAmount,
        ...copiedFrom(goodsRow as unknown as Product, totalAmount),
        bankCardCode: hasAccount ? cardNo(dice) : null,
        bankName: hasAccount ? dice.pick(banks) : null,
        businessStatus: draft,
        pzsfqr: 0,
        ...signatureFlags(0),
        remark: i % 11 === 0 ? dice.pick(remarks) : null,
        // a start later than the contracts allow was agreed at the beginning
        interestDate: start && signed && start > signed ? start : null,
        invested: '0.00',
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
      const assetPictures = withAssets.includes(plot.goods) ? [6] : [];
      for (const picType of [...own, ...assetPictures, voucherPicType]) {
        const at = dice.time(voucher, 9 + Number(picType === voucherPicType), 10 + Number(picType === voucherPicType));
        const name = `${entryText('pic_type', picType, 'zh')}.png`;
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
    const isBought = signed && (plot.goods === machines || plot.goods === cars);
    if (isBought && status !== settled)
      buyings.push({ held, isCar: plot.goods === cars, signed, start: status === awaitingStart ? undefined : start });
    if (!start || status === awaitingStart) continue;

    // The plan is made once, on the first day, in the transaction that starts the order.
    const plan = scheduleOf(held as unknown as Order);
    const startTime = start === signed ? addMinutes(String(held.updateTime), 4) : `${start} 00:05:00`;
    const instalment = (planVersion: number, { residual: _, ...line }: PlanRow, at: string) =>
      book.put('lease_payment_plan', {
        orderId: held.id,
        planVersion,
        ...line,
        bankCardCode: held.bankCardCode,
        bankName: held.bankName,
        payStatus: 0,
        isFrozen: 0,
        paidAmount: '0.00',
        paidPrincipal: '0.00',
        version: 1,
        createTime: at,
        updateTime: at,
      });
    const rows = plan.rows.map((line) => instalment(1, line, startTime));
    move(active, { at: startTime, by: system }, { startTime, maturity: plan.maturity });
    if (status === matured) move(matured, { at: `${addDays(plan.maturity, 1)} 00:05:00`, by: system });

    const horizon = exit && exit < today ? exit : today;
    const past = rows.filter((row) => String(row.paymentDate) < horizon);
    const paidRows = past.slice(0, past.length - owing);
    for (const row of paidRows) {
      const due = workday(String(row.paymentDate));
      const late = addDays(due, dice.whole(1, 4));
      const isLate = !exit && dice.whole(1, 16) === 1 && workday(late) === late && late < today;
      const isLast = status === settled && row === rows.at(-1);
      const isMore = isOverpaid && row === paidRows.at(-1);
      dues.push({
        ...{ day: isLate ? late : due, row, held },
        ...(isMore && { more: '500.00' }),
        ...(isLast && { last: { to: settled, voided: [] } }),
      });
    }
    const oldest = past[past.length - owing];
    if (isPartly && oldest) dues.push({ day: workday(String(oldest.paymentDate)), row: oldest, held, isPartly });
    if (!exit) continue;

    // Early exit: the remaining rows are voided, and one row settles all.
    const at = dice.time(workday(addDays(exit, -8)), 10, 12);
    move(terminating, { at, by, reason: '客户申请提前结清' });
    const open = rows.filter((row) => !past.includes(row));
    for (const row of open) {
      Object.assign(row, { isFrozen: 1, version: row.version + 1, updateTime: at });
      book.put('lease_plan_pause', { planId: row.id, fromTime: at });
    }
    const { yearRate, deadline, getType, interestDate } = held as unknown as Order;
    const dayCount = held.dayCount === 360 ? 'ACT_360' : 'ACT_365';
    const terms: Terms = {
      ...{ totalAmount, dayCount },
      ...{ yearRate: yearRate!, deadline: deadline!, getType: getType!, interestDate: interestDate! },
    };
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
        ...{ kind: rowKinds.instalment, other: '0.00', balance: '0.00', residual: '0.00' },
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
    for (const { row, held, last, more = '0.00', isPartly } of dues.filter((due) => due.day === day)) {
      const owed = owedOf(row);
      const amounts = isPartly
        ? allocate(half(totalOf(owed)), [{ id: row.id, open: owed }]).bookings[0]!.amounts
        : owed;
      const paid = { payStatus: isPartly ? 0 : 1, paidAmount: paidOf(amounts), paidTime: at, batchNo };
      book.change(paymentPlan, row, paid, { at, by: finance, action: 'pay' });
      Object.assign(row, { paidPrincipal: amounts.principal });
      payInstalment(book, { row, held, at, batchNo, by: finance, amounts, more });
      if (!last) continue;
      for (const other of last.voided)
        Object.assign(other, { isFrozen: 0, payStatus: 2, version: other.version + 1, updateTime: at });
      const change = { businessStatus: last.to, settledTime: at };
      book.change(order, held, change, { at, by: system, action: 'move' });
    }
  }
  buyObjects(book, buyings, today);
  return book;
}
