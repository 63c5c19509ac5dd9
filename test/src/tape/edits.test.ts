/** Edits of a tape, on one that was recorded from the product: what each does, and which are refused. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callTimeoutMs } from '../../../contract/wire/settings';
import { createApp } from '../../../src/shell/app';
import { edited } from '../../../src/tape/edits/edits';
import { editKinds } from '../../../src/tape/edits/kinds';
import { fitsPattern, stepName } from '../../../src/tape/edits/places';
import { runner } from '../../../src/tape/run';
import {
  askedIn,
  isStep,
  parseTape,
  printTape,
  questionOf,
  type Step,
  stepsOf,
  type Tape,
} from '../../../src/tape/tape';
import { playOptions, readTape } from '../../support/tapes';

/** The first start compiles the whole console. */
jest.setTimeout(60_000);

const tape = readTape('crud');
const steps = stepsOf(tape);
const { run, idle } = runner(createApp, playOptions);
function named(name: string, nth = 0): Step {
  const found = steps.filter((step) => stepName(step, tape) === name)[nth];
  if (!found) throw new Error(`the tape has no step ${name}`);
  return found;
}
const submit = 'POST /blade-product/product/submit';
const [saved, chunk, save] = [named(submit), named('load product'), named('product/save', 1)];
function at({ step }: Step, how: object): object {
  return { at: step, ...how };
}
/** The step that a call to the server was asked after. */
function askedAfter(answer: Step): Step {
  const asked = tape.story.findIndex((entry) => 'ask' in entry && entry.ask === questionOf(answer));
  return tape.story.slice(0, asked).filter(isStep).at(-1)!;
}
describe('an edit that is none is refused with a sentence that names it:', () => {
  it.each<[string, unknown, string]>([
    ['an earlier time', at(saved, { delay: -60_000 }), '"delay" is a number of ms above 0'],
    ['a delay of nothing', at(saved, { delay: 0 }), '"delay" is a number of ms above 0'],
    ['a delay in words', at(saved, { delay: 'x' }), '"delay" is a number of ms above 0'],
    ['a status of a chunk', at(chunk, { fail: 500 }), 'answers load, which has no status and no time limit'],
    ['a status in words', at(saved, { fail: '500' }), '"fail" is a status from 400 to 599, "network" or "timeout"'],
    ['a status of success', at(saved, { fail: 200 }), '"fail" is a status from 400 to 599'],
    ['a status that is none', at(saved, { fail: 999 }), '"fail" is a status from 400 to 599'],
    ['a negative status', at(saved, { fail: -1 }), '"fail" is a status from 400 to 599'],
    ['a part of a status', at(saved, { fail: 500.5 }), '"fail" is a status from 400 to 599'],
    ['a failing command', at(save, { fail: 500 }), 'is a command; only answers can fail'],
    ['a failing wait', at(named('painted'), { fail: 'network' }), 'answers painted, which cannot fail'],
    ['not to drop', at(saved, { drop: false }), '"drop" is true'],
    ['a step after itself', at(saved, { after: saved.step }), 'cannot come after itself'],
    ['an answer before its question', at(saved, { after: 3 }), 'it cannot come before that'],
    ['a number in quotes', { at: String(saved.step), drop: true }, 'write the number of a step without quotes'],
    ['a step that is not there', { at: 99_999, drop: true }, 'there is no step 99999; the tape has'],
    ['no step', { drop: true }, 'an edit has "at" and one of'],
    ['no kind', at(saved, { burn: true }), 'an edit has "at" and one of fail, delay'],
    ['two kinds', at(saved, { drop: true, fail: 500 }), 'an edit has "at" and one of'],
    ['no object', 12, 'an edit has "at" and one of'],
    ['nothing', null, 'an edit has "at" and one of'],
    ['an unknown place', at(saved, { set: { 'body.date': 1 } }), 'nothing lies at "body.date": there is no "date"'],
    ['no places', at(saved, { set: {} }), '"set" is paths and values'],
    ['content that is no answer', at(saved, { value: 'x' }), 'an answer of the server is {"status":200'],
    ['a gateway as an answer', at(saved, { set: { status: 502 } }), 'with a status from 200 to 500'],
    ['an answer that comes twice', at(saved, { repeat: 1 }), 'is an answer, which comes once'],
    ['no more times', at(save, { repeat: 0 }), '"repeat" is how many times more'],
    ['a command without a name', at(save, { insert: { do: 'save' } }), '"insert" is a command'],
    ['a command with more', at(save, { insert: { do: 'a/b', also: 1 } }), '"insert" is a command'],
    ['an event of no topic', at(save, { push: { topic: 'weather' } }), '"push" is an event of the server'],
    ['a pattern that fits none', { at: 'POST …/sumbit', drop: true }, 'no step fits "POST …/sumbit"'],
    ['a pattern that fits many', { at: 'GET …/page', drop: true }, 'add #1 to #'],
    ['a number too many', { at: 'POST …/submit#9', drop: true }, 'there is no #9'],
  ])('%s', (_what, edit, reason) => {
    expect(() => edited(tape, [edit])).toThrow(reason);
    expect(() => edited(tape, [edit])).toThrow(JSON.stringify(edit));
  });

  it('a step that an edit before it has taken away', () => {
    const gone = { at: save.step, drop: true };
    expect(() => edited(tape, [gone, at(save, { delay: 5 })])).toThrow(`after ${JSON.stringify(gone)}`);
  });
});

describe('an edit', () => {
  it('names its step by a pattern as well as by its number', () => {
    const numbered = edited(tape, [at(saved, { fail: 502 })]);
    expect(edited(tape, [{ at: 'post …/submit', fail: 502 }])).toEqual(numbered);
    expect(edited(tape, [{ at: `${submit}#1`, fail: 502 }])).toEqual(numbered);
    expect(edited(tape, [{ at: 'product/save#2', drop: true }])).toEqual(edited(tape, [at(save, { drop: true })]));
  });

  it.each([400, 401, 404, 500])('lets the server refuse with %i', (fail) => {
    const step = edited(tape, [at(saved, { fail })]).find((one) => one.step === saved.step);
    expect(step).toMatchObject({ answer: questionOf(saved), value: { status: fail, body: { code: fail } } });
  });

  it.each([501, 502, 599])('lets a gateway answer with %i', (fail) => {
    const step = edited(tape, [at(saved, { fail })]).find((one) => one.step === saved.step);
    expect(step).toMatchObject({ fail: questionOf(saved), error: { name: 'Unreachable', status: fail } });
  });

  it('lets a chunk of code fail', async () => {
    const both = [chunk, named('load product', 1)].map((step) => at(step, { fail: 'network' }));
    const { seen } = await run(tape, both);
    expect((await run(tape)).seen.state).toHaveProperty('product');
    expect(seen.state).not.toHaveProperty('product');
    expect(seen.faults).toEqual([]);
  });

  it.each<[string, object]>([
    ['that is late', { delay: 60_000 }],
    ['that times out', { fail: 'timeout' }],
    ['that never comes', { drop: true }],
  ])('fails a call %s at the limit of the console', async (_what, how) => {
    const edits = [at(saved, how)];
    const step = edited(tape, edits).find((one) => one.step === saved.step)!;
    expect(step).toMatchObject({ fail: questionOf(saved), error: { name: 'Unreachable', message: 'ECONNABORTED' } });
    expect(step.ms).toBe(askedAfter(saved).ms + callTimeoutMs);
    const { seen } = await run(tape, edits);
    expect(seen.unanswered).toContain(submit);
    expect(seen.messages.map(({ text }) => text)).not.toContain('crud.added');
  });

  it('takes a delay below the limit as a late answer', async () => {
    const { seen } = await run(tape, [at(saved, { delay: 9000 })]);
    expect(seen.messages.map(({ text }) => text)).toContain('crud.added');
  });

  it('gives a command again, and the second click has no second effect', async () => {
    const again = [at(save, { repeat: 3 })];
    expect(edited(tape, again)).toHaveLength(steps.length + 3);
    const whole = await run(tape, again);
    expect(whole.seen.sent.filter(({ call }) => call === submit)).toEqual([]);
    expect(await idle(tape, again, whole)).toEqual([]);
  });

  it('adds a command: another window signs out, and this one with it', async () => {
    const left = { do: 'windows/heard', with: { kind: 'signedOut', isForced: true } };
    expect((await run(tape, [at(save, { insert: left })])).seen.page).toBe('/login');
  });

  it('adds an event of the server', async () => {
    const { seen } = await run(tape, [{ at: 70, push: { topic: 'inbox', about: 'message' } }]);
    expect(seen.state).toMatchObject({ push: { isLive: true, inbox: 1 } });
  });

  it('of sign-in delays what is asked after it, and every answer still comes', async () => {
    const { again } = await run(tape, [{ at: 'POST …/oauth/token', delay: 400 }]);
    const asked = again.story.flatMap((entry) => ('ask' in entry && entry.port === 'send' ? [entry.ask] : []));
    const answered = new Set(stepsOf(again).map(questionOf));
    const open = asked.filter(
      (ask) => !answered.has(ask) && !again.story.some((one) => 'stop' in one && one.stop === ask),
    );
    expect(open.map((ask) => askedIn(again, ask)?.args)).toEqual([]);
  });

  it('without effect is told', async () => {
    const nothing = at(saved, { delay: 1 });
    const effect = at(saved, { fail: 500 });
    expect(await idle(tape, [nothing], await run(tape, [nothing]))).toEqual([nothing]);
    expect(await idle(tape, [nothing, effect], await run(tape, [nothing, effect]))).toEqual([nothing]);
    const unknown = at(save, { insert: { do: 'product/sav' } });
    const others = await idle(tape, [unknown], await run(tape, [unknown]));
    expect(others).toEqual([unknown]);
  });
});

it.each([
  ['GET /a/page', 'GET …/page', true],
  ['GET /a/page', '…', true],
  ['GET /a/page', 'get /A/page', true],
  ['GET /a/page', 'GET', false],
  ['GET /a/page', 'GET …/page…/page', false],
  ['aba', 'ab…ba', false],
  ['POST /a/b/c', '*/b/*', true],
  ['a.b', 'a...b', true],
])('%s and the pattern %s: %s', (text, pattern, isFit) => {
  expect(fitsPattern(text, pattern)).toBe(isFit);
});

it('a tape with a byte order mark is read', () => {
  expect(parseTape(`\uFEFF${printTape(tape)}`).ends).toBe(tape.ends);
});

it('the guide names every kind of edit, in both languages', () => {
  for (const file of ['testing-with-tapes.md', 'testing-with-tapes.zh-CN.md']) {
    const guide = readFileSync(join(__dirname, '../../../docs', file), 'utf8');
    for (const name of Object.keys(editKinds)) expect(guide).toMatch(new RegExp(`"${name}":`));
  }
});

it.each<[string, (whole: Tape) => unknown, string]>([
  ['of another version', (whole) => ({ ...whole, tape: 2 }), 'a tape of version 2; this release plays 1'],
  ['without its head', ({ story }) => ({ tape: 1, story }), 'a tape needs masks, begins, story and ends'],
  ['without its release', ({ release: _, ...rest }) => rest, 'a tape says its release, a note and when'],
  ['whose note is no text', (whole) => ({ ...whole, note: 7 }), 'a tape says its release, a note and when'],
  ['whose gestures are none', (whole) => ({ ...whole, gestures: {} }), '"gestures" is a list'],
  [
    'without a step',
    (whole) => ({ ...whole, story: whole.story.filter((one) => !('step' in one) || one.step !== 9) }),
    'step 9 is missing',
  ],
  [
    'with a step that has no time',
    (whole) => ({
      ...whole,
      story: whole.story.map((one) => ('step' in one && one.step === 9 ? { ...one, ms: 'x' } : one)),
    }),
    'step 9 has no time',
  ],
])('a tape %s is refused with a sentence', (_, damage, sentence) => {
  expect(() => parseTape(JSON.stringify(damage(tape)))).toThrow(sentence);
});

it('a tape of which half was written is refused wherever it ends', () => {
  const whole = printTape(tape);
  for (let part = 1; part < 20; part++)
    expect(() => parseTape(whole.slice(0, Math.floor((whole.length * part) / 20)))).toThrow('not JSON: ');
});
