import { contractKinds } from '../../../contract/domain/contractKinds';
import { demoSigning } from '../../../server/seed/demo/signatures';
import { pyhanko, pyhankoNamed } from '../../support/pyhanko';
import { ok, type Server, startServer } from '../../support/server';

const contracts = '/blade-fascContract/fascContract';

interface Paper {
  id: string;
  type: number;
  previewUrl: string;
}
interface Verified {
  verdict: string;
  paper: { isRecorded: boolean };
  signatures: { isOurs: boolean; time: string; signer: string; validUntil: string }[];
}

let server: Server;
beforeAll(async () => {
  server = await startServer({ hasDemo: true });
});
afterAll(() => server.close());

async function fileOf({ previewUrl }: Paper): Promise<Buffer> {
  const { pathname, search } = new URL(previewUrl, 'http://localhost');
  return (await server.anybody.send({ url: pathname + search })).raw;
}
async function roots(): Promise<string[]> {
  return (await server.sql('select certificate from sign_authority')).map(({ certificate }) => certificate);
}
/** The newest contracts of the list, of those with a status. */
async function papersWith(status: number, size: number): Promise<Paper[]> {
  return ok(await server.admin.get(`${contracts}/list`, { status, size })).records;
}
async function verified({ id }: Paper): Promise<Verified> {
  return ok(await server.admin.get(`${contracts}/verify`, { id }));
}
/** Both verifiers, and both parties at their times. */
async function expectSigned(papers: readonly Paper[]): Promise<void> {
  for (const paper of papers) {
    const { verdict, paper: stored, signatures } = await verified(paper);
    const [row] = await server.sql(
      'select sent_time::text, finish_time::text, doc, evidence from lease_contract where id = $1',
      [paper.id],
    );
    expect({ verdict, isRecorded: stored.isRecorded }).toEqual({ verdict: 'intact', isRecorded: true });
    expect(signatures).toMatchObject([
      { isOurs: true, signer: row.doc.provider.name, time: row.sent_time },
      { isOurs: true, signer: row.doc.customer.name, time: row.finish_time },
    ]);
    // What the list and the order say without reading the file is what the file says.
    const [first] = signatures.map(({ validUntil }) => validUntil.slice(0, 10)).sort();
    expect(ok(await server.admin.get(`${contracts}/detail`, { id: paper.id })).checkableUntil).toBe(first);
    expect(row.evidence.map(({ label }: { label: string }) => label)).toEqual(
      expect.arrayContaining(['核验方式', '签署前文件摘要', '签署后文件摘要']),
    );
  }
  const files = await Promise.all(papers.map(fileOf));
  const judged = pyhanko(files, { roots: await roots(), moment: server.deps.now() });
  for (const signatures of judged ?? []) {
    expect(signatures).toHaveLength(2);
    for (const one of signatures) expect(one).toMatchObject({ isTrusted: true, isAccepted: true });
  }
}

it(`are signed by both parties at their past times, says the product as well as ${pyhankoNamed}`, async () => {
  const papers = await papersWith(2, 8);
  expect(new Set(papers.map(({ type }) => type))).toEqual(new Set([contractKinds.service, contractKinds.lease]));
  await expectSigned(papers);
});

it('wait with the seal of the company where the customer has not signed', async () => {
  const papers = await papersWith(1, 4);
  for (const paper of papers) {
    const { verdict, signatures } = await verified(paper);
    expect(verdict).toBe('unfinished');
    expect(signatures).toHaveLength(1);
  }
});

it('are signed in the background where the first start has left them', async () => {
  const missing = async () =>
    (await server.sql('select id from lease_contract where status = 2 and signed_pdf_id is null order by id desc')).map(
      ({ id }) => id,
    );
  const left = await missing();
  const waiting = async () => {
    const tasks = await server.sql(`select data from pgboss.job where name = $1 and state = 'created'`, [
      demoSigning.name,
    ]);
    return tasks.map(({ data }) => data.ids);
  };
  expect(await waiting()).toEqual([left]);
  await server.sql(`update pgboss.job set start_after = now() - interval '1 second' where name = $1`, [
    demoSigning.name,
  ]);
  // One that a person opens meanwhile is printed without signatures, and signed all the same.
  const every = await papersWith(2, 400);
  await fileOf(every.find(({ id }) => id === left[0])!);
  await server.drain();
  const rest = await missing();
  expect(rest.length).toBeLessThan(left.length);
  expect(await waiting()).toEqual([rest]);
  const done = left.slice(0, left.length - rest.length);
  const signed = (await papersWith(2, 400)).filter(({ id }) => done.includes(id));
  expect(signed).toHaveLength(done.length);
  await expectSigned([...signed.slice(0, 2), ...signed.slice(-2)]);
});
