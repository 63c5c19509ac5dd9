/** What the frame and the home page say is in the words that load with them; those of other pages come later. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { frame } from '../../../texts/zh/frame';
import { pages } from '../../../texts/zh/pages';

const root = join(__dirname, '../../..');
/** The program, the frame, the home page, and what may open above it without code of another page. */
const entries = [
  'src/main.tsx',
  'src/shell/frame/frame.ts',
  'src/features/lease/welcome/welcome.tsx',
  'src/shell/lock/LockDialog.tsx',
  'src/shell/lock/LockScreen.tsx',
  'src/shell/lock/DisplacedScreen.tsx',
  'src/shell/panels/PasswordDialog.tsx',
];

/** Files that these import without `import()`, types left out. */
function closureOf(files: string[]): string[] {
  const found = new Set<string>();
  const waiting = files.map((file) => join(root, file));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type )(?:[^;]*? from )?'(\.[^']+)';/gm,
    )) {
      const base = join(dirname(file), path);
      const source = [`${base}.ts`, `${base}.tsx`].find(existsSync);
      if (source) waiting.push(source);
    }
  }
  return [...found];
}

interface Words {
  [key: string]: string | Words;
}
function keysOf(words: Words, before = ''): string[] {
  return Object.entries(words).flatMap(([key, word]) =>
    typeof word === 'string' ? [before + key] : keysOf(word, `${before}${key}.`),
  );
}

it('no word of another page is named by what the home page is made of', () => {
  const files = closureOf(entries);
  const names = files.map((file) => relative(root, file));
  expect(names).toEqual(expect.arrayContaining(['src/sagas/inbox.ts', 'src/ui/table/DataTable.tsx']));
  expect(names.filter((name) => name.startsWith('src/features/crud/') && /Crud|editor/.test(name))).toEqual([]);
  const later = new Set(keysOf(pages));
  const refusals = /^contract\/wire\/(?:refusals|\w+Refusals)\.ts$/; // texts of their own, under codes that look like these keys
  const found = files.flatMap((file) => {
    const [name, text] = [relative(root, file), readFileSync(file, 'utf8')];
    const said = [...text.matchAll(/'([\w.]+)'|`([\w.]+)\$\{/g)];
    const isLater = ([, key, start]: RegExpMatchArray) =>
      key ? later.has(key) : [...later].some((one) => one.startsWith(start!));
    return refusals.test(name) ? [] : said.filter(isLater).map(([whole]) => `${name}: ${whole}`);
  });
  // Of a refusal, not of the page.
  const ofRefusal = /^(src\/sagas\/request|contract\/wire\/\w*Refusals)\.ts: /;
  expect(found.filter((line) => !ofRefusal.test(line)).sort()).toEqual([]);
});

it('the two parts have no key in common', () => {
  expect(Object.keys(pages).filter((key) => Object.hasOwn(frame, key))).toEqual([]);
});
