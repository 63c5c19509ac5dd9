/** The words a module is declared in. Pure data plus phantom types: no React, no SQL, no dependency. */

import { isDate, isDateTime } from './calendar';
import { isPhone } from './identity';
import { isMoney, isRate } from './money';
import type { PasswordFault } from './passwords';

export type Language = 'zh' | 'en';
export type Label = { zh: string; en: string };
export const label = (zh: string, en: string): Label => ({ zh, en });

export type Kind =
  | 'text'
  | 'longText'
  | 'identity' // an identity number: encrypted at rest, masked in every answer
  | 'integer'
  | 'money' //    yuan as a decimal string with at most 2 places
  | 'rate' //     percent as a decimal string with at most 4 places
  | 'date'
  | 'dateTime'
  | 'choice'
  | 'dict'
  | 'flag' //     0 or 1
  | 'ref' //      the id of a record of another module
  | 'refs' //     ids of records of another module, comma-joined
  | 'secret'; //  goes in and never comes out; left empty, what is there stays

export type Search = 'like' | 'equal' | 'range';
export type Unit = 'day' | 'yuan' | 'percent' | 'phone' | 'card' | 'share';

export interface Field<V = unknown, R extends boolean = boolean> {
  kind: Kind;
  label: Label;
  required: R;
  search?: Search;
  unit?: Unit;
  initial?: V;
  choices?: Record<string, Label>;
  /** Business dictionary code whose keys are the values. */
  dict?: string;
  /** Name of the module a `ref` points to. */
  to?: string;
  /** A secret that is the password of the account in that field: it is judged and travels as passwords do. */
  passwordOf?: string;
  maxLength?: number;
  min?: number;
  max?: number;
  inTable?: false;
  inForm?: false;
  /** Set by the server alone; a body that carries it is not refused, the value is ignored. */
  derived?: true;
  readonly carries?: V; // never assigned: it only tells TypeScript what the field holds
}
export type Fields = Record<string, Field>;

type More<V> = Partial<
  Pick<
    Field<V>,
    | 'required'
    | 'search'
    | 'unit'
    | 'initial'
    | 'maxLength'
    | 'min'
    | 'max'
    | 'inTable'
    | 'inForm'
    | 'derived'
    | 'passwordOf'
  >
>;
type Is<O> = O extends { required: true } ? true : false;

const field =
  <V>(kind: Kind, preset: Partial<Field<V>> = {}) =>
  <const O extends More<V>>(zh: string, en: string, more?: O): Field<V, Is<O>> => ({
    kind,
    label: { zh, en },
    ...preset,
    ...more,
    required: (more?.required ?? false) as Is<O>,
  });

export const text = field<string>('text', { maxLength: 64 });
export const longText = field<string>('longText', { maxLength: 500 });
export const identity = field<string>('identity', { maxLength: 18 });
export const integer = field<number>('integer');
export const money = field<string>('money', { unit: 'yuan' });
export const rate = field<string>('rate', { unit: 'percent', min: 0, max: 100 });
export const date = field<string>('date');
export const dateTime = field<string>('dateTime', { inForm: false, derived: true });
export const flag = field<0 | 1>('flag', { initial: 0 });

export const secret = field<string>('secret', { maxLength: 256, inTable: false });

type Choices = Record<number, readonly [zh: string, en: string]>;

/** A number that stands for a word: `choice('状态', 'Status', { 1: ['正常', 'Normal'], 0: ['停用', 'Disabled'] })`. */
export const choice = <const C extends Choices, const O extends More<keyof C>>(
  zh: string,
  en: string,
  choices: C,
  more?: O,
): Field<keyof C, Is<O>> => ({
  ...field<keyof C>('choice')(zh, en, more),
  choices: Object.fromEntries(Object.entries(choices).map(([value, [zh, en]]) => [value, { zh, en }])),
});

/** A number whose words live in the business dictionary, so that a tenant can rename but not renumber them. */
export const dict =
  (code: string) =>
  <const O extends More<number>>(zh: string, en: string, more?: O): Field<number, Is<O>> => ({
    ...field<number>('dict')(zh, en, more),
    dict: code,
  });

/** The id of a record of another module: `ref('customer')('客户', 'Customer', …)`. */
export const ref =
  (to: string) =>
  <const O extends More<string>>(zh: string, en: string, more?: O): Field<string, Is<O>> => ({
    ...field<string>('ref')(zh, en, more),
    to,
  });

/** Records of another module, as clients of the family send them: `'11,12'`. */
export const refs =
  (to: string) =>
  <const O extends More<string>>(zh: string, en: string, more?: O): Field<string, Is<O>> => ({
    ...field<string>('refs', { maxLength: 4000 })(zh, en, more),
    to,
  });

export type Verb = 'list' | 'detail' | 'add' | 'update' | 'remove';
const conventional: Record<Verb, string> = {
  list: 'list',
  detail: 'detail',
  add: 'submit',
  update: 'submit',
  remove: 'remove',
};
/** Reading needs the menu itself; each kind of writing has a button of its own. */
const guards: Record<Verb, string> = { list: '', detail: '', add: '_add', update: '_edit', remove: '_delete' };

export interface ModuleSpec<N extends string = string, F extends Fields = Fields> {
  name: N;
  title: readonly [zh: string, en: string];
  /** Wire path under /api, as the requirement documents write it. */
  path: string;
  /** Only what differs from list, detail, submit, submit, remove. */
  calls?: Partial<Record<Verb, string>>;
  fields: F;
  /** Buttons beyond add, edit, view and delete: `status` becomes the permission `order_status`. */
  actions?: Record<string, readonly [zh: string, en: string]>;
  /** Verbs of the generic screens and calls that this module does not offer. */
  without?: readonly Verb[];
  /** Rows that carry money are changed only by those who saw their latest version. */
  isVersioned?: boolean;
  /** Calls that the family's clients know and that always refuse: they need no right of their own and have no button. */
  refuses?: readonly Verb[];
  /** Fields whose values two records rarely share: the form asks before it saves another record with the same one. */
  alike?: readonly string[];
  /** What is wrong between fields; `today` is `yyyy-MM-dd`. Asked for fields that change only. */
  judging?(draft: Record<string, unknown>, today: string): Problems;
  /** Field that names the record this one belongs to; its history shows this module's changes too. */
  belongsTo?: string;
  /** Fields that name a record where another one points to it. */
  naming?: { title: string; note?: string };
  /** Fields by which a row may be sorted, beyond those that are searched. */
  sortable?: readonly string[];
  /**
   * Rows hang on each other: the field that names the row above ('0' at the top, unless told), and the one that names a
   * row. Their list is the whole tree, unless it is one of pages.
   */
  tree?: { parent: string; title: string; top?: string; isPaged?: true };
  /** The platform's owner may name the tenant that a call is meant for. */
  acrossTenants?: true;
  /** One set of rows for all tenants, written by the platform's own people alone. */
  of?: 'platform';
}

export const defineModule = <const N extends string, F extends Fields>(spec: ModuleSpec<N, F>) => ({
  ...spec,
  label: label(spec.title[0], spec.title[1]),
  url: (verb: Verb | (string & {})) =>
    `${spec.path}/${spec.calls?.[verb as Verb] ?? conventional[verb as Verb] ?? verb}`,
  permission: (verb: Verb) => (spec.refuses?.includes(verb) ? spec.name : `${spec.name}${guards[verb]}`),
  offers: (verb: Verb) => !spec.without?.includes(verb),
});
export type Module<N extends string = string, F extends Fields = Fields> = ReturnType<typeof defineModule<N, F>>;

type Held<X> = X extends Field<infer V, infer R> ? (R extends true ? V : V | null) : never;
/** What every record has beside its own fields. Money-bearing rows are guarded by `version`. */
export interface Common {
  id: string;
  tenantId: string;
  createUser: string | null;
  createDept: string | null;
  createTime: string;
  updateUser: string | null;
  updateTime: string;
  version: number;
}
export type RecordOf<M extends { fields: Fields }> = Common & { [K in keyof M['fields']]: Held<M['fields'][K]> };
export type DraftOf<M extends { fields: Fields }> = { id?: string } & {
  [K in keyof M['fields']]?: Held<M['fields'][K]> | null;
};

export type Problem =
  | 'required'
  | 'notText'
  | 'tooLong'
  | 'notMoney'
  | 'notRate'
  | 'notAnInteger'
  | 'tooSmall'
  | 'tooLarge'
  | 'notAChoice'
  | 'notADate'
  | 'notAnId'
  | 'taken'
  | 'badFormat'
  | 'oldIdentityCard'
  | 'badCheckDigit'
  | PasswordFault;
export type Problems = Record<string, Problem>;

/** One judge for both sides: the form shows what this returns, the server refuses with it. Derived fields are the server's own. */
export const judge = (fields: Fields, draft: Record<string, unknown>): Problems => {
  const problems: Problems = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.derived) continue;
    const problem = judgeOne(field, draft[name]);
    if (problem) problems[name] = problem;
  }
  return problems;
};

export const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';
export const isId = (value: unknown): value is string => typeof value === 'string' && /^\d{1,19}$/.test(value);

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** Judge one value; `undefined` when it is fine. */
export const judgeOne = (field: Field, value: unknown): Problem | undefined => {
  if (isEmpty(value)) return field.required ? 'required' : undefined;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = field;
  switch (field.kind) {
    case 'text':
    case 'longText':
    case 'identity':
      // A NUL would reach the database driver and come back as an error of ours.
      if (typeof value !== 'string' || value.includes('\u0000')) return 'notText';
      if (field.required && value.trim() === '') return 'required';
      if (field.unit === 'phone' && value.trim() !== '' && !isPhone(value)) return 'badFormat';
      return value.length > (field.maxLength ?? 64) ? 'tooLong' : undefined;
    case 'integer':
      if (typeof value !== 'number' || !Number.isSafeInteger(value) || Math.abs(value) > 2_147_483_647)
        return 'notAnInteger';
      return value < min ? 'tooSmall' : value > max ? 'tooLarge' : undefined;
    case 'money':
      if (!isMoney(value)) return 'notMoney';
      return Number(value) < min ? 'tooSmall' : Number(value) > max ? 'tooLarge' : undefined;
    case 'rate':
      if (!isRate(value)) return 'notRate';
      return Number(value) < min ? 'tooSmall' : Number(value) > max ? 'tooLarge' : undefined;
    case 'choice':
      return isPlain(value) && Object.hasOwn(field.choices ?? {}, String(value)) ? undefined : 'notAChoice';
    case 'dict':
      return isPlain(value) && /^-?\d{1,9}$/.test(String(value)) ? undefined : 'notAChoice';
    case 'flag':
      return value === 0 || value === 1 ? undefined : 'notAChoice';
    case 'date':
      return isDate(value) ? undefined : 'notADate';
    case 'dateTime':
      return isDateTime(value) ? undefined : 'notADate';
    case 'ref':
      return isId(value) ? undefined : 'notAnId';
    case 'refs': {
      if (typeof value !== 'string') return 'notAnId';
      if (value.length > (field.maxLength ?? 4000)) return 'tooLong';
      return value.split(',').every(isId) ? undefined : 'notAnId';
    }
    case 'secret':
      if (typeof value !== 'string' || value.includes('\u0000')) return 'notText';
      return value.length > (field.maxLength ?? 256) ? 'tooLong' : undefined;
  }
};

/** Values a new record starts with. */
export const initialDraft = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { initial, derived }]) =>
      initial === undefined || derived ? [] : [[name, initial]],
    ),
  );

/** Typed fields say 请输入…, chosen ones 请选择…; no field carries a sentence of its own. */
const isChosen = (field: Field) => ['choice', 'dict', 'date', 'dateTime', 'ref', 'refs', 'flag'].includes(field.kind);

/** What a person is told about a value, in their language. */
export const problemText = (field: Field, problem: Problem, language: Language): string => {
  const name = field.label[language];
  const isZh = language === 'zh';
  switch (problem) {
    case 'required':
      if (isZh) return `${isChosen(field) ? '请选择' : '请输入'}${name}`;
      return `${isChosen(field) ? 'Select' : 'Enter'} ${name.toLowerCase()}`;
    case 'tooLong':
      return isZh ? `${name}最多 ${field.maxLength} 个字` : `${name} can have up to ${field.maxLength} characters`;
    case 'notMoney':
      return isZh ? `${name}须为金额，最多两位小数` : `${name} must be an amount with up to two decimals`;
    case 'notRate':
      return isZh ? `${name}须为百分数，最多四位小数` : `${name} must be a percentage with up to four decimals`;
    case 'notAnInteger':
      return isZh ? `${name}须为整数` : `${name} must be a whole number`;
    case 'tooSmall':
      return isZh ? `${name}不能小于 ${field.min}` : `${name} must be at least ${field.min}`;
    case 'tooLarge':
      return isZh ? `${name}不能大于 ${field.max}` : `${name} must be at most ${field.max}`;
    case 'notADate':
      return isZh ? `${name}不是有效日期` : `${name} is not a valid date`;
    case 'taken':
      return isZh ? `${name}已存在` : `${name} already exists`;
    case 'oldIdentityCard':
      return isZh
        ? `15 位身份证号码已停用，请输入 18 位${name}`
        : `15-digit numbers are no longer valid; enter all 18 characters`;
    case 'badCheckDigit':
      return isZh ? `${name}校验位不正确，请核对` : `${name}: the check digit does not match; please check the number`;
    case 'badFormat':
      return isZh ? `${name}格式不正确` : `${name} has an invalid format`;
    default:
      return isZh ? `${name}的值无效` : `${name} has an invalid value`;
  }
};

/** A record seen by generic code, which reads fields by name. Module code says `RecordOf<typeof product>` instead. */
export type Row = { id: string; [field: string]: unknown };
/** A list answer. `sums` adds up money columns over the whole filtered set, not the page. */
export interface Page<R = Row> {
  records: R[];
  total: number;
  size: number;
  current: number;
  pages: number;
  sums?: Record<string, string>;
}
export interface Query {
  current: number;
  size: number;
  filters: Record<string, unknown>;
  ascs?: string;
  descs?: string;
}
/** Sizes a person may choose; the server takes any from 1 and cuts at the largest. */
export const pageSizes = [10, 30, 50, 100, 200] as const;
export const isPageSize = (size: unknown): boolean => (pageSizes as readonly unknown[]).includes(size);
export const largestPage = 200;
