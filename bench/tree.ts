/**
 * `npm run bench:tree`: what a tree of five thousand nodes costs a user, from the event to the next frame, and what
 * its functions cost by themselves. Medians. It judges nothing: machines differ.
 *
 * `--runs 20`, `--nodes 5000`.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import {
  branchesOf,
  checkState,
  type TreeNode,
  toggled,
  treeIndex,
  treeOf,
  visibleRows,
} from '../contract/schema/tree';
import { findBrowser, launch } from '../test/support/browser';
import { lonePage } from '../test/support/lonePage';

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '20' }, nodes: { type: 'string', default: '5000' } },
});

function median(values: readonly number[]) {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}
function line(name: string, samples: readonly number[]) {
  return console.log(`${name.padEnd(56)}${median(samples).toFixed(2).padStart(8)} ms`);
}

/** ms from the event that `act` dispatches to the end of the frame that shows its effect. */
function toNextFrame(page: Page, act: () => void) {
  return page.evaluate(async (source) => {
    const afterFrame = () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          port2.postMessage(null);
        }),
      );
    await afterFrame();
    const start = performance.now();
    new Function(`return (${source})()`)();
    await afterFrame();
    return performance.now() - start;
  }, act.toString());
}

/** Each runs in the page. */
const steps: readonly (readonly [string, () => void])[] = [
  ['nothing at all (the frame itself)', () => undefined],
  ['open all', () => document.querySelector('button')!.click()],
  ['tick one leaf', () => document.querySelector<HTMLElement>('[data-row="button-0"] .tick-tick')!.click()],
  ['tick the root', () => document.querySelector<HTMLElement>('[data-row="all"] .tick-tick')!.click()],
  ['untick the root', () => document.querySelector<HTMLElement>('[data-row="all"] .tick-tick')!.click()],
  ['close the root', () => document.querySelector<HTMLElement>('[data-row="all"] .Tree-twisty')!.click()],
  ['open the root', () => document.querySelector<HTMLElement>('[data-row="all"] .Tree-twisty')!.click()],
  [
    'go to the last row',
    () =>
      document
        .querySelector('.Tree-tree')!
        .dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true, cancelable: true })),
  ],
  ['scroll to the middle', () => document.querySelector('.Tree-tree')!.scrollTo(0, 70_000)],
  ...['7', '77', '777', ''].map((text) => {
    const act = () => {
      const field = document.querySelector<HTMLInputElement>('.TreePane-head input')!;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'TEXT');
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const written = Object.assign(() => undefined, {
      toString: () => act.toString().replace(/['"]TEXT['"]/, `'${text}'`),
    });
    return [text ? `seek ${text}` : 'seek nothing any more', written] as const;
  }),
];

/** Flat rows, as a server sends them. */
function flatRows(count: number): TreeNode[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `${at}`,
    parentId: at === 0 ? '' : at <= 200 ? '0' : `${1 + (at % 200)}`,
    title: `按钮 ${at}`,
    note: `code_${at}`,
  }));
}

async function bench(): Promise<void> {
  const [runs, nodes] = [Number(options.runs), Number(options.nodes)];
  const samples = new Map<string, number[]>();
  const note = (name: string, ms: number) => samples.set(name, [...(samples.get(name) ?? []), ms]);

  const rows = flatRows(nodes);
  const index = treeIndex(treeOf(rows));
  const [all, none] = [new Set(branchesOf(index)), new Set<string>()];
  const functions: readonly (readonly [string, () => unknown])[] = [
    ['treeOf and treeIndex', () => treeIndex(treeOf(rows))],
    ['visibleRows, all open', () => visibleRows(index, { open: all })],
    ['visibleRows, seek', () => visibleRows(index, { open: none, seek: 'CODE_7' })],
    ['checkState', () => checkState(index, all)],
    ['toggled, the root', () => toggled(index, none, '0')],
  ];
  for (let run = 0; run < runs; run++)
    for (const [name, act] of functions) {
      const start = performance.now();
      act();
      note(name, performance.now() - start);
    }

  const lone = await lonePage('longTree.tsx');
  findBrowser('whole');
  const browser = await launch();
  try {
    console.log(`chromium ${browser.version()} · ${cpus().length} processors · ${nodes} nodes · medians of ${runs}\n`);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    // The compiler adds calls of `__name` to the functions that are sent into the page.
    await page.addInitScript('globalThis.__name = (named) => named');
    for (let run = 0; run < runs; run++) {
      await page.goto(`${lone.url}?nodes=${nodes}&ticks`);
      await page.locator('[data-row]').first().waitFor();
      for (const [name, act] of steps) note(`in the page: ${name}`, await toNextFrame(page, act));
    }
    for (const [name, figures] of samples) line(name, figures);
  } finally {
    await browser.close();
    lone.remove();
  }
}

bench().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
