/** All texts exist, in both languages, and the sign-in page has its own without the rest. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next from 'i18next';
import { refusals } from '../../../contract/wire/refusals';
import { startI18n } from '../../../src/i18n/begin';
import firstEn from '../../../texts/en/first.json';
import { words as en } from '../../../texts/en/words';
import firstZh from '../../../texts/zh/first.json';
import { words as zh } from '../../../texts/zh/words';

interface Words {
  [key: string]: string | Words;
}
function keysOf(words: Words, before = ''): string[] {
  return Object.entries(words).flatMap(([key, word]) =>
    typeof word === 'string' ? [before + key] : keysOf(word, `${before}${key}.`),
  );
}
function wordAt(words: Words, key: string) {
  return key.split('.').reduce<string | Words | undefined>((held, step) => (held as Words)?.[step], words);
}
function holesOf(word: unknown) {
  return [...String(word).matchAll(/\{\{(\w+)/g)].map(([, name]) => name).sort();
}

describe('the words', () => {
  const keys = keysOf(zh);

  it('are the same in both languages', () => {
    expect(keys.length).toBeGreaterThan(500);
    // A singular form belongs to the key of the plural, and only to languages that have one.
    const [ones, others] = [keysOf(en as Words).filter((key) => key.endsWith('_one')), keysOf(en as Words)];
    expect(others.filter((key) => !ones.includes(key)).sort()).toEqual([...keys].sort());
    expect(ones.filter((key) => !keys.includes(key.slice(0, -4)))).toEqual([]);
    for (const key of ones)
      expect(holesOf(wordAt(en as Words, key.slice(0, -4)))).toEqual(
        expect.arrayContaining(holesOf(wordAt(en as Words, key))),
      );
    expect(keysOf(firstEn).sort()).toEqual(keysOf(firstZh).sort());
  });

  it('have the same holes to be filled in', () => {
    const differ = keys.filter((key) => String(holesOf(wordAt(zh, key))) !== String(holesOf(wordAt(en as Words, key))));
    expect(differ).toEqual([]);
  });

  it.each([zh, en])('name the way of money in the list of the home page as its tiles do', ({ welcome }) => {
    expect(welcome.dueToday.toLowerCase()).toContain(welcome.soonOf.payout.toLowerCase());
    expect(welcome.dueToday_collect.toLowerCase()).toContain(welcome.soonOf.collect.toLowerCase());
  });

  it('count one thing in the singular', () => {
    // Bounds and lengths, and what is said of several alone.
    const never = [
      ...['apiDocs.first', 'grant.many', 'order.form.remarkHint'],
      ...['regions.codeHelp', 'report.cut', 'rule.problem.tooMany'],
    ];
    const all = keysOf(en as Words);
    const plural = all.filter((key) => /\{\{count\}\} [a-z]+s\b/.test(String(wordAt(en as Words, key))));
    expect(plural.length).toBeGreaterThan(50);
    const alone = plural.filter((key) => !all.includes(`${key}_one`) && !key.endsWith('_one'));
    expect(alone.filter((key) => !never.includes(key))).toEqual([]);
  });

  it('distinguish singular and plural', () => {
    const speaker = startI18n('en', i18next.createInstance());
    speaker.addResourceBundle('en', 'translation', en);
    speaker.addResourceBundle('zh', 'translation', zh);
    expect(speaker.t('payments.items', { count: 1 })).toBe('1 payment');
    expect(speaker.t('payments.items', { count: 0 })).toBe('0 payments');
    expect(speaker.t('payments.banks', { count: 0 })).toBe('0 banks');
    expect(speaker.t('payments.items', { count: 1, lng: 'zh' })).toBe('1 笔');
  });

  it('are those of a product: they say what happened and what to do', () => {
    const dialect = {
      zh: /没有取到|没有连上|没有接受|怎么办|某人|这样的|还没有|^到查询条件|看到的/,
      en: /\b(somebody|nobody|whoever|anew|oneself|could not be (had|fetched|reached)|did not arrive|may not open|is told|no such)\b|in all$/i,
    };
    const said = [
      ...keys.map((key) => [key, String(wordAt(zh, key)), 'zh'] as const),
      ...keysOf(en as Words).map((key) => [key, String(wordAt(en as Words, key)), 'en'] as const),
      ...Object.entries(refusals).flatMap(([key, [inZh, inEn]]) => [
        [key, inZh, 'zh'] as const,
        [key, inEn, 'en'] as const,
      ]),
    ];
    expect(said.filter(([, text, language]) => dialect[language].test(text))).toEqual([]);
  });

  it('are there for whatever a source file says', () => {
    const root = join(__dirname, '../../../src');
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

  it('of the sign-in page load without the rest', () => {
    const root = join(__dirname, '../../../src');
    const signInFiles = [
      'shell/login/LoginScreen.tsx',
      'shell/RedirectScreen.tsx',
      'sagas/auth/signIn.ts',
      'sagas/session.ts',
    ];
    const said = signInFiles.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/'((?:login|session|request)\.\w+)'/g)].map(
        ([, key]) => key!,
      ),
    );
    expect(said.length).toBeGreaterThan(20);
    expect(said.filter((key) => typeof wordAt(firstZh, key) !== 'string')).toEqual([]);
    expect(zh).toMatchObject(firstZh); // a section of the same name would hide them
    expect(en).toMatchObject(firstEn);
  });
});
