/** The five calls every module has, on the two that staff keep by hand. */

import { customer } from '../../../contract/modules/lease/customer';
import { product } from '../../../contract/modules/lease/product';
import type { Module } from '../../../contract/schema/module';
import { leaseOf, ok, type Server, startServer } from '../../support/server';

let server: Server;
let admin: Server['admin'];
beforeAll(async () => {
  server = await startServer();
  admin = server.admin;
});
afterAll(() => server.close());

const goods = {
  productName: '稳租一号',
  productCode: 'WZ-001',
  deadline: 365,
  amountPer: '10000',
  getType: 0,
  yearRate: '7.2',
  note: '首发',
};
const person = {
  realName: '韩梅梅',
  tel: '13900139000',
  openId: 'wx-1',
  idType: 1,
  idNo: '440524188001010014',
  remark: '常客',
};
type Kept = [name: string, module: Module, row: Record<string, unknown>, key: string, text: string];
const kept: Kept[] = [
  ['product', product as Module, goods, 'productCode', 'productName'],
  ['customer', customer as Module, person, 'openId', 'realName'],
];
let made = 0;
/** The row under a unique key. */
function fresh(row: Record<string, unknown>, key: string) {
  return { ...row, [key]: `K${++made}` };
}
const nothing = { id: '999999999999999999' };

describe.each(kept)('a %s', (_name, module, row, key, text) => {
  const post = (verb: string, body: unknown, headers = {}) => admin.post(module.url(verb), { body, headers });
  const remove = (ids: string) => admin.post(module.url('remove'), { query: { ids } });
  const detail = async (id: string) => ok(await admin.get(module.url('detail'), { id }));

  it('is returned as it was written, with an id that is a string, its author and its first version', async () => {
    const given = fresh(row, key);
    const saved = ok(await post('add', given));
    const { idNo: _secret, amountPer: _amount, ...plain } = given as Record<string, unknown>;
    expect(saved).toMatchObject(plain);
    expect(saved.id).toMatch(/^\d{15,19}$/);
    expect(saved).toMatchObject({ version: 1, createTime: server.clock.text(), updateTime: server.clock.text() });
    expect(saved.createUser).toBe('1123598821738675201');
    expect(await detail(saved.id)).toEqual(saved);
    const page = ok(await admin.get(module.url('list'), { id: saved.id }));
    expect(page).toEqual({ records: [saved], total: 1, size: 10, current: 1, pages: 1 });
  });

  it('can be written with numbers as strings, as clients of the family do', async () => {
    const texts = Object.fromEntries(Object.entries(fresh(row, key)).map(([name, value]) => [name, String(value)]));
    const saved = ok(await post('add', texts));
    for (const [name, value] of Object.entries(row)) if (typeof value === 'number') expect(saved[name]).toBe(value);
  });

  it('keeps what an edit does not mention, clears what it sends empty, and raises its version', async () => {
    const { id } = ok(await post('add', fresh(row, key)));
    server.clock.advance(60_000);
    const after = ok(await post('update', { id, [text]: '新名' }));
    expect(after).toMatchObject({ [text]: '新名', version: 2, updateTime: server.clock.text() });
    const free = module.fields.note ? 'note' : 'remark';
    expect(after[free]).toBe(row[free]);
    expect(ok(await post('update', { id, [free]: null }))[free]).toBe(row[free]); // null means absent
    expect(ok(await post('update', { id, [free]: '' }))[free]).toBeNull();
    expect(await detail(id)).toMatchObject({ [text]: '新名', [free]: null });
  });

  it('gets its initial value back where an edit sends a choice empty', async () => {
    const { id, ...added } = ok(await post('add', fresh(row, key)));
    // Without an initial value it is what follows from the rest of the record.
    for (const [name, { initial = added[name], required, kind }] of Object.entries(module.fields))
      if (kind === 'choice' && !required) expect(ok(await post('update', { id, [name]: '' }))[name]).toBe(initial);
  });

  it('takes no value for what is the server’s own', async () => {
    const { id } = ok(await post('add', { ...fresh(row, key), createTime: '2000-01-01 00:00:00', periods: 99 }));
    const forged = { id, tenantId: '100001', createUser: '1', isDeleted: 1, periods: 99, idNo: undefined };
    const after = ok(await post('update', forged));
    expect(after).toMatchObject({ tenantId: '000000', createUser: '1123598821738675201' });
    expect(after.periods).not.toBe(99);
    expect(after.createTime).not.toBe('2000-01-01 00:00:00');
  });

  it('is refused to those who did not see its latest state, by version or by time', async () => {
    const first = ok(await post('add', fresh(row, key)));
    server.clock.advance(60_000);
    const second = ok(await post('update', { ...first, [text]: '第二' }));
    for (const seen of [{ version: 1 }, { version: '1' }, { updateTime: first.updateTime }, { version: 'x' }]) {
      const late = await post('update', { id: first.id, [text]: '第三', ...seen });
      expect(late.body).toMatchObject({ code: 409, reason: 'stale', msg: '数据已被他人修改，请刷新后重试' });
      expect(late.status).toBe(409);
    }
    expect(await detail(first.id)).toEqual(second);
    expect((await post('update', { id: first.id, [text]: '第三', updateTime: second.updateTime })).status).toBe(200);
    expect((await post('update', { id: first.id, [text]: '第四' })).status).toBe(200); // no money, no version needed
  });

  it('changed by two people at once keeps the first change and refuses the second', async () => {
    const { id, version } = ok(await post('add', fresh(row, key)));
    const answers = await Promise.all(['甲', '乙', '丙'].map((word) => post('update', { id, version, [text]: word })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await detail(id)).version).toBe(2);
  });

  it('goes with remove: gone from list, detail and edit, kept in the database', async () => {
    const { id } = ok(await post('add', fresh(row, key)));
    expect(ok(await remove(`${id},${id}`))).toBe(true);
    expect((await admin.get(module.url('detail'), { id })).status).toBe(404);
    expect(ok(await admin.get(module.url('list'), { id })).total).toBe(0);
    expect((await post('update', { id, [text]: '回来' })).status).toBe(403);
    expect((await remove(id)).status).toBe(403);
    const [left] = await server.sql(`select is_deleted from lease_${module.name} where id = $1`, [id]);
    expect(left.is_deleted).toBe(1);
  });

  it('stays, with all others of the batch, when one of them is not there', async () => {
    const ids = [ok(await post('add', fresh(row, key))).id, ok(await post('add', fresh(row, key))).id];
    const answer = await remove([...ids, nothing.id].join(','));
    expect(answer.status).toBe(403);
    expect(answer.body.msg).toBe('记录不存在或无权操作');
    for (const id of ids) expect((await admin.get(module.url('detail'), { id })).status).toBe(200);
  });

  it.each([
    ['', 'nothingChosen', '请选择至少一条数据'],
    ['abc', 'badParameter', '请求参数格式错误: ids'],
    ['1;2', 'badParameter', '请求参数格式错误: ids'],
    ['1,,2', 'badParameter', '请求参数格式错误: ids'],
    ['-1', 'badParameter', '请求参数格式错误: ids'],
    ['99999999999999999999', 'badParameter', '请求参数格式错误: ids'],
    [Array.from({ length: 1001 }, (_, i) => i + 1).join(','), 'tooMany', '一次最多处理 1000 条'],
  ])('is not removed by ids=%.20s', async (ids, reason, msg) => {
    expect(await remove(ids)).toMatchObject({ status: 400, body: { code: 400, reason, msg } });
  });

  it('that is not there is 404 to look at and 403 to change', async () => {
    expect(await admin.get(module.url('detail'), nothing)).toMatchObject({ status: 404, body: { msg: '记录不存在' } });
    expect(await admin.get(module.url('history'), nothing)).toMatchObject({ status: 404 });
    expect(await post('update', { ...nothing, [text]: 'x' })).toMatchObject({ status: 403 });
    expect(await admin.get(module.url('detail'))).toMatchObject({
      status: 400,
      body: { msg: '缺少必要的请求参数: id' },
    });
    expect((await admin.get(module.url('detail'), { id: 'abc' })).status).toBe(400);
  });

  it('with an id of the years after 2033, of 19 digits, can be looked at and removed', async () => {
    server.clock.set('2040-01-01 00:00:00');
    const { id } = ok(await post('add', fresh(row, key)));
    expect(id).toHaveLength(19);
    expect((await detail(id)).id).toBe(id);
    expect(ok(await remove(id))).toBe(true);
  });

  it('has a history: who, when, what, newest first', async () => {
    const { id } = ok(await post('add', fresh(row, key)));
    ok(await post('update', { id, [text]: '改名' }));
    ok(await post('update', { id, [text]: '改名' })); // changes nothing, leaves no entry
    ok(await remove(id));
    const entries = await server.sql('select * from audit_log where entity_id = $1 order by id desc', [id]);
    expect(entries.map(({ action }) => action)).toEqual(['remove', 'update', 'add']);
    expect(entries[1]).toMatchObject({
      user_name: '管理员',
      changes: [{ field: text, before: row[text], after: '改名' }],
    });
    expect(JSON.stringify(entries)).not.toContain('440524188001010014');
  });

  it('asks for each required field in its own words, in both languages', async () => {
    const required = Object.entries(module.fields).filter(([, field]) => field.required);
    for (const [name, field] of required)
      for (const missing of field.initial === undefined ? ['', undefined] : ['']) {
        const { status, body } = await post('add', { ...fresh(row, key), [name]: missing });
        const isChosen = field.kind === 'choice';
        expect(status).toBe(400);
        expect(body).toMatchObject({
          msg: `${isChosen ? '请选择' : '请输入'}${field.label.zh}`,
          reason: 'invalid',
          problems: { [name]: 'required' },
        });
        const english = await post('add', { ...fresh(row, key), [name]: missing }, { 'accept-language': 'en' });
        expect(english.body.msg).toBe(`${isChosen ? 'Select' : 'Enter'} ${field.label.en.toLowerCase()}`);
      }
    expect(required.length).toBeGreaterThan(1);
  });
});

describe('a product', () => {
  const post = (body: object) => admin.post(product.url('add'), { body });

  it.each([
    ['productName', '请输入产品名称'],
    ['productCode', '请输入产品编号'],
    ['deadline', '请输入产品期限'],
    ['amountPer', '请输入每份金额'],
    ['getType', '请选择月租领取方式'],
    ['yearRate', '请输入租金折算年化利率'],
  ])('without %s is refused with %s', async (name, msg) => {
    expect((await post({ ...goods, [name]: '' })).body).toMatchObject({ code: 400, msg });
    expect((await post({ ...goods, [name]: '   ' })).status).toBe(400);
  });

  it('is on sale, counts its days automatically and knows its periods by default', async () => {
    const saved = ok(await post(fresh(goods, 'productCode')));
    expect(saved).toMatchObject({ status: 1, dayCount: 0, periods: 12, amountPer: '10000.00', yearRate: '7.2' });
    const { amountPer: _, ...unsaid } = fresh(goods, 'productCode') as Record<string, unknown>;
    expect(ok(await post(unsaid)).amountPer).toBe('10000.00');
    expect(ok(await admin.post(product.url('update'), { body: { id: saved.id, deadline: 90 } })).periods).toBe(3);
    expect(ok(await admin.post(product.url('update'), { body: { id: saved.id, getType: 1 } })).periods).toBe(1);
  });

  it('has a code of its own, also when two are added at once; a removed one frees it', async () => {
    const body = fresh(goods, 'productCode');
    const { id } = ok(await post(body));
    const again = await post(body);
    expect(again.body).toMatchObject({ code: 400, msg: `产品编号 ${body.productCode} 已存在` });
    const other = ok(await post(fresh(goods, 'productCode')));
    expect(
      (await admin.post(product.url('update'), { body: { id: other.id, productCode: body.productCode } })).status,
    ).toBe(400);
    expect(ok(await admin.post(product.url('update'), { body: { id, productCode: body.productCode } })).id).toBe(id);
    ok(await admin.post(product.url('remove'), { query: { ids: id } }));
    expect((await post(body)).status).toBe(200);
    const racing = fresh(goods, 'productCode');
    const answers = await Promise.all([post(racing), post(racing), post(racing)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body: told } of answers.filter((one) => one.status !== 200)) {
      expect([400, 409]).toContain(status);
      expect(told.msg).toMatch(/已存在|数据重复/);
    }
  });

  it.each([0, 6, '6.0006', '100', '0.5', '12.50'])('keeps the rate %s exactly', async (yearRate) => {
    const saved = ok(await post({ ...fresh(goods, 'productCode'), yearRate }));
    expect(Number(saved.yearRate)).toBe(Number(yearRate));
    expect(saved.yearRate).not.toMatch(/\.\d*0$|\.$/);
  });
});

describe('a customer', () => {
  const post = (body: object) => admin.post(customer.url('add'), { body });
  const sealed = async (id: string) =>
    (await server.sql('select id_no from lease_customer where id = $1', [id]))[0].id_no;

  it('shows its identity number masked, stores it encrypted, and keeps it when the mask is sent back', async () => {
    const saved = ok(await post(fresh(person, 'openId')));
    expect(saved.idNo).toBe('440***************');
    const before = await sealed(saved.id);
    expect(before).toMatch(/^v1\./);
    expect(before).not.toContain('440524188001010014');
    const after = ok(await admin.post(customer.url('update'), { body: { ...saved, realName: '韩梅' } }));
    expect(after).toMatchObject({ realName: '韩梅', idNo: '440***************' });
    expect(await sealed(saved.id)).toBe(before);
    const replaced = ok(
      await admin.post(customer.url('update'), { body: { id: saved.id, idNo: '11010519491231002X' } }),
    );
    expect(replaced.idNo).toBe('110***************');
    expect(server.deps.secrets.unseal(await sealed(saved.id))).toBe('11010519491231002X');
    expect(ok(await admin.post(customer.url('update'), { body: { id: saved.id, idNo: '' } })).idNo).toBeNull();
  });

  it('is found by its whole identity number, and by no part of it', async () => {
    const { id } = ok(await post({ ...fresh(person, 'openId'), idNo: '34052419800101001x' }));
    const found = async (idNo: string) =>
      ok(await admin.get(customer.url('list'), { idNo })).records.map((one: { id: string }) => one.id);
    expect(await found('34052419800101001X')).toEqual([id]);
    expect(await found('340524')).toEqual([]);
    expect((await admin.get(customer.url('list'), { idNo_like: '3405' })).status).toBe(400);
    expect((await admin.get(customer.url('list'), { ascs: 'idNo' })).status).toBe(400);
    ok(await admin.post(customer.url('update'), { body: { id, idNo: '' } }));
    expect(await found('34052419800101001X')).toEqual([]);
  });

  it.each([
    ['tel', 'abc', 'badFormat'],
    ['tel', '123', 'badFormat'],
    ['idNo', '110105194912310021', 'badCheckDigit'],
    ['idNo', '110105491231002', 'oldIdentityCard'],
  ])('is refused with %s %s', async (name, value, problem) => {
    const { status, body } = await post({ ...fresh(person, 'openId'), [name]: value });
    expect([status, body.problems]).toEqual([400, { [name]: problem }]);
  });

  it('keeps a number of the past when something else is changed', async () => {
    const { id } = ok(await post(fresh(person, 'openId')));
    const sealed = server.deps.secrets.seal('110105491231002');
    await server.sql('update lease_customer set id_no = $1 where id = $2', [sealed, id]);
    ok(await admin.post(customer.url('update'), { body: { id, remark: '老客户' } }));
    expect((await admin.post(customer.url('update'), { body: { id, idNo: '110105491231003' } })).status).toBe(400);
  });

  it('names the customers that look like one that is to be saved', async () => {
    const first = ok(
      await post({ ...fresh(person, 'openId'), realName: '老客户', tel: '13700137000', idNo: '513101198201130014' }),
    );
    const ask = async (body: object) => ok(await admin.post(customer.url('alike'), { body }));
    expect(await ask({ tel: ' 13700137000 ', idNo: '513101198201130014' })).toEqual([
      { field: 'tel', id: first.id, title: '老客户' },
      { field: 'idNo', id: first.id, title: '老客户' },
    ]);
    expect(await ask({ id: first.id, tel: '13700137000' })).toEqual([]);
    expect(await ask({ tel: '13700137001' })).toEqual([]);
    expect((await admin.post(customer.url('alike'), { body: { tel: ['13700137000'] } })).status).toBe(400);
  });

  it('discloses no similarity in a field, or of a name, that a data scope hides', async () => {
    const held = { ...fresh(person, 'openId'), realName: '生客', tel: '13700137009', idNo: '513101198201130014' };
    const { id } = ok(await post(held));
    const { roleId } = await server.addUser({ account: 'keeper', permissions: ['customer', 'customer_add'] });
    const keeper = await server.as('keeper');
    const ask = async () =>
      ok(await keeper.post(customer.url('alike'), { body: { tel: '13700137009', idNo: '513101198201130014' } }));
    expect(await ask()).toContainEqual({ field: 'tel', id, title: '生客' });
    const [menuId] = await server.menuIds('customer');
    const body = { menuId, scopeName: '号', resourceCode: 'alike', scopeClass: 'customer', scopeType: 1 };
    const scope = { ...body, scopeField: 'tel,remark' };
    const made = ok(await admin.post('/blade-system/data-scope/submit', { body: scope }));
    await server.sql('insert into sys_role_scope select $1, $2, 1, $3', ['000000', roleId, made.id]);
    expect(await ask()).toEqual([{ field: 'tel', id, title: null }]);
  });

  it('has an openId of its own, or none', async () => {
    const body = fresh(person, 'openId');
    const { id } = ok(await post(body));
    expect((await post(body)).body).toMatchObject({ code: 400, reason: 'customer.openIdTaken' });
    for (const openId of ['', '', undefined]) expect((await post({ ...person, openId })).status).toBe(200);
    expect((await admin.post(customer.url('update'), { body: { id, openId: body.openId } })).status).toBe(200);
  });

  it('and a product stay while an order needs them', async () => {
    const lease = leaseOf(server);
    const { customerId, productId, id } = await lease.order();
    const doomed: [Module, string, string][] = [
      [product as Module, productId, '产品已被订购，不能删除'],
      [customer as Module, customerId, '客户存在订单，不能删除'],
    ];
    for (const [module, ids, msg] of doomed)
      expect((await admin.post(module.url('remove'), { query: { ids } })).body).toMatchObject({ code: 400, msg });
    ok(await admin.post('/blade-order/order/remove', { query: { ids: id } }));
    for (const [module, ids] of doomed) ok(await admin.post(module.url('remove'), { query: { ids } }));
  });
});

describe('a list', () => {
  const names = ['甲%', '甲_', '甲\\', "甲' or 1=1--", '甲a', '乙"b', '甲A'];
  const find = async (query: Record<string, string | number>) => {
    const { records } = ok(await admin.get(customer.url('list'), { openId: 'list-', size: 200, ascs: 'id', ...query }));
    return records.map(({ realName }: { realName: string }) => realName);
  };
  const refused = (query: Record<string, string | number>, module: Module = customer as Module) =>
    admin.get(module.url('list'), query).then(({ status, body }) => [status, body.reason]);
  beforeAll(async () => {
    for (const [i, realName] of names.entries()) {
      server.clock.set(`2041-03-0${i + 1} 12:00:00`);
      ok(
        await admin.post(customer.url('add'), {
          body: { realName, tel: `1360000000${i}`, openId: `list-${i}` },
        }),
      );
    }
    await server.sql("update lease_customer set kyc_status = right(open_id, 1)::int % 2 where open_id like 'list-%'");
  });

  it.each([
    [{ realName: '甲' }, [0, 1, 2, 3, 4, 6]],
    [{ realName_like: 'a' }, [4]],
    [{ realName: '%' }, [0]],
    [{ realName: '_' }, [1]],
    [{ realName: '\\' }, [2]],
    [{ realName: "' or 1=1--" }, [3]],
    [{ realName: '甲%a' }, []],
    [{ realName_equal: '甲a' }, [4]],
    [{ realName_notequal: '甲a' }, [0, 1, 2, 3, 5, 6]],
    [{ realName_notlike: '甲' }, [5]],
    [{ realName_likeright: '乙' }, [5]],
    [{ realName_likeleft: '%' }, [0]],
    [{ tel: '0000000' }, [0, 1, 2, 3, 4, 5, 6]],
    [{ kycStatus: 1 }, [1, 3, 5]],
    [{ kycStatus_ge: 1 }, [1, 3, 5]],
    [{ kycStatus_lt: 1 }, [0, 2, 4, 6]],
    [{ remark_null: 1 }, [0, 1, 2, 3, 4, 5, 6]],
    [{ remark_notnull: 1 }, []],
    [{ createTime_dategt: '2041-03-01 12:00:00', createTime_datelt: '2041-03-04 12:00:00' }, [1, 2]],
    [{ createTime_datege: '2041-03-01 12:00:00', createTime_datele: '2041-03-04 12:00:00' }, [0, 1, 2, 3]],
    [{ createTime_dateequal: '2041-03-02 12:00:00' }, [1]],
    [{ createTime_datege: '2041-03-06' }, [5, 6]],
    [{ createTime_ge: '2041-03-03', createTime_le: '2041-03-03' }, [2]],
    [{ createTime_ge: '2041/3/3', createTime_le: '2041年3月4日' }, [2, 3]],
    [{ createTime_dategt: '2041-03-03', createTime_datelt: '2041-03-04' }, [2, 3]],
    [{ createTime_datele: '2041-03-02' }, [0, 1]],
    [{ createTime_gt: '2041-03-05', createTime_lt: '2041-03-07' }, [5]],
    [{ createTime_equal: '2041-03-02' }, [1]],
    [{ createTime_notequal: '2041-03-02' }, [0, 2, 3, 4, 5, 6]],
    [{ createTime_le: '2041-03-03 00:00:00' }, [0, 1]],
    [{ createTime_ge: '0001-01-01', createTime_le: '9999-12-31' }, [0, 1, 2, 3, 4, 5, 6]],
    [{ createTime_gt: '9999-12-31' }, []],
    [{ realName: '', kycStatus: '' }, [0, 1, 2, 3, 4, 5, 6]],
  ])('filtered by %j finds exactly these', async (query, found) => {
    expect(await find(query as unknown as Record<string, string>)).toEqual(found.map((i) => names[i]));
  });

  it.each([
    'unknown',
    '$customerName',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'realName_ignore',
    'unknown_ignore',
    'is_deleted',
    'isDeleted',
    'tenantId',
  ])('is not narrowed, widened or broken by the name %s', async (name) =>
    expect(await find({ [name]: '1' })).toEqual(names),
  );
  it.each([
    'realName_nonsense',
    'realName_toString',
    'realName_constructor',
    'name) or (1=1_equal',
    'kycStatus_like',
    'createTime_like',
    'idNo_like',
    'x_like',
    'x_equal',
    'x_null',
    'toString_like',
    'tenantId_notequal',
    'isDeleted_equal',
    'is_super_equal',
    'real_name_like',
    'PASSWORD_LIKERIGHT',
    'tenant_id_notNull',
    '__proto___like',
    'realName_equal_like',
    'realName[]',
    'realName[0]',
    'x[]',
  ])('is refused, and its mistake named, by the name %s', async (name) => {
    const { body } = await admin.get(customer.url('list'), { openId: 'list-', [name]: '1' });
    expect(body).toMatchObject({ code: 400, reason: 'badParameter' });
    expect(body.msg).toContain(name);
  });
  it('is refused when a name comes twice', async () => {
    const { body } = await admin.send({ url: `/api${customer.url('list')}?kycStatus=1&kycStatus=0` });
    expect(body).toMatchObject({ code: 400, reason: 'badParameter', msg: expect.stringContaining('kycStatus') });
  });
  it.each([
    { createTime_dategt: 'abc' },
    { createTime_dategt: '2026-02-30 00:00:00' },
    { id: '99999999999999999999' },
    { id: '9999999999999999999' },
    { id: "1' or '1'='1" },
    { kycStatus: 'one' },
    { kycStatus: '1e3' },
    { kycStatus: '99999999999' },
    { realName: 'x\u0000' },
    { realName: 'x'.repeat(10_000) },
    { size: 0 },
    { size: -1 },
    { size: 'abc' },
    { size: '1e1' },
    { size: '10.5' },
    { current: 0 },
    { current: '1000000000' },
    { current: 'x' },
  ])('is refused with 400 for %.60j', async (query) => {
    expect(await refused(query as unknown as Record<string, string>)).toEqual([400, 'badParameter']);
  });

  it.each([
    'id;drop table lease_customer',
    '(select 1)',
    'id desc,1',
    'case when 1=1 then id end',
    'id--',
    '"id"',
    'pg_sleep(5)',
    '1',
    'ID',
    'idNo',
    'tenantId',
    'toString',
    '__proto__',
    'create_time',
    'x'.repeat(2000),
  ])('is not sorted by %.40s', async (name) => {
    for (const direction of ['ascs', 'descs'])
      expect(await refused({ [direction]: name })).toEqual([400, 'badParameter']);
    const { body } = await admin.get(customer.url('list'), { ascs: `id,${name}` });
    expect(body.msg).toContain('ascs=');
  });
  it.each(['createTime', 'updateTime', 'id', 'realName', 'tel', 'kycStatus', 'createTime,id'])(
    'is sorted by %s',
    async (name) => {
      expect([...(await find({ ascs: name }))].sort()).toEqual([...names].sort());
      if (!name.includes(',') && name !== 'kycStatus')
        expect(await find({ ascs: '', descs: name })).toEqual([...(await find({ ascs: name }))].reverse());
    },
  );
  it('shows the newest first by default', async () => {
    expect(await find({ ascs: '' })).toEqual([...names].reverse());
  });

  it('comes in pages of at most 200 that meet without gap or overlap', async () => {
    const page = async (query: Record<string, string | number>) =>
      ok(await admin.get(customer.url('list'), { openId: 'list-', ...query }));
    expect(await page({ size: 3 })).toMatchObject({ total: 7, size: 3, current: 1, pages: 3 });
    const seen = [];
    for (const current of [1, 2, 3]) seen.push(...(await page({ size: 3, current })).records);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(7);
    expect((await page({ size: 100_000 })).size).toBe(200);
    expect(await page({ current: 99_999_999 })).toMatchObject({ records: [], total: 7 });
    expect(await page({})).toMatchObject({ size: 10, current: 1 });
  });

  it.each([
    '/blade-order/order/page',
    '/blade-fascContract/fascContract/list',
    '/blade-paymentPlan/paymentPlan/page',
    '/blade-picture/picture/list',
  ])('of %s can be searched by everything it declares, without a failure of ours', async (url) => {
    const { registry } = await import('../../../server/app');
    const served = [...registry.values()].find(({ module }) => module.url('list') === url)!;
    for (const [name, field] of Object.entries(served.module.fields)) {
      for (const value of ['1', '2026-11-20']) {
        const { status, body } = await admin.get(url, { [name]: value });
        if (status !== 200) expect([name, body.code, body.reason]).toEqual([name, 400, 'badParameter']);
      }
      const sorted = served.unstored?.includes(name) ? 400 : 200; // what is no column gives no order
      if (field.search) expect([name, (await admin.get(url, { descs: name })).status]).toEqual([name, sorted]);
    }
    for (const name of served.module.sortable ?? []) expect((await admin.get(url, { ascs: name })).status).toBe(200);
  });
});

describe('a record that carries money', () => {
  it('is not changed without its version', async () => {
    const lease = leaseOf(server);
    const { id, version, updateTime } = await lease.order();
    const update = (body: object) => admin.post('/blade-order/order/update', { body: { id, remark: 'x', ...body } });
    expect((await update({})).body).toMatchObject({ code: 400, reason: 'versionMissing' });
    expect((await update({ version: version + 1 })).body.code).toBe(409);
    expect((await lease.read(id)).version).toBe(version);
    server.clock.advance(5000);
    expect((await update({ version })).status).toBe(200);
    expect((await update({ updateTime })).body.code).toBe(409);
    const { rows } = await lease.started();
    const plan = (body: object) =>
      admin.post('/blade-paymentPlan/paymentPlan/update', { body: { id: rows[0].id, remark: 'x', ...body } });
    expect((await plan({})).body.reason).toBe('versionMissing');
    expect((await plan({ version: rows[0].version })).status).toBe(200);
    expect((await plan({ version: rows[0].version })).body.code).toBe(409);
  });
});
