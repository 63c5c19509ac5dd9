/** The demo portfolio, which is made once per run and start time: its files, and what its visitors are told. */
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Deps } from '../../server/kernel/context';
import { snowflake } from '../../server/kernel/ids';
import { type ForVisitors, fillDemo } from '../../server/seed/demo/demo';

/** The node that the numbers of the portfolio are of; no server of a test has it. */
export const demoNode = 1000;

export function keptPortfolio(now: string) {
  const shared = process.env.TEST_SHARED;
  if (!shared) throw new Error('No folder for what files of a run share: run this file in the `server` project');
  const name = join(shared, `demo-${createHash('sha256').update(`${now} ${__dirname}`).digest('hex').slice(0, 16)}`);
  return {
    /** Into a database, and the files of `folder`. What is random there is drawn by no server that goes on from it. */
    async fill(deps: Deps, folder: string): Promise<void> {
      let drawn = 0;
      const random = (bytes: number) => createHash('sha512').update(`demo ${drawn++}`).digest().subarray(0, bytes);
      const newId = snowflake(deps.now, demoNode);
      const told = await fillDemo({ ...deps, newId, random }, () => undefined);
      cpSync(folder, name, { recursive: true });
      writeFileSync(`${name}.json`, JSON.stringify(told));
    },
    copy: (folder: string): void => cpSync(name, folder, { recursive: true }),
    told: (): ForVisitors => JSON.parse(readFileSync(`${name}.json`, 'utf8')),
  };
}
