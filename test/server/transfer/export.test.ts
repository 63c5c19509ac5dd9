/** Lists as files: the rows, columns and masks of the list itself, streamed. */
import type { Readable } from 'node:stream';
import * as xlsx from '@e965/xlsx';
import { allModules } from '../../../contract/modules';
import { customer } from '../../../contract/modules/lease/customer';
import { order } from '../../../contract/modules/lease/order';
import { user } from '../../../contract/modules/system/user';
import { headingOf } from '../../../contract/schema/columns';
import type { Module } from '../../../contract/schema/module';
import { type Answer, type Client, leaseOf, ok, type Server, startServer } from '../../support/server';

let server: Server;
let lease: ReturnType<typeof leaseOf>;

beforeAll(async () => {
  server = await startServer();
  lease = leaseOf(server);
});
afterAll(() => server.close());

/** The rows of an answered workbook as a spreadsheet shows them, the heading first. */
function rowsOf({ status, raw, body }: Answer): string[][] {
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  const book = xlsx.read(raw);
  const sheet = book.Sheets[book.SheetNames[0]!]!;
  return xlsx.utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, defval: '' });
}
function named(name: string): Module {
  return allModules.find((module) => module.name === name)!;
}
function get(module: { url(verb: string): string }, query = {}, client = server.admin, headers = {}) {
  return client.get(module.url('export'), query, headers);
}
/** Copies a row of a table with these columns changed, by SQL over `n`. */
async function copies(table: string, id: string, count: number, change: Record<string, string>): Promise<void> {
  const columns = Object.entries(change).map(([column, value]) => `'${column}', ${value}`);
  await server.sql(
    `insert into ${table} select (jsonb_populate_record(o, jsonb_build_object('id', o.id::bigint + n, ${columns}))).*
     from ${table} o, generate_series(1, ${count}) n where o.id = $1`,
    [id],
  );
}

describe('every module', () => {
  const exported = allModules.filter((module) => module.offers('export'));

  it('goes out unless its declaration says that it does not', () => {
    const left = allModules.filter((module) => !exported.includes(module)).map(({ name }) => name);
    // wording, which is read on its page; accounts of other systems; half of a model; settings without theirs
    expect(left).toEqual(['contractTemplate', 'datasource', 'model', 'code']);
    for (const { fields } of exported)
      for (const name of ['format', 'columns', 'framed']) expect(Object.keys(fields)).not.toContain(name);
  });

  it('with as many rows as its list, under the heads of its columns', async () => {
    await lease.started();
    await lease.confirmed();
    for (const module of exported) {
      const answer = await get(module);
      const [head, ...rows] = rowsOf(answer);
      const list = ok(await server.admin.get(module.url('list'), { size: 200 }));
      const total = Array.isArray(list) ? null : list.total;
      const columns = Object.values(module.fields).filter(
        ({ inTable, inFile, kind }) => inTable !== false && inFile !== false && kind !== 'secret',
      );
      expect([module.name, head]).toEqual([module.name, columns.map((field) => headingOf(field, 'zh'))]);
      // The history has the entry of this very export, too.
      const counted = rows.length - (module.name === 'auditLog' ? 1 : 0);
      const announced = Number(answer.headers['x-total-count']);
      // Calls and events are logged meanwhile.
      if (module.keepsNoHistory) expect(announced).toBeLessThanOrEqual(rows.length);
      else expect([module.name, announced]).toEqual([module.name, counted]);
      if (module.keepsNoHistory) expect(rows.length).toBeLessThanOrEqual(total);
      else if (total !== null) expect([module.name, rows.length]).toEqual([module.name, total]);
      const leak = rows.flat().find((cell) => /scrypt\$|^v1\./.test(cell));
      expect([module.name, leak]).toEqual([module.name, undefined]);
    }
  });
});

describe('an exported list', () => {
  it('shows what the page shows: titles, words, masks, in the language of the person', async () => {
    const { id } = await lease.customer({ realName: '=1+1', idNo: '11010519491231002X', remark: '注' });
    const held = await lease.order({ customerId: id, totalAmount: '20000' });
    const columns =
      'contractCode,customerName,tel,totalAmount,yearRate,businessStatus,bankCardCode,pzsfqr,interestDate';
    const [head, row] = rowsOf(await get(order, { columns, id: held.id }));
    expect(head).toEqual([
      ...['合同编号', '客户名称', '联系电话', '总金额(元)', '年化利率', '业务状态', '银行卡号', '凭证确认', '起租日期'],
    ]);
    const figures = ['20,000.00', '6.00%'];
    expect(row).toEqual(['', '=1+1', '138****8000', ...figures, '待完善', '**** 0128', '否', '']);
    const english = await get(order, { columns, id: held.id }, server.admin, {
      'accept-language': 'en',
    });
    expect(rowsOf(english)[0]!.slice(3, 6)).toEqual(['Principal (CNY)', 'Annual rate', 'Status']);
    expect(decodeURIComponent(String(english.headers['content-disposition']))).toContain('Orders_2026-11-20.xlsx');
    const [, masked] = rowsOf(await get(customer, { realName: '=1+1', columns: 'idNo,remark' }));
    expect(masked).toEqual(['110***************', '注']);
    const csv = await get(customer, { realName: '=1+1', columns: 'realName,idType', format: 'csv' });
    expect(csv.raw.toString()).toBe("\uFEFF客户名称,证件类型\r\n'=1+1,居民身份证\r\n");
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  });

  it('names the people of other fields, and hides what no list tells', async () => {
    const [head, row] = rowsOf(await get(user, { columns: 'account,roleId,status' }));
    expect([head, row]).toEqual([
      ['登录账号', '所属角色', '账号状态'],
      ['admin', '超级管理员', '正常'],
    ]);
    for (const columns of ['password', 'account,passwordHash', 'nothing', 'constructor'])
      expect((await get(user, { columns })).body.reason).toBe('badParameter');
  });

  it('refuses what its list refuses, and needs both rights', async () => {
    expect((await get(customer, { remark_like: 'x', realName_bad: '1' })).body.reason).toBe('badParameter');
    expect((await get(customer, { ascs: 'idNo' })).body.reason).toBe('badParameter');
    expect((await get(customer, { format: 'xls' })).body.reason).toBe('badParameter');
    await server.addUser({ account: 'viewer', permissions: ['customer'] });
    await server.addUser({ account: 'exporter', permissions: ['customer', 'customer_export'] });
    const [viewer, exporter] = [await server.as('viewer'), await server.as('exporter')];
    expect([(await get(customer, {}, viewer)).status, (await get(customer, {}, exporter)).status]).toEqual([403, 200]);
    // An API scope reserves the list for other roles; what it reserves does not go out as a file.
    const [menuId] = await server.menuIds('customer');
    const scope = { menuId, scopeName: '域', resourceCode: 'c', method: 1, scopePath: customer.url('list') };
    const { id } = ok(await server.admin.post('/blade-system/api-scope/submit', { body: scope }));
    expect((await get(customer, {}, exporter)).status).toBe(403);
    ok(await server.admin.post('/blade-system/api-scope/remove', { query: { ids: id } }));
  });

  it('keeps to the data scopes of the person: rows and fields', async () => {
    const { userId, roleId } = await server.addUser({
      account: 'narrow',
      permissions: ['customer', 'customer_export', 'customer_add'],
    });
    const [menuId] = await server.menuIds('customer');
    const body = {
      menuId,
      scopeName: '域',
      resourceCode: 'n',
      scopeClass: 'customer',
      scopeType: 2,
      scopeColumn: 'createUser',
      scopeField: 'realName,createTime',
    };
    const { id } = ok(await server.admin.post('/blade-system/data-scope/submit', { body }));
    await server.sql('insert into sys_role_scope select $1, $2, 1, $3', ['000000', roleId, id]);
    const narrow = await server.as('narrow');
    const mine = await lease.customer({ realName: '自己的' });
    await server.sql('update lease_customer set create_user = $1 where id = $2', [userId, mine.id]);
    const [head, ...rows] = rowsOf(await get(customer, {}, narrow));
    expect([head, rows]).toEqual([['客户名称', '创建时间'], [['自己的', expect.any(String)]]]);
    expect((await get(customer, { columns: 'tel' }, narrow)).body.reason).toBe('transfer.noColumns');
    expect((await get(customer, { tel: '138' }, narrow)).body.reason).toBe('badParameter');
  });

  it('is another tenant’s own', async () => {
    const other = await server.foundTenant();
    expect(rowsOf(await get(customer, {}, other.client))).toHaveLength(1);
    expect(rowsOf(await get(user, { tenantId: other.tenantId, columns: 'account' }))).toEqual([
      ['登录账号'],
      ['admin'],
    ]);
  });

  it('is noted in the history, with what went out', async () => {
    ok(await server.admin.get('/blade-log/audit/list', { size: 1 }));
    await get(customer, { realName: '李', columns: 'realName,tel' });
    const [entry] = ok(await server.admin.get('/blade-log/audit/list', { action: 'export', size: 1 })).records;
    expect(entry).toMatchObject({
      action: 'export',
      entity: 'customer',
      reason: expect.stringContaining('realName,tel · realName=李'),
    });
    const rows = rowsOf(await get(named('auditLog'), { action: 'export', reason: 'realName=李' }));
    expect(rows.at(-1)!.slice(2, 4)).toEqual(['导出', '客户']);
  });
});

describe('a long list', () => {
  const total = 2500;
  const query = { remark: 'long', columns: 'contractCode,interestDate' };
  beforeAll(async () => {
    const { id } = await lease.order({ remark: 'long' });
    await copies('lease_order', id, total - 1, {
      contract_code: "'L' || lpad(n::text, 5, '0')",
      interest_date: "case when n % 3 = 0 then null else ('2026-01-01'::date + n % 7)::text end",
    });
  });
  it.each([
    {},
    { ascs: 'interestDate' },
    { descs: 'interestDate' },
    { ascs: 'interestDate,contractCode' },
    { descs: 'contractCode' },
  ])(
    'has each row once and in the order of the list, sorted by %j, also where empty values lie across batches',
    async (sort) => {
      const held = await server.sql<{ n: number }>('select count(*)::int as n from lease_order where remark = $1', [
        'long',
      ]);
      expect(held[0]!.n).toBe(total);
      const asked = { contractCode: 'L', ...sort };
      const codes = rowsOf(await get(order, { ...query, remark: undefined, ...asked }))
        .slice(1)
        .map(([code]) => code);
      expect(new Set(codes).size).toBe(total - 1);
      const pages: string[] = [];
      for (let current = 1; pages.length < total - 1; current++) {
        const { records } = ok(await server.admin.get(order.url('list'), { ...asked, current, size: 200 }));
        pages.push(...records.map(({ contractCode }: { contractCode: string }) => contractCode));
      }
      expect(codes).toEqual(pages);
    },
  );

  const inFiles = Object.entries<{ inFile?: boolean }>(order.fields).flatMap(([name, { inFile = true }]) =>
    inFile ? [name] : [],
  );
  const stream = async (client: Client, params: Record<string, string>) =>
    server.app.inject({
      method: 'GET',
      url: `/api${order.url('export')}`,
      query: { columns: inFiles.join(','), ...params },
      headers: client.headers,
      payloadAsStream: true,
    });
  const drained = async (body: Readable): Promise<Buffer> => {
    const parts: Buffer[] = [];
    for await (const part of body) parts.push(part as Buffer);
    return Buffer.concat(parts);
  };

  it('says in its frames how far it is', async () => {
    const answer = await stream(server.admin, { framed: '1', contractCode: 'L' });
    const bytes = await drained(answer.stream());
    const rows: number[] = [];
    const parts: Buffer[] = [];
    for (let at = 0; at < bytes.length; ) {
      const length = bytes.readUInt32BE(at);
      rows.push(bytes.readUInt32BE(at + 4));
      parts.push(bytes.subarray(at + 8, at + 8 + length));
      at += 8 + length;
    }
    const heard = [...new Set(rows)];
    expect(heard.length).toBeGreaterThan(3);
    expect(heard).toEqual([...heard].sort((a, b) => a - b));
    expect([heard[0], heard.at(-1)]).toEqual([0, total - 1]);
    const book = xlsx.read(Buffer.concat(parts));
    expect(xlsx.utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!)).toHaveLength(total - 1);
    expect(answer.headers['x-total-count']).toBe(String(total - 1));
  });

  it('goes to a person twice at a time; a third waits, and one that was left makes room', async () => {
    const first = await stream(server.admin, { format: 'csv' });
    const second = await stream(server.admin, { format: 'csv' });
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    const third = await get(order);
    expect([third.status, third.body.reason]).toEqual([429, 'transfer.tooManyAtOnce']);
    await server.addUser({ account: 'another', permissions: ['order', 'order_export'] });
    expect((await get(order, {}, await server.as('another'))).status).toBe(200);
    first.stream().destroy();
    await drained(second.stream());
    for (let tries = 0; (await get(order)).status === 429; tries++) {
      if (tries > 100) throw new Error('the place is never given back');
      await new Promise((go) => setTimeout(go, 20));
    }
  });

  it('breaks off when the person loses the right to it', async () => {
    const { roleId } = await server.addUser({ account: 'brief', permissions: ['order', 'order_export'] });
    const answer = await stream(await server.as('brief'), { format: 'csv' });
    expect(answer.statusCode).toBe(200);
    await server.sql('delete from sys_role_menu where role_id = $1', [roleId]);
    const got = await drained(answer.stream()).catch((error: Error) => error);
    expect(got).toBeInstanceOf(Error);
  });
});
