// First: what the others throw while they are loaded is told by it.
import './startFault';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { businessDate } from '../contract/domain/calendar';
import { buildApp, registry, reportFailure, tasks } from './app';
import { lookAlikes } from './auth/people';
import { acceptHistories, openAnchor } from './engine/audit/anchor';
import { takeOverHistories } from './engine/audit/chain';
import { requireTables } from './engine/tables/stored';
import { runnerOf } from './engine/tasks';
import type { Answered } from './esign/fasc/client';
import { openFasc } from './esign/fasc/service';
import { closeServer } from './http/closing';
import { loggedError } from './http/log';
import { startJobs } from './job/firstJobs';
import type { Deps } from './kernel/context';
import { openDatabase, openPool, safePool } from './kernel/database';
import type { Egress, LogFigures } from './kernel/ports';
import { openOwnerDatabase } from './kernel/register/ownerDatabase';
import { openLogs } from './log/buffer';
import { openSaying, tablesLine } from './log/saying';
import { httpSms } from './messages/gateways/http';
import { type OcrEngine, openOcr } from './ocr/process';
import { backUpApart } from './platform/backup/apart';
import { openBus } from './platform/bus';
import { type Config, mayBePlain, readConfig } from './platform/config';
import { dataDirRefusal, openDataDir } from './platform/dataDir';
import { lockDirectory } from './platform/directoryLock';
import { openEgress } from './platform/egress';
import { startEmbedded } from './platform/embedded';
import { exposureOf } from './platform/exposure';
import { openExternal } from './platform/external';
import { openFiles } from './platform/files';
import { openMail } from './platform/mail';
import { howToMake, migrate } from './platform/migrate';
import { type Node, takeNode } from './platform/nodes';
import { installQueue, openQueue } from './platform/queue';
import { openSchema } from './platform/schema';
import { openSecrets } from './platform/secrets';
import { openStoreMark, type StoreMark } from './platform/stores/mark';
import { openTracing } from './platform/tracing';
import { type ForVisitors, fillDemo } from './seed/demo/demo';
import { ensureEssentials, firstPasswordHours } from './seed/essentials';
import { isSentence, loaded } from './startFault';

/** How often a server without its store of files looks for it. */
const storeLookMs = 1_000;
/** After an unexpected error: until then everything has ended by itself, or is cut. */
const crashLimitMs = 30_000;

/** Exit codes for the supervisor: restarting does not help after `refused`, and may after the others. */
const exitCodes = { asked: 0, refused: 1, databaseLost: 69, unexpected: 70, outdated: 75 };

// A closed log pipe, or a full disk under it, is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
const saying = openSaying((line) => console.log(line));
const log = saying.say;
/** The server's own log uses the same stream, which may fail without consequence. */
const logTo = {
  write(line: string) {
    try {
      process.stdout.write(line);
    } catch {
      // a file on a full disk
    }
  },
};

let isReady = false;
let isStopping = false;
/** Begins to leave: takes no more tasks, and resolves once clients have had time to see that it is not ready. */
let leave: () => Promise<unknown> = async () => undefined;
/** How to undo each step of the start; run in reverse order. */
const endings: (() => unknown)[] = [];
/** The same; it is closed at the end. */
function opened<T extends { close(): unknown }>(resource: T): T {
  endings.push(() => resource.close());
  return resource;
}

/** What reads pictures, in a process of its own; nothing where the operator does without. */
function readerOf(engine: OcrEngine): Pick<Deps, 'ocr'> {
  return engine === 'off' ? {} : { ocr: opened(openOcr(engine)) };
}

let dataDir = '';
const forgedAnchor =
  'audit.anchor 不是本系统写的，变更历史未锚定 · audit.anchor was not written by this installation: histories are not anchored';

/** Rows of the logs were lost: one line a minute at most, with the counts so far. */
function reportLost({ held, dropped }: LogFigures, error: unknown): void {
  const msg = 'rows of the logs were lost';
  console.error(
    JSON.stringify({
      level: 40,
      time: Date.now(),
      held,
      dropped,
      ...(error ? { error: loggedError(error) } : {}),
      msg,
    }),
  );
}

/** With LOG_LEVEL=debug: what the signing service has answered, by the numbers that its support asks for. */
function answered(answer: Answered): void {
  if (process.env.LOG_LEVEL === 'debug') logTo.write(`${JSON.stringify({ level: 20, time: Date.now(), ...answer })}\n`);
}

/** What others do for this installation, as far as it is set. */
function servicesOf(config: Config, egress: Egress, now: () => number): Pick<Deps, 'sms' | 'signing' | 'mail'> {
  const { sms, fasc, smtp } = config;
  return {
    ...(sms ? { sms: httpSms(sms, egress) } : {}),
    ...(fasc ? { signing: openFasc(fasc, { egress, now, random: randomBytes, told: answered }) } : {}),
    ...(smtp ? { mail: openMail(smtp, { mayBePlain: mayBePlain(config) }) } : {}),
  };
}

/** Says which setting mends a missing store of files, and that it is back: to people, and to what watches the log. */
function openStore({ dataDir: home }: Config, db: Deps['db'], now: () => number): StoreMark & { folder: string } {
  const folder = join(home, 'files');
  const mark = openStoreMark({
    ...{ folder, db, now },
    tell({ fault, text }) {
      console.error(text);
      const msg = fault ? 'the store of files is absent' : 'the store of files is back';
      console.error(JSON.stringify({ level: fault ? 50 : 30, time: Date.now(), fault, folder, msg }));
    },
  });
  return { ...mark, folder };
}

/** Until then the server takes no tasks; requests that need files are refused. */
async function whenStored({ files }: Deps, address: string): Promise<void> {
  if (!(await files.fault())) return;
  log(`未就绪 · not ready ${address}`);
  while (!isStopping && (await files.fault())) await sleep(storeLookMs);
}

function tellTables(steps: readonly string[]): void {
  if (steps.length > 0) log(tablesLine(steps));
}

function tellPassword(password: string): void {
  log(
    `管理员账号 admin，一次性密码（${firstPasswordHours} 小时内有效，请登录后修改）· administrator account and one-time password, good for ${firstPasswordHours} hours:`,
  );
  log(`    admin / ${password}`);
}

/** Once for each of them: only a first start has people to tell of. */
function tellVisitors(invited: ForVisitors | undefined): void {
  if (!invited) return;
  const { people, statement } = invited;
  log(
    `演示账号与一次性密码（${firstPasswordHours} 小时内有效）· accounts of the demo and one-time passwords, good for ${firstPasswordHours} hours:`,
  );
  for (const { account, office, word } of people) log(`    ${account} / ${word}  ${office.join(' · ')}`);
  const file = join(dataDir, 'demo-statement.csv');
  writeFileSync(file, statement);
  log(`演示对账单，可在“银行流水”导入 · a bank statement of the demo, to import under “Bank statements”: ${file}`);
}

async function tellLookAlikes(deps: Deps): Promise<void> {
  for (const { tenantId, accounts } of await lookAlikes(deps))
    log(`账号难以区分，请修改 · accounts that look alike in tenant ${tenantId}: ${accounts.join(' / ')}`);
}

/** Resolves when the server accepts requests, or early when it was stopped meanwhile. */
const testModeWarning =
  '警告：手机验证码测试模式已开启，验证码会显示给请求者 · warning: PHONE_TEST_MODE shows codes to whoever asks for them';

function addressOf({ port }: AddressInfo, host: string): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The sentence for a port that another program holds, most often a LeaseDesk that was started before. */
function portRefusal(error: unknown, { host, port }: Config): Error | undefined {
  if ((error as { code?: string }).code !== 'EADDRINUSE') return undefined;
  return new Error(
    `端口 ${port} 已被占用，请先停止占用它的程序，或用 PORT 换一个端口 · port ${port} of ${host} is in use (EADDRINUSE): stop what uses it, or set PORT`,
  );
}

/** Refuses a port that is taken before anything is made: a password that was told would be lost among the lines. */
async function requirePort(config: Config): Promise<void> {
  const trial = createServer();
  await new Promise<void>((resolve, reject) => {
    trial.once('error', (error) => reject(portRefusal(error, config) ?? error));
    trial.listen(config.port, config.host, () => trial.close(() => resolve()));
  });
}

/** Answers the address. */
async function listen(server: Awaited<ReturnType<typeof buildApp>>, config: Config): Promise<string> {
  await server.listen({ port: config.port, host: config.host }).catch((error) => {
    throw portRefusal(error, config) ?? error;
  });
  saying.ready();
  // a connection that cannot be accepted, for want of file descriptors, say
  server.server.on('error', (error) => log(`a connection was not accepted: ${error.message}`));
  return addressOf(server.server.address() as AddressInfo, config.host);
}

function tellReady(address: string, publicUrl: string): void {
  const where =
    publicUrl === address
      ? '已就绪，请用浏览器打开 · open it in a browser'
      : `服务已就绪，对外地址 ${publicUrl} · the server is ready; its public address is ${publicUrl}`;
  log(`ready ${address} · ${where}`);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  dataDir = config.dataDir;
  await requirePort(config);
  if (config.databaseUrl) {
    openDataDir(dataDir);
    // The embedded database locks the directory itself; beside an external database it still holds keys and files.
    const directory = lockDirectory(config.dataDir);
    endings.push(() => directory.release());
  }

  log('数据库启动中 · starting the database');
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir, log, onLost });
  if (embedded) endings.push(() => embedded.stop());
  if (isStopping) return;
  // Made after the lock: two first starts must not both make a key.
  const secrets = openSecrets(config.dataDir);

  const now = () => Date.now();
  const external = config.databaseUrl ? await openExternal(config.databaseUrl, config.migrateUrl) : undefined;
  const { owner, app } = external ?? embedded!;
  const tracing = config.tracesUrl ? await openTracing(config.tracesUrl) : undefined;
  if (tracing) endings.push(() => tracing.close());
  const db = opened(openDatabase(openPool({ ...app, max: config.poolMax }), tracing));
  const schema = opened(openSchema());
  const egress = openEgress(config.egressAllow);
  let node: Node;
  // Given back last: what waits to be written, and tasks that end, still need numbers.
  endings.push(() => node?.release());
  const anchor = openAnchor(join(config.dataDir, 'audit.anchor'), { db, secrets, now }, (error) =>
    console.error('变更历史未能锚定 · the history could not be anchored:', error),
  );
  if (anchor.isForged()) log(forgedAnchor);
  endings.push(() => anchor.close());
  const logs = openLogs({ db, now, newId: () => node.newId() }, { lost: reportLost });
  endings.push(() => logs.close());
  const queue = opened(openQueue(app, () => node.number()));
  const mark = openStore(config, db, now);
  const deps: Deps = {
    db,
    schema,
    owner: opened(openOwnerDatabase(owner)),
    now,
    newId: () => node.newId(),
    random: (bytes) => randomBytes(bytes),
    secrets,
    files: openFiles(mark.folder, secrets, { allow: config.egressAllow, mark }),
    anchor,
    egress,
    queue,
    ...servicesOf(config, egress, now),
    logs,
    ...readerOf(config.ocrEngine),
    ...(tracing ? { tracing } : {}),
    node: { number: () => node.number(), name: hostname(), tags: config.nodeTags, dataDir: config.dataDir },
    ...(config.backupDir ? { backUp: backUpApart.bind(undefined, config.backupDir) } : {}),
    settings: config.settings,
  };

  const ownerPool = safePool({ ...owner, max: 1 }); // without the time limits of requests
  try {
    tellTables(await migrate(ownerPool, undefined, { account: external?.account }));
    await requireTables(ownerPool, [...registry.values()], { howToMake, log });
    await installQueue(ownerPool, tasks);
    node = await takeNode({ kysely: db.kysely, now, wanted: config.nodeId });
    // Menus, clients and tenants belong to no tenant and are written by the owner alone.
    const password = await openDatabase(ownerPool).withTenant('000000', businessDate(now()), (trx) =>
      ensureEssentials(deps, trx, config.adminPassword, config.companyName),
    );
    // Logged at once: if a later step fails, it is shown nowhere else.
    if (password) tellPassword(password);
  } finally {
    await ownerPool.end();
  }
  if (isStopping) return;
  await takeOverHistories(deps);
  await acceptHistories(deps, config.auditAccept, log);
  await mark.claim(config.storeAccept);
  if (config.demo && !(await deps.files.fault())) tellVisitors(await fillDemo(deps, log));
  await tellLookAlikes(deps);

  const bus = opened(openBus(app, db));
  const server = await buildApp(deps, {
    bus,
    publicFolder: join(__dirname, '..', 'public'),
    trustProxy: config.trustProxy,
    logLevel: config.logLevel,
    logTo,
    metricsToken: config.metricsToken,
    readiness: { running: () => isReady, number: () => node.isHeld() },
    isLeaving: () => isStopping,
  });
  await startJobs(deps, registry);
  if (isStopping) return;
  endings.push(() => closeServer(server));
  if (config.settings.console.phoneTestMode) log(testModeWarning);
  const address = await listen(server, config);
  if (!deps.settings.publicUrl) deps.settings.publicUrl = address;
  await whenStored(deps, address);
  if (isStopping) return;
  await queue.work(tasks, runnerOf(deps, registry), (error, task) =>
    reportFailure(deps, server.log, error, 'a task failed', { task }),
  );
  if (isStopping) return;

  const exposure = exposureOf(config.host, config.settings.publicUrl);
  if (exposure) console.error(exposure);
  leave = () => {
    queue.rest();
    return sleep(config.drainMs);
  };
  isReady = true;
  schema.watch(db, (version) => {
    console.error(`数据库已升级 · the database is newer than this program: it has migration ${version}`);
    stop('数据库已升级 · a newer database', exitCodes.outdated, leave);
  });
  tellReady(address, deps.settings.publicUrl);
}

function fail(error: unknown) {
  const refusal = dataDirRefusal(error, dataDir);
  console.error(refusal ?? (error instanceof Error ? error.message : error));
  if (!refusal && !isSentence(error))
    console.error(JSON.stringify({ level: 60, time: Date.now(), error: loggedError(error), msg: 'the server ends' }));
}

async function end(code: number): Promise<void> {
  let outcome = code;
  for (const ending of endings.splice(0).reverse()) {
    try {
      await ending();
    } catch (error) {
      fail(error);
      outcome ||= exitCodes.refused;
    }
  }
  if (isStopping) log('已停止 · stopped');
  process.exit(outcome);
}

/** Undoes the start in order, once its current step has ended: half a step cannot be undone. `before`: what comes first
 *  where clients can still be served. */
function stop(why: string | undefined, code: number, before: () => unknown = () => undefined) {
  if (isStopping) return;
  isStopping = true;
  isReady = false;
  log(why ? `正在停止（${why}）· stopping` : '正在停止 · stopping');
  void started.then(before).then(() => end(code));
}
// Which signal it was says little: a supervisor hands a Ctrl-C on as another one.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop(undefined, exitCodes.asked, () => leave()));
// the supervisor is gone, and with it the sender of stop signals
process.on('disconnect', () => stop('启动程序已结束 · its starter has ended', exitCodes.asked));
process.channel?.unref();

/** The last resort. The shutdown is still orderly: running requests get their answers. */
function crash(error: unknown) {
  console.error(`unexpected error: ${error instanceof Error ? error.stack : String(error)}`);
  setTimeout(() => process.exit(exitCodes.unexpected), crashLimitMs).unref();
  stop('意外错误 · an unexpected error', exitCodes.unexpected);
}
loaded();
process.on('uncaughtException', crash);
process.on('unhandledRejection', crash);

function onLost(error: Error) {
  console.error(error.message);
  setTimeout(() => process.exit(exitCodes.databaseLost), crashLimitMs).unref();
  stop('数据库中断 · the loss of the database', exitCodes.databaseLost);
}

const started = start().catch((error) => {
  fail(error);
  return end(exitCodes.refused);
});
