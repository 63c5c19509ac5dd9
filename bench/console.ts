/**
 * `npm run bench:console`: what the built console costs its users, over HTTP/2 with TLS and brotli on the embedded
 * database with the demo portfolio. Beside each figure stands the same one of an empty page without a framework
 * (floor.html), measured in alternation: what the machine and the clock cost at the least. Medians. It judges nothing.
 *
 * `--runs 7`, `--only load,slow,home,pages,rows,leak,tabs,cycles,errors,language,recording,designer`, `--long` (1,000 switches instead of 200,
 * and ten pages opened and closed 200 times instead of 10);
 * `--url http://127.0.0.1:8790 --password …` measures a server that runs already, with the account `admin`.
 */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser, launch, startServer } from '../test/support/browser';
import { openFront } from './front';
import { measure, type Note, needsOfForm, type Phase, phases, type Subject } from './visit';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '7' },
    only: { type: 'string' },
    long: { type: 'boolean' },
    url: { type: 'string' },
    password: { type: 'string', default: 'Lease-desk-bench-2026' },
  },
});

interface Figure {
  key: string;
  name: string;
  unit: 'ms' | 'KB' | 'MB' | '' | '%';
  /** At most this much; without one the figure explains another. */
  goal?: number;
  phase: Phase;
}
function figure(phase: Phase, key: string, name: string, unit: Figure['unit'], goal?: number): Figure {
  return {
    phase,
    key,
    name,
    unit,
    ...(goal === undefined ? {} : { goal }),
  };
}

const figures: Figure[] = [
  figure('load', 'inputBytes', 'bytes before the form takes input', 'KB', 14),
  figure('load', 'inputRequests', 'requests before the form takes input', '', 2),
  figure('load', 'loginBytes', 'all bytes of /login', 'KB', 165),
  figure('load', 'prefetched', 'prefetched meanwhile', 'KB'),
  figure('load', 'loginRequests', 'requests of /login until quiet', '', 8),
  figure('load', 'fcp', 'first contentful paint', 'ms', 120),
  figure('load', 'lcp', 'largest contentful paint', 'ms', 130),
  figure('load', 'input', 'login takes input', 'ms', 150),
  figure('load', 'tbt', 'total blocking time', 'ms', 10),
  figure('load', 'heapLogin', 'heap at login', 'MB', 3),
  figure('load', 'domLogin', 'elements at login', '', 60),
  figure('slow', 'slowFcp', 'slow line, CPU 4x: first contentful paint', 'ms', 900),
  figure('slow', 'slowInput', 'slow line, CPU 4x: login takes input', 'ms', 1000),
  figure('slow', 'slowTbt', 'slow line, CPU 4x: total blocking time', 'ms', 60),
  figure('slow', 'typedTextLost', 'slow line, CPU 4x: early typing lost', '', 0),
  figure('slow', 'slowSignIn', 'slow line, CPU 4x: sign-in click to home', 'ms', 1000),
  figure('slow', 'slowReload', 'slow line, CPU 4x: warm reload to home', 'ms', 1400),
  figure('home', 'signIn', 'sign-in click to home, less the server', 'ms', 110),
  figure('home', 'signInWhole', 'sign-in click to home', 'ms'),
  figure('home', 'homeBytes', 'all bytes until home', 'KB', 300),
  figure('home', 'homeScripts', 'of these, scripts', 'KB'),
  figure('home', 'reload', 'warm reload to home', 'ms', 150),
  figure('home', 'reloadFigures', 'warm reload to the figures of home', 'ms'),
  figure('home', 'heapHome', 'heap at home', 'MB', 8),
  figure('home', 'heapHomeTool', 'of which scripts of the measuring tool', 'MB'),
  figure('home', 'domHome', 'elements at home', ''),
  figure('pages', 'firstVisit', 'first visit of a page', 'ms', 80),
  figure('pages', 'switch', 'page switch', 'ms', 50),
  figure('pages', 'switchP95', 'page switch, p95', 'ms', 60),
  figure('pages', 'switchSlow', 'page switch, CPU 4x', 'ms', 70),
  figure('pages', 'inp', 'interaction to next paint', 'ms', 24),
  figure('pages', 'inpWorst', 'interaction to next paint, worst', 'ms', 40),
  figure('pages', 'heapLists', 'heap with two lists open', 'MB', 10),
  figure('rows', 'domTenRows', 'elements on a list of 10 rows, 14 columns', '', 500),
  figure('rows', 'rows', '200 rows painted, less the server', 'ms', 80),
  figure('rows', 'rowsWhole', '200 rows painted', 'ms'),
  figure('rows', 'domRows', 'elements with 200 rows', '', 900),
  figure('rows', 'scrollWorst', 'scrolling 40 px a frame, CPU 4x: longest frame', 'ms', 34),
  figure('rows', 'scrollLate', 'scrolling 40 px a frame, CPU 4x: late frames', '%', 2),
  figure('leak', 'heapPerSwitch', 'heap left per switch, without compiled code', 'KB', 0.3),
  figure('leak', 'codePerSwitch', 'code compiled meanwhile, per switch', 'KB'),
  figure('leak', 'nodesPerHundred', 'nodes left per 100 switches', '', 0),
  figure('leak', 'listenersPerHundred', 'listeners left per 100 switches', '', 0),
  figure('tabs', 'tabsOpen', 'tabs opened and closed five times', ''),
  figure('tabs', 'tabsHeap', 'heap left by them, without compiled code', 'MB', 0.3),
  figure('tabs', 'tabsNodes', 'nodes left by them', '', 0),
  figure('cycles', 'cyclesPages', 'pages opened and closed', ''),
  figure('cycles', 'cyclesHeap', 'heap left by them, without compiled code', '%', 10),
  figure('cycles', 'cyclesCode', 'code compiled meanwhile', 'KB'),
  figure('cycles', 'cyclesNodes', 'nodes left by them', '', 50),
  figure('cycles', 'cyclesListeners', 'listeners left by them', '', 0),
  figure('errors', 'errorsWorst', '10,000 errors in a second: longest frame', 'ms', 200),
  figure('language', 'language', 'language switched in place', 'ms', 100),
  figure('recording', 'recordingShare', 'main thread at work on recording', '%', 2),
  figure('recording', 'recordingOff', 'files fetched for it where nothing is recorded', '', 0),
  figure('designer', 'designer', 'designer of processes opened for the first time', 'ms', 1000),
  figure('language', 'inputLost', 'language switch: half-typed input lost', '', 0),
];

function median(values: number[]) {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
function shown(value: number | undefined, unit: string) {
  if (value === undefined || Number.isNaN(value)) return '-';
  const isFine = unit === 'MB' || (unit === 'KB' && Math.abs(value) < 10);
  return `${value.toFixed(isFine ? 2 : unit === 'KB' ? 1 : 0)} ${unit}`.trim();
}

async function bench(): Promise<void> {
  const runs = Number(options.runs);
  const names = options.only?.split(',') ?? phases;
  const wanted = new Set(phases.filter((phase) => names.includes(phase)));
  if (!(runs >= 1) || wanted.size === 0) throw new Error(`--runs takes a number, --only some of ${phases.join(',')}`);

  const { password } = options;
  const server = options.url ? null : await startServer({ DEMO: '1', ADMIN_PASSWORD: password });
  const front = await openFront(options.url ?? server!.url, readFileSync(join(__dirname, 'floor.html'), 'utf8'));
  try {
    findBrowser('whole');
    const probe = await launch();
    const version = probe.version();
    await probe.close();
    const subject = (path: Subject['path']): Subject => ({
      front,
      path,
      account: { username: 'admin', password },
      executablePath: process.env.CHROME_PATH,
    });
    const subjects = { ours: subject('/login'), floor: subject('/floor') };
    const samples = { ours: new Map<string, number[]>(), floor: new Map<string, number[]>() };
    const noteOf =
      (who: keyof typeof samples): Note =>
      (key, value) =>
        samples[who].set(key, [...(samples[who].get(key) ?? []), value]);

    // The first visit warms up the server's code, so it is not measured.
    await measure(subjects.ours, new Set<Phase>(['home']), { switches: 0, cycles: 0 }, () => undefined);
    const patience = options.long ? { switches: 1000, cycles: 200 } : { switches: 200, cycles: 10 };
    for (let run = 1; run <= runs; run++) {
      for (const who of ['floor', 'ours'] as const) {
        if (wanted.has('load')) await needsOfForm(subjects[who], noteOf(who));
        await measure(subjects[who], wanted, patience, noteOf(who));
      }
      process.stderr.write(`run ${run} of ${runs}\n`);
    }

    const about = [front.protocol, `chromium ${version}`, `${cpus().length} processors`, `medians of ${runs}`];
    console.log(`${about.join(' · ')}\n`);
    const line = (cells: string[]) =>
      console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(48) : cell.padStart(12))).join(''));
    line(['', 'goal', 'measured', 'floor', 'reached']);
    for (const { key, name, unit, goal, phase } of figures) {
      if (!wanted.has(phase)) continue;
      const ours = median(samples.ours.get(key) ?? []);
      const isReached = Number(ours.toFixed(2)) <= (goal ?? 0);
      const verdict = goal === undefined || Number.isNaN(ours) ? '' : isReached ? 'yes' : 'no';
      const aim = goal === undefined ? '' : shown(goal, goal < 1 && unit === 'KB' ? 'KB' : unit);
      line([name, aim, shown(ours, unit), shown(median(samples.floor.get(key) ?? []), unit), verdict]);
    }
    line(['10,000 rows', '100 ms', 'n/a', '', `a page holds 200 at the most`]);
  } finally {
    await front.close();
    await server?.stop();
  }
}

bench().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
