import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { replaying } from '../../scripts/replay/replaying';

/** The output and the exit code of `npm run replay -- …`, in a process of its own: an environment is read at its start. */
export function replayCommand(args: readonly string[], env: Record<string, string> = {}) {
  const root = join(__dirname, '../..');
  const program = [join(root, 'node_modules/tsx/dist/cli.mjs'), '--require', './scripts/headless.cjs'];
  const { status, stdout } = spawnSync(process.execPath, [...program, 'scripts/replay.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, lines: stdout.trim().split('\n') };
}

/** The same in this process, which has compiled the console already. */
export async function replayHere(args: readonly string[]) {
  const lines: string[] = [];
  const isGood = await replaying(args, (line) => lines.push(...line.split('\n')));
  return { status: isGood ? 0 : 1, lines };
}
