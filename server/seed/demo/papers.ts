/** The contracts of the demo portfolio: made, sent and signed. */

import { createHash } from 'node:crypto';
import { dateTime, instantOf } from '../../../contract/domain/calendar';
import { type ContractKind, contractKindBy } from '../../../contract/domain/contractKinds';
import { entryText } from '../../../contract/domain/dictionaries';
import { planTermsOf } from '../../../contract/domain/leasing/record';
import { directionWord } from '../../../contract/domain/lifecycle/direction';
import { sum } from '../../../contract/domain/money';
import { fascContract, smsFaults } from '../../../contract/modules/esign/fascContract';
import { type Order, order } from '../../../contract/modules/lease/order';
import { maskCard, maskIdentity } from '../../../contract/schema/mask';
import { type ContractRow, mobileOf, sendingChange } from '../../esign/contracts';
import { sessionChange, sessionMinutes } from '../../esign/counter';
import { evidenceOf, type Signing, type SignWay, signedChange } from '../../esign/evidence';
import type { ContractDoc } from '../../esign/paper/pdf';
import { messageChange } from '../../esign/sending';
import { repaymentOf } from '../../esign/wording/repayment';
import { scheduleOf } from '../../lease/order/orderTerms';
import type { Note } from './book';
import { type Book, type Draft, paperwork, system } from './book';
import type { Staff } from './people';

export function addMinutes(time: string, minutes: number): string {
  return dateTime(instantOf(time) + minutes * 60_000);
}

/** The contract as `makeContract` would have it: it stores its terms, so that it can be printed at any time. */
export function docOf(held: Draft, client: Draft, provider: string, contractNumber: string, type: number, at: string) {
  const of = held as unknown as Order;
  const { totalAmount, yearRate, deadline, getType, interestDate = null } = of;
  const started = { ...of, interestDate: interestDate ?? at.slice(0, 10) };
  const plan = scheduleOf(started);
  const repayment = repaymentOf(planTermsOf(started), plan);
  const total = (name: 'rent' | 'principal' | 'amountPayable') => sum(plan.rows.map((row) => row[name]));
  const doc: ContractDoc = {
    title: entryText('contract_type', type, 'zh'),
    contractNumber,
    type: type as ContractKind,
    provider: { name: provider },
    customer: { name: String(client.realName), idNo: maskIdentity(String(client.idNo)), tel: String(held.tel) },
    productName: String(held.productName),
    totalAmount,
    yearRate: yearRate!,
    deadline: deadline!,
    getType: getType!,
    basis: plan.basis,
    ...(repayment ? { repayment } : {}),
    interestDate,
    maturity: interestDate && plan.maturity,
    bankName: String(held.bankName),
    bankCardMasked: maskCard(String(held.bankCardCode)),
    cashDirection: directionWord(of.direction),
    plan: plan.rows,
    totals: { rent: total('rent'), principal: total('principal'), amountPayable: total('amountPayable') },
    madeAt: at,
  };
  return doc;
}

export function paperOf(row: Draft) {
  return row as unknown as ContractRow;
}

export function makePaper(book: Book, held: Draft, { contractNumber, type }: ContractDoc, at: string): Draft {
  const reserved = { orderId: held.id, contractNumber, type, status: 1, signTaskStatus: 'reserved', retryFlag: null };
  const row = { ...reserved, sentTime: null, evidence: [] };
  return book.add(fascContract, 'lease_contract', row, { at, by: paperwork, action: 'make' });
}

/** The customer gets the link by a message, or the gateway was not reached. */
export function sendPaper(
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
export const places: Record<SignWay, Pick<Signing, 'address' | 'device'>> = {
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
export function identify(
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
export function signPaper(book: Book, held: Draft, paper: Draft, visit: Parameters<typeof identify>[3]): void {
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
  const { flag } = contractKindBy(paper.type as ContractKind);
  book.change(order, held, { [flag!]: 1 }, { at, by, action: 'signed' });
}
