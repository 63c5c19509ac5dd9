/** Lines become receipts: many at once, in one batch of the ledger. */
import { sql } from 'kysely';
import { isOtherName, isStray, type Proposal } from '../../../contract/domain/bank/match';
import {
  type Amounts,
  added,
  allocate,
  nothing,
  paidOf,
  parts,
  without,
} from '../../../contract/domain/ledger/allocation';
import { cents, sum } from '../../../contract/domain/money';
import { type BankStatement, bankStatement, lineStates, verdicts } from '../../../contract/modules/lease/bankStatement';
import { type Order, order } from '../../../contract/modules/lease/order';
import { type PaymentPlan, paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import type { ConfirmOutcome } from '../../../contract/wire/bank/lines';
import { writeAudit } from '../../engine/audit/entries';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import type { Booking, Movement, PlanLine } from '../ledger/accounts';
import { bookAll, judgeAll } from '../ledger/book';
import { namedBy } from '../ledger/deciding';
import { openOf } from '../ledger/open';
import { refuseChanged, trialOf } from '../ledger/trial';
import type { Way } from '../ledger/way';
import { nextNumber } from '../numbers';
import { matchesOf, refuseBlind } from './candidates';
import { movementOf, otherNameDeed } from './movement';
import { withSeenProposals } from './seen';
import { asLine, keepMatches, lockLines, type StoredLine, settleLines, verdictOf } from './store';

/** A line and the answer that a person has chosen; null puts it on the ledger as unclaimed. */
interface Chosen {
  line: StoredLine;
  proposal: Proposal | null;
}

/** Instalments and orders of all lines, locked once, and what is open of each on a day. */
class OpenPlan {
  private readonly opened = new Map<string, ReadonlyMap<string, Amounts>>();
  /** What earlier lines of the batch have taken. */
  private readonly taken = new Map<string, Amounts>();

  private constructor(
    private readonly cx: Context,
    private readonly rows: ReadonlyMap<string, PaymentPlan>,
    private readonly orders: ReadonlyMap<string, Order>,
  ) {}

  static async lock(cx: Context, chosen: readonly Chosen[]): Promise<OpenPlan> {
    const ids = [...new Set(chosen.flatMap(({ proposal }) => proposal?.shares.map(({ planId }) => planId) ?? []))];
    const rows = ids.length === 0 ? [] : ((await cx.rows(paymentPlan).lock(ids)) as PaymentPlan[]);
    const orderIds = [...new Set(rows.map(({ orderId }) => orderId!))];
    const orders = orderIds.length === 0 ? [] : ((await cx.rows(order).lock(orderIds)) as Order[]);
    if (ids.length > 0) await cx.approvals.refusePending(paymentPlan, ids);
    return new OpenPlan(cx, new Map(rows.map((row) => [row.id, row])), new Map(orders.map((held) => [held.id, held])));
  }

  /** Reads once for each day that lines have. */
  private async openOn(day: string): Promise<ReadonlyMap<string, Amounts>> {
    const known = this.opened.get(day) ?? (await openOf(this.cx, [...this.rows.values()], day));
    this.opened.set(day, known);
    return known;
  }

  async lines({ line, proposal }: Chosen): Promise<PlanLine[]> {
    const found: PlanLine[] = [];
    const open = await this.openOn(line.valueDate);
    for (const { planId, amount } of proposal?.shares ?? []) {
      const row = this.rows.get(planId);
      const held = row && this.orders.get(row.orderId!);
      if (!row || !held) return refuse('bank.stale', { row: line.lineNo });
      const before = this.taken.get(planId) ?? nothing;
      const { bookings, left } = allocate(amount, [{ id: planId, open: without(open.get(planId)!, before) }]);
      if (cents(left) > 0n || row.payStatus !== 0) refuse('bank.stale', { row: line.lineNo });
      for (const { amounts } of bookings) {
        found.push({ row, held, amounts });
        this.taken.set(planId, added(before, amounts));
      }
    }
    return found;
  }
}

async function bookingOf(statement: BankStatement, chosen: Chosen, plan: OpenPlan): Promise<Booking> {
  const { line, proposal } = chosen;
  const customerId = proposal?.customerId ?? null;
  const movement: Movement = { ...movementOf(statement, line), customerId };
  if (!proposal) return { movement, others: [{ account: 'unclaimed', amount: line.amount }] };
  const { rest } = proposal;
  const way = line.direction as Way;
  const others = cents(rest) > 0n && customerId ? [{ account: 'prepaid' as const, customerId, way, amount: rest }] : [];
  return { movement, instalments: await plan.lines(chosen), others };
}

/** Receipts that lines are the proof of: in force, and of no other line. */
async function refuseTakenReceipts(cx: Context, chosen: readonly Chosen[]): Promise<void> {
  const ids = chosen.map(({ proposal }) => proposal!.receiptId!);
  if (ids.length === 0) return;
  await cx.exclusive('bank.link');
  const { rows } = await sql<{ id: string }>`
    select r.id from lease_receipt r
    where r.tenant_id = ${cx.tenantId} and r.state = 1 and r.id = any(${ids}::bigint[])
      and not exists (select 1 from lease_bank_line l where l.tenant_id = ${cx.tenantId} and l.receipt_id = r.id)`.execute(
    cx.trx,
  );
  const free = new Set(rows.map(({ id }) => id));
  for (const { line, proposal } of chosen)
    if (!free.delete(proposal!.receiptId!)) refuse('bank.stale', { row: line.lineNo });
}

/** How lines are confirmed. `trial`: what the person has confirmed. */
interface How {
  reason: string;
  isTrial?: boolean;
  trial?: string | undefined;
}

/** What bookings and links come to. */
function outcomeOf(bookings: readonly Booking[], booked: readonly Chosen[], linked: readonly Chosen[]) {
  const lines = bookings.flatMap(({ instalments = [] }) => instalments);
  const prepaid = bookings.flatMap(({ others = [] }) => others.filter(({ account }) => account === 'prepaid'));
  const figures = bookings.map(({ instalments = [], others = [] }, at) => [
    booked[at]!.line.id,
    ...instalments.map(({ row, amounts }) => [row.id, ...parts.map((part) => amounts[part])]),
    ...others.map(({ account, amount }) => [account, amount]),
  ]);
  return {
    booked: booked.length,
    linked: linked.length,
    amount: sum(booked.map(({ line }) => line.amount)),
    late: sum(lines.map(({ amounts }) => amounts.late)),
    instalments: sum(lines.map(({ amounts }) => paidOf(amounts))),
    rest: sum(prepaid.map(({ amount }) => amount)),
    batchNo: null,
    trial: trialOf([figures, linked.map(({ line, proposal }) => [line.id, proposal!.receiptId])]),
  };
}

/** Books lines, all of them or none, or only says what would be booked. */
export async function bookChosen(
  cx: Context,
  statement: BankStatement,
  chosen: readonly Chosen[],
  { reason: explained, isTrial = false, trial }: How,
): Promise<ConfirmOutcome> {
  for (const { line } of chosen) if (line.state !== lineStates.open) refuse('bank.lineDone', { row: line.lineNo });
  await cx.approvals.refusePending(
    bankStatement,
    chosen.map(({ line }) => line.id),
  );
  const linked = chosen.filter(({ proposal }) => proposal?.receiptId);
  const booked = chosen.filter(({ proposal }) => !proposal?.receiptId);
  await refuseTakenReceipts(cx, linked);
  const plan = await OpenPlan.lock(cx, booked);
  const bookings: Booking[] = [];
  for (const one of booked) bookings.push(await bookingOf(statement, one, plan));
  const outcome = outcomeOf(bookings, booked, linked);
  if (isTrial) {
    await judgeAll(cx, bookings);
    return outcome;
  }
  refuseChanged(trial, outcome, outcome.amount);
  cx.approvals.allAsked();
  const batchNo = booked.length > 0 ? await nextNumber(cx, 'YH') : null;
  for (const { movement } of bookings) movement.batchNo = batchNo;
  const receipts = await bookAll(cx, bookings, statement.fileName ?? '', explained);
  await settleLines(cx, [
    ...booked.map(({ line }, at) => ({ id: line.id, state: lineStates.booked, receiptId: receipts[at]!.id })),
    ...linked.map(({ line, proposal }) => ({
      id: line.id,
      state: lineStates.linked,
      receiptId: proposal!.receiptId,
    })),
  ]);
  const reason = [batchNo, `${booked.length + linked.length}`].filter(Boolean).join(' · ');
  writeAudit(cx, bankStatement, statement, [], { action: 'book', reason });
  return { ...outcome, batchNo };
}

/** Books all lines of a statement that have one clear answer. */
export async function confirmClear(cx: Context, statement: BankStatement, how: How): Promise<ConfirmOutcome> {
  await refuseBlind(cx);
  const lines = await withSeenProposals(cx, await lockLines(cx, statement.id, { verdict: verdicts.matched }));
  const chosen = lines
    .map((line) => ({ line, proposal: line.proposals[0] ?? null }))
    .filter(({ proposal }) => proposal);
  if (chosen.length === 0) refuse('bank.nothingClear');
  return bookChosen(cx, statement, chosen, how);
}

/** Whether others decide on an answer for a line that names another party; such a line is asked for by itself. */
async function isForOthers(
  cx: Context,
  statement: BankStatement,
  chosen: readonly Chosen[],
  { reason, trial }: How,
): Promise<boolean> {
  const other = chosen.find(({ proposal }) => proposal && isOtherName(proposal));
  if (!other?.proposal) return false;
  const { line, proposal } = other;
  const { customerName, shares } = proposal;
  const booked = sum(shares.map(({ amount }) => amount));
  await cx.approvals.refusePending(bankStatement, [line.id]);
  const now = await bookChosen(cx, statement, chosen, { reason, isTrial: true });
  refuseChanged(trial, now, now.amount);
  const input = { proposal, trial: now.trial };
  const names = namedBy(
    shares.map(({ orderId }) => orderId),
    [proposal.customerId],
  );
  const deed = otherNameDeed(cx, statement, line, { customers: [customerName], names, booked, reason, input });
  if (chosen.length > 1 && (await cx.approvals.isForPeople(deed))) refuse('bank.otherName', { row: line.lineNo });
  return cx.approvals.hold(deed);
}

/** Books chosen lines: by the answer with that number, or as unclaimed. */
export async function confirmLines(
  cx: Context,
  statement: BankStatement,
  asked: ReadonlyMap<string, number>,
  { asUnclaimed, ...how }: How & { asUnclaimed: boolean },
): Promise<ConfirmOutcome> {
  await refuseBlind(cx);
  // Numbered as the person sees them.
  const lines = await withSeenProposals(cx, await lockLines(cx, statement.id, { ids: [...asked.keys()] }));
  if (lines.length < asked.size) refuse('notYours');
  const chosen = lines.map((line): Chosen => {
    if (asUnclaimed) return { line, proposal: null };
    const proposal = line.proposals[asked.get(line.id)!];
    if (!proposal) return refuse('bank.noProposal', { row: line.lineNo });
    return isStray(proposal) ? refuse('bank.otherAccount', { row: line.lineNo }) : { line, proposal };
  });
  if (!how.isTrial && (await isForOthers(cx, statement, chosen, how))) return { ...outcomeOf([], [], []) };
  return bookChosen(cx, statement, chosen, how);
}

/** Looks for answers again: other lines, other receipts and new orders have changed what is open. */
export async function matchAgain(cx: Context, statement: BankStatement): Promise<void> {
  await refuseBlind(cx);
  const lines = await lockLines(cx, statement.id, 'open');
  const matches = await matchesOf(cx, lines.map(asLine));
  await keepMatches(
    cx,
    lines.map(({ id }, at) => ({ id, verdict: verdictOf(matches[at]!), proposals: matches[at]!.proposals })),
  );
}
