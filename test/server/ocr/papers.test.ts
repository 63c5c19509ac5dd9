/** Loan papers read for real: the pictures of test/fixtures/papers are rendered by test/support/papers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type OcrProcess, openOcr } from '../../../server/ocr/process';
import { samples } from '../../support/papers/samples';
import { png } from '../../support/png';
import { type Client, leaseOf, ok, type Server, startServer } from '../../support/server';

const path = '/blade-loanInformation/loanInformation';
const folder = join(__dirname, '../../fixtures/papers');
const idCard = readFileSync(join(folder, 'idPortrait1.clean.png'));
const bankCard = readFileSync(join(folder, 'bankCard1.clean.png'));
const slip = readFileSync(join(folder, 'slip2.photo.jpg'));
function said(name: string) {
  return samples.find((one) => one.name === name)!.values;
}

let ocr: OcrProcess;
let server: Server;
let admin: Client;
let lease: ReturnType<typeof leaseOf>;
beforeAll(async () => {
  ocr = openOcr('tesseract');
  server = await startServer({ ocr });
  admin = server.admin;
  lease = leaseOf(server);
});
afterAll(async () => {
  await server.close();
  await ocr.close();
});

function upload(file: Buffer, type: number, query: Record<string, string> = {}, client = admin) {
  return client.upload(`${path}/upload-images-with-ocr`, file, { query: { type, ...query } });
}
function accept(reading: { id: string; version: number }, more: object, client = admin) {
  return client.post(`${path}/accept`, { body: { id: reading.id, version: reading.version, apply: 'none', ...more } });
}
type Field = { key: string; value: string; box: number[] | null; valid: boolean };
function valuesOf({ fields }: { fields: Field[] }) {
  return Object.fromEntries(fields.map(({ key, value }) => [key, value]));
}
/** Asks until the answer is right: the reading goes on in another process. */
async function until<T>(ask: () => Promise<T>, isRight: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (isRight(answer)) return answer;
    await sleep(20);
  }
}
async function reading(id: string, client = admin) {
  return ok(await client.get(`${path}/reading`, { id }));
}
function settled(id: string) {
  return until(
    () => reading(id),
    ({ status }) => status !== 'reading',
  );
}

describe('an ID card', () => {
  it('is read with places and checks, and its values become a customer once a person accepts them', async () => {
    const read = ok(await upload(idCard, 1));
    const { sex, birth, idNo } = said('idPortrait1');
    expect(read).toMatchObject({
      type: 1,
      provider: 'tesseract',
      progress: 100,
      width: 920,
      height: 580,
      accepted: null,
    });
    expect(valuesOf(read)).toMatchObject({ sex, birth, idNo });
    const { box } = read.fields.find(({ key }: Field) => key === 'idNo')!;
    // The number stands at 320, 464 of the page.
    expect(Math.abs(box[0] - 320)).toBeLessThan(12);
    expect(Math.abs(box[1] + box[3] / 2 - 490)).toBeLessThan(20);
    expect(read.checks).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'ID_CHECKSUM', level: 'ok' }),
        expect.objectContaining({ code: 'ID_BIRTH', level: 'ok' }),
      ]),
    );
    expect(read.rawText).toContain(idNo!);

    const values = { ...valuesOf(read), name: '张建国', address: '' };
    const noTel = await accept(read, { apply: 'customer', values });
    expect(noTel).toMatchObject({ status: 400, body: { reason: 'paper.noTel' } });
    const done = ok(await accept(read, { apply: 'customer', values, tel: '13800001111' }));
    const customer = ok(await admin.get('/blade-customer/customer/detail', { id: done.customerId }));
    expect(customer).toMatchObject({ realName: '张建国', idType: 1, idNo: '330***************', tel: '13800001111' });
    expect(await reading(read.id)).toMatchObject({ accepted: { name: '张建国', idNo }, customerId: done.customerId });
    // What was read stands beside what was accepted; numbers are masked.
    const [entry] = ok(await admin.get(`${path}/history`, { id: read.id }));
    expect(entry).toMatchObject({ action: 'accept' });
    expect(entry.changes).toContainEqual({
      field: 'paper.idNo',
      before: '330***************',
      after: '330***************',
    });
    const [made] = ok(await admin.get('/blade-customer/customer/history', { id: done.customerId }));
    expect(made.reason).toBe('资料识别（OCR）');
  });

  it('with an invalid number is never accepted, and nothing is written', async () => {
    const read = ok(await upload(idCard, 1));
    const before = await server.fingerprint();
    const wrong = said('idPortrait1').idNo!.replace(/.$/, (last) => (last === '2' ? '3' : '2'));
    for (const confirmed of [[], ['idNo']]) {
      const answer = await accept(read, { values: { idNo: wrong }, apply: 'customer', tel: '13800001111', confirmed });
      expect(answer).toMatchObject({ status: 400, body: { reason: 'invalid', problems: { idNo: 'badCheckDigit' } } });
    }
    expect(await accept(read, { values: { birth: '1990-02-30' } })).toMatchObject({
      body: { problems: { birth: 'notADate' } },
    });
    expect(await accept(read, { values: { shoe: '42' } })).toMatchObject({ body: { reason: 'paper.unknownField' } });
    expect(await accept({ ...read, version: read.version - 1 }, { values: {} })).toMatchObject({
      body: { reason: 'stale' },
    });
    // What does not fit together is accepted only where the person says so.
    const { idNo } = said('idPortrait1');
    const odd = { values: { idNo, birth: '1990-01-01' } };
    expect(await accept(read, odd)).toMatchObject({ status: 400, body: { problems: { birth: 'unsure' } } });
    expect(await server.fingerprint()).toBe(before);
    ok(await accept(read, { ...odd, confirmed: ['birth'] }));
  });
});

describe('a bank card', () => {
  it('is read, and a number without its check digit is confirmed by a person', async () => {
    const read = ok(await upload(bankCard, 3));
    const { cardNo, bankName } = said('bankCard1');
    expect(valuesOf(read)).toMatchObject({ cardNo, bankName });
    expect(read.prefill).toEqual({ bankCardCode: cardNo, bankName });
    const odd = { values: { cardNo: '6222021234567890123' } };
    expect(await accept(read, odd)).toMatchObject({ status: 400, body: { problems: { cardNo: 'unsure' } } });
    const done = ok(await accept(read, { ...odd, confirmed: ['cardNo'] }));
    expect(done.prefill).toEqual({ bankCardCode: '6222021234567890123' });
  });
});

describe('a slip', () => {
  it('becomes the voucher of its order, and its serial number is used once', async () => {
    const { id: orderId } = await lease.order();
    ok(await lease.move(orderId, 1));
    const read = ok(await upload(slip, 5, { orderId }));
    expect(read.checks.map(({ code }: { code: string }) => code)).toContain('AMOUNT_ORDER');
    const { serialNo, amount, amountWords } = said('slip2');
    const values = { serialNo, amount, amountWords };
    const done = ok(await accept(read, { apply: 'picture', values }));
    const [voucher] = ok(await admin.get('/blade-picture/picture/list', { orderId, picType: 5 })).records;
    expect(voucher.id).toBe(done.pictureId);
    expect((await lease.read(orderId)).businessStatus).toBe(2);

    const again = ok(await upload(slip, 5));
    expect(again.duplicateOf).toMatchObject({ orderId });
    expect(await accept(again, { values })).toMatchObject({ status: 400, body: { problems: { serialNo: 'unsure' } } });
    const unlike = { amount: '2350000.01', amountWords };
    expect(await accept(again, { values: unlike })).toMatchObject({ body: { problems: { amount: 'unsure' } } });
    expect(await accept(again, { values: {}, apply: 'customer' })).toMatchObject({
      body: { reason: 'paper.notOfCustomer' },
    });
  });
});

describe('an upload', () => {
  it('that is damaged is refused, and one that holds nothing is kept as failed', async () => {
    for (const file of [idCard.subarray(0, 20_000), slip.subarray(0, 20_000)])
      expect(await upload(file, 1)).toMatchObject({ status: 400, body: { reason: 'picture.corrupt' } });
    expect(await upload(Buffer.from('no picture at all, but long enough'), 1)).toMatchObject({ status: 400 });
    expect(ok(await upload(png(300, 200), 1))).toMatchObject({ status: 'failed', link: expect.any(String) });
    // Its sides are whole, and its pixels do not fit the sum that stands behind them.
    const broken = Buffer.from(idCard);
    broken.fill(7, 200, 2000);
    expect(await upload(broken, 1)).toMatchObject({ status: 400, body: { reason: 'picture.corrupt' } });
    expect(ok(await upload(idCard, 6))).toMatchObject({ status: 'manual', provider: 'manual', fields: [] });
  });

  it('answers at once where it does not wait; two are read one after the other, with their progress', async () => {
    const [one, two] = [ok(await upload(slip, 5, { wait: '0' })), ok(await upload(bankCard, 3, { wait: '0' }))];
    expect([one.status, two.status]).toEqual(['reading', 'reading']);
    expect(await accept(one, { values: {} })).toMatchObject({ body: { reason: 'paper.reading' } });
    const seen = new Set<number>();
    await until(
      async () => {
        const first = await reading(one.id);
        seen.add(first.progress);
        if (first.status === 'reading') expect((await reading(two.id)).status).toBe('reading');
        return first;
      },
      ({ status }) => status !== 'reading',
    );
    expect([...seen].some((percent) => percent > 0 && percent < 100)).toBe(true);
    expect((await settled(two.id)).status).toBe('ok');
  });

  it('whose reading process is killed has failed; the next one is read by a new process', async () => {
    const { id } = ok(await upload(slip, 5, { wait: '0' }));
    await until(
      () => reading(id),
      ({ progress }) => progress > 0,
    );
    const pid = ocr.pid()!;
    process.kill(pid, 'SIGKILL');
    expect((await settled(id)).status).toBe('failed');
    expect(ok(await upload(bankCard, 3)).status).toBe('ok');
    expect(ocr.pid()).not.toBe(pid);
  });
});

describe('rights', () => {
  it('are those of the person: other tenants see nothing, accepting and the text have codes of their own', async () => {
    const read = ok(await upload(bankCard, 3));
    const { client: stranger } = await server.foundTenant();
    expect((await stranger.get(`${path}/reading`, { id: read.id })).status).toBe(404);
    expect(await accept(read, { values: {} }, stranger)).toMatchObject({ body: { reason: 'notYours' } });
    await server.addUser({ account: 'clerk', permissions: ['loanInformation', 'loanInformation_accept'] });
    const clerk = await server.as('clerk');
    expect(await reading(read.id, clerk)).toMatchObject({ rawText: '', status: 'ok' });
    expect((await upload(bankCard, 3, {}, clerk)).status).toBe(403);
    const card = ok(await upload(idCard, 1));
    const values = { name: '张建国', idNo: said('idPortrait1').idNo };
    const asked = { values, apply: 'customer', tel: '13800002222' };
    expect((await accept(card, asked, clerk)).status).toBe(403);
    ok(await accept(card, { values }, clerk));
  });
});
