/** A day of the clerk: a customer, an order, its voucher, its contracts, and what the clerk may see of others. */
import type { Page } from 'playwright-core';
import { BUILD_LIMIT_MS } from '../../support/browser';
import { callerOf } from '../../support/caller';
import { png } from '../../support/png';
import { confirmIdentity, signAtCounter, signOnPhone } from '../../support/signingScreens';
import { type SmsGateway, startSmsGateway } from '../../support/smsGateway';
import { soon } from '../../support/soon';
import { choose, dataOf, shown, startWorkday, told, type Workday } from '../../support/workday';

jest.setTimeout(120_000);

const customer = { name: '白鹭精密机械有限公司', tel: '13800002222', idNo: '110101199003070097' };

let day: Workday;
let gateway: SmsGateway;
let clerk: Page;
let colleague: Page;
beforeAll(async () => {
  gateway = await startSmsGateway();
  day = await startWorkday(['lin.yumo', 'shen.zhiyao'], { env: gateway.env });
  clerk = await day.open('lin.yumo');
  colleague = await day.open('shen.zhiyao');
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await day?.end();
  await gateway?.close();
});

async function addCustomer(name: string) {
  await choose(clerk, '客户管理');
  await shown(clerk).getByRole('button', { name: '新增', exact: true }).click();
  const form = clerk.getByRole('dialog', { name: '新增客户' });
  await form.getByLabel('客户名称').fill(name);
  await form.getByLabel('联系电话').fill(customer.tel);
  await form.getByLabel('证件号码').fill(customer.idNo);
  await form.getByRole('button', { name: '保存' }).click();
  return form;
}

it('enters a customer once: the second is warned of and left out', async () => {
  await addCustomer(customer.name);
  await told(clerk, '新增成功');
  const form = await addCustomer('白鹭精密（重复录入）');
  const question = clerk.getByRole('alertdialog');
  await question.getByText(new RegExp(`已有记录使用相同信息：.*${customer.name}`)).waitFor();
  await question.getByRole('button', { name: '取消' }).click();
  await form.getByRole('button', { name: '取消' }).click();
  await question.getByRole('button', { name: '放弃' }).click();
  const { records } = dataOf(await day.admin.get('/blade-customer/customer/list', { realName: '白鹭', size: 10 }));
  expect(records).toHaveLength(1);
});

it('has the identity verified by a colleague, who saw the original', async () => {
  await choose(colleague, '客户管理');
  const row = shown(colleague).getByRole('row', { name: /白鹭精密/ });
  await row.getByRole('button', { name: '身份核验' }).click();
  const form = colleague.getByRole('dialog', { name: '身份核验' });
  await form.getByRole('radio', { name: '居民身份证原件' }).check();
  await form.getByLabel('证件上的号码').fill(customer.idNo);
  await form.getByRole('radio', { name: '当面' }).check();
  await form.getByRole('button', { name: '身份核验' }).click();
  await told(colleague, '身份已核验');
  await row.getByText('已认证').waitFor();
});

it('leads an order to its contracts with a colleague, and the customer signs one on the public page', async () => {
  await choose(clerk, '订单管理');
  await shown(clerk).getByRole('button', { name: '新增', exact: true }).click();
  const form = shown(clerk);
  await form.getByRole('combobox', { name: '客户名称' }).fill('白鹭');
  await clerk.getByRole('option', { name: /白鹭精密/ }).click();
  await form.getByRole('combobox', { name: '产品名称' }).fill('稳盈租 360');
  await clerk.getByRole('option', { name: /稳盈租 360/ }).click();
  await form.getByLabel('总金额').fill('120000');
  await form.getByLabel('银行卡号').fill('6222021234567894');
  await form.getByLabel('开户银行').fill('沧澜农商银行');
  await clerk.keyboard.press('Escape');
  await form.getByRole('button', { name: /提交，进入待打款/ }).click();
  await clerk.waitForURL('**/lease/order/detail/*');
  const path = new URL(clerk.url()).pathname;
  const [chooser] = await Promise.all([
    clerk.waitForEvent('filechooser'),
    shown(clerk).getByRole('button', { name: '上传凭证' }).first().click(),
  ]);
  await chooser.setFiles({ name: '回单.png', mimeType: 'image/png', buffer: png(320, 200) });
  await shown(clerk).getByText('待确认凭证').first().waitFor();
  const confirm = shown(clerk).getByRole('button', { name: '确认凭证' }).first();
  await soon(() => confirm.getAttribute('aria-disabled'), 'true');

  await colleague.goto(day.server.url + path);
  await shown(colleague).getByRole('button', { name: '确认凭证' }).first().click();
  const paper = colleague.getByRole('alertdialog');
  await soon(() => paper.getByLabel('实收金额').inputValue(), '120,000.00');
  await paper.getByRole('button', { name: '确认已收款' }).click();
  await shown(colleague).getByRole('button', { name: '发起签约' }).first().click();
  await colleague.getByRole('alertdialog').getByRole('button', { name: '发起签约' }).click();
  // Printing contracts takes its time on a busy machine.
  await shown(colleague).getByText('待客户签署').first().waitFor();
  await signOnPhone(day.browser, gateway, customer, '服务协议');

  // The clerk finds the signature, and how it was made, on the order page.
  await clerk.reload();
  await shown(clerk).getByText('短信验证码').first().waitFor();
  const id = path.slice(path.lastIndexOf('/') + 1);
  const order = dataOf(await day.admin.get('/blade-order/order/detail', { id }));
  expect(order).toMatchObject({ businessStatus: 4, totalAmount: '120000.00', pzsfqr: 1 });
});

it('lets the customer sign the other at the counter, begun from the list of contracts', async () => {
  await choose(colleague, '合同管理');
  const row = shown(colleague).getByRole('row', { name: customer.name }).filter({ hasText: '待客户签署' });
  await row.getByRole('button', { name: '现场签署' }).click();
  const box = colleague.getByRole('alertdialog', { name: '现场签署' });
  await box.getByText(`${customer.name}将在这台设备上签署`).waitFor();
  // The original is not the customer's: refused, and what was confirmed stays.
  await confirmIdentity(colleague, '110101199003070011');
  await box.getByText(/证件号码与登记的不一致/).waitFor();
  expect(await box.getByRole('checkbox').isChecked()).toBe(true);
  await confirmIdentity(colleague, customer.idNo);
  await signAtCounter(colleague);
  await colleague.waitForURL('**/lease/contract');

  // Both are signed: nothing is left to sign at the counter, and the order waits for its start.
  await row.waitFor({ state: 'detached' });
  await shown(colleague).getByRole('row', { name: customer.name }).getByText('现场见证').waitFor();
  await clerk.reload();
  await shown(clerk).getByText('待起租').first().waitFor();
  await shown(clerk)
    .getByText(/现场见证 · 见证人 沈知遥/)
    .waitFor();
});

it('shows the clerk the own orders alone, and no other by its address', async () => {
  await choose(clerk, '订单管理');
  const own = await callerOf(day.server.url, 'lin.yumo');
  const mine = dataOf(await own.get('/blade-order/order/page', { size: 100 }));
  const all = dataOf(await day.admin.get('/blade-order/order/page', { size: 100 }));
  expect(Number(mine.total)).toBeGreaterThan(0);
  expect(Number(mine.total)).toBeLessThan(Number(all.total));
  await shown(clerk).getByText(`共 ${mine.total} 条`).waitFor();
  const strange = all.records.find(
    ({ id }: { id: string }) => !mine.records.some((one: { id: string }) => one.id === id),
  );
  await clerk.goto(`${day.server.url}/lease/order/detail/${strange.id}`);
  await shown(clerk)
    .getByText(/未找到该订单/)
    .first()
    .waitFor();
  expect(day.faults()).toEqual([]);
});
