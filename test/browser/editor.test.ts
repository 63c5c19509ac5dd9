/** Writing rich text: by keyboard, with pictures, and with the clipboard contents of other pages. */
import type { Browser, Page } from 'playwright-core';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { guarded, visit } from '../support/desk';
import { png } from '../support/png';

jest.setTimeout(90_000);

describe('the editor', () => {
  let server: RunningServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await startServer({ TESTER_MODE: '1' });
    browser = await launch();
  }, BUILD_LIMIT_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const open = async () => {
    const page = await (
      await browser.newContext({ locale: 'zh-CN', viewport: { width: 1280, height: 900 } })
    ).newPage();
    const faults = await guarded(page);
    await visit(page, server.url, '/test/index');
    const text = page.getByRole('textbox', { name: '富文本编辑器' });
    await text.waitFor();
    return { page, text, faults, tools: page.getByRole('toolbar', { name: '排版工具' }) };
  };
  const htmlOf = async (page: Page) => {
    await page.getByRole('button', { name: 'HTML 源码' }).click();
    const source = await page.getByRole('dialog').getByRole('textbox').inputValue();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    return source;
  };
  /** As if `html`, and files, had been copied elsewhere. */
  const paste = (page: Page, html: string, file?: { name: string; base64: string }) =>
    page.locator('.ProseMirror').evaluate(
      (element, given) => {
        const data = new DataTransfer();
        if (given.html) data.setData('text/html', given.html);
        if (given.file) {
          const bytes = Uint8Array.from(atob(given.file.base64), (letter) => letter.charCodeAt(0));
          data.items.add(new File([bytes], given.file.name, { type: 'image/png' }));
        }
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      },
      { html, file },
    );

  it('is written in with the keyboard alone, and shows what it holds', async () => {
    const { page, text, tools, faults } = await open();
    await text.focus();
    await page.keyboard.type('付款模块升级');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('周六');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('停用');
    // into the toolbar, along it, and back into the text
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Home');
    const reached = (name: string) => page.locator(`[aria-label="${name}"]:focus`).waitFor();
    await reached('标题一');
    for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowRight');
    await reached('项目符号列表');
    await page.keyboard.press('Enter');
    await tools.getByRole('button', { name: '项目符号列表', pressed: true }).waitFor();
    await page.locator('.ProseMirror:focus').waitFor(); // the editor takes the focus back a frame later
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('其他功能照常');
    expect(await htmlOf(page)).toBe(
      '<p>付款模块升级</p>\n<ul>\n<li><p><strong>周六</strong>停用</p></li>\n<li><p>其他功能照常</p></li>\n</ul>',
    );
    await page.locator('.RichText-richText li', { hasText: '其他功能照常' }).nth(1).waitFor(); // below, as it is shown
    expect(faults()).toEqual([]);
    await page.context().close();
  });

  it('links to the web and to mailboxes, and to nothing that runs', async () => {
    const { page, text, tools } = await open();
    await text.focus();
    await page.keyboard.type('公告');
    await page.keyboard.press('Control+a');
    const link = async (address: string) => {
      await tools.getByRole('button', { name: '链接', exact: true }).click();
      await page.getByRole('dialog').getByRole('textbox').fill(address);
      await page.keyboard.press('Enter');
    };
    await link('javascript:alert(1)');
    await page.getByText('请输入网址或邮箱链接').waitFor();
    await page.keyboard.press('Escape');
    await link('example.com/n');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await htmlOf(page)).toBe(
      '<p><a target="_blank" rel="noopener noreferrer nofollow" href="https://example.com/n">公告</a></p>',
    );
    await page.context().close();
  });

  it('puts a chosen picture into the text, and says once what became of the others', async () => {
    const { page, text, tools, faults } = await open();
    await text.focus();
    await page.keyboard.type('见图');
    const chooser = page.waitForEvent('filechooser');
    await tools.getByRole('button', { name: '插入图片' }).click();
    await (await chooser).setFiles([
      { name: 'good.png', mimeType: 'image/png', buffer: png() },
      { name: 'no picture.png', mimeType: 'image/png', buffer: Buffer.from('<html>'.repeat(20)) },
      { name: 'paper.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    ]);
    const picture = text.locator('img');
    await picture.waitFor();
    expect(
      await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(0);
    expect(await picture.getAttribute('src')).toMatch(/^\/api\/blade-resource\/attach\/file\//);
    const toasts = page.locator('.Toasts-toast[data-tone=error]');
    await toasts.nth(1).waitFor();
    expect(await toasts.allInnerTexts()).toEqual([
      expect.stringMatching(/图片验证未通过\s+【paper\.pdf】不是图片/),
      expect.stringMatching(/上传图片发生错误\s+no picture\.png: .+ \(400\)/),
    ]);
    expect(faults()).toEqual([]);
    await page.context().close();
  });

  it('sends a pasted picture up, and keeps the text when it is hidden and shown again', async () => {
    const { page, text } = await open();
    await text.focus();
    await page.keyboard.type('截图');
    await paste(page, '', { name: 'shot.png', base64: png().toString('base64') });
    await text.locator('img').waitFor();
    await page
      .getByRole('tab', { name: /首页/ })
      .or(page.locator('.TabStrip-tab', { hasText: '首页' }))
      .first()
      .click();
    await text.waitFor({ state: 'hidden' });
    await page.goBack();
    await text.waitFor();
    await text.locator('img').waitFor();
    await text.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('再写');
    expect(await htmlOf(page)).toMatch(/^<p>再写截图<\/p>\n?<img /);
    await page.context().close();
  });

  it('takes what it knows out of a pasted page, and nothing else', async () => {
    const { page, text, faults } = await open();
    await text.focus();
    await paste(
      page,
      `<h2 onclick="window.__xss=1" style="color:red">标题</h2><script>window.__xss=1</script>
       <p>文<img src=x onerror="window.__xss=1"><svg onload="window.__xss=1"></svg>字</p>
       <a href="javascript:window.__xss=1">点</a><iframe src="javascript:window.__xss=1"></iframe>
       <img src="https://evil.example/pixel.png"><math><mtext><table><mglyph><style><img src=x onerror="window.__xss=1">`,
    );
    const html = await htmlOf(page);
    expect(html).toContain('<h2>标题</h2>');
    expect(html).not.toMatch(/script|onerror|onload|onclick|iframe|svg|<img|style|evil/);
    // The browser reports handlers as it reads HTML, in a document that is never shown too. Nothing else is reported.
    expect(faults().filter((fault) => fault !== 'policy: script-src-attr inline ')).toEqual([]);
    await page.context().close();
  });
});
