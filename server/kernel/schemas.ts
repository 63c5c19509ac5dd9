/**
 * Schemas of the parameters and answers of calls. A schema is plain JSON Schema with a static type: it parses the
 * parameters, types the handler, checks the answers in tests and appears in the API document.
 */
import Type, { type Static, type TObject, type TProperties, type TSchema, type TUnsafe } from 'typebox';
import Format from 'typebox/format';
import { isDate } from '../../contract/domain/calendar';
import { isStoredId } from './ids';

/** A text of the API document: Chinese, then English. */
export type BilingualText = readonly [zh: string, en: string];

Format.Set('int64', isStoredId);
// A day that the calendar can compute with.
Format.Set('date', isDate);

/** The description of a schema in the document, in both languages. */
export function described(zh?: string, en?: string): Record<string, unknown> {
  return zh ? { description: en, 'x-description-zh': zh } : {};
}

/** A 64-bit number as a decimal string. */
export function id(zh?: string, en?: string) {
  return Type.String({ format: 'int64', ...described(zh, en) });
}

/** Ids, at least one: comma-joined, or a list in a JSON body. Refused `tooMany` beyond the limit. */
export function ids(limit = 1000) {
  return Type.Array(id(), { minItems: 1, maxItems: limit });
}

/** A code of digits that is the key of its record; zeros at the front count. */
export function recordCode() {
  return Type.String({ pattern: '^\\d{1,19}$' });
}

/** Codes, at least one: comma-joined, or a list in a JSON body. */
export function recordCodes(limit = 1000) {
  return Type.Array(recordCode(), { minItems: 1, maxItems: limit });
}

/** Ids, possibly none. */
export function idList(limit = 20_000) {
  return Type.Array(id(), { maxItems: limit, default: [] });
}

/** A switch: `true` or `1`; `false`, `0` or nothing. */
export function flag(zh?: string, en?: string) {
  return Type.Boolean({ default: false, ...described(zh, en) });
}

/** A counting number from 1, capped at `most`; from 0 where that is what is meant without one. */
export function count(initial: number, most: number) {
  return Type.Integer({ minimum: Math.min(1, initial), default: initial, 'x-cut-at': most });
}

/** One of these values. */
export function oneOf<const V extends string | number>(...values: readonly V[]): TUnsafe<V> {
  return Type.Unsafe<V>({ type: typeof values[0] === 'number' ? 'integer' : 'string', enum: [...values] });
}

/** A text without a NUL, of at most so many characters. */
export function line(most: number, zh?: string, en?: string) {
  return Type.String({ maxLength: most, pattern: '^[^\\u0000]*$', ...described(zh, en) });
}

/** A text that the handler validates itself. */
export function freeText(zh?: string, en?: string) {
  return Type.String(described(zh, en));
}

/** Words that other people read, as a reason: refused with characters by which they read as others than they are. */
export function words(most?: number, zh?: string, en?: string) {
  return Type.String({ ...(most === undefined ? {} : { maxLength: most }), 'x-words': true, ...described(zh, en) });
}

export const optional = Type.Optional;

/** The trial that a person has confirmed: where the figures have changed since, the call is refused. */
export function confirmedTrial() {
  return optional(
    line(
      40,
      '已确认的试算编号：金额与试算不符时拒绝办理',
      'The trial that was confirmed: refused if it would do something else',
    ),
  );
}

/** `yyyy-MM-dd HH:mm:ss` */
export function moment() {
  return Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' });
}
/** `yyyy-MM-dd` */
export function day() {
  return Type.String({ format: 'date' });
}
/** Decimal yuan. */
export function amount() {
  return Type.String({ pattern: '^-?\\d+(\\.\\d+)?$' });
}
/** Decimal yuan as a parameter: at most two decimals, and no more digits than can be computed with. */
export function money() {
  return Type.String({ pattern: '^-?\\d{1,16}(\\.\\d{1,2})?$' });
}
export function whole() {
  return Type.Integer();
}
export function text() {
  return Type.String();
}

/** The same schema, or `null`. */
export function nullable<S extends TSchema>(schema: S): TUnsafe<Static<S> | null> {
  const { type, enum: values, ...rest } = schema as unknown as { type?: string; enum?: unknown[] };
  if (type === undefined) return Type.Unsafe({ anyOf: [schema, { type: 'null' }] });
  return Type.Unsafe({ type: [type, 'null'], ...(values ? { enum: [...values, null] } : {}), ...rest });
}

/** An answer with exactly these members. */
export function shape<P extends TProperties>(members: P): TObject<P> {
  return Type.Object(members, { additionalProperties: false }) as TObject<P>;
}

export function list<S extends TSchema>(item: S) {
  return Type.Array(item);
}

/** The answer of a call without a result. */
export const done = Type.Literal(true);

/** The answer for nothing found: an empty object. */
export const nothing = Type.Object({}, { additionalProperties: false, maxProperties: 0 });

export function either(...schemas: TSchema[]): TSchema {
  return Type.Union(schemas);
}

/** Named schemas, which the document keeps under `components`. */
export const models = new Map<string, TSchema>();
export function modelRef<T = unknown>(name: string): TUnsafe<T> {
  return Type.Unsafe<T>({ $ref: `${name}#` });
}

/** Name a schema. Its maker may refer to itself by `modelRef`. */
export function model<T = unknown>(name: string, schema: TSchema): TUnsafe<T> {
  if (models.has(name)) throw new Error(`two schemas are called ${name}`);
  models.set(name, schema);
  return modelRef<T>(name);
}

const amountsByName = Type.Record(Type.String(), Type.String());

/** One page of a list. */
export function pageOf(record: TSchema) {
  return Type.Object(
    {
      records: Type.Array(record),
      total: Type.Integer(),
      size: Type.Integer(),
      current: Type.Integer(),
      pages: Type.Integer(),
      sums: Type.Optional(amountsByName),
      sides: Type.Optional(Type.Array(shape({ direction: whole(), count: whole(), sums: amountsByName }))),
      isCounting: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  );
}

/** A node as clients of the family know it, with its children. */
export const treeNode = model(
  'TreeNode',
  Type.Object(
    {
      id: text(),
      parentId: text(),
      title: text(),
      key: text(),
      value: text(),
      note: Type.Optional(Type.String()),
      hasChildren: Type.Optional(Type.Boolean()),
      children: Type.Optional(Type.Array(modelRef('TreeNode'))),
    },
    { additionalProperties: false },
  ),
);
export const tree = Type.Array(treeNode);
