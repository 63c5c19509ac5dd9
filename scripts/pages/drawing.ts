/** `npm run drawing` writes the layers of the architecture as a drawing into the pages of the front. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mayImport } from '../../test/house/layers';

export const drawnIn = ['README.md', 'README.zh-CN.md'] as const;
const block = /```mermaid\n[\s\S]*?```/;

/** What stands as one box: all business areas of the server are alike, and so are the features of the console. */
function boxOf(layer: string): string | undefined {
  if (layer.startsWith('contract')) return 'contract';
  if (layer.startsWith('src/features')) return 'src/features';
  // Where a half is put together it imports everything.
  if (/\.tsx?$/.test(layer) || layer === 'server/seed' || layer === 'server' || layer === 'src') return undefined;
  const [half, folder] = layer.split('/');
  const isArea = half === 'server' && folder !== 'http' && mayImport[`server/${folder}`]?.includes('server/auth');
  return isArea ? 'server/areas' : layer;
}

function arrows(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [layer, others] of Object.entries(mayImport)) {
    const from = boxOf(layer);
    if (!from) continue;
    const to = found.get(from) ?? new Set();
    found.set(from, to);
    for (const other of others.map(boxOf)) if (other && other !== from) to.add(other);
  }
  return found;
}

/** Without the arrows that a longer way says as well. */
function reduced(all: Map<string, Set<string>>): [from: string, to: string][] {
  const reaches = (from: string, to: string): boolean =>
    [...(all.get(from) ?? [])].some((next) => next === to || reaches(next, to));
  return [...all].flatMap(([from, others]) =>
    [...others]
      .filter((to) => ![...others].some((other) => other !== to && reaches(other, to)))
      .map((to): [string, string] => [from, to]),
  );
}

/** The drawing in the language of Mermaid, made from the rules that the sources are compared with. */
export function drawing(): string {
  const all = arrows();
  const name = (box: string) => box.replace('/', '_');
  const boxes = (half: string) =>
    [...all.keys()].filter((box) => box.startsWith(half)).map((box) => `    ${name(box)}["${titleOf(box)}"]`);
  return [
    '```mermaid',
    'flowchart TD',
    ...['  subgraph console [Console]', ...boxes('src/'), '  end'],
    ...['  subgraph server [Server]', ...boxes('server/'), '  end'],
    ...['contract', 'texts'].map((box) => `  ${box}["${box}/"]`),
    '  database[(PostgreSQL)]',
    ...reduced(all).map(([from, to]) => `  ${name(from)} --> ${name(to)}`),
    '  src_world -. HTTP .-> server_http',
    '  server_kernel -.-> database',
    '```',
  ].join('\n');
}

function titleOf(box: string): string {
  return box === 'server/areas' ? 'server/‹area›: lease, esign, flow, job, …' : `${box}/`;
}

/** The drawing that a page has now. */
export function drawnOn(page: string): string | undefined {
  return block.exec(page)?.[0];
}

function write(): void {
  for (const file of drawnIn) {
    const path = join(__dirname, '../..', file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(block, drawing));
  }
}

if (require.main === module) write();
