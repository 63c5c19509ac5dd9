import type { Middleware } from '@reduxjs/toolkit';
import { CANCEL } from 'redux-saga';
import { isSecretName } from '../../contract/wire/secrets';
import { started } from '../store/started';
import type { Gesture } from '../world/gestures';
import type { World } from '../world/world';
import { changesOf, persistMark } from './changes';
import { digest } from './digest';
import { type StandIns, standIns } from './standIns';
import { type Entry, type Tape, type TapedError, tapeVersion } from './tape';
import { putBySaga } from './tools/putBySaga';

/** Not recorded: actions of redux-persist and of the player. */
function isOffTape(type: string) {
  return type.startsWith('persist/') || type.startsWith('tape/');
}

type Values = Record<string, unknown>;
interface AnyAction {
  type: string;
  payload?: unknown;
  meta?: unknown;
}

/** With its secrets. It never leaves the window: they are replaced when a tape is requested. */
type Met =
  | { kind: 'do'; ms: number; action: AnyAction; before: Values }
  | { kind: 'answer'; ms: number; ask: number; port: string; value: unknown; before: Values }
  | { kind: 'fail'; ms: number; ask: number; error: unknown; before: Values }
  | { kind: 'put'; action: AnyAction }
  | { kind: 'ask'; ask: number; port: string; args: unknown[] }
  | { kind: 'call'; port: string; args: unknown[]; value: unknown }
  | { kind: 'stop'; ask: number }
  | { kind: 'read'; old: Values; now: Values };

/** A question without an answer yet. */
export interface OpenQuestion {
  ask: number;
  port: string;
  args: unknown[];
  /** ms by the recorder's clock. */
  since: number;
}

export interface RecorderOptions {
  /** ms by a monotonic clock. */
  uptime(): number;
  /** Stand-ins on the tape that is played. */
  masks?: readonly string[];
  /** Limit of recorded entries. */
  most?: number;
  /** When the recording started; ms since 1970. */
  at?: number;
  /** What the person did with the page so far. */
  gestures?(): Gesture[];
}

/** About a day of work. */
const mostEntries = 60_000;
/** Facts that tell the problems of a form: codes by field, never what was typed. */
export const judgement = /\/(?:\w*mis)?judged$/i;
/** A field of a password may have any name. */
function maskedGesture(one: Gesture, mask: StandIns): Gesture {
  const { name = '', value, isSecret } = one;
  if (!isSecret || value === undefined) return mask.of(one);
  const hidden = mask.of({ name: isSecretName(name) ? name : 'password', value });
  return { ...mask.of({ ...one, value: '' }), value: hidden.value };
}

function said({ type, payload, meta }: AnyAction, mask: StandIns, kind: 'do' | 'put') {
  return {
    [kind]: type,
    with: judgement.test(type) ? payload : mask.of(payload),
    meta: mask.of(meta),
  };
}
function tapedError(error: unknown): TapedError {
  const { name = 'Error', message = String(error), status } = (error ?? {}) as Partial<TapedError>;
  return { name, message, ...(status === undefined ? {} : { status }) };
}
/** No arguments are left out of the tape. */
function listed(args: unknown[]) {
  return args.length > 0 ? args : undefined;
}

/** The tester's own slice: it describes the recording, and a player has none. */
export const ownSlice = 'tape';
/** The state without redux-persist's keys and the tester's slice. */
export function bare(state: Values): Values {
  return Object.fromEntries(
    Object.entries(state).flatMap(([name, slice]) => {
      if (name === ownSlice) return [];
      const isKept = typeof slice === 'object' && slice !== null && persistMark in slice;
      return [[name, isKept ? bareSlice(slice) : slice]];
    }),
  );
}
/** The same object for the same slice, so that unchanged slices are detected by identity. */
const bareSlices = new WeakMap<object, Values>();
function bareSlice(slice: object): Values {
  const known = bareSlices.get(slice);
  if (known) return known;
  const { [persistMark]: _kept, ...own } = slice as Values;
  bareSlices.set(slice, own);
  return own;
}
function differing(before: Values, after: Values): Values {
  return Object.fromEntries(Object.entries(after).filter(([name, slice]) => digest(slice) !== digest(before[name])));
}

export type Recorder = ReturnType<typeof recorder>;

/**
 * Records at both borders of the sagas: a middleware sees the actions, a wrapped World the questions and the answers.
 * While the console runs it only keeps references; masking and comparing happen when a tape is requested.
 */
export function recorder(
  world: World,
  { uptime, masks, most = mostEntries, at = world.now(), gestures }: RecorderOptions,
) {
  const met: Met[] = [];
  const open = new Map<number, OpenQuestion>();
  const startedAt = uptime();
  let questions = 0;
  let steps = 0;
  let isCut = false;
  let isOver = false;
  let last: { getState(): Values } | undefined;
  /** States before the first action and when the session started. */
  let first: Values | undefined;
  let began: Values | undefined;

  const state = () => last?.getState() ?? {};
  const ms = () => Math.round(uptime() - startedAt);
  const note = (one: Met) => {
    if (isOver) return;
    if (met.length >= most) {
      isCut = true;
      return;
    }
    met.push(one);
    if ('before' in one) steps += 1;
  };

  // Two answers that arrive at once are delivered one after the other, each when the console has processed the one
  // before: their order on the tape is the order in which the sagas continued.
  const waiting: (() => void)[] = [];
  let isBusy = false;
  const handOn = async (work: () => void) => {
    waiting.push(work);
    if (isBusy) return;
    isBusy = true;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      next();
      // A saga continues one microtask after its answer, and then without a pause until it asks again.
      for (let tick = 0; tick < 3; tick++) await null;
    }
    isBusy = false;
  };

  const wrap =
    (port: string, perform: (...args: unknown[]) => unknown) =>
    (...args: unknown[]): unknown => {
      const answer = perform(...args);
      if (!(answer instanceof Promise)) {
        note({ kind: 'call', port, args, value: answer });
        return answer;
      }
      const ask = ++questions;
      note({ kind: 'ask', ask, port, args });
      open.set(ask, { ask, port, args, since: uptime() });
      const heard = new Promise((resolve, reject) => {
        const settle = (work: () => void) =>
          handOn(() => {
            if (open.delete(ask)) work();
          });
        answer.then(
          (value) =>
            settle(() => {
              note({ kind: 'answer', ms: ms(), ask, port, value, before: state() });
              resolve(value);
            }),
          (error) =>
            settle(() => {
              note({ kind: 'fail', ms: ms(), ask, error, before: state() });
              reject(error);
            }),
        );
      });
      return Object.assign(heard, {
        [CANCEL]() {
          if (!open.delete(ask)) return;
          note({ kind: 'stop', ask });
          (answer as unknown as { [CANCEL]?(): void })[CANCEL]?.();
        },
      });
    };
  const wrapped = new Map<string, unknown>();
  const recorded = new Proxy(world, {
    get(target, port: string) {
      const perform = target[port as keyof World] as (...args: unknown[]) => unknown;
      if (typeof perform !== 'function') return perform;
      if (!wrapped.has(port))
        wrapped.set(port, Object.defineProperty(wrap(port, perform.bind(target)), 'name', { value: port }));
      return wrapped.get(port);
    },
  });

  const listen: Middleware = (api) => {
    last = api as { getState(): Values };
    return (next) => (action) => {
      const one = action as AnyAction;
      first ??= state();
      if (isOffTape(one.type)) {
        const old = state();
        const result = next(action);
        // What storage held is no change that the step before it made: the player sets it when the session starts.
        if (!began && state() !== old) note({ kind: 'read', old, now: state() });
        return result;
      }
      if (started.match(one)) began = state();
      if (putBySaga in one) note({ kind: 'put', action: one });
      else note({ kind: 'do', ms: ms(), action: one, before: state() });
      return next(action);
    };
  };

  /** The tape so far. */
  const tape = (about: Pick<Tape, 'release' | 'note'>): Tape => {
    const mask = standIns(masks);
    const told = (one: Met): object => {
      switch (one.kind) {
        case 'do':
        case 'put':
          return said(one.action, mask, one.kind);
        case 'answer':
          return { answer: one.ask, value: mask.value(one.port, one.value) };
        case 'fail':
          return { fail: one.ask, error: mask.of(tapedError(one.error)) };
        case 'ask':
          return { ask: one.ask, port: one.port, args: listed(mask.args(one.port, one.args)) };
        case 'call':
          return {
            call: one.port,
            args: listed(mask.args(one.port, one.args)),
            value: mask.value(one.port, one.value),
          };
        case 'stop':
          return { stop: one.ask };
        case 'read':
          return {};
      }
    };
    // Twice: only the second pass knows all secrets.
    const begins = () => mask.of(differing(bare(first ?? {}), bare(began ?? {})));
    begins();
    met.forEach(told);

    const story: Entry[] = [];
    let step: { entry: { step: number; state?: object }; before: Values } | undefined;
    const close = (after: Values) => {
      if (!step) return;
      const changes = changesOf(mask.of(bare(step.before)), mask.of(bare(after)));
      if (Object.keys(changes).length > 0) step.entry.state = { ...step.entry.state, ...changes };
    };
    let count = 0;
    for (const one of met) {
      if (one.kind === 'read') {
        close(one.old);
        if (step) step.before = one.now;
        continue;
      }
      if (!('before' in one)) {
        story.push(told(one) as Entry);
        continue;
      }
      close(one.before);
      const entry = { step: ++count, ms: one.ms, ...told(one) };
      step = { entry, before: one.before };
      story.push(entry as Entry);
    }
    // What was recorded is complete; what came after the limit is on no tape.
    const end = isCut ? (step?.before ?? {}) : state();
    if (isCut && step) story.splice(story.indexOf(step.entry as Entry));
    else close(end);
    return JSON.parse(
      JSON.stringify({
        tape: tapeVersion,
        ...about,
        recordedAt: at,
        masks: mask.all(),
        begins: begins(),
        ends: digest(mask.of(bare(end))),
        ...(gestures && !isOver ? { gestures: gestures().map((one) => maskedGesture(one, mask)) } : {}),
        ...(isCut ? { isCut } : {}),
        story,
      }),
    ) as Tape;
  };

  return {
    world: recorded,
    listen,
    tape,
    /** Records nothing more, and forgets what it has. */
    end() {
      isOver = true;
      met.length = 0;
    },
    /** Questions without an answer. */
    open: () => [...open.values()],
    /** Number of entries. */
    get length() {
      return met.length;
    },
    /** How many of them are steps. */
    get steps() {
      return steps;
    },
    /** ms since the start. */
    ms,
  };
}
