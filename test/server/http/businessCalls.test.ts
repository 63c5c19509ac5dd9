/** Every call of clients of the family beyond administration: sign-in, business, desk, files, messages, logs, jobs,
 *  workflow and the tools of developers, each made as they make it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { md5 } from '../../../server/auth/password/oneTimePassword';
import { type OcrProcess, openOcr } from '../../../server/ocr/process';
import { businessCalls, familyCalls, nameOf } from '../../support/calls';
import { diagram, flow } from '../../support/diagrams';
import { type Mariadb, startMariadb } from '../../support/mariadb';
import { clientId, clientSecret, startProvider, type TestProvider } from '../../support/oauthProvider';
import { png } from '../../support/png';
import { type PowerJobStub, startPowerJob } from '../../support/powerjob';
import {
  basic,
  type Client,
  clientOf,
  leaseOf,
  ok,
  password,
  platform,
  type Server,
  startServer,
} from '../../support/server';
import { codeIn, type SmsGateway, startSmsGateway } from '../../support/smsGateway';
import { noted, type Trial, tryAll } from '../../support/trials';
import { addWorker, deployed, type Worker } from '../../support/workflow';

const home = 'https://lease.example/oauth/redirect';
let server: Server;
let admin: Client;
let lease: ReturnType<typeof leaseOf>;
let provider: TestProvider;
let gateway: SmsGateway;
let powerjob: PowerJobStub;
let mariadb: Mariadb;
let folder: string;
let ocr: OcrProcess;
/** A colleague with the lists of their own work. */
let worker: Worker;

beforeAll(async () => {
  [provider, gateway, powerjob, mariadb] = await Promise.all([
    startProvider([`${home}/gitee`, `${home}/sso`]),
    startSmsGateway(),
    startPowerJob(),
    startMariadb(),
  ]);
  powerjob.apps = [{ id: 7, name: 'desk', password: 'app-pass-1' }];
  await mariadb.owner.query(`create table car (id bigint primary key, plate_no varchar(20) not null);
    create user reader identified by 'reader-Pass-1'; grant select on shop.* to reader`);
  folder = mkdtempSync(join(tmpdir(), 'leasedesk-calls-'));
  const providers = join(folder, 'providers.json');
  writeFileSync(providers, JSON.stringify([provider.entry]));
  const { authorizeUrl, tokenUrl, userUrl } = provider.entry;
  const allowed = [provider.host, gateway.env.EGRESS_ALLOW, powerjob.host, `127.0.0.1:${mariadb.port}`];
  ocr = openOcr('tesseract');
  server = await startServer({
    ocr,
    env: {
      ...gateway.env,
      OAUTH_PROVIDERS: providers,
      SSO_AUTHORIZE_URL: authorizeUrl,
      SSO_TOKEN_URL: tokenUrl,
      SSO_USER_URL: userUrl,
      SSO_CLIENT_ID: clientId,
      SSO_CLIENT_SECRET: clientSecret,
      EGRESS_ALLOW: allowed.join(','),
    },
  });
  admin = noted(server.admin);
  lease = leaseOf(server, admin);
  worker = await addWorker(server, 'worker');
  await server.sql(`update sys_user set phone = '13800138001' where account = 'worker'`);
  await server.sql('update message_template set is_on = 1');
}, 120_000);
afterAll(async () => {
  await server?.close();
  await Promise.all([provider, gateway, powerjob, mariadb, ocr].map((one) => one?.close()));
  rmSync(folder, { recursive: true, force: true });
});

async function get(path: string, query: Record<string, string | number> = {}) {
  return ok(await admin.get(path, query));
}
async function post(path: string, asked: { query?: Record<string, string | number>; body?: unknown } = {}) {
  return ok(await admin.post(path, asked));
}
let made = 0;
function fresh() {
  return `t${++made}`;
}

const trials: Record<string, Trial> = {};
function trial(call: string, work: Trial) {
  trials[call] = work;
}

const token = '/blade-auth/oauth/token';
/** The token call as a client of the family makes it: parameters in the address. */
async function enter(query: Record<string, string>, headers: Record<string, string> = {}) {
  const asked = { tenantId: platform, scope: 'all', ...query };
  const answer = await noted(server.anybody).post(token, {
    query: asked,
    headers: { authorization: basic, 'tenant-id': platform, ...headers },
  });
  expect(answer.body).toMatchObject({ token_type: 'bearer' });
  return answer.body;
}
const pair = { username: 'worker', password: md5(password), type: 'account' };
async function ownSession(): Promise<Client> {
  const { access_token } = await enter({ ...pair, grant_type: 'password' });
  return noted(clientOf(server.app, { 'blade-auth': `bearer ${access_token}` }));
}

trial(`POST ${token} (password)`, async () => {
  expect(await enter({ ...pair, grant_type: 'password' })).toMatchObject({ account: 'worker', tenant_id: platform });
});
async function captcha() {
  const { random } = server.deps;
  server.deps.random = (bytes) => (bytes === 4 ? Buffer.alloc(4) : random(bytes)); // its letters are five times A
  const { body } = await noted(server.anybody).get('/blade-auth/oauth/captcha');
  server.deps.random = random;
  return body.key as string;
}
trial('GET /blade-auth/oauth/captcha', async () => void (await captcha()));
trial(`POST ${token} (captcha)`, async () => {
  const settings = server.deps.settings.console as { captchaMode: boolean };
  settings.captchaMode = true;
  const headers = { 'captcha-key': await captcha(), 'captcha-code': 'AAAAA' };
  await enter({ ...pair, grant_type: 'captcha' }, headers).finally(() => {
    settings.captchaMode = false;
  });
});
trial(`POST ${token} (social)`, async () => {
  const visit = async () => {
    const { headers } = await server.anybody.get('/blade-auth/oauth/render/gitee', { tenantId: platform });
    const { code, state } = await provider.visit(String(headers.location));
    const cookie = String(headers['set-cookie']).split(';')[0]!;
    return { cookie, query: { grant_type: 'social', source: 'gitee', code, state, tenantId: platform, scope: 'all' } };
  };
  const { query, cookie } = await visit(); // a visitor who is not known yet registers first
  await server.token(query, { cookie, 'tenant-id': platform });
  await server.sql('update sys_user_oauth set user_id = $1', [worker.userId]);
  const known = await visit();
  expect(await enter(known.query, { cookie: known.cookie })).toMatchObject({ account: 'worker' });
});
trial(`POST ${token} (authorization_code)`, async () => {
  provider.state.person = { account: 'worker' };
  const redirect = `${home}/sso`;
  const url = new URL(provider.entry.authorizeUrl);
  const asked = { response_type: 'code', client_id: clientId, redirect_uri: redirect, state: platform };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  const { code } = await provider.visit(url.href);
  await enter({ grant_type: 'authorization_code', code, redirect_uri: redirect });
});
trial(`POST ${token} (refresh_token)`, async () => {
  const { refresh_token } = await enter({ ...pair, grant_type: 'password' });
  expect(await enter({ grant_type: 'refresh_token', refresh_token })).toMatchObject({ account: 'worker' });
});
trial(`POST ${token} (sms_code)`, async () => {
  const phone = '13800138001';
  const query = { phone, tenantId: platform };
  const { id } = ok(await server.anybody.post('/blade-auth/oauth/sms/send-validate', { query }));
  const { text } = await gateway.message((message) => message.phone === phone);
  await enter({ grant_type: 'sms_code', phone, id, code: codeIn(text) || /\d{6}/.exec(text)![0] });
});
trial('GET /blade-auth/oauth/logout', async () => {
  const own = await ownSession();
  expect(ok(await own.get('/blade-auth/oauth/logout'))).toBe(true);
  expect((await own.get('/blade-system/menu/buttons')).status).toBe(401);
});
trial('POST /blade-auth/oauth/logout', async () => {
  const own = await ownSession();
  const entry = { type: 'bug', url: '/wel/index', message: fresh(), stack: 'at a.ts:1', time: '2026-11-20 10:00:00' };
  ok(await own.post('/blade-auth/oauth/logout', { body: [entry] }));
  const { records } = ok(await server.admin.get('/blade-log/error/list', { source: 2 }));
  expect(JSON.stringify(records)).toContain(entry.message);
});
trial('GET /blade-auth/oauth/user-info', async () => {
  expect(await get('/blade-auth/oauth/user-info')).toMatchObject({ account: 'admin' });
});
trial('GET /blade-auth/oauth/clear-cache', async () => void (await get('/blade-auth/oauth/clear-cache')));

/** Something with list, detail, submit and remove: a draft, and a field to change. */
function entity(
  path: string,
  draft: () => Promise<Record<string, unknown>> | Record<string, unknown>,
  [field, value]: readonly [string, unknown],
  { list = 'list', update = '' } = {},
): () => Promise<Record<string, any>> {
  const add = async () => post(`${path}/submit`, { body: await draft() });
  trial(`POST ${path}/submit`, async () => {
    const { id, version } = await add();
    expect(await post(`${path}/submit`, { body: { id, version, [field]: value } })).toMatchObject({ [field]: value });
  });
  if (update)
    trial(`POST ${path}/${update}`, async () => {
      const { id, version } = await add();
      const after = await post(`${path}/${update}`, { body: { id, version, [field]: value } });
      expect(after).toMatchObject({ id, [field]: value });
    });
  trial(`GET ${path}/${list}`, async () => {
    const { id } = await add();
    const { records, total } = await get(`${path}/${list}`, { current: 1, size: 200, descs: 'id' });
    expect(records.some((row: { id: string }) => row.id === id)).toBe(true);
    expect(total).toBeGreaterThan(0);
  });
  trial(`GET ${path}/detail`, async () => {
    const { id } = await add();
    expect(await get(`${path}/detail`, { id })).toMatchObject({ id });
  });
  trial(`POST ${path}/remove`, async () => {
    const { id } = await add();
    await post(`${path}/remove`, { query: { ids: id } });
    expect((await server.admin.get(`${path}/detail`, { id })).status).toBe(404);
  });
  return add;
}

entity('/blade-desk/notice', () => ({ title: fresh(), category: 1, content: '<p>会议</p>' }), ['title', '改名']);
const sms = '/blade-resource/sms';
const addSms = entity(
  sms,
  () => ({ category: 5, smsCode: fresh(), endpoint: gateway.env.SMS_URL, secretKey: 'gateway-token' }),
  ['remark', '改过'],
);
trial(`POST ${sms}/enable`, async () => {
  const { id } = await addSms();
  await post(`${sms}/enable`, { query: { id } });
  expect(await get(`${sms}/detail`, { id })).toMatchObject({ status: 2 });
});
trial(`POST ${sms}/endpoint/send-message`, async () => {
  const { smsCode } = await addSms();
  const query = { code: smsCode, phones: '13900139000', params: '{"text":"取件码 1234"}' };
  await post(`${sms}/endpoint/send-message`, { query });
  await server.drain();
  expect((await gateway.message(({ phone }) => phone === '13900139000')).text).toContain('取件码');
});
const oss = '/blade-resource/oss';
const addOss = entity(oss, () => ({ category: 6, ossCode: fresh() }), ['remark', '改过']);
trial(`POST ${oss}/enable`, async () => {
  const { id } = await addOss();
  await post(`${oss}/enable`, { query: { id } });
  expect(await get(`${oss}/detail`, { id })).toMatchObject({ status: 2 });
});
const attach = '/blade-resource/attach';
async function addFile() {
  const { attachId, link } = ok(await admin.upload(`${oss}/endpoint/put-file`, png(), { name: `${fresh()}.png` }));
  return { id: attachId as string, link: link as string };
}
trial(`POST ${oss}/endpoint/put-file`, async () => {
  const { link } = await addFile();
  expect((await server.anybody.send({ url: link })).raw).toEqual(png());
});
trial(`GET ${attach}/list`, async () => {
  const { id } = await addFile();
  expect(JSON.stringify(await get(`${attach}/list`, { current: 1, size: 200 }))).toContain(id);
});
trial(`GET ${attach}/detail`, async () => {
  const { id } = await addFile();
  expect(await get(`${attach}/detail`, { id })).toMatchObject({ id });
});
trial(
  `POST ${attach}/remove`,
  async () => void (await post(`${attach}/remove`, { query: { ids: (await addFile()).id } })),
);
trial(`POST ${attach}/submit`, async () => {
  const { id } = await addFile();
  expect(await post(`${attach}/submit`, { body: { id, originalName: '行驶证.png' } })).toMatchObject({ id });
});

entity('/blade-customer/customer', () => ({ realName: fresh(), tel: '13800138000', idType: 1 }), ['remark', '改过']);
entity(
  '/blade-product/product',
  () => ({ productName: '稳租', productCode: fresh(), deadline: 365, amountPer: '10000', getType: 0, yearRate: '6' }),
  ['productName', '改名'],
  { list: 'page', update: 'update' },
);
entity('/blade-order/order', async () => lease.order(), ['bankName', '建设银行'], { list: 'page', update: 'update' });
trial('POST /blade-order/order/submit', async () => void (await lease.order()));
trial('POST /blade-order/order/update-businessStatus', async () => {
  const { id } = await lease.order();
  ok(await lease.move(id, 1));
  expect(await lease.read(id)).toMatchObject({ businessStatus: 1 });
});
const contract = '/blade-fascContract/fascContract';
async function issued() {
  server.clock.advance(60_000); // one message a minute to the same phone
  const { id: orderId } = await lease.confirmed();
  const [row] = await post(`${contract}/makeContract`, { query: { orderId, type: 1 } });
  return row;
}
trial(`POST ${contract}/makeContract`, async () => void (await issued()));
trial(`GET ${contract}/list`, async () => {
  const { id, orderId } = await issued();
  expect(await get(`${contract}/list`, { current: 1, size: 10, orderId })).toMatchObject({
    records: [{ id }],
    total: 1,
  });
});
trial(`GET ${contract}/detail`, async () => {
  const { id } = await issued();
  expect(await get(`${contract}/detail`, { id })).toMatchObject({ id, status: 1 });
});
trial(`POST ${contract}/remove`, async () => {
  const { id } = await issued();
  await post(`${contract}/remove`, { query: { ids: id } });
  expect((await server.admin.get(`${contract}/detail`, { id })).status).toBe(404);
});
trial(`POST ${contract}/submit`, async () => {
  const { id } = await issued();
  const [{ id: businessDeptId }] = await server.sql('select id from sys_dept limit 1');
  expect(await post(`${contract}/submit`, { body: { id, businessDeptId } })).toMatchObject({ id, businessDeptId });
});

const plan = '/blade-paymentPlan/paymentPlan';
async function instalment() {
  return (await lease.started()).rows[0];
}
trial(`GET ${plan}/page`, async () => {
  const { id, orderId } = await instalment();
  expect((await get(`${plan}/page`, { current: 1, size: 200, orderId })).records[0]).toMatchObject({ id });
});
trial(`GET ${plan}/detail`, async () => {
  const { id } = await instalment();
  expect(await get(`${plan}/detail`, { id })).toMatchObject({ id });
});
trial(`POST ${plan}/remove`, async () => {
  const { id } = await instalment();
  await admin.post(`${plan}/remove`, { query: { ids: id } });
  expect(await get(`${plan}/detail`, { id })).toMatchObject({ id });
});
trial(`POST ${plan}/submit`, async () => {
  const { id: _, ...body } = await instalment();
  await admin.post(`${plan}/submit`, { body });
});
trial(`POST ${plan}/update`, async () => {
  const { id, version } = await instalment();
  const remark = '客户已告知';
  expect(await post(`${plan}/update`, { body: { id, version, remark } })).toMatchObject({ id, remark });
});
trial(`POST ${plan}/updateBat`, async () => {
  const { id } = await instalment();
  await post(`${plan}/updateBat`, { query: { ids: id, reason: '提前付款' } });
  expect(await get(`${plan}/detail`, { id })).toMatchObject({ payStatus: 1 });
});

const picture = '/blade-picture/picture';
entity(
  picture,
  async () => ({ orderId: (await lease.order()).id, picType: 6, imageIndex: 0, path: (await lease.upload()).link }),
  ['imageIndex', 3],
);
trial(`POST ${picture}/upload-images`, async () => {
  const { link } = ok(await admin.upload(`${picture}/upload-images`, png(), { query: { type: 5 } }));
  expect((await server.anybody.send({ url: link })).raw).toEqual(png());
});
const papers = '/blade-loanInformation/loanInformation';
trial(`POST ${papers}/upload-images-with-ocr`, async () => {
  const file = readFileSync(join(__dirname, '../../fixtures/papers/idPortrait1.clean.png'));
  const read = ok(await admin.upload(`${papers}/upload-images-with-ocr`, file, { query: { type: 1 } }));
  expect(read).toMatchObject({ type: 1, status: expect.stringMatching(/^(ok|partial)$/), prefill: { idType: '1' } });
});

const info = '/blade-job/job-info';
async function embedded() {
  return (await server.sql(`select id from job_server where tenant_id = $1 and is_embedded = 1`, [platform]))[0].id;
}
const echo = { timeExpressionType: 2, timeExpression: '0 0 3 * * ?', processorType: 1, processorInfo: 'demo.echo' };
const addJob = entity(
  info,
  async () => ({ jobServerId: await embedded(), jobName: fresh(), executeType: 1, dispatchStrategy: 1, ...echo }),
  ['jobDescription', '改过'],
);
trial(`POST ${info}/change`, async () => {
  const { id } = await addJob();
  await post(`${info}/change`, { query: { id, enable: 0 } });
  expect(await get(`${info}/detail`, { id })).toMatchObject({ enable: 0 });
});
trial(`POST ${info}/run`, async () => {
  const { id } = await addJob();
  await post(`${info}/run`, { query: { id } });
  await server.drain();
  expect((await get('/blade-job/job-log/list', { jobInfoId: id })).total).toBe(1);
});
const place = '/blade-job/job-server';
const addPlace = entity(
  place,
  () => ({ jobServerName: fresh(), jobServerUrl: powerjob.host, jobAppName: 'desk', jobAppPassword: 'app-pass-1' }),
  ['jobRemark', '改过'],
);
trial(`POST ${info}/sync`, async () => {
  const { id: jobServerId } = await addPlace();
  await post(`${info}/submit`, {
    body: { ...echo, jobServerId, jobName: fresh(), executeType: 1, dispatchStrategy: 1 },
  });
  expect((await post(`${info}/sync`, { body: {} })).pushed).toBe(1);
});
trial(`POST ${place}/sync`, async () => {
  const { id } = await addPlace();
  await post(`${place}/sync`, { body: {} });
  expect(await get(`${place}/detail`, { id })).toMatchObject({ state: 1, appId: '7' });
});
trial(`GET ${place}/select`, async () => {
  const { id } = await addPlace();
  expect(JSON.stringify(await get(`${place}/select`))).toContain(id);
});

const [start, end] = ['startEvent s', 'endEvent e'];
const model = '/blade-flow/model';
async function draw(key: string) {
  const elements = [start, 'userTask a name="A" leasedesk:candidateUsers="worker"', end, ...flow(['s>a', 'a>e'])];
  return { modelKey: key, name: key, modelEditorXml: diagram(key, elements) };
}
const addModel = entity(model, () => draw(fresh()), ['description', '改过']);
trial(`POST ${model}/deploy`, async () => {
  const { id, modelKey } = await addModel();
  const [one] = await post(`${model}/deploy`, { query: { modelId: id, category: 'flow_1', tenantIds: platform } });
  expect(one).toMatchObject({ key: modelKey });
});
async function deployedProcess() {
  const { modelKey, modelEditorXml } = await draw(fresh());
  const id = await deployed(server.admin, modelEditorXml);
  const { records } = ok(await server.admin.get('/blade-flow/manager/list', { key: modelKey }));
  return { id, modelKey, row: records[0] };
}
/** A process of which the worker may claim the task. */
async function begun() {
  const { id } = await deployedProcess();
  const { processInstanceId } = ok(await worker.start(id));
  const [task] = (await worker.list('claim')).filter((row) => row.processInstanceId === processInstanceId);
  return { processInstanceId: processInstanceId as string, taskId: task!.taskId as string, processDefinitionId: id };
}
const manager = '/blade-flow/manager';
trial(`GET ${manager}/list`, async () => {
  const { id } = await deployedProcess();
  expect(JSON.stringify(await get(`${manager}/list`, { current: 1, size: 200 }))).toContain(id);
});
trial(`POST ${manager}/change-state`, async () => {
  const { id } = await deployedProcess();
  await post(`${manager}/change-state`, { query: { processId: id, state: 'suspend' } });
  expect((await worker.start(id)).status).toBe(400);
});
trial(`POST ${manager}/deploy-upload`, async () => {
  const { modelKey, modelEditorXml } = await draw(fresh());
  const asked = { name: `${modelKey}.bpmn`, fields: { category: 'flow_1', tenantIds: platform } };
  const [one] = ok(await admin.upload(`${manager}/deploy-upload`, Buffer.from(modelEditorXml), asked));
  expect(one).toMatchObject({ key: modelKey });
});
trial(`POST ${manager}/delete-deployment`, async () => {
  const { row, modelKey } = await deployedProcess();
  await post(`${manager}/delete-deployment`, { query: { deploymentIds: row.deploymentId } });
  expect((await get(`${manager}/list`, { key: modelKey })).total).toBe(0);
});

const work = '/blade-flow/work';
function own() {
  return noted(worker);
}
const page = { current: '1', size: '200' };
trial(`GET ${work}/start-list`, async () => {
  const { id } = await deployedProcess();
  expect(JSON.stringify(ok(await own().get(`${work}/start-list`, page)))).toContain(id);
});
trial(`GET ${work}/claim-list`, async () => {
  const { taskId } = await begun();
  expect(JSON.stringify(ok(await own().get(`${work}/claim-list`, page)))).toContain(taskId);
});
trial(`POST ${work}/claim-task`, async () => {
  const { taskId } = await begun();
  ok(await own().post(`${work}/claim-task`, { query: { taskId } }));
  expect(JSON.stringify(await worker.list('todo'))).toContain(taskId);
});
trial(`GET ${work}/todo-list`, async () => {
  const { taskId } = await begun();
  ok(await worker.claim(taskId));
  expect(JSON.stringify(ok(await own().get(`${work}/todo-list`, page)))).toContain(taskId);
});
trial(`GET ${work}/send-list`, async () => {
  const { processInstanceId } = await begun();
  expect(JSON.stringify(ok(await own().get(`${work}/send-list`, page)))).toContain(processInstanceId);
});
async function completed() {
  const { taskId, processInstanceId } = await begun();
  ok(await worker.claim(taskId));
  ok(await own().post(`${work}/complete-task`, { body: { taskId, comment: '同意', flag: 'ok' } }));
  return { processInstanceId };
}
trial(`POST ${work}/complete-task`, async () => {
  const { processInstanceId } = await completed();
  expect(JSON.stringify(await worker.list('todo'))).not.toContain(processInstanceId);
});
trial(`GET ${work}/done-list`, async () => {
  const { processInstanceId } = await completed();
  expect(JSON.stringify(ok(await own().get(`${work}/done-list`, page)))).toContain(processInstanceId);
});
const follow = '/blade-flow/follow';
trial(`GET ${follow}/list`, async () => {
  const { processInstanceId } = await begun();
  expect(JSON.stringify(await get(`${follow}/list`, page))).toContain(processInstanceId);
});
trial(`POST ${follow}/delete-process-instance`, async () => {
  const { processInstanceId } = await begun();
  await post(`${follow}/delete-process-instance`, { query: { processInstanceId, deleteReason: '重复' } });
  expect(JSON.stringify(await worker.list('claim'))).not.toContain(processInstanceId);
});
trial('GET /blade-flow/process/model-view', async () => {
  const { processInstanceId, processDefinitionId } = await begun();
  const of = (query: Record<string, string>) => get('/blade-flow/process/model-view', query);
  expect((await of({ processInstanceId })).flow.length).toBeGreaterThan(0);
  expect((await of({ processDefinitionId })).xml).toContain('userTask');
});
trial('GET /blade-flow/process/history-flow-list', async () => {
  const { processInstanceId } = await begun();
  expect((await get('/blade-flow/process/history-flow-list', { processInstanceId })).length).toBeGreaterThan(0);
});
const leave = '/blade-desk/process/leave';
async function asked() {
  const processDefinitionId = (await worker.list('start')).find(({ key }) => key === 'leave')!.id;
  const times = { startTime: '2026-12-01 09:00:00', endTime: '2026-12-02 18:00:00', reason: '家中有事' };
  const [{ id: taskUser }] = await server.sql(`select id from sys_user where account = 'admin' and tenant_id = $1`, [
    platform,
  ]);
  const body = { processDefinitionId, ...times, taskUser };
  return ok(await own().post(`${leave}/start-process`, { body }));
}
trial(`POST ${leave}/start-process`, async () => {
  expect(await asked()).toMatchObject({ processInstanceId: expect.any(String) });
});
trial(`GET ${leave}/detail`, async () => {
  const { id } = await asked();
  expect(ok(await own().get(`${leave}/detail`, { businessId: id }))).toMatchObject({ reason: '家中有事' });
});

const datasource = '/blade-develop/datasource';
const addSource = entity(
  datasource,
  () => ({
    name: fresh(),
    driverClass: 'com.mysql.cj.jdbc.Driver',
    url: `jdbc:mysql://127.0.0.1:${mariadb.port}/shop?useSSL=false`,
    username: 'reader',
    password: 'reader-Pass-1',
  }),
  ['remark', '改过'],
);
const models = '/blade-develop/model';
const prototypes = '/blade-develop/model-prototype';
const addDataModel = entity(
  models,
  async () => ({ modelName: '车辆', modelCode: fresh(), datasourceId: (await addSource()).id, modelTable: 'car' }),
  ['modelRemark', '改过'],
);
/** A model with the fields of the table that it was made of. */
async function modelled() {
  const held = await addDataModel();
  const { fields } = ok(await server.admin.get(`${models}/table-info`, { modelId: held.id }));
  const rows = fields.map((row: object) => ({ ...row, modelId: held.id }));
  await post(`${prototypes}/submit-list`, { body: rows });
  return { id: held.id as string, count: rows.length as number };
}
trial(`GET ${models}/table-list`, async () => {
  const { id } = await addSource();
  expect(await get(`${models}/table-list`, { datasourceId: id })).toMatchObject([{ name: 'car' }]);
});
trial(`GET ${models}/table-info`, async () => {
  const { id, datasourceId } = await addDataModel();
  const ofModel = await get(`${models}/table-info`, { modelId: id });
  expect(ofModel.fields).toContainEqual(expect.objectContaining({ jdbcName: 'plate_no', propertyName: 'plateNo' }));
  expect((await get(`${models}/table-info`, { tableName: 'car', datasourceId })).fields).toEqual(ofModel.fields);
});
trial(`GET ${models}/model-prototype`, async () => {
  const { id, count } = await modelled();
  expect(await get(`${models}/model-prototype`, { modelId: id })).toHaveLength(count);
});
trial(`POST ${prototypes}/submit-list`, async () => void (await modelled()));
trial(`GET ${prototypes}/select`, async () => {
  const { id, count } = await modelled();
  expect(await get(`${prototypes}/select`, { modelId: id })).toHaveLength(count);
});
const code = '/blade-develop/code';
const addCode = entity(
  code,
  async () => ({
    codeName: fresh(),
    modelId: (await modelled()).id,
    serviceName: 'blade-register',
    moduleName: fresh(),
    area: 'register',
    menuUnder: 'base',
  }),
  ['remark', '改过'],
);
trial(`POST ${code}/copy`, async () => {
  const { id, codeName } = await addCode();
  await post(`${code}/copy`, { query: { id } });
  expect((await get(`${code}/list`, { codeName, size: 10 })).total).toBe(2);
});
trial(`POST ${code}/gen-code`, async () => {
  const { id } = await addCode();
  await admin.post(`${code}/gen-code`, { query: { ids: id, system: 'saber' } });
});

const report = '/blade-report/report/rest';
trial(`GET ${report}/list`, async () => {
  expect((await get(`${report}/list`, { current: 1, size: 10 })).total).toBeGreaterThan(0);
});
trial(`POST ${report}/remove`, async () => {
  const { records } = ok(await server.admin.get(`${report}/list`, { size: 200 }));
  await post(`${report}/remove`, { query: { ids: records.at(-1).id } });
  expect((await get(`${report}/list`, { size: 200 })).total).toBe(records.length - 1);
});
for (const [log, begin] of [
  ['usual', async () => void (await enter({ ...pair, grant_type: 'password' }))],
  ['api', async () => void (await lease.customer())],
  ['error', async () => ok(await admin.post('/blade-auth/oauth/logout', { body: [{ message: 'boom', type: 'bug' }] }))],
] as const) {
  const at = `/blade-log/${log}`;
  trial(`GET ${at}/list`, async () => {
    await begin();
    await server.deps.logs!.flush();
    expect((await get(`${at}/list`, { current: 1, size: 10 })).total).toBeGreaterThan(0);
  });
  trial(`GET ${at}/detail`, async () => {
    await begin();
    await server.deps.logs!.flush();
    const { records } = ok(await server.admin.get(`${at}/list`, { size: 1 }));
    expect(await get(`${at}/detail`, { id: records[0].id })).toMatchObject({ id: records[0].id });
  });
}

describe('the calls of business, work and tools', () => {
  tryAll(businessCalls, trials);

  it('make, with those of administration, the 229 that clients of the family know', () => {
    expect(familyCalls).toHaveLength(229);
    expect(new Set(familyCalls.map(nameOf)).size).toBe(229);
  });

  it('of jobs are served without the prefix as well', async () => {
    for (const { method, path } of businessCalls.filter((call) => call.path.startsWith('/blade-job/'))) {
      const { status } = await server.anybody.send({ method, url: path });
      expect([path, status]).toEqual([path, 401]);
    }
  });
});
