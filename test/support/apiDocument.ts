/** Every success that a test of the server sees is held against the schema that the API document gives for its route. */
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { type ApiDocument, documentOf } from '../../server/http/openapi';
import { isStoredId } from '../../server/kernel/ids';
import { routed } from '../../server/kernel/paths';

interface Checker {
  ajv: Ajv2020;
  document: ApiDocument;
  validators: Map<string, ValidateFunction | null>;
}
let checker: Checker | undefined;

/** The document is the same whatever server of a test file it is asked of: it is made and compiled once a file. */
function checkerOf(app: FastifyInstance): Checker {
  if (checker) return checker;
  const document = documentOf(app);
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  ajv.addFormat('int64', isStoredId);
  ajv.addFormat('date', /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);
  ajv.addSchema(document, 'api');
  checker = { ajv, document, validators: new Map() };
  return checker;
}

function pointer(...parts: string[]): string {
  return parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
}

function validatorOf({ ajv, document, validators }: Checker, method: string, path: string): ValidateFunction | null {
  const key = `${method} ${path}`;
  const known = validators.get(key);
  if (known !== undefined) return known;
  const operation = document.paths?.[path]?.[method as 'get' | 'post'];
  const response = operation?.responses?.['200'];
  const isJson = response && 'content' in response && response.content?.['application/json']?.schema;
  const place = pointer('paths', path, method, 'responses', '200', 'content', 'application/json', 'schema');
  const validate = isJson ? ajv.compile({ $ref: `api#/${place}` }) : null;
  validators.set(key, validate);
  return validate;
}

/** The address as the document has it: calls of registers stand there once, with a name for the code. */
function templateOf({ paths = {} }: ApiDocument, path: string): string {
  if (Object.hasOwn(paths, path)) return path;
  const parts = path.split('/');
  const fits = (template: string[]) =>
    template.length === parts.length && template.every((part, index) => part.startsWith('{') || part === parts[index]);
  return Object.keys(paths).find((one) => one.includes('{') && fits(one.split('/'))) ?? path;
}

/** What is wrong with a success, by the document; undefined when it is as the document says. */
export function driftOf(
  app: FastifyInstance,
  { method = 'GET', url }: Pick<InjectOptions, 'method' | 'url'>,
  { body, headers }: { body: unknown; headers: Record<string, unknown> },
): string | undefined {
  if (method.toUpperCase() === 'HEAD' || !String(headers['content-type']).startsWith('application/json'))
    return undefined;
  const sent = decodeURI(routed(String(url)).split('?')[0]!);
  const known = checkerOf(app);
  const path = templateOf(known.document, sent);
  const validate = validatorOf(known, method.toLowerCase(), path);
  if (!validate) return `${method} ${path} has no answer in the API document`;
  if (validate(body)) return undefined;
  const [error] = validate.errors ?? [];
  return `${method} ${path} answers what the API document does not say: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`;
}
