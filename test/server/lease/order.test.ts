/** The life cycle of an order: every move of the table, its conditions, and what stays unchanged by later edits. */

import { approvalActs, decidingRight } from '../../../contract/domain/approvals';
import { dictionaries } from '../../../contract/domain/dictionaries';
import { deedsAtOnce } from '../../support/approvals';
import { type Client, leaseOf, ok, type Server, startServer } from '../../support/server';

let server: Server;
let admin: Client;
let lease: ReturnType<typeof leaseOf>;
beforeAll(async () => {
  server = await startServer();
  await deedsAtOnce(server);
  admin = server.admin;
  lease = leaseOf(server);
});
afterAll(() => server.close());

const path = '/blade-order/order';
const words = dictionaries.find(({ code }) => code === 'order_business_status')!.entries.map(({ zh }) => zh);
function update(body: object) {
  return admin.post(`${path}/update`, { body });
}
async function state(id: string) {
  return (await server.sql('select * from lease_order where id = $1', [id]))[0];
}
async function historyOf(id: string) {
  return ok(await admin.get(`${path}/history`, { id }));
}

/** A copy of a row under an id of its own, with what `change` sets. */
async function copyOf(table: string, original: string, change: object): Promise<string> {
  const id = server.deps.newId();
  await server.sql(
    `insert into ${table} select copy.* from ${table} t, jsonb_populate_record(t, $2) copy where t.id = $1`,
    [original, JSON.stringify({ ...change, id })],
  );
  return id;
}
/** A signed order with its contracts and its voucher, made by the calls: the original of those that are forced. */
async function makeOriginal() {
  const { id } = await lease.signed();
  await lease.voucher(id);
  const rowsOf = (table: string) =>
    server.sql<{ id: string; attach_id: string }>(`select * from ${table} where order_id = $1`, [id]);
  return { id, papers: await rowsOf('lease_contract'), pictures: await rowsOf('lease_picture') };
}
let original: ReturnType<typeof makeOriginal> | undefined;
let copies = 0;

/** An order forced into a state, with everything that the guards of the moves out of it require. */
async function orderIn(status: number, change = '') {
  original ??= makeOriginal();
  const { id: from, papers, pictures } = await original;
  const hasPapers = status >= 5 ? 1 : 0;
  const id = await copyOf('lease_order', from, {
    contract_code: `HT20261119${String(++copies).padStart(6, '0')}`,
    business_status: status,
    pzsfqr: status >= 3 ? 1 : 0,
    prqy: hasPapers,
    qyqy: hasPapers,
    maturity: '2026-01-01',
    is_deleted: 0,
  });
  for (const paper of papers)
    await copyOf('lease_contract', paper.id, { order_id: id, ...(hasPapers ? {} : { status: 0 }) });
  for (const picture of pictures) {
    // No two orders have one slip.
    const file = await copyOf('attach', picture.attach_id, { sha256: String(copies).padStart(64, '0') });
    await copyOf('lease_picture', picture.id, { order_id: id, attach_id: file });
  }
  if (change) await server.sql(`update lease_order set ${change} where id = $1`, [id]);
  return id;
}

/** The moves, written again and not read from the product's table: from, to, and how. */
const byPerson = ['0>1', '1>2', '2>3', '2>1', '5>6', '0>11', '1>11', '2>11', '3>11', '4>11'];
const byOverride = ['3>4', '4>3', '4>5', '6>7', '6>8', '7>8'];
const needReason = ['2>1', '0>11', '1>11', '2>11', '3>11', '4>11', ...byOverride];
/** 5 → 11 takes a termination agreement: test/server/lease/defects/ending.test.ts. */
const pairs = words
  .flatMap((_from, from) => words.map((_to, to): [number, number] => [from, to]))
  .filter(([from, to]) => !(from === 5 && to === 11));

describe('a move', () => {
  let plain: Client;
  beforeAll(async () => {
    await server.addUser({
      account: 'plain',
      permissions: ['order', 'order_status', 'order_voucher', 'order_start', 'order_cancel', 'order_contract'],
    });
    plain = await server.as('plain');
  });

  it.each(pairs)('from %i to %i is made, refused or nothing, as the table says', async (from, to) => {
    const name = `${from}>${to}`;
    const id = await orderIn(from);
    const before = await server.fingerprint();
    const move = (client: Client, query: object) => leaseOf(server, client).move(id, to, { ...query });
    const answer = await move(plain, { reason: '依据' });
    if (from === to) {
      expect(answer.status).toBe(200); // repeating it is no mistake
      expect(await server.fingerprint()).toBe(before);
    } else if (byPerson.includes(name)) {
      expect(answer.body).toMatchObject({ code: 200, data: true });
      expect((await state(id)).business_status).toBe(to);
    } else {
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 400, msg: `订单状态不允许由【${words[from]}】变更为【${words[to]}】` },
      });
      if (!byOverride.includes(name)) expect((await move(admin, { reason: '依据' })).body.msg).toBe(answer.body.msg);
      expect(await server.fingerprint()).toBe(before);
    }
  });

  it.each(needReason)('%s needs a reason, and keeps it', async (name) => {
    const [from, to] = name.split('>').map(Number) as [number, number];
    const id = await orderIn(from);
    if (name === '4>5') await server.sql('update lease_contract set status = 2 where order_id = $1', [id]);
    if (to === 7 || to === 8) {
      await server.sql(
        `insert into lease_payment_plan (id, tenant_id, order_id, current_periods, total_periods, payment_date, days, monthly_rent, rent,
           principal, amount_payable, pay_status, paid_amount, create_time, update_time)
         select $2, tenant_id, id, 1, 1, '2026-01-01', 365, 0, 0, 10000, 10000, $3, $4, create_time, create_time from lease_order where id = $1`,
        [id, server.deps.newId(), to === 8 ? 1 : 0, to === 8 ? 10000 : 0],
      );
    }
    for (const reason of [undefined, '', '  '])
      expect((await lease.move(id, to, { reason })).body).toMatchObject({ code: 400, msg: '请填写原因' });
    expect((await state(id)).business_status).toBe(from);
    expect(ok(await lease.move(id, to, { reason: '有据可查' }))).toBe(true);
    expect(await state(id)).toMatchObject({ business_status: to, status_reason: '有据可查' });
    const [entry] = await historyOf(id);
    expect(entry).toMatchObject({
      action: byOverride.includes(name) ? 'override' : 'move',
      reason: '有据可查',
      userName: '管理员',
    });
  });

  it.each(['', undefined])('without a target (%j) is refused', async (businessStatus) => {
    const { id } = await lease.order();
    const answer = await admin.post(`${path}/update-businessStatus`, { query: { id, businessStatus } });
    expect(answer.body).toMatchObject({ code: 400, reason: 'missingParameter' });
  });
  it.each(['12', '-1', 'x', '1.5', '1e0', ' 1', '0x1', '99999999999'])('to the state %j is refused', async (to) => {
    const { id } = await lease.order();
    expect((await lease.move(id, to)).body).toMatchObject({ code: 400, reason: 'badParameter' });
  });

  it('made by two people at once has one effect, and only one of them makes it', async () => {
    const id = await orderIn(2);
    const answers = await Promise.all([
      lease.move(id, 3, { reason: '核对无误' }),
      lease.move(id, 11, { reason: '放弃' }),
    ]);
    const winners = answers.filter(({ status }) => status === 200);
    expect((await state(id)).version).toBeGreaterThan(1);
    // confirming first leaves an order that can still be cancelled; cancelling first leaves nothing to confirm
    if (winners.length === 1) expect((await state(id)).business_status).toBe(11);
    else
      expect(
        (await historyOf(id)).filter(({ action }: { action: string }) => action === 'move').slice(0, 2),
      ).toHaveLength(2);

    const other = await orderIn(5);
    const starts = await Promise.all(Array.from({ length: 6 }, () => lease.move(other, 6)));
    expect(starts.every(({ status }) => status === 200)).toBe(true);
    expect(await lease.plan(other)).toHaveLength(12);
    const moves = (await historyOf(other)).filter(
      ({ action, entity }: { action: string; entity: string }) => action === 'move' && entity === 'order',
    );
    expect(
      moves.filter(({ changes }: { changes: { after: unknown }[] }) => changes.some(({ after }) => after === 6)),
    ).toHaveLength(1);
  });

  it('to two different states at once is made to exactly one where the two exclude each other', async () => {
    const id = await orderIn(1);
    const answers = await Promise.all([lease.move(id, 2), lease.move(id, 11, { reason: 'x' })]);
    const { business_status: now } = await state(id);
    expect([2, 11]).toContain(now);
    if (now === 2) expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  });
});

describe('the guards of the moves', () => {
  it('0→1 asks for phone, card and bank, and gives the contract its code', async () => {
    const { id } = await lease.order({ tel: '', bankCardCode: '', bankName: '' });
    expect((await lease.move(id, 1)).body).toMatchObject({ code: 400, msg: '请先完善：联系电话、银行卡号、开户银行' });
    const { version } = await lease.read(id);
    ok(await update({ id, version, tel: '13800138000', bankCardCode: '6222021234567890128', bankName: '工商银行' }));
    ok(await lease.move(id, 1));
    expect((await lease.read(id)).contractCode).toMatch(/^HT20261120\d{6}$/);
  });
  it('0→1 is refused once the product is off sale', async () => {
    const held = await lease.order();
    ok(await admin.post('/blade-product/product/update', { body: { id: held.productId, status: 0 } }));
    expect((await lease.move(held.id, 1)).body.msg).toBe('产品已停用，不能新增订单');
  });
  it('1→2 asks for a voucher, and its upload makes the move by itself', async () => {
    const { id } = await lease.order();
    ok(await lease.move(id, 1));
    expect((await lease.move(id, 2)).body).toMatchObject({ code: 400, msg: '请先上传打款凭证' });
    await lease.voucher(id);
    expect((await state(id)).business_status).toBe(2);
  });
  it('2→3 confirms the voucher with its time; 2→1 takes nothing for confirmed', async () => {
    const held = await lease.confirmed();
    expect(held).toMatchObject({ businessStatus: 3, pzsfqr: 1, prqy: 0, qyqy: 0, voucherTime: server.clock.text() });
    const id = await orderIn(2, 'pzsfqr = 1');
    ok(await lease.move(id, 1, { reason: '金额不符' }));
    expect((await state(id)).pzsfqr).toBe(0);
  });
  it('3→4 by override asks for a confirmed voucher; 4→5 for both contracts', async () => {
    const third = await orderIn(3);
    await server.sql('update lease_order set pzsfqr = 0 where id = $1', [third]);
    expect((await lease.move(third, 4, { reason: 'x' })).body.msg).toBe('打款凭证尚未确认');
    const fourth = await orderIn(4);
    expect((await lease.move(fourth, 5, { reason: 'x' })).body.msg).toBe('合同尚未全部签署完成');
    await server.sql('update lease_contract set status = 2 where order_id = $1 and type = 1', [fourth]);
    expect((await lease.move(fourth, 5, { reason: 'x' })).body.msg).toBe('合同尚未全部签署完成');
  });
  it('4→3 by override is refused while a contract is signed or waits for the customer', async () => {
    for (const live of [1, 2]) {
      const id = await orderIn(4);
      await server.sql(
        `update lease_contract set status = $2, sign_task_status = 'sign_progress' where order_id = $1 and type = 1`,
        [id, live],
      );
      expect((await lease.move(id, 3, { reason: 'x' })).body).toMatchObject({ code: 400, reason: 'order.badMove' });
      expect((await state(id)).business_status).toBe(4);
    }
  });
  it('5→6 asks for all three flags, card and bank', async () => {
    for (const flag of ['pzsfqr', 'prqy', 'qyqy']) {
      const id = await orderIn(5, `${flag} = 0`);
      expect((await lease.move(id, 6)).body).toMatchObject({ code: 400, msg: '合同尚未全部签署完成' });
    }
    for (const column of ['bank_card_code', 'bank_name']) {
      const id = await orderIn(5, `${column} = null`);
      expect((await lease.move(id, 6)).body).toMatchObject({ code: 400, msg: '银行卡号与开户银行不能为空' });
      expect(await lease.plan(id)).toEqual([]);
    }
  });
  it('6→7 by override asks for a day past maturity and something unpaid; 6→8 and 7→8 for nothing unpaid', async () => {
    const { order, rows } = await lease.started({ interestDate: '2026-11-20' });
    const refused = { code: 400, reason: 'order.badMove' };
    expect((await lease.move(order.id, 7, { reason: 'x' })).body).toMatchObject(refused);
    expect((await lease.move(order.id, 8, { reason: 'x' })).body).toMatchObject(refused);
    await server.sql(`update lease_order set business_status = 7 where id = $1`, [order.id]);
    expect((await lease.move(order.id, 8, { reason: 'x' })).body).toMatchObject(refused);
    expect(await lease.plan(order.id)).toEqual(rows.map((row: object) => ({ ...row, businessStatus: 7 })));
  });
});

describe('an order', () => {
  it('starts as a draft with a copy of its product and customer, and all flags off', async () => {
    const held = await lease.order({ totalAmount: 30_000 }, { productName: '稳租九十', deadline: 90, yearRate: '4.5' });
    expect(held).toMatchObject({
      businessStatus: 0,
      contractCode: null,
      customerName: '李雷',
      productName: '稳租九十',
      deadline: 90,
      yearRate: '4.5',
      getType: 0,
      amountPer: '10000.00',
      totalAmount: '30000.00',
      dayCount: 360,
      pzsfqr: 0,
      prqy: 0,
      qyqy: 0,
      version: 1,
    });
    expect((await lease.order({}, { deadline: 100 })).dayCount).toBe(365);
    expect((await lease.order({}, { deadline: 90, dayCount: 365 })).dayCount).toBe(365);
    expect((await lease.order({}, { deadline: 100, dayCount: 360 })).dayCount).toBe(360);
  });

  it('takes no flag, state or copied figure from a body', async () => {
    const forged = {
      pzsfqr: 1,
      prqy: 1,
      qyqy: 1,
      businessStatus: 8,
      yearRate: '99',
      deadline: 1,
      contractCode: 'HT1',
      maturity: '2026-01-01',
    };
    const { id, version } = await lease.order(forged);
    const kept = {
      pzsfqr: 0,
      prqy: 0,
      qyqy: 0,
      businessStatus: 0,
      yearRate: '6',
      deadline: 365,
      contractCode: null,
      maturity: null,
    };
    expect(await lease.read(id)).toMatchObject(kept);
    ok(await update({ id, version, ...forged, remark: 'x' }));
    expect(await lease.read(id)).toMatchObject(kept);
  });

  it('follows its product while it is a draft, and never again after', async () => {
    const draft = await lease.order();
    const { productId } = draft;
    const running = await lease.order({ productId });
    ok(await lease.move(running.id, 1));
    ok(
      await admin.post('/blade-product/product/update', {
        body: { id: productId, productName: '新名', yearRate: '9', deadline: 90, amountPer: '5000' },
      }),
    );
    ok(await update({ id: draft.id, version: draft.version, remark: '再看' }));
    expect(await lease.read(draft.id)).toMatchObject({
      productName: '新名',
      yearRate: '9',
      deadline: 90,
      amountPer: '5000.00',
      dayCount: 360,
    });
    const before = { productName: '稳租', yearRate: '6', deadline: 365, amountPer: '10000.00', dayCount: 365 };
    expect(await lease.read(running.id)).toMatchObject(before);
    const { version } = await lease.read(running.id);
    ok(await update({ id: running.id, version, remark: '再看' }));
    expect(await lease.read(running.id)).toMatchObject(before);
  });

  it('is refused for a product off sale, a part of a share, nothing, or what is not there', async () => {
    const off = await lease.product({ status: 0 });
    const goods = await lease.product();
    const { id: customerId } = await lease.customer();
    const submit = (body: object) =>
      admin.post(`${path}/submit`, { body: { customerId, productId: goods.id, totalAmount: '10000', ...body } });
    const cases: [object, string][] = [
      [{ productId: off.id }, '产品已停用，不能新增订单'],
      [{ totalAmount: '15000' }, '总金额须为每份金额 10,000.00 元的整数倍'],
      [{ totalAmount: '9999.99' }, '总金额须为每份金额 10,000.00 元的整数倍'],
      [{ totalAmount: '10000.001' }, '总金额须为金额，最多两位小数'],
      [{ totalAmount: '-10000' }, '总金额不能小于 0.01'],
      [{ totalAmount: '0' }, '总金额不能小于 0.01'],
      [{ totalAmount: '' }, '请输入总金额'],
      [{ customerId: '' }, '请选择客户名称'],
      [{ productId: '' }, '请选择产品名称'],
      [{ customerId: '123456789' }, '所选客户不存在或已删除'],
      [{ productId: '123456789' }, '所选产品不存在或已删除'],
      [{ interestDate: '2026-02-30' }, '起租日期不是有效日期'],
    ];
    for (const [body, msg] of cases) expect((await submit(body)).body).toMatchObject({ code: 400, msg });
    expect((await submit({ totalAmount: '30000' })).status).toBe(200);
  });

  it.each([
    ['product', 'lease_product', 'is_deleted = 1', 'order.noProduct'],
    ['product', 'lease_product', 'status = 0', 'product.notOnSale'],
    ['customer', 'lease_customer', 'is_deleted = 1', 'order.noCustomer'],
  ])('waits for a %s that is just being changed in %s: %s', async (_name, table, change, reason) => {
    const goods = await lease.product();
    const client = await lease.customer();
    const row = table === 'lease_product' ? goods.id : client.id;
    const removal = await server.pool.connect();
    await removal.query('begin');
    await removal.query(`set local app.tenant = '000000'`);
    await removal.query(`update ${table} set ${change} where id = $1`, [row]);
    const answer = admin.post(`${path}/submit`, {
      body: { customerId: client.id, productId: goods.id, totalAmount: '10000' },
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await removal.query('commit');
    removal.release();
    expect((await answer).body).toMatchObject({ code: 400, reason });
  });

  it('gets its code with the move to 1: one sequence a day, never given twice, kept ever after', async () => {
    const codes: string[] = [];
    const ids = await Promise.all(Array.from({ length: 5 }, async () => (await lease.order()).id));
    await Promise.all(ids.map(async (id) => ok(await lease.move(id, 1))));
    for (const id of ids) codes.push((await lease.read(id)).contractCode);
    const numbers = codes.map((code) => Number(code.slice(10))).sort((one, two) => one - two);
    expect(numbers).toEqual(Array.from({ length: 5 }, (_, i) => numbers[0]! + i));
    ok(await lease.move(ids[0]!, 11, { reason: 'x' }));
    const { id: next } = await lease.order();
    ok(await lease.move(next, 1));
    expect((await lease.read(next)).contractCode).toBe(`HT20261120${String(numbers[4]! + 1).padStart(6, '0')}`);
    await lease.voucher(next);
    ok(await lease.move(next, 1, { reason: '退回' }));
    expect((await lease.read(next)).contractCode).toBe(`HT20261120${String(numbers[4]! + 1).padStart(6, '0')}`);
    server.clock.set('2026-11-21 00:00:00');
    const { id: tomorrow } = await lease.order();
    ok(await lease.move(tomorrow, 1));
    expect((await lease.read(tomorrow)).contractCode).toBe('HT20261121000001');
    server.clock.set('2026-11-20 10:00:00');
  });

  const contact = { tel: '13911112222', bankCardCode: '6217001234567890122', bankName: '建设银行' };
  const groups: [string, (other: Record<string, string>) => object, number, string][] = [
    ['customer', ({ customerId }) => ({ customerId }), 0, '客户名称'],
    ['product', ({ productId }) => ({ productId }), 0, '产品名称'],
    ['amount', () => ({ totalAmount: '20000' }), 0, '总金额'],
    ['phone', () => ({ tel: contact.tel }), 5, '联系电话'],
    ['card', () => ({ bankCardCode: contact.bankCardCode }), 4, '银行卡号'],
    ['bank', () => ({ bankName: contact.bankName }), 4, '开户银行'],
    ['start', () => ({ interestDate: '2027-01-01' }), 4, '起租日期'],
    ['remark', () => ({ remark: '新备注' }), 11, ''],
  ];
  it.each(groups)('lets its %s be edited as long as the rules say', async (_group, change, last, label) => {
    const other = await lease.order();
    const permissions = ['order', decidingRight('orderAccount'), 'work_claim', 'work_todo', 'work_todo_handle'];
    await server.addUser({ account: `decides ${label}`, permissions });
    for (const status of words.keys()) {
      const id = await orderIn(status);
      const before = await state(id);
      const answer = await update({ id, version: before.version, ...change(other) });
      // Money has come in, which goes back to this account: two people change it.
      const takesTwo = ['bankCardCode', 'bankName'].some((name) => name in change(other)) && before.pzsfqr === 1;
      if (status <= last && takesTwo)
        expect([status, answer.body.heldAct]).toEqual([status, approvalActs.orderAccount.number]);
      else if (status <= last) expect([status, answer.status]).toEqual([status, 200]);
      else {
        const isByRequest = last === 4 && status === 5; // its contracts are out
        const byRequest = `合同已发出，${label}不能直接修改，请在订单页使用“变更账户或起租日”`;
        const msg = isByRequest ? byRequest : `当前状态不可修改${label}`;
        expect([status, answer.body.msg]).toEqual([status, msg]);
        expect(await state(id)).toEqual(before);
      }
    }
  });

  it('takes the whole row sent back unchanged in every state, whatever form its figures have', async () => {
    for (const status of words.keys()) {
      const id = await orderIn(status, status % 2 ? 'interest_date = null, tel = null' : '');
      const row = await lease.read(id);
      const asNumbers = {
        ...row,
        totalAmount: 10_000,
        customerId: row.customerId,
        interestDate: row.interestDate ?? '',
        tel: row.tel ?? '',
      };
      expect([status, (await update({ ...asNumbers, remark: '只改备注' })).status]).toEqual([status, 200]);
      expect(await lease.read(id)).toMatchObject({ totalAmount: '10000.00', remark: '只改备注', tel: row.tel });
    }
  });

  it('is removed with what belongs to it: pictures, whose links expire, and contracts', async () => {
    const held = await lease.confirmed();
    const [slip] = ok(await admin.get('/blade-picture/picture/list', { orderId: held.id })).records;
    const [paper] = ok(
      await admin.post('/blade-fascContract/fascContract/makeContract', { query: { orderId: held.id } }),
    );
    const kept = await lease.order();
    await lease.voucher(kept.id);
    const opens = async (link: string) =>
      (await server.anybody.send({ url: link.replace(/^https:\/\/[^/]+/, '') })).status;
    const links = [slip.path, paper.previewUrl];
    ok(await lease.move(held.id, 11, { reason: '客户放弃' }));
    ok(await admin.post(`${path}/refund`, { body: { id: held.id } }));
    expect(await Promise.all(links.map(opens))).toEqual([200, 200]);
    // Contracts come after the voucher, whose money is an entry: without it the order can go.
    await server.sql('delete from lease_payment_txn where order_id = $1', [held.id]);
    ok(await admin.post(`${path}/remove`, { query: { ids: held.id } }));
    for (const module of ['picture', 'fascContract'])
      expect(ok(await admin.get(`/blade-${module}/${module}/list`, { orderId: held.id })).total).toBe(0);
    expect(await Promise.all(links.map(opens))).toEqual([404, 404]);
    const removed = await server.sql(
      `select entity, count(*)::int as n from audit_log where action = 'remove' and about_id = $1 group by entity order by entity`,
      [held.id],
    );
    expect(removed).toEqual([
      { entity: 'fascContract', n: 2 },
      { entity: 'picture', n: 1 },
    ]);
    expect(ok(await admin.get('/blade-picture/picture/list', { orderId: kept.id })).total).toBe(1);
  });

  it('is removed as a draft or cancelled, and in no other state', async () => {
    for (const status of words.keys()) {
      const id = await orderIn(status);
      const answer = await admin.post(`${path}/remove`, { query: { ids: id } });
      if (status === 0 || status === 11) expect([status, answer.status]).toEqual([status, 200]);
      else expect([status, answer.body.msg]).toEqual([status, '当前状态不可删除']);
    }
    const [draft, running] = [(await lease.order()).id, await orderIn(6)];
    expect((await admin.post(`${path}/remove`, { query: { ids: `${draft},${running}` } })).status).toBe(400);
    expect((await lease.read(draft)).businessStatus).toBe(0);
  });

  it('is counted by state, with its principal in each direction', async () => {
    const rows = ok(await admin.get(`${path}/summary`));
    const expected = await server.sql(
      `select business_status as "businessStatus", sum(count)::int as count, sum(refunds)::int as refunds,
         json_agg(json_build_object('direction', direction, 'count', count, 'totalAmount', amount::text) order by direction) as sides
       from (select business_status, direction, count(*)::int as count, sum(total_amount) as amount,
               count(*) filter (where refund_status = 1) as refunds
             from lease_order where is_deleted = 0 group by 1, 2) as of_direction
       group by 1 order by 1`,
    );
    expect(rows).toEqual(expected);
  });
});

describe('a preview', () => {
  const preview = async (query: Record<string, string>, goods: object = {}) => {
    const [product, customer] = [await lease.product(goods), await lease.customer()];
    return admin.get(`${path}/preview`, {
      productId: product.id,
      customerId: customer.id,
      totalAmount: '10000',
      ...query,
    });
  };

  it('is the plan the order will get, to the cent, and writes nothing', async () => {
    const terms = { deadline: 366, yearRate: '5' };
    const before = await server.sql('select count(*) from lease_payment_plan');
    const shown = ok(await preview({ totalAmount: '30000', interestDate: '2024-01-31' }, terms));
    expect(shown).toMatchObject({ basis: 365, periods: 12, maturity: '2025-01-31', totalRent: '1504.11' });
    expect(await server.sql('select count(*) from lease_payment_plan')).toEqual(before);
    const { rows } = await lease.started({ totalAmount: '30000', interestDate: '2024-01-31' }, terms);
    const figures = [
      'currentPeriods',
      'totalPeriods',
      'paymentDate',
      'days',
      'rent',
      'principal',
      'amountPayable',
      'monthlyRent',
    ];
    for (const [i, row] of rows.entries())
      for (const figure of figures) expect([i, figure, row[figure]]).toEqual([i, figure, shown.rows[i][figure]]);
  });
  it('starts today when no day is given', async () => {
    expect(ok(await preview({})).maturity).toBe('2027-11-20');
    expect(ok(await preview({ interestDate: '' })).maturity).toBe('2027-11-20');
  });
  it.each([
    [{ interestDate: 'soon' }, 'badParameter'],
    [{ interestDate: '2026-02-30' }, 'badParameter'],
    [{ interestDate: '9999-12-31' }, 'badParameter'],
    [{ totalAmount: '15000' }, 'order.notWholeShares'],
    [{ totalAmount: '' }, 'order.notWholeShares'],
    [{ totalAmount: '9999999999990000' }, 'badParameter'],
    [{ productId: '' }, 'missingParameter'],
    [{ customerId: 'x' }, 'badParameter'],
  ])('of %j is refused', async (query, reason) => {
    expect(await preview(query as unknown as Record<string, string>)).toMatchObject({ status: 400, body: { reason } });
  });
});

describe('the calendar', () => {
  beforeEach(() => server.sql(`update lease_order set is_deleted = 1`));
  afterEach(() => server.clock.set('2026-11-20 10:00:00'));

  it('starts an order on its day, once, and matures it after its last', async () => {
    const { id } = await lease.signed({ interestDate: '2026-12-01' }, { deadline: 60, getType: 1 });
    server.clock.set('2026-11-30 23:59:59');
    expect(await server.advance()).toEqual({ started: 0, matured: 0 });
    server.clock.set('2026-12-01 00:00:00');
    expect(await server.advance()).toEqual({ started: 1, matured: 0 });
    expect(await server.advance()).toEqual({ started: 0, matured: 0 });
    expect(await lease.read(id)).toMatchObject({
      businessStatus: 6,
      maturity: '2027-01-30',
      startTime: '2026-12-01 00:00:00',
    });
    expect(await lease.plan(id)).toHaveLength(1);
    expect((await historyOf(id))[0].userName).toBe('系统');
    server.clock.set('2027-01-30 23:59:59'); // the maturity day itself is not late
    expect(await server.advance()).toEqual({ started: 0, matured: 0 });
    server.clock.set('2027-01-31 00:00:00');
    expect(await server.advance()).toEqual({ started: 0, matured: 1 });
    expect((await lease.read(id)).businessStatus).toBe(7);
    const [row] = await lease.plan(id);
    expect(row.overdueDays).toBe(1);
    ok(await admin.post('/blade-paymentPlan/paymentPlan/updateBat', { query: { ids: row.id } }));
    expect((await lease.read(id)).businessStatus).toBe(8);
  });

  it('leaves an order without a card alone and starts the others', async () => {
    const poor = await orderIn(5, 'bank_card_code = null');
    const { id } = await lease.signed();
    expect(await server.advance()).toEqual({ started: 1, matured: 0 });
    expect((await lease.read(id)).businessStatus).toBe(6);
    expect((await lease.read(poor)).businessStatus).toBe(5);
  });

  it('starts the others when an order cannot be started, and reports which', async () => {
    const odd = await orderIn(5, 'qyqy = 0');
    const { id } = await lease.signed();
    const failed: unknown[] = [];
    const done = await server.advance((error, orderId) => failed.push([orderId, error]));
    expect(done).toEqual({ started: 1, matured: 0 });
    expect(failed).toEqual([[odd, expect.objectContaining({ code: 'order.notSigned' })]]);
    expect((await lease.read(id)).businessStatus).toBe(6);
    await server.sql('update lease_order set business_status = 11 where id = $1', [odd]);
  });

  it('run twice at once starts each order once', async () => {
    const { id } = await lease.signed();
    await Promise.all([server.advance(), server.advance()]);
    expect(await lease.plan(id)).toHaveLength(12);
  });

  it('matures what it may when another order is settled at the same moment', async () => {
    const held = await lease.started({ interestDate: '2025-01-01' }, { deadline: 30, getType: 1 });
    const late = await lease.started({ interestDate: '2025-01-01' }, { deadline: 30, getType: 1 });
    const ids = held.rows[0].id;
    await Promise.all([admin.post('/blade-paymentPlan/paymentPlan/updateBat', { query: { ids } }), server.advance()]);
    await server.advance();
    expect((await lease.read(late.order.id)).businessStatus).toBe(7);
    expect((await lease.read(held.order.id)).businessStatus).toBe(8);
  });

  it('starts a blank order at the later of the day after the voucher and the day of the last contract', async () => {
    const blank = async (voucherTime: string, signedAt: string) => {
      const id = await orderIn(4, `interest_date = null, voucher_time = '${voucherTime}'`);
      await server.sql('update lease_contract set status = 2 where order_id = $1', [id]);
      server.clock.set(signedAt);
      ok(await lease.move(id, 5, { reason: 'x' }));
      return (await lease.read(id)).interestDate;
    };
    expect(await blank('2026-11-20 09:00:00', '2026-11-20 10:00:00')).toBe('2026-11-21');
    expect(await blank('2026-11-18 09:00:00', '2026-11-20 10:00:00')).toBe('2026-11-20');
    expect(await blank('2026-11-19 23:00:00', '2026-11-20 10:00:00')).toBe('2026-11-20');
  });

  it('a signed order without a start begins by the same rule', async () => {
    const id = await orderIn(5, `voucher_time = '2026-11-20 09:00:00'`);
    await server.sql('update lease_order set interest_date = null where id = $1', [id]);
    ok(await lease.move(id, 6));
    expect(await lease.read(id)).toMatchObject({
      businessStatus: 6,
      interestDate: '2026-11-21',
      maturity: '2027-11-21',
    });
    expect(await lease.plan(id)).toHaveLength(12);
  });
});
