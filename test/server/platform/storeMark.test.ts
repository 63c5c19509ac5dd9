/** The mark of the folder of files, without a process around it. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markFile, openStoreMark, type StoreFault, type StoreMark } from '../../../server/platform/stores/mark';
import { platform, type Server, startServer } from '../../support/server';

let server: Server;
let home: string;
let time = 0;
const told: (StoreFault | undefined)[] = [];
beforeAll(async () => {
  server = await startServer();
  home = fs.mkdtempSync(join(tmpdir(), 'leasedesk-marks-'));
});
afterAll(async () => {
  fs.rmSync(home, { recursive: true, force: true });
  await server.close();
});
beforeEach(async () => {
  told.length = 0;
  await server.sql('update store_mark set taken_at = null');
  await server.sql('delete from attach');
  for (const name of fs.readdirSync(home)) fs.rmSync(join(home, name), { recursive: true });
});

function markOf(name: string): StoreMark {
  return openStoreMark({
    folder: join(home, name),
    db: server.deps.db,
    now: () => time,
    tell: ({ fault }) => void told.push(fault),
  });
}
/** Rows of files, those at some places with their bytes in a folder. */
async function files(count: number, here: Record<string, number>) {
  for (let n = 0; n < count; n++) {
    await server.sql(
      `insert into attach (id, tenant_id, name, original_name, content_type, size, sha256, create_time)
       values ($1, $2, $3, 'a', 'a/b', 1, '', now())`,
      [n + 1, platform, `${n}.png`],
    );
    for (const [name, most] of Object.entries(here)) {
      if (n >= most) continue;
      fs.mkdirSync(join(home, name, platform), { recursive: true });
      fs.writeFileSync(join(home, name, platform, `${n}.png`), 'x');
    }
  }
}

it('of two folders that are opened at the same time one becomes the store', async () => {
  const marks = ['one', 'two', 'three'].map(markOf);
  await Promise.all(marks.map((mark) => mark.claim()));
  const faults = await Promise.all(marks.map((mark) => mark.fault()));
  expect(faults.filter((fault) => fault === undefined)).toHaveLength(1);
  expect(faults.filter((fault) => fault === 'none')).toHaveLength(2);
  expect(told).toEqual(['none', 'none']);
});

it('a folder without a mark is taken when it holds more than half of the files', async () => {
  await files(4, { half: 2, most: 3 });
  const [half, most] = [markOf('half'), markOf('most')];
  await half.claim();
  expect(await half.fault()).toBe('few');
  await expect(half.require()).rejects.toThrow('not the store');
  await most.claim();
  expect(await most.fault()).toBeUndefined();
  await most.require();
  expect(await half.fault()).toBe('none');
});

it('a folder that comes with the mark of another database is not taken', async () => {
  const mark = markOf('one');
  fs.mkdirSync(join(home, 'one'));
  fs.writeFileSync(join(home, 'one', markFile), 'of another\n');
  await mark.claim();
  expect(await mark.fault()).toBe('other');
  expect(fs.readFileSync(join(home, 'one', markFile), 'utf8')).toBe('of another\n');
});

it('a mount that hangs is told apart, waited for once, and noticed when it answers again', async () => {
  const mark = markOf('one');
  await mark.claim();
  const path = join(home, 'one', markFile);
  const text = fs.readFileSync(path, 'utf8');
  fs.rmSync(path);
  execFileSync('mkfifo', [path]); // opening it waits for the other end
  const asked = await Promise.all([mark.fault(), mark.fault(), mark.fault(), mark.fault(), mark.fault(), mark.fault()]);
  expect(asked).toEqual(Array(6).fill('silent'));
  fs.writeFileSync(path, text);
  fs.rmSync(path);
  fs.writeFileSync(path, text);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await mark.fault()).toBeUndefined();
  expect(told).toEqual(['silent', undefined]);
});

it('what was known stays while the database is away', async () => {
  const mark = markOf('one');
  await mark.claim();
  fs.rmSync(join(home, 'one', markFile));
  expect(await mark.fault()).toBe('none');
  await server.sql('alter table store_mark rename to store_mark_away');
  expect(await mark.fault()).toBe('none');
  await expect(mark.require()).rejects.toThrow(/store_mark/);
  await server.sql('alter table store_mark_away rename to store_mark');
});

it('no folder is needed while each tenant has an object store and none keeps a file here', async () => {
  const [one, two] = [markOf('one'), markOf('two')];
  await one.claim();
  expect(await two.fault()).toBe('none');
  await server.sql(
    `insert into oss (id, tenant_id, oss_code, category, status, create_time, update_time)
     select id, tenant_id, 'cloud', 1, 2, now(), now() from tenant`,
  );
  expect(await two.fault()).toBeUndefined();
  await expect(two.require()).rejects.toThrow('not the store'); // still no place for a file
  await files(1, {});
  time += 60_000;
  expect(await two.fault()).toBe('none');
  await server.sql('delete from oss');
});
