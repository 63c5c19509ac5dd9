import { randomInt } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import Type from 'typebox';
import { sourceLanguage } from '../contract/domain/languages';
import { serveApprovals } from './approval/approvals';
import { shownSettings } from './auth/cipher';
import { lockCalls, lockRoutes } from './auth/lockCalls';
import { profileCalls } from './auth/profile';
import { registrationCalls } from './auth/registration';
import { platformTenant } from './auth/rights';
import { authRoutes, sessionCalls } from './auth/routes';
import { inboxCalls } from './desk/inbox';
import { listViewCalls } from './desk/listViews';
import { remindOfNote } from './desk/note';
import { release } from './desk/notice';
import { type PushLimits, pushRoute } from './desk/push';
import { tourCalls } from './desk/tour';
import { transferCalls } from './desk/transfer/calls';
import { transferTask } from './desk/transfer/task';
import { waitingCalls } from './desk/waiting';
import { findCall, registerCalls } from './develop/live/patterns';
import { registers } from './develop/live/registers';
import { noPlace } from './engine/audit/events';
import { redacted } from './engine/redact';
import { searchCalls } from './engine/search/searchCalls';
import type { Task } from './engine/tasks';
import { printComplete } from './esign/contracts';
import { callbackRoute, signingEvent } from './esign/provider/inbox';
import { signingWork } from './esign/provider/steps';
import { linkSent } from './esign/sending';
import { lastingTask } from './esign/signing/lasting';
import { signPage } from './esign/signing/signPage';
import { flowCalls } from './flow/calls/all';
import { flowTasks } from './flow/due';
import { acceptBodies, readForm } from './http/bodies';
import { logCalls, logError } from './http/callLog';
import { lastAnswers } from './http/closing';
import { docsRoutes } from './http/docsPage';
import { openFaults } from './http/faults';
import { registerFound } from './http/found';
import { guard, type Limits, limitOptions, usualLimits } from './http/limits';
import { FailuresOnly, logFailure, serializers } from './http/log';
import { serveMetrics } from './http/metrics';
import { describeRoutes } from './http/openapi';
import { missingOf, type Readiness, readinessOf } from './http/readiness';
import { answerTo, register } from './http/register';
import { traceRequests } from './http/traces';
import { jobDue } from './job/due';
import { advanceTenants } from './job/everything';
import { handlers } from './job/handlers';
import { jobRunTask } from './job/running';
import type { Bus } from './kernel/bus';
import { type Call, languageOf } from './kernel/call';
import type { Deps } from './kernel/context';
import { Refusal, refuse } from './kernel/errors';
import { snowflake } from './kernel/ids';
import { routed, tokenPath } from './kernel/paths';
import { openRoute } from './kernel/route';
import { oneOf, shape } from './kernel/schemas';
import { loadCatalogues } from './kernel/texts';
import { dashboardCalls } from './lease/dashboard/dashboard';
import { paperTask } from './lease/papers/starting';
import { checkTask } from './lease/portfolioImport/checking';
import { postTask } from './lease/portfolioImport/starting';
import { errorLogCalls } from './log/upload';
import { deliveryTask } from './messages/delivery';
import { moduleCalls, registryOf, serverModules } from './modules';
import { watchForwarded } from './platform/exposure';
import { readHashes, serveStatic } from './platform/static';
import { reportAddress } from './report/address';
import { reportDue } from './report/sending';
import { fileRoute } from './resource/fileRoute';
import { putFileCalls } from './resource/putFile';
import { demoSigning } from './seed/demo/signatures';
import { whyCalls } from './system/accessCheck';
import { menuCalls } from './system/menu/menuRoutes';
import { tenantRoutes } from './system/tenant/tenantInfo';
import { choiceCalls } from './system/workAs';

const served = serverModules();
export const productCalls: Call[] = [
  ...sessionCalls,
  ...errorLogCalls,
  ...registrationCalls,
  ...choiceCalls,
  ...lockCalls,
  ...profileCalls,
  ...putFileCalls,
  ...inboxCalls,
  ...waitingCalls,
  ...searchCalls,
  ...listViewCalls,
  ...transferCalls,
  ...tourCalls,
  ...dashboardCalls,
  ...menuCalls,
  ...whyCalls,
  ...flowCalls,
  ...moduleCalls(served),
];
export const registry = Object.assign(registryOf(served, [...productCalls, ...registerCalls], serveApprovals(served)), {
  registers,
});
/** All that is done behind the calls, by the queue. */
export const tasks: readonly Task[] = [
  ...[release, remindOfNote, deliveryTask({ signLink: linkSent }), reportDue],
  transferTask,
  ...[signingWork, signingEvent],
  ...flowTasks,
  ...[jobDue, jobRunTask(handlers)],
  paperTask,
  ...[checkTask, postTask],
  demoSigning,
  lastingTask,
];

/** Browser features that the console never uses. Full screen and the clipboard stay allowed. */
const unusedAbilities = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((ability) => `${ability}=()`)
  .join(', ');

export interface Wiring {
  /** Folder of the built console; without one only the calls are served. */
  publicFolder?: string;
  trustProxy?: string[] | false;
  logLevel?: string;
  /** The bearer token of `/metrics`; without one there is no such address. */
  metricsToken?: string | undefined;
  /** Destination of the log; by default the process's own output. */
  logTo?: { write(line: string): void };
  /** What else must hold for requests to be welcome. */
  readiness?: Readiness;
  /** Whether the server is about to close its connections. */
  isLeaving?(): boolean;
  limits?: Partial<Limits>;
  /** Signals of all servers on the database; without one this server looks for new messages itself. */
  bus?: Bus;
  pushLimits?: Partial<PushLimits>;
}

/** Clients read the error of a token call where RFC 6749 puts it, also when its body could not be read or the server is
 *  busy. */
function asTokenError({ routeOptions }: FastifyRequest, { code, msg }: Record<string, unknown>) {
  if (routeOptions.url !== tokenPath) return {};
  const error = code === 503 ? 'temporarily_unavailable' : Number(code) < 500 ? 'invalid_request' : 'server_error';
  return { error, error_description: msg };
}

/** What an answer said of its content before it failed. */
const ofContent = [
  ...['content-type', 'content-disposition', 'content-length', 'content-encoding', 'content-range'],
  ...['etag', 'accept-ranges', 'last-modified'],
];

interface Failing {
  deps: Deps;
  faults: ReturnType<typeof openFaults>;
}

/** What seems to be a bug is none when the tables have become newer than the program while it was at work. */
async function causeOf({ db, schema }: Deps, error: unknown): Promise<unknown> {
  if (!answerTo(error, sourceLanguage).isBug) return error;
  await schema.look(db).catch(() => undefined);
  return schema.isNewer() ? new Refusal('upgrading') : error;
}

/** Answers a failure in the envelope; one that is no refusal is logged, too. */
function failed({ deps, faults }: Failing, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (request.raw.errored && error === request.raw.errored) {
    // The sender disconnected in the middle of the body: this is not a fault of the server, and no client reads the
    // answer.
    logFailure(request, error, 'debug', 'the sender went away');
    return reply.code(400).send();
  }
  const { status, body, isBug } = answerTo(error, languageOf(request));
  request.refusal = String(body.reason);
  if (isBug) {
    logFailure(request, error, 'error', 'unexpected error');
    logError(deps, request, error);
  } else if (status >= 500 && !(error instanceof Refusal)) faults.report(request, error, request.refusal);
  for (const name of ofContent) reply.removeHeader(name);
  reply.header('cache-control', 'no-store');
  if (status === 503) reply.header('retry-after', '1');
  return reply
    .code(status)
    .header('x-request-id', request.id)
    .send({ ...body, ...asTokenError(request, body), requestId: request.id });
}

/** What monitors read. */
function statusRoutes(app: FastifyInstance, readiness: Readiness): void {
  openRoute(app, {
    method: 'GET',
    url: '/health/live',
    permission: 'anyone',
    title: ['进程存活', 'Whether the process lives'],
    answer: shape({ status: oneOf('up') }),
    isBare: true,
    handle: async () => ({ status: 'up' }),
  });
  openRoute(app, {
    method: 'GET',
    url: '/health/ready',
    permission: 'anyone',
    title: ['可以接受请求（否则 503）', 'Whether requests are welcome; 503 while not'],
    answer: shape({ status: oneOf('up') }),
    isBare: true,
    async handle(_input, _request, reply) {
      const missing = await missingOf(readiness);
      return missing.length === 0 ? { status: 'up' } : reply.code(503).send({ status: 'down', missing });
    },
  });
}

/** What the console reads without a session. */
function settingsRoute(app: FastifyInstance, deps: Deps): void {
  openRoute(app, {
    method: 'GET',
    url: '/config.json',
    permission: 'anyone',
    title: ['控制台设置', 'What the console is told at start'],
    answer: Type.Record(Type.String(), Type.Unknown()),
    isBare: true,
    handle: async (_input, request, reply) =>
      reply.header('cache-control', 'no-cache').send(await shownSettings(deps, request.headers.cookie)),
  });
}

/** The whole server without a process: the program, the tests and the benchmarks start it the same way. */
export async function buildApp(
  deps: Deps,
  { publicFolder, trustProxy = false, logLevel = 'silent', logTo, isLeaving = () => false, ...wiring }: Wiring = {},
): Promise<FastifyInstance> {
  const limits = { ...usualLimits, ...wiring.limits };
  await loadCatalogues();
  // The request's id in log and answer, available also while no row ids can be made.
  const requestId = snowflake(deps.now, randomInt(1024));
  const failing: Failing = { deps, faults: openFaults() };
  const app = Fastify({
    ...limitOptions(limits),
    trustProxy,
    logger: {
      level: logLevel,
      serializers,
      redact: ['req.headers.authorization', 'req.headers["blade-auth"]'],
      ...(logTo ? { stream: logTo } : {}),
    },
    logController: new FailuresOnly(),
    rewriteUrl: ({ url }) => routed(url),
    // Malformed addresses, such as /api/%zz, are rejected before any hook or handler.
    frameworkErrors: (error, request, reply) => failed(failing, error, request, reply),
    requestIdHeader: false,
    // While the server drains, requests on open connections are still served instead of being rejected by the
    // framework.
    return503OnClosing: false,
    genReqId: requestId,
    routerOptions: { maxParamLength: 300, querystringParser: readForm },
  });

  if (deps.tracing) traceRequests(app, deps.tracing);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...readHashes(publicFolder)],
        workerSrc: ["'self'"],
        // The component library writes its rules into style elements at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        frameSrc: ["'self'", ...deps.settings.console.frameHosts],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        // Text becomes a script's address in the chunk loader alone, and markup in the sanitiser alone. `default` is
        // for packages that set markup themselves, once the console passes theirs through the sanitiser; until then it
        // is blocked.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['leasedesk', 'dompurify', 'default'],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false, // set below, for requests over TLS
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', unusedAbilities);
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
    reply.header('x-request-id', request.id);
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store');
  });

  // Answers of the API alone: files are compressed by the build. No secret can be guessed from lengths, because another
  // site's page cannot make a browser send the header with the session.
  await app.register(compress, {
    customTypes: /^application\/json/,
    encodings: ['br', 'gzip'],
    threshold: 1024,
    // At 5 the menus and buttons of sign-in are a sixth smaller than at the usual 4, in the same time.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
    globalDecompression: false,
  });
  watchForwarded(app);
  acceptBodies(app);
  await app.register(multipart, {
    limits: { fieldNameSize: 100, fieldSize: 16 * 1024, fields: 16, files: 1, parts: 17, headerPairs: 32 },
  });

  app.setErrorHandler(async (error, request, reply) => failed(failing, await causeOf(deps, error), request, reply));
  app.addHook('onClose', async () => failing.faults.close(app.log));
  lastAnswers(app, isLeaving);
  const unknown = (request: FastifyRequest, reply: FastifyReply) => {
    const url = request.url.split('?')[0]!;
    const allowed = (['GET', 'POST'] as const).filter((method) => app.hasRoute({ method, url }));
    if (allowed.length === 0) refuse('noSuchPath');
    reply.header('allow', allowed.join(', '));
    refuse('wrongMethod');
  };
  app.setNotFoundHandler(unknown);
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) unknown(request, reply); // its body is not read
  });
  guard(app, deps, limits, trustProxy !== false);
  logCalls(app, deps);
  await describeRoutes(app);

  statusRoutes(app, readinessOf(deps, wiring.readiness ?? {}));
  settingsRoute(app, deps);
  if (wiring.metricsToken) await serveMetrics(app, deps, wiring.metricsToken);

  authRoutes(app, deps, registry);
  tenantRoutes(app, deps);
  signPage(app, deps, registry);
  callbackRoute(app, deps, registry);
  lockRoutes(app, deps);
  pushRoute(app, deps, registry, { bus: wiring.bus, limits: wiring.pushLimits });
  for (const call of productCalls) register(app, deps, registry, call);
  for (const call of registerCalls) registerFound(app, deps, registry, call, findCall);
  docsRoutes(app, deps);

  fileRoute(app, deps, registry, printComplete);
  reportAddress(app);

  if (publicFolder) serveStatic(app, { root: publicFolder, settings: (cookies) => shownSettings(deps, cookies) });
  return app;
}

/** The calendar's work for every tenant, once: the jobs do it at their times. `fail` is told of parts that failed by
 *  themselves, with their place; the others are done. */
export function advanceAll(deps: Deps, fail: (error: unknown, place: string) => void) {
  return advanceTenants(deps, registry, handlers, fail);
}

/** Work without a request has failed: a line of the server's own log, and a row of the error log where it is a bug. */
export function reportFailure(
  { logs }: Pick<Deps, 'logs'>,
  log: FastifyBaseLogger,
  error: unknown,
  text: string,
  facts: Readonly<Record<string, string>> = {},
): void {
  log.error({ error, ...facts }, text);
  if (!answerTo(error, sourceLanguage).isBug) return;
  const caller = { tenantId: platformTenant, userId: null, name: '系统' };
  logs?.error({ error, params: redacted({ text, ...facts }), caller, place: noPlace });
}
