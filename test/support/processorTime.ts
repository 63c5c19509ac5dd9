import { readFileSync } from 'node:fs';

/** Milliseconds of the processor that work takes in this process: what else the machine does is not counted. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** In these, ms, the system counts the processor time of a process. */
export const tickMs = 10;

/** Milliseconds of the processor that another process has taken so far, by its number; as Linux counts them. */
export function processorTimeOf(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user = 0, system = 0] = rest.split(' ').slice(11, 13).map(Number);
  return (user + system) * tickMs;
}
