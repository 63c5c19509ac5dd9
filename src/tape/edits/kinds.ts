/** The kinds of edits: what each is called, what it takes, which steps it fits, and what it makes of them. */
import Type, { type Static, type TSchema } from 'typebox';
import { pushEventOf } from '../../../contract/wire/push';
import { push } from '../../store/push';
import { isServerStatus, timeLimitOf, unreachableNames } from '../../world/limits';
import type { Call } from '../../world/world';
import { type Ask, askedIn, type Entry, isStep, questionOf, type Step, type Tape, type TapedError } from '../tape';

/** Where an edit is made. */
export interface EditPlace {
  tape: Tape;
  /** The steps so far, with the edits before this one. */
  story: readonly Step[];
  step: Step;
  /** The step that a field of the edit names. */
  find(at: unknown): Step;
}
interface EditKind<T extends TSchema> {
  takes: T;
  /** What it takes, as the end of a sentence. */
  wants: string;
  /** Beyond the schema: whether the value is one. */
  isSound?(value: Static<T>): boolean;
  /** Why it does not fit this step; '' where it does. */
  misfit(place: EditPlace, value: Static<T>): string;
  /** The steps after it. */
  apply(place: EditPlace, value: Static<T>): readonly Step[];
}
function kind<T extends TSchema>(given: EditKind<T>): EditKind<T> {
  return given;
}

function askOf({ tape, step }: EditPlace): Ask | undefined {
  return askedIn(tape, questionOf(step));
}
/** The call to the server that a step answers. */
function callOf(place: EditPlace): Call | undefined {
  const ask = askOf(place);
  return ask?.port === 'send' ? (ask.args?.[0] as Call) : undefined;
}
/** The last step before a question was asked. */
function askedAfter({ tape, step }: EditPlace): Step | undefined {
  const isIt = (entry: Entry) => 'ask' in entry && entry.ask === questionOf(step);
  return tape.story.slice(0, tape.story.findIndex(isIt)).filter(isStep).at(-1);
}
/** When the console gives the call up that a step answers; never for other steps. */
function limitAt(place: EditPlace): number {
  const call = callOf(place);
  return call ? (askedAfter(place)?.ms ?? 0) + timeLimitOf(call) : Number.POSITIVE_INFINITY;
}
function failedStep({ step: number, ms }: Step, ask: number, error: TapedError): Step {
  return { step: number, ms, fail: ask, error };
}
/** The step at another time, behind what arrives until then; a call that takes longer than its limit has failed by then. */
function arriving(place: EditPlace, ms: number): readonly Step[] {
  const { step, story } = place;
  const limit = limitAt(place);
  const isLate = ms > limit;
  const at = isLate ? limit : ms;
  const lost = { name: 'Unreachable', message: unreachableNames.timeout };
  const next = isLate ? failedStep({ ...step, ms: at }, questionOf(step), lost) : { ...step, ms: at };
  const others = story.filter((one) => one !== step);
  const later = others.findIndex((one) => one.ms > at);
  return others.toSpliced(later < 0 ? others.length : later, 0, next);
}
function swapped({ story, step }: EditPlace, next: Step): readonly Step[] {
  return story.map((one) => (one === step ? next : one));
}
/** Commands right after the step, at the same moment. */
function following({ story, step: { step, ms }, ...place }: EditPlace, commands: readonly object[]): readonly Step[] {
  const at = story.indexOf(place.find(step)) + 1;
  return story.toSpliced(at, 0, ...commands.map((command) => ({ step, ms, ...command }) as Step));
}

/** Questions that fail without a network, beside calls to the server, and how the browser says so. */
const failing = ['load', 'loadLanguage', 'settings', 'latestRelease'];
function unreached(port: string, message: string, status?: number): TapedError {
  if (failing.includes(port)) return { name: 'TypeError', message: 'Failed to fetch' };
  return { name: 'Unreachable', message, ...(status === undefined ? {} : { status }) };
}

/** Throws for an unknown path: an edit without effect would look like a passing test. */
function placed(value: unknown, path: string, content: unknown, whole = path): unknown {
  const [name = '', ...rest] = path.split('.');
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
    throw new Error(`nothing lies at "${whole}": there is no "${name}"`);
  const held = value as Record<string, unknown>;
  const next = rest.length === 0 ? content : placed(held[name], rest.join('.'), content, whole);
  return Array.isArray(value) ? value.map((one, at) => (String(at) === name ? next : one)) : { ...held, [name]: next };
}
function withContent(place: EditPlace, content: unknown): readonly Step[] {
  const { step } = place;
  const { status } = (content ?? {}) as { status?: unknown };
  if (callOf(place) && !(Number.isInteger(status) && isServerStatus(status as number)))
    throw new Error('an answer of the server is {"status":200,"body":…} with a status from 200 to 500');
  return swapped(place, 'do' in step ? { ...step, with: content } : ({ ...step, value: content } as Step));
}
function contentMisfit({ step }: EditPlace): string {
  return 'fail' in step ? `step ${step.step} failed on the tape; it has no content` : '';
}
function fitsAll() {
  return '';
}

export const editKinds = {
  fail: kind({
    takes: Type.Union([Type.Integer({ minimum: 400, maximum: 599 }), Type.Literal('network'), Type.Literal('timeout')]),
    wants: 'a status from 400 to 599, "network" or "timeout"',
    misfit(place, how) {
      const { step } = place;
      const port = askOf(place)?.port ?? '';
      if ('do' in step) return `step ${step.step} is a command; only answers can fail`;
      if (port === 'send' || (how === 'network' && failing.includes(port))) return '';
      return failing.includes(port)
        ? `step ${step.step} answers ${port}, which has no status and no time limit: it fails with "network"`
        : `step ${step.step} answers ${port}, which cannot fail`;
    },
    apply(place, how) {
      const { step } = place;
      if (how === 'timeout') return arriving(place, Number.POSITIVE_INFINITY);
      const ask = questionOf(step);
      const port = askOf(place)?.port ?? '';
      if (how === 'network') return swapped(place, failedStep(step, ask, unreached(port, unreachableNames.network)));
      if (!isServerStatus(how))
        return swapped(place, failedStep(step, ask, unreached(port, unreachableNames.gateway, how)));
      const body = { code: how, success: false, data: null, msg: '' };
      return swapped(place, { step: step.step, ms: step.ms, answer: ask, value: { status: how, body } });
    },
  }),
  delay: kind({
    takes: Type.Number({ exclusiveMinimum: 0 }),
    wants: 'a number of ms above 0',
    misfit: fitsAll,
    apply: (place, ms) => arriving(place, place.step.ms + ms),
  }),
  after: kind({
    takes: Type.Union([Type.Integer(), Type.String()]),
    wants: 'another step, by its number or a pattern',
    misfit(place, after) {
      const { step } = place;
      const other = place.find(after);
      if (other === step) return `step ${step.step} cannot come after itself`;
      const asked = 'do' in step ? undefined : askedAfter(place);
      return asked && other.step < asked.step
        ? `step ${step.step} answers what is asked after step ${asked.step}: it cannot come before that`
        : '';
    },
    apply(place, after) {
      const { step, story } = place;
      const other = place.find(after);
      if (Math.max(step.ms, other.ms) > limitAt(place)) return arriving(place, other.ms);
      const others = story.filter((one) => one !== step);
      return others.toSpliced(others.indexOf(other) + 1, 0, { ...step, ms: Math.max(step.ms, other.ms) });
    },
  }),
  drop: kind({
    takes: Type.Literal(true),
    wants: 'true',
    misfit: fitsAll,
    // The console gives up a call that is not answered.
    apply: (place) =>
      callOf(place) ? arriving(place, Number.POSITIVE_INFINITY) : place.story.filter((one) => one !== place.step),
  }),
  value: kind({
    takes: Type.Unknown(),
    wants: 'the new content',
    misfit: contentMisfit,
    apply: withContent,
  }),
  set: kind({
    takes: Type.Record(Type.String(), Type.Unknown(), { minProperties: 1 }),
    wants: 'paths and values, such as {"body.data.total":0}',
    misfit: contentMisfit,
    apply(place, changes) {
      const { step } = place;
      const content = 'do' in step ? step.with : (step as { value?: unknown }).value;
      const next = Object.entries(changes).reduce((held, [path, value]) => placed(held, path, value), content);
      return withContent(place, next);
    },
  }),
  repeat: kind({
    takes: Type.Integer({ minimum: 1, maximum: 100 }),
    wants: 'how many times more, from 1 to 100',
    misfit: ({ step }) => ('do' in step ? '' : `step ${step.step} is an answer, which comes once`),
    apply(place, times) {
      const { step: _step, ms: _ms, state: _state, ...command } = place.step;
      return following(place, Array(times).fill(command));
    },
  }),
  insert: kind({
    takes: Type.Object(
      { do: Type.String(), with: Type.Optional(Type.Unknown()), meta: Type.Optional(Type.Unknown()) },
      { additionalProperties: false },
    ),
    wants: 'a command, such as {"do":"product/save"}, with "with" where it carries something',
    isSound: ({ do: type }) => {
      const [slice, name] = type.split('/');
      return Boolean(slice && name);
    },
    misfit: fitsAll,
    apply: (place, command) => following(place, [command]),
  }),
  push: kind({
    takes: Type.Object({ topic: Type.String() }),
    wants: 'an event of the server, such as {"topic":"inbox","about":"message"}',
    isSound: (event) => event.topic === 'open' || pushEventOf(JSON.stringify(event)) !== undefined,
    misfit: fitsAll,
    apply: (place, event) => following(place, [{ do: push.actions.arrived.type, with: event }]),
  }),
} as const;

export type EditName = keyof typeof editKinds;
/** A small change to a tape. `at` is the number of a step of the tape as it was recorded, or a pattern. */
export type Edit = {
  [name in EditName]: { at: number | string } & { [field in name]: Static<(typeof editKinds)[name]['takes']> };
}[EditName];
