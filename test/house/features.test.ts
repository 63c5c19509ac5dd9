/** Every module that has a page has its feature where its name says, and every chunk of a feature is one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileOf, modules } from '../../contract/modules';
import { conditionField } from '../../contract/schema/conditions';
import screens from '../../scripts/screens.cjs';
import type { Screen } from '../../src/features/crud/screen';
import { placeOf } from '../../src/features/places';
import { findFeature, loadFeature, textsOf, UnknownFeature } from '../../src/features/registry';

function handedOn(given: object): object {
  return given;
}
// The lists of the modules hand their screens on instead of drawing them.
beforeAll(() => {
  jest.doMock('../../src/features/crud/CrudScreen', () => ({ CrudScreen: handedOn }));
});
afterAll(() => jest.dontMock('../../src/features/crud/CrudScreen'));

const folder = join(__dirname, '../../src/features');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
const withPage = Object.entries(modules).flatMap(([area, list]) =>
  list.filter(({ menu }) => menu).map((module) => ({ area, module })),
);

describe('the features of the modules', () => {
  it.each(withPage.map(({ area, module }) => [module.name, area, module] as const))(
    '%s is in its own area, under its name, and nowhere else',
    (name, area, module) => {
      const file = fileOf(module);
      expect([`${area}/${file}/${file}`, `${area}/${file}`]).toContain(placeOf(name));
    },
  );

  it('have a name that no other screen has', () => {
    const places = Object.entries(screens.__screens__);
    expect(places.length).toBeGreaterThan(50);
    const named = (name: string) =>
      files.filter((file) => new RegExp(`^(?!crud/)[a-z]+/(?:${name}/)?${name}\\.tsx?$`).test(file));
    expect(places.filter(([name]) => named(name).length !== 1)).toEqual([]);
  });

  it.each([
    ['order', ['pages', 'lease']],
    ['data_scope', ['pages', 'system']],
    ['welcome', []],
    ['sign', ['sign']],
    ['editor', ['pages']],
  ])('%s says the texts of %j beside those of the frame', async (name, texts) => {
    expect(await textsOf(name)).toEqual(texts);
  });

  it('are found by their names, and have them', async () => {
    for (const { module } of withPage) {
      await loadFeature(module.name);
      expect(findFeature(module.name)?.name).toBe(module.name);
    }
  }, 120_000);

  it('give each place of a row on a phone to one field', async () => {
    const doubled: string[] = [];
    let count = 0;
    for (const { module } of withPage) {
      await loadFeature(module.name);
      const list = String(findFeature(module.name)!.pages['']);
      if (!list.includes('CrudScreen')) continue; // a page of its own
      const draw = findFeature(module.name)!.pages[''] as unknown as () => { screen: Pick<Screen, 'phone'> };
      const places = Object.values(draw().screen.phone);
      if (places.length > 0) count += 1;
      if (new Set(places).size < places.length) doubled.push(`${module.name}: ${places.join(', ')}`);
    }
    expect(count).toBeGreaterThan(20);
    expect(doubled).toEqual([]);
  }, 120_000);

  it('ask in their search forms when a record was made', async () => {
    const without: string[] = [];
    let count = 0;
    for (const { module } of withPage) {
      await loadFeature(module.name);
      const list = String(findFeature(module.name)!.pages['']);
      if (!list.includes('CrudScreen')) continue; // a page of its own
      const draw = findFeature(module.name)!.pages[''] as unknown as () => { screen: Pick<Screen, 'search'> };
      const { search } = draw().screen;
      if (search.length === 0) continue; // a list of a few rows without a search form
      count += 1;
      if (!search.includes('createTime') || conditionField(module, 'createTime.from')?.search !== 'range')
        without.push(module.name);
    }
    expect(count).toBeGreaterThan(45);
    expect(without).toEqual([]);
  }, 120_000);

  it('give a long text the whole width of its form', async () => {
    const halves: string[] = [];
    for (const { module } of withPage) {
      await loadFeature(module.name);
      const list = String(findFeature(module.name)!.pages['']);
      if (!list.includes('CrudScreen') || !(module.offers('add') || module.offers('update'))) continue;
      const draw = findFeature(module.name)!.pages[''] as unknown as () => { screen: Pick<Screen, 'form'> };
      for (const row of draw().screen.form)
        for (const name of row.length > 1 ? row : []) {
          const { kind, maxLength = 0, derived } = module.fields[name]!;
          if (!derived && (kind === 'longText' || (kind === 'text' && maxLength > 255)))
            halves.push(`${module.name}.${name}`);
        }
    }
    expect(withPage.find(({ module }) => module.name === 'param')?.module.fields).toMatchObject({
      paramValue: { kind: 'longText' },
    });
    expect(halves).toEqual([]);
  }, 120_000);

  it('do not exist for unknown names, nor for a path', async () => {
    for (const name of ['nothing', '../crud/feature', 'order/orderFormSaga', ''])
      await expect(loadFeature(name)).rejects.toThrow(UnknownFeature);
  });
});

it('every file that the build makes a chunk of for its name is a feature', () => {
  const source = readFileSync(join(folder, 'places.ts'), 'utf8');
  const [taken, left] = ['webpackInclude', 'webpackExclude'].map(
    (word) => new RegExp(source.match(new RegExp(`${word}: /(.*)/ \\*/`))![1]!),
  );
  const chunks = files.filter((name) => [`/features/${name}`].some((path) => taken!.test(path) && !left!.test(path)));
  expect(chunks.length).toBeGreaterThan(20);
  const violations = chunks.filter((name) => !/export const feature\b/.test(readFileSync(join(folder, name), 'utf8')));
  expect(violations).toEqual([]);
  // What has a chunk under its name is found by its name.
  const places = chunks.map((name) => name.replace(/\.tsx?$/, ''));
  const found = Object.values(screens.__screens__).filter((place) => !/\/(?:welcome|sign)$/.test(place));
  expect(found.sort()).toEqual(places.sort());
});
