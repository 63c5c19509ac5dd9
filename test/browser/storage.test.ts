/** A store of files, and a large file on its way to it and back: a real S3 server, connections that break. */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Browser, Download } from 'playwright-core';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { depth } from '../support/depth';
import { enter, goByMenu, guarded } from '../support/desk';
import { accessKey, bucketName, type S3, startS3 } from '../support/s3';

jest.setTimeout(180_000);

/** 5 MB are one part: eight parts, and forty in the deep run. */
const megabytes = depth(40, 200);
/** Where the ways break: with parts before it, under way beside it, and still to come. */
const [breakToStore, breakToServer] = [2, depth(5, 12)];
let folder: string;
let s3: S3;
let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leasedesk-large-'));
  s3 = await startS3();
  server = await startServer({ EGRESS_ALLOW: s3.host });
  browser = await launch();
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await s3?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A file of bytes that no two pieces share, and its digest. */
async function makeFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  const block = randomBytes(1024 * 1024);
  function* blocks() {
    for (let number = 0; number < megabytes; number++) {
      block.writeUInt32BE(number);
      const piece = Buffer.from(block);
      hash.update(piece);
      yield piece;
    }
  }
  await pipeline(Readable.from(blocks()), createWriteStream(path));
  return hash.digest('hex');
}
async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

it('a large file goes to the store over two broken connections, by itself, and comes back as it was', async () => {
  const film = join(folder, '验收影像.bin');
  const digest = await makeFile(film);
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const faults = await guarded(page);
  await enter(page, server.url);

  await page.goto(`${server.url}/resource/oss`);
  await page.getByRole('button', { name: '新增' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('资源编号').fill('minio');
  await form.getByLabel('资源地址').fill(s3.endpoint);
  await form.getByLabel('空间名').fill(bucketName);
  await form.getByLabel('访问密钥').fill(accessKey);
  await form.getByLabel('安全密钥').fill(accessKey);
  await form.getByRole('button', { name: /保存|确定/ }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /minio/ }).getByRole('button').last().click();
  await page.getByRole('menuitem', { name: '启用' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '启用' }).click();
  await page.getByText('已启用').waitFor();

  await page.goto(`${server.url}/resource/attach`);
  await page.getByRole('button', { name: '上传' }).first().click();
  const dialog = page.getByRole('dialog', { name: '上传附件' });
  // between the server and the store, in the middle of a part
  s3.break(new RegExp(`^PUT .*partNumber=${breakToStore}\\b`), 'cutRequest');
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: '选择文件' }).click();
  await (await chooser).setFiles(film);
  // A browser may send the part again before the console hears of the break: what counts is that the store saw it twice.
  const sent = (number: number) =>
    s3.seen.filter((line) => new RegExp(`^PUT .*partNumber=${number}(&|$)`).test(line)).length;
  while (sent(breakToStore) < 2) await page.waitForTimeout(20);
  // between the browser and the server, while other parts go
  while (sent(breakToServer) < 1) await page.waitForTimeout(20);
  await context.setOffline(true);
  await dialog.getByText('连接中断，将自动续传').waitFor();
  await context.setOffline(false);
  // it goes on while the dialog is closed and another page is open
  await dialog.getByRole('button', { name: '关闭' }).first().click();
  await goByMenu(page, '对象存储');
  await page.getByRole('row', { name: /minio/ }).waitFor();
  await goByMenu(page, '附件管理');
  const row = page.getByRole('row', { name: /验收影像\.bin/ });
  await row.waitFor({ timeout: 120_000 });
  expect(await row.textContent()).toContain(`${megabytes} MB`);
  expect(s3.keys()).toHaveLength(1);
  expect(s3.unfinished()).toEqual([]);
  // no part was sent again that the server had
  const parts = s3.seen.filter((line) => /^PUT .*partNumber=/.test(line));
  expect(parts.length).toBeLessThanOrEqual(megabytes / 5 + 2);

  const saved = new Promise<Download>((resolve) => context.on('page', (popup) => popup.on('download', resolve)));
  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: '下载' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('验收影像.bin');
  expect(await digestOf(await download.path())).toBe(digest);
  expect(faults()).toEqual([]);
  await context.close();
});
