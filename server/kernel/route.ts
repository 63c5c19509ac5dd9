/** How a route declares its parameters and answer, and the routes that work without a session. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type, { type TObject, type TProperties, type TSchema } from 'typebox';
import { envelope, languageOf, type Permission, requestOf } from './call';
import { type Declared, type InputOf, type NoParameters, readerOf } from './parameters';
import { prefix } from './paths';
import { type BilingualText, described, id } from './schemas';

/** Answers that are no JSON. */
const others = {
  redirect: { 302: { type: 'null', description: 'Elsewhere', 'x-description-zh': '转到其他地址' } },
  file: {
    200: {
      description: 'The file',
      'x-description-zh': '文件内容',
      content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
    },
  },
  stream: {
    200: {
      description: 'Server-sent events, until the session ends',
      'x-description-zh': '事件流，随会话结束',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
  },
  page: {
    200: {
      description: 'A page',
      'x-description-zh': '网页',
      content: { 'text/html': { schema: { type: 'string' } } },
    },
  },
};

/** What the API document contains of a route beside its parameters. */
export interface RouteDocument extends Declared {
  title: BilingualText;
  /** In the document only: conditions of a list that are interpreted by its columns, a draft that the contract
   *  validates. */
  describes?: { query?: TProperties; body?: TSchema };
  /** Headers of this route alone. */
  headers?: TProperties;
  /** The `data` of a successful answer; or the kind of another answer: a redirection, a file, a page, a stream. */
  answer: TSchema | keyof typeof others;
  acrossTenants?: true;
}

interface Place {
  /** Further people may decide whether it is done. */
  mayBeHeld?: boolean;
  /** Without the prefix. */
  path: string;
  permission: readonly string[];
  /** The answer is sent as it is, without the envelope. */
  isBare?: true;
}

/** `heldAct`: the deed was not done, because further people decide on it; the number of its kind. */
function envelopeOf(answer: TSchema, mayBeHeld: boolean) {
  return Type.Object(
    {
      code: Type.Literal(200),
      success: Type.Literal(true),
      data: answer,
      msg: Type.String(),
      ...(mayBeHeld ? { heldAct: Type.Optional(Type.Integer()) } : {}),
    },
    { additionalProperties: false },
  );
}

/** Parameters in the document: one with a default is not required. */
function shown(properties: TProperties) {
  return Type.Object(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, 'default' in schema ? Type.Optional(schema) : schema]),
    ),
  );
}

/** A body with what its handler reads by itself beside its parameters. */
function wholeBody(parameters: TObject, described?: TSchema): TSchema {
  if (!described) return parameters;
  if (!('properties' in described)) return described;
  return Type.Object({ ...parameters.properties, ...(described as TObject).properties });
}

/** Calls are grouped in the document by the first two parts of their path, as far as these are names. */
export function areaOf(path: string): string {
  const [area = '', module = ''] = path.split('/').slice(1, 3);
  return module === '' || module.startsWith(':') ? area : `${area}/${module}`;
}

/** The schema of a route for the framework and its document. */
export function routeSchema(told: RouteDocument, { path, permission, isBare, mayBeHeld = false }: Place): object {
  const { title, query = {}, body = {}, describes = {}, headers, answer, acrossTenants } = told;
  const tenantId: TProperties = acrossTenants
    ? { tenantId: Type.Optional(id('平台可指定租户', 'Tenant, for the platform alone')) }
    : {};
  const inQuery = { ...tenantId, ...query, ...describes.query };
  return {
    summary: title[1],
    'x-summary-zh': title[0],
    tags: [areaOf(path)],
    'x-permission': permission,
    ...(Object.keys(inQuery).length > 0 ? { querystring: shown(inQuery) } : {}),
    ...(describes.body || Object.keys(body).length > 0 ? { body: wholeBody(shown(body), describes.body) } : {}),
    ...(headers ? { headers: Type.Object(headers) } : {}),
    response:
      typeof answer === 'string'
        ? others[answer as keyof typeof others]
        : { 200: { ...(isBare ? answer : envelopeOf(answer, mayBeHeld)), ...described('成功', 'Success') } },
  };
}

/** A route with a path of its own and no call behind it. */
export interface OpenRoute<Q extends TProperties, B extends TProperties> extends RouteDocument {
  method: 'GET' | 'POST';
  /** The whole address, as the router knows it. */
  url: string;
  permission: Extract<Permission, 'anyone' | 'signedIn'>;
  query?: Q;
  body?: B;
  bodyLimit?: number;
  isBare?: true;
  /** Its answer stays open: it does not count as a running request. */
  isStream?: true;
  /** Where the console shows the same: a browser that opens the address sends no token and is led there. */
  inConsole?: string;
  /** Answers the data. A handler whose answer is no JSON sends it itself and returns the reply, which resolves to nothing
   *  once it is sent. */
  handle(input: InputOf<Q, B>, request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

/** Register a route that needs no transaction of a call: parameters parsed, answer in the envelope. */
export function openRoute<const Q extends TProperties = NoParameters, const B extends TProperties = NoParameters>(
  app: FastifyInstance,
  route: OpenRoute<Q, B>,
): void {
  const { method, url, permission, bodyLimit, isBare, isStream, inConsole } = route;
  const read = readerOf(route);
  const hasEnvelope = !isBare && typeof route.answer !== 'string';
  app.route({
    method,
    url,
    ...(bodyLimit ? { bodyLimit } : {}),
    ...(route.answer === 'file' ? { compress: false } : {}),
    config: { permission, ...(isStream ? { isStream } : {}), ...(inConsole ? { inConsole } : {}) },
    schema: routeSchema(route, {
      path: url.startsWith(prefix) ? url.slice(prefix.length) : url,
      permission: [permission],
      isBare,
    }),
    handler: async (request, reply) => {
      const answer = await route.handle(read(requestOf(request)) as InputOf<Q, B>, request, reply);
      return hasEnvelope ? envelope(answer, languageOf(request)) : answer;
    },
  });
}
