import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The number of the embedded database's process. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Processor time that a process and all below it have used, ended children included, in ms. Linux only. */
export function processorTime(roots: readonly number[]): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const fields = readFileSync(join('/proc', pid, 'stat'), 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ');
        const used = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
        return [{ pid: Number(pid), parent: Number(fields[1]), used }];
      } catch {
        return []; // it has ended meanwhile
      }
    });
  const wanted = new Set(roots);
  for (let size = 0; size !== wanted.size; ) {
    size = wanted.size;
    for (const { pid, parent } of stats) if (wanted.has(parent)) wanted.add(pid);
  }
  const ticksPerSecond = 100;
  return (stats.reduce((sum, { pid, used }) => sum + (wanted.has(pid) ? used : 0), 0) * 1000) / ticksPerSecond;
}
