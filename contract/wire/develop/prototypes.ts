/** Rows of `model-prototype`: the fields of a model as clients of the family send and read them. */
import { isEmpty } from '../../domain/values';
import type { Search } from '../../schema/fields';
import {
  columnOf,
  type ModelChoice,
  type ModelField,
  type ModelKind,
  modelKinds,
  searchesOf,
} from '../../schema/modelled';

/** A row. Names are those of the family; `options` has what the family has no column for, as JSON. */
export interface Prototype {
  id?: string;
  modelId?: string;
  /** Column of the source table, or of the table to be made. */
  jdbcName: string;
  /** Type of the column there, such as `varchar(64)`. */
  jdbcType: string;
  /** Label in Chinese. */
  jdbcComment: string;
  /** Name of the field, in camel case. */
  propertyName: string;
  /** `ModelKind` of contract/schema/modelled.ts; the inputs of the family's forms are read, too. */
  componentType: string;
  /** 1: shown in the list. */
  isList: number;
  /** 1: in the form. */
  isForm: number;
  /** 1: a row of the form for itself. */
  isRow: number;
  isRequired: number;
  /** 1: no two records of a tenant have the same value. */
  isUnique: number;
  /** 1: searched, as `queryType` says. */
  isQuery: number;
  /** `Search` of contract/schema/fields.ts, or ''. */
  queryType: string;
  /** Code of a business dictionary, or ''. */
  dictCode: string;
  /** English label, or ''. */
  labelEn: string;
  /** Of text, in characters; null elsewhere. */
  maxLength: number | null;
  /** Choices, bounds, initial value and target of a reference. */
  options: string;
  sort: number;
}

/** The column that a field has, or had in the table it comes from. */
export type PrototypeColumn = Pick<Prototype, 'jdbcName' | 'jdbcType'>;

/** Names that forms of the family give to their inputs. */
const familyInputs: Readonly<Record<string, ModelKind>> = {
  input: 'text',
  textarea: 'longText',
  number: 'integer',
  'input-number': 'integer',
  datetime: 'dateTime',
  switch: 'flag',
  select: 'dict',
  radio: 'dict',
};
/** A kind by its name or by that of an input; undefined for any other. */
export function kindNamed(name: string): ModelKind | undefined {
  return (
    modelKinds.find((kind) => kind === name) ?? (Object.hasOwn(familyInputs, name) ? familyInputs[name] : undefined)
  );
}

type Options = Pick<ModelField, 'choices' | 'min' | 'max' | 'initial' | 'to'>;
function isChoice(one: unknown): one is ModelChoice {
  const { value, zh, en } = (one ?? {}) as Record<string, unknown>;
  return typeof value === 'number' && typeof zh === 'string' && typeof en === 'string';
}
const isOption: Readonly<Record<keyof Options, (value: unknown) => boolean>> = {
  choices: (value) => Array.isArray(value) && value.every(isChoice),
  min: (value) => typeof value === 'number' && Number.isFinite(value),
  max: (value) => typeof value === 'number' && Number.isFinite(value),
  initial: (value) => typeof value === 'number' || typeof value === 'string',
  to: (value) => typeof value === 'string',
};
/** What `options` holds; undefined where it is not JSON of the right members. */
export function readOptions(options: string): Options | undefined {
  if (options.trim() === '') return {};
  let held: unknown;
  try {
    held = JSON.parse(options);
  } catch {
    return undefined;
  }
  if (typeof held !== 'object' || held === null || Array.isArray(held)) return undefined;
  const entries = Object.entries(held).filter(([, value]) => !isEmpty(value));
  const isGood = entries.every(
    ([name, value]) => Object.hasOwn(isOption, name) && isOption[name as keyof Options](value),
  );
  return isGood ? (Object.fromEntries(entries) as Options) : undefined;
}

/** The field of a row; one whose kind is not known is a text. */
export function modelFieldOf(row: Prototype): ModelField {
  const kind = kindNamed(row.componentType) ?? 'text';
  const search = searchesOf[kind].find((one) => one === row.queryType) ?? searchesOf[kind][0];
  return {
    name: row.propertyName,
    kind,
    zh: row.jdbcComment,
    en: row.labelEn,
    isRequired: row.isRequired === 1,
    isUnique: row.isUnique === 1,
    isInTable: row.isList === 1,
    isInForm: row.isForm === 1,
    search: row.isQuery === 1 ? search : undefined,
    maxLength: row.maxLength ?? undefined,
    ...readOptions(row.options),
    dict: row.dictCode || undefined,
  };
}

const columnTypes: Readonly<Record<ModelKind, string>> = {
  text: 'varchar',
  longText: 'varchar',
  integer: 'int',
  money: 'decimal(18,2)',
  rate: 'decimal(18,4)',
  date: 'date',
  dateTime: 'timestamp',
  choice: 'int',
  dict: 'int',
  flag: 'int',
  ref: 'bigint',
};
/** Lengths of texts that say none: those of contract/schema/fields.ts. */
const usualLengths: Partial<Record<ModelKind, number>> = { text: 64, longText: 500 };
function columnFor({ name, kind, maxLength = usualLengths[kind] }: ModelField): PrototypeColumn {
  const type = columnTypes[kind];
  return { jdbcName: columnOf(name), jdbcType: type === 'varchar' ? `${type}(${maxLength})` : type };
}

/** The row of a field. */
export function prototypeOf(held: ModelField, sort: number, column: PrototypeColumn = columnFor(held)): Prototype {
  const { choices, min, max, initial, to } = held;
  const options: Options = {
    ...(held.kind === 'choice' ? { choices } : {}),
    ...(held.kind === 'ref' ? { to } : {}),
    min,
    max,
    ...(isEmpty(initial) ? {} : { initial }),
  };
  const said: Search | '' = held.search ?? '';
  return {
    ...column,
    jdbcComment: held.zh,
    propertyName: held.name,
    componentType: held.kind,
    isList: Number(held.isInTable),
    isForm: Number(held.isInForm),
    isRow: Number(held.kind === 'longText'),
    isRequired: Number(held.isRequired),
    isUnique: Number(held.isUnique),
    isQuery: Number(said !== ''),
    queryType: said,
    dictCode: held.kind === 'dict' ? (held.dict ?? '') : '',
    labelEn: held.en,
    maxLength: held.maxLength ?? null,
    options: JSON.stringify(options),
    sort,
  };
}
