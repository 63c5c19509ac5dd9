/** What is said is there, in both languages, and at the door without the rest. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { en } from '../../src/words/en';
import { first } from '../../src/words/first';
import { zh } from '../../src/words/zh';

interface Words {
  [key: string]: string | Words;
}
const keysOf = (words: Words, before = ''): string[] =>
  Object.entries(words).flatMap(([key, word]) =>
    typeof word === 'string' ? [before + key] : keysOf(word, `${before}${key}.`),
  );
const wordAt = (words: Words, key: string) =>
  key.split('.').reduce<string | Words | undefined>((held, step) => (held as Words)?.[step], words);
const holesOf = (word: unknown) => [...String(word).matchAll(/\{\{(\w+)/g)].map(([, name]) => name).sort();

describe('the words', () => {
  const keys = keysOf(zh);

  it('are the same in both languages', () => {
    expect(keys.length).toBeGreaterThan(500);
    expect(keysOf(en as Words).sort()).toEqual([...keys].sort());
    expect(keysOf(first.en).sort()).toEqual(keysOf(first.zh).sort());
  });

  it('have the same holes to be filled in', () => {
    const differ = keys.filter((key) => String(holesOf(wordAt(zh, key))) !== String(holesOf(wordAt(en as Words, key))));
    expect(differ).toEqual([]);
  });

  it('are there for whatever a source file says', () => {
    const root = join(__dirname, '../../src');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
    const said = files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/(?:\bt\(|\bsay: )'([a-z]\w*(?:\.\w+)+)'/g)].map(
        ([, key]) => [file, key!] as const,
      ),
    );
    expect(said.length).toBeGreaterThan(200);
    const plural = (key: string) => [key, `${key}_one`, `${key}_other`];
    expect(said.filter(([, key]) => !plural(key).some((one) => typeof wordAt(zh, one) === 'string'))).toEqual([]);
  });

  it('of the sign-in page come without the rest', () => {
    const root = join(__dirname, '../../src');
    const door = ['shell/LoginScreen.tsx', 'shell/RedirectScreen.tsx', 'sagas/signIn.ts', 'sagas/session.ts'];
    const said = door.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/'((?:login|session|request)\.\w+)'/g)].map(
        ([, key]) => key!,
      ),
    );
    expect(said.length).toBeGreaterThan(20);
    expect(said.filter((key) => typeof wordAt(first.zh, key) !== 'string')).toEqual([]);
    expect(zh).toMatchObject(first.zh); // a section of the same name would hide them
    expect(en).toMatchObject(first.en);
  });
});
