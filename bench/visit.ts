/** One user's path through the console, in a new browser each time, and what is measured on it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { sampleXml } from '../src/features/flow/test/testSamples';
import { quietSwitches } from '../test/support/browser';
import { menuLink, tellSettings } from '../test/support/desk';
import type { Front } from './front';
import { installProbe } from './probe';

/** Phases that can be selected alone. */
export const phases = [
  'load',
  'slow',
  'home',
  'pages',
  'rows',
  'leak',
  'tabs',
  'cycles',
  'errors',
  'language',
  'recording',
  'designer',
] as const;
export type Phase = (typeof phases)[number];

/** One of the two that are measured side by side. */
export interface Subject {
  front: Front;
  /** Address of its sign-in page. */
  path: '/login' | '/floor';
  account: { username: string; password: string };
  executablePath: string | undefined;
}
export type Note = (metric: string, value: number) => void;

/** Headings of two lists that are switched between, and of the one with the most rows. */
const [first, second, longest, orders] = ['产品目录', '客户管理', '收付计划', '订单管理'];
/** Ten pages of different kinds. */
const pages = ['order', 'plan', 'contract', 'picture', 'product', 'customer', 'payments', 'order/new']
  .map((name) => `/lease/${name}`)
  .concat('/wel/dashboard', '/info/index');
const SWITCHES = 40;
/** After this many rounds through all pages, everything that stays in memory for good is there. */
const CYCLES_WARM_UP = 4;
const SWITCHES_WARM_UP = 50;
const OPENED_TABS = 20;
const ROUNDS = 5;
/** Least time between hovering a target and clicking it, as of a hand. */
const HOVER_MS = 100;
/** The usual “fast 3G” of the field: 1.44 Mbit/s down, 0.675 up, 562.5 ms each way and back. */
const SLOW_LINE = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
};
const SLOW_CPU = 4;

function medianOf(values: number[]) {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
function shareOf(values: number[], share: number) {
  return (
    [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
  );
}

interface Transfer {
  url: string;
  isScript: boolean;
  isPrefetch: boolean;
  /** Bytes on the wire, head included. */
  bytes: number;
  /** Epoch ms; infinite while it is in flight. */
  endedAt: number;
}

/** The parts of the browser's own format that are used here: nodes are numbers, one for each field. */
interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
  strings: string[];
}
/** The tool that drives the browser: it puts scripts into a page, whose literals are in this text. */
const tool = readFileSync(require.resolve('playwright-core/lib/coreBundle'), 'utf8');
function isOfTool(text: string): boolean {
  return tool.includes(JSON.stringify(text.slice(100, 200)).slice(1, -1));
}

class Visit {
  readonly transfers = new Map<string, Transfer>();

  private constructor(
    readonly subject: Subject,
    readonly context: BrowserContext,
    readonly page: Page,
    readonly wire: CDPSession,
    private readonly folder: string,
  ) {}

  /** A browser with an empty profile on disk: an incognito one does not cache compiled scripts as a real profile
   *  does. */
  static async open(subject: Subject): Promise<Visit> {
    const folder = mkdtempSync(join(tmpdir(), 'leasedesk-bench-profile-'));
    const { keyHash } = subject.front;
    const context = await chromium.launchPersistentContext(folder, {
      executablePath: subject.executablePath,
      viewport: { width: 1440, height: 900 },
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      // For what the tool fetches by itself, past the browser.
      ignoreHTTPSErrors: keyHash !== undefined,
      args: [
        ...quietSwitches,
        // A trusted certificate, unlike an ignored error, lets answers be cached and workers run.
        ...(keyHash ? [`--ignore-certificate-errors-spki-list=${keyHash}`] : []),
      ],
    });
    // The loader of this script gives functions their names through a helper that pages do not have.
    await context.addInitScript('globalThis.__name = (it) => it');
    await context.addInitScript(installProbe);
    const page = context.pages()[0] ?? (await context.newPage());
    page.setDefaultTimeout(20_000);
    const wire = await context.newCDPSession(page);
    const visit = new Visit(subject, context, page, wire, folder);
    await visit.listen();
    return visit;
  }

  private async listen() {
    await this.wire.send('Network.enable');
    let epoch = 0; // of the browser's own clock, ms
    this.wire.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp, wallTime }) => {
      epoch = (wallTime - timestamp) * 1000;
      const purpose = Object.entries(request.headers).find(([name]) => /purpose$/i.test(name))?.[1] ?? '';
      this.transfers.set(requestId, {
        url: request.url,
        isScript: type === 'Script' || /\.js$/.test(request.url),
        isPrefetch: purpose.includes('prefetch') || type === ('Prefetch' as string),
        bytes: 0,
        endedAt: request.url.startsWith('data:') ? 0 : Number.POSITIVE_INFINITY,
      });
    });
    const ahead = new Set<string>();
    this.wire.on('Network.responseReceived', ({ requestId, response }) => {
      if (response.fromPrefetchCache) ahead.add(requestId);
    });
    this.wire.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
      const transfer = this.transfers.get(requestId);
      // The browser reports what was fetched ahead with its length once more when it is used.
      const bytes = ahead.has(requestId) ? 0 : encodedDataLength;
      if (transfer) Object.assign(transfer, { bytes, endedAt: epoch + timestamp * 1000 });
    });
  }

  async close() {
    await this.context.close();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }

  /** Responses that arrived until then (epoch ms). */
  came(until = Number.MAX_VALUE) {
    const all = [...this.transfers.values()].filter(({ url, endedAt }) => endedAt <= until && !url.startsWith('data:'));
    const sum = (some: Transfer[]) => some.reduce((bytes, one) => bytes + one.bytes, 0) / 1000;
    const wanted = all.filter(({ isPrefetch }) => !isPrefetch);
    return {
      requests: wanted.length,
      kilobytes: sum(wanted),
      prefetched: sum(all) - sum(wanted),
      scripts: sum(all.filter(({ isScript }) => isScript)),
    };
  }

  async slowDown(rate: number, isLineSlow = false) {
    await this.wire.send('Emulation.setCPUThrottlingRate', { rate });
    if (isLineSlow) await this.wire.send('Network.emulateNetworkConditions', SLOW_LINE);
  }

  /** Opens the sign-in page and waits until it is idle. Answers when the form took input, in ms from the start. */
  async load(): Promise<number> {
    await this.page.goto(`${this.subject.front.url}${this.subject.path}`, { waitUntil: 'commit' });
    const [paintedAt, origin] = await this.page.evaluate(async () => [
      await window.bench.painted('login'),
      performance.timeOrigin,
    ]);
    return paintedAt! - origin!;
  }

  quiet = () => this.page.waitForLoadState('networkidle');

  /** Reloads twice, and answers when home and its figures were painted the second time, in ms from the start. */
  async reload(): Promise<{ home: number; figures: number }> {
    const once = async () => {
      await this.page.reload({ waitUntil: 'commit' });
      const [paintedAt, origin] = await this.page.evaluate(async () => [
        await window.bench.painted('home'),
        performance.timeOrigin,
      ]);
      const figuresAt = await this.page.evaluate(() => window.bench.painted('figures'));
      await this.quiet();
      return { home: paintedAt! - origin!, figures: figuresAt - origin! };
    };
    await once();
    return once();
  }

  /** First and largest paint, and what blocked the main thread, all in ms. */
  timings = () =>
    this.page.evaluate(() => ({
      fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      lcp: window.bench.lcp,
      blocked: window.bench.longTasks.reduce((sum, task) => sum + task - 50, 0),
    }));

  elements = () => this.page.evaluate(() => document.querySelectorAll('*').length);

  /** Memory after garbage collection: MB of heap, nodes and listeners. */
  async memory() {
    for (let turn = 0; turn < 3; turn++) await this.wire.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.wire.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners } = await this.wire.send('Memory.getDOMCounters');
    return { heap: usedSize / 1e6, nodes, listeners: jsEventListeners };
  }

  private async snapshot(): Promise<HeapSnapshot> {
    const parts: string[] = [];
    const collect = ({ chunk }: { chunk: string }) => void parts.push(chunk);
    this.wire.on('HeapProfiler.addHeapSnapshotChunk', collect);
    await this.wire.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    this.wire.off('HeapProfiler.addHeapSnapshotChunk', collect);
    return JSON.parse(parts.join(''));
  }

  /** MB of the heap in nodes of one type and, if `isMeant` is given, with such a name. */
  private async held(typeName: string, isMeant?: (name: string, bytes: number) => boolean): Promise<number> {
    const { snapshot, nodes, strings } = await this.snapshot();
    const { node_fields: fields, node_types: types } = snapshot.meta;
    const [type, name, size] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field)) as [
      number,
      number,
      number,
    ];
    const wanted = types[0].indexOf(typeName);
    let sum = 0;
    for (let at = 0; at < nodes.length; at += fields.length) {
      const bytes = nodes[at + size] ?? 0;
      if (nodes[at + type] !== wanted) continue;
      if (!isMeant || isMeant(strings[nodes[at + name] ?? 0] ?? '', bytes)) sum += bytes;
    }
    return sum / 1e6;
  }

  /** MB of the heap that is code compiled by the engine: it keeps recompiling hot functions for hours. */
  compiled = () => this.held('code');

  /** MB of the heap that are the texts of the measuring tool's own scripts. */
  toolScripts = () => this.held('string', (text, bytes) => bytes > 10_000 && isOfTool(text));

  /** As `memory`, with the compiled code apart: `own` is what the program itself holds. */
  async weigh() {
    const compiled = await this.compiled();
    const { heap, ...others } = await this.memory();
    return { ...others, compiled, own: heap - compiled };
  }

  /** ms from the click on `target` (CSS, must be visible) until the place is painted. */
  async click(target: string | { x: number; y: number }, ...place: Parameters<Window['bench']['painted']>) {
    const spot = typeof target === 'string' ? await this.spotOf(target) : target;
    const wait = () => this.page.evaluate(([it, name]) => window.bench.painted(it!, name), place);
    const painted = wait().catch(() => this.page.waitForLoadState().then(wait)); // a sign-in may load a new document
    await this.page.mouse.move(spot.x, spot.y);
    await this.page.waitForTimeout(HOVER_MS);
    const was = await this.page.evaluate(() => window.bench.clickedAt);
    await this.page.mouse.down();
    await this.page.mouse.up();
    const until = await painted;
    const from = await this.page.evaluate(() => window.bench.clickedAt).then((at) => (at === was ? Number.NaN : at));
    return { from, until, took: until - from };
  }

  private async spotOf(target: string) {
    const box = await this.page.locator(target).locator('visible=true').first().boundingBox();
    if (!box) throw new Error(`nothing to click: ${target}`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** Position of the menu entry of that name; opens the branch that contains it. */
  async menu(name: string) {
    const link = this.page.locator('nav a').filter({ hasText: new RegExp(`^\\s*${name}\\d*\\s*$`) });
    const seen = link.locator('visible=true').first();
    if (!(await seen.isVisible())) await menuLink(this.page, name);
    await seen.waitFor();
    const box = (await seen.boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  async visit(name: string) {
    return this.click(await this.menu(name), 'list', name);
  }

  async signIn() {
    const { username, password } = this.subject.account;
    await this.page.fill('input[name=username]', username);
    await this.page.fill('input[name=password]', password);
    return this.click('form button[type=submit]', 'home');
  }
}

/** What the form needs before it takes input, with and without scripts: KB and requests. */
export async function needsOfForm(subject: Subject, note: Note): Promise<void> {
  const visit = await Visit.open(subject);
  try {
    await visit.wire.send('Network.setBlockedURLs', { urls: ['*.js', '*/api/*'] });
    await visit.page.goto(`${subject.front.url}${subject.path}`);
    const field = visit.page.locator('input[name=username]');
    const isThere = await field.isVisible();
    if (isThere) await field.pressSequentially('ab');
    if (isThere && (await field.inputValue()) === 'ab') {
      const { kilobytes, requests } = visit.came();
      note('inputBytes', kilobytes);
      note('inputRequests', requests);
      return;
    }
    await visit.wire.send('Network.setBlockedURLs', { urls: [] });
    visit.transfers.clear();
    await visit.load();
    const { kilobytes, requests } = visit.came();
    note('inputBytes', kilobytes);
    note('inputRequests', requests);
  } finally {
    await visit.close();
  }
}

/** Main-thread time while everything is recorded, and what is fetched for recording when it is off. */
async function recording(subject: Subject, note: Note): Promise<void> {
  const visit = await Visit.open(subject);
  try {
    const { page, wire } = visit;
    await visit.load();
    await visit.quiet();
    note('recordingOff', [...visit.transfers.values()].filter(({ url }) => /studio/.test(url)).length);
    await tellSettings(page, () => ({ testerMode: true }));
    await page.reload();
    await page.waitForFunction(() => 'lease' in window); // the page has reloaded, and is recorded
    await visit.quiet();
    await wire.send('Profiler.enable');
    await wire.send('Profiler.setSamplingInterval', { interval: 200 });
    await wire.send('Profiler.start');
    await visit.signIn();
    await visit.quiet();
    for (const name of [first, second, longest, orders]) await visit.visit(name);
    for (let turn = 0; turn < SWITCHES; turn++) await visit.visit(turn % 2 ? second : first);
    const { profile } = await wire.send('Profiler.stop');
    const { nodes, samples = [], timeDeltas = [] } = profile;
    const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
    let [busy, own] = [0, 0];
    for (const [at, id] of samples.entries()) {
      const { functionName, url } = frames.get(id)!;
      if (functionName === '(idle)') continue;
      const took = timeDeltas[at] ?? 0;
      busy += took;
      if (/studio/.test(url)) own += took;
    }
    note('recordingShare', (100 * own) / busy);
  } finally {
    await visit.close();
  }
}

/** How often an action is repeated to see what it leaks. */
export interface Patience {
  /** From one page to another. */
  switches: number;
  /** Times that all ten pages are opened and closed. */
  cycles: number;
}

/** One run: a first visit on a good line, one on a slow line, and a working day in between. */
export async function measure(
  subject: Subject,
  wanted: ReadonlySet<Phase>,
  { switches, cycles }: Patience,
  note: Note,
) {
  const isFloor = subject.path === '/floor';
  if (wanted.has('slow')) {
    const visit = await Visit.open(subject);
    try {
      await visit.slowDown(SLOW_CPU, true);
      const takesInput = await visit.load();
      // What is typed before the scripts have loaded must be there afterwards.
      await visit.page.locator('input[name=username]').pressSequentially('ab');
      await visit.quiet();
      const { fcp, blocked } = await visit.timings();
      note('slowFcp', fcp);
      note('slowInput', takesInput);
      note('slowTbt', blocked);
      note('typedTextLost', Number((await visit.page.inputValue('input[name=username]')) !== 'ab'));
      const { took } = await visit.signIn();
      note('slowSignIn', took);
      await visit.quiet();
      note('slowReload', (await visit.reload()).home);
    } finally {
      await visit.close();
    }
  }
  if (wanted.has('recording') && !isFloor) await recording(subject, note);
  if (!phases.some((phase) => phase !== 'slow' && phase !== 'recording' && wanted.has(phase))) return;

  const visit = await Visit.open(subject);
  try {
    const { page, wire } = visit;
    const takesInput = await visit.load();
    await visit.quiet();
    if (wanted.has('load')) {
      const { fcp, lcp, blocked } = await visit.timings();
      const { kilobytes, requests, prefetched } = visit.came();
      const { heap } = await visit.memory();
      note('fcp', fcp);
      note('lcp', lcp);
      note('input', takesInput);
      note('tbt', blocked);
      note('loginBytes', kilobytes);
      note('loginRequests', requests);
      note('prefetched', prefetched);
      note('heapLogin', heap);
      note('domLogin', await visit.elements());
    }

    const { from, until, took } = await visit.signIn();
    if (wanted.has('home')) {
      const { kilobytes, prefetched, scripts } = visit.came(until);
      note('signIn', took - subject.front.serverMs(from, until));
      note('signInWhole', took);
      note('homeBytes', kilobytes + prefetched);
      note('homeScripts', scripts);
      await visit.quiet();
      note('heapHome', (await visit.memory()).heap);
      note('heapHomeTool', await visit.toolScripts());
      note('domHome', await visit.elements());
      const { home, figures } = await visit.reload();
      note('reload', home);
      note('reloadFigures', figures);
    }

    if (wanted.has('pages')) {
      note('firstVisit', (await visit.visit(first)).took);
      await visit.visit(second);
      await visit.quiet();
      const places = [
        { spot: await visit.menu(first), name: first },
        { spot: await visit.menu(second), name: second },
      ];
      const walk = async (count: number) => {
        const times: number[] = [];
        for (let at = 0; at < count; at++) {
          const { spot, name } = places[at % 2]!;
          times.push((await visit.click(spot, 'list', name)).took);
        }
        return times;
      };
      await walk(4);
      await visit.quiet();
      await page.evaluate(() => {
        window.bench.interactions = {};
      });
      const times = await walk(SWITCHES);
      note('switch', medianOf(times));
      note('switchP95', shareOf(times, 0.95));
      const slowest = await page.evaluate(() => Object.values(window.bench.interactions));
      // the browser does not report interactions under 16 ms
      const told = [...slowest, ...Array<number>(Math.max(0, SWITCHES - slowest.length)).fill(16)];
      note('inp', medianOf(told));
      note('inpWorst', Math.max(...told));
      await visit.quiet();
      note('heapLists', (await visit.memory()).heap);
      await visit.slowDown(SLOW_CPU);
      note('switchSlow', medianOf(await walk(SWITCHES / 2)));
      await visit.slowDown(1);
    }

    if (wanted.has('rows')) {
      await visit.visit(longest);
      await visit.quiet();
      /** Chooses so many rows a page, which the server remembers for the person, and answers when, in epoch ms. */
      const choose = (size: string) =>
        page.evaluate(async (wanted) => {
          const select = window.bench.seen('.Pager-size select') as HTMLSelectElement;
          select.value = wanted;
          const from = performance.timeOrigin + performance.now();
          const painted = window.bench.painted(wanted === '200' ? 'rows' : 'tenRows');
          select.dispatchEvent(new Event('change', { bubbles: true }));
          return [from, await painted] as const;
        }, size);
      if (!isFloor) {
        // Pages that stay mounted in the background would be counted as well.
        await page.reload();
        await page.evaluate((name) => window.bench.painted('list', name), longest);
        await visit.quiet();
        await choose('10');
        note('domTenRows', await visit.elements());
      }
      const [from, until] = await choose('200');
      note('rows', until - from - subject.front.serverMs(from, until));
      note('rowsWhole', until - from);
      note('domRows', await visit.elements());
      await visit.slowDown(SLOW_CPU);
      const gaps = await page.evaluate(() => window.bench.scroll(40, 90));
      await visit.slowDown(1);
      note('scrollWorst', Math.max(...gaps));
      note('scrollLate', (100 * gaps.filter((gap) => gap > 18).length) / gaps.length);
    }

    if (wanted.has('leak')) {
      for (const name of [first, second]) await visit.visit(name);
      const walk = (count: number) =>
        page.evaluate(
          async ([times, ...names]) => {
            for (let at = 0; at < times; at++) {
              const name = names[at % 2]!;
              const links = [...document.querySelectorAll<HTMLElement>('nav a')];
              links.find((link) => link.textContent?.trim() === name && link.checkVisibility())?.click();
              await window.bench.painted('list', name);
            }
          },
          [count, first, second] as [number, string, string],
        );
      await walk(SWITCHES_WARM_UP);
      await visit.quiet();
      const before = await visit.weigh();
      await walk(switches);
      await visit.quiet();
      const after = await visit.weigh();
      note('heapPerSwitch', ((after.own - before.own) * 1000) / switches);
      note('codePerSwitch', ((after.compiled - before.compiled) * 1000) / switches);
      note('nodesPerHundred', ((after.nodes - before.nodes) * 100) / switches);
      note('listenersPerHundred', ((after.listeners - before.listeners) * 100) / switches);
    }

    if (wanted.has('tabs') && !isFloor) {
      await visit.visit(orders);
      await page.selectOption('.Pager-size select >> visible=true', '30');
      await page.waitForFunction((count) => document.querySelectorAll('tr[data-row]').length >= count, OPENED_TABS);
      const ids = await page.evaluate(
        (count) =>
          [...document.querySelectorAll<HTMLElement>('tr[data-row]')].slice(0, count).map((it) => it.dataset.row),
        OPENED_TABS,
      );
      const list = new URL(page.url()).pathname;
      const round = async () => {
        await page.evaluate(
          async ([base, ...rows]) => {
            for (const row of rows) {
              history.pushState(null, '', `${base}/detail/${row}`);
              dispatchEvent(new PopStateEvent('popstate'));
              await window.bench.painted('page');
            }
          },
          [list, ...ids],
        );
        await visit.quiet();
        const cross = page.locator('.TabStrip-tabClose');
        note('tabsOpen', await cross.count());
        while ((await cross.count()) > 0) await cross.first().evaluate((it: HTMLElement) => it.click());
        await visit.quiet();
      };
      await round(); // loads the code and fills its caches
      const before = await visit.weigh();
      for (let at = 0; at < ROUNDS; at++) await round();
      const after = await visit.weigh();
      note('tabsHeap', after.own - before.own);
      note('tabsNodes', after.nodes - before.nodes);
    }

    if (wanted.has('cycles') && !isFloor) {
      const walk = async (times: number) => {
        for (let at = 0; at < times; at++) {
          await page.evaluate(async (paths) => {
            const frame = () => new Promise(requestAnimationFrame);
            for (const path of paths) {
              history.pushState(null, '', path);
              dispatchEvent(new PopStateEvent('popstate'));
              await frame();
              await frame(); // the previous page has gone
              await window.bench.painted('page');
            }
          }, pages);
          const cross = page.locator('.TabStrip-tabClose');
          while ((await cross.count()) > 0) await cross.first().evaluate((it: HTMLElement) => it.click());
        }
        await visit.quiet();
        await page.waitForTimeout(5000); // messages disappear after a while
      };
      await walk(CYCLES_WARM_UP);
      const before = await visit.weigh();
      await walk(cycles);
      const after = await visit.weigh();
      note('cyclesPages', cycles * pages.length);
      note('cyclesHeap', (100 * (after.own - before.own)) / before.own);
      note('cyclesCode', (after.compiled - before.compiled) * 1000);
      note('cyclesNodes', after.nodes - before.nodes);
      note('cyclesListeners', after.listeners - before.listeners);
    }

    if (wanted.has('errors')) {
      const worst = await page.evaluate(async () => {
        let [last, longest, isOver] = [performance.now(), 0, false];
        const watch = () => {
          const now = performance.now();
          longest = Math.max(longest, now - last);
          last = now;
          if (!isOver) requestAnimationFrame(watch);
        };
        requestAnimationFrame(watch);
        for (let burst = 0; burst < 100; burst++) {
          for (let n = 0; n < 100; n++) {
            const error = new Error(`fault ${burst}-${n}`);
            dispatchEvent(new ErrorEvent('error', { message: error.message, error }));
          }
          await new Promise((next) => setTimeout(next, 10));
        }
        await new Promise((next) => setTimeout(next, 500)); // including follow-up requests
        isOver = true;
        return longest;
      });
      note('errorsWorst', worst);
    }

    if (wanted.has('designer') && !isFloor) {
      // A process of six steps, whichever models the server has.
      const model = { id: '1', name: '请假', modelKey: 'leave', version: 1, modelEditorXml: sampleXml };
      await page.route('**/blade-flow/model/detail*', (route) =>
        route.fulfill({ json: { code: 200, success: true, data: model, msg: '' } }),
      );
      await visit.quiet();
      const [from, until] = await page.evaluate(async () => {
        const start = performance.timeOrigin + performance.now();
        history.pushState(null, '', '/flow/model/design/1');
        dispatchEvent(new PopStateEvent('popstate'));
        return [start, await window.bench.painted('designer')];
      });
      note('designer', until! - from!);
    }

    if (wanted.has('language')) {
      await visit.visit(first);
      await visit.quiet();
      const field = page.locator('main input:visible').first();
      await field.fill('half typed');
      const button = '[aria-label*="语言"], [aria-label*="Language"]';
      const opener = page.locator(button).locator('visible=true').first();
      if (!isFloor) await opener.click();
      const choice = isFloor ? button : '[role^=menuitem]:has-text("English")';
      const { took } = await visit.click(choice, 'translated', first);
      note('language', took);
      note('inputLost', Number((await field.inputValue()) !== 'half typed'));
    }
    await wire.detach();
  } finally {
    await visit.close();
  }
}
