/**
 * `npm start`: from a fresh clone to a running server, doing only what is still missing; then it supervises the server
 * and restarts it when it ends by itself.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithNpm, ensureBuilt, ensureInstalled, ensureNode, giveUp, root, tell } from './ensure.mjs';

const restarts = 8; // in a row; a server that has run at least as long as below starts a new row
const steadyMs = 60_000;
const pauseMs = { first: 500, most: 30_000 };
/** Exit code of a refused start: a setting, a directory, a key. The same start would be refused again. */
const refused = 1;
/** Exit code of a server whose database has become newer: only another program can be started after it. */
const outdated = 75;

try {
  ensureNode();
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  giveUp(error);
}

endWithNpm();

const asked = new AbortController();
let server;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    asked.abort();
    server?.kill('SIGTERM');
  });
}

// The channel closes when this process is killed, which makes the server stop as well.
for (let row = 0, before; !asked.signal.aborted; ) {
  const startedAt = performance.now();
  server = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const [code, signal] = await once(server, 'exit');
  process.exitCode = code ?? 128 + constants.signals[signal];
  if (asked.signal.aborted || code === 0 || (code === refused && [undefined, outdated].includes(before))) break;
  before = code;
  if (performance.now() - startedAt > steadyMs) row = 0;
  const how = signal ?? `exit code ${code}`;
  if (row === restarts) {
    tell(
      `服务器连续 ${row} 次重启失败（${how}），不再重试 / The server ended ${row + 1} times in a row (${how}); giving up`,
    );
    break;
  }
  const pause = Math.min(pauseMs.first * 2 ** row, pauseMs.most);
  row += 1;
  tell(
    `服务器意外结束（${how}），${pause / 1000} 秒后重启 / The server ended (${how}); starting it again in ${pause / 1000} s (${row} of ${restarts})`,
  );
  await sleep(pause, undefined, { signal: asked.signal }).catch(() => undefined);
}
process.exit();
