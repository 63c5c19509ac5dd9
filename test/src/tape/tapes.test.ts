/**
 * Sessions that were recorded from the product in a browser, replayed without one. A tape that has changed shows a
 * change of behaviour, which must be accepted explicitly (`npm run replay -- --update`).
 */
import { createApp } from '../../../src/shell/app';
import { edited } from '../../../src/tape/edits/edits';
import { unmet } from '../../../src/tape/expectations';
import { openPlayer } from '../../../src/tape/player';
import { runner } from '../../../src/tape/run';
import { stepsOf } from '../../../src/tape/tape';
import { depth, isDeep } from '../../support/depth';
import { plant, unplant } from '../../support/plant';
import { replayHere } from '../../support/replayCommand';
import { caseNames, changesOf, playOptions, readCaseFile, readTape, replayed, tapeNames } from '../../support/tapes';

/** The first start compiles the whole console. */
jest.setTimeout(120_000);

const { run, idle } = runner(createApp, playOptions);

const wanted = [
  'bulk-delete',
  'crud',
  'expired-in-mid-work',
  'lock-and-unlock',
  'main-job',
  'refresh',
  'send-logs',
  'sign-in',
];

it('are there for every flow that testers rely on', () => {
  expect(tapeNames()).toEqual(expect.arrayContaining(wanted));
});

/** Each tape as it is, played once for all that is asked of it. */
const plays = new Map<string, ReturnType<typeof run>>();
function played(name: string) {
  const play = plays.get(name) ?? run(readTape(name));
  plays.set(name, play);
  return play;
}

describe.each(tapeNames())('%s', (name) => {
  it('is replayed as it was recorded', async () => {
    expect(changesOf(readTape(name), (await played(name)).again)).toEqual([]);
  });

  it('ends in the same state however often it is played', async () => {
    const tape = readTape(name);
    const ends = new Set([(await played(name)).again.ends]);
    for (let turn = 1; turn < depth(2, 5); turn++) ends.add((await replayed(tape)).ends);
    expect([...ends]).toEqual([tape.ends]);
  });

  it('keeps what the person did at the page, for the script that is made of it', async () => {
    expect((await played(name)).again.gestures).toEqual(readTape(name).gestures);
  });

  it('holds no secret', () => {
    const text = JSON.stringify(readTape(name));
    expect(text).not.toMatch(/eyJ[\w-]{10}/); // a signed token
    expect(text).not.toMatch(/Lease-desk-2026|saber_secret/);
    expect(text).not.toMatch(/"Blade-Auth":"(?!bearer Masked-)/);
  });

  it('may lose any answer of the server without a fault of ours', async () => {
    const tape = readTape(name);
    const answers = stepsOf(tape).filter(
      (step) =>
        'answer' in step &&
        tape.story.some((entry) => 'ask' in entry && entry.ask === step.answer && entry.port === 'send'),
    );
    expect(answers.length).toBeGreaterThan(0);
    // A handful of them, spread evenly, instead of some hundred.
    const some = answers.filter((_step, at) => at % Math.ceil(answers.length / depth(2, 4)) === 0);
    // each of them in one of the two ways, in turn, and in both in the deep run
    const ways = [502, 'network'] as const;
    for (const [at, { step }] of some.entries())
      for (const fail of isDeep ? ways : [ways[at % ways.length]!]) {
        const steps = edited(tape, [{ at: step, fail }]);
        const player = await openPlayer(tape, createApp, { ...playOptions, steps });
        await player.goTo(steps.length);
        const faults = player.again().story.filter((entry) => 'put' in entry && entry.put === 'log/failed');
        const known = tape.story.filter((entry) => 'put' in entry && entry.put === 'log/failed');
        expect(faults.length).toBe(known.length);
      }
  });
});

describe.each(caseNames())('the case %s', (name) => {
  it('is as expected', async () => {
    const { tape, edits, expects } = readCaseFile(name);
    expect(expects.length).toBeGreaterThan(0);
    const whole = await run(tape, edits);
    const recorded = (await run(tape)).seen.faults;
    expect(unmet(whole.seen, expects, ({ text }) => text, recorded)).toEqual([]);
    expect(await idle(tape, edits, whole)).toEqual([]);
  });
});

it('are replayed with a change by the command, which says where they differ then', async () => {
  const { status, lines } = await replayHere([
    '--lang',
    'en',
    '--edit',
    '{"at":12,"fail":502}',
    'test/tapes/crud.json',
  ]);
  expect(status).toBe(1);
  expect(lines[0]).toMatch(/crud\.json changed/);
  expect(lines.join('\n')).toMatch(/after step 12 of \d+ .* the answer to POST \/blade-auth\/oauth\/token/);
  expect(lines.some((line) => line.includes('signIn/failed'))).toBe(true);
});

describe('a deliberate change in a saga', () => {
  afterAll(unplant);
  const changes = [
    {
      name: 'the message after a record was added',
      tape: 'crud',
      patches: [{ file: 'src/sagas/crud/recordForm.ts', from: "'crud.added'", to: "'crud.updated'" }],
      expected: [
        /step \d+ of \d+ .* the answer to POST \/blade-product\/product\/submit/,
        /say: "crud.added" → "crud.updated"/,
      ],
    },
    {
      name: 'the other windows are not notified of the new token',
      tape: 'refresh',
      patches: [{ file: 'src/sagas/tokens.ts', from: "yield* ask(world, 'broadcast', { kind: 'renewed' });", to: '' }],
      expected: [/recorded {2}used broadcast \[\{"kind":"renewed"\}\]/],
    },
    {
      name: 'an ended session is left without a message',
      tape: 'expired-in-mid-work',
      patches: [
        {
          file: 'src/sagas/session.ts',
          from: "yield put(feedback.actions.notified({ tone: 'info', say: 'session.expired' }));",
          to: '',
        },
      ],
      expected: [/recorded {2}did feedback\/notified .*session\.expired/],
    },
  ];

  let tapes: typeof import('../../support/tapes');
  beforeAll(() => {
    plant({ name: 'all of them', patches: changes.flatMap(({ patches }) => patches) });
    tapes = require('../../support/tapes');
  });
  const changesIn = async (name: string) => (await tapes.replayed(tapes.readTape(name))).changes.join('\n');

  it.each(changes)('makes the right tape fail, in words: $name', async ({ tape, expected }) => {
    const told = await changesIn(tape);
    for (const line of expected) expect(told).toMatch(line);
  });

  it('leaves a tape that it does not concern as it is', async () => {
    expect(await changesIn('sign-in')).toBe('');
  });
});
