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
