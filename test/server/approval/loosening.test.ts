/** A rule that gives something to two people is loosened by two people: one could do alone what it is about. */
import { approvalActs, isLooser } from '../../../contract/domain/approvals';
import { aloneSince, setRule } from '../../support/approvals';
import { diagram, flow } from '../../support/diagrams';
import { ok, platform, type Server, startServer } from '../../support/server';
import { addWorker, decidingRights, deployed, refusal, type Worker, workPermissions } from '../../support/workflow';

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

describe('the process that a rule names', () => {
  const manager = '/blade-flow/manager';
  const anyone = `permission:${decidingRights.join(',permission:')}`;
  const drawn = (key: string, ...steps: string[]) => {
    const ids = ['s', ...steps, 'e'];
    const tasks = steps.map((id) => `userTask ${id} name="${id}" flowable:candidateGroups="${anyone}"`);
    const links = flow(ids.slice(1).map((id, at) => `${ids[at]}>${id}`));
    return diagram(key, ['startEvent s', ...tasks, 'endEvent e', ...links]);
  };
  const versions = (key: string, tenantId = platform): Promise<Record<string, any>[]> =>
    server.sql(
      `select id, deployment_id as deployment, version from flow_definition
       where key = $1 and tenant_id = $2 and is_deleted = 0 order by version`,
      [key, tenantId],
    );
  const upload = (xml: string, tenantIds = platform) =>
    server.admin.upload(`${manager}/deploy-upload`, Buffer.from(xml), { name: 'a.bpmn', query: { tenantIds } });

  beforeAll(() => setRule(server, number, { processKey: 'second_person' }));

  it('gets another version by two people, which may ask fewer of them', async () => {
    await deployed(server.admin, drawn('three', 'a', 'b', 'c'));
    await setRule(server, approvalActs.payBatchSend.number, { isOn: 1, processKey: 'three' });
    const asked = await upload(drawn('three', 'a'));
    expect(asked.body).toMatchObject({ heldAct: number, data: [] });
    expect(await versions('three')).toHaveLength(1);
    const [{ changes }] = await server.sql('select changes from approval order by id desc limit 1');
    expect(changes.at(-1)).toMatchObject({ before: { en: 'a, b, c' }, after: { en: 'a' } });
    expect(refusal(await upload(drawn('three', 'b')))).toBe('400 approval.pending');
    await agree();
    expect((await versions('three')).map(({ version }) => version)).toEqual([1, 2]);
    // What could not decide is refused before anyone is asked.
    expect(refusal(await upload(drawn('three')))).toBe('400 approval.processNeeded');
  });

  it('comes alone: nothing of what comes with it is deployed', async () => {
    const together = (...drawings: string[]) => {
      const mark = '----loosening';
      const parts = drawings.map(
        (xml) => `--${mark}\r\ncontent-disposition: form-data; name="files"; filename="a.bpmn"\r\n\r\n${xml}\r\n`,
      );
      return server.admin.send({
        method: 'POST',
        url: `/api${manager}/deploy-upload?tenantIds=${platform}`,
        payload: Buffer.from(`${parts.join('')}--${mark}--\r\n`),
        headers: { 'content-type': `multipart/form-data; boundary=${mark}` },
      });
    };
    const before = await server.fingerprint();
    for (const drawings of [
      [drawn('beside', 'a'), drawn('three', 'a')],
      [drawn('three', 'a'), drawn('beside', 'a')],
    ])
      expect(refusal(await together(...drawings))).toBe('400 approval.versionAlone');
    expect(await server.fingerprint()).toBe(before);
    expect(ok(await together(drawn('beside', 'a'), drawn('other', 'a')))).toHaveLength(2);
  });

  it('loses none to an older one by one person', async () => {
    const [first, last] = await versions('three');
    const remove = (deploymentIds: string) =>
      server.admin.post(`${manager}/delete-deployment`, { query: { deploymentIds } });
    expect(refusal(await remove(last!.deployment))).toBe('400 approval.versionNeeded');
    ok(await remove(first!.deployment));
    await setRule(server, approvalActs.payBatchSend.number, { processKey: 'second_person' });
    ok(await remove(last!.deployment));
  });

  it('of what always takes two is kept while the rule is off, too', async () => {
    await deployed(server.admin, drawn('strict', 'a', 'b'));
    await setRule(server, approvalActs.booksReopen.number, { isOn: 0, processKey: 'strict' });
    const [{ id }] = (await versions('strict')) as [Record<string, any>];
    const query = { processId: id, state: 'suspend' };
    expect(refusal(await server.admin.post(`${manager}/change-state`, { query }))).toBe('400 approval.processNeeded');
    expect((await upload(drawn('strict', 'a'))).body.heldAct).toBe(number);
    await agree();
    expect(await versions('strict')).toHaveLength(2);
  });

  it('of another tenant is for the people of that tenant', async () => {
    const { tenantId } = await server.foundTenant();
    await server.addUser({ account: 'second', tenantId });
    expect(refusal(await upload(drawn('second_person', 'a'), tenantId))).toBe('400 approval.theirProcess');
    expect(await versions('second_person', tenantId)).toHaveLength(1);
  });
});

it('a person who is alone switches it off', async () => {
  await aloneSince(server);
  expect((await change('orderExit', { isOn: 0 })).body).not.toHaveProperty('heldAct');
  expect(await ruleOf('orderExit')).toMatchObject({ isOn: 0 });
});
