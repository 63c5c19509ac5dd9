import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sum } from '../../../../contract/domain/money';
import { isPayable } from '../../../../contract/domain/orderStates';
import type { PaymentPlan } from '../../../../contract/modules/lease/paymentPlan';
import { session } from '../../../store/session';

/** What is due and what has been paid on one day; amounts are decimal yuan. */
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
  /** Of this month. */
  paidCount: number;
  paidAmount: string;
}
export interface BankShare {
  bankName: string;
  count: number;
  totalAmount: string;
}
/** What is said about one instalment. */
export interface Remark {
  id: string;
  text: string;
}
/** A batch as the server judges it, before or after it is paid. What the person’s data scopes hide is missing. */
export interface Batch {
  /** null until the batch is paid. */
  batchNo: string | null;
  count: number;
  totalAmount?: string;
  rent?: string;
  principal?: string;
  banks?: (Omit<BankShare, 'totalAmount'> & { totalAmount?: string })[];
  overdue: number;
  /** These stop the batch. */
  offenders: Remark[];
  /** These are paid with a reason only. */
  needsReason: Remark[];
  settles: { orderId: string; contractCode: string; customerName: string }[];
}

/** Whose instalments are on the table. */
export type Scope =
  | { kind: 'days'; days: string[]; hasOverdue: boolean }
  | { kind: 'order'; orderId: string }
  | { kind: 'rows'; ids: string[] };
export type Segment = 'all' | 'payable' | 'overdue';

/**
 * One intention to pay. The key is made when the dialog first opens and lives until the batch is paid or the selection
 * changes, so that asking again after a lost answer cannot pay twice.
 */
export interface Attempt {
  key: string;
  reason: string;
  /** It was sent and no answer came: it may have been carried out. */
  isUnanswered: boolean;
}
export interface PaymentsState {
  /** The business date, '' until the page has opened. */
  today: string;
  /** yyyy-MM */
  month: string;
  scope: Scope;
  calendar: { month: string; days: DayFigures[] } | null;
  overview: Overview | null;
  rows: PaymentPlan[] | null; //           null: never answered
  /** How many the server has; more than `rows` when it did not send all. */
  total: number;
  segment: Segment;
  picked: Record<string, true>;
  /** Null: as the room asks for. */
  isFolded: boolean | null; //             the calendar
  current: string; //                      the row that the keyboard acts upon
  /** The dry run of exactly what is picked; null while there is none. `time` is HH:mm:ss. */
  trial: { batch: Batch; time: string } | null;
  /** Why the dry run was refused as a whole. */
  trialRefusal: string;
  attempt: Attempt | null;
  dialog: { typed: string; refusal: string } | null;
  /** The batch that was just paid, and its rows as they were picked. */
  receipt: { batch: Batch; rows: PaymentPlan[]; time: string } | null;
  busy: { rows?: true; trial?: true; pay?: true };
  /** What could not be had for want of a connection. */
  lost: { figures?: true; rows?: true; trial?: true };
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

/** Another selection is another batch: its dry run, its key and its dialog go with it. */
function reconsider(s: PaymentsState) {
  s.trial = null;
  s.trialRefusal = '';
  s.attempt = null;
  s.dialog = null;
  delete s.lost.trial;
}
/** Show other rows. What was picked goes too: nobody pays for rows they do not see. */
function turnTo(s: PaymentsState, scope: Scope) {
  s.scope = scope;
  s.rows = null;
  s.busy.rows = true;
  s.segment = 'all';
  s.picked = {};
  s.receipt = null;
  reconsider(s);
}

/** The payment workbench: pick instalments by day, see what paying them would do, pay them. */
export const payments = createSlice({
  name: 'payments',
  initialState: initial,
  reducers: {
    /** The page is on screen, and this is the business date. */
    dated(s, { payload }: PayloadAction<string>) {
      if (s.today === '') {
        s.month = payload.slice(0, 7);
        s.scope = { kind: 'days', days: [payload], hasOverdue: true };
      }
      s.today = payload;
    },
    /** The address asked for certain rows. */
    turnTo(s, { payload }: PayloadAction<Scope>) {
      turnTo(s, payload);
    },
    showMonth(s, { payload }: PayloadAction<string>) {
      s.month = payload;
    },
    /** Look at one day, or with `isMore` add it to those looked at, or take it away again. */
    lookAt(s, { payload: { date, isMore } }: PayloadAction<{ date: string; isMore: boolean }>) {
      const { scope } = s;
      const before = isMore && scope.kind === 'days' ? scope.days : [];
      const days = before.includes(date) ? before.filter((day) => day !== date) : [...before, date].sort();
      turnTo(s, { kind: 'days', days, hasOverdue: isMore && scope.kind === 'days' && scope.hasOverdue });
    },
    /** Today, and all that is late. */
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
    rowsFailed(s, { payload: isLost }: PayloadAction<boolean>) {
      delete s.busy.rows;
      if (isLost) s.lost.rows = true;
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
    /** Take rows that cannot be paid out of the batch; the list learns what has become of them. */
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
    /** Run the dry run again. */
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
    /** Open the dialog in which the number of payments is typed. */
    confirm() {},
    opened(s, { payload: key }: PayloadAction<string>) {
      s.attempt ??= { key, reason: '', isUnanswered: false };
      s.dialog = { typed: '', refusal: '' };
    },
    type(s, { payload: { typed, reason } }: PayloadAction<{ typed?: string; reason?: string }>) {
      if (s.dialog && typed !== undefined) s.dialog.typed = typed;
      // The same key must say the same thing again, so an attempt without an answer keeps its reason.
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
    /** Done with the receipt: back to the rows. */
    goOn(s) {
      s.receipt = null;
    },
    /** Save the picked rows, or those of the receipt, as a table with these heads under this name. */
    exportRows(_s, _action: PayloadAction<{ heads: string[]; name: string }>) {},
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => initial),
  selectors: {
    all: (s) => s,
    scope: (s) => s.scope,
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
  /** The largest share first. */
  banks: BankShare[];
}
/** What so many rows come to, to the cent. */
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

/** The step the person has got to: 0 choosing, 1 dry run, 2 confirming, 3 done. */
export function stepOf({ receipt, dialog, picked }: PaymentsState): 0 | 1 | 2 | 3 {
  if (receipt) return 3;
  if (dialog) return 2;
  return Object.keys(picked).length > 0 ? 1 : 0;
}

/** What still keeps the batch from being sent. */
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
