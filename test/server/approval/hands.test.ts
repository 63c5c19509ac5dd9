/** Two accounts that one person could sign in with are not two people: neither decides on what the other asks for. */
import { approvalActs } from '../../../contract/domain/approvals';
import { smsServices } from '../../../contract/modules/resource/sms';
import { md5 } from '../../../server/auth/password/oneTimePassword';
import { setRule } from '../../support/approvals';
import { diagram, flow } from '../../support/diagrams';
import { clientOf, leaseOf, ok, type Server, startServer } from '../../support/server';
import {
  addWorker,
  decidingRights,
  deployed,
  refusal,
  type Worker,
  workerOf,
  workPermissions,
} from '../../support/workflow';

let server: Server;
let boss: Worker & { roleId: string };
let colleague: Worker & { roleId: string };
const day = 86_400_000;
const own = 'a-Long-own-word-7';
const pages = [
  ...[...workPermissions, 'approval', 'order', 'order_cancel', 'customer', 'customer_add', 'customer_verify'],
  ...['receipt', 'receipt_view', 'receipt_book', 'receipt_reverse'],
];
const keeping = ['user', 'user_add', 'user_edit', 'user_reset', 'user_role', 'role'];
beforeAll(async () => {
  server = await startServer({ env: { PHONE_TEST_MODE: '1', EGRESS_ALLOW: '127.0.0.1:9' } });
  boss = await addWorker(server, 'boss', { permissions: [...pages, ...keeping, ...decidingRights] });
  colleague = await addWorker(server, 'colleague', { permissions: [...pages, ...decidingRights] });
  const { records } = ok(await server.admin.get('/blade-flow/approval-rule/list', { size: 50 }));
  const rule = records.find((one: { act: number }) => one.act === approvalActs.orderCancel.number);
  ok(await server.admin.post('/blade-flow/approval-rule/update', { body: { ...rule, isOn: 1 } }));
});
afterAll(() => server.close());

/** Signs in with a one-time password and sets an own one, as the person would, or one who was told the password. */
async function taken(account: string, word: string, userId: string): Promise<Worker> {
  const first = await server.signIn(account, word);
  const body = { oldPassword: md5(word), newPassword: md5(own), newPassword1: md5(own) };
  ok(await first.post('/blade-system/user/update-password', { body }));
  return workerOf(await server.signIn(account, own), userId);
}
async function created(by: Worker, account: string, roleId = colleague.roleId): Promise<Worker> {
  const dept = ok(await server.admin.get('/blade-system/dept/tree'))[0].id;
  const body = { account, name: account, realName: account, roleId, deptId: dept };
  const { id, oneTimeWord } = ok(await by.post('/blade-system/user/submit', { body }));
  return taken(account, oneTimeWord, id);
}
/** An order whose cancellation the person asks for, as they may; answers the order and the task. */
async function asked(maker: Worker): Promise<{ id: string; taskId: string }> {
  const lease = leaseOf(server);
  const { id } = await lease.order();
  ok(await lease.move(id, 1));
  expect(ok(await leaseOf(server, maker).move(id, 11, { reason: '不要了' }))).toBe(false);
  const [{ taskId }] = await server.sql(
    `select t.id as "taskId" from approval a join flow_task t on t.instance_id = a.process_instance_id::bigint
     where a.entity_id = $1 and t.status = 1`,
    [id],
  );
  return { id, taskId };
}
async function statusOf(id: string): Promise<number> {
  return (await server.sql('select business_status as status from lease_order where id = $1', [id]))[0].status;
}
const refused = '400 approval.sameHands';

it('in the first days of a tenant people whom one person let in decide for each other: there is no one else', async () => {
  const early = await created(boss, 'early');
  const { id, taskId } = await asked(boss);
  ok(await early.complete(taskId));
  expect(await statusOf(id)).toBe(11);
});

describe('later', () => {
  beforeAll(async () => {
    server.clock.advance(8 * day);
    boss = { ...boss, ...workerOf(await server.as('boss'), boss.userId) };
    colleague = { ...colleague, ...workerOf(await server.as('colleague'), colleague.userId) };
  });

  it('neither decides on what the other asks for, and a colleague does', async () => {
    const second = await created(boss, 'second');
    const { id, taskId } = await asked(boss);
    expect(refusal(await second.complete(taskId))).toBe(refused);
    expect(await statusOf(id)).toBe(1);
    ok(await colleague.complete(taskId));
    expect(await statusOf(id)).toBe(11);
    const back = await asked(second);
    expect(refusal(await boss.complete(back.taskId))).toBe(refused);
  });

  it('nor do they take two steps that are for different people', async () => {
    const user = (id: string, more = '') =>
      `userTask ${id} name="${id}" flowable:candidateGroups="\${deciders}" ${more}`;
    const steps = [user('a'), user('b', 'leasedesk:otherPerson="true"')];
    const links = flow(['s>a', 'a>b', 'b>e']);
    await deployed(server.admin, diagram('in_turn', ['startEvent s', ...steps, 'endEvent e', ...links]));
    await setRule(server, approvalActs.orderCancel.number, { processKey: 'in_turn' });
    const [third, puppet] = [await created(server.admin as Worker, 'third'), await created(boss, 'puppet')];
    const { id, taskId } = await asked(third);
    ok(await boss.complete(taskId));
    const [{ id: next }] = await server.sql(
      `select n.id from flow_task t join flow_task n on n.instance_id = t.instance_id and n.status = 1 where t.id = $1`,
      [taskId],
    );
    expect(refusal(await puppet.complete(next))).toBe(refused);
    expect(await statusOf(id)).toBe(1);
    ok(await colleague.complete(next));
    expect(await statusOf(id)).toBe(11);
    await setRule(server, approvalActs.orderCancel.number, { processKey: 'second_person' });
  });

  it('nor do two accounts that a third person made', async () => {
    const [one, other] = [await created(boss, 'one'), await created(boss, 'other')];
    const { taskId } = await asked(one);
    expect(refusal(await other.complete(taskId))).toBe(refused);
  });

  it('nor an account that one made under an account that one had made', async () => {
    const heir = await created(boss, 'heir', boss.roleId);
    const last = await created(heir, 'last');
    const { id, taskId } = await asked(boss);
    expect(refusal(await last.complete(taskId))).toBe(refused);
    expect(refusal(await boss.complete((await asked(last)).taskId))).toBe(refused);
    ok(await colleague.complete(taskId));
    expect(await statusOf(id)).toBe(11);
  });

  it('nor does one do under another account what takes another person than the one who entered it', async () => {
    const again = await created(boss, 'again');
    const idNo = '11010519491231002X';
    const customer = { realName: '沈予安', tel: '13800138000', idType: 1, idNo };
    const { id } = ok(await boss.post('/blade-customer/customer/submit', { body: customer }));
    const verify = (who: Worker) =>
      who.post('/blade-customer/customer/verify', { body: { ids: id, paper: 1, paperNo: idNo, way: 1 } });
    expect(refusal(await verify(boss))).toBe('400 customer.samePerson');
    expect(refusal(await verify(again))).toBe(refused);
    ok(await verify(colleague));
    const movement = {
      direction: 1,
      valueDate: server.clock.text().slice(0, 10),
      amount: '10.00',
      partyName: '某某公司',
    };
    const { receiptId } = ok(await boss.post('/blade-receipt/receipt/book', { body: { ...movement, remark: '现金' } }));
    const { version } = ok(await boss.get('/blade-receipt/receipt/detail', { id: receiptId }));
    const reverse = (who: Worker) =>
      who.post('/blade-receipt/receipt/reverse', { body: { ids: receiptId, version, reason: '错账' } });
    expect(refusal(await reverse(boss))).toBe('403 receipt.samePerson');
    expect(refusal(await reverse(again))).toBe(refused);
    ok(await reverse(colleague));
  });

  it('nor an account that signed in by a code after the maker had chosen where codes go', async () => {
    const tel = '13800138011';
    await server.sql('update sys_role set is_admin = true where id = $1', [boss.roleId]);
    await server.sql(`update sys_user set phone = $2 where id = $1`, [colleague.userId, tel]);
    const byCode = async () => {
      server.clock.advance(60_000);
      const { id, code } = ok(
        await server.anybody.post('/blade-auth/oauth/sms/send-validate', { query: { phone: tel } }),
      );
      const { body } = await server.token({ grant_type: 'sms_code', phone: tel, id, value: code });
      return workerOf(clientOf(server.app, { 'blade-auth': `bearer ${body.access_token}` }), colleague.userId);
    };
    ok(await (await byCode()).complete((await asked(boss)).taskId));
    const service = { category: smsServices.http, smsCode: 'ours', endpoint: 'http://127.0.0.1:9/send' };
    const { id } = ok(await boss.post('/blade-resource/sms/submit', { body: service }));
    ok(await boss.post('/blade-resource/sms/enable', { query: { id } }));
    const { taskId } = await asked(boss);
    expect(refusal(await (await byCode()).complete(taskId))).toBe(refused);
  });

  it('nor an account whose password or number the maker has set, until its person has had days to notice', async () => {
    const later = async () => {
      server.clock.advance(8 * day);
      boss = { ...boss, ...workerOf(await server.as('boss'), boss.userId) };
      return workerOf(await server.as('colleague'), colleague.userId);
    };
    await later();
    const body = { userIds: colleague.userId };
    const [{ oneTimeWord }] = ok(await boss.post('/blade-system/user/reset-password', { body }));
    const seized = await taken('colleague', oneTimeWord, colleague.userId);
    const { taskId } = await asked(boss);
    expect(refusal(await seized.complete(taskId))).toBe(refused);
    const again = await later();
    ok(await again.complete(taskId));
    const dept = ok(await server.admin.get('/blade-system/dept/tree'))[0].id;
    const row = ok(await boss.get('/blade-system/user/detail', { id: colleague.userId }));
    ok(await boss.post('/blade-system/user/submit', { body: { ...row, deptId: dept, phone: '13912345678' } }));
    expect(refusal(await again.complete((await asked(boss)).taskId))).toBe(refused);
  });
});
