/** What the dialogs of deeds need to know of an order and its plan. */
import type { Language } from '../../../../../contract/domain/languages';
import { hasExitRate } from '../../../../../contract/domain/leasing/accrual';
import { directions as orderDirections } from '../../../../../contract/domain/lifecycle/direction';
import { active } from '../../../../../contract/domain/lifecycle/orderStates';
import { add } from '../../../../../contract/domain/money';
import { type Order, paperStates } from '../../../../../contract/modules/lease/order';
import { type PaymentPlan, rowName } from '../../../../../contract/modules/lease/paymentPlan';
import { directions } from '../../../../../contract/modules/lease/receipt';
import type { OpenRow, Subject } from '../../deed/deedSlice';
import { isLive } from '../view';

export function subjectOf(held: Order): Subject {
  return {
    name: held.contractCode ?? held.customerName ?? '',
    id: held.id,
    version: String(held.version),
    customerId: held.customerId,
    customerName: held.customerName ?? '',
    orderId: held.id,
    contractCode: held.contractCode ?? '',
    way: held.direction === orderDirections.collect ? directions.received : directions.paidOut,
  };
}

/** Unpaid instalments, with what is open of each. */
export function openRows(rows: readonly PaymentPlan[], language: Language): OpenRow[] {
  return rows
    .filter((row) => row.payStatus === 0 && isLive(row))
    .map((row) => ({
      id: row.id,
      name: rowName(row, language),
      paymentDate: row.paymentDate ?? '',
      openAmount: add(row.openAmount ?? row.amountPayable ?? '0', row.lateOpen ?? '0'),
    }));
}

export function exitSubject(held: Order): Subject {
  const repayMethod = held.repayMethod ?? undefined;
  const hasOwnRate = repayMethod !== undefined && !held.restructured && hasExitRate({ repayMethod });
  return { ...subjectOf(held), ...(hasOwnRate ? { hasExitRate: true } : {}) };
}

export function changeSubject(held: Order): Subject {
  const isRunning = (held.businessStatus ?? 0) >= active;
  return {
    ...subjectOf(held),
    isRunning,
    effect: isRunning ? 'running' : held.paperState === paperStates.signed ? 'signed' : 'issued',
    first: {
      bankCardCode: held.bankCardCode ?? '',
      bankName: held.bankName ?? '',
      ...(isRunning ? {} : { interestDate: held.interestDate ?? '' }),
    },
  };
}
