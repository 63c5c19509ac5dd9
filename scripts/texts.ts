/**
 * `npm run texts -- <language> [part]` lists the keys that an incomplete language lacks, with what the source language
 * says: of `first`, `frame`, `pages`, an area, or `contract`, the texts that the contract exports in Chinese and English.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { languageCodes, neededParts, source } from './languageParts.cjs';

const root = join(__dirname, '..');
const folder = join(root, 'texts');

interface Words {
  [key: string]: string | Words;
}
type Said = ReadonlyMap<string, string>;

function flat(words: Words, before = ''): [key: string, text: string][] {
  return Object.entries(words).flatMap(([key, word]): [string, string][] =>
    typeof word === 'string' ? [[before + key, word]] : flat(word, `${before}${key}.`),
  );
}

/** What a file of a language says, by key; nothing where there is no such file. */
function saidIn(code: string, file: string): Said {
  const path = join(folder, code, file);
  if (!existsSync(path)) return new Map();
  if (file.endsWith('.json')) return new Map(flat(JSON.parse(readFileSync(path, 'utf8'))));
  const [words = {}] = Object.values(require(path) as Record<string, Words>);
  return new Map(flat(words));
}

function isHan(text: unknown): text is string {
  return typeof text === 'string' && /\p{Script=Han}/u.test(text);
}
function isPlain(text: unknown): text is string {
  return typeof text === 'string' && !isHan(text);
}

/** Adds the texts of a value that are declared in Chinese and English, as a pair or with their languages named. */
function collect(value: unknown, found: Map<string, string>, seen: Set<unknown>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  const [zh, en] = Array.isArray(value) ? value : [(value as Words).zh, (value as Words).en];
  if (isHan(zh) && isPlain(en)) found.set(zh, en);
  const parts = value instanceof Map ? [...value.values()] : value instanceof Set ? [...value] : Object.values(value);
  for (const part of parts) collect(part, found, seen);
}

/** The texts that the contract exports, by their Chinese, with the English. */
function contractTexts(): Said {
  const found = new Map<string, string>();
  const contract = join(root, 'contract');
  const files = readdirSync(contract, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const seen = new Set<unknown>();
  for (const file of files.sort()) collect({ ...require(join(contract, file)) }, found, seen);
  return found;
}

/** Whether a catalogue translates a text: by its Chinese, or by both where one Chinese word has two meanings. */
function isTranslated(catalogue: Said, zh: string, en: string): boolean {
  return catalogue.has(zh) || catalogue.has(`${zh}|${en}`);
}

interface Part {
  name: string;
  file: string;
}
/** What a part of a language lacks: key, and the text of the source language. */
function lackingIn(code: string, { name, file }: Part): [key: string, text: string][] {
  const own = saidIn(code, file);
  if (name === 'contract') return [...contractTexts()].filter(([zh, en]) => !isTranslated(own, zh, en));
  return [...saidIn(source, file)].filter(([key]) => !own.has(key));
}

function partsOf(code: string): Part[] {
  return ['first.json', ...neededParts(folder, code)].map((file) => ({
    name: basename(file).replace(/\.\w+$/, ''),
    file,
  }));
}

function giveUp(line: string): never {
  console.error(line);
  process.exit(1);
}

/** The lines that the command prints. */
export function linesFor(code: string, wanted?: string): string[] {
  const parts = partsOf(code).filter(({ name }) => wanted === undefined || name === wanted);
  const found = parts
    .map((part) => ({ ...part, lacking: lackingIn(code, part) }))
    .filter((one) => one.lacking.length > 0);
  if (found.length === 0) return [`texts/${code} 没有缺少的文字 / texts/${code} lacks nothing`];
  return found.flatMap(({ file, lacking }) => [
    `texts/${code}/${file}: ${lacking.length}`,
    ...lacking.map(([key, text]) => `  ${key}\t${text}`),
  ]);
}

function run([code, part]: readonly string[]): void {
  const codes = languageCodes(folder);
  if (code === undefined) giveUp('用法 / usage: npm run texts -- <language> [part]');
  if (!codes.includes(code))
    giveUp(`没有 texts/${code}（已有 ${codes.join('、')}）/ There is no texts/${code}; there are ${codes.join(', ')}`);
  const names = partsOf(code).map(({ name }) => name);
  if (part !== undefined && !names.includes(part))
    giveUp(`没有 ${part} 这一部分（${names.join('、')}）/ There is no part ${part}; there are ${names.join(', ')}`);
  process.stdout.on('error', () => undefined); // the reader of a pipe may have seen enough
  for (const line of linesFor(code, part)) console.log(line);
}

if (require.main === module) run(process.argv.slice(2));
