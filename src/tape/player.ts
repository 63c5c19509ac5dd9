import type { Middleware, Reducer } from '@reduxjs/toolkit';
import { CANCEL } from 'redux-saga';
import type { AppOptions } from '../shell/app';
import { started } from '../store/started';
import { Unreachable, type World } from '../world/world';
import { canonical, digest } from './digest';
import { recorder } from './recorder';
import {
  type Ask,
  type Call,
  type Entry,
  isStep,
  questionOf,
  type Step,
  stepsOf,
  type Tape,
  type TapedError,
} from './tape';
import { putBySaga } from './tools/putBySaga';

type Values = Record<string, unknown>;
interface Playable {
  dispatch(action: { type: string }): unknown;
  getState(): object;
}

/** Replaces the whole state: for the start of a tape, and for going back. */
const standing = 'tape/stand';
/** Marks actions of the player: in a browser people click as well, and must not change the replay. */
const byPlayer = 'tape/fed';

function withStanding<S>(reducer: Reducer<S>): Reducer<S> {
  return ((state: S | undefined, action: { type: string; payload?: unknown }) =>
    action.type === standing ? (action.payload as S) : reducer(state, action as never)) as Reducer<S>;
}

export interface PlayOptions {
  /** Resolves when all pending work has been done. */
  turn(): Promise<void>;
  /** Loads the code of a feature before the replay starts. */
  load(feature: string): Promise<void>;
  listen?: Middleware[];
  tools?: AppOptions['tools'];
  /** The steps, if not those of the tape: edited ones. */
  steps?: readonly Step[];
}

function errorOf({ name, message, status }: TapedError): Error {
  return name === 'Unreachable' ? new Unreachable(message, status) : Object.assign(new Error(message), { name });
}

/** Identifies a question without its details: one with other details is still the same question. */
function keyOf(port: string, args: readonly unknown[] = []): string {
  if (port !== 'send') return `${port} ${canonical(args)}`;
  const { method, url } = (args[0] ?? {}) as { method?: string; url?: string };
  return `send ${method} ${url}`;
}

/** Questions that a World does not answer at once, used where the tape has none. */
const slow = new Set([
  'send',
  'stream',
  'sleep',
  'painted',
  'load',
  'loadLanguage',
  'settings',
  'pickFile',
  'pickFiles',
  'readText',
  'unpack',
  'probeImage',
  'received',
]);
for (const port of ['copy', 'fillScreen', 'derive', 'readStored', 'flush', 'acquire', 'latestRelease', 'tape'])
  slow.add(port);

/** What is answered where the tape has nothing, for questions whose askers need a value. */
const defaults: Partial<Record<keyof World, (args: unknown[]) => unknown>> = {
  derive: (args) => digest(args) + digest([...args, 'proof']),
  pickFiles: () => [],
};

interface Waiting {
  key: string;
  resolve(value: unknown): void;
  reject(error: Error): void;
}
/** A question that is answered when its time has come. */
interface Due extends Waiting {
  port: string;
  due: number;
  /** The answer that the tape has for it. */
  answer?: Step;
}
function isClock(port: string): boolean {
  return port === 'now' || port === 'uptime';
}

/**
 * Clocks and ids, which are read at once: one more reading takes nothing from those of other steps. `taken` is the next
 * one of this step on the tape.
 */
function readings(recordedAt: number, taken: (port: string) => Call | undefined) {
  const last = new Map<string, { value: number; at: number }>();
  let madeIds = 0;
  return (port: string, now: number): unknown => {
    const entry = taken(port);
    if (port === 'newId') {
      madeIds += 1;
      return entry ? entry.value : digest(`id ${madeIds} beside the tape`);
    }
    const { value: before, at } = last.get(port) ?? { value: port === 'now' ? recordedAt : 0, at: 0 };
    const value = entry ? (entry.value as number) : before + Math.max(0, now - at);
    last.set(port, { value, at: now });
    return value;
  };
}

/** The step after which each question was asked on the tape, and when. */
function momentsOf({ story }: Tape) {
  const askedAfter = new Map<Entry, number>();
  const askedAt = new Map<number, number>();
  let [step, ms] = [0, 0];
  for (const entry of story) {
    if (isStep(entry)) ({ step, ms } = entry);
    else askedAfter.set(entry, step);
    if ('ask' in entry) askedAt.set(entry.ask, ms);
  }
  return { askedAfter, askedAt };
}

/** A promise that can be cancelled; `put` stores how it is settled, and answers how it is forgotten. */
function promised(put: (waits: Waiting) => () => void, key: string) {
  let drop = () => {};
  const promise = new Promise((resolve, reject) => {
    drop = put({ key, resolve, reject });
  });
  return Object.assign(promise, { [CANCEL]: () => drop() });
}

/** Answers from a tape. Questions are matched by port and content, so that one additional question does not shift all
 *  others. */
function tapedWorld(tape: Tape) {
  /** Questions on the tape that have not been asked yet, in their order, by port. */
  const ahead = new Map<string, (Ask | Call)[]>();
  for (const entry of tape.story) {
    const port = 'call' in entry ? entry.call : 'port' in entry ? entry.port : undefined;
    if (port) ahead.set(port, [...(ahead.get(port) ?? []), entry as Ask | Call]);
  }
  const waiting = new Map<number, Waiting>();
  /** Questions that are not on the tape, and those asked later than on it. */
  const strays = new Set<Due>();
  /** Answers whose question is asked later than on the tape: how long each took, and the answer. */
  const early = new Map<number, { took: number; step: Step }>();
  const lastSaid = new Map<string, unknown>();
  const lastAnswer = new Map<string, unknown>();
  let now = 0;
  const { askedAfter, askedAt } = momentsOf(tape);
  /** The last step so far, and the present one. */
  let reached = 0;
  let present = 0;
  const readNow = readings(tape.recordedAt, (port) => {
    const all = ahead.get(port) ?? [];
    const at = all.findIndex((entry) => askedAfter.get(entry) === present);
    return at < 0 ? undefined : (all.splice(at, 1)[0] as Call);
  });

  const claim = (port: string, args: unknown[]): Ask | Call | undefined => {
    const all = ahead.get(port) ?? [];
    // Storage is read at once: such a question never matches one of a later moment.
    const left = port === 'readStored' ? all.filter((entry) => askedAfter.get(entry)! <= reached) : all;
    const text = canonical(args);
    let at = left.findIndex((entry) => canonical(entry.args ?? []) === text);
    if (at < 0) at = left.findIndex((entry) => keyOf(port, entry.args) === keyOf(port, args));
    // The right kind of question with other content: the comparison reports it, and the replay goes on.
    return at < 0 ? undefined : all.splice(all.indexOf(left[at]!), 1)[0];
  };
  const stray = (port: string, args: unknown[]) => {
    const key = keyOf(port, args);
    return promised((waits) => {
      const one = { ...waits, port, due: port === 'sleep' ? now + Number(args[0]) : Number.POSITIVE_INFINITY };
      strays.add(one);
      // The server's last answer is repeated; any other question but a sleep is answered by default.
      if (port === 'send' ? lastAnswer.has(key) : port !== 'sleep' && port !== 'stream')
        one.resolve(lastAnswer.get(key) ?? defaults[port as keyof World]?.(args));
      return () => strays.delete(one);
    }, key);
  };
  const deliver = (waits: Waiting, step: Step) => {
    if ('fail' in step) return waits.reject(errorOf(step.error));
    const { value } = step as { value?: unknown };
    lastAnswer.set(waits.key, value);
    waits.resolve(value);
  };
  const answer = (port: string, args: unknown[]): unknown => {
    if (isClock(port) || port === 'newId') return readNow(port, now);
    const entry = claim(port, args);
    if (entry && 'call' in entry) {
      lastSaid.set(port, entry.value);
      return entry.value;
    }
    if (entry)
      return promised(
        (waits) => {
          const missed = early.get(entry.ask);
          if (missed) {
            const one = { ...waits, port: 'early', due: now + missed.took, answer: missed.step };
            strays.add(one);
            return () => strays.delete(one);
          }
          waiting.set(entry.ask, waits);
          return () => waiting.delete(entry.ask);
        },
        keyOf(port, args),
      );
    return slow.has(port) ? stray(port, args) : lastSaid.get(port);
  };
  const ports = new Map<string, unknown>();
  const world = new Proxy({} as World, {
    get(_target, port: string) {
      if (!ports.has(port)) ports.set(port, (...args: unknown[]) => answer(port, args));
      return ports.get(port);
    },
  });
  return {
    world,
    reach(step: number) {
      present = step;
      reached = Math.max(reached, step);
    },
    settle(step: Step) {
      const ask = questionOf(step);
      const waits = waiting.get(ask);
      if (waits) {
        waiting.delete(ask);
        return deliver(waits, step);
      }
      // Not asked yet, or not at all: then the comparison reports the cause.
      if ([...ahead.values()].some((left) => left.some((entry) => 'ask' in entry && entry.ask === ask)))
        early.set(ask, { took: Math.max(0, step.ms - (askedAt.get(ask) ?? step.ms)), step });
    },
    /** Lets time pass for what is due meanwhile; one after the other, each followed by `turn`. */
    async pass(ms: number, turn: () => Promise<void>) {
      for (;;) {
        const [next] = [...strays].filter(({ due }) => due <= ms).sort((a, b) => a.due - b.due);
        if (!next) break;
        strays.delete(next);
        now = Math.max(now, next.due);
        if (next.answer) deliver(next, next.answer);
        else next.resolve(undefined);
        await turn();
      }
      now = Math.max(now, ms);
    },
    /** When the last answer is due that the tape has and that has not come. */
    lastDue: () => Math.max(0, ...[...strays].filter(({ answer: has }) => has).map(({ due }) => due)),
    /** Calls to the server that the tape has no answer for. */
    unanswered: () => [...strays].filter(({ port }) => port === 'send').map(({ key }) => key),
  };
}

export type Player = Awaited<ReturnType<typeof openPlayer>>;

/**
 * A console that runs a tape without browser, network or clock. `start` creates it, as the page does. It is recorded
 * while it plays; the test is that both tapes are equal.
 */
export async function openPlayer<A extends Playable>(
  tape: Tape,
  start: (world: World, options: AppOptions) => A,
  { turn, load, listen = [], tools, steps = stepsOf(tape) }: PlayOptions,
) {
  for (const entry of tape.story) {
    if (!('port' in entry) || entry.port !== 'load') continue;
    await load(String(entry.args?.[0])).catch(() => undefined); // the tape records that loading failed
  }
  const taped = tapedWorld(tape);
  let ms = 0;
  const again = recorder(taped.world, { uptime: () => ms, masks: tape.masks, at: tape.recordedAt });
  /** Only the player and the sagas change the state. */
  const only: Middleware = () => (next) => (action) => {
    const { type, meta } = action as { type: string; meta?: Values };
    const isOurs = type.startsWith('tape/') || putBySaga in (action as object);
    if (!isOurs && meta?.[byPlayer] !== true) return action;
    if (!meta?.[byPlayer]) return next(action);
    const { [byPlayer]: _mark, ...rest } = meta;
    const { meta: _all, ...bare } = action as Values;
    return next(Object.keys(rest).length > 0 ? { ...bare, meta: rest } : bare);
  };
  const app = start(again.world, {
    listen: [only, again.listen, ...listen],
    around: withStanding,
    ...(tools ? { tools } : {}),
  });
  const dispatch = (action: object) => app.dispatch(action as { type: string });
  const stand = (payload: object) => dispatch({ type: standing, payload });
  await turn();
  /** After step n, at n; before the first, at 0. The states share unchanged parts. */
  const states: object[] = [app.getState()];
  let shown = 0;
  /** The number that each step has in the new recording, if it is on it. */
  const numbers: number[] = [];

  const feed = async (step: Step) => {
    await taped.pass(step.ms, turn);
    ms = step.ms;
    taped.reach(step.step);
    numbers.push(again.steps + 1);
    if ('do' in step) {
      if (step.do === started.type) stand({ ...app.getState(), ...tape.begins });
      const meta = { ...(step.meta as Values | undefined), [byPlayer]: true };
      dispatch({ type: step.do, ...('with' in step ? { payload: step.with } : {}), meta });
    } else taped.settle(step);
    await turn();
    // Answers that an edit has delayed come after the last step too.
    if (numbers.length === steps.length)
      for (let due = taped.lastDue(); due > 0; due = taped.lastDue()) {
        ms = Math.max(ms, due);
        await taped.pass(due, turn);
      }
    states.push(app.getState());
  };
  return {
    app,
    tape,
    steps,
    /** The current step; 0 before the first. */
    get at() {
      return shown;
    },
    /** Goes to a step: forwards by playing, backwards by showing the stored state. */
    async goTo(target: number) {
      const aim = Math.max(0, Math.min(steps.length, target));
      if (aim >= states.length && shown < states.length - 1) stand(states.at(-1)!);
      while (states.length <= aim) await feed(steps[states.length - 1]!);
      if (app.getState() !== states[aim]) stand(states[aim]!);
      shown = aim;
    },
    /** The replay so far, recorded, with what the person did at the page. */
    again: (): Tape => ({
      ...again.tape({ release: tape.release, note: tape.note }),
      ...(tape.gestures && { gestures: tape.gestures }),
    }),
    unanswered: taped.unanswered,
    /** The number in the new recording of the step at this place. */
    numberOf: (at: number): number => numbers[at] ?? again.steps + 1,
    /** The state after a step of the new recording. */
    stateAfter: (number: number): object => states[numbers.filter((one) => one <= number).length] ?? states.at(-1)!,
    open: again.open,
  };
}

/** Plays a tape to its end and answers the new recording. */
export async function replay(...given: Parameters<typeof openPlayer>): Promise<Tape> {
  const player = await openPlayer(...given);
  await player.goTo(player.steps.length);
  return player.again();
}
