/** Two builds: the console for the browser (dist/public) and the server for Node (dist/server).
 *  `npm run build` makes both, `npm run build -- --env only=console` or `only=server` one of them. */
// Before the contract, which reads it when it is loaded.
import './scripts/languages.cjs';

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BrotliOptions, constants, type ZlibOptions } from 'node:zlib';
import { minifySync } from '@swc/core';
import CompressionPlugin from 'compression-webpack-plugin';
import CopyPlugin from 'copy-webpack-plugin';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import webpack, {
  type Chunk,
  type ChunkGraph,
  type Compilation,
  type Compiler,
  type Configuration,
  type Module,
  type RuleSetRule,
  type WebpackPluginInstance,
} from 'webpack';
import { allModules, fileOf, modules } from './contract/modules';
import { defaultSettings } from './contract/wire/settings';
import { hasPart } from './scripts/languageParts.cjs';
import languages from './scripts/languages.cjs';
import screens from './scripts/screens.cjs';
import { styleRule } from './scripts/styleRule';

const root = __dirname;
/** Source maps are for us, not for the public folder; this is their place as seen from it. */
const maps = '../maps';

/** The files anywhere under a folder, named as seen from it; none where there is no such folder. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => statSync(join(folder, name)).isFile());
}

function addressOf(file: string) {
  return `/${file}`;
}
function mainStyle(compilation: Compilation) {
  return compilation.entrypoints
    .get('main')!
    .getFiles()
    .find((file) => file.endsWith('.css'))!;
}

/** What src/shell/login/firstPage.tsx is told of the build. */
function firstPageParameters(compilation: Compilation) {
  const filesOf = (...chunks: string[]) =>
    chunks.flatMap((name) => {
      const group = compilation.namedChunkGroups.get(name);
      if (!group) throw new Error(`the first page fetches the chunk '${name}' ahead, and there is none`);
      return group.getFiles();
    });
  const first = filesOf('main', 'program');
  const inside = filesOf('calls', 'frame');
  const beyond = (known: readonly string[], ...chunks: string[]) =>
    [...new Set(filesOf(...chunks))].filter((it) => !known.includes(it)).map(addressOf);
  // An incomplete language may lack one of them.
  const hasText = (part: string) => (code: string) => hasPart(join(root, 'texts'), code, `${part}.ts`);
  const words = (part: string) =>
    Object.fromEntries(
      languages.__languages__.map(({ code, fallback }) => [
        code,
        beyond(first, ...[code, ...fallback].filter(hasText(part)).map((one: string) => `${one}-${part}`)),
      ]),
    );
  return {
    built: {
      css: String(compilation.getAsset(mainStyle(compilation))!.source.source()),
      scripts: filesOf('main')
        .filter((file) => file.endsWith('.js'))
        .map(addressOf),
      program: filesOf('program').map(addressOf),
      inside: beyond(first, 'calls', 'frame'),
      words: words('frame'),
      spare: beyond([...first, ...inside], 'overlays', 'dialogs'),
      spareWords: words('pages'),
    },
  };
}

/**
 * Index.html carries what the form of signing in needs: its stylesheet is no file of its own any more, its script is
 * made small. The hashes of both are written beside the public folder, for the server's content security policy.
 */
class FirstPage {
  apply(compiler: Compiler) {
    const inside = (tag: string) => new RegExp(`(?<=<${tag}>)[^]*?(?=</${tag}>)`, 'g');
    compiler.hooks.thisCompilation.tap('FirstPage', (compilation) => {
      HtmlWebpackPlugin.getHooks(compilation as never).beforeEmit.tap('FirstPage', (data) => {
        data.html = data.html.replace(
          inside('script'),
          (code) => minifySync(code, { compress: true, mangle: true }).code,
        );
        compilation.deleteAsset(mainStyle(compilation));
        return data;
      });
      // Not before: until then the page still names files whose hashes change.
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1;
      compilation.hooks.processAssets.tap({ name: 'FirstPage', stage }, () => {
        const page = String(compilation.getAsset('index.html')!.source.source());
        const hashes = (tag: string) =>
          [...page.matchAll(inside(tag))].map(
            ([text]) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
          );
        const csp = JSON.stringify({ scriptHashes: hashes('script'), styleHashes: hashes('style') });
        compilation.emitAsset('../csp.json', new webpack.sources.RawSource(csp));
      });
    });
  }
}

/** Writes a .br and a .gz beside every text asset, so that the server never compresses a file while a page waits. */
function twins() {
  const shared = {
    test: /\.(js|css|html|json|svg|txt|xml|webmanifest)$/,
    exclude: /^\.\./,
    threshold: 0,
    minRatio: Number.POSITIVE_INFINITY,
  };
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return [
    new CompressionPlugin<ZlibOptions>({
      ...shared,
      algorithm: 'gzip',
      filename: '[path][base].gz',
      compressionOptions: { level: 9 },
    }),
    new CompressionPlugin<BrotliOptions>({
      ...shared,
      algorithm: 'brotliCompress',
      filename: '[path][base].br',
      compressionOptions: { params },
    }),
  ];
}

/**
 * A console that was opened before a release asks for the chunks of its own release: the folder keeps the files of
 * the release before this one, and drops what is older. The record of both lives outside the public folder.
 */
class KeepTwoReleases {
  apply(compiler: Compiler) {
    compiler.hooks.done.tap('KeepTwoReleases', ({ compilation }) => {
      if (compilation.errors.length > 0) return;
      const folder = compiler.outputPath;
      const record = join(folder, '../releases.json');
      const now = Object.keys(compilation.assets).sort();
      const known: { now: string[]; before: string[] } = existsSync(record)
        ? JSON.parse(readFileSync(record, 'utf8'))
        : { now: [], before: [] };
      const isSame = JSON.stringify(known.now) === JSON.stringify(now);
      const before = isSame ? known.before : known.now.filter((name) => name.includes('assets/'));
      const kept = new Set([...now, ...before].map((name) => join(folder, name)));
      for (const part of [folder, join(folder, maps)]) {
        for (const name of filesIn(part)) if (!kept.has(join(part, name))) rmSync(join(part, name));
      }
      mkdirSync(dirname(record), { recursive: true });
      writeFileSync(record, JSON.stringify({ now, before }));
    });
  }
}

/** The small files a console reads at start. Says which release this is: the console compares it with its own `__webpack_hash__` to notice a newer one. */
class NameRelease {
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('NameRelease', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_SUMMARIZE;
      compilation.hooks.processAssets.tap({ name: 'NameRelease', stage }, () => {
        const text = JSON.stringify({ release: compilation.hash });
        compilation.emitAsset('version.json', new webpack.sources.RawSource(text));
        // Our server answers this address itself; in front of another back end this file is edited to fit.
        const settings = JSON.stringify(defaultSettings, null, 2);
        compilation.emitAsset('config.json', new webpack.sources.RawSource(settings));
      });
    });
  }
}

/** What a build is given that differs between one for users and one for developers (scripts/devConsole.ts). */
export interface Making {
  /** Takes the types off; tsc judges them on its own. */
  typeScript: readonly RuleSetRule[];
  /** Writes what a file of `scripts/` has found into the programs. */
  writeIn(name: keyof typeof found): WebpackPluginInstance;
  /** Told that modules of the list have pages which no file draws. */
  undrawn(sentence: string): void;
}
const found = { languages, screens };
/** As the programs have them written in. */
export function inText(values: object) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]));
}
const forUsers: Making = {
  typeScript: [{ test: /\.tsx?$/, loader: 'ts-loader', options: { transpileOnly: true } }],
  writeIn: (name) => new webpack.DefinePlugin(inText(found[name])),
  undrawn(sentence) {
    // webpack prints the stack of what its configuration throws.
    throw Object.assign(new Error(sentence), { stack: sentence });
  },
};

function common(mode: Configuration['mode'], half: string, { typeScript, writeIn } = forUsers) {
  return {
    name: half,
    mode,
    context: root,
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    module: { rules: [...typeScript] },
    plugins: [writeIn('languages')],
    cache: {
      type: 'filesystem',
      name: `${half}-${mode}`,
      cacheDirectory: join(root, '.cache/webpack'),
      buildDependencies: {
        config: [
          'webpack.config.ts',
          'scripts/styleRule.ts',
          'scripts/loaders/cssLayer.cjs',
          'scripts/loaders/fluentTokens.cjs',
          'scripts/loaders/pureComponents.cjs',
          'scripts/screens.cjs',
          'tsconfig.json',
          'package-lock.json',
        ].map((it) => join(root, it)),
      },
    },
    performance: { hints: false },
    stats: 'errors-warnings',
  } satisfies Configuration;
}

/** Loaded by testers and by developers: for everybody else it is as if there were none. */
function isForTesters(name: string | null | undefined) {
  return name === 'studio' || name === 'tools';
}
function isBehindSignIn({ name }: Chunk) {
  return name !== 'main' && !isForTesters(name);
}
function isInFrame(module: Module, chunks: ChunkGraph) {
  return [...chunks.getModuleChunksIterable(module)].some(({ name }) => name === 'frame');
}
function isOfLibrary(module: Module) {
  return /\/node_modules\/(@fluentui|@griffel|@emotion|keyborg|stylis)\//.test(module.nameForCondition() ?? '');
}
function isSheet(module: Module) {
  return /\/src\/(?:ui\/(?!theme\/base\.css)|features\/crud\/)/.test(module.nameForCondition() ?? '');
}

/** The requests that a context takes, without those that differ in the ending of a file. */
function withoutEndings(context: { regExp?: RegExp | false | null }): void {
  if (context.regExp) context.regExp = new RegExp(context.regExp.source.replace(/\.\*\$$/, '[^.]*$'));
}

/** The console from its sources to the first page, whoever asks for it. */
export function consoleSources(mode: Configuration['mode'], making = forUsers) {
  const missing = undrawn().join(', ');
  if (missing)
    making.undrawn(
      `控制台缺少模块的页面：请新建 ${missing} / The console lacks the pages of modules in the list: write ${missing}`,
    );
  const base = common(mode, 'console', making);
  return {
    ...base,
    target: ['web', 'es2022'],
    // Calls travel by XMLHttpRequest, which axios prefers in every browser: its second way is left out.
    resolve: {
      ...base.resolve,
      alias: {
        [join(root, 'node_modules/axios/lib/adapters/fetch.js')]: false,
        // Its package names the build for developers, whose checks the page would carry.
        [join(root, 'node_modules/react-router/dist/development')]: join(
          root,
          'node_modules/react-router/dist/production',
        ),
      },
    },
    entry: { main: './src/entry.ts' },
    module: {
      rules: [
        ...base.module.rules,
        styleRule,
        { test: /@fluentui\/.*\.styles\.js$/, loader: join(root, 'scripts/loaders/fluentTokens.cjs') },
        { test: /\.(svg|png|jpg|woff2)$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      ...base.plugins,
      making.writeIn('screens'),
      // Screens and texts are named without the endings of their files: one entry each.
      new webpack.ContextReplacementPlugin(/[\\/](?:src[\\/]features|texts)$/, withoutEndings),
      new HtmlWebpackPlugin({
        template: './src/shell/login/firstPage.tsx',
        templateParameters: firstPageParameters,
        inject: false,
        minify: false, // what React drew must stay letter for letter
      }),
    ],
  } satisfies Configuration;
}

function consoleHalf(mode: Configuration['mode']): Configuration {
  const sources = consoleSources(mode);
  return {
    ...sources,
    module: {
      rules: [
        ...sources.module.rules,
        { test: /react-router\/dist\/production\//, loader: join(root, 'scripts/loaders/pureComponents.cjs') },
      ],
    },
    output: {
      path: join(root, 'dist/public'),
      publicPath: '/',
      filename: 'assets/[name].[contenthash:8].js',
      assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
      // the page may demand trusted types for scripts; chunks are loaded under this policy
      trustedTypes: { policyName: 'leasedesk' },
    },
    devtool: false,
    optimization: {
      moduleIds: 'deterministic',
      chunkIds: 'deterministic',
      // Packages go with the chunk that needs them: one file of all packages would put every screen's share into the
      // first load. The limits keep forty screens from splitting into a swarm of small shared files.
      splitChunks: {
        // What these have in common with others they hold twice.
        chunks: ({ name }) => !isForTesters(name),
        maxInitialRequests: 3,
        maxAsyncRequests: 6,
        minSize: 20_000,
        cacheGroups: {
          // What the frame has of the component library is wanted by every page behind it: one file.
          fluent: {
            test: (module, { chunkGraph }) => isOfLibrary(module) && isInFrame(module, chunkGraph),
            chunks: isBehindSignIn,
            name: 'fluent',
            enforce: true,
          },
          // The components' sheets are small and wanted together: one file of the frame's and one of the others,
          // instead of a share in every screen's.
          frameSheets: {
            type: 'css/mini-extract',
            test: (module, { chunkGraph }) => isSheet(module) && isInFrame(module, chunkGraph),
            chunks: isBehindSignIn,
            name: 'frame-sheets',
            enforce: true,
            priority: 1,
          },
          sheets: {
            type: 'css/mini-extract',
            test: isSheet,
            chunks: isBehindSignIn,
            name: 'sheets',
            enforce: true,
          },
        },
      },
      minimizer: [
        new TerserPlugin({ minify: TerserPlugin.swcMinify, extractComments: false }),
        new CssMinimizerPlugin(),
      ],
    },
    plugins: [
      ...sources.plugins,
      new FirstPage(),
      // Local names and cascade layers (scripts/loaders/cssLayer.cjs) decide what wins, never the order of sheets in a file.
      new MiniCssExtractPlugin({ filename: 'assets/[name].[contenthash:8].css', ignoreOrder: true }),
      new webpack.SourceMapDevToolPlugin({ filename: `${maps}/[file].map`, append: false }),
      new CopyPlugin({ patterns: [{ from: 'public', noErrorOnMissing: true }] }),
      new NameRelease(),
      ...twins(),
      new KeepTwoReleases(),
    ],
  };
}

/** Pages of modules that no file draws. */
function undrawn(): string[] {
  return Object.entries(modules).flatMap(([area, list]) =>
    list
      .filter((module) => module.menu && !Object.hasOwn(screens.__screens__, fileOf(module)))
      .map((module) => `src/features/${area}/${fileOf(module)}.ts`),
  );
}

const files = allModules.map(fileOf).join('|');
/** The server's halves of the modules, as seen from its folder: a file of an area, or one in a folder of its name. */
const halves = new RegExp(`^\\./\\w+/(?:(?<folder>${files})/\\k<folder>|(?:${files}))$`);

function serverHalf(mode: Configuration['mode']): Configuration {
  const base = common(mode, 'server');
  return {
    ...base,
    target: 'node20',
    entry: {
      main: './server/main.ts',
      backup: './server/platform/backup/backupCommand.ts',
      restore: './server/platform/backup/restoreCommand.ts',
      // the programs of the threads
      verifier: './server/esign/paper/verifier.ts',
      printer: './server/esign/paper/printer.ts',
      reportPrinter: './server/report/reportPrinter.ts',
      customerPaperPrinter: './server/lease/outgoing/customerPaperPrinter.ts',
      xlsSheets: './server/kernel/sheets/xlsSheets.ts',
      // the program of the reading process
      ocrReader: './server/ocr/ocrReader.ts',
    },
    output: { path: join(root, 'dist/server'), filename: '[name].js', chunkFormat: 'commonjs', clean: true },
    // Packages stay in node_modules and are required when the server starts, also those that are modules only.
    externals: ({ request }, decide) =>
      /^[^./]/.test(request ?? '') ? decide(undefined, `commonjs ${request}`) : decide(),
    node: { __dirname: false, __filename: false },
    // a stack trace should name our functions
    optimization: { minimize: false, moduleIds: 'named', splitChunks: false },
    devtool: false,
    plugins: [
      ...base.plugins,
      new CopyPlugin({ patterns: [{ from: 'server/migrations', to: 'migrations' }] }),
      // What `server/modules.ts` requires by name: the halves of the modules, nothing else of the folder.
      new webpack.ContextReplacementPlugin(/[\\/]server$/, halves),
    ],
  };
}

export default (env: { only?: 'console' | 'server' } = {}, options: { mode?: Configuration['mode'] } = {}) => {
  const mode = options.mode ?? 'production';
  const both = { console: consoleHalf(mode), server: serverHalf(mode) };
  return env.only ? [both[env.only]] : [both.console, both.server];
};
