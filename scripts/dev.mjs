/**
 * `npm run dev`: console and server from their sources, both anew at every save. Installs first what is missing. The
 * console answers at PORT and hands calls on to the server at API_PORT; a debugger finds the server at INSPECT_PORT.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { endWithNpm, ensureInstalled, ensureNode, giveUp, Halt, root, tell, tellOfLanguages } from './ensure.mjs';

const { HOST = '127.0.0.1', PORT = '8790', INSPECT_PORT = '9229', API_PORT = String(Number(PORT) + 1) } = process.env;
const address = `http://${HOST}:${PORT}`;

/** Asked before anything is made: the usual holder is an `npm start` that still runs. */
async function ensureFree(name, port, host) {
  const asked = createServer().listen(Number(port), host);
  try {
    await once(asked, 'listening');
  } catch (error) {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Halt(
      `端口 ${port} 已被占用：请先停止 npm start，或用 ${name} 换一个端口 / Port ${port} is in use: stop npm start first, or set ${name}`,
    );
  }
  asked.close();
  await once(asked, 'close');
}

try {
  ensureNode();
  await ensureInstalled();
  tellOfLanguages();
  await ensureFree('PORT', PORT, HOST);
  await ensureFree('API_PORT', API_PORT, '127.0.0.1');
} catch (error) {
  giveUp(error);
}
endWithNpm();

/** What the server reads at its start without an import, and the halves of modules, which it finds by their names: a new
 *  one is imported by nothing yet. */
const read = ['texts/*/*.json', 'server/migrations/*.sql', 'scripts/languages.cjs', 'server/**/*.ts'];

/** In the order in which they end. */
const running = new Set();
/** stdin stays with the terminal: a key press there asks for nothing. */
function start(args, env) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
    detached: true, // a Ctrl-C in the terminal is for us; we end what we have started
  });
  running.add(child);
  child.once('exit', (code) => {
    running.delete(child);
    void stop(code ?? 1);
  });
  return child;
}

let isStopping = false;
async function stop(code) {
  if (isStopping) return;
  isStopping = true;
  process.exitCode = code;
  // The console first: the server has no open connections then, and ends at once.
  for (const child of [...running]) {
    if (!running.has(child)) continue; // it has ended meanwhile
    child.kill('SIGTERM');
    await Promise.race([once(child, 'exit'), once(child, 'message')]);
  }
  await Promise.all([...running].map((child) => once(child, 'exit')));
  process.exit();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // A second Ctrl-C does not wait until the console has stored what it made.
  process.on(signal, () => void (isStopping ? shown.kill('SIGKILL') : stop(0)));
}

const startedAt = performance.now();
tell(
  `开发环境启动中，就绪后打开 ${address} … / Starting the development servers; once the console is ready, open ${address}`,
);
const languages = ['--require', './scripts/languages.cjs'];
const shown = start(['--require', 'tsx/cjs', ...languages, 'scripts/devConsole.ts'], { HOST, PORT, API_PORT });
/** The watcher knows nothing of the channel, which closes when this process is killed. */
const endWithUs = 'data:text/javascript,process.on("disconnect",()=>process.kill(process.pid,"SIGTERM"))';
start(
  [
    ...['--import', endWithUs, 'node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false'],
    ...read.map((one) => `--include=${one}`),
    ...[`--inspect=127.0.0.1:${INSPECT_PORT}`, ...languages, 'server/main.ts'],
  ],
  { HOST: '127.0.0.1', PORT: API_PORT, PUBLIC_URL: process.env.PUBLIC_URL ?? address, DRAIN_SECONDS: '0' },
);
shown.once('message', () => {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  tell(`控制台已就绪 / The console is ready: ${address} (${seconds} s)`);
});
