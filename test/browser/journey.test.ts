import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launch, type RunningServer, startServer } from '../support/browser';
import { goByMenu } from '../support/desk';
import { signaturesOf } from '../support/pdfSignatures';
import { png } from '../support/png';
import { drawSignature } from '../support/signature';
import { codeIn, linkIn, type SmsGateway, startSmsGateway } from '../support/smsGateway';
import { soon } from '../support/soon';
import { replayed, takeTape } from '../support/tapes';

/**
 * The whole main job through roles and labels, from an empty system to a settled order. It is recorded and then
 * replayed without a browser.
 */

const password = 'Lease-desk-2026';
const folder = join(__dirname, '../../artifacts/journey');
jest.setTimeout(240_000);

describe('a member of staff', () => {
  let server: RunningServer;
  let gateway: SmsGateway;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const complaints: string[] = [];
  let shots = 0;

  const shoot = async (name: string, on = page) => {
    shots += 1;
    await on.screenshot({ path: join(folder, `${String(shots).padStart(2, '0')}-${name}.png`) });
  };
  const menu = (name: string) => goByMenu(page, name);
  /** Pages of other tabs stay in the document, hidden. */
  const seen = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first();
  const toast = (text: string) => page.getByRole('status').getByText(text).first().waitFor();
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
  const alert = () => page.getByRole('alertdialog');

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    gateway = await startSmsGateway();
    server = await startServer({ ADMIN_PASSWORD: password, DEMO: '0', TESTER_MODE: '1', ...gateway.env });
    browser = await launch();
    context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
    });
    page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(String(error.stack ?? error)));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url) && !/^(data|blob):/.test(request.url()))
        complaints.push(`asked ${request.url()}`);
    });
  });
  afterAll(async () => {
    await context?.close();
    await browser?.close();
    await server?.stop();
    await gateway?.close();
  });

  it('signs in, after a wrong password was refused', async () => {
    await page.goto(server.url);
    await page.waitForURL('**/login');
    await page.getByRole('textbox', { name: '账号' }).fill('admin');
    await page.getByLabel('密码', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.getByText('用户名或密码错误').waitFor();
    await shoot('login');
    complaints.length = 0; // the browser itself reports the refused request
    await page.getByLabel('密码', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/wel/index');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shoot('welcome');
  });

  it('adds a product, sees what is missing, finds it, changes it', async () => {
    await menu('产品目录');
    await page.getByText('暂无数据').waitFor();
    await page.getByRole('button', { name: '新增', exact: true }).click();
    const form = dialog('新增产品');
    await soon(() => form.getByLabel('每份金额').inputValue(), '10,000.00');
    await form.getByRole('button', { name: '保存' }).click();
    for (const message of [
      '请输入产品名称',
      '请输入产品编号',
      '请输入产品期限',
      '请选择月租领取方式',
      '请输入租金折算年化利率',
    ])
      await form.getByText(message, { exact: true }).waitFor();
    await shoot('product-problems');
    await form.getByLabel('产品名称').fill('设备通 365');
    await form.getByLabel('产品编号').fill('SBT365');
    await form.getByLabel('产品期限').fill('365');
    await form.getByLabel('租金折算年化利率').fill('7');
    await form.getByRole('radio', { name: '按月' }).check();
    await form.getByRole('button', { name: '保存' }).click();
    await toast('新增成功');
    await page.getByRole('searchbox').or(page.getByRole('search').getByLabel('产品名称')).first().fill('设备');
    await page.getByRole('button', { name: '搜索' }).click();
    const row = page.getByRole('row', { name: /SBT365/ });
    await row.getByRole('button', { name: '编辑' }).click();
    await dialog('编辑产品').getByLabel('备注').fill('样品');
    await dialog('编辑产品').getByRole('button', { name: '保存' }).click();
    await toast('更新成功');
    await row.getByRole('button', { name: '查看' }).click();
    await dialog('查看产品').getByText('样品').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '删除', exact: true }).click();
    await toast('请选择至少一条数据');
    await shoot('products');
  });

  it('adds a customer', async () => {
    await menu('客户管理');
    await page.getByRole('button', { name: '新增', exact: true }).click();
    const form = dialog('新增客户');
    await form.getByLabel('客户名称').fill('鲸落冷链有限公司');
    await form.getByLabel('联系电话').fill('13800001111');
    await form.getByLabel('证件号码').fill('110101199003070097');
    await form.getByRole('button', { name: '保存' }).click();
    await toast('新增成功');
    const row = page.getByRole('row', { name: /鲸落冷链/ });
    await row.getByRole('cell', { name: '110***************' }).waitFor();
    await row.getByRole('button', { name: '身份核验' }).click();
    const check = dialog('身份核验');
    await check.getByRole('radio', { name: '居民身份证原件' }).check();
    await check.getByLabel('证件上的号码').fill('110101199003070097');
    await check.getByRole('radio', { name: '当面' }).check();
    await check.getByRole('button', { name: '身份核验' }).click();
    await toast('身份已核验');
    await row.getByText('已认证').waitFor();
    await shoot('customers');
  });

  it('subscribes the customer, watching the instalments change while typing', async () => {
    await menu('订单管理');
    await page.getByRole('button', { name: '新增', exact: true }).click();
    await page.getByRole('heading', { name: '新增订单' }).waitFor();
    await page.getByRole('combobox', { name: '客户名称' }).fill('鲸落');
    await page.getByRole('option', { name: /鲸落冷链/ }).click();
    await page.getByRole('combobox', { name: '产品名称' }).fill('设备');
    await page.getByRole('option', { name: /设备通/ }).click();
    const amount = page.getByLabel('总金额');
    await amount.fill('300000');
    await seen('1,750.00').waitFor();
    await amount.fill('310000');
    await seen('1,808.33').waitFor();
    await page.getByText('叁拾壹万元整').waitFor();
    await seen('1,808.37').waitFor();
    await page.getByLabel('银行卡号').fill('6222021234567894');
    await page.getByLabel('开户银行').fill('沧澜农商银行');
    await page.keyboard.press('Escape');
    await shoot('order-new');
    await page.getByRole('button', { name: /提交，进入待打款/ }).click();
    await page.waitForURL('**/lease/order/detail/*');
    await page.getByRole('heading', { name: /^HT\d{14}/ }).waitFor();
    await shoot('order-awaiting-voucher');
  });

  it('uploads the voucher and confirms it', async () => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: '上传凭证' }).first().click(),
    ]);
    await chooser.setFiles({ name: '回单.png', mimeType: 'image/png', buffer: png(320, 200) });
    await seen('待确认凭证').waitFor();
    await page.getByRole('button', { name: '确认凭证' }).first().click();
    const paper = alert();
    await paper.getByRole('button', { name: /回单\.png/ }).waitFor(); // the slip beside what came in
    await soon(() => paper.getByLabel('实收金额').inputValue(), '310,000.00');
    await paper.getByLabel('实收金额').fill('309990');
    await paper.getByText('少于订单金额 310,000.00 元：').waitFor();
    await paper.getByLabel('实收金额').fill('310010');
    await paper.getByText('与订单金额 310,000.00 元不一致，须填写原因').waitFor();
    await paper.getByRole('button', { name: '确认已收款' }).click();
    await paper.getByText('请填写原因').waitFor();
    await shoot('voucher-differs');
    await paper.getByLabel('银行流水号').fill('20260105-0001');
    await paper.getByLabel('说明').fill('多付 10 元');
    await paper.getByRole('button', { name: '确认已收款' }).click();
    await seen('待签约').waitFor();
    await shoot('order-awaiting-contract');
  });

  /** Reads a contract to its end, draws a signature and agrees. */
  const readAndSign = async (sheet: Page, name: string) => {
    await sheet.getByRole('button', { name: '跳至末页' }).click();
    await shoot(`${name}-read`, sheet);
    await sheet.getByRole('button', { name: '已读完，去签名' }).click();
    await drawSignature(sheet);
    await sheet.getByRole('checkbox').check();
    await shoot(`${name}-pad`, sheet);
    await sheet.getByRole('button', { name: '确认签署' }).click();
    await sheet.getByText('签署完成', { exact: true }).waitFor();
    await shoot(`${name}-done`, sheet);
  };

  it('makes the contracts; the customer gets the link by a message and signs the first on a phone', async () => {
    await page.getByRole('button', { name: '发起签约' }).first().click();
    await page.getByText(/并发送短信把签署链接发给/).waitFor();
    await page.getByRole('dialog').or(alert()).getByRole('button', { name: '发起签约' }).click();
    await seen('待客户签署').waitFor();
    const { text } = await gateway.message((one) => one.phone === '13800001111' && one.text.includes('服务协议'));
    await seen(/短信已于 .* 发送至 138\*\*\*\*1111/).waitFor(); // the page refreshes by itself
    await shoot('order-signing');
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'zh-CN', hasTouch: true });
    const sheet = await phone.newPage();
    sheet.on('pageerror', (error) => complaints.push(String(error.stack ?? error)));
    await sheet.goto(linkIn(text));
    await sheet.getByLabel('手机号').fill('13800001111');
    await sheet.getByLabel('证件号码后四位').fill('0097');
    await sheet.getByRole('button', { name: '获取验证码' }).click();
    await sheet.getByText('验证码已发送至 138****1111').waitFor();
    const message = await gateway.message((one) => one.text.includes('合同签署验证码'));
    await sheet.getByLabel('短信验证码').fill(codeIn(message.text));
    await shoot('sign-identify', sheet);
    await sheet.getByRole('button', { name: '核验身份' }).click();
    await readAndSign(sheet, 'sign');
    await phone.close();
    await seen('短信验证码').waitFor(); // the open order page has noticed
  });

  it('lets the customer sign the second at the counter, before a witness', async () => {
    await page.getByRole('button', { name: '现场签署' }).first().click();
    const box = page.getByRole('alertdialog', { name: '现场签署' }).or(dialog('现场签署'));
    await box.getByRole('button', { name: '开始现场签署' }).click();
    await box.getByText('请输入证件号码').waitFor();
    await box.getByLabel('客户证件号码').fill('110101199003070097');
    await box.getByLabel('您的登录密码').fill(password);
    await box.getByRole('checkbox').check();
    await shoot('counter-dialog');
    await box.getByRole('button', { name: '开始现场签署' }).click();
    await page.waitForURL('**/sign/counter');
    await page.getByText(/已核对您的证件/).waitFor();
    await shoot('counter-identify');
    await page.getByRole('button', { name: '我是本人，开始阅读' }).click();
    await readAndSign(page, 'counter');
    await page.getByRole('button', { name: '返回', exact: true }).click();
    await page.waitForURL('**/lease/order/detail/*');
    await seen('待起租').waitFor();
    await seen(/现场见证 · 见证人/).waitFor();
    await shoot('order-signed');
  });

  it('finds the PDF files in the contract list', async () => {
    await menu('合同管理');
    await page.getByRole('row').getByText('已完成').first().waitFor();
    await shoot('contracts');
    const [paper, asked] = await Promise.all([
      context.waitForEvent('page'),
      context.waitForEvent('request', (request) => request.url().includes('/attach/file/')),
      page.getByRole('button', { name: '预览' }).first().click(),
    ]);
    const answer = await page.request.get(asked.url());
    await paper.close();
    expect(answer.headers()['content-type']).toBe('application/pdf');
    expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-');

    await page.getByRole('button', { name: '更多操作' }).filter({ visible: true }).first().click();
    await page.getByRole('menuitem', { name: '验签' }).click();
    await dialog(/^验签/).getByText('电子签名有效，文件自签署后未被改动。').waitFor();
    await dialog(/^验签/)
      .getByText(/^文件中没有长期验证信息：其他软件可在 20\d\d-\d\d-\d\d 前核验这些签名/)
      .waitFor();
    await shoot('verified');
    const changed = Buffer.from(await answer.body());
    changed[changed.indexOf('/MediaBox') + 12]! ^= 1;
    const verify = async (name: string, buffer: Buffer) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        dialog(/^验签/).getByRole('button', { name: '选择 PDF 文件核验' }).click(),
      ]);
      await chooser.setFiles({ name, mimeType: 'application/pdf', buffer });
    };
    await verify('改过.pdf', changed);
    await dialog(/改过/).getByText('内容已被改动').first().waitFor();
    await shoot('altered');
    const whole = await answer.body();
    await verify('副本.pdf', whole.subarray(0, signaturesOf(whole)[0]!.end));
    await dialog(/副本/).getByText('这是客户签署前的副本，没有客户的签名。').waitFor();
    await shoot('before-signing');
    await page.keyboard.press('Escape');
  });

  it('starts the order and gets its plan to the cent', async () => {
    await page.getByRole('navigation', { name: '打开的页面' }).getByRole('link', { name: /^HT/ }).click();
    await seen('待起租').waitFor();
    await page.getByRole('button', { name: '立即起租' }).first().click();
    await page.getByRole('dialog').or(alert()).getByRole('button', { name: /起租/ }).click();
    await seen('履约中').waitFor();
    const plan = page.getByRole('table').filter({ hasText: '12/12' });
    await plan.waitFor();
    expect(await plan.getByText('1,808.33').count()).toBeGreaterThanOrEqual(11);
    await plan.getByText('311,808.37').waitFor();
    await plan.getByText('331,700.00').waitFor();
    await shoot('order-active');
  });

  it('pays all instalments in one batch, and the order settles itself', async () => {
    await menu('收付计划');
    await page
      .getByLabel(/条\/页/)
      .filter({ visible: true })
      .selectOption('30');
    await page.getByRole('cell', { name: '311,808.37' }).waitFor();
    await page.getByRole('checkbox', { name: '选择本页全部' }).click();
    await seen('已选').waitFor();
    await shoot('plan');
    await page.getByRole('button', { name: '批量确认付款' }).click();
    await page.getByRole('heading', { name: '付款工作台' }).waitFor();
    await seen('331,700.00').waitFor();
    await shoot('payments');
    await page.getByRole('button', { name: /确认付款 12 笔/ }).click();
    const box = dialog('确认付款').or(page.getByRole('alertdialog', { name: '确认付款' }));
    await box.getByLabel(/原因/).fill('客户提前结清');
    await box.getByLabel(/笔数/).fill('12');
    await shoot('payments-confirm');
    await box.getByRole('button', { name: /确认付款/ }).click();
    await seen(/PC\d{14}/).waitFor();
    await shoot('payments-done');
    await page.getByRole('navigation', { name: '打开的页面' }).getByRole('link', { name: /^HT/ }).click();
    await seen('已结清').waitFor();
    await shoot('order-settled');
  });

  it('sees every page in English and in the dark, and signs out', async () => {
    await page.getByRole('button', { name: '切换语言' }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await seen('Settled').waitFor();
    await shoot('order-settled-en');
    await page.getByRole('button', { name: 'Switch to dark' }).click();
    for (const [name, heading] of [
      ['Orders', 'Order'],
      ['Order documents', 'Order document'],
      ['Contracts', 'Contract'],
      ['Payment schedules', 'Payment schedule'],
      ['Payment workbench', 'Payment workbench'],
      ['Products', 'Product'],
      ['Customers', 'Customer'],
    ] as const) {
      await goByMenu(page, name, 'Main menu');
      await page.getByRole('heading', { level: 1, name: heading }).first().waitFor();
      await shoot(`${name.toLowerCase().replaceAll(' ', '-')}-en-dark`);
    }
    const tape = await takeTape(page, 'main-job', 'From an empty system to a settled order, in both languages.');
    expect((await replayed(tape)).changes).toEqual([]);
    await page.reload(); // a reload keeps session, language and mode
    await page.getByRole('heading', { level: 1, name: 'Customer' }).waitFor();
    await page.getByRole('button', { name: /管理员/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('dialog').or(alert()).getByRole('button', { name: 'OK' }).click();
    await page.waitForURL('**/login');
    await page.goBack();
    await page.waitForURL('**/login');
  });

  it('met no error and no other host on the way', () => {
    expect(complaints).toEqual([]);
  });
});
