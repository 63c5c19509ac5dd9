/**
 * Models: modules that are described by data. The preview, the published register and the generated source are all made
 * from the module that `moduleOf` answers.
 */
import type { Label } from '../domain/text';
import { isEmpty } from '../domain/values';
import {
  choice,
  date,
  dateTime,
  dict,
  type Field,
  type Fields,
  flag,
  integer,
  longText,
  moment,
  money,
  rate,
  ref,
  type Search,
  shownAs,
  text,
} from './fields';
import { defineModule, type Module } from './module';
import { judgeOne, type Problems } from './validate';

/** Kinds of fields that a model can have. */
export const modelKinds = [
  'text',
  'longText',
  'integer',
  'money',
  'rate',
  'date',
  'dateTime',
  'choice',
  'dict',
  'flag',
  'ref',
] as const;
export type ModelKind = (typeof modelKinds)[number];
/** Kinds of searches that make sense for each kind of field. */
export const searchesOf: Readonly<Record<ModelKind, readonly Search[]>> = {
  text: ['like', 'equal'],
  longText: ['like'],
  integer: ['equal', 'range'],
  money: ['range'],
  rate: ['range'],
  date: ['range'],
  dateTime: ['range'],
  choice: ['equal'],
  dict: ['equal'],
  flag: ['equal'],
  ref: ['equal'],
};

export interface ModelChoice {
  value: number;
  zh: string;
  en: string;
}

/** A field of a model. Lengths in characters, bounds in the unit of the field. */
export interface ModelField {
  /** In camel case; the column is the same name in snake case. */
  name: string;
  kind: ModelKind;
  zh: string;
  /** Empty: the Chinese label. */
  en: string;
  isRequired: boolean;
  /** No two records of a tenant have the same value. */
  isUnique: boolean;
  isInTable: boolean;
  isInForm: boolean;
  search?: Search | undefined;
  maxLength?: number | undefined;
  min?: number | undefined;
  max?: number | undefined;
  /** As the field holds it: a number for numbers, choices and flags, a text otherwise. */
  initial?: string | number | undefined;
  choices?: readonly ModelChoice[] | undefined;
  /** Code of a business dictionary. */
  dict?: string | undefined;
  /** Name of the module that a reference points to. */
  to?: string | undefined;
}

export interface Model {
  /** Also the stem of permissions, table and files: `^[a-z][a-z0-9_]*$`. */
  code: string;
  zh: string;
  en: string;
  /** Records have a parent of the same kind. */
  isTree: boolean;
  /** The field that names a record. */
  titleField: string;
  /** Shown beside the title where a record is chosen. */
  noteField?: string | undefined;
  fields: readonly ModelField[];
}

/** Where a model's module is served and stands in the menus. */
export interface ModelPlace {
  /** Of the module; permissions and the table of records begin with it. */
  name: string;
  /** On the wire, below `/api`. */
  path: string;
}

export const mostModelFields = 60;
export const mostModelChoices = 50;
const mostLabel = 100;
const longestColumn = 50;
const longestText = 4000;
const parentField = 'parentId';
/** Fields that every record has, and those the engine adds. */
const reserved: ReadonlySet<string> = new Set([
  ...['id', 'tenantId', 'version', 'isDeleted', 'status', 'reason', 'ids', parentField],
  // Parameters of lists and of files.
  ...['current', 'size', 'ascs', 'descs', 'totals', 'format', 'columns', 'framed'],
  ...['createUser', 'createDept', 'createTime', 'updateUser', 'updateTime'],
  // Parameters of lists and of files made of them, and members of trees and of held deeds.
  ...['current', 'size', 'ascs', 'descs', 'columns', 'format', 'framed', 'dryRun'],
  ...['parentName', 'hasChildren', 'children', 'approvalAct'],
  // Columns that every table of the database has.
  ...['ctid', 'oid', 'tableoid', 'xmin', 'xmax', 'cmin', 'cmax'],
]);

export function columnOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
/** A name that a column of another system can have here: `CUST_Name` becomes `custName`. */
export function fieldNameOf(column: string): string {
  const words = column
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean);
  const [first = '', ...rest] = words;
  const name = first + rest.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
  return /^[a-z]/.test(name) ? name : `f${name}`;
}

function labelOf({ zh, en }: Pick<ModelField, 'zh' | 'en'>): Label {
  return { zh, en: en || zh };
}

/** The field of the module, as a declaration in code would have it. */
export function fieldOf(held: ModelField): Field {
  const { zh, en } = labelOf(held);
  const more = {
    required: held.isRequired,
    ...(held.search ? { search: held.search } : {}),
    ...(held.isInTable ? {} : { inTable: false as const }),
    ...(held.isInForm ? {} : { inForm: false as const }),
    ...(held.maxLength === undefined ? {} : { maxLength: held.maxLength }),
    ...(held.min === undefined ? {} : { min: held.min }),
    ...(held.max === undefined ? {} : { max: held.max }),
    ...(isEmpty(held.initial) ? {} : { initial: held.initial as never }),
  };
  switch (held.kind) {
    case 'choice':
      return choice(
        zh,
        en,
        Object.fromEntries((held.choices ?? []).map((one) => [one.value, [one.zh, one.en || one.zh] as const])),
        more,
      );
    case 'dict':
      return dict(held.dict ?? '')(zh, en, more);
    case 'ref':
      return ref(held.to ?? '')(zh, en, more);
    default:
      return plain[held.kind](zh, en, more as never);
  }
}
const plain: Readonly<
  Record<Exclude<ModelKind, 'choice' | 'dict' | 'ref'>, (zh: string, en: string, more: never) => Field>
> = { text, longText, integer, money, rate, date, dateTime: moment, flag };

/** The module of a model: what `defineModule` answers for the same declaration in code. */
export function moduleOf(model: Model, { name, path }: ModelPlace): Module {
  const fields: Fields = {
    ...Object.fromEntries(model.fields.map((held) => [held.name, fieldOf(held)])),
    ...(model.isTree ? { [parentField]: ref(name)('上级', 'Parent', { inTable: false, initial: '0' }) } : {}),
    createTime: dateTime('创建时间', 'Created at'),
    updateTime: dateTime('更新时间', 'Updated at', { inTable: false }),
  };
  const named = labelOf(model);
  return defineModule<string, Fields, string>({
    name,
    title: [named.zh, named.en],
    path,
    chosen: {
      by: model.isTree ? 'tree' : 'search',
      title: model.titleField,
      ...(model.noteField ? { note: model.noteField } : {}),
    },
    ...(model.isTree ? { tree: { parent: parentField, title: model.titleField } } : {}),
    fields,
  });
}

/** The field that names records of a model which says none: its first required text. */
export function usualTitle(fields: readonly ModelField[]): string {
  return fields.find(({ kind, isRequired }) => kind === 'text' && isRequired)?.name ?? '';
}

/** Sets of fields whose values no two records of a tenant share. */
export function uniqueOf({ fields }: Model): string[][] {
  return fields.filter(({ isUnique }) => isUnique).map(({ name }) => [name]);
}

/** Whether every record has a field of that name, so that a model cannot have one of its own. */
export function isReserved(name: string): boolean {
  return reserved.has(name);
}
function judgeName(name: string): boolean {
  // Names that every object has would be read from records that lack them.
  const isFree = !reserved.has(name) && !(name in {});
  return /^[a-z][A-Za-z\d]*$/.test(name) && columnOf(name).length <= longestColumn && isFree;
}

function isSoundChoice({ value, zh, en }: ModelChoice): boolean {
  return Number.isInteger(value) && zh.trim() !== '' && zh.length <= mostLabel && en.length <= mostLabel;
}

/** Problems of one field, by its own members. */
function judgeField(held: ModelField): Problems {
  const problems: Problems = {};
  if (!judgeName(held.name)) problems.name = 'badFormat';
  if (held.zh.trim() === '') problems.zh = 'required';
  if (held.zh.length > mostLabel) problems.zh = 'tooLong';
  if (held.en.length > mostLabel) problems.en = 'tooLong';
  if (held.search && !searchesOf[held.kind].includes(held.search)) problems.search = 'notAChoice';
  const { maxLength, min, max } = held;
  if (maxLength !== undefined && !(Number.isInteger(maxLength) && maxLength >= 1 && maxLength <= longestText))
    problems.maxLength = 'tooLarge';
  if (min !== undefined && max !== undefined && min > max) problems.max = 'tooSmall';
  if (held.kind === 'choice') {
    const { choices = [] } = held;
    const values = new Set(choices.map(({ value }) => value));
    if (choices.length === 0) problems.choices = 'required';
    else if (choices.length > mostModelChoices) problems.choices = 'tooLong';
    else if (values.size < choices.length || choices.some((one) => !isSoundChoice(one))) problems.choices = 'badFormat';
  }
  if (held.kind === 'dict' && !held.dict) problems.dict = 'required';
  if (held.kind === 'ref' && !held.to) problems.to = 'required';
  if (held.isRequired && !held.isInForm && isEmpty(held.initial)) problems.isInForm = 'required';
  if (Object.keys(problems).length === 0 && !isEmpty(held.initial)) {
    const problem = judgeOne({ ...fieldOf(held), required: false }, held.initial);
    if (problem) problems.initial = problem;
  }
  return problems;
}

/** Whether permissions, table and files can be called by it. */
export function judgeModelCode(code: string): boolean {
  return /^[a-z][a-z\d_]{0,30}$/.test(code);
}

/** Problems of a model: its own by their names, those of a field as `fields.2.name`. Empty when it can be used. */
export function judgeModel(model: Model): Problems {
  const problems: Problems = {};
  if (!judgeModelCode(model.code)) problems.code = 'badFormat';
  if (model.zh.trim() === '') problems.zh = 'required';
  if (model.fields.length === 0) problems.fields = 'required';
  if (model.fields.length > mostModelFields) problems.fields = 'tooLong';
  // A reference also carries the title of its record, under a name of its own.
  const seen = new Set(model.fields.flatMap((held) => (held.kind === 'ref' ? [columnOf(shownAs(held.name, {}))] : [])));
  model.fields.forEach((held, index) => {
    const own = judgeField(held);
    if (seen.has(columnOf(held.name))) own.name = 'taken';
    seen.add(columnOf(held.name));
    for (const [name, problem] of Object.entries(own)) problems[`fields.${index}.${name}`] = problem;
  });
  const title = model.fields.find(({ name }) => name === model.titleField);
  if (!title) problems.titleField = 'required';
  else if (title.kind !== 'text' || !title.isRequired) problems.titleField = 'notText';
  if (model.noteField && !model.fields.some(({ name, kind }) => name === model.noteField && kind === 'text'))
    problems.noteField = 'notText';
  return problems;
}
