/**
 * A whole lease whose customer pays, from the customer to the early exit, by the screens alone: the clerk and the contract
 * officer enter it and what the supplier is owed, the risk officer decides, finance pays the supplier by the file of a bank
 * and books what the customer pays, and the head of sales ends it.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { formatMoney } from '../../../contract/domain/money';
import { readSheet } from '../../../server/kernel/sheets/readSheet';
import { workbook } from '../../support/bankFiles';
import { BUILD_LIMIT_MS } from '../../support/browser';
import { png } from '../../support/png';
import { confirmIdentity, type Signer, signAtCounter, signOnPhone } from '../../support/signingScreens';
import { type SmsGateway, startSmsGateway } from '../../support/smsGateway';
import { soon } from '../../support/soon';
import { choose, claimFirst, dataOf, decide, shown, startWorkday, told, type Workday } from '../../support/workday';

jest.setTimeout(120_000);

const customer: Signer = { name: '青禾冷链物流有限公司', tel: '13800005555', idNo: '110101199003070097' };
const seller = { name: '北岭机床制造有限公司', bank: '建设银行', account: '3100111122223333' };
const object = { name: '立式加工中心', serial: 'SN-20261128-7', price: '100000' };
const invoice = '26332000000012345678';

let day: Workday;
let gateway: SmsGateway;
let clerk: Page;
let paperwork: Page;
let finance: Page;
let risk: Page;
let manager: Page;
/** Where the order is. */
let path: string;
beforeAll(async () => {
  gateway = await startSmsGateway();
  const people = ['lin.yumo', 'shen.zhiyao', 'gu.xizhou', 'he.qingye', 'xu.qingyue'] as const;
  day = await startWorkday(people, { env: gateway.env });
  clerk = await day.open('lin.yumo');
  paperwork = await day.open('shen.zhiyao');
  finance = await day.open('gu.xizhou');
  risk = await day.open('he.qingye');
  manager = await day.open('xu.qingyue');
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await day?.end();
  await gateway?.close();
});

async function openOrder(page: Page) {
  await page.goto(day.server.url + path);
  await shown(page)
    .getByRole('heading', { name: /^HT\d{14}/ })
    .waitFor();
  return shown(page);
}
async function order() {
  return dataOf(await day.admin.get('/blade-order/order/detail', { id: path.slice(path.lastIndexOf('/') + 1) }));
}
async function today(): Promise<string> {
  return dataOf(await day.admin.get('/blade-collection/collection/standing')).today;
}
/** Opens the form of the page and answers it. */
async function begin(page: Page, button: string) {
  await shown(page).getByRole('button', { name: button, exact: true }).click();
  return page.getByRole('dialog', { name: button === '新增' ? /^新增/ : button });
}
/** Lets a person agree to what waits for one of several. */
async function agree(page: Page, seen: RegExp, comment: string) {
  await claimFirst(page);
  await shown(page).getByText(seen).first().waitFor();
  await decide(page, '同意', comment);
}

it('the clerk enters the customer, and a colleague verifies who it is', async () => {
  await choose(clerk, '客户管理');
  const form = await begin(clerk, '新增');
  await form.getByLabel('客户名称').fill(customer.name);
  await form.getByLabel('联系电话').fill(customer.tel);
  await form.getByLabel('证件号码').fill(customer.idNo);
  await form.getByRole('button', { name: '保存' }).click();
  await told(clerk, '新增成功');

  await choose(paperwork, '客户管理');
  const row = shown(paperwork).getByRole('row', { name: customer.name });
  await row.getByRole('button', { name: '身份核验' }).click();
  const check = paperwork.getByRole('dialog', { name: '身份核验' });
  await check.getByRole('radio', { name: '居民身份证原件' }).check();
  await check.getByLabel('证件上的号码').fill(customer.idNo);
  await check.getByRole('radio', { name: '当面' }).check();
  await check.getByRole('button', { name: '身份核验' }).click();
  await told(paperwork, '身份已核验');
});

it('the clerk enters the order, and the slip of what the customer remitted', async () => {
  await choose(clerk, '订单管理');
  await shown(clerk).getByRole('button', { name: '新增', exact: true }).click();
  await shown(clerk).getByRole('combobox', { name: '客户名称' }).fill('青禾冷链');
  await clerk.getByRole('option', { name: customer.name }).click();
  await shown(clerk).getByRole('combobox', { name: '产品名称' }).fill('设备直租');
  await clerk.getByRole('option', { name: /设备直租 12 期/ }).click();
  await shown(clerk).getByLabel('总金额').fill('100000');
  await shown(clerk)
    .locator('input[name=interestDate]')
    .fill(await today());
  await shown(clerk).getByLabel('银行卡号').fill('6222021234567894');
  await shown(clerk).getByLabel('开户银行').fill('沧澜农商银行');
  await clerk.keyboard.press('Escape');
  await shown(clerk)
    .getByRole('button', { name: /提交，进入待打款/ })
    .click();
  await clerk.waitForURL('**/lease/order/detail/*');
  path = new URL(clerk.url()).pathname;
  const [chooser] = await Promise.all([
    clerk.waitForEvent('filechooser'),
    shown(clerk).getByRole('button', { name: '上传凭证' }).first().click(),
  ]);
  await chooser.setFiles({ name: '回单.png', mimeType: 'image/png', buffer: png(320, 200) });
  await shown(clerk).getByText('待确认凭证').first().waitFor();
});

it('the contract officer enters the supplier and the object, and confirms the slip', async () => {
  await choose(paperwork, '供应商');
  const supplier = await begin(paperwork, '新增');
  await supplier.getByLabel('供应商名称').fill(seller.name);
  await supplier.getByLabel('开户银行').fill(seller.bank);
  await supplier.getByLabel('收款账号').fill(seller.account);
  await supplier.getByRole('button', { name: '保存' }).click();
  await told(paperwork, '新增成功');

  const page = await openOrder(paperwork);
  const form = await begin(paperwork, '新增租赁物');
  await form.getByLabel('租赁物名称').fill(object.name);
  await form.getByLabel('类别').selectOption({ label: '生产设备' });
  await form.getByLabel('序列号/车架号').fill(object.serial);
  await form.getByRole('combobox', { name: '供应商' }).fill('北岭机床');
  await paperwork.getByRole('option', { name: seller.name }).click();
  await form.getByLabel('购置价款').fill(object.price);
  await form.getByLabel('发票号码').fill(invoice);
  await form.getByRole('button', { name: '保存' }).click();
  await page.getByRole('button', { name: `编辑 ${object.name}` }).waitFor();

  // A lease asks for its fee on the first day: the principal is what the company pays.
  await page.getByRole('button', { name: '确认凭证' }).first().click();
  const paper = paperwork.getByRole('alertdialog');
  await soon(() => paper.getByLabel('实收金额').inputValue(), '1,000.00');
  await paper.getByText('已按起租日应收金额填写，请对照凭证核对').waitFor();
  await paper.getByRole('button', { name: '确认已收款' }).click();
  await page.getByText('待签约').first().waitFor();
});

it('the customer signs one contract on a phone and one at the counter', async () => {
  const page = await openOrder(paperwork);
  await page.getByRole('button', { name: '发起签约' }).first().click();
  await paperwork.getByRole('alertdialog').getByRole('button', { name: '发起签约' }).click();
  await page.getByText('待客户签署').first().waitFor();
  await signOnPhone(day.browser, gateway, customer, '服务协议');
  await page.getByText('短信验证码').first().waitFor();
  await page.getByRole('button', { name: '现场签署' }).first().click();
  await confirmIdentity(paperwork, customer.idNo);
  await signAtCounter(paperwork);
  await paperwork.waitForURL(`**${path}`);
  await page.getByText('待起租').first().waitFor();
});

it('the clerk enters deposit and balance of the supplier, up to the price', async () => {
  // The order's objects come last, and the form begins with the only one all the same.
  const last = clerk.waitForResponse(/\/purchase\/list/);
  await clerk.route(
    '**/asset/list**',
    async (route) => {
      await last;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    },
    { times: 1 },
  );
  const page = await openOrder(clerk);
  const payments = page.getByRole('table', { name: '采购付款' });
  const form = await begin(clerk, '新增采购付款');
  await soon(() => form.getByRole('combobox', { name: '租赁物' }).inputValue(), object.name);
  await form.getByLabel('付款金额').fill('30000');
  await form.getByLabel('发票金额').fill(object.price);
  await form.getByRole('button', { name: '保存' }).click();
  await payments.getByText('30,000.00').waitFor();
  await begin(clerk, '新增采购付款');
  await form.getByLabel('付款金额').fill('70000.01');
  await form.getByRole('button', { name: '保存' }).click();
  await clerk.getByText(/采购付款合计 100,000\.01 元，超过购置价款/).waitFor();
  await form.getByLabel('付款金额').fill('70000');
  await form.getByRole('button', { name: '保存' }).click();
  await payments.getByText('70,000.00').waitFor();
  await page.getByText('登记采购付款 70,000.00 元').waitFor();
});

/** Finance asks for a file of these supplier payments, the risk officer agrees, and finance has its rows. */
async function sentFile(amounts: readonly string[]): Promise<{ file: string; rows: string[][] }> {
  await finance.goto(`${day.server.url}/lease/purchase`);
  for (const amount of amounts)
    await shown(finance)
      .getByRole('row', { name: seller.name })
      .filter({ hasText: amount })
      .getByRole('checkbox')
      .check();
  await shown(finance).getByRole('button', { name: '生成代付文件' }).click();
  await finance.getByRole('alertdialog').getByRole('button', { name: '招商银行' }).click();
  await finance.waitForURL('**/lease/payfile/detail/*');
  const file = new URL(finance.url()).pathname;
  await shown(finance).getByText(`${object.name}（发票 ${invoice}）`).first().waitFor();
  await shown(finance).getByRole('button', { name: '提交', exact: true }).click();
  await finance.getByRole('alertdialog').getByRole('button', { name: '提交' }).click();
  await told(finance, '已提交审批');
  await agree(risk, new RegExp(seller.name), '与发票一致');
  await finance.goto(day.server.url + file);
  const [download] = await Promise.all([
    finance.waitForEvent('download'),
    shown(finance).getByRole('button', { name: '导出 CSV' }).click(),
  ]);
  const sheet = await readSheet(await readFile(await download.path()));
  return { file, rows: sheet.rows.map(({ cells }) => cells.map((cell) => cell?.text ?? '')) };
}
/** What the bank says of the payments of a file, taken in by finance. */
async function answer(rows: readonly string[][], said: readonly string[]) {
  const heads = ['业务参考号', '收款人账号', '收款人名称', '付款金额', '处理状态', '失败原因', '交易日期'];
  const date = (await today()).replaceAll('-', '');
  const lines = said.map((state, at) => {
    const [reference, account, payee, , , amount] = rows[at]!;
    const why = state === '交易成功' ? '' : '超过当日限额';
    return [reference!, account!, payee!, amount!, state, why, date];
  });
  const [chooser] = await Promise.all([
    finance.waitForEvent('filechooser'),
    shown(finance).getByRole('button', { name: '导入回盘结果' }).first().click(),
  ]);
  const buffer = await workbook([heads, ...lines]);
  await chooser.setFiles({ name: '回盘.xlsx', mimeType: 'application/octet-stream', buffer });
  const question = finance.getByRole('alertdialog', { name: /^导入回盘结果/ });
  await question.getByRole('row', { name: '入账合计' }).waitFor();
  // What is booked can be read whole.
  const table = question.getByRole('region', { name: '付款明细' });
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await question.getByRole('button', { name: '确认导入' }).click();
  await told(finance, '已导入回盘结果');
}

it('finance pays both by a file that the risk officer agrees to; the bank pays the deposit alone', async () => {
  const { rows } = await sentFile(['30,000.00', '70,000.00']);
  expect(rows.slice(0, 2).map((cells) => [cells[1], cells[2], cells[5]])).toEqual([
    [seller.account, seller.name, '30000.00'],
    [seller.account, seller.name, '70000.00'],
  ]);
  await answer(rows, ['交易成功', '交易失败']);
  const page = await openOrder(paperwork);
  const payments = page.getByRole('table', { name: '采购付款' });
  await payments.getByRole('row', { name: '30,000.00' }).getByText('已付款').waitFor();
  await payments.getByRole('row', { name: '70,000.00' }).getByText('待付款').waitFor();
  expect(await order()).toMatchObject({ invested: '30000.00', investmentRate: null });
});

it('the lease starts, the balance is paid, and the page says what it earns', async () => {
  const page = shown(paperwork);
  await page.getByRole('button', { name: '立即起租' }).first().click();
  await paperwork.getByRole('alertdialog').getByRole('button', { name: '起租并生成计划' }).click();
  await page.getByText('履约中').first().waitFor();
  const { rows } = await sentFile(['70,000.00']);
  await answer(rows, ['交易成功']);
  const { invested, investmentRate } = await order();
  expect(invested).toBe('100000.00');
  await openOrder(clerk);
  await shown(clerk).getByText('采购付款 70,000.00 元已付给供应商').waitFor();
  await shown(clerk)
    .getByText(`${Number(investmentRate).toFixed(2)}%`)
    .first()
    .waitFor();
  await shown(clerk).getByText('5,830.50').first().waitFor();
});

it('finance books the fee and the first rent', async () => {
  const page = await openOrder(finance);
  await page.getByRole('button', { name: '登记收付款' }).click();
  const form = finance.getByRole('alertdialog', { name: /^登记收付款/ });
  for (const row of [/^手续费/, /^1\/12/]) await form.getByRole('checkbox', { name: row }).check();
  await form.locator('input[name=amount]').fill('9735.88');
  await form.getByLabel('备注').fill('客户提前支付首期');
  await form.getByRole('region', { name: '试算' }).getByText('9,735.88').first().waitFor();
  await form.getByRole('button', { name: '登记', exact: true }).click();
  await told(finance, '已登记');
  await page.getByText('已收 2 / 13 期').waitFor();
  await page.getByText('9,735.88').first().waitFor();
});

it('the head of sales ends it early, the risk officer agrees, and finance books what is left', async () => {
  const page = await openOrder(manager);
  await page.getByRole('button', { name: '更多操作' }).first().click();
  await manager.getByRole('menuitem', { name: '提前结清' }).click();
  const form = manager.getByRole('alertdialog', { name: /^提前结清/ });
  await form.getByRole('table', { name: '结算明细' }).getByText('剩余本金').waitFor();
  await form.getByRole('textbox', { name: '原因' }).fill('客户提前还款');
  await form.getByRole('button', { name: '提交提前结清' }).click();
  await told(manager, '已提交审批');
  await agree(risk, /提前结清/, '同意');
  const { exitAmount } = await order();
  const bench = await openOrder(finance);
  await bench.getByText(/提前结清办理中/).waitFor();
  await bench.getByRole('button', { name: '登记收付款' }).click();
  const booking = finance.getByRole('alertdialog', { name: /^登记收付款/ });
  await booking.locator('input[name=amount]').fill(exitAmount);
  await booking.getByRole('region', { name: '试算' }).getByText(formatMoney(exitAmount)).first().waitFor();
  await booking.getByRole('button', { name: '登记', exact: true }).click();
  await told(finance, '已登记');
  await bench.getByText('已提前终止').first().waitFor();
  expect(await order()).toMatchObject({ businessStatus: 10, invested: '100000.00' });
  expect(day.faults()).toEqual([]);
});
