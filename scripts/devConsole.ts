/**
 * The console for its developers, on an address of its own in front of the server: what is saved replaces what the page
 * has, or loads the page anew. `npm run dev` starts it (scripts/dev.mjs) and says where the server is.
 */
import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Compiler, type Configuration } from 'webpack';
import DevServer, { type RequestHandler } from 'webpack-dev-server';
import { isPage } from '../server/platform/static';
import { consoleSources, inText, type Making } from '../webpack.config';

const root = process.cwd();
const reload = createRequire(join(root, 'scripts/devConsole.ts'));
/** How long a call waits for a server that starts again, in milliseconds. */
const patienceMs = 60_000;
const pollMs = 50;

/** What the files of `scripts/` read, and with it when they are to be read again. */
const readBy = { languages: 'texts', screens: 'src/features' };

const script = join(root, 'scripts/loaders/devScript.cjs');
const drawing = /^HtmlWebpackCompiler/;

const forDevelopers: Making = {
  // Taken up as soon as they are saved, like the server's halves.
  undrawn: (sentence) => console.error(`[leasedesk] ${sentence}`),
  typeScript: [
    { test: /\.tsx?$/, loader: script, compiler: { not: drawing }, options: { refresh: true } },
    // The page that is drawn while it is built is never refreshed.
    { test: /\.tsx?$/, loader: script, compiler: drawing, options: { refresh: false } },
  ],
  writeIn(name) {
    const file = join(root, `scripts/${name}.cjs`);
    const readAgain = (): Record<string, string> => {
      delete reload.cache[file];
      return inText(reload(file));
    };
    const depends = { contextDependencies: [join(root, readBy[name])] };
    return new webpack.DefinePlugin(
      Object.fromEntries(
        Object.keys(readAgain()).map((key) => {
          const value = () => readAgain()[key]!;
          return [key, webpack.DefinePlugin.runtimeValue(value, { ...depends, version: value })];
        }),
      ),
    );
  },
};

/** index.html is no module that could be replaced: the page loads anew when another one was drawn. */
class ReloadFirstPage {
  constructor(private readonly tell: () => void) {}
  apply(compiler: Compiler) {
    let last: string | undefined;
    compiler.hooks.compilation.tap('ReloadFirstPage', (compilation) => {
      HtmlWebpackPlugin.getHooks(compilation as never).beforeEmit.tap('ReloadFirstPage', (data) => {
        if (last !== undefined && last !== data.html) this.tell();
        last = data.html;
        return data;
      });
    });
  }
}

export function devConfiguration(tell: () => void): Configuration {
  const sources = consoleSources('development', forDevelopers);
  const { buildDependencies } = sources.cache;
  return {
    ...sources,
    module: {
      rules: [
        ...sources.module.rules,
        {
          test: /@fluentui\/.*\.js$/,
          loader: join(root, 'scripts/loaders/devIcons.cjs'),
          resolve: { fullySpecified: false },
        },
      ],
    },
    devtool: false,
    output: {
      path: join(root, '.cache/dev'), // held in memory
      publicPath: '/',
      filename: 'assets/[name].js',
      hotUpdateChunkFilename: 'assets/[id].[fullhash].hot-update.js',
      hotUpdateMainFilename: 'assets/[runtime].[fullhash].hot-update.json',
    },
    plugins: [
      ...sources.plugins,
      new MiniCssExtractPlugin({ filename: 'assets/[name].css', ignoreOrder: true }),
      // a module that does not compile is shown by the dev server
      new ReactRefreshPlugin({ overlay: false }),
      new ReloadFirstPage(tell),
      // of our own sources; the packages' would double the time and the memory
      new webpack.EvalSourceMapDevToolPlugin({
        ...{ module: true, columns: false, exclude: /node_modules/ },
        moduleFilenameTemplate: 'webpack://leasedesk/[resource-path]',
      }),
    ],
    cache: {
      ...sources.cache,
      name: 'console-served',
      buildDependencies: {
        config: [
          ...buildDependencies.config,
          ...['scripts/devConsole.ts', 'scripts/loaders/devScript.cjs', 'scripts/loaders/devIcons.cjs'].map((it) =>
            join(root, it),
          ),
        ],
      },
    },
    infrastructureLogging: { level: 'warn' },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
/** A call that meets a server between its end and its next start waits for that. */
async function untilServed(port: number): Promise<void> {
  for (const giveUpAt = Date.now() + patienceMs; Date.now() < giveUpAt && !(await answers(port)); ) await sleep(pollMs);
}

/** What answers a request: the build its own files, and the first page for every page of the console. */
function answererOf(request: Pick<IncomingMessage, 'headers' | 'url'>): 'build' | 'page' | 'server' {
  const [path = ''] = (request.url ?? '/').slice(1).split('?');
  if (path === 'index.html' || path.startsWith('assets/')) return 'build';
  return isPage(request, path) && !/\.\w+$/.test(path) ? 'page' : 'server';
}
const proxyName = 'http-proxy-middleware';

async function serve(port: number, host: string, apiPort: number): Promise<void> {
  const compiler = webpack(devConfiguration(() => server.sendMessage(clients(), 'static-changed')))!;
  const answer: RequestHandler = (request, reply, next) => {
    const by = answererOf(request);
    // A page may be left while its call waits; handed on, that call would stay open at the server.
    if (by === 'server') return void untilServed(apiPort).then(() => reply.destroyed || next(), next);
    if (by === 'page') request.url = '/index.html';
    next();
  };
  const clients = () => server.webSocketServer?.clients ?? [];
  const server = new DevServer(
    {
      port,
      host,
      hot: true,
      compress: false,
      static: false,
      client: { overlay: { errors: true, warnings: false, runtimeErrors: false }, logging: 'warn' },
      devMiddleware: { publicPath: '/' },
      // Before the build, which makes everything wait while it is at work.
      setupMiddlewares: (all) => [
        { name: 'answerer', middleware: answer },
        ...all.filter(({ name }) => name === proxyName),
        ...all.filter(({ name }) => name !== proxyName),
      ],
      proxy: [
        {
          target: `http://127.0.0.1:${apiPort}`,
          context: (_path, request) => answererOf(request) === 'server',
          // A page that was left would keep its stream of events open at the server; that it ends so is no fault.
          onProxyReq: (passed, _request, answer) =>
            void answer.once('close', () => {
              passed.removeAllListeners('error').on('error', () => undefined);
              passed.destroy();
            }),
        },
      ],
    },
    compiler,
  );
  compiler.hooks.done.tap('ready', () => process.send?.('ready'));
  await server.start();
  async function stop() {
    await server.stop();
    process.send?.('closed');
    // keeps what was made for the next start
    await new Promise((resolve) => compiler.close(resolve));
    process.exit();
  }
  process.on('SIGTERM', stop).on('SIGINT', stop).on('disconnect', stop);
}

if (require.main === module) {
  const { PORT, API_PORT, HOST } = process.env;
  void serve(Number(PORT), HOST!, Number(API_PORT));
}
