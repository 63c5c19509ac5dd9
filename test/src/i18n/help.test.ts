/** The help is whole and true: every page has a text, every name and link in it exists, in every language. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dictionaries } from '../../../contract/domain/dictionaries';
import { languages } from '../../../contract/domain/languages';
import { label, textIn } from '../../../contract/domain/text';
import { allModules } from '../../../contract/modules';
import { auditActions } from '../../../contract/modules/system/auditLog';
import { money, ref, text } from '../../../contract/schema/fields';
import { actionLabel, defineModule, isAction } from '../../../contract/schema/module';
import { buttonsOf, type Menu, menus } from '../../../contract/wire/menus';
import { areaOf, chaptersIn, findableIn, helpOf, helpPart } from '../../../src/i18n/help';
import { piecesOf, refusalText, statesOf, targetOf, withFacts } from '../../../src/i18n/helpFacts';
import { madeHelp } from '../../../src/i18n/helpMade';
import { shortcuts } from '../../../src/store/navigation/keys';
import { productRoutes } from '../../../src/store/navigation/routes';
import { isNamed } from '../../../src/store/navigation/search';
import { words as en } from '../../../texts/en/words';
import { type Block, helpAreas, type PageHelp } from '../../../texts/help';
import { words as zh } from '../../../texts/zh/words';

const root = join(__dirname, '../../..');
/** Pages without a text: a trial page for developers, the customer's signing page, what an embedded page shows, and what stands where there is no page. */
const unexplained = ['test', 'iframe', 'process', 'refusal', 'sign', ''];

function leavesOf(items: readonly Menu[]): Menu[] {
  return items.flatMap((item) => (item.children?.length ? leavesOf(item.children) : [item]));
}
const menuPages = leavesOf(menus);
const ownPages = productRoutes
  .flatMap(({ handle, children = [] }) => [handle, ...children.map((child) => child.handle)])
  .flatMap((handle) => (handle ? [handle.feature] : []))
  .filter((feature) => !unexplained.includes(feature));
/** Every page that a person can open. */
const pages = [...new Set([...menuPages.map(({ code }) => code), ...ownPages])];

/** Names that screens and the contract write beside their declarations: `label('预览', 'Preview')` in their sources. */
const written = ['src/features', 'contract/domain'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(root, folder, file), 'utf8').matchAll(/\blabel\(\s*'([^']+)',\s*'([^']+)',?\s*\)/g)].map(
        ([, inZh, inEn]) => label(inZh!, inEn!),
      ),
    ),
);

interface Words {
  [key: string]: string | Words;
}
function stringsIn(words: Words): string[] {
  return Object.values(words).flatMap((word) => (typeof word === 'string' ? [word] : stringsIn(word)));
}
/** All that a screen may show as a name, in a language: words of the console, and what the contract calls things. */
function namesIn(language: string): ReadonlySet<string> {
  const say = (pair: readonly [string, string] | { zh: string; en: string }) => textIn(pair as never, language);
  const own = stringsIn((language === 'zh' ? zh : en) as Words);
  const declared = allModules.flatMap((module) => [
    say(module.label),
    ...Object.values(module.fields).flatMap((field) => [
      say(field.label),
      ...Object.values(field.choices ?? {}).map(say),
    ]),
    ...Object.values(module.actions).flatMap((action) => [
      say(actionLabel(action)),
      ...(isAction(action) ? Object.values(action.fields ?? {}).map((field) => say(field.label)) : []),
    ]),
    ...Object.values(module.views ?? {}).flatMap(({ label }) => ('field' in label ? [] : [say(label)])),
    ...buttonsOf(module).map(({ name, nameEn }) => say([name, nameEn])),
  ]);
  const others = [
    ...dictionaries.flatMap(({ entries }) => entries.map(say)),
    ...menuPages.map(({ name, nameEn }) => say([name, nameEn])),
    ...Object.values(auditActions).map(say),
    ...written.map(say),
  ];
  return new Set([...own, ...declared, ...others]);
}

/** The texts of a page, each with a name of its place. */
function textsOf(page: PageHelp): string[] {
  const { about, steps = [], states, buttons = {}, refusals = {} } = page;
  return [
    about,
    ...steps,
    ...Object.values(states?.means ?? {}),
    ...Object.values(buttons),
    ...Object.values(refusals),
  ];
}
function blockTexts(block: Block): string[] {
  if (typeof block === 'string') return [block];
  if ('steps' in block) return [...block.steps];
  if ('list' in block) return [...block.list];
  if ('table' in block) return block.table.flat();
  if ('states' in block) return Object.values(block.states.means);
  if ('refusals' in block) return Object.values(block.refusals);
  return [];
}

/** All of the help in a language. */
async function wholeHelp(language: string) {
  const texts = Object.entries(await helpPart('areas', language));
  const guide = await helpPart('guide', language);
  const common = await helpPart('common', language);
  const contents = common.chapters;
  const byPage = texts.flatMap(([area, help]) => Object.entries(help).map(([page, its]) => ({ area, page, its })));
  const blocks = Object.entries(guide).flatMap(([chapter, sections]) =>
    sections.flatMap((section) => section.blocks.map((block) => ({ place: `${chapter}#${section.id}`, block }))),
  );
  const said = [
    ...byPage.flatMap(({ page, its }) => textsOf(its).map((one) => ({ place: page, text: one }))),
    ...blocks.flatMap(({ place, block }) => blockTexts(block).map((one) => ({ place, text: one }))),
    ...Object.entries(common.tour.steps).flatMap(([step, { title, text: one }]) =>
      [title, one].map((part) => ({ place: `tour ${step}`, text: part })),
    ),
  ];
  return { texts, guide, contents, common, byPage, blocks, said };
}
const spoken = ['zh', 'en'] as const;

describe('the help', () => {
  it('has a text for every page, and no text for a page that does not exist', async () => {
    expect(pages.length).toBeGreaterThan(35);
    for (const language of spoken) {
      const lacking: string[] = [];
      for (const page of pages) if (!(await helpOf(page, language))?.about.trim()) lacking.push(page);
      expect([language, lacking]).toEqual([language, []]);
      const { byPage, texts } = await wholeHelp(language);
      expect(texts.map(([area]) => area).sort()).toEqual([...helpAreas].sort());
      expect(
        byPage.filter(({ area, page }) => !pages.includes(page) || areaOf(page) !== area).map(({ page }) => page),
      ).toEqual([]);
    }
  });

  it('says the same things in all languages', async () => {
    const shapeOf = async (language: string) => {
      const { byPage, guide, contents } = await wholeHelp(language);
      return {
        pages: byPage.map(({ page, its: { steps = [], states, buttons = {}, refusals = {}, see } }) =>
          [page, steps.length, states, Object.keys(buttons).length, Object.keys(refusals), see].map((part) =>
            part === states && states ? [states.of, Object.keys(states.means)] : part,
          ),
        ),
        guide: Object.entries(guide).map(([chapter, sections]) => [
          chapter,
          sections.map(({ id, blocks }) => [
            id,
            blocks.map((block) => (typeof block === 'string' ? 'text' : Object.keys(block)[0])),
          ]),
        ]),
        contents: contents.map(({ id, page }) => [id, page]),
      };
    };
    expect(await shapeOf('en')).toEqual(await shapeOf('zh'));
    const holes = (said: { text: string }[]) => said.flatMap(({ text: one }) => one.match(/\{\{\w+\}\}/g) ?? []).sort();
    expect(holes((await wholeHelp('en')).said)).toEqual(holes((await wholeHelp('zh')).said));
  });

  it('is there for every language of the product, by its own text or that of its fallback', async () => {
    for (const { code } of languages) expect((await helpPart('guide', code)).start).toBeDefined();
    expect(await helpPart('common', 'xx')).toEqual(await helpPart('common', 'zh'));
  });

  it.each(spoken)('names only what the screen shows (%s)', async (language) => {
    const names = namesIn(language);
    const { said, byPage, common } = await wholeHelp(language);
    const known = new Set([...names, ...stringsIn(common as unknown as Words)]);
    const quoted = said.flatMap(({ place, text: one }) =>
      [...withFacts(one).matchAll(/“([^”]+)”/g)].map(([, name]) => `${place}: ${name}`),
    );
    expect(quoted.length).toBeGreaterThan(80);
    const buttons = byPage.flatMap(({ page, its }) => Object.keys(its.buttons ?? {}).map((name) => `${page}: ${name}`));
    const nameOf = (one: string) => one.slice(one.indexOf(': ') + 2);
    // A question or a name that is quoted for its wording, and no button.
    const isQuestion = (name: string) => (language === 'zh' ? /^(为什么|谁|能看到)/.test(name) : /[?]$/.test(name));
    expect(
      [...quoted, ...buttons].filter(
        (one) => !known.has(nameOf(one)) && !isQuestion(nameOf(one)) && nameOf(one) !== withFacts('{{unnamedCompany}}'),
      ),
    ).toEqual([]);
  });

  it('quotes in one way, on every screen and in the help', () => {
    const root = join(__dirname, '../../..');
    const files = ['texts', 'contract', 'src', 'server'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    );
    const sources = files.filter((name) => /[.]tsx?$/.test(name));
    expect(sources.length).toBeGreaterThan(1000);
    expect(sources.filter((name) => /[\u300c-\u300f]/.test(readFileSync(join(root, name), 'utf8')))).toEqual([]);
  });

  it.each(spoken)('knows the facts, states and refusals that it speaks of (%s)', async (language) => {
    const { said, byPage, blocks } = await wholeHelp(language);
    for (const { text: one } of said) expect(withFacts(one)).not.toMatch(/[{}]/);
    const states = [
      ...byPage.flatMap(({ its }) => its.states ?? []),
      ...blocks.flatMap(({ block }) => (typeof block !== 'string' && 'states' in block ? [block.states] : [])),
    ];
    expect(states.length).toBeGreaterThan(10);
    for (const { of, means } of states)
      expect([of, Object.keys(means).map(Number).sort()]).toEqual([
        of,
        statesOf(of)
          .map(([key]) => key)
          .sort(),
      ]);
    const refusals = [
      ...byPage.flatMap(({ its }) => Object.keys(its.refusals ?? {})),
      ...blocks.flatMap(({ block }) =>
        typeof block !== 'string' && 'refusals' in block ? Object.keys(block.refusals) : [],
      ),
    ];
    for (const code of refusals) expect(refusalText(code, language)).not.toBe('');
    const groups = blocks.flatMap(({ block }) => (typeof block !== 'string' && 'keys' in block ? [block.keys] : []));
    expect(groups).toEqual(shortcuts.map(({ group }) => group));
  });

  it.each(spoken)('leads only to pages, chapters and sections that exist (%s)', async (language) => {
    const { said, byPage, guide, contents } = await wholeHelp(language);
    expect(Object.keys(guide).sort()).toEqual(contents.map(({ id }) => id).sort());
    const links = [
      ...byPage.flatMap(({ page, its }) => its.see.map((link) => ({ place: page, link }))),
      ...said.flatMap(({ place, text: one }) => piecesOf(one).flatMap(({ link }) => (link ? [{ place, link }] : []))),
    ];
    expect(links.length).toBeGreaterThan(120);
    const isLost = (link: string) => {
      const target = targetOf(link);
      if ('page' in target) return !pages.includes(target.page);
      const sections = guide[target.chapter];
      return !sections || (target.section !== '' && !sections.some(({ id }) => id === target.section));
    };
    expect(links.filter(({ link }) => isLost(link))).toEqual([]);
    expect(byPage.filter(({ page, its }) => its.see.includes(`page:${page}`))).toEqual([]);
    expect(() => targetOf('https://example.com')).toThrow('cannot link');
  });

  it('finds pages by what people type who do not know their names', async () => {
    const codes = async (language: (typeof spoken)[number], text: string) => {
      const words = (await findableIn(language, [])).pages;
      return Object.keys(words).filter((code) => words[code]!.some((word) => isNamed(word, text)));
    };
    for (const text of ['看不到', '为什么看不到', '没权限', 'kbd']) expect(await codes('zh', text)).toEqual(['why']);
    for (const text of ["why can't", 'Why can’t', 'cannot see', 'cant see'])
      expect(await codes('en', text)).toEqual(['why']);
    for (const language of spoken)
      expect(Object.keys((await findableIn(language, [])).pages).filter((code) => !pages.includes(code))).toEqual([]);
  });

  it('shows the chapter for operators to those who may change parameters alone', async () => {
    const idsOf = async (mine: string[]) =>
      (
        await chaptersIn(
          'zh',
          mine.map((code) => ({ code })),
        )
      ).map(({ id }) => id);
    expect(await idsOf([])).not.toContain('operations');
    expect(await idsOf(['param'])).toContain('operations');
  });
});

describe('the help of a module without a text of its own', () => {
  const car = defineModule({
    name: 'car',
    title: ['车辆', 'Car'],
    path: '/blade-car/car',
    menu: { under: 'lease', icon: 'box' },
    fields: {
      plate: text('车牌号', 'Plate', { required: true, search: 'like' }),
      price: money('购置价', 'Price'),
      customerId: ref('customer')('承租人', 'Lessee', { search: 'equal' }),
    },
    actions: {
      scrap: {
        label: ['报废', 'Scrap'],
        question: { title: ['报废？', 'Scrap it?'], text: ['报废后不能恢复。', 'It can’t be undone.'] },
      },
    },
  });

  it.each([
    ['zh', '车辆', ['车牌号', '承租人'], '报废', '报废后不能恢复。', '新增'],
    ['en', 'car', ['Plate', 'Lessee'], 'Scrap', 'It can’t be undone.', 'Add'],
  ] as const)('comes from its declaration (%s)', async (language, name, searched, action, question, add) => {
    const { made } = await helpPart('common', language);
    const help = madeHelp(car as never, made, language);
    expect(help.about).toContain(name);
    for (const field of searched) expect(help.steps?.[0]).toContain(field);
    expect(help.steps?.[1]).toContain(searched[0]);
    expect(help.steps?.[1]).not.toContain(searched[1]);
    expect(help.buttons?.[action]).toContain(question);
    expect(help.buttons?.[add]).toContain(name);
    expect(help.see).toEqual(['page:customer', 'guide:lists']);
    for (const one of textsOf(help)) expect(one).not.toMatch(/[{}]/);
  });
});
