/** The API document: OpenAPI 3.1, made from the registered routes and their schemas. */

import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3_1 } from 'openapi-types';
import { version } from '../../contract/domain/version';
import { type RefusalCode, refusals, statusOf } from '../../contract/wire/refusals';
import { models } from '../kernel/schemas';

export type ApiDocument = OpenAPIV3_1.Document;
type Operation = OpenAPIV3_1.OperationObject & {
  'x-permission'?: readonly string[];
  'x-summary-zh'?: string;
};

/** The meaning of each status of a refusal, in both languages. */
const meaning: Record<number, readonly [zh: string, en: string]> = {
  400: ['请求不符合规则', 'The request breaks a rule'],
  401: ['未登录或登录已失效', 'Not signed in, or no longer'],
  403: ['没有权限', 'Not permitted'],
  404: ['不存在', 'Not found'],
  405: ['请求方法不支持', 'Method not supported'],
  408: ['请求超时', 'The request came too slowly'],
  409: ['与他人的修改冲突', 'In conflict with a change by others'],
  413: ['请求内容过大', 'The request is too large'],
  415: ['媒体类型不支持', 'Media type not supported'],
  429: ['操作过于频繁', 'Too many attempts'],
  500: ['服务器异常', 'Server error'],
  503: ['暂不可用，请按 Retry-After 重试', 'Not available; try again after Retry-After'],
};

function codesOf(status: number): RefusalCode[] {
  return (Object.keys(refusals) as RefusalCode[]).filter((code) => (statusOf[code] ?? 400) === status);
}

/** The refusal of a status, as every call answers it. */
function refusalOf(status: number, [zh, en]: readonly [string, string]): OpenAPIV3_1.ResponseObject {
  return {
    description: en,
    'x-description-zh': zh,
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Refusal' }],
          properties: { code: { const: status }, reason: { enum: codesOf(status) } },
        },
      },
    },
  } as OpenAPIV3_1.ResponseObject;
}

const refusal: OpenAPIV3_1.SchemaObject = {
  type: 'object',
  required: ['code', 'success', 'msg', 'reason'],
  properties: {
    code: { type: 'integer', description: 'The status once more' },
    success: { const: false },
    data: { type: 'object' },
    msg: { type: 'string', description: 'A sentence for people, in the language of Accept-Language' },
    reason: { type: 'string', description: 'The code of the refusal' },
    problems: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'What is wrong with which field',
    },
    rows: {
      type: 'array',
      items: {
        type: 'object',
        properties: { row: { type: 'integer' }, column: { type: 'string' }, text: { type: 'string' } },
      },
      description: 'What is wrong in which row of a file',
    },
    seconds: { type: 'integer', description: 'How long to wait' },
    requestId: { type: 'string' },
  },
};

const everywhere = [400, 404, 429, 500, 503];
const behindSession = [401, 403];
const ofWriting = [409, 413, 415];

function complete(operation: Operation, method: string): void {
  const isOpen = operation['x-permission']?.includes('anyone') === true;
  const statuses = [...everywhere, ...(isOpen ? [] : behindSession), ...(method === 'post' ? ofWriting : [])].sort();
  operation.security = isOpen ? [] : [{ bladeAuth: [] }];
  operation.responses = {
    ...operation.responses,
    ...Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
  };
  if (operation.requestBody && 'content' in operation.requestBody) operation.requestBody.required = false;
  for (const parameter of operation.parameters ?? [])
    if ('in' in parameter && parameter.schema && 'type' in parameter.schema && parameter.schema.type === 'array')
      Object.assign(parameter, { style: 'form', explode: false });
  if (method === 'post' && !isOpen)
    operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/idempotencyKey' }];
}

function finished(document: ApiDocument): ApiDocument {
  const paths = Object.entries(document.paths ?? {});
  for (const [, item] of paths)
    for (const method of ['get', 'post'] as const) if (item?.[method]) complete(item[method] as Operation, method);
  document.paths = Object.fromEntries(paths.sort(([a], [b]) => (a < b ? -1 : 1)));
  document.components!.schemas = { ...document.components!.schemas, Refusal: refusal };
  return document;
}

/** Collects every route that is registered after this, and keeps the framework from validating requests by schema. */
export async function describeRoutes(app: FastifyInstance): Promise<void> {
  for (const [name, schema] of models) app.addSchema({ ...schema, $id: name });
  // Parameters are parsed after the permission check; answers are serialised as they are. Said with each route, because
  // the framework otherwise copies all shared schemas for every one of them, which is a third of a start.
  app.addHook('onRoute', (route) => {
    route.validatorCompiler = () => () => true;
    route.serializerCompiler = () => (data) => JSON.stringify(data);
  });
  await app.register(swagger, {
    convertConstToEnum: false,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'LeaseDesk',
        version,
        description:
          'Every call is answered with and without /api before it. Parameters are taken from the query string or a ' +
          'form; those of a JSON body from there as well. Ids are decimal strings, amounts decimal yuan, times those ' +
          'of Shanghai. An answer is { code, success, data, msg }.',
      },
      components: {
        securitySchemes: {
          bladeAuth: {
            type: 'apiKey',
            in: 'header',
            name: 'Blade-Auth',
            description: 'bearer {access_token}, of POST /api/blade-auth/oauth/token',
          },
        },
        parameters: {
          idempotencyKey: {
            in: 'header',
            name: 'Idempotency-Key',
            description: 'A request that comes again with its key has no second effect and gets the first answer',
            schema: { type: 'string', pattern: '^[\\w-]{8,64}$' },
          },
        },
        responses: Object.fromEntries(
          Object.entries(meaning).map(([status, text]) => [status, refusalOf(Number(status), text)]),
        ),
      },
    },
    refResolver: { buildLocalReference: (schema) => String(schema.$id) },
    transformObject: (given) =>
      'openapiObject' in given ? finished(given.openapiObject as unknown as ApiDocument) : given.swaggerObject,
  });
}

/** The document of a server whose routes are all registered; made at the first call. */
export function documentOf(app: FastifyInstance): ApiDocument {
  return app.swagger() as unknown as ApiDocument;
}
