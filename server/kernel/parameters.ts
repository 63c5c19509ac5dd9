/** Parses the parameters of a call by its schemas, in one pass; each error names its parameter. */
import type { Static, TObject, TProperties, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { holdsUnseen } from '../../contract/schema/validate';
import type { Params } from './call';
import { refuse } from './errors';

/** The members of a schema without any. */
export type NoParameters = Record<never, TSchema>;

/** Parameters of a call, typed. */
export type InputOf<Q extends TProperties, B extends TProperties> = Static<TObject<Q>> & Static<TObject<B>>;

interface Schema {
  type?: string;
  default?: unknown;
  maxItems?: number;
  minItems?: number;
  enum?: unknown[];
  'x-cut-at'?: number;
  'x-words'?: true;
}

/** A value converted to the type of its schema; a text that cannot be converted stays a text, which the check
 *  refuses. */
function converted(schema: Schema, sent: unknown, name: string, isInBody: boolean): unknown {
  if (schema.type === 'array') {
    const parts = Array.isArray(sent) ? sent.map(String) : scalar(sent, name).split(',');
    return [...new Set(isInBody ? parts.filter(Boolean) : parts)];
  }
  const text = scalar(sent, name);
  if (schema.type === 'boolean') {
    if (text === 'true' || text === '1') return true;
    return text === 'false' || text === '0' ? false : text;
  }
  if (schema.type !== 'integer' || !/^-?\d{1,9}$/.test(text)) return text;
  return Math.min(Number(text), schema['x-cut-at'] ?? Number.POSITIVE_INFINITY);
}

function scalar(sent: unknown, name: string): string {
  return typeof sent === 'object' && sent !== null ? refuse('badParameter', { name }) : String(sent);
}

/** Reads one parameter: answers its value, undefined without one. */
type Reader = (sent: unknown) => unknown;

const made = new WeakMap<TSchema, (value: unknown) => boolean>();
function checkOf(schema: TSchema): (value: unknown) => boolean {
  const known = made.get(schema);
  if (known) return known;
  const compiled = Compile(schema);
  const check = (value: unknown) => compiled.Check(value);
  made.set(schema, check);
  return check;
}

function parameterReader(name: string, of: TSchema, isRequired: boolean, isInBody: boolean): Reader {
  const schema = of as unknown as Schema;
  const isRight = checkOf(of);
  const { maxItems = Number.POSITIVE_INFINITY, minItems = 0 } = schema;
  return (sent) => {
    const isAbsent = sent === undefined || sent === null || sent === '';
    const value = isAbsent ? undefined : converted(schema, sent, name, isInBody);
    if (isAbsent || (Array.isArray(value) && value.length < minItems)) {
      if (schema.default !== undefined) return schema.default;
      return isRequired ? refuse('missingParameter', { name }) : undefined;
    }
    // More valid items than allowed have a refusal of their own.
    const isLong = Array.isArray(value) && value.length > maxItems;
    if (!isRight(isLong ? value.slice(0, maxItems) : value)) refuse('badParameter', { name });
    if (schema['x-words'] && holdsUnseen(String(value))) refuse('unseenText');
    return isLong ? refuse('tooMany', { limit: maxItems }) : value;
  };
}

/** The parameters that a call declares. */
export interface Declared {
  query?: TProperties;
  body?: TProperties;
}

/**
 * The parser of a call's parameters, compiled once. `query`: from the query string or a form; `body`: from a JSON body,
 * a form or the query string. Undeclared names are ignored.
 */
export function readerOf({ query = {}, body = {} }: Declared) {
  const readers = [...parts(query, false), ...parts(body, true)];
  return ({ params, body: json }: { params: Params; body: Record<string, unknown> }): Record<string, unknown> => {
    const input: Record<string, unknown> = {};
    for (const { name, isInBody, read } of readers) {
      const value = read(isInBody ? (params[name] ?? json[name]) : params[name]);
      if (value !== undefined) input[name] = value;
    }
    return input;
  };
}

function parts(properties: TProperties, isInBody: boolean) {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    isInBody,
    read: parameterReader(name, schema, !('~optional' in schema), isInBody),
  }));
}
