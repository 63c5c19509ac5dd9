/** What the objects of the demo portfolio's leases were bought for: suppliers, objects, and payments by bank files. */
import { addDays } from '../../../contract/domain/calendar';
import { investmentRate, type ReturningRow } from '../../../contract/domain/leasing/investment';
import { nothing } from '../../../contract/domain/ledger/allocation';
import { add, cents, subtract, sum, yuan } from '../../../contract/domain/money';
import { vinCheck } from '../../../contract/domain/papers/vin';
import { asset, assetKinds } from '../../../contract/modules/lease/asset';
import { batchStates, itemStates, payBatch } from '../../../contract/modules/lease/payBatch';
import { purchase } from '../../../contract/modules/lease/purchase';
import { accounts, directions, entryKinds, receipt, sources } from '../../../contract/modules/lease/receipt';
import { supplier } from '../../../contract/modules/lease/supplier';
import { type Book, type Draft, finance, paperwork } from './book';
import { throwDice } from './dice';
import { banks, cardNo, creditCode, phoneNo } from './parties';
import { workday } from './plots';

const makers = [
  ['岚桥机械设备有限公司', '数控加工中心', 'VMC-850'],
  ['远岫重工销售有限公司', '液压挖掘机', 'XE215'],
  ['沐川商用车销售有限公司', '重型牵引车', 'J7 550'],
] as const;
/** Of which maker: a car, or one of two machines. */
const car = makers[2];

/** An order whose object is bought, and the days on which it is: signed, and started where it is. */
export interface Buying {
  held: Draft;
  isCar: boolean;
  signed: string;
  start: string | undefined;
}

function vinOf(digits: string): string {
  const plain = `LFWSRXSJ0N${digits}`;
  return plain.slice(0, 8) + vinCheck(plain) + plain.slice(9);
}

/** A third of an amount, rounded down to whole yuan: what a supplier asks for before it delivers. */
function third(amount: string): string {
  return yuan((cents(amount) / 300n) * 100n);
}

/** Pays purchases of a day by one file, as bank and program do it. */
function payFile(
  book: Book,
  day: string,
  due: readonly { row: Draft; held: Draft; seller: Draft }[],
  at: string,
): void {
  const batchNo = book.number('FF', day);
  const amounts = due.map(({ row }) => String(row.amount));
  const batch = book.add(
    payBatch,
    'lease_pay_batch',
    {
      ...{ batchNo, layout: 1, itemCount: due.length, totalAmount: sum(amounts), state: batchStates.answered },
      ...{ paidCount: due.length, failedCount: 0, sentTime: at, answeredTime: at, digest: null },
    },
    { at, by: finance },
  );
  for (const [index, { row, held, seller }] of due.entries()) {
    const amount = String(row.amount);
    const shared = { valueDate: day, batchNo, direction: directions.paidOut };
    const paidTo = { partyName: seller.supplierName, partyAccount: seller.bankCardCode };
    const booked = book.add(
      receipt,
      'lease_receipt',
      {
        ...{ ...shared, ...paidTo, amount, bankName: '工商银行', source: sources.paymentFile },
        ...{ receiptNo: book.number('FK', day), customerId: null },
      },
      { at, by: finance, action: 'book' },
    );
    book.put('lease_payment_txn', {
      ...{ ...shared, ...nothing, kind: entryKinds.payment, receiptId: booked.id, createTime: at },
      ...{ account: accounts.purchase, amount, orderId: held.id, purchaseId: row.id },
    });
    book.put('lease_pay_item', {
      ...{ batchId: batch.id, itemNo: index + 1, reference: `${batchNo}${String(index + 1).padStart(4, '0')}` },
      ...{ purchaseId: row.id, orderId: held.id, amount, state: itemStates.paid, receiptId: booked.id },
      ...{ payeeName: seller.supplierName, account: seller.bankCardCode, bankName: seller.bankName },
    });
    book.change(purchase, row, { paidAmount: amount, paidTime: at }, { at, by: finance, action: 'pay' });
    Object.assign(held, { invested: add(String(held.invested), amount) });
  }
}

/** Buys the objects: a third when the contracts are signed, the rest when the lease starts; what is due later waits. */
export function buyObjects(book: Book, buyings: readonly Buying[], today: string): void {
  const dice = throwDice(20_260_102);
  const opened = addDays([...buyings.map(({ signed }) => signed), today].sort()[0]!, -30);
  const sellers = makers.map(([supplierName]) =>
    book.add(
      supplier,
      'lease_supplier',
      {
        ...{ supplierName, creditCode: creditCode(dice), contactName: null, tel: phoneNo(dice), address: null },
        ...{ bankName: dice.pick(banks), bankCardCode: cardNo(dice), status: 1, remark: null },
      },
      { at: dice.time(opened, 9, 17), by: paperwork },
    ),
  );
  const due: { day: string; row: Draft; held: Draft; seller: Draft }[] = [];
  for (const { held, isCar, signed, start } of buyings) {
    const place = isCar ? 2 : dice.whole(0, 1);
    const [, assetName, model] = isCar ? car : makers[place]!;
    const at = dice.time(workday(addDays(signed, -1)), 9, 10);
    const price = String(held.totalAmount);
    const invoice = { invoiceNo: dice.digits(20), invoiceDate: signed };
    const object = book.add(
      asset,
      'lease_asset',
      {
        ...{ orderId: held.id, assetName, model, kind: isCar ? assetKinds.vehicle : assetKinds.machinery },
        ...{ serialNo: isCar ? vinOf(dice.digits(7)) : `SN${dice.digits(8)}`, supplierId: sellers[place]!.id },
        ...{ purchasePrice: price, state: start ? 2 : 1, ...invoice },
      },
      { at, by: paperwork },
    );
    const down = third(price);
    for (const [amount, planned] of [
      [down, workday(signed)],
      [subtract(price, down), workday(start ?? addDays(today, 2))],
    ] as const) {
      const row = book.add(
        purchase,
        'lease_purchase',
        {
          ...{ orderId: held.id, assetId: object.id, ...invoice, invoiceAmount: price, amount, plannedDate: planned },
          ...{ paidAmount: '0.00', paidTime: null },
        },
        { at, by: paperwork },
      );
      if (planned < today) due.push({ day: planned, row, held, seller: sellers[place]! });
    }
  }
  for (const day of [...new Set(due.map((one) => one.day))].sort())
    payFile(
      book,
      day,
      due.filter((one) => one.day === day),
      dice.time(day, 15, 17),
    );
  keepRates(book);
}

/** As the program keeps them with each entry. */
function keepRates(book: Book): void {
  const entries = (book.tables.get('lease_payment_txn') ?? []).filter(({ account }) => account === accounts.purchase);
  for (const held of book.tables.get('lease_order') ?? []) {
    const paid = entries.filter(({ orderId }) => orderId === held.id);
    if (paid.length === 0) continue;
    const rows = (book.tables.get('lease_payment_plan') ?? []).filter(({ orderId }) => orderId === held.id);
    const payments = paid.map(({ valueDate, amount }) => ({ date: String(valueDate), amount: String(amount) }));
    const maturity = (held.maturity as string | null | undefined) ?? null;
    Object.assign(held, { investmentRate: investmentRate(payments, rows as unknown as ReturningRow[], maturity) });
  }
}
