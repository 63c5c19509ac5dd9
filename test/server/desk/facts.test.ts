/** What the server tells of a person and of a tenant, and what the console makes of it. */
import { awaitingContract } from '../../../contract/domain/lifecycle/orderStates';
import { smsServices } from '../../../contract/modules/resource/sms';
import { orderMoves } from '../../../src/features/lease/order/orderMovesSlice';
import { feedback } from '../../../src/store/feedback';
import { panel } from '../../../src/store/navigation/panel';
import { route } from '../../../src/store/navigation/route';
import { session } from '../../../src/store/session';
import type { Started } from '../../support/fakeWorld';
import { type Consoles, consolesOf, until } from '../../support/realConsole';
import { leaseOf, ok, platform, type Server, startServer } from '../../support/server';

let server: Server;
let consoles: Consoles;
beforeAll(async () => {
  server = await startServer({ env: { EGRESS_ALLOW: '127.0.0.1:9' } });
  consoles = await consolesOf(server);
  await server.addUser({ account: 'novice', permissions: ['order'] });
  await server.addUser({ account: 'colleague', permissions: ['order'] });
});
afterAll(() => consoles.close());

function shown(app: Started) {
  return app.slice('panel')?.shown;
}
async function seenAt(account: string) {
  const [row] = await server.sql('select tour_seen_time::text from sys_user where account = $1', [account]);
  return row.tour_seen_time;
}

describe('the tour', () => {
  it('is shown after the first sign-in of a person, and not after the next', async () => {
    const app = await consoles.enter('novice');
    await until(() => shown(app) === 'tour');
    expect(await seenAt('novice')).toBeNull();
    app.do(panel.actions.hide());
    let seen: unknown = null;
    for (let turn = 0; turn < 200 && seen === null; turn++) {
      await new Promise((resume) => setTimeout(resume, 10));
      seen = await seenAt('novice');
    }
    expect(seen).toBe(server.clock.text());
    const again = await consoles.enter('novice');
    await until(() => again.see(route.selectors.path) !== '/login');
    expect(again.see(session.selectors.user)).not.toHaveProperty('hasTourAhead');
    expect(shown(again)).toBe('');
    expect(await seenAt('colleague')).toBeNull();
  });

  it('is over once: a repeated message changes nothing, and nobody else learns of it', async () => {
    const client = await server.as('colleague');
    ok(await client.post('/blade-desk/tour/seen'));
    const first = await seenAt('colleague');
    server.clock.advance(60_000);
    ok(await client.post('/blade-desk/tour/seen'));
    expect(await seenAt('colleague')).toBe(first);
    expect(await seenAt('admin')).toBeNull();
  });

  it('is not shown where an operator has switched it off', async () => {
    server.deps.settings.tour = false;
    const app = await consoles.enter('admin');
    await until(() => app.see(route.selectors.path) !== '/login');
    expect(app.see(session.selectors.user)).not.toHaveProperty('hasTourAhead');
    server.deps.settings.tour = true;
  });
});

describe('the question before contracts are issued', () => {
  /** What the console asks about the contracts of this order. */
  async function askedAbout(app: Started, orderId: string): Promise<string> {
    app.do(orderMoves.actions.makeContract({ orderId }));
    await until(() => app.see(feedback.selectors.question) !== null);
    const { say } = app.see(feedback.selectors.question)!;
    app.do(feedback.actions.answered({ isSure: false, reason: '' }));
    await until(() => app.see(feedback.selectors.question) === null);
    return say ?? '';
  }

  it('knows the SMS service of the tenant, and whether it can reach the customer', async () => {
    const lease = leaseOf(server);
    const { id } = await lease.confirmed();
    expect((await lease.read(id)).businessStatus).toBe(awaitingContract);
    const app = await consoles.as('admin');
    app.do(route.actions.go('/lease/order'));
    await until(() => app.slice('orderMoves'));
    expect(app.slice('settings').smsGateway).toBe(false);
    expect(await askedAbout(app, id)).toBe('order.ask.contract.noGateway');
    const own = { category: smsServices.http, smsCode: 'own', endpoint: 'http://127.0.0.1:9/send', secretKey: 'k' };
    const config = ok(await server.admin.post('/blade-resource/sms/submit', { body: own }));
    const [{ id: configId }] = await server.sql('select id from sms_config where tenant_id = $1', [platform]);
    expect(config).toBeTruthy();
    ok(await server.admin.post('/blade-resource/sms/enable', { query: { ids: configId } }));
    expect(await askedAbout(app, id)).toBe('order.ask.contract.sms');
    await server.sql(`update lease_order set tel = '010-12345678' where id = $1`, [id]);
    expect(await askedAbout(app, id)).toBe('order.ask.contract.noMobile');
    // Without a number of its own the order has that of the customer, as the message has.
    await server.sql('update lease_order set tel = null where id = $1', [id]);
    expect(await askedAbout(app, id)).toBe('order.ask.contract.sms');
  });

  it('is answered to those alone who may issue them, about orders that they see', async () => {
    const { id } = await leaseOf(server).confirmed();
    const url = '/blade-fascContract/fascContract/link-way';
    expect((await (await server.as('colleague')).get(url, { orderId: id })).status).toBe(403);
    expect((await server.admin.get(url, { orderId: '1' })).body.reason).toBe('notYours');
  });
});
