/** Every success that a test of the server sees is held against the schema that the API document gives for its route. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { type ApiDocument, documentOf } from '../../server/http/openapi';
import { isStoredId } from '../../server/kernel/ids';
import { routed } from '../../server/kernel/paths';

/** What successes look like, by method and address such as `get /api/blade-order/order/page`; null for what is no JSON. */
interface Answers {
  components: ApiDocument['components'];
  schemas: Record<string, object | null>;
}
interface Checker extends Answers {
  ajv: Ajv2020;
  paths: readonly string[];
  validators: Map<string, ValidateFunction | null>;
}
let checker: Checker | undefined;

function answersOf({ components, paths = {} }: ApiDocument): Answers {
  const entries = Object.entries(paths).flatMap(([path, item]) =>
    (['get', 'post'] as const).flatMap((method) => {
      if (!item?.[method]) return [];
      const response = item[method].responses?.['200'];
      const schema = response && 'content' in response && response.content?.['application/json']?.schema;
      return [[`${method} ${path}`, schema || null] as const];
    }),
  );
  return { components, schemas: Object.fromEntries(entries) };
}

function checkerFor({ components, schemas }: Answers): Checker {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  ajv.addFormat('int64', isStoredId);
  ajv.addFormat('date', /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);
  ajv.addSchema({ components }, 'api');
  const paths = [...new Set(Object.keys(schemas).map((key) => key.slice(key.indexOf(' ') + 1)))];
  return { ajv, components, schemas, paths, validators: new Map() };
}

/**
 * The document is the same whatever server of a checkout it is asked of, and making it takes a third of a second: the
 * first test file that needs it keeps its answers in a file for the others of the run.
 */
function checkerOf(app: FastifyInstance): Checker {
  if (checker) return checker;
  const file = join(process.env.TEST_SHARED!, `answers-${createHash('sha256').update(__dirname).digest('hex')}.json`);
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(answersOf(documentOf(app))));
    renameSync(draft, file); // whole from the first moment, for files that run at the same time
  }
  checker = checkerFor(JSON.parse(readFileSync(file, 'utf8')));
  return checker;
}

function validatorOf({ ajv, schemas, validators }: Checker, key: string): ValidateFunction | null {
  const known = validators.get(key);
  if (known !== undefined) return known;
  const schema = schemas[key];
  // what it refers to stands with the components
  const text = schema && JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/');
  const validate = text ? ajv.compile(JSON.parse(text)) : null;
  validators.set(key, validate);
  return validate;
}

/** The address as the document has it: calls of registers stand there once, with a name for the code. */
function templateOf(paths: readonly string[], path: string): string {
  if (paths.includes(path)) return path;
  const parts = path.split('/');
  const fits = (template: string[]) =>
    template.length === parts.length && template.every((part, index) => part.startsWith('{') || part === parts[index]);
  return paths.find((one) => one.includes('{') && fits(one.split('/'))) ?? path;
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
  const path = templateOf(known.paths, sent);
  const validate = validatorOf(known, `${method.toLowerCase()} ${path}`);
  if (!validate) return `${method} ${path} has no answer in the API document`;
  if (validate(body)) return undefined;
  const [error] = validate.errors ?? [];
  return `${method} ${path} answers what the API document does not say: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`;
}
