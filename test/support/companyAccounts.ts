import { type Client, ok } from './server';

/** Registers an account of the company, so that statements of it are taken. */
export async function registerAccount(
  client: Client,
  { account, ...more }: { account: string; opening?: string; openedFrom?: string; bankName?: string },
): Promise<string> {
  const body = { bankName: '工商银行', accountName: '示例租赁有限公司', openedFrom: '2020-01-01', opening: '0.00' };
  return ok(await client.post('/blade-bank/account/submit', { body: { ...body, account, ...more } })).id;
}
