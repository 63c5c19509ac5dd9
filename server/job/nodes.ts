/** The processes on which jobs run, and what this one has to offer. */

import { statfs } from 'node:fs/promises';
import { availableParallelism, freemem, hostname, loadavg, networkInterfaces, tmpdir } from 'node:os';
import { sql } from 'kysely';
import type { Context, Deps, NodeInfo } from '../kernel/context';

const gib = 1024 ** 3;
const alone: NodeInfo = { number: () => 0, name: hostname(), tags: [], dataDir: tmpdir() };

/** This process. */
export function ownNode({ node }: Pick<Deps, 'node'>): NodeInfo {
  return node ?? alone;
}

/** Numbers of the processes whose lease holds, this one first. */
export async function liveNodes({ trx, deps }: Pick<Context, 'trx' | 'deps'>): Promise<number[]> {
  const own = ownNode(deps).number();
  const { rows } = await sql<{ node: number }>`
    select node from node_lease where expires_at > clock_timestamp() and holder <> '' order by node`.execute(trx);
  return [own, ...rows.map(({ node }) => node).filter((node) => node !== own)];
}

function addresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
}

/** Whether a job that names its nodes means this one: by number, host, address (a port is ignored) or tag. */
function isMeant(designated: string | null, node: NodeInfo): boolean {
  const wanted = (designated ?? '').split(/[,，;\s]+/).filter((one) => one !== '');
  if (wanted.length === 0) return true;
  const own = new Set(
    [String(node.number()), hostname(), ...addresses(), ...node.tags].map((one) => one.toLowerCase()),
  );
  return wanted.some((one) => own.has(one.toLowerCase()) || own.has(one.toLowerCase().replace(/:\d+$/, '')));
}

export interface Needs {
  designated_workers: string | null;
  min_cpu_cores: number;
  min_memory_space: number;
  min_disk_space: number;
}

/** Whether the job may run on this process now: it is one of those named, and has so much to spare. */
export async function isFit(deps: Pick<Deps, 'node'>, job: Needs): Promise<boolean> {
  const node = ownNode(deps);
  if (!isMeant(job.designated_workers, node)) return false;
  if (job.min_cpu_cores > 0 && availableParallelism() - loadavg()[0]! < job.min_cpu_cores) return false;
  if (job.min_memory_space > 0 && freemem() / gib < job.min_memory_space) return false;
  if (job.min_disk_space === 0) return true;
  const { bavail, bsize } = await statfs(node.dataDir);
  return (bavail * bsize) / gib >= job.min_disk_space;
}
