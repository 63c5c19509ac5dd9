/** A rule that gives something to two people is loosened by two people: one could do alone what it is about. */
import { approvalActs, isLooser } from '../../../contract/domain/approvals';
import { aloneSince } from '../../support/approvals';
import { ok, type Server, startServer } from '../../support/server';
import { addWorker, decidingRights, type Worker, workPermissions } from '../../support/workflow';

let server: Server;
let decider: Worker;
beforeAll(async () => {
  server = await startServer();
  decider = await addWorker(server, 'decider', {
    permissions: [...workPermissions, 'approval', 'approval_rule', ...decidingRights],
  });
});
afterAll(() => server.close());

const rules = '/blade-flow/approval-rule';
async function ruleOf(act: keyof typeof approvalActs) {
  const { records } = ok(await server.admin.get(`${rules}/list`, { size: 50 }));
  return records.find((one: { act: number }) => one.act === approvalActs[act].number);
}
async function change(act: keyof typeof approvalActs, body: object) {
  return server.admin.post(`${rules}/update`, { body: { ...(await ruleOf(act)), ...body } });
}
async function tryChange(act: keyof typeof approvalActs, body: object) {
  return server.admin.post(`${rules}/update/foretell`, { body: { ...(await ruleOf(act)), ...body } });
}
async function agree(): Promise<void> {
  const [{ id }] = await server.sql('select id from flow_task where status = 1 order by id desc limit 1');
  ok(await decider.claim(id));
  ok(await decider.complete(id));
}
const { number } = approvalActs.ruleLoosen;

it('says which change is looser', () => {
  const at = (fromAmount: string | null, isOn = 1, processKey = 'two') => ({ isOn, fromAmount, processKey });
  expect(isLooser(at(null), at(null, 0))).toBe(true);
  expect(isLooser(at(null), at('0.01'))).toBe(true);
  expect(isLooser(at('9.00'), at('10.00'))).toBe(true);
  expect(isLooser(at('10'), at('10.00'))).toBe(false);
  expect(isLooser(at('10.00'), at('9.00'))).toBe(false);
  expect(isLooser(at('10.00'), at(null))).toBe(false);
  expect(isLooser(at(null, 0), at('10.00'))).toBe(false);
  expect(isLooser(at(null), at(null, 1, 'one'))).toBe(true);
  expect(isLooser(at(null, 0), at(null, 1, 'one'))).toBe(false);
});

it('a rule is switched off by two people', async () => {
  const asked = await change('refund', { isOn: 0 });
  expect(asked.body.heldAct).toBe(number);
  expect(await ruleOf('refund')).toMatchObject({ isOn: 1 });
  expect((await change('refund', { remark: '试' })).body.reason).toBe('approval.pending');
  await agree();
  expect(await ruleOf('refund')).toMatchObject({ isOn: 0 });
  // Back on is for one person.
  expect((await change('refund', { isOn: 1 })).body).not.toHaveProperty('heldAct');
});

it('nor does one person raise the amount that it begins with', async () => {
  expect((await change('receiptBook', { fromAmount: '400000.00' })).body).not.toHaveProperty('heldAct');
  expect((await change('receiptBook', { fromAmount: '90000000000.00' })).body.heldAct).toBe(number);
  await agree();
  expect(await ruleOf('receiptBook')).toMatchObject({ fromAmount: '90000000000.00' });
  expect((await change('refund', { fromAmount: '99999999.00' })).body.heldAct).toBe(number);
});

it('nor does one person loosen a rule that the tenant itself has switched on', async () => {
  for (const act of ['orderSubmit', 'orderAccount', 'orderRestructure', 'templateRelease'] as const) {
    expect((await change(act, { isOn: 1, fromAmount: '' })).body).not.toHaveProperty('heldAct');
    for (const looser of [{ isOn: 0 }, { fromAmount: '90000000000.00' }])
      expect((await tryChange(act, looser)).body.data).toMatchObject({ act: number });
    expect((await change(act, { isOn: 0 })).body.heldAct).toBe(number);
    expect(await ruleOf(act)).toMatchObject({ isOn: 1 });
  }
});

it('nor does one person point it at another process, which may ask fewer people', async () => {
  const asked = await change('receiptBook', { processKey: 'credit_approval' });
  expect(asked.body.heldAct).toBe(number);
  expect(await ruleOf('receiptBook')).toMatchObject({ processKey: 'second_person' });
  const [{ changes }] = await server.sql('select changes from approval order by id desc limit 1');
  expect(changes.map(({ label, before, after }: Record<string, any>) => [label.zh, before, after])).toEqual([
    ['审批原因', null, expect.anything()],
    ['审批流程', '双人复核', '授信审批'],
  ]);
  await agree();
  expect(await ruleOf('receiptBook')).toMatchObject({ processKey: 'credit_approval' });
});

it('nor does one person point what always takes two at another process', async () => {
  for (const act of ['supplierAccount', 'ruleLoosen'] as const) {
    // Whether it is on, and from which amount, says nothing there.
    expect((await change(act, { isOn: 0 })).body).not.toHaveProperty('heldAct');
    const asked = await change(act, { processKey: 'credit_approval' });
    expect(asked.body.heldAct).toBe(number);
    expect(await ruleOf(act)).toMatchObject({ processKey: 'second_person' });
    await agree();
    expect(await ruleOf(act)).toMatchObject({ processKey: 'credit_approval' });
  }
});

it('a person who is alone switches it off', async () => {
  await aloneSince(server);
  expect((await change('orderExit', { isOn: 0 })).body).not.toHaveProperty('heldAct');
  expect(await ruleOf('orderExit')).toMatchObject({ isOn: 0 });
});
