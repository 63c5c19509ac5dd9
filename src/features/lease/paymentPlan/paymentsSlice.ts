import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type Direction, directionName, directions, mixOf } from '../../../../contract/domain/lifecycle/direction';
import { isPayable } from '../../../../contract/domain/lifecycle/orderStates';
import { add, sum } from '../../../../contract/domain/money';
import type { PaymentPlan } from '../../../../contract/modules/lease/paymentPlan';
import type { BankShare, DayFigures, PaymentBatch, PaymentSide } from '../../../../contract/wire/lease/payments';
import { session } from '../../../store/session';

/** Of each direction that has any; `directions` are those of running orders. */
export interface Overview {
  directions: Direction[];
  sides: PaymentSide[];
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
  /** Money in and money out are never in one table, sum or batch; null until it is known which there are. */
  direction: Direction | null;
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
  trial: { batch: PaymentBatch; time: string } | null;
  /** Why the whole dry run was refused. */
  trialRefusal: string;
  attempt: Attempt | null;
  /** `waits`: why others have to decide on the batch first, and who may; '' where they do not. */
  dialog: { typed: string; refusal: string; waits: string } | null;
  /** The paid batch with the rows of its selection. */
  receipt: { batch: PaymentBatch; rows: PaymentPlan[]; time: string } | null;
  busy: { rows?: true; trial?: true; pay?: true };
  /** Parts that failed: for lack of a connection, or refused. */
  lost: { figures?: true; rows?: 'cutOff' | 'refused'; trial?: true };
}

const initial: PaymentsState = {
  today: '',
  month: '',
  direction: null,
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
function isOf(row: Pick<PaymentPlan, 'direction'>, direction: Direction): boolean {
  return directionName(row.direction) === directionName(direction);
}
/** The direction in which more is due, where the person has not chosen one. */
function busier({ sides = [], directions: running = [] }: Partial<Overview>): Direction {
  const [most] = [...sides].sort((a, b) => b.overdueCount + b.weekCount - a.overdueCount - a.weekCount);
  return most?.direction ?? running[0] ?? directions.payout;
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
    /** Shows what is paid, or what is received. */
    face(s, { payload }: PayloadAction<Direction>) {
      if (s.direction === payload) return;
      s.direction = payload;
      if (s.scope.kind === 'days') return turnTo(s, s.scope);
      s.picked = {};
      s.segment = 'all';
      s.receipt = null;
      reconsider(s);
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
      if (payload.overview) {
        s.overview = payload.overview;
        s.direction ??= busier(payload.overview);
      }
      delete s.lost.figures;
    },
    figuresLost(s) {
      s.lost.figures = true;
    },
    rowsReceived(s, { payload: { rows, total } }: PayloadAction<{ rows: PaymentPlan[]; total: number }>) {
      s.rows = rows;
      s.total = total;
      // An address may name rows of the other direction.
      const [first] = rows;
      if (first && !rows.some((row) => s.direction !== null && isOf(row, s.direction)))
        s.direction = directions[directionName(first.direction)];
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
      s.dialog = { typed: '', refusal: '', waits: '' };
    },
    foretold(s, { payload }: PayloadAction<string>) {
      if (s.dialog) s.dialog.waits = payload;
    },
    type(s, { payload: { typed, reason } }: PayloadAction<{ typed?: string; reason?: string }>) {
      if (s.dialog && typed !== undefined) s.dialog.typed = typed;
      if (s.dialog) s.dialog.refusal = '';
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
    typed: ({ dialog, attempt }) => dialog && [dialog.typed, attempt?.reason ?? ''],
    all: (s) => s,
    scope: (s) => s.scope,
    /** The direction of what is shown: its words follow. */
    mix: (s) => directionName(s.direction),
    /** The directions there are: the name of the workbench follows. */
    allMix: (s) => mixOf(sidesOf(s)),
  },
});

/** The directions that can be shown. */
export function sidesOf({ overview, rows }: Pick<PaymentsState, 'overview' | 'rows'>): Direction[] {
  const found = [
    ...(overview?.directions ?? []),
    ...(overview?.sides ?? []).map(({ direction }) => direction),
    ...(rows ?? []).map(({ direction }) => direction),
  ];
  return Object.values(directions).filter((direction) => found.includes(direction));
}
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
type Shown = Pick<PaymentsState, 'rows' | 'direction'>;
/** The rows of the direction that is shown; all of them before that is known. */
export function rowsOf({ rows, direction }: Shown, segment: Segment): PaymentPlan[] {
  return (rows ?? []).filter((row) => direction === null || isOf(row, direction)).filter(segments[segment]);
}
export function pickedRows({ rows, picked }: Pick<PaymentsState, 'rows' | 'picked'>): PaymentPlan[] {
  return (rows ?? []).filter(({ id }) => picked[id]);
}

/** What is open of a row with its late charge, decimal yuan; undefined where a data scope hides it. */
export function openOf({ openAmount, lateOpen }: Pick<PaymentPlan, 'openAmount' | 'lateOpen'>): string | undefined {
  return openAmount == null || lateOpen == null ? undefined : add(openAmount, lateOpen);
}

export interface Totals {
  count: number;
  totalAmount: string | undefined;
  /** Sorted by count, largest first. */
  banks: BankShare[];
}
/** Exact sum of rows, until the trial says what would be booked. */
export function totalsOf(rows: readonly PaymentPlan[]): Totals {
  const total = (of: readonly PaymentPlan[]) => {
    const open = of.map(openOf);
    return open.includes(undefined) ? undefined : sum(open.map((amount) => amount!));
  };
  const names = [...new Set(rows.map(({ bankName }) => bankName))];
  const banks = names.map((bankName) => {
    const own = rows.filter((row) => row.bankName === bankName);
    const totalAmount = total(own);
    return { bankName, count: own.length, ...(totalAmount === undefined ? {} : { totalAmount }) };
  });
  return {
    count: rows.length,
    totalAmount: total(rows),
    banks: banks.sort((a, b) => b.count - a.count || a.bankName.localeCompare(b.bankName)),
  };
}

/** The selection by bank: as the trial says it, and until then by what is open of the rows. */
export function banksOf({ trial, ...state }: Pick<PaymentsState, 'trial' | 'rows' | 'picked'>): readonly BankShare[] {
  return trial?.batch.banks ?? totalsOf(pickedRows(state)).banks;
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
