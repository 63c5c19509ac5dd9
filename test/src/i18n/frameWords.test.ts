/** What a page says is in the words that load with it: the frame and the home page load none of other pages. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import screens from '../../../scripts/screens.cjs';
import { textsOf } from '../../../src/features/registry';
import { frame } from '../../../texts/zh/frame';
import { pages } from '../../../texts/zh/pages';
import { words } from '../../../texts/zh/words';

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

const imported = /^(?:import|export) (?!type )(?:[^;]*? from )?'(\.[^']+)';/gm;
/** Parts of a page that load when they are wanted. */
const importedLater = /\bimport\((?:\s*\/\*.*?\*\/\s*)?'(\.[^']+)'\)/g;

/** Files that these import, types left out; with `import()` where `isWhole`. The registry names all pages. */
function closureOf(files: string[], isWhole = false): string[] {
  const found = new Set<string>();
  const waiting = files.map((file) => join(root, file));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const text = readFileSync(file, 'utf8');
    const later = isWhole && !file.endsWith('/registry.ts') ? text.matchAll(importedLater) : [];
    for (const [, path = ''] of [...text.matchAll(imported), ...later]) {
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

/** The texts of the areas, by the name of their file. */
const areas: Record<string, Words> = Object.fromEntries(
  readdirSync(join(root, 'texts/zh/areas')).map((file) => [
    file.replace('.ts', ''),
    require(join(root, 'texts/zh/areas', file)).texts,
  ]),
);
const everywhere = new Set(keysOf(words));

/** Keys, and beginnings of keys, that these files name and that are texts, with the file. */
function saidIn(files: string[]): { name: string; key: string; isStart: boolean }[] {
  const refusals = /^contract\/wire\/refusals(?:\/\w+)?\.ts$/; // texts of their own, under codes that look like these keys
  return files.flatMap((file) => {
    const [name, text] = [relative(root, file), readFileSync(file, 'utf8')];
    if (refusals.test(name)) return [];
    return [...text.matchAll(/'([\w.]+)'|`(\w+\.[\w.]*)\$\{/g)].flatMap(([, key, start]) => {
      const isThere = key ? everywhere.has(key) : [...everywhere].some((one) => one.startsWith(start!));
      return isThere ? [{ name, key: (key ?? start)!, isStart: key === undefined }] : [];
    });
  });
}
/** What these files say and those words do not have. */
function unsaid(files: string[], held: ReadonlySet<string>): string[] {
  const isHeld = (key: string, isStart: boolean) =>
    isStart ? [...held].some((one) => one.startsWith(key)) : held.has(key);
  return [
    ...new Set(
      saidIn(files)
        .filter(({ key, isStart }) => !isHeld(key, isStart))
        .map(({ name, key }) => `${name}: ${key}`),
    ),
  ].sort();
}
// Of a refusal, not of the page.
const ofRefusal = /^(src\/sagas\/request|contract\/wire\/refusals(?:\/\w+)?)\.ts: /;

it('no word of another page is named by what the home page is made of', () => {
  const files = closureOf(entries);
  const names = files.map((file) => relative(root, file));
  expect(names).toEqual(expect.arrayContaining(['src/sagas/inbox.ts', 'src/ui/layout/home.tsx']));
  expect(names.filter((name) => name.startsWith('src/features/crud/') && /Crud|editor/.test(name))).toEqual([]);
  expect(unsaid(files, new Set(keysOf(frame))).filter((line) => !ofRefusal.test(line))).toEqual([]);
});

it.each([
  ...Object.entries(screens.__screens__),
  ['refusal', 'desk/denied'],
  ['payments', 'lease/paymentPlan/payments'],
  ['editor', 'crud/editor/editor'],
  ['notes', 'crud/notes/notes'],
  ['choices', 'crud/choices'],
  ['oneTimePasswords', 'crud/passwords/oneTimePasswords'],
])('the page %s says what loads with it: the words of its area, none of another', async (name, place) => {
  const parts = await textsOf(name);
  const held = new Set(
    [frame, ...parts.map((part) => (part === 'pages' ? pages : (areas[part] ?? {})))].flatMap((one) => keysOf(one)),
  );
  const file = [`src/features/${place}.tsx`, `src/features/${place}.ts`].find((one) => existsSync(join(root, one)))!;
  expect(unsaid(closureOf([file], true), held).filter((line) => !ofRefusal.test(line))).toEqual([]);
});

it('no two parts have a key in common', () => {
  const sections = [frame, pages, ...Object.values(areas)].flatMap((part) => Object.keys(part));
  expect(sections.filter((section, at) => sections.indexOf(section) !== at)).toEqual([]);
});
