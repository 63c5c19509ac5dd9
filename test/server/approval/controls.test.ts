/** A parameter that is a control is loosened by two people: one could do alone what it is there to stop. */
import { approvalActs } from '../../../contract/domain/approvals';
import { type KnownParam, knownParams, loosenedControls, paramControls } from '../../../contract/modules/system/param';
import { ok, type Server, startServer } from '../../support/server';
import { addWorker, decidingRights, type Worker, workPermissions } from '../../support/workflow';

const path = '/blade-system/param';
const { number } = approvalActs.controlLoosen;
/** Every control with a looser value and a stricter one than its default. */
const controls: Partial<Record<KnownParam, [looser: string, stricter: string]>> = {
  'contract.requireIdentity': ['false', 'true'],
  'order.annulmentDays': ['1', '30'],
  'log.usual.days': ['1', '365'],
  'log.api.days': ['1', '60'],
  'log.error.days': ['1', '180'],
};
/** Parameters that bind no one's deeds. */
const free: Partial<Record<KnownParam, string>> = {
  'account.registerUser': 'false',
  'tenant.default.accountNumber': '200',
  'storage.tenantGiB': '40',
  'message.quietHours': '22:00-07:00',
  'message.dailyCap': '30',
  'message.dueDays': '5',
  'message.overdueDays': '9',
  'log.api.readPercent': '1',
  'log.api.slowMs': '5000',
  'storage.fileMiB': '2000',
  'business.cashDirection': 'COLLECT',
};
const keys = Object.keys(knownParams) as KnownParam[];

it('every parameter is a control or is none', () => {
  expect(keys.filter((key) => paramControls[key]).sort()).toEqual(Object.keys(controls).sort());
  expect([...Object.keys(controls), ...Object.keys(free)].sort()).toEqual([...keys].sort());
});

it('a parameter that is renamed, removed or entered counts with its default', () => {
  const at = (paramKey: string, paramValue: string) => ({ paramKey, paramValue });
  const [key, strict] = ['log.usual.days', '365'];
  expect(loosenedControls(at(key, strict), undefined)).toEqual([key]);
  expect(loosenedControls(at(key, '30'), undefined)).toEqual([]);
  expect(loosenedControls(at(key, strict), at('old', strict))).toEqual([key]);
  expect(loosenedControls(undefined, at('contract.requireIdentity', 'false'))).toEqual(['contract.requireIdentity']);
  expect(loosenedControls(undefined, at('contract.requireIdentity', ' false\n'))).toHaveLength(1);
  // What is no number counts as the default.
  expect(loosenedControls(at('order.annulmentDays', '30'), at('order.annulmentDays', 'x'))).toHaveLength(1);
  expect(loosenedControls(at('order.annulmentDays', '7'), at('order.annulmentDays', '0'))).toEqual([]);
});

describe('on the server', () => {
  let server: Server;
  let decider: Worker;
  beforeAll(async () => {
    server = await startServer();
    decider = await addWorker(server, 'decider', { permissions: [...workPermissions, 'param', ...decidingRights] });
  });
  afterAll(() => server.close());
  const stored = async (paramKey: string) =>
    ok(await server.admin.get(`${path}/list`, { paramKey, size: 50 })).records.find(
      (one: { paramKey: string }) => one.paramKey === paramKey,
    );
  const change = async (key: string, paramValue: string) =>
    server.admin.post(`${path}/submit`, { body: { ...(await stored(key)), paramValue } });
  const agree = async () => {
    const [{ id }] = await server.sql('select id from flow_task where status = 1 order by id desc limit 1');
    ok(await decider.claim(id));
    ok(await decider.complete(id));
  };

  it.each(Object.entries(controls))('“%s” is loosened by two people and tightened by one', async (key, values) => {
    const [looser, stricter] = values;
    const before = await stored(key);
    expect((await change(key, looser)).body.heldAct).toBe(number);
    expect((await change(key, stricter)).body.reason).toBe('approval.pending');
    expect((await stored(key)).paramValue).toBe(before.paramValue);
    await agree();
    expect((await stored(key)).paramValue).toBe(looser);
    expect((await change(key, stricter)).body).not.toHaveProperty('heldAct');
    expect((await stored(key)).paramValue).toBe(stricter);
  });

  it.each(Object.entries(free))('“%s” is set by one person', async (key, value) => {
    expect((await change(key, value)).body).not.toHaveProperty('heldAct');
    expect((await stored(key)).paramValue).toBe(value);
  });

  it('nor does one person remove it with what makes it strict', async () => {
    const { id } = await stored('log.usual.days');
    const asked = await server.admin.post(`${path}/remove`, { query: { ids: id } });
    expect(asked.body.heldAct).toBe(number);
    expect(await stored('log.usual.days')).toMatchObject({ paramValue: '365' });
    await agree();
    expect(await stored('log.usual.days')).toBeUndefined();
  });
});
