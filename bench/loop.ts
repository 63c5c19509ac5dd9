/**
 * `npm run bench:loop`: how long developers wait with `npm run dev`: for its start, from nothing and again, and from
 * saving a file to what they want to see, in Chromium or in an answer. Medians of `--runs 5`. It edits sources of this
 * tree, and restores them however it ends.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findBrowser, launch } from '../test/support/browser';
import { edit, signIn, startLoop, untilBoth } from './devLoop';

const root = process.cwd();
const { values: options } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const runs = Number(options.runs);
/** A pause between two edits, in which the programs come to rest. */
const restMs = 4_000;
const pollMs = 20;
const seenLimitMs = 60_000;

interface Saved {
  name: string;
  file: string;
  /** What is edited, and what it becomes. */
  text: readonly [now: string, then: string];
  /** At most so many seconds. */
  goal: number;
}
const labels: readonly Saved[] = [
  { name: 'a label of a module', file: 'contract/modules/lease/order.ts', text: ["'联系电话'", "'手机号码'"], goal: 3 },
  { name: 'a text of the pages', file: 'texts/zh/crud.ts', text: ["search: '搜索'", "search: '查找订单'"], goal: 3 },
];
const policy: Saved = {
  name: 'a header of the server',
  file: 'server/app.ts',
  text: ["policy: 'no-referrer'", "policy: 'same-origin'"],
  goal: 5,
};

const originals = new Map([...labels, policy].map(({ file }) => [file, readFileSync(join(root, file), 'utf8')]));
function restore() {
  for (const [file, text] of originals)
    if (readFileSync(join(root, file), 'utf8') !== text) writeFileSync(join(root, file), text);
}
/** What ends with this program; run in reverse order. */
const endings: (() => unknown)[] = [];
async function end(code: number): Promise<void> {
  restore();
  for (const ending of endings.splice(0).reverse()) await ending();
  process.exit(code);
}
process.once('exit', restore);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end(1));

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
}
function seconds(ms: number) {
  return `${(ms / 1000).toFixed(1)} s`.padStart(8);
}
async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
/** Saves the file with the other text, there and back, and measures until `isSeen`. */
async function measure(saved: Saved, isSeen: (text: string) => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let [from, to] = saved.text, run = 0; run < runs; [from, to] = [to, from], run += 1) {
    await sleep(restMs);
    times.push(
      await timed(async () => {
        edit(root, saved.file, from, to);
        await isSeen(to);
      }),
    );
  }
  restore();
  console.log(`${seconds(median(times))}  ${`${saved.goal} s`.padStart(6)}  ${saved.name}, ${saved.file}`);
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'leasedesk-loop-'));
  endings.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  console.log('  median    goal');
  // From nothing: no data, no page that was built before, no source that was compiled before.
  rmSync(join(root, '.cache/webpack/console-served'), { recursive: true, force: true });
  findBrowser();
  for (const name of ['start from nothing', 'start again']) {
    const loop = await startLoop(root, join(folder, 'data'), { TMPDIR: folder });
    endings.push(() => loop.stop());
    const ms = await timed(() => Promise.race([untilBoth(loop.url), loop.says(/(?!)/)]));
    console.log(`${seconds(ms)}          ${name}`);
    if (name === 'start from nothing') {
      await loop.stop();
      continue;
    }
    const browser = await launch();
    endings.push(() => browser.close());
    const page = await browser.newPage({ locale: 'zh-CN' });
    await signIn(page, loop.url, '/lease/order');
    for (const saved of labels)
      await measure(saved, (text) => {
        const label = /'(.+)'/.exec(text)![1]!;
        return page.getByText(label).filter({ visible: true }).first().waitFor({ timeout: seenLimitMs });
      });
    await measure(policy, async (text) => {
      const value = /'(.+)'/.exec(text)![1]!;
      const shown = () =>
        fetch(`${loop.url}/health/live`).then(
          ({ headers }) => headers.get('referrer-policy'),
          () => null, // while it starts again
        );
      while ((await shown()) !== value) await sleep(pollMs);
    });
    await sleep(restMs);
  }
}

main().then(
  () => end(0),
  (error) => {
    console.error(error);
    return end(1);
  },
);
