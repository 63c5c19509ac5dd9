/**
 * From the table of another system to a module of this product: tables of a real MariaDB and a real PostgreSQL become
 * models, the models one zip, the zip modules of a copy of the tree, which is checked, linted, tested and, in the deep
 * run, built. Generated again, they keep what was written by hand.
 */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Prototype } from '../../../contract/wire/develop/prototypes';
import { isDeep } from '../../support/depth';
import { type Mariadb, startMariadb } from '../../support/mariadb';
import { openPostgresDoor, type PostgresDoor } from '../../support/postgresDoor';
import { type ScratchCopy, scratchCopy } from '../../support/scratchCopy';
import { type Client, ok, type Server, startServer } from '../../support/server';

const root = join(__dirname, '../../..');
const run = promisify(execFile);
const password = 'reader-Pass-1';
let server: Server;
let me: Client;
let mariadb: Mariadb;
let door: PostgresDoor;
let other: pg.Client;
const otherName = `generated_${process.pid}`;
let copy: ScratchCopy;
const models = { vehicle: '', site: '' };
const settings: string[] = [];

beforeAll(async () => {
  const { owner } = JSON.parse(process.env.TEST_PG!) as { owner: pg.PoolConfig };
  mariadb = await startMariadb();
  door = await openPostgresDoor(() => owner);
  server = await startServer({ env: { EGRESS_ALLOW: `127.0.0.1:${door.port},127.0.0.1:${mariadb.port}` } });
  me = server.admin;
  await mariadb.owner.query(`
    create table t_vehicle (
      id bigint primary key, plate_no varchar(20) not null comment '车牌号', vin char(17) comment '车架号',
      price decimal(12, 2) not null comment '购置价', rate decimal(8, 4) comment '年利率',
      bought_on date comment '购置日期', seen_at datetime not null comment '最近检查', seats int comment '座位数',
      is_new tinyint(1) not null comment '是否新车', state enum('idle','leased','sold') not null comment '状态',
      note text comment '备注', create_time datetime
    ) comment '车辆'; create user reader identified by '${password}'; grant select on shop.* to reader`);
  const maintenance = new pg.Client({ ...owner, database: 'postgres' });
  await maintenance.connect();
  await maintenance.query(`create database ${otherName}`);
  await maintenance.query(`create role ${otherName} login password '${password}'`);
  await maintenance.end();
  other = new pg.Client({ ...owner, database: otherName });
  await other.connect();
  await other.query(`
    create table site (id bigint primary key, parent_id bigint, site_name varchar(60) not null, "order" int, remark text);
    comment on table site is '停车场'; comment on column site.site_name is '场地名称';
    comment on column site."order" is '次序'; comment on column site.remark is '说明 ''); drop table x; --'`);
  const built = ['public', 'package-lock.json', 'webpack.config.ts', 'webpack.config.cjs'];
  copy = scratchCopy(['texts', 'scripts', 'test/house', 'biome.json', '.gitignore', 'jest.config.cjs', ...built]);
  mkdirSync(join(copy.path, '.cache'));
  symlinkSync(join(root, '.cache/test-packages'), join(copy.path, '.cache/test-packages'));
}, 120_000);
afterAll(async () => {
  await other?.end();
  door?.close();
  await server?.close();
  await mariadb?.close();
  copy?.remove();
});

async function source(name: string, driverClass: string, url: string, username: string): Promise<string> {
  const body = { name, driverClass, url, username, password };
  return ok(await me.post('/blade-develop/datasource/submit', { body })).id;
}
/** A model of a table, its rows changed by `change`. */
async function modelled(
  datasourceId: string,
  modelTable: string,
  modelCode: string,
  change: (row: Prototype) => object,
) {
  const { fields, comment, isTree, titleField } = ok(
    await me.get('/blade-develop/model/table-info', { datasourceId, tableName: modelTable }),
  );
  const body = { modelName: comment, modelCode, datasourceId, modelTable, isTree: isTree ? 1 : 0, titleField };
  const { id } = ok(await me.post('/blade-develop/model/submit', { body }));
  await saveRows(
    id,
    fields.map((row: Prototype) => ({ ...row, ...change(row) })),
  );
  return id as string;
}
async function saveRows(modelId: string, rows: object[]) {
  return ok(await me.post('/blade-develop/model-prototype/submit-list', { query: { modelId }, body: rows as never }))
    .rows as Prototype[];
}
async function zip(): Promise<string> {
  const { status, raw } = await me.post('/blade-develop/code/gen-code', {
    query: { ids: settings.join(), system: 'saber' },
  });
  expect(status).toBe(200);
  const file = join(copy.path, '.cache/modules.zip');
  writeFileSync(file, raw);
  return file;
}
/** Runs node in the copy; answers its exit code and what it said. */
async function node(...args: string[]): Promise<{ code: number; said: string }> {
  // its own tests run by their names, also where those of this run are in groups
  const options = { cwd: copy.path, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, TEST_GROUPS: '0' } };
  try {
    const { stdout, stderr } = await run(process.execPath, args, options);
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
}
/** Runs a program of the packages, or one with a path of its own. */
function program(path: string, ...args: string[]) {
  return node(resolve(root, 'node_modules', path), ...args);
}
function script(name: string, ...args: string[]) {
  // the command of tsx itself would start a second process
  return node('--require', 'tsx/cjs', '--require', './scripts/languages.cjs', `scripts/${name}.ts`, ...args);
}
function addModule(...args: string[]) {
  return script('addModule', ...args);
}
function read(name: string) {
  return readFileSync(join(copy.path, name), 'utf8');
}
const passed = { code: 0 };
const halves = (name: string, area: string) => [
  `contract/modules/${area}/${name}.ts`,
  `server/${area}/${name}.ts`,
  `src/features/${area}/${name}.ts`,
  `test/server/${area}/${name}.test.ts`,
];
const written = [...halves('vehicle', 'lease'), ...halves('parkingSite', 'parking')];
const lists = ['contract/modules/index.ts', 'test/house/layers.ts'];

it('tables of other systems become models and settings', async () => {
  const mysql = await source(
    '车辆库',
    'org.mariadb.jdbc.Driver',
    `jdbc:mariadb://127.0.0.1:${mariadb.port}/shop?useSSL=false`,
    'reader',
  );
  const postgresql = await source(
    '场地库',
    'org.postgresql.Driver',
    `jdbc:postgresql://127.0.0.1:${door.port}/${otherName}`,
    otherName,
  );
  models.vehicle = await modelled(mysql, 't_vehicle', 'vehicle', ({ propertyName }) =>
    propertyName === 'plateNo' ? { isUnique: 1 } : propertyName === 'price' ? { isQuery: 1, queryType: 'range' } : {},
  );
  const rows: Prototype[] = ok(await me.get('/blade-develop/model-prototype/select', { modelId: models.vehicle }));
  const usual = { isList: 1, isForm: 1, maxLength: null };
  await saveRows(models.vehicle, [
    ...rows,
    {
      ...usual,
      propertyName: 'customerId',
      jdbcComment: '承租人',
      componentType: 'ref',
      isRequired: 1,
      options: '{"to":"customer"}',
    },
    { ...usual, propertyName: 'kind', jdbcComment: '类别', componentType: 'dict', dictCode: 'pic_type' },
  ]);
  models.site = await modelled(postgresql, 'site', 'site', () => ({}));
  const common = { icon: 'building', menuUnder: 'lease' };
  for (const body of [
    {
      ...common,
      codeName: '车辆',
      modelId: models.vehicle,
      moduleName: 'vehicle',
      serviceName: 'blade-fleet',
      area: 'lease',
      migration: 900,
    },
    {
      ...common,
      codeName: '场地',
      modelId: models.site,
      moduleName: 'parking_site',
      serviceName: 'blade-fleet',
      area: 'parking',
      migration: 901,
    },
  ])
    settings.push(ok(await me.post('/blade-develop/code/submit', { body })).id);
});

it('one zip lays their modules into a tree, each line of the lists once', async () => {
  const file = await zip();
  const first = await addModule(file);
  expect([first.code, first.code === 0 ? '' : first.said]).toEqual([0, '']);
  for (const name of written) expect(first.said).toContain(`new       ${name}`);
  const list = read(lists[0]!);
  expect(list).toContain("import { vehicle } from './lease/vehicle';");
  expect(list).toContain('product, asset, supplier, purchase, collection],\n    vehicle,\n  ],');
  expect(list).toContain('  parking: [parkingSite],\n');
  const again = await addModule(file);
  expect(again).toMatchObject(passed);
  expect(again.said).not.toMatch(/^(?:new|updated|merged)/m);
  expect(read(lists[0]!)).toBe(list);
});

it('generated again, they keep what was written by hand', async () => {
  const half = 'server/lease/vehicle.ts';
  expect(read(half)).toContain("  madeOf: [{ module: 'customer', column: '");
  writeFileSync(
    join(copy.path, half),
    read(half)
      .replace("serverModule';", "serverModule';\nimport { refuse } from '../kernel/errors';")
      .replace(
        /\n\}\);\n$/,
        `

  async removing(rows) {
    if (rows.some(({ plateNo }) => plateNo === 'KEPT')) refuse('notYours');
  },
});
`,
      ),
  );
  const declaration = 'contract/modules/lease/vehicle.ts';
  writeFileSync(
    join(copy.path, declaration),
    read(declaration).replace("icon: 'building' },", "icon: 'building', sort: 95 },"),
  );
  const byHand = read(half);
  const rows: Prototype[] = ok(await me.get('/blade-develop/model-prototype/select', { modelId: models.vehicle }));
  await saveRows(models.vehicle, [
    ...rows.map((row) => (row.propertyName === 'vin' ? { ...row, maxLength: 30, jdbcComment: '车架号码' } : row)),
    { propertyName: 'colour', jdbcComment: '颜色', componentType: 'text', isList: 1, isForm: 1, maxLength: 20 },
  ]);
  const { code, said } = await addModule(await zip());
  expect([code, said]).toEqual([0, expect.stringContaining(`merged    ${declaration}`)]);
  expect(read(half)).toBe(byHand);
  expect(read(declaration)).toContain('sort: 95');
  expect(read(declaration)).toContain("colour: text('颜色'");
  expect(read('server/migrations/0900_vehicle.sql')).not.toContain('colour');
  expect(read('server/migrations/0902_vehicle_2.sql').split('\n').slice(1)).toEqual([
    'alter table lease_vehicle alter column vin type varchar(30);',
    'alter table lease_vehicle add column if not exists colour varchar(20);',
    '',
  ]);
});

describe('the copy', () => {
  it('passes the type checker, the linter, and the tests that came with the modules', async () => {
    const config = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
    const declared = ['server/kernel/sheets/saxen.d.ts', 'src/ui/theme/styles.d.ts'];
    // The pages bring the types of all components, which cost as much as all others together.
    const checked = isDeep ? written : written.filter((name) => !name.startsWith('src/'));
    copy.write('tsconfig.json', JSON.stringify({ ...config, include: [...declared, ...checked, lists[0]] }));
    // The tests run on the PostgreSQL of this run.
    copy.write(
      'jest.generated.cjs',
      `const { globalSetup, globalTeardown, ...server } = require('./jest.config.cjs').projects[1];\nmodule.exports = { ...server, rootDir: __dirname };\n`,
    );
    const tests = written.filter((name) => name.endsWith('.test.ts'));
    expect(await script('tables')).toEqual({ code: 0, said: 'written server/kernel/tables.ts\n' });
    const [types, lint, jest] = await Promise.all([
      // in one thread, which takes half of the processor time
      program('typescript-7/bin/tsc', '-p', '.', '--singleThreaded', '--incremental', 'false'),
      program(
        '@biomejs/biome/bin/biome',
        'ci',
        '--vcs-enabled=false',
        '--colors=off',
        ...written,
        ...lists,
        'generated',
      ),
      program('jest/bin/jest.js', '--config', 'jest.generated.cjs', '--colors=false', ...tests),
    ]);
    expect(types).toEqual({ code: 0, said: '' });
    expect([lint.code, lint.said]).toEqual([0, expect.stringContaining('No fixes applied')]);
    expect(jest.code === 0 ? '' : jest.said).toBe('');
  }, 300_000);

  if (isDeep)
    it('is built for production', async () => {
      rmSync(join(copy.path, 'tsconfig.json'));
      copy.write('tsconfig.json', readFileSync(join(root, 'tsconfig.json'), 'utf8'));
      const { code, said } = await program(join(copy.path, 'scripts/ensure.mjs'), 'build');
      expect([code, said]).toEqual([0, expect.any(String)]);
      expect(existsSync(join(copy.path, 'dist/server/main.js'))).toBe(true);
    }, 600_000);
});

// Each run of the script is a program of its own.
jest.setTimeout(180_000);

describe('the script', () => {
  it('tells conflicts, leaves them marked, and ends with 1', async () => {
    const name = 'contract/modules/parking/parkingSite.ts';
    const before = read(name);
    writeFileSync(join(copy.path, name), before.replace("'场地名称'", "'地名'"));
    const rows: Prototype[] = ok(await me.get('/blade-develop/model-prototype/select', { modelId: models.site }));
    await saveRows(
      models.site,
      rows.map((row) => (row.propertyName === 'siteName' ? { ...row, jdbcComment: '场名' } : row)),
    );
    const { code, said } = await addModule(await zip());
    expect([code, said]).toEqual([1, expect.stringContaining(`conflict  ${name}`)]);
    expect(read(name)).toContain('<<<<<<< hand-made');
    const removal = await addModule('--remove', 'parking_site');
    expect([removal.code, removal.said]).toEqual([1, expect.stringContaining(`  ${name}`)]);
  });

  it('commits to a branch and touches no file; refused while the tree has changes', async () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.test', ...args], {
        cwd: copy.path,
        encoding: 'utf8',
      });
    const file = await zip();
    const name = 'contract/modules/parking/parkingSite.ts';
    const kept = JSON.parse(read('generated/parking_site.json'));
    copy.write(name, kept.files.find(({ path }: { path: string }) => path === name).text);
    expect(await addModule('--remove', 'parking_site')).toMatchObject(passed);
    for (const one of halves('parkingSite', 'parking')) expect(existsSync(join(copy.path, one))).toBe(false);
    for (const one of lists) expect(read(one)).not.toContain('arking');
    git('init', '-q');
    git('config', 'user.name', 't');
    git('config', 'user.email', 't@example.test');
    git('add', '-A');
    git('commit', '-q', '-m', 'before');
    const branched = await addModule(file, '--branch', 'sites');
    expect([branched.code, branched.said]).toEqual([0, expect.stringContaining('committed to the branch sites')]);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('diff', '--stat', 'HEAD', 'sites')).toContain('parkingSite.ts');
    expect(git('log', '--oneline', 'HEAD..sites').trim().split('\n')).toHaveLength(1);
    copy.write('package.json', `${read('package.json')}\n`);
    expect(await addModule(file, '--branch', 'more')).toMatchObject({ code: 1 });
    expect(git('branch', '--list', 'more')).toBe('');
  }, 120_000);

  it('takes no file that the generator has not written', async () => {
    const bad = join(copy.path, '.cache/bad.zip');
    writeFileSync(bad, 'PK');
    expect(await addModule(bad)).toMatchObject({ code: 1 });
    expect(await addModule()).toMatchObject({ code: 1, said: expect.stringContaining('usage') });
    copy.write('server/parking/parkingSite.ts', 'export const mine = 1;\n');
    const { code, said } = await addModule(join(copy.path, '.cache/modules.zip'));
    expect([code, said]).toEqual([1, expect.stringContaining('server/parking/parkingSite.ts is there')]);
    expect(existsSync(join(copy.path, 'contract/modules/parking'))).toBe(false);
  });
});
