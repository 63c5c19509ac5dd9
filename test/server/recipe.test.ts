/** The recipe of docs/adding-a-module.md and the two modules of test/fixtures/fleet, followed in a copy of the tree from nothing to calls
 *  over HTTP, and judged there by the tests of the tree. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { commandsOf, follow, recipePage, stepsOf } from '../../scripts/modules/recipe';
import { Tree } from '../../scripts/modules/tree';
import { deedsAtOnce } from '../support/approvals';
import { isDeep } from '../support/depth';
import type { ModuleRecords } from '../support/moduleRecords';
import { type ScratchCopy, scratchCopy } from '../support/scratchCopy';
import { type Client, ok, platform, type Server } from '../support/server';

const root = join(__dirname, '..', '..');
const fleet = join(root, 'test/fixtures/fleet');
function filesOf(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name));
}
function textOf(name: string) {
  return readFileSync(join(fleet, name), 'utf8');
}
const listFile = 'contract/modules/index.ts';

let copy: ScratchCopy;
let server: Server;
let me: Client;
let ours: string;
let records: ModuleRecords;
const page = readFileSync(join(root, recipePage), 'utf8');
let written: string[];

/** Tests that judge the tree: its limits, its layers, its list of modules, its tables. `npm run recipe` runs more of them. */
const judges = [
  ...['test/house/size.test.ts', 'test/house/architecture.test.ts', 'test/contract/modules/list.test.ts'],
  ...['test/server/platform/tables.test.ts', 'test/server/engine/schema.test.ts', 'test/server/engine/madeOf.test.ts'],
];
/** What they and the commands of the recipe read beside the sources. */
const read = [
  ...['texts', 'scripts', 'bench', 'docs/api.md', 'CONTRIBUTING.md', 'package-lock.json'],
  ...['biome.json', '.gitignore', 'jest.config.cjs', 'test/house/layers.ts'],
];

beforeAll(async () => {
  copy = scratchCopy([...judges, ...read]);
  mkdirSync(join(copy.path, '.cache'));
  symlinkSync(join(root, '.cache/test-packages'), join(copy.path, '.cache/test-packages'));
  written = follow(new Tree(copy.path), page);
  for (const name of filesOf(fleet).filter((one) => one !== 'list.diff')) copy.write(name, textOf(name));
  copy.apply(listFile, textOf('list.diff'));
  // What it formats is judged by the linter alone, which `npm run recipe` runs.
  const commands = commandsOf(page).filter((command) => command !== 'npm run format');
  for (const command of commands) execFileSync(command, { cwd: copy.path, shell: true, stdio: 'pipe' });
  const support = (name: string) => require(join(copy.path, 'test/support', name));
  server = await support('server').startServer();
  records = support('moduleRecords');
  ours = (await server.foundTenant()).tenantId;
  me = await server.as('admin', ours);
}, 240_000);
afterAll(async () => {
  await server?.close();
  copy?.remove();
});

async function add(path: string, body: object) {
  return ok(await me.post(`${path}/submit`, { body }));
}
const paths = { car: '/blade-car/car', garage: '/blade-fleet/garage', vehicle: '/blade-fleet/vehicle' };
function scrap(body: object, headers = {}) {
  return me.post(`${paths.vehicle}/scrap`, { body, headers });
}
function reference(name: string) {
  return { status: 400, body: { reason: 'invalid', problems: { [name]: 'reference' } } };
}
const missing = '123456789012345678';
const product = { productName: 'P', deadline: 30, amountPer: '1', getType: 0, yearRate: '1' };

describe('the recipe', () => {
  it('names five files, one of which is the list', () => {
    expect(stepsOf(page).map(({ file }) => file)).toEqual([
      'contract/modules/lease/car.ts',
      listFile,
      'server/migrations/NNNN_car.sql',
      'server/lease/car.ts',
      'src/features/lease/car.ts',
    ]);
    expect(commandsOf(page)).toEqual(['npm run tables', 'npm run api-page', 'npm run format']);
    const number = String(new Tree(root).lastMigration() + 1).padStart(4, '0');
    expect(written).toContain(`server/migrations/${number}_car.sql`);
  });

  it('passes the type checker, and so do the two modules', () => {
    const tree = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
    // The console's pages cost as much as all others together; its halves of the new modules are checked here, too.
    const halves = [...written, ...filesOf(fleet)].filter((name) => name.startsWith('src/'));
    const include = ['contract', 'server', 'texts', ...(isDeep ? ['src'] : ['src/ui/theme/styles.d.ts', ...halves])];
    copy.write('tsconfig.json', JSON.stringify({ ...tree, include }));
    // In one thread, which takes half of the processor time, and keeping nothing of it.
    const check = ['node_modules/typescript-7/bin/tsc', '-p', '.', '--singleThreaded', '--incremental', 'false'];
    expect(spawnSync(process.execPath, check, { cwd: copy.path, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stdout: '',
    });
  }, 180_000);

  it('leaves a tree that passes the tests which judge it', () => {
    // On the PostgreSQL of this run.
    const config =
      "const { projects } = require('./jest.config.cjs');\nconst { globalSetup, globalTeardown, ...server } = projects[1];\n";
    copy.write('judges.cjs', `${config}module.exports = { ...server, testMatch: ['<rootDir>/judges.test.cjs'] };\n`);
    copy.write('judges.test.cjs', `require('./test/support/groups.cjs').runAsOne(${JSON.stringify(judges)});\n`);
    const jest = ['node_modules/jest/bin/jest.js', '--config', 'judges.cjs', '--ci', '--verbose', '--runInBand'];
    const { status, stderr } = spawnSync(process.execPath, jest, { cwd: copy.path, encoding: 'utf8' });
    expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
    for (const file of judges) expect(stderr).toContain(`\n  ${file}\n`);
  }, 300_000);

  it('gives a module that is added to, listed, looked at, offered, changed and removed', async () => {
    const customer = await add('/blade-customer/customer', { realName: '王五', tel: '13800138000', idType: 1 });
    const made = await add(paths.car, { plate: '京A12345', price: '100000', customerId: customer.id });
    expect(made).toMatchObject({ plate: '京A12345', price: '100000.00', customerName: '王五' });
    expect(ok(await me.get(`${paths.car}/list`)).records).toMatchObject([{ id: made.id, customerName: '王五' }]);
    expect(ok(await me.get(`${paths.car}/detail`, { id: made.id })).customerName).toBe('王五');
    expect(ok(await me.get(`${paths.car}/choices`, { q: 'A123' })).records).toEqual([
      { id: made.id, title: '京A12345' },
    ]);
    await add(paths.car, { ...made, price: '2' });
    expect(ok(await me.get(`${paths.car}/history`, { id: made.id }))).toHaveLength(2);
    const drop = (path: string, ids: string) => me.post(`${path}/remove`, { query: { ids } });
    const refused = await drop('/blade-customer/customer', customer.id);
    expect(refused.body).toMatchObject({ reason: 'referenced', msg: '“王五”正被 1 条车辆记录使用，不能删除' });
    ok(await drop(paths.car, made.id));
    ok(await drop('/blade-customer/customer', customer.id));
  });

  it('gives it a place in the menus, with its buttons', async () => {
    const buttons = JSON.stringify(ok(await server.admin.get('/blade-system/menu/buttons')));
    for (const code of ['car_add', 'car_edit', 'car_view', 'car_delete', 'vehicle_scrap'])
      expect(buttons).toContain(code);
  });
});

describe('the two modules with references, a tree and an action', () => {
  it('cost at most 120 lines and touch no file but the list', () => {
    const lines = filesOf(fleet).flatMap((name) => textOf(name).trimEnd().split('\n'));
    expect(lines.length).toBeLessThanOrEqual(120);
    expect(filesOf(fleet).filter((name) => /engine|http|kernel|app\.ts/.test(name))).toEqual([]);
  });

  it('check, name and offer what they point to', async () => {
    const top = await add(paths.garage, { garageName: '总库' });
    const below = await add(paths.garage, { garageName: '分库', parentId: top.id });
    const [user] = ok(await me.get('/blade-system/user/page')).records;
    const made = await add(paths.vehicle, { plate: '沪B1', garageId: below.id, driverId: user.id });
    expect(made).toMatchObject({ garageName: '分库', driverName: user.realName });
    for (const [name, value] of [
      ['garageId', missing],
      ['garageId', '9999999999999999999'],
      ['productId', missing],
      ['driverId', `${user.id},${missing}`],
    ] as const)
      expect(await me.post(`${paths.vehicle}/submit`, { body: { ...made, [name]: value } })).toMatchObject(
        reference(name),
      );
    expect(ok(await me.get(`${paths.garage}/choices`)).records).toEqual([
      { id: below.id, title: '分库', parentId: top.id, hasChildren: false },
      { id: top.id, title: '总库', parentId: '0', hasChildren: true },
    ]);
    const { id: goods } = await add('/blade-product/product', { ...product, productCode: 'X1', status: 0 });
    const off = await me.post(`${paths.vehicle}/submit`, { body: { ...made, productId: goods } });
    expect(off.body.reason).toBe('product.notOnSale');
    expect((await me.get(`${paths.garage}/choices`, { offer: 'none' })).body.reason).toBe('badParameter');
  });

  it('do the action with its reason, judged again, once for one key, and noted', async () => {
    const { id: garageId } = await add(paths.garage, { garageName: '三库' });
    const [one, two] = [
      await add(paths.vehicle, { plate: '沪C1', garageId }),
      await add(paths.vehicle, { plate: '试C2', garageId }),
    ];
    expect((await scrap({ ids: one.id })).body.reason).toBe('action.reasonNeeded');
    expect((await scrap({ ids: `${one.id},${two.id}`, reason: '旧' })).body).toMatchObject({
      reason: 'action.off',
      msg: '试驾车不能报废',
    });
    expect((await scrap({ ids: `${one.id},${missing}`, reason: '旧' })).body.reason).toBe('notYours');
    expect((await scrap({ ids: one.id, reason: '旧', version: '7' })).body.reason).toBe('stale');
    expect((await scrap({ reason: '旧' })).body.reason).toBe('nothingChosen');
    const key = { 'idempotency-key': 'scrap-once-1' };
    for (let time = 0; time < 2; time++) expect(ok(await scrap({ ids: one.id, reason: '旧' }, key))).toBe(true);
    expect((await scrap({ ids: one.id, reason: '旧' })).body.reason).toBe('action.notOffered');
    expect(ok(await me.get(`${paths.vehicle}/detail`, { id: one.id }))).toMatchObject({ state: 0, note: '旧' });
    const [entry] = ok(await me.get(`${paths.vehicle}/history`, { id: one.id }));
    expect(entry).toMatchObject({ action: 'scrap', reason: '旧' });
    const { tenantId } = (
      await server.sql('select tenant_id as "tenantId" from fleet_vehicle where id = $1', [one.id])
    )[0];
    await server.addUser({ account: 'looker', permissions: ['vehicle'], tenantId });
    const looker = await server.as('looker', tenantId);
    const denied = await looker.post(`${paths.vehicle}/scrap`, { body: { ids: two.id, reason: '旧' } });
    expect([denied.status, denied.body.reason]).toEqual([403, 'forbidden']);
    expect((await looker.get(`${paths.garage}/choices`)).status).toBe(200); // it points there
    expect((await looker.get(`${paths.car}/choices`)).status).toBe(403);
  });
});

describe('a new module', () => {
  it('is in the tests of rights and isolation without a line', async () => {
    const names = records.tenantModules().map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['car', 'garage', 'vehicle']));
    const other = await server.foundTenant();
    await deedsAtOnce(server);
    const mine = await records.oneOfEach(me, server, ours);
    const theirs = await records.oneOfEach(other.client, server, other.tenantId);
    for (const entity of records.tenantModules()) await records.expectOutOfReach(me, entity, mine, theirs);
    expect(platform).toBe('000000');
  }, 120_000);
});
