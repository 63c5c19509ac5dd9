/** What a tester expects of an edited tape: each kind's name, what it takes, and how it is judged. */
import Type, { type Static, type TSchema } from 'typebox';
import Value from 'typebox/value';
import { canonical } from './digest';
import { fitsPattern } from './edits/places';
import { isMessage, type Message, type Seen, type Sent, valueAt } from './seen';

/** The words of a message on screen. */
export type Wording = (message: Message) => string;
/** An expectation that was not met. */
export interface Unmet {
  name: string;
  wanted: unknown;
  found: unknown;
}
interface ExpectationKind<T extends TSchema> {
  takes: T;
  /** What it takes, as the end of a sentence. */
  wants: string;
  /** What was wanted and what was found instead; none when it is met. */
  judge(seen: Seen, value: Static<T>, wording: Wording): Omit<Unmet, 'name'>[];
}
function kind<T extends TSchema>(given: ExpectationKind<T>): ExpectationKind<T> {
  return given;
}

const texts = Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })]);
function listOf(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}
function told(messages: readonly Message[], wording: Wording) {
  return messages.map((message) =>
    wording(message) === message.text ? message.text : [message.text, wording(message)].join(' '),
  );
}
/** Whether a value has all that is expected of it; what is not named may be anything. */
function holds(value: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return canonical(value) === canonical(wanted);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(wanted) && Array.isArray(value) && wanted.length !== value.length) return false;
  const held = value as Record<string, unknown>;
  return Object.entries(wanted).every(([name, content]) => holds(held[name], content));
}
function callsOf(sent: readonly Sent[], pattern: string): Sent[] {
  return sent.filter(({ call }) => fitsPattern(call, pattern));
}

export const expectationKinds = {
  message: kind({
    takes: texts,
    wants: 'a message that is shown, by its key or its words, or a list of them',
    judge: ({ messages }, value, wording) =>
      listOf(value)
        .filter((pattern) => !messages.some((one) => isMessage(one, pattern, wording)))
        .map((wanted) => ({ wanted, found: told(messages, wording) })),
  }),
  noMessage: kind({
    takes: texts,
    wants: 'a message that is not shown, or a list of them; "…" is any',
    judge: ({ messages }, value, wording) =>
      listOf(value).flatMap((wanted) => {
        const found = messages.filter((one) => isMessage(one, wanted, wording));
        return found.length > 0 ? [{ wanted, found: told(found, wording) }] : [];
      }),
  }),
  unanswered: kind({
    takes: texts,
    wants: 'a call of which the page says that no answer came, or a list of them',
    judge: ({ unanswered }, value) =>
      listOf(value)
        .filter((pattern) => !unanswered.some((call) => fitsPattern(call, pattern)))
        .map((wanted) => ({ wanted, found: unanswered })),
  }),
  question: kind({
    takes: Type.Union([Type.String({ minLength: 1 }), Type.Null()]),
    wants: 'the question that is open at the end, or null',
    judge({ question }, wanted, wording) {
      const isMet = wanted === null ? question === null : question !== null && isMessage(question, wanted, wording);
      return isMet ? [] : [{ wanted, found: question && told([question], wording)[0] }];
    },
  }),
  page: kind({
    takes: Type.String({ minLength: 1 }),
    wants: 'the address of the page at the end',
    judge: ({ page }, wanted) => (fitsPattern(page, wanted) ? [] : [{ wanted, found: page }]),
  }),
  requests: kind({
    takes: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), { minProperties: 1 }),
    wants: 'calls and how often each is sent, such as {"POST …/submit":0}',
    judge: ({ sent }, value) =>
      Object.entries(value).flatMap(([pattern, times]) => {
        const found = callsOf(sent, pattern).length;
        return found === times ? [] : [{ wanted: { [pattern]: times }, found }];
      }),
  }),
  sent: kind({
    takes: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), { minProperties: 1 }),
    wants: 'calls and what one of each carries, such as {"POST …/submit":{"body":{"note":"a"}}}',
    judge: ({ sent }, value) =>
      Object.entries(value).flatMap(([pattern, wanted]) => {
        const found = callsOf(sent, pattern);
        return found.some((one) => holds(one, wanted)) ? [] : [{ wanted: { [pattern]: wanted }, found }];
      }),
  }),
  busy: kind({
    takes: Type.Array(Type.String()),
    wants: 'the list of what is still being done at the end, such as ["product.busy.save"]; [] is nothing',
    judge({ busy }, wanted) {
      const isMet = busy.length === wanted.length && wanted.every((one) => busy.includes(one));
      return isMet ? [] : [{ wanted, found: busy }];
    },
  }),
  state: kind({
    takes: Type.Record(Type.String(), Type.Unknown(), { minProperties: 1 }),
    wants: 'paths of the state and their values at the end; null is nothing',
    judge: ({ state }, value) =>
      Object.entries(value).flatMap(([path, wanted]) => {
        const found = valueAt(state, path) ?? null;
        return holds(found, wanted) ? [] : [{ wanted: { [path]: wanted }, found }];
      }),
  }),
} as const;

type ExpectationName = keyof typeof expectationKinds;
export type Expectation = { [name in ExpectationName]?: Static<(typeof expectationKinds)[name]['takes']> };

/** Throws with a sentence for what is no expectation. */
export function checkExpectation(given: unknown): asserts given is Expectation {
  const names = Object.keys(expectationKinds).join(', ');
  const fields = typeof given === 'object' && given !== null && !Array.isArray(given) ? Object.entries(given) : [];
  const odd = fields.find(([name]) => !Object.hasOwn(expectationKinds, name));
  if (fields.length === 0 || odd) throw new Error(`${JSON.stringify(given)}: an expectation names some of ${names}`);
  for (const [name, value] of fields) {
    const { takes, wants } = expectationKinds[name as ExpectationName];
    if (!Value.Check(takes as TSchema, value)) throw new Error(`${JSON.stringify(given)}: "${name}" is ${wants}`);
  }
}

/** Parses an expectation. Throws with a sentence that says what is wrong with it. */
export function parseExpectation(text: string): Expectation {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new Error(`not an expectation: ${text.slice(0, 80)}; one looks like {"message":"crud.added"}`);
  }
  checkExpectation(found);
  return found;
}

/** What was expected and did not happen. An error of the console itself that is not on the recording is never expected. */
export function unmet(
  seen: Seen,
  expectations: readonly Expectation[],
  wording: Wording,
  recorded: readonly string[] = [],
): Unmet[] {
  const faults = seen.faults
    .filter((fault) => !recorded.includes(fault))
    .map((fault) => ({ name: 'faults', wanted: [], found: fault }));
  const others = expectations.flatMap((expectation) =>
    Object.entries(expectation).flatMap(([name, value]) => {
      const judge = expectationKinds[name as ExpectationName].judge as ExpectationKind<TSchema>['judge'];
      return judge(seen, value, wording).map((one) => ({ name, ...one }));
    }),
  );
  return [...faults, ...others];
}
