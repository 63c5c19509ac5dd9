import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';

const root = join(__dirname, '../..');
const folder = join(root, 'dist/public');
const FIRST_LOAD_MAX_BYTES = 149_000;
/** Until home: the first load, what it fetches ahead, and the code of SM2; answers of the server come on top. */
const HOME_MAX_BYTES = 284_500;
/** What fits into one round trip: the page alone takes input. */
const PAGE_MAX_BYTES = 14_000;
const BUILD_LIMIT_MS = 180_000;

function read(name: string) {
  return readFileSync(join(folder, name));
}
function isText(name: string) {
  return /\.(js|css|html|json|svg|txt|xml|webmanifest)$/.test(name);
}
let files: string[];
let page: string;
/** What a build draws anew each time: the name of the release, and with it that of the script that holds it. */
let drawn: string[];

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/ensure.mjs', 'fresh'], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  files = names.filter((name) => statSync(join(folder, name)).isFile());
  page = read('index.html').toString();
  drawn = [JSON.parse(read('version.json').toString()).release, /\/main\.(\w+)\.js/.exec(page)![1]!];
}, BUILD_LIMIT_MS);

/** Bytes of a file as it is sent. Digits drawn at random weigh differently each time: noughts stand for them. */
function weigh(name: string): number {
  const text = drawn.reduce((left, one) => left.replaceAll(one, '0'.repeat(one.length)), read(name).toString());
  return brotliCompressSync(text).length;
}

/** What the browser fetches to run the page: the page, what its script and link tags name, and the program that its
 *  first script names; `spare` links mean nothing to it. */
function firstLoad(): string[] {
  const named = [...page.matchAll(/<(?:script|link)\b(?! rel="spare")[^>]*?\s(?:src|href)="?\/([^"\s>]+)/g)];
  const [, program] = /\bprogram:(\[".+?"\])/.exec(inline('script')[0]!)!;
  return ['index.html', ...named.map(([, name]) => name!), ...JSON.parse(program!).map((it: string) => it.slice(1))];
}
/** Contents of inline tags of that name. */
function inline(tag: string) {
  return [...page.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].map(([, text]) => text!);
}
function hashOf(text: string) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

describe('the build', () => {
  it('is described in a file that every release of Node imports without a word', () => {
    const [, config] = /'--config', '(.+?)'/.exec(readFileSync(join(root, 'scripts/ensure.mjs'), 'utf8'))!;
    const asked = ['--eval', `import(${JSON.stringify(pathToFileURL(join(root, config!)))})`];
    const { status, stderr } = spawnSync(process.execPath, asked, { cwd: root, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

describe('the built console', () => {
  it(`starts from at most ${FIRST_LOAD_MAX_BYTES / 1000} kB`, () => {
    const names = firstLoad();
    expect(names.filter((name) => name.endsWith('.js'))).not.toEqual([]);
    const sizes = Object.fromEntries(names.map((name) => [name, weigh(name)]));
    const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
    // the table is shown when the limit is passed
    expect({ ...sizes, isWithin: total <= FIRST_LOAD_MAX_BYTES }).toEqual({ ...sizes, isWithin: true });
  });

  it(`reaches the home page with at most ${HOME_MAX_BYTES / 1000} kB of files`, () => {
    const ahead = [...new Set(inline('script')[0]!.match(/assets\/[^"]+/g))].filter((name) => !name.includes('/en-'));
    const code = files.filter((name) => /^assets\/\w+\.[0-9a-f]{8}\.js$/.test(name));
    const cipher = code.filter((name) => /\bdoEncrypt\b/.test(String(read(name))));
    const current = cipher.sort((a, b) => statSync(join(folder, b)).mtimeMs - statSync(join(folder, a)).mtimeMs)[0]!;
    const sizes = Object.fromEntries([...firstLoad(), ...ahead, current].map((name) => [name, weigh(name)]));
    const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
    expect(ahead.length).toBeGreaterThan(5);
    expect({ ...sizes, isWithin: total <= HOME_MAX_BYTES }).toEqual({ ...sizes, isWithin: true });
  });

  it(`needs one page of at most ${PAGE_MAX_BYTES / 1000} kB until it takes input: form, style and script are in it`, () => {
    expect(statSync(join(folder, 'index.html.br')).size).toBeLessThanOrEqual(PAGE_MAX_BYTES);
    for (const [language, title] of [
      ['zh', '登录'],
      ['en', 'Sign in'],
    ])
      expect(page).toMatch(
        new RegExp(`<template lang="${language}">.*<h1>${title}</h1>.*name="password".*</template>`),
      );
    expect(page).not.toMatch(/<link[^>]*stylesheet/);
    expect(inline('style')[0]).toContain('.login-main');
    expect(inline('script')).toHaveLength(2);
  });

  it('names the hashes of its inline scripts for the security policy', () => {
    const csp = JSON.parse(readFileSync(join(folder, '../csp.json'), 'utf8'));
    expect(csp).toEqual({ scriptHashes: inline('script').map(hashOf), styleHashes: inline('style').map(hashOf) });
  });

  it('names its program in no tag: the first script fetches it when the form is drawn', () => {
    expect(page).not.toMatch(/<link[^>]*rel="?preload[^>]*as="?script/);
  });

  it('preloads only files that exist', () => {
    const names = [...new Set(inline('script')[0]!.match(/\/assets\/[^"]+/g))];
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !existsSync(join(folder, name)))).toEqual([]);
  });

  it('leaves the screens out of the first load', () => {
    const scripts = files.filter((name) => /^assets\/.*\.js$/.test(name));
    expect(scripts.length).toBeGreaterThan(firstLoad().filter((name) => name.endsWith('.js')).length);
  });

  it('names no other host in its page or styles', () => {
    const texts = files.filter((name) => /\.(html|css)$/.test(name)).map((name) => `${name}: ${read(name)}`);
    const addresses = texts.flatMap(
      (text) => text.match(/(?:https?:)?\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+[^"')\s]*/gi) ?? [],
    );
    // the names of markup languages are addresses that are never fetched
    expect(addresses.filter((it) => !it.startsWith('http://www.w3.org/'))).toEqual([]);
  });

  it('has a .br and a .gz beside every text file, with the same content', () => {
    const texts = files.filter(isText);
    expect(texts).toContain('index.html');
    for (const name of texts) {
      expect(existsSync(join(folder, `${name}.br`)) ? name : `${name}.br is missing`).toBe(name);
      expect(brotliDecompressSync(read(`${name}.br`)).equals(read(name))).toBe(true);
      expect(gunzipSync(read(`${name}.gz`)).equals(read(name))).toBe(true);
    }
  });

  it('has a hash in the name of every asset', () => {
    const assets = files.filter((name) => name.startsWith('assets/'));
    expect(assets.filter((name) => !/\.[0-9a-f]{8}\.\w+(\.br|\.gz)?$/.test(name))).toEqual([]);
  });

  it('publishes no source and no map', () => {
    expect(files.filter((name) => /\.(map|tsx?)$/.test(name))).toEqual([]);
    expect(files.filter((name) => isText(name) && read(name).includes('sourceMappingURL'))).toEqual([]);
  });
});
