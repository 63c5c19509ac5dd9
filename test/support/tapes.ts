/** Tapes that were recorded from the product in a browser: where they are stored, and how a test replays them. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { addChunk, loadFeature } from '../../src/features/registry';
import { createApp } from '../../src/shell/app';
import { compare } from '../../src/tape/compare';
import { describeDifference } from '../../src/tape/describe';
import { replay } from '../../src/tape/player';
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
export function readTape(name: string): Tape {
  return parseTape(readFileSync(join(folder, `${name}.json`), 'utf8'));
}

export const playOptions = {
  turn: () => new Promise<void>((resume) => void setImmediate(resume)),
  load: loadFeature,
};

/** Replays a tape; answers the differences, in lines for people, and the digest of the state at the end. */
export async function replayed(tape: Tape): Promise<{ changes: string[]; ends: string }> {
  const again = await replay(tape, createApp, playOptions);
  const difference = compare(tape, again);
  return { changes: difference ? describeDifference(difference, tape, tapeSpeaker('en')) : [], ends: again.ends };
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

/** The output and the exit code of `npm run replay -- …`, in a process of its own. */
export function replayCommand(args: string[], env: Record<string, string> = {}) {
  const root = join(__dirname, '../..');
  const program = [join(root, 'node_modules/tsx/dist/cli.mjs'), '--require', './scripts/headless.cjs'];
  const { status, stdout } = spawnSync(process.execPath, [...program, 'scripts/replay.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, lines: stdout.trim().split('\n') };
}
