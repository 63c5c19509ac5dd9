/** What `npm run replay` does with its arguments: the console runs in this process, and lines are printed by the caller. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { addChunk, loadFeature } from '../../src/features/registry';
import { createApp } from '../../src/shell/app';
import { printCase, readCase, type TestCase } from '../../src/tape/case';
import { compare } from '../../src/tape/compare';
import { describeDifferences, describeEntry, describeNotes, isFailing, type Values } from '../../src/tape/describe';
import { edited, parseEdit } from '../../src/tape/edits/edits';
import { fitsPattern } from '../../src/tape/edits/places';
import { everyAnswer, everyWay, serverAnswers } from '../../src/tape/everyAnswer';
import { parseExpectation, unmet } from '../../src/tape/expectations';
import { openPlayer, type PlayOptions } from '../../src/tape/player';
import { describeSeen, describeSeenApart, describeUnmet } from '../../src/tape/report';
import { type Run, runner } from '../../src/tape/run';
import { type Message, valueAt } from '../../src/tape/seen';
import { askedIn, printTape, questionOf, type Step, type Tape } from '../../src/tape/tape';
import { type Say, tapeSpeaker } from '../../src/tape/words';
import { lookAround } from './lookAround';

addChunk('frame', () => import('../../src/shell/frame/frame'));

const playOptions: PlayOptions = {
  turn: () => new Promise((resume) => void setImmediate(resume)),
  load: loadFeature,
};
const { run, idle } = runner(createApp, playOptions);

function optionsIn(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      strict: { type: 'boolean' },
      update: { type: 'boolean' },
      accept: { type: 'boolean' },
      list: { type: 'boolean' },
      all: { type: 'boolean' },
      only: { type: 'string' },
      hash: { type: 'boolean' },
      edit: { type: 'string', multiple: true, default: [] },
      edits: { type: 'string' },
      expect: { type: 'string', multiple: true, default: [] },
      'every-answer': { type: 'boolean' },
      save: { type: 'string' },
      note: { type: 'string' },
      until: { type: 'string' },
      speed: { type: 'string' },
      times: { type: 'string' },
      lang: { type: 'string' },
    },
  });
}

/** Options that mean nothing without one of these. */
const belongs = { accept: ['update'], all: ['list'], only: ['list', 'every-answer'], note: ['save'] } as const;

/** One start: what was asked for, and how its lines are worded and printed. */
interface Command {
  options: ReturnType<typeof optionsIn>['values'];
  say: Say;
  /** A message as it stands on screen. */
  wording(message: Message): string;
  print(line: string): void;
}

/** The number that an option carries. */
function numberOf({ options }: Command, name: 'until' | 'speed' | 'times', least: number): number {
  const number = Number(options[name]);
  if (options[name]?.trim() && number >= least) return number;
  throw new Error(`--${name} takes a number from ${least} on, not "${options[name]}"`);
}

function readFile({ say }: Command, file: string): TestCase {
  try {
    return readCase(readFileSync(file, 'utf8'), (name) => readFileSync(join(dirname(file), name), 'utf8'));
  } catch (error) {
    throw new Error(`${say('unreadable')}: ${(error as Error).message}`);
  }
}

/** The case with the edits and expectations of the command. Throws where an edit does not fit. */
function completed({ options }: Command, found: TestCase): TestCase {
  const listed: unknown = options.edits ? parseEdit(readFileSync(options.edits, 'utf8')) : [];
  if (!Array.isArray(listed)) throw new Error(`${options.edits} must hold a list of edits`);
  const edits = [...found.edits, ...listed, ...options.edit.map(parseEdit)];
  edited(found.tape, edits);
  return { ...found, edits, expects: [...found.expects, ...options.expect.map(parseExpectation)] };
}

/** Failures begin with ✗; a command that an edit has added has the number of the step before it, and a plus. */
function stepLine({ say }: Command, step: Step, tape: Tape, before?: Step): string {
  const number = `${step.step}${before?.step === step.step ? '+' : ''}`;
  const mark = isFailing(step) ? '✗' : ' ';
  return `${mark}${number.padStart(5)}  ${(step.ms / 1000).toFixed(1)} s  ${describeEntry(step, tape, say)}`;
}

function list(command: Command, { tape, edits }: TestCase) {
  const { options, say, print } = command;
  let folded = 0;
  for (const [at, step] of edited(tape, edits).entries()) {
    const line = stepLine(command, step, tape, edited(tape, edits)[at - 1]);
    const isWait = !isFailing(step) && askedIn(tape, questionOf(step))?.port === 'sleep';
    if (isWait && !options.all && !options.only) folded += 1;
    else if (!options.only || fitsPattern(line, `…${options.only}…`)) print(line);
  }
  if (folded > 0) print(say('folded', { count: folded }));
}

async function tryAnswers({ options, say, wording, print }: Command, name: string, { tape, edits }: TestCase) {
  if (edits.length > 0) throw new Error('--every-answer takes a tape without edits');
  const steps = serverAnswers(tape, options.only ? `…${options.only}…` : undefined);
  print(`${name}: ${say('everyAnswer', { count: steps.length, ways: everyWay.length })}`);
  let [faults, told, line] = [0, 0, ''];
  let ways: string[] = [];
  const flush = () => {
    if (ways.length > 0) print(`        ${ways.join(', ').padEnd(30)}${line}`);
    ways = [];
  };
  for await (const { step, name: call, way, seen, base } of everyAnswer(tape, { run, idle }, steps)) {
    const next = describeSeenApart(seen, base, say, wording);
    if (told !== step.step || next !== line) flush();
    if (told !== step.step) print(`${String(step.step).padStart(6)}  ${call}`);
    [told, line] = [step.step, next];
    ways.push(String(way));
    if (seen.faults.length > base.faults.length) faults += 1;
  }
  flush();
  print(say('cases', { count: steps.length * everyWay.length, faults }));
  return faults === 0;
}

/** Plays it so often; answers whether it ends in the same state each time. */
async function repeated(command: Command, name: string, { tape, edits }: TestCase): Promise<boolean> {
  const { say, print } = command;
  const times = numberOf(command, 'times', 1);
  const ends = new Set<string>();
  for (let turn = 0; turn < times; turn++) ends.add((await run(tape, edits)).again.ends);
  const isOne = ends.size === 1;
  const [hash = ''] = ends;
  print(
    `${isOne ? '✓' : '✗'} ${name} ${isOne ? say('times', { times, hash }) : say('drifts', { times, count: ends.size })}`,
  );
  return isOne;
}

/** Plays it step by step, or to the step that is looked at. */
async function watched(command: Command, { tape, edits }: TestCase) {
  const [speed, until] = (['speed', 'until'] as const).map((name) =>
    command.options[name] === undefined ? undefined : numberOf(command, name, name === 'speed' ? 0.01 : 0),
  );
  const player = await openPlayer(tape, createApp, { ...playOptions, steps: edited(tape, edits) });
  if (speed === undefined) {
    await player.goTo(until ?? 0);
    return lookAround(player, command.say);
  }
  let before: Step | undefined;
  for (const step of player.steps) {
    await new Promise((resume) => setTimeout(resume, Math.max(0, step.ms - (before?.ms ?? 0)) / speed));
    await player.goTo(player.at + 1);
    command.print(stepLine(command, step, player.tape, before));
    before = step;
  }
}

function printed({ print }: Command, lines: readonly string[]) {
  for (const line of lines) print(`  ${line}`);
}
function printedSeen(command: Command, { seen, edited: at }: Run) {
  const { say, wording } = command;
  printed(command, [at > 0 ? say('afterEdit', { step: at }) : say('seenAll')]);
  printed(
    command,
    describeSeen(seen, say, wording).map((line) => `  ${line}`),
  );
}

/** Judges a replay by what a tester expects of it. */
function judged(command: Command, name: string, { expects }: TestCase, whole: Run, recorded: readonly string[]) {
  const { say, wording, print } = command;
  const missed = unmet(whole.seen, expects, wording, recorded);
  print(missed.length === 0 ? `✓ ${name} ${say('met')}` : `✗ ${name} ${say('missed')}`);
  printed(
    command,
    missed.map((one) => describeUnmet(one, say)),
  );
  if (missed.length > 0) printedSeen(command, whole);
  return missed.length === 0;
}

/** Judges a replay by the recording; answers whether nothing changed that counts. */
function compared(command: Command, file: string, { tape, edits }: TestCase, whole: Timed, base: Run | undefined) {
  const { options, say, print } = command;
  const name = basename(file);
  const found = compare(tape, whole.again);
  const { observable = 0, internal = 0 } = found ?? {};
  const isSame = observable === 0 && !(options.strict && internal > 0);
  if (found && options.update) {
    if (edits.length > 0) throw new Error('--update stores what happens without edits; use --save');
    if (observable > 0 && !options.accept) print(`✗ ${name} ${say('refusedUpdate', { count: observable })}`);
    else {
      writeFileSync(file, printTape(whole.again));
      print(`✓ ${name} ${say('updated')}: ${say('counted', { observable, internal })}`);
      return true;
    }
  } else if (isSame)
    print(`✓ ${name} ${say('equal')} (${say('stepsIn', { steps: whole.player.steps.length, ms: whole.ms })})`);
  else print(`✗ ${name} ${say('changed')}: ${say('counted', { observable, internal })}`);
  if (edits.length > 0) printedSeen(command, whole);
  if (!found) return true;
  const isAsRecorded = base && !compare(tape, base.again);
  const values: Values = (side, number, path) => {
    const from = side === 'actual' ? whole : isAsRecorded ? base : undefined;
    return from && valueAt(from.player.stateAfter(number), path);
  };
  printed(command, describeDifferences(found, tape, say, values));
  if (internal > 0) {
    printed(command, [say('notes', { count: internal })]);
    printed(command, describeNotes(found, tape, say));
  }
  if (edits.length === 0)
    printed(
      command,
      [...new Set(found.ignored)].map((type) => say('ignored', { type })),
    );
  const unanswered = whole.player.unanswered();
  if (unanswered.length > 0) printed(command, [say('unanswered', { list: unanswered.join(', ') })]);
  return isSame;
}

type Timed = Run & { ms: number };
async function timed(tape: Tape, edits: readonly unknown[]): Promise<Timed> {
  const began = performance.now();
  const whole = await run(tape, edits);
  return { ...whole, ms: Math.round(performance.now() - began) };
}

/** Plays it and judges it; answers whether it is good. */
async function replayed(command: Command, file: string, given: TestCase): Promise<boolean> {
  const { options, say, print } = command;
  const { tape, edits, expects } = given;
  const name = basename(file);
  const whole = await timed(tape, edits);
  if (options.hash) {
    print(whole.again.ends);
    return true;
  }
  const without = await idle(tape, edits, whole);
  for (const edit of without) print(`✗ ${name} ${say('idle', { edit: JSON.stringify(edit) })}`);
  if (without.length > 0) return false;
  const base = edits.length > 0 ? await run(tape) : undefined;
  if (options.save && expects.length === 0) {
    writeFileSync(options.save, printTape(whole.again));
    print(`✓ ${name} ${say('saved', { file: options.save })}`);
    return true;
  }
  const isGood =
    expects.length > 0
      ? judged(command, name, given, whole, base?.seen.faults ?? [])
      : compared(command, file, given, whole, base);
  if (options.save && isGood) {
    const of = relative(dirname(options.save), given.of ? join(dirname(file), given.of) : file);
    writeFileSync(options.save, printCase({ ...given, of, note: options.note ?? (given.of ? given.note : '') }));
    print(`✓ ${name} ${say('saved', { file: options.save })}`);
  }
  return isGood;
}

/** Does with one file what the options say; answers whether it is good. */
async function play(command: Command, file: string): Promise<boolean> {
  const { options, print } = command;
  const name = basename(file);
  let given: TestCase;
  try {
    given = completed(command, readFile(command, file));
  } catch (error) {
    print(`✗ ${name} ${(error as Error).message}`);
    return false;
  }
  if (options.list) list(command, given);
  else if (options['every-answer']) return tryAnswers(command, name, given);
  else if (options.times !== undefined) return repeated(command, name, given);
  else if (options.until !== undefined || options.speed !== undefined) await watched(command, given);
  else return replayed(command, file, given);
  return true;
}

/** `args` are those of the command line. Answers whether all files are good; throws where the options are none. */
export async function replaying(args: readonly string[], print: (line: string) => void): Promise<boolean> {
  const { values: options, positionals: files } = optionsIn(args);
  for (const [name, others] of Object.entries(belongs) as [keyof typeof belongs, readonly (keyof typeof options)[]][])
    if (options[name] !== undefined && others.every((other) => options[other] === undefined))
      throw new Error(`--${name} goes with ${others.map((other) => `--${other}`).join(' or ')}`);
  if (files.length === 0) throw new Error('npm run replay -- tape.json …');
  const spoken = options.lang ?? (/^zh/i.test(process.env.LC_ALL || process.env.LANG || 'zh') ? 'zh' : 'en');
  if (spoken !== 'zh' && spoken !== 'en') throw new Error(`--lang takes zh or en, not "${spoken}"`);
  const { words } = (await import(`../../texts/${spoken}/words`)) as { words: Record<string, unknown> };
  const command: Command = {
    options,
    print,
    say: tapeSpeaker(spoken),
    wording({ text, values = {} }) {
      const found = valueAt(words, text);
      return typeof found === 'string'
        ? found.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => String(values[name] ?? ''))
        : text;
    },
  };
  let isGood = true;
  for (const file of files) isGood = (await play(command, file)) && isGood;
  return isGood;
}
