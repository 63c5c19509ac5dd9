import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { mixOf } from '../../../../contract/domain/lifecycle/direction';
import { isPayable } from '../../../../contract/domain/lifecycle/orderStates';
import { sum } from '../../../../contract/domain/money';
import type { PaymentPlan } from '../../../../contract/modules/lease/paymentPlan';
import { session } from '../../../store/session';

/** Due and paid amounts of one day, in decimal yuan. */
export interface DayFigures {
  date: string;
  due: number;
  dueAmount: string;
  paid: number;
  paidAmount: string;
}
export interface Overview {
  todayCount: number;
  todayAmount: string;
  overdueCount: number;
  overdueAmount: string;
  weekCount: number;
  weekAmount: string;
  /** Whether the day is in this month. */
  paidCount: number;
  paidAmount: string;
  /** Of running orders; other servers of the family do not tell. */
  directions?: number[];
}
export interface BankShare {
  bankName: string;
  count: number;
  totalAmount: string;
}
/** Findings about one instalment. */
export interface Remark {
  id: string;
  text: string;
}
/** A batch as the server evaluates it, before or after payment, without the fields that data scopes hide. */
export interface Batch {
  /** null until the batch is paid. */
  batchNo: string | null;
  /** It waits for the approval of others. */
  isHeld?: true;
  count: number;
  totalAmount?: string;
  rent?: string;
  principal?: string;
  banks?: (Omit<BankShare, 'totalAmount'> & { totalAmount?: string })[];
  overdue?: number;
  /** Findings that block the batch. */
  offenders: Remark[];
  /** Findings that require a reason. */
  needsReason: Remark[];
  settles: { orderId: string; contractCode: string; customerName: string }[];
}

/** Which instalments the table shows. */
export type Scope =
  | { kind: 'days'; days: string[]; hasOverdue: boolean }
  | { kind: 'order'; orderId: string }
  | { kind: 'rows'; ids: string[] };
export type Segment = 'all' | 'payable' | 'overdue';

/**
 * One payment attempt. Its key is created when the dialog first opens and stays until the batch is paid or the
 * selection changes, so that repeating a request without an answer cannot pay twice.
 */
export interface Attempt {
  key: string;
  reason: string;
  /** The request had no answer: it may have succeeded. */
  isUnanswered: boolean;
}
export interface PaymentsState {
  /** Business date, '' until the page has opened. */
  today: string;
  /** yyyy-MM */
  month: string;
  scope: Scope;
  calendar: { month: string; days: DayFigures[] } | null;
  overview: Overview | null;
  rows: PaymentPlan[] | null; // null before the first answer.
  /** Total on the server; more than `rows` when it is limited. */
  total: number;
  segment: Segment;
  picked: Record<string, true>;
  /** null: depends on the screen width. */
  isFolded: boolean | null; // Whether the calendar is collapsed.
  current: string; // The row of keyboard commands.
  /** The dry run of the current selection; null without one. `time` is HH:mm:ss. */
  trial: { batch: Batch; time: string } | null;
  /** Why the whole dry run was refused. */
  trialRefusal: string;
  attempt: Attempt | null;
  dialog: { typed: string; refusal: string } | null;
  /** The paid batch with the rows of its selection. */
  receipt: { batch: Batch; rows: PaymentPlan[]; time: string } | null;
  busy: { rows?: true; trial?: true; pay?: true };
  /** Parts that failed: for lack of a connection, or refused. */
  lost: { figures?: true; rows?: 'cutOff' | 'refused'; trial?: true };
}

const initial: PaymentsState = {
  today: '',
  month: '',
  scope: { kind: 'days', days: [], hasOverdue: true },
  calendar: null,
  overview: null,
  rows: null,
  total: 0,
  segment: 'all',
  picked: {},
  isFolded: null,
  current: '',
  trial: null,
  trialRefusal: '',
  attempt: null,
  dialog: null,
  receipt: null,
  busy: {},
  lost: {},
};

/** A changed selection is another batch, so dry run, key and dialog are reset. */
function reconsider(s: PaymentsState) {
  s.trial = null;
  s.trialRefusal = '';
  s.attempt = null;
  s.dialog = null;
  delete s.lost.trial;
}
/** Shows other rows and clears the selection, so that hidden rows are never paid. */
function turnTo(s: PaymentsState, scope: Scope) {
  s.scope = scope;
  s.rows = null;
  s.busy.rows = true;
  s.segment = 'all';
  s.picked = {};
  s.receipt = null;
  reconsider(s);
}

/** The payment workbench: choose instalments by day, check them in a dry run, pay them. */
export const payments = createSlice({
  name: 'payments',
  initialState: initial,
  reducers: {
    /** The page is shown; payload is the business date. */
    dated(s, { payload }: PayloadAction<string>) {
      if (s.today === '') {
        s.month = payload.slice(0, 7);
        s.scope = { kind: 'days', days: [payload], hasOverdue: true };
      }
      s.today = payload;
    },
    /** The address asks for certain rows. */
    turnTo(s, { payload }: PayloadAction<Scope>) {
      turnTo(s, payload);
    },
    showMonth(s, { payload }: PayloadAction<string>) {
      s.month = payload;
    },
    /** Shows one day, or with `isMore` toggles it in the selection of days. */
    lookAt(s, { payload: { date, isMore } }: PayloadAction<{ date: string; isMore: boolean }>) {
      const { scope } = s;
      const before = isMore && scope.kind === 'days' ? scope.days : [];
      const days = before.includes(date) ? before.filter((day) => day !== date) : [...before, date].sort();
      turnTo(s, { kind: 'days', days, hasOverdue: isMore && scope.kind === 'days' && scope.hasOverdue });
    },
    /** Shows today and all overdue instalments. */
    lookAtToday(s) {
      turnTo(s, { kind: 'days', days: [s.today], hasOverdue: true });
    },
    addOverdue(s, { payload }: PayloadAction<boolean>) {
      turnTo(s, { kind: 'days', days: s.scope.kind === 'days' ? s.scope.days : [], hasOverdue: payload });
    },
    load(s) {
      s.busy.rows = true;
    },
    figuresReceived(
      s,
      { payload }: PayloadAction<{ calendar: NonNullable<PaymentsState['calendar']>; overview: Overview | null }>,
    ) {
      s.calendar = payload.calendar;
      if (payload.overview) s.overview = payload.overview;
      delete s.lost.figures;
    },
    figuresLost(s) {
      s.lost.figures = true;
    },
    rowsReceived(s, { payload: { rows, total } }: PayloadAction<{ rows: PaymentPlan[]; total: number }>) {
      s.rows = rows;
      s.total = total;
      delete s.busy.rows;
      delete s.lost.rows;
      const gone = Object.keys(s.picked).filter((id) => !rows.some((row) => row.id === id));
      for (const id of gone) delete s.picked[id];
      if (gone.length > 0) reconsider(s);
    },
    rowsFailed(s, { payload: isCutOff }: PayloadAction<boolean>) {
      delete s.busy.rows;
      s.lost.rows = isCutOff ? 'cutOff' : 'refused';
    },
    show(s, { payload }: PayloadAction<Segment>) {
      s.segment = payload;
    },
    pick(s, { payload: { ids, on } }: PayloadAction<{ ids: string[]; on: boolean }>) {
      for (const id of ids) {
        if (on) s.picked[id] = true;
        else delete s.picked[id];
      }
      s.receipt = null;
      reconsider(s);
    },
    /** Removes rows that cannot be paid from the selection; the list shows their new state. */
    drop(s, { payload: ids }: PayloadAction<string[]>) {
      for (const id of ids) delete s.picked[id];
      s.busy.rows = true;
      reconsider(s);
    },
    fold(s, { payload }: PayloadAction<boolean>) {
      s.isFolded = payload;
    },
    point(s, { payload }: PayloadAction<string>) {
      s.current = payload;
    },
    /** Repeats the dry run. */
    tryAgain(s) {
      s.trial = null;
    },
    trying(s) {
      s.busy.trial = true;
      s.trialRefusal = '';
      delete s.lost.trial;
    },
    tried(s, { payload }: PayloadAction<NonNullable<PaymentsState['trial']>>) {
      s.trial = payload;
      delete s.busy.trial;
    },
    tryFailed(s, { payload }: PayloadAction<{ refusal: string; isLost: boolean }>) {
      s.trialRefusal = payload.refusal;
      if (payload.isLost) s.lost.trial = true;
      delete s.busy.trial;
    },
    tryDropped(s) {
      delete s.busy.trial;
    },
    /** Opens the dialog in which the number of payments is typed. */
    confirm() {},
    opened(s, { payload: key }: PayloadAction<string>) {
      s.attempt ??= { key, reason: '', isUnanswered: false };
      s.dialog = { typed: '', refusal: '' };
    },
    type(s, { payload: { typed, reason } }: PayloadAction<{ typed?: string; reason?: string }>) {
      if (s.dialog && typed !== undefined) s.dialog.typed = typed;
      // The same key must carry the same request, so an attempt without an answer keeps its reason.
      if (s.attempt && !s.attempt.isUnanswered && reason !== undefined) s.attempt.reason = reason;
    },
    putOff(s) {
      if (!s.busy.pay) s.dialog = null;
    },
    pay(s) {
      if (missing(s) === null) s.busy.pay = true;
    },
    paid(s, { payload }: PayloadAction<NonNullable<PaymentsState['receipt']>>) {
      delete s.busy.pay;
      s.picked = {};
      reconsider(s);
      s.busy.rows = true;
      s.receipt = payload;
    },
    /** Further people decide on the batch: nothing is paid yet. */
    held(s) {
      delete s.busy.pay;
      s.picked = {};
      reconsider(s);
      s.busy.rows = true;
    },
    payRefused(s, { payload }: PayloadAction<string>) {
      delete s.busy.pay;
      if (s.dialog) s.dialog.refusal = payload;
      if (s.attempt) s.attempt.isUnanswered = false;
    },
    payUnanswered(s) {
      delete s.busy.pay;
      if (s.dialog) s.dialog.refusal = '';
      if (s.attempt) s.attempt.isUnanswered = true;
    },
    payDropped(s) {
      delete s.busy.pay;
    },
    /** Closes the receipt and shows the rows again. */
    goOn(s) {
      s.receipt = null;
    },
    /** Makes a payment file of the selected rows. */
    makeFile() {},
    /** Exports the selected rows, or those of the receipt, with these headings under this file name. */
    exportRows(_s, _action: PayloadAction<{ heads: string[]; name: string }>) {},
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => initial),
  selectors: {
    all: (s) => s,
    scope: (s) => s.scope,
    /** The directions of the money of the workbench: its words follow. */
    mix: (s) => mixOf(s.overview?.directions ?? []),
  },
});

export function mayBePaid({
  payStatus,
  isFrozen,
  businessStatus,
}: Pick<PaymentPlan, 'payStatus' | 'isFrozen' | 'businessStatus'>): boolean {
  return payStatus === 0 && isFrozen !== 1 && isPayable(businessStatus ?? -1);
}
export function isLate({ overdueDays }: Pick<PaymentPlan, 'overdueDays'>): boolean {
  return (overdueDays ?? 0) > 0;
}

const segments: Record<Segment, (row: PaymentPlan) => boolean> = {
  all: () => true,
  payable: mayBePaid,
  overdue: isLate,
};
export function rowsOf({ rows }: Pick<PaymentsState, 'rows'>, segment: Segment): PaymentPlan[] {
  return (rows ?? []).filter(segments[segment]);
}
export function pickedRows({ rows, picked }: Pick<PaymentsState, 'rows' | 'picked'>): PaymentPlan[] {
  return (rows ?? []).filter(({ id }) => picked[id]);
}

export interface Totals {
  count: number;
  totalAmount: string;
  rent: string;
  principal: string;
  /** Sorted by amount, largest first. */
  banks: BankShare[];
}
/** Exact sum of rows. */
export function totalsOf(rows: readonly PaymentPlan[]): Totals {
  const total = (of: readonly PaymentPlan[], name: 'amountPayable' | 'rent' | 'principal') =>
    sum(of.map((row) => row[name] ?? '0'));
  const names = [...new Set(rows.map(({ bankName }) => bankName))];
  const banks = names.map((bankName) => {
    const own = rows.filter((row) => row.bankName === bankName);
    return { bankName, count: own.length, totalAmount: total(own, 'amountPayable') };
  });
  return {
    count: rows.length,
    totalAmount: total(rows, 'amountPayable'),
    rent: total(rows, 'rent'),
    principal: total(rows, 'principal'),
    banks: banks.sort((a, b) => b.count - a.count || a.bankName.localeCompare(b.bankName)),
  };
}

/** Current step: 0 choose, 1 dry run, 2 confirm, 3 done. */
export function stepOf({ receipt, dialog, picked }: PaymentsState): 0 | 1 | 2 | 3 {
  if (receipt) return 3;
  if (dialog) return 2;
  return Object.keys(picked).length > 0 ? 1 : 0;
}

/** What prevents the payment. */
export function missing({
  dialog,
  attempt,
  trial,
  picked,
}: PaymentsState): 'trial' | 'offenders' | 'reason' | 'count' | null {
  if (!trial || !attempt || !dialog) return 'trial';
  if (trial.batch.offenders.length > 0) return 'offenders';
  if (trial.batch.needsReason.length > 0 && attempt.reason.trim() === '') return 'reason';
  return dialog.typed.trim() === String(Object.keys(picked).length) ? null : 'count';
}
