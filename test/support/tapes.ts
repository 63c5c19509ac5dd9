/** Tapes that were recorded from the product in a browser: where they are stored, and how a test replays them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { addChunk, loadFeature } from '../../src/features/registry';
import { createApp } from '../../src/shell/app';
import { readCase, type TestCase } from '../../src/tape/case';
import { compare } from '../../src/tape/compare';
import { describeDifferences } from '../../src/tape/describe';
import { type Expectation, unmet } from '../../src/tape/expectations';
import { replay } from '../../src/tape/player';
import { describeUnmet } from '../../src/tape/report';
import { runner } from '../../src/tape/run';
import { parseTape, printTape, type Tape } from '../../src/tape/tape';
import { tapeSpeaker } from '../../src/tape/words';

addChunk('frame', () => import('../../src/shell/frame/frame'));

const folder = join(__dirname, '../tapes');
/** Without their ending. */
export function tapeNames(): string[] {
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.json'))
        .map((file) => file.replace(/\.json$/, ''))
        .sort()
    : [];
}
/** Tests of intent beside them: a tape, its edits, and what is expected then. */
const caseFolder = join(folder, 'cases');
export function caseNames(): string[] {
  return existsSync(caseFolder) ? readdirSync(caseFolder).sort() : [];
}
export function readCaseFile(name: string): TestCase {
  return readCase(readFileSync(join(caseFolder, name), 'utf8'), (of) => readFileSync(join(caseFolder, of), 'utf8'));
}
export function readTape(name: string): Tape {
  return parseTape(readFileSync(join(folder, `${name}.json`), 'utf8'));
}

export const playOptions = {
  turn: () => new Promise<void>((resume) => void setImmediate(resume)),
  load: loadFeature,
};

/** The observable differences of a tape from the one that was replayed, in lines for people. */
export function changesOf(tape: Tape, again: Tape): string[] {
  const found = compare(tape, again);
  return found ? describeDifferences(found, tape, tapeSpeaker('en')) : [];
}

/** Replays a tape; answers the observable differences, in lines for people, and the digest of the state at the end. */
export async function replayed(tape: Tape): Promise<{ changes: string[]; ends: string }> {
  const again = await replay(tape, createApp, playOptions);
  return { changes: changesOf(tape, again), ends: again.ends };
}

/** What a tape does not come to of what is expected, in lines for people. */
export async function missedIn(tape: Tape, expected: Expectation): Promise<string[]> {
  const { seen } = await runner(createApp, playOptions).run(tape);
  const say = tapeSpeaker('en');
  return unmet(seen, [expected], ({ text }) => text, seen.faults).map((one) => describeUnmet(one, say));
}

/** The page's recording so far. With UPDATE_TAPES=1 it replaces the stored tape. */
export async function takeTape(page: Page, name: string, note: string): Promise<Tape> {
  // The tools in a tester's console.
  const taken = await page.evaluate(() => (window as unknown as { lease: { tape(): Tape } }).lease.tape());
  const tape = parseTape(printTape({ ...taken, note }));
  if (process.env.UPDATE_TAPES) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.json`), printTape(tape));
  }
  return tape;
}
