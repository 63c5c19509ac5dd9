import { all, call, put, takeLatest } from 'redux-saga/effects';
import { dateTime } from '../../../../contract/domain/calendar';
import { approvalRules, unguardedUrl } from '../../../../contract/domain/unguarded';
import { ask, read, type Saga } from '../../../sagas/effects';
import { isExpected, request } from '../../../sagas/request';
import { untilDone } from '../../../sagas/trying';
import { dict } from '../../../store/crud/dict';
import { openedIn } from '../../../store/features';
import { menu, permission } from '../../../store/navigation/menu';
import { waiting } from '../../../store/waiting';
import { type Call, Unreachable, type World } from '../../../world/world';
import { addOrder, orderCalls, planCalls } from './homeCalls';
import { stepCalls } from './stepCalls';
import { firstSteps, type WelcomePart, type WelcomeState, welcome } from './welcomeSlice';

const { actions: at } = welcome;

interface Part {
  /** The menu for the same data, without which it is not requested. */
  menu: string;
  call: Call | ((today: string) => Call);
  read(answer: any): unknown;
}
const parts: Record<WelcomePart, Part> = {
  states: {
    menu: 'order',
    call: orderCalls.states,
    read: (answer) => (Array.isArray(answer) ? answer : []),
  },
  due: {
    menu: 'paymentPlan',
    call: planCalls.due,
    read: (answer) => answer,
  },
  newest: {
    menu: 'order',
    call: orderCalls.newest,
    read: (answer) => answer?.records ?? [],
  },
  soon: {
    menu: 'paymentPlan',
    call: planCalls.soon,
    read: (answer) => answer?.records ?? [],
  },
  unguarded: {
    menu: approvalRules,
    call: { method: 'GET', url: unguardedUrl },
    read: (answer) => answer,
  },
};

/** The card shows that its part is missing, so there is no notification. Answers whether the line was cut. */
function* fetchPart(world: World, name: WelcomePart): Saga<boolean> {
  const part = parts[name];
  const { askedAt }: WelcomeState = yield* read(welcome.selectors.all);
  const wanted = typeof part.call === 'function' ? part.call(askedAt.slice(0, 10)) : part.call;
  try {
    const answer = yield call(request, world, wanted, { quiet: true });
    yield put(at.received({ [name]: part.read(answer) }));
    return false;
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(at.lost(name));
    return error instanceof Unreachable;
  }
}

/** Loads the setup steps for users who can add orders; once an order exists nothing is requested. */
function* fetchSteps(world: World): Saga {
  const codes = yield* read(permission.selectors.codes);
  const { newest }: WelcomeState = yield* read(welcome.selectors.all);
  if (newest?.length !== 0 || !codes[addOrder]) return yield put(at.steps({}));
  try {
    const asked = firstSteps.filter((step) => codes[stepCalls[step].needs]);
    const answers: any[] = yield all(asked.map((step) => call(request, world, stepCalls[step].call, { quiet: true })));
    const steps = Object.fromEntries(asked.map((step, i) => [step, stepCalls[step].isDone(answers[i])]));
    const companyId: unknown = answers[asked.indexOf('company')]?.records?.[0]?.id;
    yield put(at.steps({ steps, ...(typeof companyId === 'string' ? { companyId } : {}) }));
  } catch (error) {
    if (!isExpected(error)) throw error; // The list of orders already shows that it is empty.
  }
}

function* load(world: World): Saga<boolean> {
  const seen: WelcomePart[] = [];
  for (const name of Object.keys(parts) as WelcomePart[])
    if (yield* read(menu.selectors.pathOf, parts[name].menu)) seen.push(name);
  yield put(at.asked({ askedAt: dateTime(yield* ask(world, 'now')), parts: seen }));
  if (seen.includes('newest')) yield put(dict.actions.need(['order_business_status']));
  const cuts: boolean[] = yield all(seen.map((name) => call(fetchPart, world, name)));
  yield call(fetchSteps, world);
  yield put(at.loaded());
  return cuts.includes(true);
}

export function* welcomeSaga(world: World): Saga {
  yield takeLatest(openedIn('welcome'), function* (): Saga {
    yield put(at.load());
  });
  // The first answer comes with the number of unread messages.
  yield takeLatest(at.load, function* (): Saga {
    if ((yield* read(waiting.selectors.all)).isKnown) yield put(waiting.actions.ask());
  });
  yield takeLatest(at.load, () => untilDone(world, welcome.name, () => load(world))); // Each visit reloads.
}
