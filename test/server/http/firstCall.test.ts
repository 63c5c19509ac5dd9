/** The commands at the head of docs/api.md, run as they stand by a shell against a server with the demo portfolio. */
import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { firstOrder } from '../../../scripts/pages/firstCall';
import { password, type Server, startServer } from '../../support/server';

const run = promisify(execFile);
let server: Server;
beforeAll(async () => {
  server = await startServer({ hasDemo: true });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

function follow(word: string) {
  const { port } = server.app.server.address() as AddressInfo;
  const env = { ...process.env, LEASEDESK: `http://127.0.0.1:${port}`, ACCOUNT: 'admin', PASSWORD: word };
  return run('bash', ['-c', firstOrder], { env, timeout: 30_000 });
}

it('leads from the sign-in to an order', async () => {
  const { stdout } = await follow(password);
  const { success, data } = JSON.parse(stdout);
  expect({ success, totalAmount: data.totalAmount, businessStatus: data.businessStatus }).toEqual({
    success: true,
    totalAmount: '100000.00',
    businessStatus: 0,
  });
  expect(data.id).toMatch(/^\d+$/);
});

it('is refused with a reason where the password is wrong', async () => {
  const { stdout } = await follow('wrong');
  expect(JSON.parse(stdout)).toMatchObject({ success: false, reason: 'signedOut' });
});
