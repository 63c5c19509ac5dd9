/** The generator alone: what its files are, that hostile texts stay texts, and that the same input gives the same files. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'libpg-query';
import ts from 'typescript';
import { judgeNames } from '../../../contract/schema/generated';
import {
  judgeModel,
  type Model,
  type ModelField,
  type ModelKind,
  modelKinds,
  moduleOf,
  searchesOf,
} from '../../../contract/schema/modelled';
import type { Module } from '../../../contract/schema/module';
import { archiveFiles, zipped } from '../../../server/develop/generator/archive';
import { filesOf, manifestOf } from '../../../server/develop/generator/files';
import { alteration, UnclearChange } from '../../../server/develop/generator/migration';
import { pathOf, type Setting } from '../../../server/develop/generator/setting';
import { depth } from '../../support/depth';

const root = join(__dirname, '../../..');

function field(name: string, kind: ModelKind, more: Partial<ModelField> = {}): ModelField {
  const usual = { isRequired: false, isUnique: false, isInTable: true, isInForm: true };
  return { name, kind, zh: `${name} 字段`, en: '', ...usual, ...more };
}
const plate = field('plate', 'text', { isRequired: true, isUnique: true, search: 'like', zh: '车牌号', en: 'Plate' });
function modelOf(fields: readonly ModelField[], more: Partial<Model> = {}): Model {
  return {
    code: 'car',
    zh: '车辆',
    en: 'Car',
    isTree: false,
    titleField: 'plate',
    fields: [plate, ...fields],
    ...more,
  };
}
const setting: Setting = {
  area: 'lease',
  moduleName: 'car',
  serviceName: 'blade-car',
  menuUnder: 'lease',
  icon: 'box',
  migration: 900,
};
const targets = { customer: { table: 'lease_customer', isBusiness: true }, region: { table: null } } as const;
const choices = [
  { value: 2, zh: '报废', en: 'Scrapped' },
  { value: 1, zh: '在用', en: '' },
  { value: -1, zh: '未知', en: 'Unknown' },
];
/** One field of every kind, and what a field can say. */
const whole = modelOf(
  [
    field('vin', 'text', { search: 'equal', maxLength: 17, isUnique: true }),
    field('order', 'integer', { min: 1, max: 99, initial: 3, search: 'range' }),
    field('price', 'money', { isRequired: true, min: 5, search: 'range', initial: '10000' }),
    field('rate', 'rate', { search: 'range', max: 24 }),
    field('bought', 'date', { search: 'range' }),
    field('seen', 'dateTime', { isRequired: true }),
    field('state', 'choice', { choices, initial: 1, search: 'equal', isRequired: true }),
    field('kind', 'dict', { dict: 'pic_type', search: 'equal' }),
    field('isNew', 'flag', { search: 'equal', initial: 0, isInForm: false }),
    field('customerId', 'ref', { to: 'customer', isRequired: true, search: 'equal' }),
    field('regionId', 'ref', { to: 'region', isInTable: false }),
    field('note', 'longText', { isInTable: false, maxLength: 500 }),
  ],
  { noteField: 'vin' },
);

function textsOf(model: Model, of: Setting = setting) {
  const files = filesOf(model, of, targets);
  const find = (pattern: RegExp) => files.find(({ path }) => pattern.test(path))!.text;
  return {
    files,
    declaration: find(/^contract/),
    migration: find(/^server\/migrations/),
    server: find(/^server\/[a-z]+\/\w+\.ts$/),
    feature: find(/^src/),
    test: find(/^test/),
  };
}

/** The module that a declaration makes. */
function evaluated(text: string): Module {
  const { outputText } = ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.CommonJS } });
  const exported: Record<string, Module> = {};
  const load = (name: string) => require(join(root, 'contract', name.replace('../../', '')));
  new Function('exports', 'require', outputText)(exported, load);
  return Object.values(exported)[0]!;
}

/** Kinds of the statements of a migration, in order. */
async function statements(sql: string): Promise<string[]> {
  const { stmts = [] } = (await parse(sql)) as { stmts?: { stmt: object }[] };
  return stmts.map(({ stmt }) => Object.keys(stmt)[0]!);
}

describe('the files of a module', () => {
  const { files, ...texts } = textsOf(whole);

  it('are those of the recipe, and a test', () => {
    expect(files.map(({ path }) => path)).toEqual([
      'contract/modules/lease/car.ts',
      'server/migrations/0900_car.sql',
      'server/lease/car.ts',
      'src/features/lease/car.ts',
      'test/server/lease/car.test.ts',
    ]);
  });

  it('declare what the model says: the same module as the one that is made from it', () => {
    expect(judgeModel(whole)).toEqual({});
    const place = { name: 'car', path: pathOf(setting) };
    const made = evaluated(texts.declaration);
    const { fields, chosen, title, path } = moduleOf(whole, place);
    expect(JSON.parse(JSON.stringify(made))).toMatchObject(JSON.parse(JSON.stringify({ fields, chosen, title, path })));
    expect(Object.keys(made.fields)).toEqual(Object.keys(fields));
    expect(made.isGenerated).toBe(true);
  });

  it('say nothing that holds anyway', () => {
    expect(texts.declaration).toContain("note: longText('note 字段', 'note 字段', { inTable: false }),");
    expect(texts.declaration).toContain("isNew: flag('isNew 字段', 'isNew 字段', { search: 'equal', inForm: false }),");
    expect(texts.server).toContain("{\n  table: 'lease_car',\n  unique: [['plate'], ['vin']],\n");
    // Rows about a customer are hidden with the customer; regions are no business of one.
    expect(texts.server).toContain("\n  madeOf: [{ module: 'customer', column: 'customer_id' }],\n});");
    expect(textsOf(modelOf([])).server).toContain("defineServerModule(car, { table: 'lease_car'");
    expect(textsOf(modelOf([])).server).not.toContain('madeOf');
    expect(textsOf(modelOf([])).feature).toContain('export const feature = defineFeature(car);\n');
  });

  it('make a table with keys, references, indexes and its policy', async () => {
    const { migration } = texts;
    expect(await statements(migration)).toEqual([
      'CreateStmt',
      'IndexStmt',
      'IndexStmt',
      'AlterTableStmt',
      'AlterTableStmt',
      'CreatePolicyStmt',
    ]);
    for (const line of [
      'plate varchar(64) not null,',
      '"order" int,',
      'price numeric(18, 2) not null,',
      'seen timestamp(0) not null,',
      'primary key (tenant_id, id),',
      'foreign key (tenant_id, customer_id) references lease_customer (tenant_id, id)',
      'create unique index lease_car_plate on lease_car (tenant_id, plate) where is_deleted = 0;',
      "create unique index lease_car_vin on lease_car (tenant_id, vin) where is_deleted = 0 and vin <> '';",
    ])
      expect(migration).toContain(line);
    expect(migration).not.toContain('foreign key (tenant_id, region_id)');
  });

  it('have a tree of their own where the model is one', () => {
    const { declaration, migration, test } = textsOf({ ...whole, isTree: true });
    expect(evaluated(declaration)).toMatchObject({
      chosen: { by: 'tree' },
      tree: { parent: 'parentId', title: 'plate' },
      fields: { parentId: { kind: 'ref', to: 'car', initial: '0' } },
    });
    expect(migration).toContain('parent_id bigint not null default 0,');
    expect(test).toContain('const records = ok(');
  });

  it('are the same for the same input, to the byte of the zip', async () => {
    const bytes = async () => {
      const parts: Buffer[] = [];
      for await (const part of zipped(archiveFiles([manifestOf(structuredClone(whole), { ...setting }, targets)])))
        parts.push(part);
      return Buffer.concat(parts);
    };
    expect((await bytes()).equals(await bytes())).toBe(true);
  });
});

const hostile = [
  `'); drop table lease_car; --`,
  '*/ throw new Error(); /*',
  ['`$', '{process.exit(1)}`'].join(''),
  '\\',
  '"double" and \'single\'',
  'line\nbreak\r\u2028end',
  '<%= 1 %> #set($x=1) {{x}}',
  '\u202eright to left\u0000',
  '长'.repeat(70),
  "'".repeat(130),
  '👩‍💻 é ﬀ',
];

describe('hostile texts', () => {
  it.each(hostile)('%j is a label, and nothing else', async (text) => {
    const fields = whole.fields.map((held) => ({ ...held, zh: text, en: text }));
    const model: Model = {
      ...whole,
      zh: text,
      en: text,
      fields: [
        ...fields,
        field('kept', 'text', { initial: text.slice(0, 60), zh: text, maxLength: 200 }),
        field('picked', 'choice', { zh: text, choices: [{ value: 1, zh: text, en: text }] }),
      ],
    };
    const { declaration, migration } = textsOf(model);
    const made = evaluated(declaration);
    expect(made.title).toEqual([text, text]);
    expect(Object.values(made.fields).filter(({ label }) => label.zh === text)).toHaveLength(model.fields.length);
    expect(made.fields.kept!.initial).toBe(text.slice(0, 60));
    expect(made.fields.picked!.choices).toEqual({ 1: { zh: text, en: text } });
    expect((await statements(migration)).join()).toBe(
      'CreateStmt,IndexStmt,IndexStmt,AlterTableStmt,AlterTableStmt,CreatePolicyStmt',
    );
    const change = alteration(modelOf([]), { ...model, fields: [...model.fields.slice(-2, -1), plate] }, setting, {})!;
    expect((await statements(change)).join()).toBe('AlterTableStmt');
    const added = field('more', 'text', { isRequired: true, initial: text, maxLength: 200 });
    if (!text.includes('\u0000'))
      expect(await statements(alteration(modelOf([]), modelOf([added]), setting, {})!)).toEqual([
        'AlterTableStmt',
        'AlterTableStmt',
      ]);
  });

  it.each([
    [{ area: '../../x' }, { area: 'badFormat' }],
    [{ area: 'engine' }, { area: 'taken' }],
    [{ area: 'lease/..' }, { area: 'badFormat' }],
    [{ moduleName: 'car"; drop' }, { moduleName: 'badFormat' }],
    [{ moduleName: '..' }, { moduleName: 'badFormat' }],
    [{ moduleName: 'a_1' }, { moduleName: 'badFormat' }],
    [{ moduleName: 'class' }, { moduleName: 'taken' }],
    [{ moduleName: 'define_module' }, { moduleName: 'taken' }],
    [{ serviceName: '/blade' }, { serviceName: 'badFormat' }],
    [{ serviceName: 'a/../b' }, { serviceName: 'badFormat' }],
    [{ icon: "x'" }, { icon: 'badFormat' }],
    [{ menuUnder: 'a b' }, { menuUnder: 'badFormat' }],
    [{}, {}],
  ])('the names %j are judged %j', (names, problems) => {
    expect(judgeNames({ ...setting, ...names })).toEqual(problems);
  });
});

/** A model made of a number, different for each. */
function randomModel(seed: number): Model {
  let state = seed * 7919 + 1;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const label = () =>
    [...hostile, '短', 'Label', '车辆购置价格（含税）', 'A label of a usual length'][next(hostile.length + 4)]!;
  const fields = Array.from({ length: next(9) }, (_, index) => {
    const kind = modelKinds[next(modelKinds.length)]!;
    return field(`field${'x'.repeat(next(12))}${index}`, kind, {
      zh: label(),
      en: label(),
      isRequired: next(2) === 1,
      isUnique: next(4) === 1,
      isInTable: next(3) > 0,
      isInForm: next(5) > 0,
      search: next(2) === 1 ? searchesOf[kind][0] : undefined,
      maxLength: kind === 'text' || kind === 'longText' ? 1 + next(300) : undefined,
      min: ['integer', 'money'].includes(kind) && next(2) ? next(50) : undefined,
      initial: kind === 'text' ? label() : kind === 'integer' ? next(9) : undefined,
      choices:
        kind === 'choice'
          ? Array.from({ length: 1 + next(6) }, (_, value) => ({
              value: value - next(2) * 100,
              zh: label(),
              en: label(),
            }))
          : undefined,
      dict: 'pic_type',
      to: 'customer',
    });
  });
  return modelOf(fields, { zh: label(), en: label(), isTree: next(3) === 1 });
}

it('whatever the model, the files are formatted and linted as all others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leasedesk-format-'));
  try {
    cpSync(join(root, 'biome.json'), join(folder, 'biome.json'));
    cpSync(join(root, '.gitignore'), join(folder, '.gitignore'));
    for (let seed = 0; seed < depth(40, 400); seed++)
      for (const { path, text } of filesOf(randomModel(seed), { ...setting, moduleName: `car_x${seed}` }, targets)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
    execFileSync(process.execPath, [biome, 'ci', '--colors=off', '--max-diagnostics=3', folder], {
      cwd: folder,
      encoding: 'utf8',
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${stdout ?? ''}${stderr ?? error}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

describe('a changed model', () => {
  const change = (before: Model, after: Model) => alteration(before, after, setting, targets);

  it('leaves the table as it is where nothing of it changes', () => {
    expect(change(whole, whole)).toBeUndefined();
    const renamed = {
      ...whole,
      zh: '汽车',
      fields: whole.fields.map((held) => ({ ...held, zh: '新', search: undefined })),
    };
    expect(change(whole, renamed)).toBeUndefined();
    expect(
      change(modelOf([field('note', 'text', { maxLength: 60 })]), modelOf([field('note', 'text', { maxLength: 9 })])),
    ).toBe(undefined);
  });

  it('adds columns, widens them, and keeps those of removed fields', () => {
    const before = modelOf([field('gone', 'integer', { isRequired: true, isUnique: true }), field('note', 'text')]);
    const after = modelOf([
      field('note', 'longText', { maxLength: 900 }),
      field('customerId', 'ref', { to: 'customer', isRequired: true }),
      field('price', 'money', { isRequired: true, initial: '5' }),
      field('code', 'text', { isUnique: true }),
    ]);
    expect(change(before, after)!.split('\n').slice(1, -1)).toEqual([
      'alter table lease_car alter column note type varchar(900);',
      'alter table lease_car add column if not exists customer_id bigint;',
      'alter table lease_car add foreign key (tenant_id, customer_id) references lease_customer (tenant_id, id);',
      'alter table lease_car add column if not exists price numeric(18, 2) not null default 5;',
      'alter table lease_car alter column price drop default;',
      'alter table lease_car add column if not exists code varchar(64);',
      "create unique index lease_car_code on lease_car (tenant_id, code) where is_deleted = 0 and code <> '';",
      'alter table lease_car alter column gone drop not null;',
      'drop index lease_car_gone;',
    ]);
  });

  it('is refused where the values of a column would mean something else', () => {
    expect(() => change(modelOf([field('sum', 'integer')]), modelOf([field('sum', 'date')]))).toThrow(UnclearChange);
  });
});
