import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The output and the exit code of `npm run replay -- …`. */
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
