/** What a data scope hides is not told by the bytes of a file, by a file that a record had before, or by what a job says. */
import { openRates } from '../../../../server/http/rates';
import { icbcCsv } from '../../../support/bankFiles';
import { registerAccount } from '../../../support/companyAccounts';
import { png } from '../../../support/png';
import { boundPerson } from '../../../support/scopes';
import { type Client, leaseOf, ok, type Server, startServer } from '../../../support/server';

const day = '2026-11-19';
const papers = '/blade-loanInformation/loanInformation';
const attachments = '/blade-resource/attach';
const statements = '/blade-bank/statement';
let server: Server;
let bound: Client & { userId: string };
beforeAll(async () => {
  server = await startServer();
  const held = ['order', 'paymentPlan', 'receipt', 'customer', 'loanInformation', 'attach', 'attach_delete', 'joblog'];
  const more = ['bankStatement', 'bankStatement_upload', 'bankStatement_confirm'];
  bound = await boundPerson(server, [...held, ...more], [{ scopeClass: 'order', scopeType: 2 }]);
});
afterAll(() => server.close());

it('a file that a paper had before is as hidden as the paper, and cannot be removed', async () => {
  const { id: orderId } = await leaseOf(server).order();
  const upload = async (name: string, shade: number) =>
    ok(
      await server.admin.upload(`${papers}/upload-images-with-ocr`, png(60 + shade, 40, [shade, shade, shade]), {
        name,
        query: { type: 5, orderId },
      }),
    );
  const [first, second] = [await upload('SECRET-one.png', 10), await upload('SECRET-two.png', 20)];
  const names = async (who: Client) =>
    ok(await who.get(`${attachments}/list`, { size: 100 }))
      .records.map(({ originalName }: { originalName: string }) => originalName)
      .filter((name: string) => name.startsWith('SECRET'));
  expect(await names(bound)).toEqual([]);
  const [{ id: letGo }] = await server.sql(`select id from attach where original_name = 'SECRET-one.png'`);
  const row = ok(await server.admin.get(`${papers}/detail`, { id: first.id }));
  const other = ok(await server.admin.get(`${papers}/detail`, { id: second.id }));
  ok(await server.admin.post(`${papers}/submit`, { body: { ...row, path: other.path } }));
  expect(await names(bound)).toEqual([]);
  expect((await bound.get(`${attachments}/detail`, { id: letGo })).status).toBe(404);
  const gone = await bound.post(`${attachments}/remove`, { query: { ids: letGo, version: 1 } });
  expect(gone.body.success).toBe(false);
  expect(await names(server.admin)).toContain('SECRET-one.png');
});

it('the bytes of a hidden statement do not tell its id', async () => {
  await registerAccount(server, { account: '6222020000000000001' });
  const { order } = await leaseOf(server).started({ interestDate: '2026-08-17' }, { direction: 2 });
  const lines = [{ day, amount: '10.00', name: order.customerName, purpose: order.contractCode, serial: 'S1' }];
  const file = icbcCsv({ account: '6222020000000000001', opening: '0.00', lines });
  const { statementId } = ok(await server.admin.upload(`${statements}/upload`, file, { name: 'a.csv' }));
  const [line] = ok(await server.admin.get(`${statements}/lines`, { statementId })).records;
  const body = { statementId, id: line.id, orderIds: [order.id] };
  ok(await server.admin.post(`${statements}/assign`, { body }));
  expect((await bound.get(`${statements}/detail`, { id: statementId })).status).toBe(404);
  const again = ok(await bound.upload(`${statements}/upload`, file, { name: 'b.csv' }));
  expect(again).toMatchObject({ isKnownFile: true, statementId: null, added: 0 });
});

it('what a check says of records is closed to whom a data scope binds', async () => {
  const [job] = await server.sql(
    `select id from job_info where tenant_id = '000000' and processor_info = 'invariant.check' and is_built_in = 1`,
  );
  const id: string = ok(await server.admin.post('/blade-job/job-info/run', { query: { id: job.id } }));
  expect((await server.admin.get('/blade-job/job-log/output', { id })).status).toBe(200);
  const answer = await bound.get('/blade-job/job-log/output', { id });
  expect([answer.status, answer.body.reason]).toEqual([403, 'job.outputHidden']);
});

describe('files that cost much to read', () => {
  it('are counted by person and hour, and forgotten afterwards', () => {
    const rates = openRates();
    const hour = 3_600_000;
    for (let n = 0; n < 3; n++) rates.count('a', 3, 0);
    expect(() => rates.count('a', 3, hour - 1)).toThrow('upload.tooMany');
    rates.count('b', 3, hour - 1);
    rates.count('a', 3, hour);
  });

  it('are refused before they are received', async () => {
    const send = () =>
      server.admin.upload('/blade-flow/manager/deploy-upload', Buffer.from('<x/>'), { name: 'x.bpmn' });
    let refused = 0;
    for (let n = 0; n < 202; n++) if ((await send()).status === 429) refused++;
    expect(refused).toBe(2);
  });
});

it('a payment file of an instalment that is hidden is hidden, also where its order is seen', async () => {
  const { rows } = await leaseOf(server).started({ totalAmount: '20000', interestDate: '2026-08-17' });
  const ids = [rows[0].id, rows[1].id];
  const made = { ids, layout: 2, reason: '客户要求' };
  const { id } = ok(await server.admin.post('/blade-bank/batch/make', { body: made }));
  const buttons = ['payBatch', 'payBatch_file', 'payBatch_cancel', 'order', 'paymentPlan'];
  const half = await boundPerson(server, buttons, [{ scopeClass: 'paymentPlan', scopeType: 2 }]);
  const answers = async () => [
    ok(await half.get('/blade-bank/batch/page')).total,
    (await half.get('/blade-bank/batch/items', { id })).status,
    (await half.get('/blade-bank/batch/file', { id, format: 'csv' })).status,
  ];
  const own = (row: string) =>
    server.sql('update lease_payment_plan set create_user = $2 where id = $1', [row, half.userId]);
  await own(ids[0]);
  expect(await answers()).toEqual([0, 404, 404]);
  await own(ids[1]);
  expect(await answers()).toEqual([1, 200, expect.any(Number)]);
});

it('a voucher is not reviewed by a person from whom its slips are hidden', async () => {
  const lease = leaseOf(server);
  const { id } = await lease.order();
  ok(await lease.move(id, 1));
  await lease.voucher(id);
  await server.sql('update lease_order set business_status = 2 where id = $1', [id]);
  const rights = ['order', 'order_voucher', 'picture'];
  const blind = await boundPerson(server, rights, [{ scopeClass: 'picture', scopeType: 2 }]);
  const refused = [403, 'order.slipsHidden'];
  const reason = ({ status, body }: { status: number; body: { reason?: string } }) => [status, body.reason];
  expect(reason(await blind.get('/blade-order/order/voucher', { id }))).toEqual(refused);
  for (const pictureIds of [[], ['1']])
    expect(reason(await blind.post('/blade-order/order/confirm-voucher', { body: { id, pictureIds } }))).toEqual(
      refused,
    );
  await server.sql('update lease_picture set create_user = $2 where order_id = $1', [id, blind.userId]);
  expect(ok(await blind.get('/blade-order/order/voucher', { id })).slips).toHaveLength(1);
});
