import { all, call, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { addDays, businessDate, dateTime } from '../../../../contract/domain/calendar';
import { directions } from '../../../../contract/domain/lifecycle/direction';
import { isId } from '../../../../contract/domain/values';
import { type PaymentPlan, paymentPlan, rowName, unpaid } from '../../../../contract/modules/lease/paymentPlan';
import { largestPage } from '../../../../contract/schema/paging';
import type { PaymentBatch } from '../../../../contract/wire/lease/payments';
import { anyReason, foretold } from '../../../sagas/crud/foretell';
import { ask, read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request } from '../../../sagas/request';
import { untilDone } from '../../../sagas/trying';
import { dict } from '../../../store/crud/dict';
import { type features, openedIn } from '../../../store/features';
import { feedback } from '../../../store/feedback';
import { menu, permission } from '../../../store/navigation/menu';
import { tabs } from '../../../store/navigation/route';
import { preferences } from '../../../store/preferences';
import { Unreachable, type World } from '../../../world/world';
import { csvOf } from '../../crud/transfer/csv';
import { makePayFile } from '../payBatch/makingFile';
import { missing, type PaymentsState, payments, pickedRows, type Scope, rowsOf as shownRows } from './paymentsSlice';

const { actions: at, selectors: see } = payments;
/** ms of pause after which a changed selection is checked, so that several clicks cause one request. */
const tickingPauseMs = 300;
/** Number of ids in one request. */
const atOnce = 6;

/** Groups consecutive days into ranges, one request each. */
function runsOf(days: readonly string[]): { from: string; to: string }[] {
  const runs: { from: string; to: string }[] = [];
  for (const day of [...days].sort()) {
    const last = runs.at(-1);
    if (last && addDays(last.to, 1) === day) last.to = day;
    else runs.push({ from: day, to: day });
  }
  return runs;
}

/** The rows that an address selects: `orderId=…` or `ids=…,…`; null without either. */
function scopeOf(search: string): Scope | null {
  const asked = new URLSearchParams(search);
  const orderId = asked.get('orderId');
  if (isId(orderId)) return { kind: 'order', orderId };
  const ids = (asked.get('ids') ?? '').split(',').filter(isId);
  return ids.length > 0 ? { kind: 'rows', ids: [...new Set(ids)] } : null;
}

function* opened(world: World, { payload: place }: ReturnType<typeof features.actions.opened>): Saga {
  // Without the permission to see instalments the server would refuse all requests.
  if ((yield* read(menu.selectors.pathOf, paymentPlan.name)) === '') return;
  yield put(dict.actions.need(['pay_status']));
  yield put(at.dated(businessDate(yield* ask(world, 'now'))));
  const scope = scopeOf(place.search);
  // The rows follow the figures, which say in which direction there are any.
  if (!scope) return (yield* read(see.all)).direction && (yield put(at.load()));
  yield put(at.turnTo(scope));
  // The query is removed, so that returning to the tab or reloading keeps later selections.
  yield put(tabs.actions.searchApplied(place.path));
  yield* ask(world, 'navigate', place.path, 'replace');
}

/** Loads the calendar of the shown month and its sums; answers whether the line was cut. The first time rows follow. */
function* loadFigures(world: World): Saga<boolean> {
  const { month, direction } = yield* read(see.all);
  const isCutOff: boolean = yield call(askForFigures, world, month);
  if (direction === null && (yield* read(see.all)).scope.kind === 'days') yield put(at.load());
  return isCutOff;
}

function* askForFigures(world: World, month: string): Saga<boolean> {
  try {
    const [days, overview] = yield all([
      call(request, world, { method: 'GET', url: paymentPlan.url('calendar'), query: { month } }),
      call(request, world, { method: 'GET', url: paymentPlan.url('overview') }),
    ]);
    yield put(at.figuresReceived({ calendar: { month, days }, overview }));
    return false;
  } catch (error) {
    yield put(at.figuresLost());
    if (!isExpected(error)) throw error;
    return error instanceof Unreachable;
  }
}

function* askForRange(world: World, range: Record<string, string>): Saga {
  return yield call(request, world, {
    method: 'GET',
    url: paymentPlan.url('list'),
    query: { current: 1, size: largestPage, ...unpaid, ...range },
  });
}
/** Loads a row by id; null when it does not exist or the user may not see it. */
function* askForRow(world: World, id: string): Saga {
  try {
    return yield call(
      request,
      world,
      { method: 'GET', url: paymentPlan.url('detail'), query: { id } },
      { quiet: true },
    );
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

function* rowsOfScope(
  world: World,
  { scope, today, direction }: PaymentsState,
): Saga<{ rows: PaymentPlan[]; total: number }> {
  const side: Record<string, string> = direction === null ? {} : { direction: String(direction) };
  if (scope.kind === 'rows') {
    const found: PaymentPlan[] = [];
    for (let from = 0; from < scope.ids.length; from += atOnce)
      found.push(...(yield all(scope.ids.slice(from, from + atOnce).map((id) => call(askForRow, world, id)))));
    const rows = found.filter((row) => row?.payStatus === 0);
    return { rows, total: rows.length };
  }
  const ranges: Record<string, string>[] =
    scope.kind === 'order'
      ? [{ orderId: scope.orderId }]
      : [
          ...(scope.hasOverdue ? [{ paymentDate_datelt: today, ...side }] : []),
          // Days before today are part of the overdue ones.
          ...runsOf(scope.days.filter((day) => !scope.hasOverdue || day >= today)).map(({ from, to }) => ({
            paymentDate_datege: from,
            paymentDate_datele: to,
            ...side,
          })),
        ];
  const pages: { records: PaymentPlan[]; total: number }[] = yield all(
    ranges.map((range) => call(askForRange, world, range)),
  );
  return {
    rows: pages.flatMap(({ records }) => records),
    total: pages.reduce((all, { total }) => all + Number(total), 0),
  };
}

function inOrder(a: PaymentPlan, b: PaymentPlan) {
  return (a.paymentDate ?? '').localeCompare(b.paymentDate ?? '') || a.id.localeCompare(b.id);
}

/** Answers whether the line was cut. */
function* loadRows(world: World): Saga<boolean> {
  const state = yield* read(see.all);
  const { scope } = state;
  const isNew = state.rows === null;
  try {
    const { rows, total } = yield call(rowsOfScope, world, state);
    yield put(at.rowsReceived({ rows: rows.sort(inOrder), total }));
    // Rows that the address names are selected.
    if (scope.kind === 'rows' && isNew && rows.length > 0)
      yield put(at.pick({ ids: shownRows(yield* read(see.all), 'all').map(({ id }) => id), on: true }));
    return false;
  } catch (error) {
    const isCutOff = error instanceof Unreachable;
    yield put(at.rowsFailed(isCutOff));
    if (!isExpected(error)) throw error;
    return isCutOff;
  }
}

function batchCall(ids: string[], more: Record<string, unknown>) {
  return {
    method: 'POST' as const,
    url: paymentPlan.url('updateBat'),
    query: { ids: ids.join(','), ...more },
  };
}

/** Runs the dry run of the selection after a pause. */
function* tryOut(world: World): Saga {
  const { picked, trial } = yield* read(see.all);
  const ids = Object.keys(picked).sort();
  const may = yield* read(permission.selectors.may, 'paymentPlan_pay');
  if (ids.length === 0 || trial || !may) return yield put(at.tryDropped());
  yield put(at.trying());
  yield* ask(world, 'sleep', tickingPauseMs);
  try {
    const batch: PaymentBatch = yield call(request, world, batchCall(ids, { dryRun: true }), { quiet: true });
    const time = dateTime(yield* ask(world, 'now')).slice(11);
    yield put(at.tried({ batch, time }));
  } catch (error) {
    const isLost = error instanceof Unreachable;
    yield put(at.tryFailed({ refusal: error instanceof Refused ? error.message : '', isLost }));
    if (!isLost && !(error instanceof Refused)) throw error;
  }
}

function toastOf({ direction }: PaymentBatch) {
  return direction === directions.collect ? 'payments.paidToast_collect' : 'payments.paidToast';
}

function* confirm(world: World): Saga {
  const { trial, attempt } = yield* read(see.all);
  if (!trial || trial.batch.offenders.length > 0) return;
  yield put(at.opened(attempt?.key ?? (yield* ask(world, 'newId'))));
}

/** Says in the dialog whether others decide on the batch. */
function* foretell(world: World): Saga {
  const { picked, trial } = yield* read(see.all);
  const more = { reason: anyReason, ...(trial?.batch.trial ? { trial: trial.batch.trial } : {}) };
  yield put(at.foretold(yield call(foretold, world, batchCall(Object.keys(picked).sort(), more))));
}

function* pay(world: World): Saga {
  const state = yield* read(see.all);
  const { attempt, trial: seen } = state;
  if (missing(state) !== null || !attempt) return;
  const rows = pickedRows(state);
  const ids = rows.map(({ id }) => id).sort();
  const reason = attempt.reason.trim();
  try {
    const trial = seen?.batch.trial;
    const more = { ...(reason ? { reason } : {}), ...(trial ? { trial } : {}) };
    const batch: PaymentBatch = yield call(request, world, batchCall(ids, more), {
      quiet: true,
      key: attempt.key,
    });
    if (batch.isHeld) return yield put(at.held()); // `request` has said so
    yield put(at.paid({ batch, rows, time: dateTime(yield* ask(world, 'now')) }));
    yield put(feedback.actions.notified({ tone: 'success', say: toastOf(batch), detail: batch.batchNo ?? '' }));
  } catch (error) {
    if (error instanceof Refused) {
      yield put(at.payRefused(error.message));
      // The data changed since the dry run, so it is repeated.
      yield put(at.tryAgain());
    } else if (error instanceof Unreachable) yield put(at.payUnanswered());
    else {
      yield put(at.payDropped());
      throw error;
    }
  }
}

function* exportRows(world: World, { payload: { heads, name } }: ReturnType<typeof at.exportRows>): Saga {
  const state = yield* read(see.all);
  const language = yield* read(preferences.selectors.language);
  const rows = state.receipt?.rows ?? pickedRows(state);
  const batch = state.receipt?.batch ?? state.trial?.batch;
  const booked = new Map((batch?.lines ?? []).map((line) => [line.id, line]));
  const figuresOf = ({ id }: PaymentPlan) => {
    const line = booked.get(id);
    return line ? [line.rent, line.principal, line.other, line.late, line.amount] : ['', '', '', '', ''];
  };
  const lines = rows.map((row) => [
    row.contractCode ?? '',
    row.customerName ?? '',
    // Blanks around the number keep a spreadsheet from reading it as a date.
    rowName(row, language, ' / '),
    row.paymentDate ?? '',
    ...figuresOf(row),
    row.bankName,
    row.bankCardCode.slice(-4),
    state.receipt?.batch.batchNo ?? '',
  ]);
  yield* ask(world, 'download', `${name}.csv`, csvOf([heads, ...lines]));
}

function* turnMonth({ type, payload }: { type: string; payload?: { date: string } }): Saga {
  const { month, today } = yield* read(see.all);
  const wanted = (type === at.lookAt.type ? (payload?.date ?? today) : today).slice(0, 7);
  if (wanted !== month) yield put(at.showMonth(wanted));
}

/** Makes a payment file of the selection. */
function* makeFile(world: World): Saga {
  const ids = pickedRows(yield* read(see.all)).map(({ id }) => id);
  yield* makePayFile(world, { ids }, at.makeFile());
}

export function* paymentsSaga(world: World): Saga {
  const turns = [at.lookAt, at.lookAtToday, at.addOverdue, at.turnTo, at.face];
  yield takeLatest([at.dated, at.showMonth, at.paid], () => untilDone(world, payments.name, () => loadFigures(world)));
  yield takeEvery([at.lookAt, at.lookAtToday], turnMonth);
  yield takeLatest([at.load, at.drop, at.paid, at.held, ...turns], () =>
    untilDone(world, payments.name, () => loadRows(world)),
  );
  // The newest selection wins; an empty one cancels the running dry run.
  yield takeLatest([at.pick, at.drop, at.tryAgain, at.rowsReceived, at.paid, ...turns], tryOut, world);
  yield takeLeading(at.confirm, confirm, world);
  yield takeLatest(at.opened, foretell, world);
  yield takeLeading(at.pay, pay, world); // A second click is ignored, so that nothing is paid twice.
  yield takeEvery(at.exportRows, exportRows, world);
  yield takeLeading(at.makeFile, makeFile, world);
  yield takeLatest(
    openedIn('payments', (rest) => rest === ''),
    opened,
    world,
  );
}
