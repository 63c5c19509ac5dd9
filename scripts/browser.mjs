/**
 * Finds a Chromium that really starts, for the browser tests: CHROME_PATH, then a headless shell on the PATH or the one
 * inside @sparticuz/chromium, then any browser on the PATH, then Debian's package when it may be installed. It fails
 * with a message when there is none.
 *
 * The headless shell is the same engine without windows: a page needs a third of the processor time, a new window a
 * quarter. It is what Playwright itself takes for tests.
 *
 * Alone: `node scripts/browser.mjs` prints the environment that a browser test needs, as JSON; `whole` after it prefers
 * the full browser.
 */
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exclusively, giveUp, Halt, root, run, tell } from './ensure.mjs';

const cache = join(root, '.cache');
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell'];
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const START_LIMIT_MS = 30_000;

/** Starts it the way the tests do: a binary may exist and lack a library. */
async function starts(executablePath) {
  const { chromium } = await import('playwright-core');
  try {
    const args = ['--no-sandbox', '--disable-gpu', '--no-first-run'];
    const browser = await chromium.launch({ executablePath, args, timeout: START_LIMIT_MS });
    const page = await browser.newPage();
    await page.goto('data:text/html,alive', { timeout: START_LIMIT_MS });
    await browser.close();
    return true;
  } catch {
    return false;
  }
}

function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .filter((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/**
 * The package holds a compressed browser for Linux x64 and unpacks it to the temporary folder, which is set to .cache;
 * in an environment that looks like Amazon's Linux it also unpacks the libraries that a bare system lacks. The wrapper
 * gives those to the browser alone.
 */
async function unpacked() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8'));
  const folder = join(cache, `chromium-${version}`);
  const wrapper = join(folder, 'start');
  if (existsSync(wrapper)) return wrapper;
  tell('解压内置浏览器… / Unpacking the bundled browser…');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const unpack = "import('@sparticuz/chromium').then((it) => it.default.executablePath())";
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
  const code = await run(process.execPath, ['-e', unpack], { stdio: ['ignore', 2, 2], env });
  if (code !== 0) throw new Error(`unpacking ended with ${code}`);
  const script = [
    '#!/bin/sh',
    'here=$(dirname "$0")',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell reads it
    'export LD_LIBRARY_PATH="$here/al2023/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"',
    'exec "$here/chromium" "$@"',
  ];
  writeFileSync(wrapper, `${script.join('\n')}\n`, { mode: 0o755 });
  return wrapper;
}

async function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  tell('安装系统浏览器… / Installing Debian’s chromium…');
  // The output of this script may be read from stdout, so messages go to stderr.
  const quiet = { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  await run('apt-get', ['update', '-qq'], quiet);
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet);
  return onPath(NAMES)[0];
}

/**
 * The path of a browser that starts: a headless shell where there is one, or with `whole` the full browser, where there
 * is one. Throws Halt, with what was tried, when there is none.
 */
export async function resolveBrowser(kind = 'shell') {
  const given = process.env.CHROME_PATH;
  if (given) {
    if (await starts(given)) return given;
    throw new Halt(`CHROME_PATH 指定的浏览器无法启动 / The browser at CHROME_PATH does not start: ${given}`);
  }
  const shells = async () => onPath(SHELLS);
  const packaged = () => exclusively(unpacked);
  const browsers = async () => onPath(NAMES);
  const installed = () => exclusively(fromDebian);
  const ways = kind === 'whole' ? [browsers, shells, packaged, installed] : [shells, packaged, browsers, installed];
  for (const find of ways) {
    try {
      for (const path of [await find()].flat()) if (path && (await starts(path))) return path;
    } catch (error) {
      tell(`${find.name}: ${error.message}`);
    }
  }
  throw new Halt(
    '找不到可用的浏览器，请安装 Chromium 或设置 CHROME_PATH / No browser starts here: install Chromium or Chrome, or set ' +
      `CHROME_PATH (tried ${[...SHELLS, ...NAMES].join(', ')}, @sparticuz/chromium and Debian’s package)`,
  );
}

/**
 * One font for every page, the one of the server's PDFs: with those of the system a label that fits here is cut there,
 * and a system without a Chinese one shows boxes.
 */
export function fontEnvironment() {
  if (process.env.FONTCONFIG_FILE) return {};
  const file = join(cache, 'fonts.conf');
  mkdirSync(cache, { recursive: true });
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(root, 'node_modules/@expo-google-fonts/noto-sans-sc/400Regular')}</dir>
  <cachedir>${join(cache, 'fontconfig')}</cachedir>
</fontconfig>
`,
  );
  return { FONTCONFIG_FILE: file };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const fonts = fontEnvironment();
    Object.assign(process.env, fonts);
    process.stdout.write(`${JSON.stringify({ CHROME_PATH: await resolveBrowser(process.argv[2]), ...fonts })}\n`);
  } catch (error) {
    giveUp(error);
  }
}
