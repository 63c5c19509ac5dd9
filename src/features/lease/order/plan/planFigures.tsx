import { type Plan, planOf } from '../../../../../contract/domain/leasing/plan';
import { rowKindBy, rowKinds } from '../../../../../contract/domain/leasing/rowKinds';
import type { PlanTerms } from '../../../../../contract/domain/leasing/terms';
import { cancelled } from '../../../../../contract/domain/lifecycle/orderStates';
import { sum } from '../../../../../contract/domain/money';
import { paymentPlan, rowName } from '../../../../../contract/modules/lease/paymentPlan';
import { text } from '../../../../ui/layout/text';
import { WaitingMark } from '../../../crud/list/waiting';
import { payChip } from '../chips';
import { planTerms } from '../orderPageSlice';
import { isLive, isOverdue, type View } from '../view';

/** An instalment of the plan or of a preview, as the table shows it. */
export interface PlanLine {
  key: string;
  name: string;
  paymentDate: string;
  days: number;
  rent: string;
  principal: string;
  amountPayable: string;
  /** Principal owed after it. */
  balance: string;
  /** An instalment rather than a charge. */
  isInstalment: boolean;
  /** Included in sums: neither void nor frozen. */
  isLive: boolean;
  isLate: boolean;
  isPaid: boolean;
  /** Money is booked to it, all or a part. */
  isBooked: boolean;
  paidTime: string | null;
  state: React.ReactNode;
}

export interface PlanFigures {
  lines: PlanLine[];
  /** A preview: no plan exists yet. */
  isPreview: boolean;
  /** The start date is assumed, so the dates are too. */
  isAssumed: boolean;
  terms: PlanTerms | null;
  plan: Plan | null;
}

/** The stored instalments, or a preview from the order's current values. */
export function planFigures({ pageState, held, format, t }: View): PlanFigures {
  const rows = pageState.parts.plan ?? [];
  const found = planTerms(held, pageState.today);
  const plan = found && planOf(found.terms);
  const common = { terms: found?.terms ?? null, plan };
  if (rows.length > 0 || pageState.parts.plan === undefined)
    return {
      ...common,
      isPreview: false,
      isAssumed: false,
      lines: rows.map((row) => ({
        key: row.id,
        // An early settlement is no part of the numbered instalments that it replaces.
        name: row.kind === rowKinds.settlement ? t('orderPage.plan.exit') : rowName(row, format.language),
        paymentDate: row.paymentDate ?? '',
        days: row.days ?? 0,
        rent: row.rent ?? '0',
        principal: row.principal ?? '0',
        amountPayable: row.amountPayable ?? '0',
        balance: row.balance ?? '0',
        isInstalment: rowKindBy(row.kind).due === 'period',
        isLive: isLive(row),
        isLate: isOverdue(row),
        isPaid: row.payStatus === 1,
        isBooked: row.payStatus !== 2 && Number(row.paidAmount ?? 0) > 0,
        paidTime: row.paidTime,
        state: (
          <>
            {payChip(row, format)}
            <WaitingMark module={paymentPlan} row={{ ...row }} />
          </>
        ),
      })),
    };
  const isGivenUp = held.businessStatus === cancelled;
  return {
    ...common,
    isPreview: true,
    isAssumed: found?.isAssumed ?? false,
    lines: isGivenUp
      ? []
      : (plan?.rows ?? []).map((row) => ({
          ...row,
          key: `${row.kind}-${row.currentPeriods}`,
          name: rowName(row, format.language),
          isInstalment: row.kind === rowKinds.instalment,
          isLive: true,
          isLate: false,
          isPaid: false,
          isBooked: false,
          paidTime: null,
          state: <span className={text.caption}>{t('orderPage.plan.preview')}</span>,
        })),
  };
}

/** Exact sum of one amount of the lines. */
export function total(lines: readonly PlanLine[], name: 'rent' | 'principal' | 'amountPayable') {
  return sum(lines.map((line) => line[name]));
}
/** Sum of all payments; null while unknown. */
export function payableTotal({ lines }: PlanFigures): string | null {
  return lines.length > 0
    ? total(
        lines.filter((line) => line.isLive),
        'amountPayable',
      )
    : null;
}
