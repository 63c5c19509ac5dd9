/** Every sentence that people read, in both languages, by a key that says where it stands. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allModules } from '../../../contract/modules';
import { refusals } from '../../../contract/wire/refusals';

export interface Sentence {
  zh: string;
  en: string;
}
const root = join(__dirname, '../../..');
const isChinese = /[\u4e00-\u9fff]/;

function filesBelow(folder: string, pattern: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(file))
    .sort();
}
/** The words in a value, by their places in it; what another file says already is left out. */
function wordsIn(value: unknown, place: string, seen: Set<unknown>): [place: string, words: string][] {
  if (typeof value === 'string') return [[place, value]];
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  return Object.entries(value).flatMap(([name, below]) =>
    wordsIn(below, place === '' ? name : `${place}.${name}`, seen),
  );
}
/** Files that only gather what others say. */
const gathers = /(?:^|\/)(?:words|frame|pages|areas|contents|guide\/index)\.ts$/;

function textsOf(language: 'zh' | 'en'): Map<string, string> {
  const found = new Map<string, string>();
  const seen = new Set<unknown>();
  const files = filesBelow(`texts/${language}`, /\.(?:ts|json)$/).filter((file) => !gathers.test(file));
  // Areas gather what topics say, so topics come first.
  const inOrder = [...files.filter((file) => !file.includes('/')), ...files.filter((file) => file.includes('/'))];
  for (const file of inOrder) {
    const held = require(join(root, 'texts', language, file)) as Record<string, unknown>;
    const name = file.replace(/\.\w+$/, '');
    const parts = file.endsWith('.json') ? [held] : Object.values(held);
    for (const part of parts)
      for (const [place, words] of wordsIn(part, '', seen)) found.set(`${name}:${place}`, words);
  }
  return found;
}
/** Pairs of both languages in a declaration: `['…', '…']` and `{ zh, en }`. */
function pairsIn(value: unknown, place: string, seen: Set<unknown>): [place: string, pair: Sentence][] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  const { zh, en } = value as Partial<Sentence>;
  if (typeof zh === 'string' && typeof en === 'string') return [[place, { zh, en }]];
  if (Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'string'))
    return isChinese.test(String(value[0])) ? [[place, { zh: String(value[0]), en: String(value[1]) }]] : [];
  return Object.entries(value).flatMap(([name, below]) => pairsIn(below, `${place}.${name}`, seen));
}
/** Pairs that screens write beside their declarations, by their Chinese words. */
function written(): [key: string, pair: Sentence][] {
  const pair = /(?:\blabel\(|\[|\bzh:)\s*'((?:[^'\\\n]|\\.)+)',\s*(?:en:\s*)?'((?:[^'\\\n]|\\.)+)',?\s*[\])}]/g;
  return filesBelow('src/features', /\.tsx?$/).flatMap((file) =>
    [...readFileSync(join(root, 'src/features', file), 'utf8').matchAll(pair)]
      .filter(([, zh]) => isChinese.test(zh!))
      .map(([, zh, en]): [string, Sentence] => [`${file}:${zh!.slice(0, 16)}`, { zh: zh!, en: en! }]),
  );
}

export function sentences(): Map<string, Sentence> {
  const [zh, en] = [textsOf('zh'), textsOf('en')];
  const texts = [...new Set([...zh.keys(), ...en.keys()])].map((key): [string, Sentence] => [
    key,
    { zh: zh.get(key) ?? '', en: en.get(key) ?? '' },
  ]);
  const declared = allModules.flatMap((module) => {
    const { name, fields, actions, ...others } = module as unknown as Record<string, unknown>;
    return pairsIn({ fields, actions, ...others }, String(name), new Set());
  });
  const refused = Object.entries(refusals).map(([code, [inZh, inEn]]): [string, Sentence] => [
    `refusal:${code}`,
    { zh: inZh, en: inEn },
  ]);
  return new Map([...texts, ...declared, ...refused, ...written()]);
}
