/** An installation of a former version, updated by the start of this one: unedited menus and texts follow the
 *  release. */

import { businessDate } from '../../../contract/domain/calendar';
import { dictionaries } from '../../../contract/domain/dictionaries';
import { platformDictionaries } from '../../../contract/modules/system/platformDictionaries';
import { ensureEssentials } from '../../../server/seed/essentials';
import { type Client, ok, password, platform, type Server, startServer } from '../../support/server';

let server: Server;
let tenantId: string;
let tenant: Client;
beforeAll(async () => {
  server = await startServer();
  ({ tenantId, client: tenant } = await server.foundTenant());
});
afterAll(() => server.close());

function startAgain() {
  return server.owner.withTenant(platform, businessDate(server.deps.now()), (trx) =>
    ensureEssentials(server.deps, trx, password),
  );
}

interface Word {
  zh: string;
  en: string;
}
/** Live rows of a table under a code and key. */
function words(table: string, code: string, key: string, of?: string) {
  return server.sql<Word & { id: string }>(
    `select id, dict_value as zh, dict_value_en as en from ${table}
     where code = $1 and dict_key = $2 and is_deleted = 0 ${of ? 'and tenant_id = $3' : ''}`,
    [code, key, ...(of ? [of] : [])],
  );
}
function shipped(code: string, key: number) {
  return [...dictionaries, ...platformDictionaries]
    .find((one) => one.code === code)!
    .entries.find((entry) => entry.key === key)!;
}
async function menuOf(code: string) {
  const [row] = await server.sql(
    'select id, name, name_en, sort, is_deleted from sys_menu where code = $1 and is_deleted = 0',
    [code],
  );
  return row;
}

describe('the start over a database of a former version', () => {
  it('renames what still bears the former words, in every tenant and both languages', async () => {
    await server.sql(
      `update dict_biz set dict_value = '等待打款', dict_value_en = 'Awaiting voucher'
       where code = 'order_business_status' and dict_key = '1'`,
    );
    await server.sql(`update dict_biz set dict_value_en = 'Picture type' where code = 'pic_type' and dict_key = '-1'`);
    await server.sql(
      `update sys_dict set dict_value = 'minio', dict_value_en = 'minio' where code = 'oss' and dict_key = '1'`,
    );
    await server.sql(`update sys_menu set name = '职位管理', name_en = 'Posts' where code = 'post'`);
    const named = () =>
      server.sql(`select param_name as name, remark from sys_param where param_key = 'order.annulmentDays'`);
    await server.sql(
      `update sys_param set param_name = '解除协议待客户签署的天数', remark = null where param_key = 'order.annulmentDays'`,
    );
    await startAgain();
    expect(await named()).toEqual([{ name: '解除协议等待签署天数', remark: '超过后可经审批取消订单' }]);
    for (const one of [platform, tenantId]) {
      expect(await words('dict_biz', 'order_business_status', '1', one)).toMatchObject([
        { zh: '待打款', en: 'Awaiting transfer' },
      ]);
      expect(await words('dict_biz', 'pic_type', '-1', one)).toMatchObject([{ en: 'Document type' }]);
    }
    expect(await words('sys_dict', 'oss', '1')).toMatchObject([{ zh: 'MinIO', en: 'MinIO' }]);
    expect(await menuOf('post')).toMatchObject({ name: '岗位管理', name_en: 'Positions' });
  });

  it('brings menus, buttons, dictionaries and entries that are new', async () => {
    const isBack = async () => ({
      button: Boolean(await menuOf('fascContract_counter')),
      menu: Boolean(await menuOf('topmenu')),
      entry: (await words('dict_biz', 'contract_status', '2', tenantId)).length,
      dictionary: (await words('dict_biz', 'pay_status', '1', tenantId)).length,
      platformEntry: (await words('sys_dict', 'sms', '4')).length,
    });
    const there = { button: true, menu: true, entry: 1, dictionary: 1, platformEntry: 1 };
    expect(await isBack()).toEqual(there);
    await server.sql(`delete from sys_menu where code in ('fascContract_counter', 'topmenu')`);
    await server.sql(
      `delete from dict_biz where tenant_id = $1 and (code = 'pay_status' or code = 'contract_status' and dict_key = '2')`,
      [tenantId],
    );
    await server.sql(`delete from sys_dict where code = 'sms' and dict_key = '4'`);
    expect(await isBack()).toEqual({ button: false, menu: false, entry: 0, dictionary: 0, platformEntry: 0 });
    await startAgain();
    expect(await isBack()).toEqual(there);
    const [entry] = await server.sql(
      `select e.dict_value, h.dict_key from dict_biz e join dict_biz h on h.id = e.parent_id
       where e.tenant_id = $1 and e.code = 'pay_status' and e.dict_key = '1'`,
      [tenantId],
    );
    expect(entry).toEqual({ dict_value: shipped('pay_status', 1).zh, dict_key: '-1' });
  });

  it('leaves what people renamed, added or removed', async () => {
    const submit = (client: Client, path: string, body: object) =>
      client.post(`/blade-system/${path}/submit`, { body }).then(ok);
    const read = (client: Client, path: string, id: string) =>
      client.get(`/blade-system/${path}/detail`, { id }).then(ok);
    const [voucher] = await words('dict_biz', 'pic_type', '5', tenantId);
    await submit(tenant, 'dict-biz', {
      ...(await read(tenant, 'dict-biz', voucher!.id)),
      dictValue: '汇款回单',
    });
    const [head] = await words('dict_biz', 'pic_type', '-1', tenantId);
    const { id: own } = await submit(tenant, 'dict-biz', {
      ...{ parentId: head!.id, code: 'pic_type', dictKey: '77', dictValue: '车辆登记证', sort: 77 },
    });
    const [flow] = await words('sys_dict', 'flow', '1');
    await submit(server.admin, 'dict', { ...(await read(server.admin, 'dict', flow!.id)), dictValueEn: 'Time off' });
    const { records: params } = ok(await server.admin.get('/blade-system/param/list', { paramKey: 'message.dueDays' }));
    await submit(server.admin, 'param', { ...params[0], paramName: '提前几天提醒' });
    const clients = await menuOf('client');
    await submit(server.admin, 'menu', { ...(await read(server.admin, 'menu', clients.id)), name: '接入应用' });

    const before = await server.fingerprint();
    await startAgain();
    expect(await server.fingerprint()).toBe(before);
    expect(await words('dict_biz', 'pic_type', '5', tenantId)).toMatchObject([{ zh: '汇款回单' }]);
    expect(await words('dict_biz', 'pic_type', '5', platform)).toMatchObject([{ zh: shipped('pic_type', 5).zh }]);
    expect(await words('dict_biz', 'pic_type', '77', tenantId)).toMatchObject([{ id: own, zh: '车辆登记证' }]);
    expect(await words('sys_dict', 'flow', '1')).toMatchObject([{ en: 'Time off' }]);
    expect(await menuOf('client')).toMatchObject({ name: '接入应用' });
  });

  it('leaves a dictionary alone that people made under a code that a version brings later', async () => {
    await server.sql(`delete from dict_biz where tenant_id = $1 and code = 'pay_status'`, [tenantId]);
    ok(
      await tenant.post('/blade-system/dict-biz/submit', {
        body: { parentId: '0', code: 'pay_status', dictKey: '-1', dictValue: '我们的付款状态', sort: 1 },
      }),
    );
    await startAgain();
    const rows = await server.sql(`select dict_value from dict_biz where tenant_id = $1 and code = 'pay_status'`, [
      tenantId,
    ]);
    expect(rows).toEqual([{ dict_value: '我们的付款状态' }]);
  });

  it('takes away a button that there is no more, and none that people made', async () => {
    const { id } = await menuOf('order');
    await server.sql(
      `insert into sys_menu (id, parent_id, code, name, alias, category) values (990000001, $1, 'order_former', '旧按钮', 'former', 2)`,
      [id],
    );
    const own = ok(
      await server.admin.post('/blade-system/menu/submit', {
        body: { parentId: id, code: 'order_ours', name: '自定义按钮', alias: 'ours', category: 2, path: '', sort: 99 },
      }),
    );
    await startAgain();
    expect(await menuOf('order_former')).toBeUndefined();
    expect(await menuOf('order_ours')).toMatchObject({ id: own.id });
  });

  it('leaves the histories whole', async () => {
    for (const client of [server.admin, tenant])
      expect(ok(await client.get('/blade-log/audit/verify'))).toMatchObject({ isWhole: true });
  });
});
