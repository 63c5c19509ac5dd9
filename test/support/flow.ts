/**
 * A saga in isolation: its own reducer, and providers of redux-saga-test-plan that answer the World's ports. Tests of
 * the whole console use `start` of fakeWorld.ts.
 */
import { combineSlices, type Reducer } from '@reduxjs/toolkit';
import type { Task } from 'redux-saga';
import { call, cancel, fork } from 'redux-saga/effects';
import { expectSaga } from 'redux-saga-test-plan';
import * as matchers from 'redux-saga-test-plan/matchers';
import type { StaticProvider } from 'redux-saga-test-plan/providers';
import { dynamic } from 'redux-saga-test-plan/providers';
import { intent } from '../../src/store/auth/intent';
import { lockedAt, screenLock } from '../../src/store/auth/screenLock';
import { journey, signIn } from '../../src/store/auth/signIn';
import { clock } from '../../src/store/clock';
import { features } from '../../src/store/features';
import { feedback } from '../../src/store/feedback';
import { log } from '../../src/store/log';
import { keepAlive } from '../../src/store/navigation/keepAlive';
import { menu, permission } from '../../src/store/navigation/menu';
import { route, tabs } from '../../src/store/navigation/route';
import { preferences } from '../../src/store/preferences';
import { session, tokens } from '../../src/store/session';
import { settings } from '../../src/store/settings';
import type { Answer, Call, World } from '../../src/world/world';
import { fakeWorld, li } from './fakeWorld';

type Ports = { [P in keyof World]?: (...args: Parameters<World[P]>) => unknown };

const core = [
  session,
  tokens,
  settings,
  preferences,
  signIn,
  journey,
  intent,
  screenLock,
  lockedAt,
  clock,
  route,
  tabs,
  keepAlive,
  features,
  feedback,
  log,
  menu,
  permission,
] as const;

/** An answer in the envelope of the family. */
export function done(data: unknown = {}): Answer {
  return {
    status: 200,
    body: { code: 200, success: true, data, msg: '' },
  };
}
export function refused(code: number, msg: string, reason = ''): Answer {
  return {
    status: code,
    body: { code, success: false, data: null, msg, ...(reason ? { reason } : {}) },
  };
}
/** A bare body, as the token call answers. */
export function bare(body: Record<string, unknown>): Answer {
  return { status: 200, body };
}

/** For `run` of a plan: until nothing is left to happen, without a limit of real time. */
export const untilQuiet = false;

const endless = new WeakSet<object>();
/** A question that is never answered: for sleeps that never end. */
export function never() {
  const question = new Promise<never>(() => undefined);
  endless.add(question);
  return question;
}
/** Answers in turn, then never again. */
export function inTurn<T>(...answers: (T | Error)[]) {
  return (): Promise<T> => {
    const next = answers.shift();
    if (next === undefined) return never();
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  };
}

/** The state of a person who signed in at `at` (ms) with a pair that is renewed after `tokenTime` seconds. */
export function signedIn(at = 0) {
  return [
    tokens.actions.tokensReceived({
      accessToken: 'access-0',
      refreshToken: 'refresh-0',
      tokenSetAt: at,
      heldSince: 0,
      expiresIn: 37_500,
    }),
    session.actions.signedIn(li),
  ];
}

interface FlowOptions {
  /** Earlier actions, in order. */
  given?: readonly { type: string }[];
  /** Slices beside those of the shell. */
  slices?: readonly { reducerPath: string; reducer: Reducer }[];
  ports?: Ports;
}

/** `world` of the saga, its `calls` to the server, and the test plan with the ports provided. */
export function flow<A extends unknown[]>(
  saga: (world: World, ...args: A) => Generator,
  { given = [], slices = [], ports = {} }: FlowOptions,
  ...args: A
) {
  const { world } = fakeWorld();
  const calls: Call[] = [];
  const reducer = combineSlices(...core, ...(slices as typeof core)) as Reducer;
  const state = given.reduce((held, action) => reducer(held, action), reducer(undefined, { type: 'begins' }));
  const answers: Ports = { sleep: never, send: never, ...ports };
  /** Questions that will be answered, and have not been. */
  let open = 0;
  let asked = 0;
  const counted = (answer: unknown) => {
    asked += 1;
    if (!(answer instanceof Promise) || endless.has(answer)) return answer;
    open += 1;
    const over = () => {
      open -= 1;
    };
    answer.then(over, over);
    return answer;
  };
  const providers = (Object.keys(answers) as (keyof World)[]).map(
    (port): StaticProvider => [
      matchers.call.fn(world[port]),
      dynamic(({ args: given }) => {
        if (port === 'send') calls.push(given[0] as Call);
        return counted((answers[port] as (...given: unknown[]) => unknown)(...given));
      }),
    ],
  );
  /** The saga, ended as soon as nothing is left to answer. */
  const bounded = function* (): Generator {
    const task = (yield fork(saga, world, ...args)) as Task;
    yield call(async () => {
      for (let calm = 0, before = -1; calm < 3; calm = open === 0 && asked === before ? calm + 1 : 0) {
        before = asked;
        await new Promise((resume) => void setImmediate(resume));
      }
    });
    yield cancel(task);
  };
  return {
    plan: expectSaga(bounded).withReducer(reducer, state).provide(providers),
    calls,
  };
}
