/** Who chooses the service of short messages reads every code: those that sign people in, and those that customers sign by. */
import { smsConfigStates, smsServices } from '../../../contract/modules/resource/sms';
import { type Client, ok, type Server, startServer } from '../../support/server';
import { refusal } from '../../support/workflow';

const path = '/blade-resource/sms';
const address = 'http://127.0.0.1:9/send';
let server: Server;
let clerk: Client;
beforeAll(async () => {
  server = await startServer({ env: { EGRESS_ALLOW: '127.0.0.1:9,127.0.0.1:10' } });
  const buttons = ['add', 'edit', 'delete', 'enable', 'disable', 'test'].map((verb) => `sms_${verb}`);
  await server.addUser({ account: 'clerk', permissions: ['sms', ...buttons] });
  clerk = await server.as('clerk');
});
afterAll(() => server.close());

async function added(by: Client, smsCode: string): Promise<string> {
  const body = { category: smsServices.http, smsCode, endpoint: address };
  return ok(await by.post(`${path}/submit`, { body })).id;
}
async function change(by: Client, id: string, more: object) {
  const row = ok(await by.get(`${path}/detail`, { id }));
  return by.post(`${path}/submit`, { body: { ...row, secretKey: 'a-key', ...more } });
}
const enable = (by: Client, id: string) => by.post(`${path}/enable`, { query: { id } });
async function enabled(): Promise<string[]> {
  const rows = ok(await server.admin.get(`${path}/list`, { status: smsConfigStates.enabled })).records;
  return rows.map(({ smsCode }: { smsCode: string }) => smsCode);
}

it('a service is prepared by whoever has its buttons, and put to use by an administrator', async () => {
  const id = await added(clerk, 'theirs');
  ok(await change(clerk, id, { endpoint: 'http://127.0.0.1:10/send' }));
  expect(refusal(await enable(clerk, id))).toBe('403 sms.forAdministrators');
  expect(await enabled()).toEqual([]);
  ok(await enable(server.admin, id));
  expect(await enabled()).toEqual(['theirs']);
});

it('the one in use is moved by an administrator as well, and described by others', async () => {
  const id = await added(server.admin, 'ours');
  ok(await enable(server.admin, id));
  for (const more of [
    { endpoint: 'http://127.0.0.1:10/send' },
    { category: smsServices.tencent, accessKey: 'a', signName: 's', appId: '1' },
  ])
    expect(refusal(await change(clerk, id, more))).toBe('403 sms.forAdministrators');
  const row = ok(await clerk.get(`${path}/detail`, { id }));
  ok(await clerk.post(`${path}/submit`, { body: { ...row, remark: '常用' } }));
  ok(await change(server.admin, id, { endpoint: 'http://127.0.0.1:10/send' }));
});
