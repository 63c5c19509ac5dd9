/** Lists that go out in the background: made once, by the rights of their person, and for that person alone to fetch. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as xlsx from '@e965/xlsx';
import { customer } from '../../../contract/modules/lease/customer';
import { order } from '../../../contract/modules/lease/order';
import { mostRowsStreamed, type Transfer } from '../../../contract/wire/transfer';
import { registry, tasks } from '../../../server/app';
import { runnerOf } from '../../../server/engine/tasks';
import { bindRole } from '../../support/scopes';
import { type Answer, type Client, leaseOf, ok, platform, type Server, startServer } from '../../support/server';

const base = '/blade-desk/transfer';
const total = mostRowsStreamed + 1;
let server: Server;
let exporter: Client;

beforeAll(async () => {
  server = await startServer();
  await server.addUser({ account: 'exporter', permissions: ['customer', 'customer_export', 'order', 'order_export'] });
  exporter = await server.as('exporter');
});
afterAll(() => server.close());

const task = tasks.find(({ name }) => name === 'transfer.export')!;
function attempt(transferId: string, signal = new AbortController().signal, isLast = false): Promise<void> {
  return runnerOf(server.deps, registry)(task, { data: { tenantId: platform, transferId }, signal, isLast });
}
async function begun(body: object = {}, client = exporter): Promise<Transfer> {
  return ok(await client.post(`${base}/begin`, { body: { module: 'customer', ...body } }));
}
async function entries(client = exporter): Promise<Transfer[]> {
  return ok(await client.get(`${base}/list`));
}
async function entry(id: string): Promise<Transfer | undefined> {
  return (await entries()).find((one) => one.id === id);
}
function download(id: string, client = exporter): Promise<Answer> {
  return client.get(`${base}/download`, { id });
}
function act(verb: string, id: string, client = exporter): Promise<Answer> {
  return client.post(`${base}/${verb}`, { body: { id } });
}
/** Leaves no entry of the person in the making. */
async function tidy(): Promise<void> {
  for (const { id, state } of await entries()) {
    if (state === 'waiting' || state === 'running') ok(await act('cancel', id));
    ok(await act('remove', id));
  }
  await server.drain();
}
function filesOn(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => !name.includes('.intents') && statSync(join(folder, name)).isFile());
}

describe('a file in the background', () => {
  it('is its person’s own: others neither see, fetch, stop nor remove it, and no list of files names it', async () => {
    const { id } = await begun();
    await server.drain();
    expect(await entries(server.admin)).toEqual([]);
    for (const answer of [
      await download(id, server.admin),
      await act('cancel', id, server.admin),
      await act('remove', id, server.admin),
      await act('again', id, server.admin),
    ])
      expect([answer.status, answer.body.reason]).toEqual([404, 'notFound']);
    expect((await download(id)).status).toBe(200);
    const [file] = await server.sql('select id from attach where is_deleted = 0');
    expect(ok(await server.admin.get('/blade-resource/attach/list')).total).toBe(0);
    expect((await server.admin.get('/blade-resource/attach/download', { id: file.id })).status).toBe(404);
    await tidy();
  });

  it('ends in a message with the rows, to its person alone', async () => {
    const { id, fileName } = await begun({ format: 'csv', columns: 'realName' });
    await server.drain();
    const [message] = ok(await exporter.get('/blade-desk/inbox/page', { q: fileName })).records;
    expect(message).toMatchObject({
      title: `导出完成：${fileName}`,
      subject: 'transfer',
      subjectId: id,
      kind: 'message',
    });
    expect(message.content).toContain('7 天');
    expect(ok(await server.admin.get('/blade-desk/inbox/page', { q: fileName })).total).toBe(0);
    expect((await download(id)).raw.toString()).toMatch(/^\uFEFF客户名称\r\n/);
    await tidy();
  });

  it('is swept with its entry after seven days, and when its person removes it', async () => {
    const { id } = await begun();
    await server.drain();
    await server.advance();
    const before = filesOn(server.folder);
    server.clock.advance(7 * 86_400_000 - 60_000);
    await server.advance();
    expect([(await entry(id))?.state, filesOn(server.folder)]).toEqual(['done', before]);
    server.clock.advance(60_000);
    await server.advance();
    expect([await entry(id), filesOn(server.folder).length]).toEqual([undefined, before.length - 1]);
    expect(await server.sql('select id from attach')).toEqual([]);
    const other = await begun();
    expect((await act('remove', other.id)).body.reason).toBe('transfer.inMaking');
    await server.drain();
    ok(await act('remove', other.id));
    await server.advance();
    expect(filesOn(server.folder)).toHaveLength(before.length - 1);
  });

  it('is not made for a person who lost the right meanwhile, nor fetched', async () => {
    const { userId, roleId } = await server.addUser({
      account: 'leaver',
      permissions: ['customer', 'customer_export'],
    });
    const leaver = await server.as('leaver');
    const [early, late, gone] = [await begun({}, leaver), await begun({}, leaver), await begun({}, leaver)];
    await attempt(early.id);
    const [button] = await server.menuIds('customer_export');
    await server.sql('delete from sys_role_menu where role_id = $1 and menu_id = $2', [roleId, button]);
    expect((await download(early.id, leaver)).status).toBe(403);
    await attempt(late.id);
    await server.sql('insert into sys_role_menu values ($1, $2, $3)', [platform, roleId, button]);
    // A role that was given since is none of those it began with.
    await server.sql("update sys_user set role_ids = '{}' where id = $1", [userId]);
    await attempt(gone.id);
    await server.sql('update sys_user set role_ids = array[$2::bigint] where id = $1', [userId, roleId]);
    const states = Object.fromEntries((await entries(leaver)).map(({ id, state, problem }) => [id, [state, problem]]));
    expect(states).toEqual({
      [early.id]: ['done', ''],
      [late.id]: ['failed', '您已无权导出该列表'],
      [gone.id]: ['failed', '您已无权导出该列表'],
    });
    expect(ok(await leaver.get('/blade-desk/inbox/page', { q: '导出失败' })).total).toBe(2);
    for (const { id } of await entries(leaver)) ok(await act('remove', id, leaver));
  });

  it('is not sent any more once its person may see other rows or fields than when they asked', async () => {
    const { userId, roleId } = await server.addUser({
      account: 'narrowed',
      permissions: ['customer', 'customer_export'],
    });
    await server.sql(`update sys_user set dept_ids = array[(select min(id) from sys_dept)] where id = $1`, [userId]);
    const narrowed = await server.as('narrowed');
    const isSent = async (id: string) => {
      const { status, body } = await download(id, narrowed);
      return status === 200 || body.reason;
    };
    const fresh = async () => {
      const { id } = await begun({ format: 'csv', columns: ['realName', 'tel'] }, narrowed);
      await server.drain();
      expect(await isSent(id)).toBe(true);
      return id;
    };
    const changes: (() => Promise<unknown>)[] = [
      () => bindRole(server, roleId, { scopeClass: 'order', scopeType: 1, scopeField: 'contractCode' }),
      () => bindRole(server, roleId, { scopeClass: 'customer', scopeType: 2 }),
      () => server.sql(`update sys_user set dept_ids = '{}' where id = $1`, [userId]),
      () => server.sql(`update sys_data_scope set scope_type = 3 where scope_class = 'customer'`),
    ];
    for (const change of changes) {
      const id = await fresh();
      await change();
      expect(await isSent(id)).toBe('transfer.sightChanged');
      expect(await isSent(await fresh())).toBe(true);
    }
    const id = await fresh();
    await server.sql(`update sys_data_scope set scope_name = scope_name || ' 2'`);
    expect(await isSent(id)).toBe(true);
    for (const { id: made } of await entries(narrowed)) ok(await act('remove', made, narrowed));
  });

  it('survives the end of its server, and the loss of the queue', async () => {
    const { id } = await begun();
    const stopping = new AbortController();
    stopping.abort();
    await expect(attempt(id, stopping.signal)).rejects.toThrow();
    expect((await entry(id))?.state).toBe('waiting');
    // Killed in the middle: the row still says that it is in hand.
    await server.sql("update transfer set state = 'running', rows = 1, attempt = 7, beat_at = $1", [
      server.clock.text(),
    ]);
    await server.sql("delete from pgboss.job where name = 'transfer.export'");
    await attempt(id);
    expect((await entry(id))?.state).toBe('running');
    server.clock.advance(3 * 60_000);
    await server.advance();
    await server.drain();
    expect(await entry(id)).toMatchObject({ state: 'done' });
    await tidy();
  });

  it('fails with a message when its store does, after the last attempt alone', async () => {
    const { id } = await begun();
    const { store } = server.deps.files;
    server.deps.files.store = () => Promise.reject(new Error('the store is away'));
    await expect(attempt(id)).rejects.toThrow('the store is away');
    expect((await entry(id))?.state).toBe('waiting');
    await attempt(id, undefined, true);
    server.deps.files.store = store;
    expect(await entry(id)).toMatchObject({ state: 'failed', problem: '生成文件时出错，请重试' });
    const again: Transfer = ok(await act('again', id));
    await server.drain();
    expect(await entry(again.id)).toMatchObject({ state: 'done' });
    await tidy();
  });
});

describe('asking for one', () => {
  it('is refused beyond three in the making, and possible again when one has ended', async () => {
    for (let count = 0; count < 3; count++) await begun();
    const refused = await exporter.post(`${base}/begin`, { body: { module: 'customer' } });
    expect([refused.status, refused.body.reason]).toEqual([429, 'transfer.tooManyInMaking']);
    expect(refused.body.msg).toContain('3 个');
    ok(await act('cancel', (await entries())[0]!.id));
    await begun();
    await tidy();
  });

  it('is refused while the person’s own files fill their share of the room, which is that of all', async () => {
    const { id } = await begun();
    await server.drain();
    const sized = (bytes: number) =>
      server.sql('update attach set size = $2 where id = (select attach_id from transfer where id = $1)', [id, bytes]);
    await sized(2 * 1024 ** 3 - 1);
    await begun();
    await server.drain();
    await sized(2 ** 31 - 1); // the largest that a file can be
    const refused = await exporter.post(`${base}/begin`, { body: { module: 'customer' } });
    expect([refused.status, refused.body.reason]).toEqual([429, 'transfer.tooMuchKept']);
    expect(refused.body.msg).toContain('2048 MB');
    ok(await act('remove', id));
    await begun();
    await tidy();
  });

  it('is refused as the list itself refuses it, and without the right', async () => {
    const ask = async (body: object, client = exporter) => {
      const { status, body: answer } = await client.post(`${base}/begin`, { body });
      return [status, answer.reason];
    };
    expect(await ask({ module: 'nothing' })).toEqual([400, 'badParameter']);
    expect(await ask({ module: 'constructor' })).toEqual([400, 'badParameter']);
    expect(await ask({ module: 'customer', conditions: 'ascs=idNo' })).toEqual([400, 'badParameter']);
    expect(await ask({ module: 'customer', conditions: 'tel=1&tel=2' })).toEqual([400, 'badParameter']);
    expect(await ask({ module: 'customer', columns: 'nothing' })).toEqual([400, 'badParameter']);
    expect(await ask({ module: 'product' })).toEqual([403, 'forbidden']);
    expect(await entries()).toEqual([]);
  });

  it('is noted in the history, and keeps its conditions encrypted', async () => {
    await begun({ conditions: 'realName=保密的', columns: 'realName' });
    const [noted] = ok(await server.admin.get('/blade-log/audit/list', { action: 'export', size: 1 })).records;
    expect(noted).toMatchObject({ entity: customer.name, reason: expect.stringContaining('realName=保密的') });
    expect(JSON.stringify(await server.sql('select * from transfer'))).not.toContain('保密的');
    await tidy();
    // as everywhere in the history, an identity number is not told by its condition
    const idNo = '110101199003077715';
    await begun({ conditions: `idNo_equal=${idNo}`, columns: 'realName' });
    ok(await exporter.get('/blade-customer/customer/list', { idNo_equal: idNo }));
    expect((await exporter.get('/blade-customer/customer/export', { idNo })).status).toBe(200);
    await server.deps.logs!.flush();
    for (const table of ['audit_log', 'usual_log', 'api_log'])
      expect([table, JSON.stringify(await server.sql(`select * from ${table}`)).includes(idNo)]).toEqual([
        table,
        false,
      ]);
    const { records } = ok(await server.admin.get('/blade-log/audit/list', { action: 'export', size: 2 }));
    expect(records.map((one: { reason: string }) => /idNo\w*=\S*/.exec(one.reason)?.[0])).toEqual([
      'idNo=110***************',
      'idNo_equal=110***************',
    ]);
    await tidy();
  });
});

describe('a list of more rows than a page receives', () => {
  beforeAll(async () => {
    const { id } = await leaseOf(server).order({ remark: 'long' });
    await server.sql(
      `insert into lease_order select (jsonb_populate_record(o, jsonb_build_object(
         'id', o.id::bigint + n, 'contract_code', 'B' || lpad(n::text, 6, '0')))).*
       from lease_order o, generate_series(1, ${total - 1}) n where o.id = $1`,
      [id],
    );
  });

  it('is refused to the page, made in the background, and opened by another program', async () => {
    const refused = await exporter.get(order.url('export'), { framed: 1 });
    expect([refused.status, refused.body.reason]).toEqual([400, 'transfer.inBackground']);
    expect((await exporter.get(order.url('export'), { framed: 1, contractCode: 'B00000' })).status).toBe(200);

    const made = await begun({ module: 'order', columns: 'contractCode,totalAmount', conditions: 'ascs=contractCode' });
    expect(made).toMatchObject({ state: 'waiting', rows: 0, total, fileName: expect.stringMatching(/^订单管理_/) });
    expect((await download(made.id)).body.reason).toBe('transfer.noFileYet');
    await server.drain();
    expect(await entry(made.id)).toMatchObject({
      ...{ state: 'done', rows: total, total, problem: '', size: expect.any(Number) },
      endTime: server.clock.text(),
    });
    const { raw, headers } = await download(made.id);
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain(made.fileName);
    const book = xlsx.read(raw);
    const [head, ...rows] = xlsx.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 });
    expect(head).toEqual(['合同编号', '总金额(元)']);
    const codes = rows.map(([code]) => code).filter(Boolean);
    expect(codes).toEqual(Array.from({ length: total - 1 }, (_, at) => `B${String(at + 1).padStart(6, '0')}`));
    expect(rows).toHaveLength(total);
    await tidy();
  });

  const half = { module: 'order', columns: 'contractCode', conditions: 'contractCode=B00' };
  it('stops where it is when its person cancels it, and leaves no file', async () => {
    const { id } = await begun(half);
    const running = server.drain();
    while (((await entry(id))?.rows ?? 0) === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    ok(await act('cancel', id));
    await running;
    const left = (await entry(id))!;
    expect([left.state, left.rows < total, left.size]).toEqual(['cancelled', true, null]);
    expect(await server.sql('select id from attach where is_deleted = 0')).toEqual([]);
    await tidy();
  });

  it('is one file where two servers are at it, and where one comes back after another took it over', async () => {
    const { id } = await begun({ ...half, conditions: 'contractCode=B0000' });
    await Promise.all([attempt(id), attempt(id)]);
    expect(await server.sql('select attempt, state from transfer')).toEqual([{ attempt: 1, state: 'done' }]);
    expect(await server.sql('select id from attach where is_deleted = 0')).toHaveLength(1);
    await tidy();

    const other = await begun(half);
    const slow = attempt(other.id);
    while (((await entry(other.id))?.rows ?? 0) === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    // The first server is silent for longer than its lease; a second one takes over. The first may speak up in between.
    const isTaken = async () => (await server.sql('select attempt from transfer'))[0].attempt === 2;
    while (!(await isTaken())) {
      await server.sql("update transfer set beat_at = beat_at - interval '1 minute' where id = $1", [other.id]);
      await attempt(other.id);
    }
    await slow;
    const [row] = await server.sql('select attempt, state, attach_id from transfer');
    expect(row).toMatchObject({ attempt: 2, state: 'done' });
    expect(await server.sql('select id from attach where is_deleted = 0')).toEqual([{ id: row.attach_id }]);
    await tidy();
  });
});
