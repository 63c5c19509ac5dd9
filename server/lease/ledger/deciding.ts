/** What those who decide on a movement of money read of it, and what counts when it is asked whether they have to. */
import { sql } from 'kysely';
import { type ApprovalActName, approvalActs } from '../../../contract/domain/approvals';
import { approvalStates } from '../../../contract/domain/approvalTitles';
import { inYuan } from '../../../contract/domain/ledger/inYuan';
import { add } from '../../../contract/domain/money';
import { joined, type Label, label, textIn } from '../../../contract/domain/text';
import { customer } from '../../../contract/modules/lease/customer';
import { order } from '../../../contract/modules/lease/order';
import {
  accounts,
  directionTexts,
  entryKinds,
  receipt,
  receiptStates,
  sources,
} from '../../../contract/modules/lease/receipt';
import { maskCard } from '../../../contract/schema/mask';
import { accountLabels } from '../../../contract/wire/ledger/accountLabels';
import type { Context, Deed } from '../../kernel/context';
import type { Movement, PlanLine } from './accounts';
import type { Way } from './way';

type Changes = Deed['changes'];
/** What lines that name a party, or what is booked to instalments, are made of. */
export const partySays = { customer: ['realName'], order: ['customerName'], receipt: ['partyName', 'customerId'] };
export const dueSays = { paymentPlan: ['amountPayable', 'paidAmount'] };
const aimSays = { paymentPlan: ['contractCode', 'currentPeriods', 'amountPayable', 'paidAmount'] };
/** Instalments that are named; more are counted. */
const mostNamed = 10;

/** A movement as it would be booked. `customerName`: whose money it is; another name at the bank is marked. */
export function movementChanges(movement: Movement, customerName?: string | null): Changes {
  const { fields } = receipt;
  const [zh, en] = directionTexts[movement.direction as Way];
  const shown: [keyof typeof fields, Label | string | null | undefined][] = [
    ['direction', label(zh, en)],
    ['valueDate', movement.valueDate],
    ['customerId', customerName],
    ['partyName', partyOf(movement.partyName, customerName)],
    ['partyAccount', movement.partyAccount ? maskCard(movement.partyAccount) : ''],
    ['bankName', movement.bankName],
    ['serialNo', movement.serialNo],
  ];
  return shown.flatMap(([name, after]) => {
    const says = name === 'customerId' ? partySays : { receipt: [name] };
    return after ? [{ label: fields[name].label, before: null, after, says }] : [];
  });
}

function partyOf(name: string | null | undefined, customerName: string | null | undefined): Label | string {
  if (!name || !customerName || name === customerName) return name ?? '';
  return label(`${name}（不是该客户）`, `${name} (not the customer)`);
}

/** What an amount is booked to, and what is left of it. Decimal yuan. */
export function aimChanges(
  cx: Context,
  lines: readonly (PlanLine & { amount: string })[],
  { left, isPrepaid }: { left: string; isPrepaid: boolean },
): Changes {
  const named = lines
    .slice(0, mostNamed)
    .map(
      ({ row, held, amount }) =>
        `${held.contractCode ?? ''} ${row.currentPeriods ?? 0}: ${textIn(inYuan(amount), cx.language)}`,
    );
  const more = lines.length - named.length;
  const text = joined(more > 0 ? [...named, `+${more}`] : named, cx.language);
  const rest = isPrepaid ? label('转入客户预收预付', 'To the customer’s balance') : accountLabels.unclaimed;
  return [
    ...(lines.length > 0
      ? [{ label: label('入账期次', 'Booked to instalments'), before: null, after: text, says: aimSays }]
      : []),
    ...(Number(left) > 0
      ? [{ label: label('余款', 'What is left'), before: inYuan(left), after: rest, says: { receipt: ['openAmount'] } }]
      : []),
  ];
}

/** Orders and customers as the names of a deed. */
export function namedBy(
  orderIds: readonly string[],
  customerIds: readonly (string | null)[],
): NonNullable<Deed['names']> {
  return {
    [order.name]: [...new Set(orderIds)],
    [customer.name]: [...new Set(customerIds.filter((id) => id !== null))],
  };
}

/** The customers that a movement is booked to. */
export function customersOf({ customerId }: Movement, lines: readonly PlanLine[]): string[] {
  return [...new Set([...(customerId ? [customerId] : []), ...lines.map(({ held }) => held.customerId)])];
}

/** So many locks are as good as one for each customer, and few enough for a batch of thousands of them. */
const customerLocks = 16n;

/**
 * Waits for other work that counts for the day, of the same person and for the same customers: two calls at once would not
 * see each other.
 */
export async function lockDay(cx: Context, customers: readonly string[] = []): Promise<void> {
  if (cx.principal) await cx.exclusive(`day of ${cx.principal.userId}`);
  const locks = [...new Set(customers.map((id) => Number(BigInt(id) % customerLocks)))].sort((a, b) => a - b);
  for (const lock of locks) await cx.exclusive(`day of customers ${lock}`);
}

/** What the person has asked for today, or anyone for one of the customers, and others have not decided on yet. */
export function pendingToday(
  { tenantId, principal, today }: Context,
  acts: readonly ApprovalActName[],
  customers: readonly string[] = [],
) {
  return sql`(select coalesce(sum(amount), 0) from approval
    where tenant_id = ${tenantId} and act = any(${acts.map((act) => approvalActs[act].number)}::int[])
      and (maker_id = ${principal?.userId ?? null} or jsonb_exists_any(input -> 'whose', ${[...customers]}::text[]))
      and create_time >= ${today}::date and state = ${approvalStates.pending} and is_deleted = 0)`;
}

/** Deeds that book money which no paper of a bank proves. */
const unproved = ['receiptBook', 'paymentConfirm', 'orderVoucher'] as const satisfies readonly ApprovalActName[];

/** Entries that count with a further deed of the kind: many small ones of a day are as much as a large one. */
const smallDeeds = {
  // A balance that is paid back leaves with a movement of its own.
  refund: sql`kind = ${sql.lit(entryKinds.payment)} and amount < 0
    and account in (${sql.lit(accounts.prepaid)}, ${sql.lit(accounts.order)})`,
  lateWaiver: sql`kind = ${sql.lit(entryKinds.waiver)}`,
  claimOther: sql`kind = ${sql.lit(entryKinds.transfer)} and amount < 0 and account = ${sql.lit(accounts.unclaimed)}`,
} as const satisfies Partial<Record<ApprovalActName, unknown>>;

/** What such a deed is done to: earlier ones for it count, of anyone. */
interface Subject {
  customers: readonly string[];
  /** The receipt that is parted: what was taken of it on earlier days counts, too. */
  receiptId?: string;
  /** The instalment whose earlier deeds the amount itself counts. */
  planId?: string;
}

/** What was done of such deeds today, or asked for, by the person or for the same customers. Decimal yuan. */
export async function doneToday(
  cx: Context,
  act: keyof typeof smallDeeds,
  { customers, receiptId, planId }: Subject,
): Promise<string> {
  const { trx, tenantId, principal, today } = cx;
  await lockDay(cx, customers);
  const { rows } = await sql<{ sum: string }>`
    select ((select coalesce(sum(abs(amount)), 0) from lease_payment_txn
      where tenant_id = ${tenantId} and (create_time >= ${today}::date and (create_user = ${principal?.userId ?? null}
          or customer_id = any(${[...customers]}::bigint[])) or receipt_id = ${receiptId ?? null}::bigint)
        and (${planId ?? null}::bigint is null or plan_id is distinct from ${planId ?? null}::bigint)
        and ${smallDeeds[act]})
      + ${pendingToday(cx, [act], customers)})::text as sum`.execute(trx);
  return rows[0]!.sum;
}

/**
 * An amount with what was booked today without a paper of a bank, or asked for, by the person or for the same customers:
 * many small movements are as much as a large one. Decimal yuan.
 */
export async function withToday(cx: Context, amount: string, customers: readonly string[]): Promise<string> {
  const { trx, tenantId, principal, today } = cx;
  if (!principal) return amount;
  await lockDay(cx, customers);
  const { rows } = await sql<{ sum: string }>`
    select ((select coalesce(sum(amount), 0) from lease_receipt
      where tenant_id = ${tenantId} and create_time >= ${today}::date
        and (create_user = ${principal.userId} or customer_id = any(${[...customers]}::bigint[]))
        and source in (${sources.byHand}, ${sources.instalment}, ${sources.voucher})
        and state = ${receiptStates.booked} and is_deleted = 0)
      + ${pendingToday(cx, unproved, customers)})::text as sum`.execute(trx);
  return add(rows[0]!.sum, amount);
}
