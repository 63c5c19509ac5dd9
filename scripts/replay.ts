/**
 * `npm run replay -- tape.json …`: replays recorded sessions without browser, network or clock, and says whether
 * the console still does what it did. Ends with 1 when one has changed.
 *
 *   --update            store the present result as the tape
 *   --list              print the steps and end
 *   --edit '{"at":12,"fail":502}'   change a step first (may be given several times)
 *   --edits FILE        the same, a JSON list
 *   --save FILE         write the result (with its edits) as another tape
 *   --until N           stop after step N for inspection
 *   --speed X           at X times the speed it was recorded at, printed step by step
 *   --times N           play N times and compare the state they end in
 *   --hash              print the digest of the state at the end, and nothing else
 *   --lang zh|en
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import repl from 'node:repl';
import { parseArgs } from 'node:util';
import { addChunk, loadFeature } from '../src/features/registry';
import { createApp } from '../src/shell/app';
import { compare } from '../src/tape/compare';
import { describeDifference, describeEntry } from '../src/tape/describe';
import { type Edit, edited, parseEdit } from '../src/tape/edits';
import { openPlayer, type Player } from '../src/tape/player';
import { parseTape, printTape, stepsOf, type Tape } from '../src/tape/tape';
import { tapeSpeaker } from '../src/tape/words';

addChunk('frame', () => import('../src/shell/frame/frame'));

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    update: { type: 'boolean' },
    list: { type: 'boolean' },
    hash: { type: 'boolean' },
    edit: { type: 'string', multiple: true, default: [] },
    edits: { type: 'string' },
    save: { type: 'string' },
    until: { type: 'string' },
    speed: { type: 'string' },
    times: { type: 'string' },
    lang: { type: 'string' },
  },
});
const language = options.lang ?? (/^zh/i.test(process.env.LC_ALL || process.env.LANG || 'zh') ? 'zh' : 'en');
const say = tapeSpeaker(language === 'en' ? 'en' : 'zh');
function readEdits(): Edit[] {
  try {
    const listed: unknown = options.edits ? parseEdit(readFileSync(options.edits, 'utf8')) : [];
    if (!Array.isArray(listed)) throw new Error(`${options.edits} must hold a list of edits`);
    return [...(listed as Edit[]), ...options.edit.map(parseEdit)];
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
const edits = readEdits();

function open(tape: Tape) {
  return openPlayer(tape, createApp, {
    turn: () => new Promise((resume) => void setImmediate(resume)),
    load: loadFeature,
    steps: edited(stepsOf(tape), edits),
  });
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

async function paced(player: Player, speed: number) {
  let ms = 0;
  for (const step of player.steps) {
    await new Promise((resume) => setTimeout(resume, Math.max(0, step.ms - ms) / speed));
    ms = step.ms;
    await player.goTo(player.at + 1);
    console.log(
      `${String(player.at).padStart(5)}  ${(ms / 1000).toFixed(1)} s  ${describeEntry(step, player.tape, say)}`,
    );
  }
}

/** Plays one tape with the given options; answers whether nothing changed. */
async function play(file: string): Promise<boolean> {
  const name = basename(file);
  let tape: Tape;
  try {
    tape = parseTape(readFileSync(file, 'utf8'));
  } catch (error) {
    console.log(`✗ ${name} ${say('unreadable')}: ${(error as Error).message}`);
    return false;
  }
  if (options.list) {
    for (const step of edited(stepsOf(tape), edits))
      console.log(
        `${String(step.step).padStart(5)}  ${(step.ms / 1000).toFixed(1)} s  ${describeEntry(step, tape, say)}`,
      );
    return true;
  }
  const began = process.hrtime.bigint();
  const player = await open(tape);
  if (options.until !== undefined) {
    await player.goTo(Number(options.until));
    await lookAround(player);
    return true;
  }
  if (options.speed) await paced(player, Number(options.speed));
  else await player.goTo(player.steps.length);
  const ms = Number((process.hrtime.bigint() - began) / 1_000_000n);
  const again = player.again();
  if (options.hash) {
    console.log(again.ends);
    return true;
  }
  if (options.times) {
    const times = Number(options.times);
    const ends = new Set([again.ends]);
    for (let turn = 1; turn < times; turn++) {
      const next = await open(tape);
      await next.goTo(next.steps.length);
      ends.add(next.again().ends);
    }
    const isOne = ends.size === 1;
    console.log(
      `${isOne ? '✓' : '✗'} ${name} ${isOne ? say('times', { times, hash: again.ends }) : say('drifts', { times, count: ends.size })}`,
    );
    return isOne;
  }
  if (options.save) {
    writeFileSync(options.save, printTape(again));
    console.log(`✓ ${name} ${say('saved', { file: options.save })}`);
    return true;
  }
  const difference = compare(tape, again);
  if (!difference) {
    console.log(`✓ ${name} ${say('equal')} (${say('stepsIn', { steps: player.steps.length, ms })})`);
    return true;
  }
  if (options.update) {
    writeFileSync(file, printTape(again));
    console.log(`✓ ${name} ${say('updated')}`);
    return true;
  }
  console.log(`✗ ${name} ${say('changed')}`);
  for (const line of describeDifference(difference, tape, say)) console.log(`  ${line}`);
  const unanswered = player.unanswered();
  if (unanswered.length > 0) console.log(`  ${say('unanswered', { list: unanswered.join(', ') })}`);
  return false;
}

// The reader of a pipe may close it early.
process.stdout.on('error', () => process.exit());

async function run() {
  if (files.length === 0) throw new Error('npm run replay -- tape.json …');
  let isGood = true;
  for (const file of files) isGood = (await play(file)) && isGood;
  process.exitCode = isGood ? 0 : 1;
}
void run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
