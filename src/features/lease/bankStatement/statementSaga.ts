import { all, call, put, takeLatest, takeLeading } from 'redux-saga/effects';
import { type FileCount, type PassedOver, passedOver } from '../../../../contract/domain/bank/statement';
import { cents, formatMoney, subtract, sum } from '../../../../contract/domain/money';
import { type Language, textIn } from '../../../../contract/domain/text';
import { type BankStatement, bankStatement } from '../../../../contract/modules/lease/bankStatement';
import { companyAccount } from '../../../../contract/modules/lease/companyAccount';
import type { ConfirmOutcome, ImportOutcome } from '../../../../contract/wire/bank/lines';
import { accountLabels } from '../../../../contract/wire/ledger/accountLabels';
import type { Outcome } from '../../../../contract/wire/ledger/booking';
import { anyReason, confirmWaiting, foretold } from '../../../sagas/crud/foretell';
import { ask, read, type Saga } from '../../../sagas/effects';
import { explained } from '../../../sagas/explained';
import { isExpected, Refused, request, tellFailure } from '../../../sagas/request';
import { loadingPage } from '../../../sagas/trying';
import type { CrudSlice } from '../../../store/crud/crud';
import { openedIn } from '../../../store/features';
import { feedback } from '../../../store/feedback';
import { route, tabs } from '../../../store/navigation/route';
import { preferences } from '../../../store/preferences';
import type { PickedFile, World } from '../../../world/world';
import { deed as deeds } from '../deed/deedSlice';
import {
  type Assigning,
  type Deed,
  isAimed,
  isOpenLine,
  pickedLines,
  type StatementPage,
  statementPages,
} from './statementSlice';

/** Pause after typing before a trial, in ms. */
const typingPauseMs = 300;

const { actions: at, selectors: see } = statementPages;
const below = 'detail/';
/** The refusal whose way out is a page. */
const unregistered = 'bank.accountUnknown';
const accepted = '.csv,.xlsx,.xls,.xml,.sta,.mt940,.940,.txt';

function idIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function nameOf({ bankName, account, dateTo }: BankStatement): string {
  return `${bankName} ${account?.slice(-4) ?? ''} · ${dateTo}`;
}

function* load(world: World, { payload: { path } }: ReturnType<typeof at.load>): Saga {
  const page: StatementPage = (yield* read(see.of, path))!;
  const id = idIn(path);
  const get = (name: string, query: Record<string, unknown>) =>
    call(request, world, { method: 'GET', url: bankStatement.url(name), query }, { quiet: true });
  yield* loadingPage(
    world,
    path,
    function* (): Saga {
      const { group, current, size } = page;
      const [row, lines] = yield all([get('detail', { id }), get('lines', { statementId: id, group, current, size })]);
      yield put(at.received({ path, row, lines }));
      const name = nameOf(row);
      yield put(tabs.actions.named({ path, label: { zh: name, en: name } }));
    },
    (trouble) => at.failed({ path, trouble }),
  );
}

/** What of a file is no line, by the reasons and with the sheets that were not read. */
function passedParts({ passed, otherSheets }: FileCount, language: Language): string {
  const rows = Object.entries(passed) as [PassedOver, number][];
  const sheet = textIn(['工作表', 'sheet'], language);
  return [
    ...rows.map(([why, count]) => `${textIn(passedOver[why], language)} ${count}`),
    ...otherSheets.map((name) => `${sheet} ${name}`),
  ].join(textIn(['、', ', '], language));
}

function* upload(world: World, { actions: list }: CrudSlice): Saga {
  const picked: PickedFile | null = yield* ask(world, 'pickFile', accepted);
  if (!picked) return;
  try {
    const key = yield* ask(world, 'newId');
    const question = { method: 'POST' as const, url: bankStatement.url('upload'), file: picked.file };
    const outcome: ImportOutcome = yield call(request, world, question, { key, expects: unregistered });
    const { statementId, isKnownFile, added, matched, file } = outcome;
    const say = isKnownFile ? 'bank.knownFile' : added === 0 ? 'bank.knownLines' : 'bank.imported';
    const tone = added > 0 ? ('success' as const) : ('warning' as const);
    const { held, read: taken } = file;
    yield put(feedback.actions.notified({ tone, say, values: { count: added, matched, held, read: taken } }));
    const parts = passedParts(file, yield* read(preferences.selectors.language));
    if (parts) yield put(feedback.actions.notified({ tone: 'warning', say: 'bank.passed', values: { parts } }));
    if (outcome.stray > 0)
      yield put(feedback.actions.notified({ tone: 'error', say: 'bank.stray', values: { count: outcome.stray } }));
    yield put(list.list({ current: 1 }));
    if (statementId && outcome.statements <= 1)
      yield put(route.actions.open({ feature: bankStatement.name, rest: `${below}${statementId}` }));
  } catch (error) {
    yield* tellFailure(error, at.upload());
    if (!(error instanceof Refused) || error.reason !== unregistered) return;
    const does = route.actions.open({ feature: companyAccount.name });
    const offer = { say: 'bank.openAccounts', does };
    yield put(feedback.actions.notified({ tone: 'error', text: error.message, offer }));
  }
}

/** The reason that people give; undefined where they have thought better of it. */
function* reasonToIgnore(world: World, asked: { statementId: string; ids: string[] }): Saga<string | undefined> {
  const { isSure, reason } = yield* confirmWaiting(
    world,
    {
      title: 'bank.ignoreTitle',
      say: 'bank.ignoreText',
      confirm: 'bank.ignore',
      asksReason: true,
      values: { count: asked.ids.length },
    },
    { method: 'POST', url: bankStatement.url('ignore'), body: { ...asked, reason: anyReason } },
  );
  return isSure ? reason : undefined;
}

/** What is sent for a deed: undefined where nothing is to be done. */
function* bodyOf(
  world: World,
  page: StatementPage,
  statementId: string,
  deed: Exclude<Deed, 'undo'>,
): Saga<Record<string, unknown> | undefined> {
  const chosen = pickedLines(page);
  const lines = chosen.filter(isOpenLine).map(({ id }) => ({ id, proposal: page.answers[id] ?? 0 }));
  if (deed === 'rematch') return { id: statementId };
  if (deed === 'confirmAll') return { statementId, all: true };
  if (deed === 'confirm') return { statementId, lines };
  if (deed === 'unclaimed') return { statementId, lines, asUnclaimed: true };
  const ids = chosen.filter(isOpenLine).map(({ id }) => id);
  const reason: string | undefined = yield call(reasonToIgnore, world, { statementId, ids });
  return reason === undefined ? undefined : { statementId, ids, reason };
}
/** The body with the trial that the person has confirmed; undefined where they have thought better of it. */
function* confirmed(world: World, body: Record<string, unknown>): Saga<Record<string, unknown> | undefined> {
  const tried: ConfirmOutcome = yield call(request, world, {
    ...{ method: 'POST' as const, url: bankStatement.url('confirm'), isSlow: true as const },
    body: { ...body, dryRun: true },
  });
  const language = yield* read(preferences.selectors.language);
  const { booked, linked, amount, trial } = tried;
  const { isSure } = yield* confirmWaiting(
    world,
    {
      title: 'bank.confirmTitle',
      say: linked > 0 ? 'bank.confirmTextLinked' : 'bank.confirmText',
      values: { count: booked, linked, amount: formatMoney(amount) },
      detail: partsOf(tried, language),
      confirm: 'bank.confirmOne',
    },
    { method: 'POST', url: bankStatement.url('confirm'), body: { ...body, trial, reason: anyReason }, isSlow: true },
  );
  return isSure ? { ...body, trial } : undefined;
}
/** What the money goes to, one part a line. */
function partsOf({ amount, instalments, late, rest }: ConfirmOutcome, language: Language): string {
  const named = [
    [['期次', 'Instalments'], instalments],
    [['逾期费', 'Late charges'], late],
    [['转为客户预收款', 'To customers’ balances'], rest],
    [accountLabels.unclaimed, subtract(amount, sum([instalments, late, rest]))],
  ] as const;
  return named
    .filter(([, amount]) => cents(amount) !== 0n)
    .map(([name, amount]) => `${textIn(name, language)} ${formatMoney(amount)}`)
    .join(' · ');
}

const calls = {
  ...{ confirm: 'confirm', confirmAll: 'confirm', unclaimed: 'confirm' },
  ...{ ignore: 'ignore', rematch: 'rematch' },
} as const satisfies Record<Exclude<Deed, 'undo'>, string>;

/** Opens the dialog that shows what undoing the chosen lines opens again. */
function* beginUndoing(page: StatementPage, statementId: string): Saga {
  const lineIds = pickedLines(page).flatMap((line) => (isOpenLine(line) ? [] : [line.id]));
  const name = nameOf(page.row!);
  yield put(deeds.actions.begin({ name: 'undoLines', subject: { id: statementId, name, lineIds } }));
}

function* act(world: World, { actions: list }: CrudSlice, { payload }: ReturnType<typeof at.act>): Saga {
  const { path, deed } = payload;
  const page: StatementPage = (yield* read(see.of, path))!;
  if (deed === 'undo') return yield call(beginUndoing, page, idIn(path));
  const asked: Record<string, unknown> | undefined = yield call(bodyOf, world, page, idIn(path), deed);
  if (!asked) return;
  yield put(at.acting({ path, busy: true }));
  try {
    const isTried = calls[deed] === 'confirm';
    const body: Record<string, unknown> | undefined = isTried ? yield call(confirmed, world, asked) : asked;
    if (!body) return yield put(at.acting({ path, busy: false }));
    const outcome: ConfirmOutcome | true | undefined = yield* explained(function* (reason) {
      const key = yield* ask(world, 'newId');
      const sent = reason === '' ? body : { ...body, reason };
      const url = bankStatement.url(calls[deed]);
      return yield call(request, world, { method: 'POST' as const, url, body: sent, isSlow: true as const }, { key });
    });
    if (outcome === undefined) return yield put(at.acting({ path, busy: false }));
    if (typeof outcome === 'object' && outcome.booked + outcome.linked > 0) {
      const say = deed === 'unclaimed' ? 'bank.keptUnclaimed' : 'bank.booked';
      const values = { count: outcome.booked + outcome.linked };
      yield put(feedback.actions.notified({ tone: 'success', say, values }));
    }
    yield put(at.load({ path }));
    yield put(list.list({}));
  } catch (error) {
    yield put(at.acting({ path, busy: false }));
    yield* tellFailure(error, at.act(payload));
  }
}

function assigned(path: string, { line, draft }: Assigning): Record<string, unknown> {
  return {
    statementId: idIn(path),
    id: line.id,
    ...(draft.orderId ? { orderIds: [draft.orderId] } : {}),
    ...(draft.customerId ? { customerId: draft.customerId } : {}),
    rest: draft.rest === 2 ? 'prepaid' : 'unclaimed',
  };
}

/** Says beside the form what the line would be booked to. */
function* tryAssign(world: World, { payload: { path } }: ReturnType<typeof at.typeAssign>): Saga {
  const assigning = (yield* read(see.of, path))?.assigning;
  if (!assigning || !isAimed(assigning)) return;
  yield* ask(world, 'sleep', typingPauseMs);
  const body = { ...assigned(path, assigning), dryRun: true };
  const question = { method: 'POST' as const, url: bankStatement.url('assign'), body };
  try {
    const trial: Outcome = yield call(request, world, question, { quiet: true });
    yield put(at.assignTried({ path, trial, refusal: '' }));
    const sent = { ...assigned(path, assigning), trial: trial.trial, reason: anyReason };
    yield put(at.assignForetold({ path, waits: yield call(foretold, world, { ...question, body: sent }) }));
  } catch (error) {
    if (!isExpected(error)) throw error;
    const refusal = error instanceof Refused ? error.message : '*deed.lost';
    yield put(at.assignTried({ path, trial: null, refusal }));
  }
}

function* assign(world: World, { payload: { path } }: ReturnType<typeof at.submitAssign>): Saga {
  const page: StatementPage = (yield* read(see.of, path))!;
  const { trial } = page.assigning!;
  if (!trial) return yield put(at.assignEnded({ path, isDone: false }));
  const body = { ...assigned(path, page.assigning!), trial: trial.trial };
  try {
    const outcome: object | undefined = yield* explained(function* (reason) {
      const key = yield* ask(world, 'newId');
      const sent = reason === '' ? body : { ...body, reason };
      const question = { method: 'POST' as const, url: bankStatement.url('assign'), body: sent };
      return yield call(request, world, question, { key, done: { say: 'bank.booked', values: { count: 1 } } });
    });
    if (!outcome) return yield put(at.assignEnded({ path, isDone: false }));
    yield put(at.assignEnded({ path, isDone: true }));
    yield put(at.load({ path }));
  } catch (error) {
    yield put(at.assignEnded({ path, isDone: false }));
    yield put(at.typeAssign({ path, change: {} }));
    yield* tellFailure(error);
  }
}

export function statementSaga(list: CrudSlice) {
  return function* (world: World): Saga {
    yield takeLatest(
      openedIn(bankStatement.name, (rest) => rest.startsWith(below)),
      function* ({ payload: { path } }): Saga {
        yield put(at.load({ path }));
      },
    );
    yield takeLatest(at.load, load, world);
    yield takeLatest(deeds.actions.done, function* ({ payload: { name } }): Saga {
      const place = yield* read(route.selectors.place);
      if (name !== 'undoLines' || place?.feature !== bankStatement.name) return;
      yield put(at.load({ path: place.path }));
      yield put(list.actions.list({}));
    });
    yield takeLeading(at.upload, upload, world, list);
    yield takeLeading(at.act, act, world, list);
    // What is asked for one line is not told at another.
    yield takeLatest([at.typeAssign, at.assign, at.assignEnded], function* (action): Saga {
      if (at.typeAssign.match(action)) yield call(tryAssign, world, action);
    });
    yield takeLeading(at.submitAssign, assign, world);
  };
}
