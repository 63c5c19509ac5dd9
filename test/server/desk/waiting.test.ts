/** What waits for each person of the demo portfolio, beside the lists that it is counted from. */
import { type Waiting, type WaitingKind, waitingNames, waitingUrl } from '../../../contract/wire/waiting';
import { waitingWithLists } from '../../support/figures';
import { type Client, ok, type Server, startServer } from '../../support/server';

const now = '2026-11-20 10:00:00';
const today = now.slice(0, 10);
let server: Server;
beforeAll(async () => {
  server = await startServer({ now, hasDemo: true });
  await server.sql('update sys_user set must_change_password = 0');
});
afterAll(() => server.close());

async function waitingFor(client: Client): Promise<Waiting[]> {
  return ok(await client.get(waitingUrl));
}
async function kindFor(client: Client, kind: WaitingKind) {
  return (await waitingFor(client)).find((one) => one.kind === kind);
}
describe('what waits for a person', () => {
  it.each(['admin', 'lin.yumo', 'shen.zhiyao', 'gu.xizhou', 'xu.qingyue', 'he.qingye'])(
    'is for %s as much as the lists have that it leads to',
    async (account) => {
      const client = account === 'admin' ? server.admin : await server.as(account);
      const { shown, listed, kinds } = await waitingWithLists(client, today);
      expect(shown).toEqual(listed);
      for (const { count, rows } of kinds) {
        expect(rows).toHaveLength(Math.min(count, 4));
        for (const row of rows) expect(row.title).not.toBe('');
      }
    },
  );

  it('has every kind for an administrator, and each with something in the demo portfolio', async () => {
    const kinds = await waitingFor(server.admin);
    expect(kinds.map(({ kind }) => kind)).toEqual(waitingNames);
  });

  it('leaves out what the person may not do', async () => {
    const clerk = (await waitingFor(await server.as('lin.yumo'))).map(({ kind }) => kind);
    expect(clerk).toEqual(['approval', 'approvalToClaim', 'task', 'taskToClaim', 'note']);
  });

  it('names a request for approval by what it is for, and is one less when it is decided', async () => {
    const [lead, risk] = [await server.as('xu.qingyue'), await server.as('he.qingye')];
    const before = (await kindFor(risk, 'approvalToClaim'))!.count;
    const url = '/blade-receipt/receipt/close';
    ok(await lead.post(url, { body: { closedUntil: '2026-10-31', reason: '月结' } }));
    expect((await lead.post(url, { body: { reason: '补记' } })).body.success).toBe(true);
    const asked = (await kindFor(risk, 'approvalToClaim'))!;
    expect(asked.count).toBe(before + 1);
    const row = asked.rows.find(({ title }) => title.startsWith('重新开账'))!;
    expect(row).toMatchObject({ subject: 'work_claim', note: expect.stringContaining('许') });
    ok(await risk.post('/blade-flow/work/claim-task', { query: { taskId: row.subjectId } }));
    expect((await kindFor(risk, 'approvalToClaim'))!.count).toBe(before);
    expect((await kindFor(risk, 'approval'))!.rows.map(({ title }) => title)).toContain(row.title);
    ok(
      await risk.post('/blade-flow/work/complete-task', {
        body: { taskId: row.subjectId, flag: 'ok' },
      }),
    );
    expect((await kindFor(risk, 'approval'))!.rows.map(({ title }) => title)).not.toContain(row.title);
  });

  it('has a reminder once its day has come, and no promise before its day', async () => {
    const { records } = ok(await server.admin.get('/blade-order/order/page', { size: 1 }));
    const before = (await kindFor(server.admin, 'note'))!.count;
    const note = {
      subject: 'order',
      subjectId: records[0].id,
      content: '核对保单',
      remindTime: '2026-11-21 09:00:00',
      remindWhom: 1,
    };
    ok(await server.admin.post('/blade-desk/note/submit', { body: note }));
    expect((await kindFor(server.admin, 'note'))!.count).toBe(before);
    server.clock.set('2026-11-21 09:30:00');
    const due = (await kindFor(server.admin, 'note'))!;
    expect(due.count).toBe(before + 1);
    expect(due.rows).toContainEqual(
      expect.objectContaining({ title: '核对保单', subject: 'order', subjectId: records[0].id }),
    );
  });
});
