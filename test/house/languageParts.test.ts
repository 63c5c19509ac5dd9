/** Which folders of texts are languages, what they lack, and what refuses them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { incompleteLanguages, languageCodes, readLanguages } from '../../scripts/languageParts.cjs';

const facts = { name: '', tag: '', numbers: 'en', listSeparator: ', ', wordGap: ' ' };
const first = { 'first.json': '{}' };
const parts = { 'frame.ts': '', 'pages.ts': '', 'areas/lease.ts': '', 'areas/log.ts': '' };

let texts: string;
beforeEach(() => {
  texts = mkdtempSync(join(tmpdir(), 'leasedesk-texts-'));
  for (const code of ['en', 'zh']) put(code, { ...language([]), ...first, ...parts });
  writeFileSync(join(texts, 'help.ts'), ''); // a file beside the folders is no language
});
afterEach(() => rmSync(texts, { recursive: true, force: true }));

function put(code: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(texts, code, name)), { recursive: true });
    writeFileSync(join(texts, code, name), text);
  }
}
function language(fallback: readonly string[]) {
  return { 'language.json': JSON.stringify({ ...facts, fallback }) };
}

it('a complete language lacks nothing', () => {
  put('ja', { ...language([]), ...first, ...parts, 'contract.ts': '' });
  expect(languageCodes(texts)).toEqual(['zh', 'en', 'ja']);
  expect(readLanguages(texts).map(({ lacks }) => lacks)).toEqual([[], [], []]);
  expect(incompleteLanguages(texts)).toEqual([]);
});

it('what an incomplete language lacks is said by name of file, with the languages that fill in', () => {
  put('ja', { ...language(['en']), ...first, 'contract.ts': '', 'areas/log.ts': '' });
  expect(readLanguages(texts).at(-1)!.lacks).toEqual(['frame.ts', 'pages.ts', 'areas/lease.ts']);
  expect(incompleteLanguages(texts)).toEqual([
    expect.stringContaining(
      'texts/ja lacks frame.ts, pages.ts, areas/lease.ts, for which en fills in; their keys: npm run texts -- ja',
    ),
  ]);
});

it.each<[name: string, files: Record<string, string>, sentence: string]>([
  [
    'lacks a part and has no fallback',
    { ...language([]), ...first, ...parts },
    'texts/ja/contract.ts is missing, and texts/ja/language.json names no language in fallback to fill in',
  ],
  [
    'lacks the frame and has no fallback',
    { ...language([]), ...first, 'pages.ts': '', 'contract.ts': '' },
    'texts/ja/frame.ts is missing, and texts/ja/language.json names no language in fallback to fill in',
  ],
  ['has no words for signing in', { ...language(['en']), ...parts }, 'texts/ja/first.json is missing'],
  ['does not say what it is', { ...first, ...parts }, 'texts/ja/language.json is missing'],
  [
    'says only a part of what it is',
    { 'language.json': '{"name":"","tag":"","numbers":"en"}', ...first },
    'texts/ja/language.json lacks fallback, listSeparator, wordGap',
  ],
  [
    'names a fallback that is no language',
    { ...language(['eng']), ...first },
    'texts/ja/language.json names eng in fallback, which is no other language (zh, en, ja)',
  ],
  [
    'fills in for itself',
    { ...language(['ja']), ...first },
    'texts/ja/language.json names ja in fallback, which is no other language (zh, en, ja)',
  ],
])('a language that %s is refused', (_, files, sentence) => {
  put('ja', files);
  expect(() => readLanguages(texts)).toThrow(sentence);
});
