/**
 * The vocabulary in which calls say what they take and what they answer. A schema is plain JSON Schema with a static
 * type: it reads the parameters, types the handler, checks the answers in tests and stands in the API document.
 */
import Type, { type Static, type TObject, type TProperties, type TSchema, type TUnsafe } from 'typebox';
import Format from 'typebox/format';
import { isStoredId } from './ids';

/** A text of the API document: Chinese, then English. */
export type Words = readonly [zh: string, en: string];

Format.Set('int64', isStoredId);

/** What the document says of a schema, in both languages. */
export const described = (zh?: string, en?: string): Record<string, unknown> =>
  zh ? { description: en, 'x-description-zh': zh } : {};

/** A 64-bit number as a decimal string. */
export const id = (zh?: string, en?: string) => Type.String({ format: 'int64', ...described(zh, en) });

/** Ids, at least one: comma-joined, or a list in a JSON body. Refused `tooMany` beyond the limit. */
export const ids = (limit = 1000) => Type.Array(id(), { minItems: 1, maxItems: limit });

/** Ids that may be none. */
export const idList = (limit = 20_000) => Type.Array(id(), { maxItems: limit, default: [] });

/** A switch: `true` or `1`; `false`, `0` or nothing. */
export const flag = (zh?: string, en?: string) => Type.Boolean({ default: false, ...described(zh, en) });

/** A counting number from 1; what is larger than `most` is cut to it. */
export const count = (initial: number, most: number) =>
  Type.Integer({ minimum: 1, default: initial, 'x-cut-at': most });

/** One of these values. */
export const oneOf = <const V extends string | number>(...values: readonly V[]): TUnsafe<V> =>
  Type.Unsafe<V>({ type: typeof values[0] === 'number' ? 'integer' : 'string', enum: [...values] });

/** A text without a NUL, of at most so many characters. */
export const line = (most: number, zh?: string, en?: string) =>
  Type.String({ maxLength: most, pattern: '^[^\\u0000]*$', ...described(zh, en) });

/** A text that the handler judges by rules of its own. */
export const word = (zh?: string, en?: string) => Type.String(described(zh, en));

export const optional = Type.Optional;

/** `yyyy-MM-dd HH:mm:ss` */
export const moment = () => Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' });
/** `yyyy-MM-dd` */
export const day = () => Type.String({ format: 'date' });
/** Decimal yuan. */
export const amount = () => Type.String({ pattern: '^-?\\d+(\\.\\d+)?$' });
export const whole = () => Type.Integer();
export const text = () => Type.String();

/** The same schema, also met by `null`. */
export const nullable = <S extends TSchema>(schema: S): TUnsafe<Static<S> | null> => {
  const { type, enum: values, ...rest } = schema as unknown as { type?: string; enum?: unknown[] };
  if (type === undefined) return Type.Unsafe({ anyOf: [schema, { type: 'null' }] });
  return Type.Unsafe({ type: [type, 'null'], ...(values ? { enum: [...values, null] } : {}), ...rest });
};

/** An answer with exactly these members. */
export const shape = <P extends TProperties>(members: P): TObject<P> =>
  Type.Object(members, { additionalProperties: false }) as TObject<P>;

export const list = <S extends TSchema>(item: S) => Type.Array(item);

/** Said by a call that has nothing else to tell. */
export const done = Type.Literal(true);

/** Nothing found: an empty object. */
export const nothing = Type.Object({}, { additionalProperties: false, maxProperties: 0 });

export const either = (...schemas: TSchema[]): TSchema => Type.Union(schemas);

/** Schemas that others point to by name, as the document keeps them under `components`. */
export const models = new Map<string, TSchema>();
export const modelRef = <T = unknown>(name: string): TUnsafe<T> => Type.Unsafe<T>({ $ref: `${name}#` });

/** Name a schema. Its maker may point to it from within by `modelRef`. */
export const model = <T = unknown>(name: string, schema: TSchema): TUnsafe<T> => {
  if (models.has(name)) throw new Error(`two schemas are called ${name}`);
  models.set(name, schema);
  return modelRef<T>(name);
};

/** One page of a list. */
export const pageOf = (record: TSchema) =>
  Type.Object(
    {
      records: Type.Array(record),
      total: Type.Integer(),
      size: Type.Integer(),
      current: Type.Integer(),
      pages: Type.Integer(),
      sums: Type.Optional(Type.Record(Type.String(), Type.String())),
    },
    { additionalProperties: false },
  );

/** A node as clients of the family know it, with those below it. */
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
