/**
 * Sessions that were recorded from the product in a browser, lived through without one. A tape that has changed shows a
 * change of behaviour: right or wrong, somebody has to say so (`npm run replay -- --update`).
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createApp } from '../../src/shell/app';
import { compare } from '../../src/tape/compare';
import { edited } from '../../src/tape/edits';
import { openPlayer } from '../../src/tape/player';
import { stepsOf } from '../../src/tape/tape';
import { livedThrough, playOptions, readTape, tapeNames } from '../support/tapes';

/** The first start compiles the whole console. */
jest.setTimeout(120_000);

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

describe.each(tapeNames())('%s', (name) => {
  it('is lived through as it was recorded', async () => {
    expect((await livedThrough(readTape(name))).changes).toEqual([]);
  });

  it('ends in the same state however often it is played', async () => {
    const tape = readTape(name);
    const ends = new Set<string>();
    for (let turn = 0; turn < 5; turn++) ends.add((await livedThrough(tape)).ends);
    expect([...ends]).toEqual([tape.ends]);
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
    // Not each of some hundred: every one of a handful that lie apart.
    const some = answers.filter((_step, at) => at % Math.ceil(answers.length / 4) === 0);
    for (const { step } of some)
      for (const fail of [502, 'network'] as const) {
        const steps = edited(stepsOf(tape), [{ at: step, fail }]);
        const player = await openPlayer(tape, createApp, { ...playOptions, steps });
        await player.goTo(steps.length);
        const faults = player.again().story.filter((entry) => 'put' in entry && entry.put === 'log/failed');
        const known = tape.story.filter((entry) => 'put' in entry && entry.put === 'log/failed');
        expect(faults.length).toBe(known.length);
      }
  });
});

it('lead to the same state in another time zone and another language of the machine', () => {
  const root = join(__dirname, '../..');
  const ends = (env: Record<string, string>) =>
    execFileSync(
      process.execPath,
      [
        join(root, 'node_modules/tsx/dist/cli.mjs'),
        '--require',
        './scripts/headless.cjs',
        'scripts/replay.ts',
        '--hash',
        ...wanted.map((name) => `test/tapes/${name}.json`),
      ],
      { cwd: root, encoding: 'utf8', env: { ...process.env, ...env } },
    )
      .trim()
      .split('\n');
  const recorded = wanted.map((name) => readTape(name).ends);
  expect(ends({ TZ: 'America/New_York', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' })).toEqual(recorded);
  expect(ends({ TZ: 'Pacific/Kiritimati', LANG: 'ar_EG.UTF-8', LC_ALL: 'ar_EG.UTF-8' })).toEqual(recorded);
});

it('tell a tester what has changed when they say something else', async () => {
  const tape = readTape('sign-in');
  const told = tape.story.findIndex((entry) => 'put' in entry && entry.put === 'feedback/told');
  const story = tape.story.map((entry, at) =>
    at === told ? { ...entry, with: { tone: 'error', text: '账号被锁定' } } : entry,
  ) as typeof tape.story;
  expect(compare({ ...tape, story }, tape)).not.toBeNull();
});
