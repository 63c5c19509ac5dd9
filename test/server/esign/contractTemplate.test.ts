/** Templates of contracts: versions by day and product, merge fields, previews, approval, and what papers keep. */
import { templateStates } from '../../../contract/modules/esign/contractTemplate';
import { textOf } from '../../support/pdfText';
import { png } from '../../support/png';
import { type Client, clientOf, leaseOf, ok, type Server, startServer } from '../../support/server';
import { decidingRights } from '../../support/workflow';

const port = 8799;
const publicUrl = `http://127.0.0.1:${port}`;
let server: Server;
let admin: Client;
let lease: ReturnType<typeof leaseOf>;
beforeAll(async () => {
  server = await startServer({ env: { PHONE_TEST_MODE: '1', PUBLIC_URL: publicUrl, HOST: '127.0.0.1' } });
  admin = server.admin;
  lease = leaseOf(server);
});
afterAll(() => server.close());
let day = 0;
beforeEach(async () => {
  // Each test has a day of its own: versions of the one before are in force.
  server.clock.set(`2026-11-${String(20 + day++).padStart(2, '0')} 10:00:00`);
  await server.sql('delete from sms_code');
  await server.sql('delete from paper_sending');
});

const path = '/blade-fascContract/template';
const papers = '/blade-fascContract/fascContract';
const { draft, scheduled, inForce, replaced, withdrawn } = templateStates;
interface Version {
  id: string;
  version: number;
  versionNo: number;
  state: number;
  wording: string;
  templateName: string;
}

async function read(id: string, who = admin): Promise<Version> {
  return ok(await who.get(`${path}/detail`, { id }));
}
async function versions(type: number): Promise<Version[]> {
  return ok(await admin.get(`${path}/list`, { type, size: 100, descs: 'id' })).records;
}
async function current(type: number): Promise<Version> {
  return (await versions(type)).find(({ state }) => state === inForce)!;
}
async function act(name: string, id: string, body: object = {}, who = admin) {
  const { version } = await read(id, who);
  return who.post(`${path}/${name}`, { body: { ids: id, version: String(version), ...body } });
}
/** The wording of the first version with a further item at its end. */
async function wordingWith(type: number, text: string): Promise<string> {
  const first = (await versions(type)).at(-1)!;
  const wording = JSON.parse((await read(first.id)).wording);
  wording.clauses.at(-1).items.push({ text });
  return JSON.stringify(wording);
}
function save(body: object, who = admin) {
  return who.post(`${path}/submit`, { body });
}
async function drafted(type: number, text: string, change: object = {}, who = admin): Promise<Version> {
  const wording = await wordingWith(type, text);
  return ok(await save({ type, effectiveDate: '2026-11-01', wording, ...change }, who));
}
async function released(type: number, text: string, change: object = {}): Promise<Version> {
  const made = await drafted(type, text, change);
  ok(await act('release', made.id));
  return read(made.id);
}

interface Paper {
  id: string;
  type: number;
  contractNumber: string;
  loanUrl: string;
  previewUrl: string;
  templateId: string;
  templateName: string;
}
function make(orderId: string, query: object = {}) {
  return admin.post(`${papers}/makeContract`, { query: { orderId, ...query } });
}
async function made(orderId: string, query: object = {}): Promise<Paper[]> {
  return ok(await make(orderId, query));
}
async function printed({ previewUrl }: Paper): Promise<string> {
  const { raw } = await admin.send({ url: previewUrl.replace(publicUrl, '') });
  return textOf(raw);
}
async function paperOf(id: string): Promise<Paper> {
  return ok(await admin.get(`${papers}/detail`, { id }));
}
async function sign({ loanUrl }: Paper): Promise<void> {
  await server.sql('delete from sms_code');
  const visitor = clientOf(server.app, { 'user-agent': 'a phone' });
  const headers = { 'sign-ticket': loanUrl.split('/sign/')[1]! };
  const step = (name: string, body: object) => visitor.post(`/lease-sign/${name}`, { body, headers });
  const who = { tel: '13800138000', idTail: '002x' };
  const { id, code } = ok(await step('code', who));
  const { pass } = ok(await step('identify', { ...who, codeId: id, smsCode: code }));
  ok(await step('read', { pass }));
  const signature = `data:image/png;base64,${png(200, 80).toString('base64')}`;
  ok(await step('sign', { pass, consent: true, signature }));
}
const account = '6222021234567890128';
const idNo = '11010519491231002X';

it('begins with version 1 of each type, and contracts from before have it', async () => {
  for (const type of [1, 2, 3, 4])
    expect(await versions(type)).toEqual([
      expect.objectContaining({ versionNo: 1, state: inForce, productId: null, releasedBy: '系统' }),
    ]);
  const [first] = await made((await lease.confirmed()).id);
  const version = await current(1);
  expect(first).toMatchObject({ templateId: version.id, templateName: version.templateName });
});

it('changes papers made from its day on alone, and papers keep the version they were made from', async () => {
  const { id: orderId } = await lease.confirmed();
  const [service] = (await made(orderId, { type: 1 })) as [Paper];
  const before = await current(1);

  const next = await released(1, '第二版的约定：{{customerName}}同意。', { effectiveDate: '2026-11-22' });
  expect(next).toMatchObject({ state: scheduled, versionNo: 2 });
  const other = await lease.confirmed();
  const [early] = (await made(other.id, { type: 1 })) as [Paper];
  expect(await printed(early)).not.toContain('第二版的约定');
  expect(early.templateId).toBe(before.id);

  server.clock.set('2026-11-22 10:00:00');
  expect((await read(next.id)).state).toBe(inForce);
  expect((await read(before.id)).state).toBe(replaced);
  const [late] = (await made((await lease.confirmed()).id, { type: 1 })) as [Paper];
  expect(late.templateId).toBe(next.id);
  expect(await printed(late)).toContain('第二版的约定：李雷同意。');

  // What was made before says the same when it is sent again and when it is signed.
  const [again] = (await made(orderId, { type: 1, resend: true })) as [Paper];
  expect(again).toMatchObject({ id: service.id, templateId: before.id });
  expect(await printed(again)).not.toContain('第二版的约定');
  await sign(again);
  const signed = await paperOf(service.id);
  expect(signed).toMatchObject({ status: 2, templateId: before.id });
  const text = await printed(signed);
  expect(text).not.toContain('第二版的约定');
  expect(text).toContain(`${idNo}`);
  expect(text).toContain(`账号${account}`);
  // Screens have both numbers masked.
  const shown = JSON.stringify([signed, await lease.read(orderId), again]);
  expect(shown).not.toContain(idNo);
  const [{ doc }] = (await server.sql('select doc::text from lease_contract where id = $1', [service.id])) as [
    { doc: string },
  ];
  expect(doc).not.toContain(idNo);
  expect(doc).not.toContain(account);
  await sign(late);
  expect(await printed(await paperOf(late.id))).toContain('第二版的约定：李雷同意。');
});

it('takes the template of the product before the general one, until it is withdrawn', async () => {
  const goods = await lease.product();
  const own = await released(2, '本产品的约定。', { productId: goods.id });
  expect(own).toMatchObject({ versionNo: 1, templateName: '租赁合同 · 稳租 V1' });
  const [special] = (await made((await lease.confirmed({ productId: goods.id })).id, { type: 2 })) as [Paper];
  expect(special.templateId).toBe(own.id);
  const general = await current(2);
  const [plain] = (await made((await lease.confirmed()).id, { type: 2 })) as [Paper];
  expect(plain.templateId).toBe((await versions(2)).find(({ versionNo, id }) => versionNo === 1 && id !== own.id)!.id);
  ok(await act('withdraw', own.id, { reason: '不再使用' }));
  expect(await read(own.id)).toMatchObject({ state: withdrawn, reason: '不再使用' });
  const [after] = (await made((await lease.confirmed({ productId: goods.id })).id, { type: 2 })) as [Paper];
  expect(after.templateId).not.toBe(own.id);
  expect(general).toBeDefined();

  // Contracts can always be made from one version of each type.
  expect((await act('withdraw', (await versions(3))[0]!.id, { reason: '停用' })).body.reason).toBe('template.lastOne');
});

it('makes no paper while a value that it prints is missing, and names it', async () => {
  const { id } = await lease.confirmed();
  await released(1, '甲方的住所地为{{providerAddress}}。');
  const before = await server.fingerprint();
  const refused = await make(id, { type: 1 });
  expect(refused.body).toMatchObject({ reason: 'template.missingValue', msg: expect.stringContaining('公司住所地') });
  expect(await server.fingerprint()).toBe(before);
  await server.sql(`update tenant set address = '上海市浦东新区世纪大道1号' where tenant_id = '000000'`);
  const [paper] = (await made(id, { type: 1 })) as [Paper];
  expect(await printed(paper)).toContain('甲方的住所地为上海市浦东新区世纪大道1号。');
});

it('refuses unknown fields, stray braces, characters without a glyph, and changes of what was released', async () => {
  const draftOf = async (text: string, type = 1) =>
    save({ type, effectiveDate: '2026-12-01', wording: await wordingWith(type, text) });
  const before = await server.fingerprint();
  const unknown = await draftOf('{{custmerName}}');
  expect(unknown.body).toMatchObject({ reason: 'template.wordingUnknownField' });
  expect(unknown.body.msg).toContain('custmerName');
  expect((await draftOf('{{customerName}')).body.reason).toBe('template.wordingBraces');
  expect((await draftOf('{{lessee}}')).body.reason).toBe('template.wordingOtherType');
  expect((await draftOf('约定{{rentItems}}', 2)).body.reason).toBe('template.wordingNotAlone');
  expect((await draftOf('约定\u{1f600}')).body).toMatchObject({ reason: 'template.unprintable' });
  expect((await save({ type: 1, effectiveDate: '2026-12-01', wording: '[]' })).body.reason).toBe(
    'template.wordingShape',
  );
  expect(await server.fingerprint()).toBe(before);

  const held = await read((await current(1)).id);
  expect((await save({ ...held, remark: '改' })).body.reason).toBe('template.fixed');
  expect((await admin.post(`${path}/remove`, { query: { ids: held.id } })).body.reason).toBe('template.released');
  const open = await drafted(1, '草稿。');
  expect((await save({ ...(await read(open.id)), type: 2 })).body.reason).toBe('template.fixedAim');
  ok(await admin.post(`${path}/remove`, { query: { ids: open.id } }));
  // The number of a removed draft is not given again.
  expect((await drafted(1, '另一草稿。')).versionNo).toBe(open.versionNo + 1);
});

it('copies a version into a draft', async () => {
  const first = (await versions(4)).at(-1)!;
  ok(await act('revise', first.id));
  const [copy] = await versions(4);
  expect(copy).toMatchObject({ versionNo: 2, state: draft, templateName: '解除协议 V2' });
  expect((await read(copy!.id)).wording).toBe((await read(first.id)).wording);
});

it('is previewed as a specimen, with masked numbers and a note in the history where it holds data of an order', async () => {
  const version = await drafted(2, '预览的约定：{{customerName}}。');
  const preview = async (query: object, who = admin) => who.get(`${path}/preview`, { id: version.id, ...query });
  const sample = textOf((await preview({})).raw);
  expect(sample).toContain('样张SPECIMEN');
  expect(sample).toContain('预览的约定：张三。');
  const { id: orderId } = await lease.confirmed();
  const contracts = await server.sql('select count(*) from lease_contract');
  const text = textOf((await preview({ orderId })).raw);
  expect(text).toContain('样张SPECIMEN');
  expect(text).toContain('预览的约定：李雷。');
  expect(text).not.toContain(idNo);
  expect(text).not.toContain(account);
  expect(await server.sql('select count(*) from lease_contract')).toEqual(contracts);
  // The history of the order tells it, to those who see the order: that of the template names none.
  const noted = await server.sql(`select entity, entity_id as id, reason from audit_log where action = 'preview'`);
  expect(noted).toEqual([{ entity: 'order', id: orderId, reason: version.templateName }]);

  // Who sees no orders previews with invented data alone.
  await server.addUser({ account: 'lawyer', permissions: ['contractTemplate', 'contractTemplate_preview'] });
  const lawyer = await server.as('lawyer');
  expect((await preview({}, lawyer)).status).toBe(200);
  expect((await preview({ orderId }, lawyer)).status).toBe(403);
});

it('waits for another person where the tenant has it so', async () => {
  const rules = '/blade-flow/approval-rule';
  const { records } = ok(await admin.get(`${rules}/list`, { size: 50 }));
  const rule = records.find(({ act: number }: { act: number }) => number === 16);
  expect(rule).toMatchObject({ isOn: 0 });
  const rights = ['contractTemplate', 'contractTemplate_add', 'contractTemplate_edit', 'contractTemplate_release'];
  const work = ['work_claim', 'work_claim_sign', 'work_todo', 'work_todo_handle'];
  await server.addUser({ account: 'author', permissions: rights });
  await server.addUser({ account: 'legal', permissions: [...rights, ...work, ...decidingRights] });
  ok(await admin.post(`${rules}/update`, { body: { ...rule, isOn: 1 } }));
  const author = await server.as('author');
  const made = await drafted(4, '法务审过的约定。', {}, author);
  const before = await current(4);
  expect((await act('release', made.id, {}, author)).body).toMatchObject({ success: true, heldAct: 16 });
  expect(await read(made.id)).toMatchObject({ state: draft, approvalAct: 16 });
  expect((await save({ ...(await read(made.id)), remark: '再改' }, author)).body.success).toBe(false);
  expect((await current(4)).id).toBe(before.id);

  const legal = await server.as('legal');
  const [{ taskId }] = ok(await legal.get('/blade-flow/work/claim-list', { size: 10 })).records;
  ok(await legal.post('/blade-flow/work/claim-task', { query: { taskId } }));
  ok(await legal.post('/blade-flow/work/complete-task', { body: { taskId, flag: 'ok', comment: '同意' } }));
  expect(await read(made.id)).toMatchObject({ state: inForce, approvalAct: null, releasedBy: 'author' });
  // Its day had passed when it was released.
  expect(await read(made.id)).toMatchObject({ effectiveDate: server.clock.text().slice(0, 10) });
});

it('is of one tenant', async () => {
  await server.addTenant('100001');
  await server.addUser({
    account: 'there',
    tenantId: '100001',
    permissions: ['contractTemplate', 'contractTemplate_preview', 'contractTemplate_release'],
  });
  const there = await server.as('there', '100001');
  const ours = await drafted(1, '本租户的约定。');
  const { records } = ok(await there.get(`${path}/list`, { size: 100 }));
  expect(records.map(({ id }: { id: string }) => id)).not.toContain(ours.id);
  for (const answer of [
    await there.get(`${path}/detail`, { id: ours.id }),
    await there.get(`${path}/preview`, { id: ours.id }),
    await there.post(`${path}/release`, { body: { ids: ours.id, version: '1' } }),
  ])
    expect(answer.body.success).toBe(false);
  expect((await read(ours.id)).state).toBe(draft);
});
