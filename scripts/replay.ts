/**
 * `npm run replay -- tape.json …`: replays recorded sessions without browser, network or clock, and says whether
 * the console still does what it did. Ends with 1 when a person, the server or the browser would get something else.
 *
 *   --strict            what differs inside the console alone ends with 1 as well
 *   --update            store the present result as the tape; with --accept also where it can be observed
 *   --list              print the steps and end; --all prints waiting, too
 *   --only PATTERN      of the list and of --every-answer: the steps that fit
 *   --edit '{"at":12,"fail":502}'   change a step first (may be given several times)
 *   --edits FILE        the same, a JSON list
 *   --expect '{"message":"crud.added"}'   what is expected then (may be given several times)
 *   --save FILE         with --expect: write tape, edits and expectations as a test; else the result as another tape
 *   --note TEXT         what the saved test is about, in a sentence
 *   --every-answer      let each answer of the server fail in each way, and print what the person sees
 *   --until N           stop after step N for inspection
 *   --speed X           at X times the speed it was recorded at, printed step by step
 *   --times N           play N times and compare the state they end in
 *   --hash              print the digest of the state at the end, and nothing else
 *   --lang zh|en
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import repl from 'node:repl';
import { parseArgs } from 'node:util';
import { addChunk, loadFeature } from '../src/features/registry';
import { createApp } from '../src/shell/app';
import { printCase, readCase, type TestCase } from '../src/tape/case';
import { compare } from '../src/tape/compare';
import { describeDifferences, describeEntry, describeNotes, isFailing, type Values } from '../src/tape/describe';
import { edited, parseEdit } from '../src/tape/edits/edits';
import { fitsPattern } from '../src/tape/edits/places';
import { everyAnswer, everyWay, serverAnswers } from '../src/tape/everyAnswer';
import { parseExpectation, unmet } from '../src/tape/expectations';
import { openPlayer, type Player, type PlayOptions } from '../src/tape/player';
import { describeSeen, describeSeenApart, describeUnmet } from '../src/tape/report';
import { type Run, runner } from '../src/tape/run';
import { type Message, valueAt } from '../src/tape/seen';
import { askedIn, printTape, questionOf, type Step, type Tape } from '../src/tape/tape';
import { tapeSpeaker } from '../src/tape/words';

addChunk('frame', () => import('../src/shell/frame/frame'));

const { values: options, positionals: files } = parseArgs({
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
const language = options.lang ?? (/^zh/i.test(process.env.LC_ALL || process.env.LANG || 'zh') ? 'zh' : 'en');
const say = tapeSpeaker(language === 'en' ? 'en' : 'zh');
const playOptions: PlayOptions = {
  turn: () => new Promise((resume) => void setImmediate(resume)),
  load: loadFeature,
};
const { run, idle } = runner(createApp, playOptions);

/** The case of a file, with the edits and expectations of the command. */
function readFile(file: string): TestCase {
  const found = readCase(readFileSync(file, 'utf8'), (name) => readFileSync(join(dirname(file), name), 'utf8'));
  const listed: unknown = options.edits ? parseEdit(readFileSync(options.edits, 'utf8')) : [];
  if (!Array.isArray(listed)) throw new Error(`${options.edits} must hold a list of edits`);
  return {
    ...found,
    edits: [...found.edits, ...listed, ...options.edit.map(parseEdit)],
    expects: [...found.expects, ...options.expect.map(parseExpectation)],
  };
}

/** The texts of the console, so that a message is told as it stands on screen. */
let words: Record<string, unknown> = {};
function wording({ text, values = {} }: Message): string {
  const found = valueAt(words, text);
  return typeof found === 'string'
    ? found.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => String(values[name] ?? ''))
    : text;
}

/** The prompt for inspecting the step at which the player is. */
async function lookAround(player: Player) {
  const { app, tape } = player;
  const session = repl.start({ prompt: `${player.at}/${player.steps.length}> ` });
  const show = () => {
    session.setPrompt(`${player.at}/${player.steps.length}> `);
    return describeEntry(player.steps[player.at - 1], tape, say);
  };
  Object.defineProperty(session.context, 'state', { get: () => app.getState(), enumerable: true });
  Object.assign(session.context, {
    open: player.open,
    steps: player.steps,
    goTo: (step: number) => player.goTo(step).then(show),
    next: () => player.goTo(player.at + 1).then(show),
    back: () => player.goTo(player.at - 1).then(show),
    difference: () => compare(tape, player.again()),
  });
  console.log('state, open(), steps, await next(), await back(), await goTo(n), difference(), .exit');
  await new Promise((resolve) => session.once('exit', resolve));
}

/** Failures begin with ✗; a command that an edit has added has the number of the step before it, and a plus. */
function stepLine(step: Step, tape: Tape, before?: Step): string {
  const number = `${step.step}${before?.step === step.step ? '+' : ''}`;
  const mark = isFailing(step) ? '✗' : ' ';
  return `${mark}${number.padStart(5)}  ${(step.ms / 1000).toFixed(1)} s  ${describeEntry(step, tape, say)}`;
}

function list({ tape, edits }: TestCase) {
  let folded = 0;
  for (const [at, step] of edited(tape, edits).entries()) {
    const line = stepLine(step, tape, edited(tape, edits)[at - 1]);
    const isWait = !isFailing(step) && askedIn(tape, questionOf(step))?.port === 'sleep';
    if (isWait && !options.all && !options.only) folded += 1;
    else if (!options.only || fitsPattern(line, `…${options.only}…`)) console.log(line);
  }
  if (folded > 0) console.log(say('folded', { count: folded }));
}

async function paced(player: Player, speed: number) {
  let before: Step | undefined;
  for (const step of player.steps) {
    await new Promise((resume) => setTimeout(resume, Math.max(0, step.ms - (before?.ms ?? 0)) / speed));
    await player.goTo(player.at + 1);
    console.log(stepLine(step, player.tape, before));
    before = step;
  }
}

async function tryAnswers(name: string, { tape, edits }: TestCase): Promise<boolean> {
  if (edits.length > 0) throw new Error('--every-answer takes a tape without edits');
  const steps = serverAnswers(tape, options.only ? `…${options.only}…` : undefined);
  console.log(`${name}: ${say('everyAnswer', { count: steps.length, ways: everyWay.length })}`);
  let [faults, told, line] = [0, 0, ''];
  let ways: string[] = [];
  const flush = () => {
    if (ways.length > 0) console.log(`        ${ways.join(', ').padEnd(30)}${line}`);
    ways = [];
  };
  for await (const { step, name: call, way, seen, base } of everyAnswer(tape, { run, idle }, steps)) {
    const next = describeSeenApart(seen, base, say, wording);
    if (told !== step.step || next !== line) flush();
    if (told !== step.step) console.log(`${String(step.step).padStart(6)}  ${call}`);
    [told, line] = [step.step, next];
    ways.push(String(way));
    if (seen.faults.length > base.faults.length) faults += 1;
  }
  flush();
  console.log(say('cases', { count: steps.length * everyWay.length, faults }));
  return faults === 0;
}

/** Plays it so often; answers whether it ends in the same state each time. */
async function repeated(name: string, { tape, edits }: TestCase, times: number): Promise<boolean> {
  const ends = new Set<string>();
  for (let turn = 0; turn < times; turn++) ends.add((await run(tape, edits)).again.ends);
  const isOne = ends.size === 1;
  const [hash = ''] = ends;
  console.log(
    `${isOne ? '✓' : '✗'} ${name} ${isOne ? say('times', { times, hash }) : say('drifts', { times, count: ends.size })}`,
  );
  return isOne;
}

function printed(lines: readonly string[]) {
  for (const line of lines) console.log(`  ${line}`);
}
function printedSeen({ seen, edited: at }: Run) {
  console.log(`  ${at > 0 ? say('afterEdit', { step: at }) : say('seenAll')}`);
  printed(describeSeen(seen, say, wording).map((line) => `  ${line}`));
}

/** Judges a replay by what a tester expects of it. */
function judged(name: string, { expects }: TestCase, whole: Run, recorded: readonly string[]): boolean {
  const missed = unmet(whole.seen, expects, wording, recorded);
  console.log(missed.length === 0 ? `✓ ${name} ${say('met')}` : `✗ ${name} ${say('missed')}`);
  printed(missed.map((one) => describeUnmet(one, say)));
  if (missed.length > 0) printedSeen(whole);
  return missed.length === 0;
}

/** Judges a replay by the recording; answers whether nothing changed that counts. */
function compared(file: string, { tape, edits }: TestCase, whole: Run, base: Run | undefined, ms: number): boolean {
  const name = basename(file);
  const found = compare(tape, whole.again);
  const { observable = 0, internal = 0 } = found ?? {};
  const isSame = observable === 0 && !(options.strict && internal > 0);
  if (found && options.update) {
    if (edits.length > 0) throw new Error('--update stores what happens without edits; use --save');
    if (observable > 0 && !options.accept) console.log(`✗ ${name} ${say('refusedUpdate', { count: observable })}`);
    else {
      writeFileSync(file, printTape(whole.again));
      console.log(`✓ ${name} ${say('updated')}: ${say('counted', { observable, internal })}`);
      return true;
    }
  } else if (isSame) {
    const steps = whole.player.steps.length;
    console.log(`✓ ${name} ${say('equal')} (${say('stepsIn', { steps, ms })})`);
  } else console.log(`✗ ${name} ${say('changed')}: ${say('counted', { observable, internal })}`);
  if (edits.length > 0) printedSeen(whole);
  if (!found) return true;
  const isAsRecorded = base && !compare(tape, base.again);
  const values: Values = (side, number, path) => {
    const from = side === 'actual' ? whole : isAsRecorded ? base : undefined;
    return from && valueAt(from.player.stateAfter(number), path);
  };
  printed(describeDifferences(found, tape, say, values));
  if (internal > 0) {
    console.log(`  ${say('notes', { count: internal })}`);
    printed(describeNotes(found, tape, say));
  }
  if (edits.length === 0) printed([...new Set(found.ignored)].map((type) => say('ignored', { type })));
  const unanswered = whole.player.unanswered();
  if (unanswered.length > 0) console.log(`  ${say('unanswered', { list: unanswered.join(', ') })}`);
  return isSame;
}

/** Plays one file with the given options; answers whether it is good. */
async function play(file: string): Promise<boolean> {
  const name = basename(file);
  let given: TestCase;
  try {
    given = readFile(file);
    edited(given.tape, given.edits);
  } catch (error) {
    console.log(`✗ ${name} ${say('unreadable')}: ${(error as Error).message}`);
    return false;
  }
  const { tape, edits, expects } = given;
  if (options.list) {
    list(given);
    return true;
  }
  if (options['every-answer']) return tryAnswers(name, given);
  if (options.times) return repeated(name, given, Number(options.times));
  if (options.until !== undefined || options.speed) {
    const player = await openPlayer(tape, createApp, { ...playOptions, steps: edited(tape, edits) });
    if (options.speed) await paced(player, Number(options.speed));
    else {
      await player.goTo(Number(options.until));
      await lookAround(player);
    }
    return true;
  }
  const began = process.hrtime.bigint();
  const whole = await run(tape, edits);
  const ms = Number((process.hrtime.bigint() - began) / 1_000_000n);
  if (options.hash) {
    console.log(whole.again.ends);
    return true;
  }
  const without = await idle(tape, edits, whole);
  for (const edit of without) console.log(`✗ ${name} ${say('idle', { edit: JSON.stringify(edit) })}`);
  if (without.length > 0) return false;
  const base = edits.length > 0 ? await run(tape) : undefined;
  if (options.save && expects.length === 0) {
    writeFileSync(options.save, printTape(whole.again));
    console.log(`✓ ${name} ${say('saved', { file: options.save })}`);
    return true;
  }
  const isGood =
    expects.length > 0 ? judged(name, given, whole, base?.seen.faults ?? []) : compared(file, given, whole, base, ms);
  if (options.save && isGood) {
    const of = relative(dirname(options.save), given.of ? join(dirname(file), given.of) : file);
    writeFileSync(options.save, printCase({ ...given, of, note: options.note ?? (given.of ? given.note : '') }));
    console.log(`✓ ${name} ${say('saved', { file: options.save })}`);
  }
  return isGood;
}

// The reader of a pipe may close it early.
process.stdout.on('error', () => process.exit());

async function runAll() {
  if (files.length === 0) throw new Error('npm run replay -- tape.json …');
  ({ words } = await import(`../texts/${language === 'en' ? 'en' : 'zh'}/words`));
  let isGood = true;
  for (const file of files) isGood = (await play(file)) && isGood;
  process.exitCode = isGood ? 0 : 1;
}
void runAll().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
