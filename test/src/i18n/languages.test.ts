/** A language is a folder of texts: an invented one is added to a copy of the product, without any other change. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { languageAccepted, languages } from '../../../contract/domain/languages';
import { joined, label, madeFor, textIn } from '../../../contract/domain/text';
import { languageCodes } from '../../../scripts/languageParts.cjs';
import { areaTexts, frameTexts, pageTexts } from '../../../src/i18n/parts';
import zhFirst from '../../../texts/zh/first.json';

const root = join(__dirname, '../../..');

describe('a language that is one folder of texts', () => {
  let copy: string;
  let found: Record<string, any>;
  beforeAll(async () => {
    mkdirSync(join(root, '.cache'), { recursive: true });
    copy = mkdtempSync(join(root, '.cache/languages-'));
    for (const part of [
      'contract',
      'server',
      'src',
      'texts',
      'test/support',
      'scripts',
      'tsconfig.json',
      'package.json',
    ])
      cpSync(join(root, part), join(copy, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const folder = join(copy, 'texts/xx');
    mkdirSync(folder);
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    const facts = { name: 'Xhali', tag: 'xx-XX', fallback: ['en'], numbers: 'de', listSeparator: ' + ', wordGap: '' };
    write('language.json', JSON.stringify(facts));
    write('first.json', JSON.stringify({ ...zhFirst, login: { ...zhFirst.login, submit: 'xx-submit' } }));
    write('frame.ts', "export const frame = { frame: { skip: 'xx-skip' } };\n");
    write('pages.ts', "export const pages = { crud: { add: 'xx-add' } };\n");
    mkdirSync(join(folder, 'areas'));
    write('areas/job.ts', "export const texts = { job: { next: 'xx-job' } };\n"); // the other areas are left out
    write(
      'contract.ts',
      "export const contract = { 产品名称: 'xx-product', 状态: 'xx-state', '状态|Status': 'xx-status', '请输入{name}': 'xx-type {name}', '数据已被他人修改，请刷新后重试': 'xx-stale' };\n",
    );
    const args = ['--require', './scripts/headless.cjs', 'test/support/languageProbe.tsx', 'xx'];
    const { stdout } = await promisify(execFile)(join(root, 'node_modules/.bin/tsx'), args, {
      cwd: copy,
      maxBuffer: 1e7,
    });
    found = JSON.parse(stdout.trim().split('\n').at(-1)!);
  }, 120_000);
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('is offered beside those that were there', () => {
    const others = languages.map(({ code, name }) => `${code} ${name}`);
    expect(new Set(found.offered)).toEqual(new Set([...others, 'xx Xhali']));
    expect(found.offered[0]).toBe('zh 中文');
    expect(found.drawn).toHaveLength(1);
    expect(found.drawn[0]).toContain('xx-submit');
    expect(found.drawn[0]).toContain('lang="xx-XX" aria-current="true">Xhali<');
  });

  it('is spoken when it is chosen, and after the page was begun anew', () => {
    expect([found.chosen, found.spoken, found.afterReload]).toEqual(['xx', 'xx', 'xx']);
  });

  it('says every text of the screens: its own, or that of the language it names to fill in', () => {
    expect(found.own).toEqual(['xx-skip', 'xx-add', 'xx-job']);
    expect(found.fromFallback).toBe('Retry');
    expect(found.unsaid).toEqual([]);
  });

  it('translates what the contract declares, once its catalogue is there; else the other language says it', () => {
    expect(found.beforeItsTexts).toBe('Product name');
    expect(found.field).toBe('xx-product');
    expect(found.problem).toBe('xx-type xx-product');
    expect(found.status).toBe('xx-status'); // where one Chinese word has two meanings, the pair is looked for first
  });

  it('is answered by the server, which falls back in the same order', () => {
    expect([found.accepted, found.unknown]).toEqual(['xx', 'zh']);
    expect(found.refusal).toBe('xx-stale');
    expect(found.refusalFallback).toBe('The system is busy. Try again later.');
  });

  it('joins lists and groups digits as it says', () => {
    expect(found.list).toBe('a + b');
    expect(found.count).toBe('1.234.567');
  });
});

describe('the languages of the product', () => {
  it('are the folders of texts, and begin with the one that texts are written in', () => {
    expect(languages[0]!.code).toBe('zh');
    expect(new Set(languages.map(({ code }) => code))).toEqual(new Set(languageCodes(join(root, 'texts'))));
  });

  it.each([
    ['en-GB,en;q=0.9', 'en'],
    ['zh-TW', 'zh'],
    ['qq-QQ,en;q=0.5', 'en'],
    ['qq', 'zh'],
    ['', 'zh'],
    ['english', 'zh'],
  ])('answer %j in %s', (header, code) => {
    expect(languageAccepted(header)).toBe(code);
  });

  it('leave a part that they lack to the languages that fill in', async () => {
    expect(await frameTexts('qq')).toEqual({});
    expect(await pageTexts('qq')).toEqual({});
    expect(await areaTexts('log', 'qq')).toEqual({});
  });

  it('say a text as it is declared, as a pair or with its languages named', () => {
    expect(textIn(['是', 'Yes'], 'zh')).toBe('是');
    expect(textIn(label('是', 'Yes'), 'en')).toBe('Yes');
    expect(textIn(undefined, 'en')).toBeUndefined();
    expect(joined(['甲', '乙'], 'zh')).toBe('甲、乙');
    expect(madeFor({ zh: 1, en: 2 }, 'nobody’s')).toBe(1);
  });
});
