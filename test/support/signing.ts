/** The customer signs beside a witness of the company. */
import { md5 } from '../../server/auth/password/oneTimePassword';
import { png } from './png';
import { leaseOf, ok, password, type Server } from './server';

export async function signAtCounter(server: Server, id: string): Promise<void> {
  const entry = { id, idNo: '11010519491231002X', password: md5(password) };
  const { ticket } = ok(await server.admin.post(`${leaseOf(server).paths.contract}/counter`, { body: entry }));
  const headers = { 'sign-ticket': ticket };
  const step = async (name: string, body: object = {}) =>
    ok(await server.anybody.post(`/lease-sign/${name}`, { body, headers }));
  const { pass } = await step('identify');
  await step('read', { pass });
  const signature = `data:image/png;base64,${png(200, 80).toString('base64')}`;
  await step('sign', { pass, consent: true, signature });
}
