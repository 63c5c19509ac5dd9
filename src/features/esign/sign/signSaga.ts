import { call, put, takeLatest, takeLeading } from 'redux-saga/effects';
import { ask, read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request, SessionOver } from '../../../sagas/request';
import { openedIn } from '../../../store/features';
import { counterPath, signPath } from '../../../store/navigation/routes';
import { type Call, Unreachable, type World } from '../../../world/world';
import { handedOver } from '../../lease/order/counter/counterSlice';
import { type SignEnd, type SignState, sign } from './signSlice';

const { actions: at } = sign;

/** Refusals that end the page. */
const ends: Record<string, SignEnd> = {
  'sign.badLink': 'badLink',
  'sign.outdated': 'badLink',
  'sign.locked': 'locked',
  'sign.done': 'signed',
  'sign.counterOnly': 'counterOnly',
  'sign.counterOver': 'counterOver',
};

/** Customer requests have no session and no notifications: the page shows the errors. */
function* send(world: World, method: Call['method'], step: string, body?: Record<string, unknown>): Saga {
  const { ticket } = yield* read(sign.selectors.all);
  // In a header, because addresses are logged on the way.
  const question = { method, url: `/lease-sign${step}`, headers: { 'Sign-Ticket': ticket }, ...(body ? { body } : {}) };
  return yield call(request, world, question, { anonymous: true, quiet: true });
}

/** A sign-in or sign-out in this browser cancels the request, which the page shows as a lost connection. */
function isNoAnswer(error: unknown) {
  return error instanceof Unreachable || error instanceof SessionOver;
}

/** Runs a step; errors become a state of the page. A lost connection keeps all input. */
function telling(step: (world: World) => Saga) {
  return function* (world: World): Saga {
    try {
      yield call(step, world);
    } catch (error) {
      if (isNoAnswer(error)) yield put(at.failed({ say: 'network' }));
      else if (!(error instanceof Refused)) throw error;
      else if (error.reason in ends) yield put(at.ended({ end: ends[error.reason]!, text: error.message }));
      else if (error.reason === 'sign.identifyFirst') yield put(at.passEnded(error.message));
      else yield put(at.failed({ text: error.message }));
    }
  };
}

function* open(world: World): Saga {
  try {
    const summary = yield call(send, world, 'GET', '/summary');
    yield put(at.opened(summary));
    yield* ask(world, 'setTitle', `${summary.title} - ${summary.providerName}`);
  } catch (error) {
    if (isNoAnswer(error)) yield put(at.ended({ end: 'cutOff' }));
    else if (error instanceof Refused)
      yield put(at.ended({ end: ends[error.reason] ?? 'badLink', text: error.message }));
    else throw error;
  }
}

/** `withCode` when the code is required as well. */
function judge({ form, summary, code }: SignState, withCode: boolean): SignState['problems'] {
  const tail = form.idTail.trim();
  if (summary?.way === 'counter') return {};
  return {
    ...(form.tel.trim() === '' ? { tel: 'required' as const } : {}),
    ...(!summary?.needsIdTail || tail.length === 4
      ? {}
      : { idTail: tail === '' ? ('required' as const) : ('length' as const) }),
    ...(!withCode || (code.id !== '' && form.smsCode.trim().length === 6)
      ? {}
      : { smsCode: form.smsCode.trim() === '' ? ('required' as const) : ('length' as const) }),
  };
}

/** The service's address is good for minutes and one visit. The page stays busy until it is left. */
function* leave(world: World): Saga {
  const { url } = yield call(send, world, 'POST', '/elsewhere');
  yield* ask(world, 'redirect', url);
}

function* askCode(world: World): Saga {
  const state = yield* read(sign.selectors.all);
  const problems = judge(state, false);
  if (Object.keys(problems).length > 0) return yield put(at.misjudged({ problems }));
  const { tel, idTail } = state.form;
  yield put(at.codeSent(yield call(send, world, 'POST', '/code', { tel: tel.trim(), idTail: idTail.trim() })));
}

/** Seconds until another code can be requested, by the clock, since timers of background windows are late. */
function* countDown(world: World, { payload }: ReturnType<typeof at.codeSent>): Saga {
  const until = (yield* ask(world, 'uptime')) + 1000 * payload.seconds;
  for (let left = payload.seconds; left > 0; ) {
    yield* ask(world, 'sleep', 1000);
    left = Math.max(0, Math.ceil((until - (yield* ask(world, 'uptime'))) / 1000));
    if ((yield* read(sign.selectors.all)).code.id !== payload.id) return;
    yield put(at.counted(left));
  }
}

function* identify(world: World): Saga {
  const state = yield* read(sign.selectors.all);
  const problems = judge(state, true);
  if (Object.keys(problems).length > 0) return yield put(at.misjudged({ problems }));
  const { tel, idTail, smsCode } = state.form;
  const proven =
    state.summary?.way === 'counter'
      ? {}
      : { tel: tel.trim(), idTail: idTail.trim(), codeId: state.code.id, smsCode: smsCode.trim() };
  const answer = yield call(send, world, 'POST', '/identify', proven);
  yield put(at.identified(answer));
}

function* keepRead(world: World): Saga {
  const { pass, isReadKept } = yield* read(sign.selectors.all);
  if (isReadKept) return;
  yield call(send, world, 'POST', '/read', { pass });
  yield put(at.readKept());
}

/**
 * The time of reading is evidence, so it is reported at once; after a failure the next step reports it again and shows
 * the error.
 */
function* readAll(world: World): Saga {
  try {
    yield call(keepRead, world);
  } catch (error) {
    if (!isExpected(error)) throw error;
  }
}

function* proceed(world: World): Saga {
  yield call(keepRead, world);
  yield put(at.proceeded());
}

function* signPaper(world: World): Saga {
  const { pass, signature, isAgreed } = yield* read(sign.selectors.all);
  const answer = yield call(send, world, 'POST', '/sign', { pass, signature, consent: isAgreed });
  yield put(at.signed(answer));
}

function* refuse(world: World): Saga {
  const { pass, refusal } = yield* read(sign.selectors.all);
  yield call(send, world, 'POST', '/refuse', { pass, reason: refusal?.reason.trim() ?? '' });
  yield put(at.ended({ end: 'refused' }));
}

export function* signSaga(world: World): Saga {
  yield takeLatest(openedIn('sign'), function* ({ payload: place }): Saga {
    if (place.path !== counterPath) return yield put(at.open({ ticket: place.path.slice(signPath.length) }));
    // The ticket of the counter is never in the address, so it is missing after a reload.
    const handed = yield* read(handedOver);
    yield put(handed ? at.open(handed) : at.ended({ end: 'counterOver' }));
  });
  yield takeLatest(at.open, open, world);
  yield takeLeading(at.leave, telling(leave), world);
  yield takeLeading(at.askCode, telling(askCode), world);
  yield takeLatest(at.codeSent, countDown, world);
  yield takeLeading(at.identify, telling(identify), world); // A second tap is ignored.
  yield takeLeading(at.readAll, readAll, world);
  yield takeLeading(at.proceed, telling(proceed), world);
  yield takeLeading(at.sign, telling(signPaper), world);
  yield takeLeading(at.refuse, telling(refuse), world);
}
