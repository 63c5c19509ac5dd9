/** What the rows of a backup refer to, compared with its files. */
import type { Entry } from '../../../server/platform/backup/archive';
import { missingWords, openAccount } from '../../../server/platform/backup/references';

const tables = [
  {
    name: 'attach',
    columns: ['tenant_id', 'id', 'name', 'size', 'original_name', 'oss_id', 'is_deleted', 'erased_at'],
  },
  { name: 'oss', columns: ['id', 'category'] },
  { name: 'upload', columns: ['tenant_id', 'name', 'oss_id', 'state', 'store_upload'] },
];
const none = '\\N';

function rows(table: string, values: (string | number)[][], pieces = 1): Entry[] {
  const bytes = Buffer.from(values.map((row) => `${row.join('\t')}\n`).join(''));
  const step = Math.ceil(bytes.length / pieces);
  return Array.from({ length: pieces }, (_, at) => {
    const body = bytes.subarray(at * step, (at + 1) * step);
    return { name: `tables/${table}/${String(at + 1).padStart(6, '0')}`, size: body.length, body: [body] };
  });
}
function file(path: string, size: number): Entry {
  return { name: `data/${path}`, size, body: [Buffer.alloc(size)] };
}
async function counted(...entries: Entry[]) {
  const account = openAccount({ tables });
  for (const entry of entries) for await (const _ of account.passing(entry).body);
  return account.count();
}
const key = file('secret.key', 64);

it('rows name their files; removed ones, and those in object stores, name none', async () => {
  const attach = rows('attach', [
    ['000000', 1, '2026/11/1.png', 10, 'a\\tb.png', none, 0, none],
    ['000000', 2, '2026/11/2.png', 20, 'lost.png', none, 0, none],
    ['000000', 3, '2026/11/3.png', 30, 'cut.png', 7, 0, none],
    ['000000', 4, '2026/11/4.png', 40, 'in a bucket.png', 8, 0, none],
    ['000000', 5, '2026/11/5.png', 50, 'removed.png', none, 1, none],
    ['000000', 6, '2026/11/6.png', 60, 'erased.png', none, 0, '2026-11-20 10:00:00'],
  ]);
  const oss = rows('oss', [
    [7, 6],
    [8, 1],
  ]);
  const there = [file('files/000000/2026/11/1.png', 10), file('files/000000/2026/11/3.png', 3)];
  const count = await counted(key, ...attach, ...oss, ...there);
  const missing = [
    { path: 'files/000000/2026/11/2.png', size: 20 },
    { path: 'files/000000/2026/11/3.png', size: 30, found: 3 },
  ];
  expect(count).toEqual({ files: 3, bytes: 60, missing });
  expect(missingWords(count.missing)).toContain('3 bytes instead of 30');
});

it('rows are read wherever an entry ends', async () => {
  const values = Array.from({ length: 50 }, (_, n) => ['000000', n, `${n}.png`, 1, '合同.png', none, 0, none]);
  for (const pieces of [1, 2, 7, 300]) {
    const { files, missing } = await counted(key, ...rows('attach', values, pieces), file('files/000000/7.png', 1));
    expect([pieces, files, missing.length]).toEqual([pieces, 50, 49]);
  }
});

it('an upload in parts is there as its parts, or as the file that they became meanwhile', async () => {
  const upload = rows('upload', [
    ['000000', 'a.bin', none, 'open', 'p-a'],
    ['000000', 'b.bin', none, 'open', 'p-b'],
    ['000000', 'c.bin', none, 'open', 'p-c'],
    ['000000', 'd.bin', none, 'done', 'p-d'],
    ['000000', 'e.bin', none, 'open', none],
  ]);
  const count = await counted(key, ...upload, file('files/.parts/p-a', 5), file('files/000000/b.bin', 5));
  expect(count).toMatchObject({ files: 3, missing: [{ path: 'files/.parts/p-c' }] });
});

it('a backup without the key of the installation lacks that', async () => {
  expect(await counted(file('files/secret.key', 64))).toEqual({
    files: 0,
    bytes: 0,
    missing: [{ path: 'secret.key' }],
  });
});

it('the first of many missing files are named, the others counted', () => {
  const missing = Array.from({ length: 25 }, (_, n) => ({ path: `files/${n}` }));
  expect(missingWords(missing).split('\n')).toHaveLength(22);
  expect(missingWords(missing)).toMatch(/missing: 25\n {2}files\/0\n[\s\S]*files\/19\n {2}… 5$/);
});
