/** `npm start`: from a bare clone to a running server, doing only what is still missing. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ensureNode, giveUp, root } from './ensure.mjs';

try {
  ensureNode();
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  giveUp(error);
}

// `exec` in package.json lets npm's signals reach us instead of the shell between; an npm that is killed outright
// passes nothing on, so losing it counts as being asked to stop.
if (process.env.npm_lifecycle_event !== undefined) {
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}

// The server takes this process over instead of becoming its child: signals, output and the exit code are then its
// own, and no orphan stays behind when the starter is killed.
const server = join(root, 'dist/server/main.js');
process.argv[1] = server;
createRequire(import.meta.url)(server);
