/** How a customer signs on screen: on a phone by the link of a message, and at the counter beside a member of staff. */
import type { Browser, Page } from 'playwright-core';
import { password } from './desk';
import { drawSignature } from './signature';
import { codeIn, linkIn, type SmsGateway } from './smsGateway';

export interface Signer {
  name: string;
  tel: string;
  idNo: string;
}

/** Reads a contract to its end, draws a signature and agrees. */
async function readAndSign(page: Page): Promise<void> {
  await page.getByRole('button', { name: '跳至末页' }).click();
  await page.getByRole('button', { name: '已读完，去签名' }).click();
  await drawSignature(page);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: '确认签署' }).click();
  await page.getByText('签署完成', { exact: true }).waitFor();
}

/** The customer opens the link of the newest message about a contract on a phone of their own, and signs. */
export async function signOnPhone(
  browser: Browser,
  gateway: SmsGateway,
  { tel, idNo }: Signer,
  contract: string,
): Promise<void> {
  const { text } = await gateway.message((one) => one.phone === tel && one.text.includes(contract));
  const viewport = { width: 390, height: 844 };
  const phone = await browser.newContext({ viewport, locale: 'zh-CN', hasTouch: true });
  const sheet = await phone.newPage();
  await sheet.goto(linkIn(text));
  await sheet.getByLabel('手机号').fill(tel);
  await sheet.getByLabel('证件号码后四位').fill(idNo.slice(-4));
  await sheet.getByRole('button', { name: '获取验证码' }).click();
  await sheet.getByText(/验证码已发送至/).waitFor();
  const message = await gateway.message((one) => one.phone === tel && one.text.includes('合同签署验证码'));
  await sheet.getByLabel('短信验证码').fill(codeIn(message.text));
  await sheet.getByRole('button', { name: '核验身份' }).click();
  await readAndSign(sheet);
  await phone.close();
}

/** Confirms in the dialog that begins it that this is the customer, by the number on the original. */
export async function confirmIdentity(page: Page, idNo: string): Promise<void> {
  const box = page.getByRole('alertdialog', { name: '现场签署' });
  await box.getByLabel('客户证件号码').fill(idNo);
  await box.getByLabel('您的登录密码').fill(password);
  await box.getByRole('checkbox').check();
  await box.getByRole('button', { name: '开始现场签署' }).click();
}

/** The customer signs on the screen of the witness, who then has the page that it was begun on. */
export async function signAtCounter(page: Page): Promise<void> {
  await page.waitForURL('**/sign/counter');
  await page.getByText(/已核对您的证件/).waitFor();
  await page.getByRole('button', { name: '我是本人，开始阅读' }).click();
  await readAndSign(page);
  await page.getByRole('button', { name: '返回', exact: true }).click();
}
