import type { Browser } from 'playwright-core';
import { launch, type RunningServer, startServer } from '../support/browser';

/** What a person waits for before they can sign in. The lightest comparable console needs 218 KB. */
const mostBytes = 165_000;

describe('the first load of the sign-in page', () => {
  let server: RunningServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await startServer();
    browser = await launch();
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it('transfers at most 165 KB of everything, compressed, from this host alone', async () => {
    const page = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
    const wire = await page.context().newCDPSession(page);
    await wire.send('Network.enable');
    const addresses = new Map<string, string>();
    const bytes = new Map<string, number>();
    wire.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url));
    wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => bytes.set(requestId, encodedDataLength));
    await page.goto(`${server.url}/login`, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: '登录', exact: true }).waitFor();

    const asked = [...addresses.values()].filter((address) => !address.startsWith('data:'));
    expect(asked.filter((address) => !address.startsWith(`${server.url}/`))).toEqual([]);
    const scripts = [...addresses].filter(([, address]) => address.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(1); // also what the first scripts ask for, e.g. the words
    const total = [...bytes.values()].reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(50_000);
    expect(total).toBeLessThanOrEqual(mostBytes);
    console.log(`/login: ${(total / 1000).toFixed(1)} KB in ${asked.length} requests`);
  }, 60_000);
});
