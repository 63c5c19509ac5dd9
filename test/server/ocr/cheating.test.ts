/** Loan papers in the hands of a clerk who cheats; this installation reads none, so everything is typed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { png } from '../../support/png';
import { type Client, leaseOf, ok, type Server, startServer } from '../../support/server';

const path = '/blade-loanInformation/loanInformation';
const card = readFileSync(join(__dirname, '../../fixtures/papers/bankCard1.clean.png'));
const idNo = '11010519491231002X';

let server: Server;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = server.admin;
});
afterAll(() => server.close());

function upload(file: Buffer, type: number, query: Record<string, string> = {}, client = admin) {
  return client.upload(`${path}/upload-images-with-ocr`, file, { query: { type, ...query } });
}
function accept(reading: { id: string; version: number }, more: object, client = admin) {
  return client.post(`${path}/accept`, { body: { id: reading.id, version: reading.version, apply: 'none', ...more } });
}

it('a paper of an installation that reads none is typed by hand, a PDF as well', async () => {
  expect(ok(await upload(card, 3))).toMatchObject({ status: 'manual', provider: 'manual' });
  expect(ok(await upload(Buffer.from(`%PDF-1.7\n${' '.repeat(100)}\n%%EOF`), 5))).toMatchObject({
    status: 'manual',
    provider: 'manual',
  });
});

it('files that are not what they say are refused, and nothing is kept', async () => {
  const before = await server.fingerprint();
  const bomb = png(40, 20);
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  expect(await upload(bomb, 1)).toMatchObject({ status: 400, body: { reason: 'picture.badSize' } });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><script>1</script></svg>');
  const page = Buffer.from('<!doctype html><p>a page that is named like a picture</p>');
  for (const file of [svg, page, Buffer.from('MZ\x90\x00\x03')])
    expect(await upload(file, 1)).toMatchObject({ status: 400, body: { reason: 'picture.badType' } });
  // An identity card is no PDF.
  expect(await upload(Buffer.from('%PDF-1.7\n%%EOF'), 1)).toMatchObject({ body: { reason: 'picture.badType' } });
  expect(await server.fingerprint()).toBe(before);
});

it('values that no paper has are refused, and nothing is written', async () => {
  const read = ok(await upload(card, 1));
  const before = await server.fingerprint();
  for (const [values, problem] of [
    [{ name: 'x'.repeat(1_000_000) }, { problems: { name: 'tooLong' } }],
    [{ idNo: '9'.repeat(1_000_000) }, { problems: { idNo: 'tooLong' } }],
    [{ idNo: '110105194912310021' }, { problems: { idNo: 'badCheckDigit' } }],
    [{ __proto__x: '1' }, { reason: 'paper.unknownField' }],
    [{ constructor: '1' }, { reason: 'paper.unknownField' }],
    [{ name: ['a'] }, { reason: 'badParameter' }],
    ['name', { reason: 'badParameter' }],
  ] as const) {
    const answer = await accept(read, { values, confirmed: ['idNo', 'name'] });
    expect([400, 413]).toContain(answer.status);
    if (answer.status === 400) expect(answer.body).toMatchObject(problem);
  }
  expect(await server.fingerprint()).toBe(before);
});

it('customers and orders of another tenant are none', async () => {
  const theirs = await leaseOf(server).order();
  const { client: stranger } = await server.foundTenant();
  const own = ok(await upload(card, 1, {}, stranger));
  const before = await server.fingerprint();
  for (const [name, apply] of [
    ['customerId', 'customer'],
    ['orderId', 'picture'],
  ] as const) {
    const ids = { customerId: theirs.customerId, orderId: theirs.id };
    const values = { name: '张伟明', idNo };
    const answer = await accept(own, { values, apply, [name]: ids[name] }, stranger);
    expect(answer).toMatchObject({ status: 400, body: { problems: { [name]: 'reference' } } });
  }
  expect((await upload(card, 1, { orderId: theirs.id }, stranger)).status).toBe(400);
  expect(await server.fingerprint()).toBe(before);
});

it('of two who accept at once one is first, and there is one customer', async () => {
  const read = ok(await upload(card, 1));
  const asked = { values: { name: '张伟明', idNo }, apply: 'customer', tel: '13800003333' };
  const answers = await Promise.all([accept(read, asked), accept(read, asked)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)).toMatchObject({ body: { reason: 'stale' } });
  expect(ok(await admin.get('/blade-customer/customer/list', { tel: '13800003333' })).total).toBe(1);
});
