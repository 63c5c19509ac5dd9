/** Lease objects with a supplier, and what suppliers are paid by the file of a bank. */
import { workbook } from './bankFiles';
import { type Answer, type Client, ok, type Server } from './server';

const paths = {
  purchase: '/blade-purchase/purchase',
  supplier: '/blade-supplier/supplier',
  batch: '/blade-bank/batch',
} as const;
let made = 0;

/** What suppliers are for and how they are paid, by one client unless another is named. */
export function purchasesOf(server: Server, client: Client = server.admin) {
  const supplier = async (body: object = {}) =>
    ok(
      await client.post(`${paths.supplier}/submit`, {
        body: { supplierName: `华东重机${++made}`, bankName: '建设银行', bankCardCode: '3100111122223333', ...body },
      }),
    );
  /** An object of an order, also after its contracts are signed, when none is entered any more. */
  const object = async (orderId: string, more: { supplierId?: string | null; price?: string | null } = {}) => {
    const { supplierId = (await supplier()).id, price = '9000.00' } = more;
    const id = server.deps.newId();
    await server.sql(
      `insert into lease_asset (id, tenant_id, order_id, asset_name, kind, serial_no, supplier_id, purchase_price,
         create_time, update_time)
       select $2, tenant_id, id, $3, 1, $4, $5, $6, create_time, create_time from lease_order where id = $1`,
      [orderId, id, `机床${++made}`, `S-${made}`, supplierId, price],
    );
    return { id, supplierId };
  };
  const enter = (assetId: string, more: object = {}, who = client) => {
    const invoice = { invoiceNo: `INV-${++made}`, invoiceDate: '2026-11-18', invoiceAmount: '9000.00' };
    return who.post(`${paths.purchase}/submit`, { body: { assetId, amount: '9000.00', ...invoice, ...more } });
  };
  const read = async (id: string) => ok(await client.get(`${paths.purchase}/detail`, { id }));
  const make = (purchaseIds: readonly string[], more: object = {}, who = client) =>
    who.post(`${paths.batch}/make`, { body: { purchaseIds, layout: 2, ...more } });
  const act = async (path: string, name: string, id: string, body: object = {}, who = client): Promise<Answer> => {
    const { version } = ok(await who.get(`${path}/detail`, { id }));
    return who.post(`${path}/${name}`, { body: { ids: id, version: String(version), ...body } });
  };
  const send = (batchId: string, who = client) => act(paths.batch, 'send', batchId, {}, who);
  const cancelFile = (batchId: string) => act(paths.batch, 'cancel', batchId, { reason: '重做' });
  const cancel = (id: string) => act(paths.purchase, 'cancel', id, { reason: '不买了' });
  const items = async (id: string) => ok(await client.get(`${paths.batch}/items`, { id })) as Record<string, string>[];
  /** What the bank says of the payments of a file, in their order. */
  const answer = async (
    batchId: string,
    states: readonly ('成功' | '失败')[],
    {
      day = '20261120',
      query = {},
      who = client,
    }: { day?: string | ((at: number) => string); query?: object; who?: Client } = {},
  ) => {
    const all = await items(batchId);
    const rows = states.map((state, at) => {
      const { reference, account, payeeName } = all[at]!;
      return [reference!, account!, payeeName!, state, typeof day === 'string' ? day : day(at)];
    });
    const file = await workbook([['业务参考号', '收款账号', '收款户名', '处理状态', '交易日期'], ...rows]);
    return who.upload(`${paths.batch}/answer`, file, { name: `${++made}.xlsx`, query: { id: batchId, ...query } });
  };
  /** Pays purchases by a file, from the draft to the bank's answer. */
  const pay = async (ids: readonly string[], day?: string) => {
    const { id } = ok(await make(ids));
    ok(await send(id));
    ok(
      await answer(
        id,
        ids.map(() => '成功'),
        day ? { day } : {},
      ),
    );
    return id as string;
  };
  return { ...{ paths, supplier, object, enter, read, make, act, send, cancelFile, cancel, items, answer, pay } };
}
