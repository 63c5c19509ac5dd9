import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { sql } from 'kysely';
import { active } from '../contract/orderStates';
import { sentence } from '../contract/refusals';
import { answerTo, asSystem, type Call, languageOf, type Registry, register } from './api';
import { sealAudit } from './auditSeal';
import { shownSettings } from './auth/cipher';
import { guestCalls } from './auth/guests';
import { lockCalls, lockRoutes } from './auth/lockCalls';
import { tenantIsLive } from './auth/people';
import { profileCalls } from './auth/profile';
import { authRoutes, sessionCalls } from './auth/routes';
import type { Context, Deps } from './context';
import { dashboardCalls } from './desk/dashboard';
import { inboxCalls } from './desk/inbox';
import { callsOf } from './engine';
import { refuse } from './errors';
import { printComplete } from './esign/contracts';
import { signPage } from './esign/signPage';
import { findAttach } from './files';
import { advanceOrder, dueOrders } from './lease/orders';
import apiScope from './modules/apiScope';
import auditLog from './modules/auditLog';
import client from './modules/client';
import customer from './modules/customer';
import dataScope from './modules/dataScope';
import dept from './modules/dept';
import { businessDictionary, systemDictionary } from './modules/dictionary';
import fascContract from './modules/fascContract';
import menu from './modules/menu';
import online from './modules/online';
import order from './modules/order';
import param from './modules/param';
import paymentPlan from './modules/paymentPlan';
import picture from './modules/picture';
import post from './modules/post';
import product from './modules/product';
import region from './modules/region';
import role from './modules/role';
import tenant from './modules/tenant';
import tenantPackage from './modules/tenantPackage';
import topmenu from './modules/topmenu';
import user from './modules/user';
import type { Served } from './serve';
import { readHashes, serveStatic } from './static';
import { sweep, sweepShared } from './sweep';
import { choiceCalls } from './system/choices';
import { errorLogCalls } from './system/errorLog';
import { menuCalls } from './system/menu';
import { tenantRoutes } from './system/tenant';
import { whyCalls } from './system/why';

const served: Served[] = [
  ...[product, customer, order, fascContract, paymentPlan, picture],
  ...[user, dept, post, role, menu, topmenu, systemDictionary, businessDictionary, param, region, client],
  ...[tenant, tenantPackage, dataScope, apiScope, auditLog, online],
];
const calls: Call[] = [
  ...sessionCalls,
  ...errorLogCalls,
  ...guestCalls,
  ...choiceCalls,
  ...lockCalls,
  ...profileCalls,
  ...inboxCalls,
  ...dashboardCalls,
  ...menuCalls,
  ...whyCalls,
  ...served.flatMap(callsOf),
];
export const registry: Registry & ReadonlyMap<string, Served> = Object.assign(
  new Map(served.map((one) => [one.module.name, one])),
  {
    routes: calls
      .filter(({ permission }) => permission !== 'signedIn' && permission !== 'guest')
      .map(({ method, path, permission, codes = typeof permission === 'function' ? [] : [permission].flat() }) => ({
        method,
        path,
        codes,
      })),
  },
);

/** What a browser can do and the console never asks for. Full screen and the clipboard stay. */
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
  /** Where the log goes; the process's own output unless told. */
  logTo?: { write(line: string): void };
  /** Says whether new work is welcome: not before the start is complete, not while stopping. */
  isReady?(): boolean;
}

/** The whole server without a process: the program, the tests and the benchmarks start it the same way. */
export const buildApp = async (
  deps: Deps,
  { publicFolder, trustProxy = false, logLevel = 'silent', logTo, isReady = () => true }: Wiring = {},
): Promise<FastifyInstance> => {
  const app = Fastify({
    trustProxy,
    logger: {
      level: logLevel,
      redact: ['req.headers.authorization', 'req.headers["blade-auth"]'],
      ...(logTo ? { stream: logTo } : {}),
    },
    logController: new LogController({ disableRequestLogging: true }),
    // A request too broken to be read never reaches a handler; its answer travels in the envelope all the same.
    clientErrorHandler(error, socket) {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
      const body = JSON.stringify({
        code: isTooLarge ? 431 : 400,
        success: false,
        data: {},
        msg: sentence('unreadable', 'zh'),
        reason: 'unreadable',
      });
      const head = `HTTP/1.1 ${isTooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request'}`;
      socket.end(
        `${head}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
      );
    },
    // Addresses that are no addresses, such as /api/%zz, are turned away before any hook or handler.
    frameworkErrors(error, request, reply) {
      const { status, body } = answerTo(error, languageOf(request));
      const answer: FastifyReply = reply;
      return answer
        .code(status)
        .header('x-request-id', request.id)
        .send({ ...body, requestId: request.id });
    },
    requestIdHeader: false,
    // While the server drains, an open connection is served to its end rather than turned away in words of the framework.
    return503OnClosing: false,
    genReqId: () => deps.newId(),
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 300 },
  });

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
        // Text becomes a script's address in the chunk loader alone, and markup in the sanitiser alone. `default` is for
        // packages that set markup themselves, once the console lets theirs through the sanitiser; until then it stops.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['leasedesk', 'dompurify', 'default'],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false, // told below, to whoever came by TLS
  });
  app.addHook('onRoute', ({ url, config }) => {
    if (url.startsWith('/api/') && !(config as { permission?: string } | undefined)?.permission)
      throw new Error(`${url} does not say who may call it`);
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', unusedAbilities);
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
    reply.header('x-request-id', request.id);
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store');
  });

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    const params = new URLSearchParams(String(body));
    const names = [...new Set(params.keys())];
    done(
      null,
      Object.fromEntries(
        names.map((name) => [name, params.getAll(name).length > 1 ? params.getAll(name) : params.get(name)]),
      ),
    );
  });
  // Clients of the family send POST without a body but with a JSON type; that is no mistake.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  const readJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, {}) : readJson(request, body as string, done),
  );
  await app.register(multipart);

  app.setErrorHandler((error, request, reply) => {
    const { status, body, isBug } = answerTo(error, languageOf(request));
    if (isBug) request.log.error({ error, url: request.url.split('?')[0] }, 'unexpected error');
    if (status === 503) reply.header('retry-after', '1');
    return reply.code(status).send({ ...body, requestId: request.id });
  });
  app.setNotFoundHandler((request, reply) => {
    const url = request.url.split('?')[0]!;
    const allowed = (['GET', 'POST'] as const).filter((method) => app.hasRoute({ method, url }));
    if (allowed.length === 0) refuse('noSuchPath');
    reply.header('allow', allowed.join(', '));
    refuse('wrongMethod');
  });

  app.get('/health/live', async () => ({ status: 'up' }));
  app.get('/health/ready', async (_request, reply) => {
    const isUp =
      isReady() &&
      (await sql`select 1`.execute(deps.db.kysely).then(
        () => true,
        () => false,
      ));
    return reply.code(isUp ? 200 : 503).send({ status: isUp ? 'up' : 'down' });
  });
  app.get('/config.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(shownSettings(deps)),
  );

  authRoutes(app, deps, registry);
  tenantRoutes(app, deps);
  signPage(app, deps, registry);
  lockRoutes(app, deps);
  for (const call of calls) register(app, deps, registry, call);

  /** Stored files, by signed link. The browser shows known pictures and papers, and runs nothing in them. */
  app.get(
    '/api/blade-resource/attach/file/:tenantId/:id',
    { config: { permission: 'anyone' } },
    async (request, reply) => {
      const { tenantId, id } = request.params as { tenantId: string; id: string };
      const { e = '', s = '' } = request.query as { e?: string; s?: string };
      if (!deps.files.isLink(tenantId, id, String(e), String(s), deps.now())) refuse('notFound');
      const attach = await asSystem(
        deps,
        registry,
        { tenantId, actor: '系统' },
        async (cx) => (await findAttach(cx, id)) ?? printComplete(cx, id),
      );
      const file = attach && (await deps.files.read(tenantId, attach.name));
      if (!attach || !file) return refuse('notFound');
      reply
        .header('content-type', attach.contentType)
        .header('content-length', file.size)
        .header('content-disposition', `inline; filename*=UTF-8''${encodeURIComponent(attach.originalName)}`)
        .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
        .header('cache-control', 'private, max-age=3600');
      return reply.send(file.stream);
    },
  );

  if (publicFolder) serveStatic(app, { root: publicFolder });
  return app;
};

/**
 * What the calendar decides, for every tenant: run at start and every few minutes; running twice changes nothing. Each
 * order moves in a transaction of its own, so one that cannot is told to `fail` and keeps no other waiting.
 */
export const advanceAll = async (
  deps: Deps,
  fail: (error: unknown, orderId: string) => void,
): Promise<{ started: number; matured: number }> => {
  const tenants = await deps.db.kysely
    .selectFrom('tenant as t')
    .select('t.tenant_id')
    .where(tenantIsLive(deps.now()))
    .execute();
  await sweepShared(deps);
  const total = { started: 0, matured: 0 };
  for (const { tenant_id } of tenants) {
    const work = <T>(part: (cx: Context) => Promise<T>) =>
      asSystem(deps, registry, { tenantId: tenant_id, actor: '系统' }, part);
    await work(sweep);
    await work(sealAudit);
    for (const due of await work(dueOrders))
      try {
        if (await work((cx) => advanceOrder(cx, due))) total[due.to === active ? 'started' : 'matured']++;
      } catch (error) {
        if (answerTo(error, 'zh').body.reason === 'unavailable') throw error; // without a database there is no next one
        fail(error, due.id);
      }
  }
  return total;
};
