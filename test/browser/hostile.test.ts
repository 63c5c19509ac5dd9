/** Script injection in every place where the console shows text written by people. */
import type { Browser, Page, Route } from 'playwright-core';
import { look } from '../chaos/server';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { alterMenus, enter, guarded, menuPaths } from '../support/desk';
import { soon } from '../support/soon';

jest.setTimeout(90_000);

const run = 'window.__xss=1';
const strings = [
  `<img src=x onerror="${run}">`,
  `<svg onload="${run}"></svg>`,
  `<svg><script>${run}</script></svg>`,
  `"><script>${run}</script>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run}&gt;">`,
  `<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=${run} src>">`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<a href="javascript:${run}">点我</a><a href=" JaVaScRiPt:${run}">点我</a><a href="java\nscript:${run}">点我</a>`,
  `<a href="data:text/html,<script>${run}</script>">点我</a><iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  `<details open ontoggle="${run}"><input autofocus onfocus="${run}"><body onload="${run}">`,
  `{{constructor.constructor('${run}')()}}\${${run}}`,
];
const all = strings.join('');

/** Answers as the server did, but for what `change` makes of the data. */
function altered(change: (data: any) => unknown) {
  return async (route: Route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data = change(body.data);
    await route.fulfill({ response: answer, json: body });
  };
}

describe('strings that want to be scripts', () => {
  let server: RunningServer;
  let browser: Browser;
  let page: Page;
  let faults: () => string[];
  beforeAll(async () => {
    server = await startServer({ DEMO: '1' });
    browser = await launch();
    page = await (await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } })).newPage();
    faults = await guarded(page);
    // Past the server on purpose: the console must be safe even with rows that were never sanitised.
    await alterMenus(page, (menus) =>
      menus.map((menu) => ({
        ...menu,
        name: all,
        children: menu.children?.map((child: any) => ({ ...child, name: all + child.name })),
      })),
    );
    await page.route(
      '**/api/blade-system/dict-biz/dictionary*',
      altered((entries: any[]) => entries.map((entry) => ({ ...entry, dictValue: all }))),
    );
    const rows = (data: any) => ({
      ...data,
      records: data.records.map((row: any) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            typeof value === 'string' && /name|note|remark|code$/i.test(name) ? all : value,
          ]),
        ),
      ),
    });
    await page.route('**/api/blade-picture/picture/list*', altered(rows));
    await page.route('**/api/blade-customer/customer/list*', altered(rows));
    // Past every check on the way in: as if another program had written the row.
    await look(server.dataDir, (client) =>
      client.query(
        `insert into inbox (id, tenant_id, audience, kind, title, content, create_time)
         values (1, '000000', 'all', 'mail', $1, $2, '2026-05-11 09:00:00')`,
        [strings[0], all],
      ),
    );
    await enter(page, server.url);
  }, BUILD_LIMIT_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  afterEach(() => expect(faults()).toEqual([]));

  it('are text in menus, tabs and the title', async () => {
    expect([...(await menuPaths(page)).keys()].join()).toContain('<img src=x');
    await page.goto(`${server.url}/lease/customer`);
    await page.locator('.DataTable-table tbody tr').first().waitFor();
    expect(await page.title()).toContain('<img src=x');
  });

  it('are text in the cells and forms of a table', async () => {
    await page.goto(`${server.url}/lease/customer`);
    await page.locator('.DataTable-table tbody tr', { hasText: '<svg onload=' }).first().waitFor();
    await page.locator('.DataTable-table [data-part=actions] button').first().click();
    await page.waitForTimeout(300);
  });

  it('are text as words of a dictionary', async () => {
    await page.goto(`${server.url}/lease/picture`);
    await page.locator('.DataTable-table tbody tr', { hasText: '<img src=x' }).first().waitFor();
  });

  const strange = 'script, svg, math, iframe, style, form, input, img, details, [onload], [onerror]';
  /** Reads every notice of the first list, and finds in none what could run. */
  const readAll = async (on: Page): Promise<string> => {
    await on.getByRole('button', { name: /^通知/ }).click();
    const entries = on.locator('.EntryRows-list button', { hasText: '<img src=x' });
    await entries.first().waitFor();
    const count = await entries.count();
    let text = '';
    for (let n = 0; n < count; n++) {
      await entries.nth(n).click();
      const notice = on.locator('.Entry-entry .RichText-richText');
      await notice.waitFor({ state: 'attached' }); // some leave nothing to see
      text += await notice.textContent();
      await soon(() => notice.locator(strange).count(), 0);
      for (const link of await notice.locator('a').all()) expect(await link.getAttribute('href')).toBeNull();
      await on.waitForTimeout(200); // for what a picture that cannot be had would start
      await on.getByRole('button', { name: '返回' }).click();
    }
    return text;
  };

  it('are harmless in a notice, which may hold HTML', async () => {
    await page.goto(`${server.url}/wel/index`);
    expect(await readAll(page)).toContain('点我');
  });

  it('are harmless there even when the server has not cleaned them', async () => {
    const other = await (
      await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } })
    ).newPage();
    const found = await guarded(other);
    await other.route(
      '**/api/blade-desk/inbox/page*',
      altered(({ records: [row], ...data }: any) => ({
        ...data,
        records: [...strings, all].map((content, index) => ({ ...row, id: `${index}`, title: all, content })),
      })),
    );
    await enter(other, server.url);
    expect(await readAll(other)).toContain('点我');
    // The browser reports handlers as it reads HTML, in a document that is never shown too. Nothing else is reported.
    expect(found().filter((fault) => fault !== 'policy: script-src-attr inline ')).toEqual([]);
    await other.context().close();
  });
});
