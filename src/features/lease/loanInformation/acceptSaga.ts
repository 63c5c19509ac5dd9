import { call, put, takeEvery } from 'redux-saga/effects';
import { joined } from '../../../../contract/domain/text';
import { customer } from '../../../../contract/modules/lease/customer';
import { loanInformation } from '../../../../contract/modules/lease/loanInformation';
import { order } from '../../../../contract/modules/lease/order';
import { picture } from '../../../../contract/modules/lease/picture';
import { problemText } from '../../../../contract/schema/messages';
import { judgeOne } from '../../../../contract/schema/validate';
import type { Acceptance, AcceptTarget } from '../../../../contract/wire/ocr/papers';
import { ask, confirm, read, type Saga } from '../../../sagas/effects';
import { Refused, request, tellFailure } from '../../../sagas/request';
import { clock } from '../../../store/clock';
import { recordsChanged } from '../../../store/crud/changes';
import { preferences } from '../../../store/preferences';
import type { World } from '../../../world/world';
import { customerOf } from './aims';
import { type DeskField, deskFields, normalValues, problemWords } from './attention';
import { type Aim, type Desk, desks } from './desksSlice';
import { papers } from './papersSlice';

const { actions: at, selectors: see } = desks;

interface Effect {
  target: AcceptTarget;
  /** Said after it was accepted. */
  say: string;
  /** Modules whose records have changed beside it. */
  modules: readonly string[];
}
const effects: Readonly<Record<Aim, Effect>> = {
  none: { target: 'none', say: 'papers.acceptedDone', modules: [] },
  add: { target: 'customer', say: 'papers.customerMade', modules: [customer.name] },
  update: { target: 'customer', say: 'papers.customerUpdated', modules: [customer.name] },
  picture: { target: 'picture', say: 'papers.pictureMade', modules: [picture.name, order.name] },
};

/** What keeps it from being accepted, by field: sentences, or keys of texts after a `*`. */
function* openIn(fields: readonly DeskField[], { aim, customerId, orderId, tel }: Desk): Saga<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { key, attention, message } of fields) {
    if (attention === 'doubtful') found[key] = '*papers.mustConfirm';
    if (attention === 'invalid' || attention === 'unsure') found[key] = message;
  }
  if (aim === 'update' && customerId === '') found.customerId = '*papers.chooseCustomer';
  if (aim === 'picture' && orderId === '') found.orderId = '*papers.chooseOrder';
  const badTel = aim === 'add' && judgeOne(customer.fields.tel, tel);
  if (badTel) found.tel = problemText(customer.fields.tel, badTel, yield* read(preferences.selectors.language));
  return found;
}

/** A person with this number, or this phone, may be known already. */
function* isNew(world: World, { reading, values, tel }: Desk): Saga<boolean> {
  const found = reading && customerOf(reading.type, normalValues(reading.type, values));
  const body = { tel, ...(found?.idNo ? { idNo: found.idNo } : {}) };
  const alike: { title: string | null }[] = yield call(request, world, {
    method: 'POST',
    url: customer.url('alike'),
    body,
  });
  if (alike.length === 0) return true;
  const language = yield* read(preferences.selectors.language);
  const names = joined([...new Set(alike.map(({ title }) => title ?? '-'))], language);
  const { isSure } = yield* confirm({
    title: 'papers.knownTitle',
    say: 'papers.knownAsk',
    confirm: 'papers.knownSure',
    values: { names },
  });
  return isSure;
}

/** The problems of a refusal on their fields, and the fields that a confirmation would do for. */
function* refusedWith(
  error: Refused,
  fields: readonly DeskField[],
): Saga<{ problems: Record<string, string>; unsure: string[] }> {
  const language = yield* read(preferences.selectors.language);
  const problems: Record<string, string> = {};
  for (const [key, problem] of Object.entries(error.problems)) {
    const field = fields.find((one) => one.key === key);
    problems[key] = field ? problemWords(field.spec, problem!, language) : error.message;
  }
  return { problems, unsure: Object.keys(error.problems).filter((key) => error.problems[key] === 'unsure') };
}

function* goOn(id: string): Saga {
  const { list } = yield* read(papers.selectors.all);
  const next = list.find(({ state, isDone }) => state === 'read' && !isDone);
  if (next && list.some((paper) => paper.id === id)) yield put(papers.actions.pick(next.key));
}

function* accept(world: World, { payload: { id } }: ReturnType<typeof at.accept>): Saga {
  const desk: Desk | undefined = yield* read(see.of, id);
  if (!desk?.reading) return;
  const { reading, aim, customerId, orderId, tel } = desk;
  const moment = { today: yield* read(clock.selectors.today), language: yield* read(preferences.selectors.language) };
  const fields = deskFields({ ...desk, reading }, moment);
  const problems: Record<string, string> = yield call(openIn, fields, desk);
  if (Object.keys(problems).length > 0) return yield put(at.refused({ id, problems, unsure: desk.unsure }));
  const { target, say, modules } = effects[aim];
  const body: Acceptance = {
    id,
    version: reading.version,
    values: normalValues(reading.type, desk.values),
    apply: target,
    confirmed: desk.confirmed,
    ...(aim === 'update' ? { customerId } : {}),
    ...(aim === 'add' ? { tel } : {}),
    ...(aim === 'picture' ? { orderId } : {}),
  };
  try {
    if (aim === 'add' && !(yield call(isNew, world, desk))) return yield put(at.rested({ id }));
    const key = yield* ask(world, 'newId');
    const question = { method: 'POST', url: loanInformation.url('accept'), body } as const;
    yield call(request, world, question, { key, done: { say }, expects: 'invalid' });
    yield put(at.accepted({ id }));
    yield put(recordsChanged({ modules: [loanInformation.name, ...modules] }));
    yield put(at.reload({ id }));
    yield call(goOn, id);
  } catch (error) {
    yield put(at.rested({ id }));
    if (error instanceof Refused && error.reason === 'invalid')
      yield put(at.refused({ id, ...(yield call(refusedWith, error, fields)) }));
    else yield call(tellFailure, error, at.accept({ id }));
  }
}

export function* acceptSaga(world: World): Saga {
  yield takeEvery(at.accept, accept, world);
}
