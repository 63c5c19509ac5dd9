/** What differs on a replay, and what a tester expects of it: on a tape that was recorded from the product. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../../src/shell/app';
import { printCase, readCase } from '../../../src/tape/case';
import { compare } from '../../../src/tape/compare';
import { describeDifferences, describeNotes } from '../../../src/tape/describe';
import {
  checkExpectation,
  type Expectation,
  expectationKinds,
  parseExpectation,
  unmet,
} from '../../../src/tape/expectations';
import { runner } from '../../../src/tape/run';
import { parseTape, printTape } from '../../../src/tape/tape';
import { tapeSpeaker } from '../../../src/tape/words';
import { plant, unplant } from '../../support/plant';
import { replayCommand, replayHere } from '../../support/replayCommand';
import { playOptions, readTape } from '../../support/tapes';

/** The first start compiles the whole console. */
jest.setTimeout(120_000);

const tape = readTape('crud');
const { run } = runner(createApp, playOptions);
const say = tapeSpeaker('en');
const submit = 'POST /blade-product/product/submit';
const refused = { at: 'POST …/submit', fail: 502 };
function words({ text }: { text: string }): string {
  return text === 'crud.updated' ? 'Updated' : text;
}
function missed(seen: Parameters<typeof unmet>[0], expectation: Expectation): string[] {
  return unmet(seen, [expectation], words).map(({ name }) => name);
}

describe('of all that differs', () => {
  it('all are counted, to the last step', async () => {
    const { again } = await run(tape, [refused]);
    const found = compare(tape, again)!;
    const all = found.scenes.flatMap(({ differences }) => differences);
    expect(found.observable + found.internal).toBe(all.length);
    expect(found.scenes.at(-1)!.step!.step).toBe(found.steps);
    expect(describeDifferences(found, tape, say).join('\n')).toMatch(new RegExp(`after step ${found.steps} of `));
  });

  it('a request with other content, a message, a page and the title are observable; waiting is not', async () => {
    const otherwise = (from: string, to: string) => {
      const text = printTape(tape);
      expect(text).toContain(from);
      return compare(JSON.parse(text.replace(from, to)), tape)!;
    };
    expect(otherwise('"productCode":"TAPE1","deadline"', '"productCode":"TAPE2","deadline"').observable).toBe(1);
    expect(otherwise('"say":"crud.removed"}}', '"say":"crud.updated"}}').observable).toBe(1);
    expect(otherwise('"call":"setTitle","args":["', '"call":"setTitle","args":["x').observable).toBe(1);
    expect(otherwise('"port":"sleep","args":[4000]', '"port":"sleep","args":[5000]')).toMatchObject({
      observable: 0,
      internal: 1,
    });
  });

  it('a command that this release does not have is named', async () => {
    const text = printTape(tape).replace('"do":"product/shut"', '"do":"product/shutt"');
    const renamed = JSON.parse(text);
    const { again } = await run(renamed);
    expect(compare(renamed, again)!.ignored).toEqual(['product/shutt']);
  });
});

describe('an expectation', () => {
  it.each<[Expectation, boolean]>([
    [{ message: 'crud.updated' }, true],
    [{ message: 'Updated' }, true],
    [{ message: ['crud.updated', 'crud.added'] }, false],
    [{ noMessage: 'crud.added' }, true],
    [{ noMessage: '…' }, false],
    [{ unanswered: 'POST …/submit' }, true],
    [{ unanswered: 'POST …/remove' }, false],
    [{ question: null }, true],
    [{ question: 'ask.title' }, false],
    [{ page: '/lease/product' }, true],
    [{ page: '/login' }, false],
    [{ requests: { 'POST …/submit': 0, 'POST …/update': 1 } }, true],
    [{ requests: { 'POST …/update': 0 } }, false],
    [{ sent: { 'POST …/update': { body: { note: '改过一次' } } } }, true],
    [{ sent: { 'POST …/update': { body: { note: 'x' } } } }, false],
    [{ busy: [] }, true],
    [{ busy: ['product.busy.save'] }, false],
    [{ state: { 'session.user.account': 'admin', 'product.form': null } }, true],
    [{ state: { 'session.user.account': 'li' } }, false],
  ])('%j of a saving without an answer is met: %s', async (expectation, isMet) => {
    checkExpectation(expectation);
    const { seen } = await run(tape, [refused]);
    expect(missed(seen, expectation)).toEqual(isMet ? [] : [Object.keys(expectation)[0]]);
  });

  it('is never an error of the console, unless the recording has it', async () => {
    const { seen } = await run(tape);
    const broken = { ...seen, faults: ['x is not a function'] };
    expect(unmet(broken, [], words).map(({ name }) => name)).toEqual(['faults']);
    expect(unmet(broken, [], words, ['x is not a function'])).toEqual([]);
  });

  it.each([
    ['{', 'not an expectation'],
    ['{}', 'names some of message'],
    ['{"toast":"a"}', 'names some of message'],
    ['{"message":3}', '"message" is a message that is shown'],
    ['{"requests":{"POST …":"1"}}', '"requests" is calls and how often'],
    ['{"busy":true}', '"busy" is the list'],
  ])('%s is refused', (text, reason) => {
    expect(() => parseExpectation(text)).toThrow(reason);
  });

  it('stands beside its tape, one a line', () => {
    const text = printCase({ of: '../crud.json', note: 'n', edits: [refused], expects: [{ busy: [] }] });
    const others = jest.fn(() => printTape(tape));
    expect(readCase(text, others)).toMatchObject({ note: 'n', edits: [refused], expects: [{ busy: [] }] });
    expect(others).toHaveBeenCalledWith('../crud.json');
    const own = { ...tape, edits: [refused], expects: [{ busy: [] }] };
    expect(readCase(printTape(own), others)).toMatchObject({ edits: [refused], expects: [{ busy: [] }] });
    expect(() => readCase(text.replace('"busy"', '"bus"'), others)).toThrow('names some of');
  });

  it('of each kind stands in the guide, in both languages', () => {
    for (const file of ['testing-with-tapes.md', 'testing-with-tapes.zh-CN.md']) {
      const guide = readFileSync(join(__dirname, '../../../docs', file), 'utf8');
      for (const name of Object.keys(expectationKinds)) expect(guide).toContain(`"${name}":`);
    }
  });
});

describe('npm run replay', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tapes-'));
  const crud = 'test/tapes/crud.json';
  const edit = ['--edit', JSON.stringify(refused)];

  it('says what the person saw and what was sent after an edit', () => {
    const { status, lines } = replayCommand(['--lang', 'en', ...edit, crud]);
    const text = lines.join('\n');
    expect(status).toBe(1);
    expect(lines[0]).toMatch(/crud\.json changed: \d+ observable differences, \d+ internal ones/);
    for (const line of [
      /message {2}crud.updated Updated/,
      /page {2}\/lease\/product/,
      /busy {2}none/,
      /question {2}none/,
    ])
      expect(text).toMatch(line);
    expect(text).toContain(`no answer  ${submit}`);
    expect(text).toMatch(/sent {2}POST \/blade-product\/product\/update \{"id"/);
    expect(text).not.toMatch(/#[0-9a-f]{8}"/);
  });

  it('judges by expectations, and saves them as a test', async () => {
    const file = join(folder, 'case.json');
    const met = await replayHere([
      '--lang',
      'en',
      ...edit,
      '--expect',
      '{"noMessage":"crud.added"}',
      '--save',
      file,
      crud,
    ]);
    expect(met).toMatchObject({ status: 0 });
    expect(met.lines[0]).toBe('✓ crud.json as expected');
    expect(readCase(readFileSync(file, 'utf8'), () => printTape(tape)).edits).toEqual([refused]);
    const failed = await replayHere(['--lang', 'en', '--expect', '{"page":"/login"}', file]);
    expect(failed.status).toBe(1);
    expect(failed.lines[1]).toContain('page: expected "/login", found "/lease/product"');
  });

  it('names an edit without effect, and ends with 1', async () => {
    const idle = '{"at":"POST …/submit","delay":1}';
    const { status, lines } = await replayHere(['--lang', 'en', '--edit', idle, crud]);
    expect({ status, lines }).toEqual({ status: 1, lines: [`✗ crud.json an edit without effect: ${idle}`] });
  });

  it('notes what is internal, fails for it when it is strict, and updates without asking', async () => {
    const file = join(folder, 'waits.json');
    writeFileSync(file, printTape(tape).replace('"port":"sleep","args":[4000]', '"port":"sleep","args":[5000]'));
    const { status, lines } = await replayHere(['--lang', 'en', file]);
    expect(status).toBe(0);
    expect(lines.join('\n')).toMatch(/equal.*1 internal differences.*recorded {2}asked for sleep \[5000\]/s);
    expect((await replayHere(['--strict', file])).status).toBe(1);
    expect((await replayHere(['--update', file])).status).toBe(0);
    expect(compare(parseTape(readFileSync(file, 'utf8')), tape)).toBeNull();
  });

  it('updates observable differences only when they are accepted', async () => {
    const file = join(folder, 'said.json');
    const text = printTape(tape).replace('"say":"crud.removed"}}', '"say":"crud.updated"}}');
    writeFileSync(file, text);
    const { status, lines } = await replayHere(['--lang', 'en', '--update', file]);
    expect(status).toBe(1);
    expect(lines[0]).toContain('not updated; add --accept');
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect((await replayHere(['--lang', 'en', '--update', '--accept', file])).status).toBe(0);
    expect(compare(parseTape(readFileSync(file, 'utf8')), tape)).toBeNull();
  });

  it.each([
    [['--times', 'often'], '--times takes a number from 1 on, not "often"'],
    [['--until', ''], '--until takes a number from 0 on, not ""'],
    [['--speed', '0'], '--speed takes a number from 0.01 on, not "0"'],
    [['--lang', 'fr'], '--lang takes zh or en, not "fr"'],
    [['--only', 'POST'], '--only goes with --list or --every-answer'],
    [['--accept'], '--accept goes with --update'],
    [['--fast'], "Unknown option '--fast'"],
  ])('%j is refused with a sentence', async (args, reason) => {
    await expect(replayHere([...args, crud])).rejects.toThrow(reason);
  });

  it.each([
    [{ at: 'POST …/submit', fail: 700 }, '"fail" is a status from 400 to 599, "network" or "timeout"'],
    [{ at: 'nonsense', drop: true }, 'no step fits "nonsense"; --list shows what the steps are called'],
  ])('an edit that does not fit is named, and not the tape that could be read: %j', async (wrong, reason) => {
    const text = JSON.stringify(wrong);
    const { status, lines } = await replayHere(['--lang', 'en', '--edit', text, crud]);
    expect({ status, lines }).toEqual({ status: 1, lines: [`✗ crud.json ${text}: ${reason}`] });
  });

  it('lists failures so that they stand out, names what was loaded, and folds waiting', async () => {
    const { lines } = await replayHere(['--lang', 'en', '--list', ...edit, crud]);
    const text = lines.join('\n');
    expect(text).toMatch(/✗ +\d+ .*no answer to POST \/blade-product\/product\/submit \(ERR_BAD_RESPONSE 502\)/);
    expect(text).toMatch(/the answer to GET \/blade-product\/product\/page: 200/);
    expect(text).toMatch(/the answer to load product/);
    expect(text).not.toMatch(/the answer to sleep/);
    expect(lines.at(-1)).toMatch(/\d+ steps of waiting left out/);
    const { lines: some } = await replayHere(['--lang', 'en', '--list', '--only', 'POST', crud]);
    expect(some).toHaveLength(4);
  });

  it('lets every answer fail in every way, and tells what the person saw', async () => {
    const { status, lines } = await replayHere(['--lang', 'en', '--every-answer', '--only', 'POST …/submit', crud]);
    const text = lines.join('\n');
    expect(status).toBe(0);
    expect(text).toMatch(/crud\.json: 1 answers, each failing in 4 ways/);
    expect(text).toMatch(/500 +\+ message request.unknown Unknown error; - message crud.added Added/);
    expect(text).toMatch(/502, network +- message crud.added Added; \+ no answer POST/);
    expect(text).toMatch(/timeout +.*\+ no answer POST/);
    expect(lines.at(-1)).toBe('4 cases, 0 with an error of the console');
  });
});

describe('of what is changed in the console', () => {
  afterAll(unplant);

  it('one more reading of the clock is a note, and does not hide what a person would see', async () => {
    const clock = {
      file: 'src/sagas/auth/rights.ts',
      from: 'function* loadFlows(world: World, come: unknown): Saga {',
      to: "function* loadFlows(world: World, come: unknown): Saga {\n  yield* ask(world, 'now');",
    };
    const message = { file: 'src/sagas/crud/recordForm.ts', from: "'crud.added'", to: "'crud.updated'" };
    const played = async (patches: (typeof clock)[]) => {
      plant({ name: 'planted', patches });
      const { readTape: read, playOptions: given } =
        require('../../support/tapes') as typeof import('../../support/tapes');
      const { createApp: start } = require('../../../src/shell/app') as typeof import('../../../src/shell/app');
      const { replay } = require('../../../src/tape/player') as typeof import('../../../src/tape/player');
      return compare(tape, await replay(read('crud'), start, given));
    };
    const harmless = (await played([clock]))!;
    expect(describeDifferences(harmless, tape, say)).toEqual([]);
    expect(describeNotes(harmless, tape, say).join('\n')).toContain('used now');
    const both = (await played([clock, message]))!;
    expect(describeDifferences(both, tape, say).join('\n')).toMatch(/say: "crud.added" → "crud.updated"/);
  });
});
