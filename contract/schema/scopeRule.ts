/**
 * Rules of custom data scopes: which rows of a module are visible, expressed in its fields. Stored as JSON and parsed
 * strictly; a rule holds data only, so nothing in it can ever become part of a statement.
 */

import { type Language, madeFor, textIn } from '../domain/text';
import { isEmpty } from '../domain/values';
import { type Field, type Fields, isWhole, type Kind, ref, timesOfRecord } from './fields';
import type { Module } from './module';
import { judgeOne } from './validate';

/** A condition on one field of a module, or several joined. */
export type ScopeRule =
  | { all: ScopeRule[] }
  | { any: ScopeRule[] }
  | { field: string; is: Comparison; value: RuleValue };
export type Comparison =
  | '='
  | '<>'
  | '>'
  | '>='
  | '<'
  | '<='
  | 'in'
  | 'notIn'
  | 'like'
  | 'startsWith'
  | 'empty'
  | 'notEmpty';
/** A constant, several, or an attribute of the caller. With `empty` and `notEmpty` it is ''. */
export type RuleValue = string | number | (string | number)[] | { my: My };
export type My = 'userId' | 'deptIds' | 'deptTree' | 'account' | 'roleIds';

export type RuleProblem =
  | 'tooLong'
  | 'notJson'
  | 'notARule'
  | 'unknownKey'
  | 'emptyGroup'
  | 'tooDeep'
  | 'tooMany'
  | 'unknownField'
  | 'refusedField' // encrypted, secret, or derived: a rule on it would disclose it, or find no column
  | 'unknownComparison'
  | 'wrongComparison'
  | 'wrongValue';

/** Not a rule of this module: what is wrong, and where (`all.0.any.2`; '' is the whole). */
export class NotARule extends RangeError {
  override name = 'NotARule';
  constructor(
    readonly problem: RuleProblem,
    readonly place = '',
  ) {
    super(`not a rule: ${problem} at ${place || 'the top'}`);
  }
}

export const ruleLimits = { letters: 4000, depth: 5, conditions: 50 } as const;

const equality = ['=', '<>', 'in', 'notIn', 'empty', 'notEmpty'] as const;
const order = ['=', '<>', '>', '>=', '<', '<=', 'in', 'notIn', 'empty', 'notEmpty'] as const;
const comparisons = ['=', '<>', 'like', 'startsWith', 'in', 'notIn', 'empty', 'notEmpty'] as const;
/** A kind that is not listed takes none, and no rule may name it. Texts have no order that all databases agree on. */
const taken: Partial<Record<Kind, readonly Comparison[]>> = {
  text: comparisons,
  longText: comparisons,
  integer: order,
  money: order,
  rate: order,
  date: order,
  dateTime: order,
  choice: equality,
  dict: equality,
  flag: equality,
  ref: equality,
};
const known: readonly string[] = [...order, ...comparisons];

/** The comparisons a field takes. */
export function comparisonsOf({
  kind,
  secretBy,
  holdsSecrets,
}: Pick<Field, 'kind' | 'secretBy' | 'holdsSecrets'>): readonly Comparison[] {
  return secretBy || holdsSecrets ? [] : (taken[kind] ?? []);
}

/** What every record has, whatever its module declares. */
const ofEveryRecord: Fields = {
  createUser: ref('user')('创建人', 'Created by'),
  createDept: ref('dept')('创建部门', 'Creator’s department'),
  createTime: timesOfRecord.createTime,
};

/** The fields a rule may name. */
export function ruleFields({ fields }: Pick<Module, 'fields'>): Fields {
  const own = Object.entries(fields).filter(
    ([name, field]) =>
      comparisonsOf(field).length > 0 && (!field.derived || field.search !== undefined || name === 'updateTime'),
  );
  const common = Object.entries(ofEveryRecord).map(([name, field]) => [
    name,
    Object.hasOwn(fields, name) ? { ...field, label: fields[name]!.label } : field,
  ]);
  return Object.fromEntries([...own, ...common]);
}

/** Whether an attribute of the caller is a list, and of which module its ids are; an account is a text. */
const mine: Record<My, { to?: string; isList: boolean }> = {
  userId: { to: 'user', isList: false },
  deptIds: { to: 'dept', isList: true },
  deptTree: { to: 'dept', isList: true },
  account: { isList: false },
  roleIds: { to: 'role', isList: true },
};

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function isText({ kind }: Pick<Field, 'kind'>) {
  return kind === 'text' || kind === 'longText';
}
const largestId = 9_223_372_036_854_775_807n;

function isConstant(field: Field, value: unknown): value is string | number {
  if (isEmpty(value) || (isWhole(field) && typeof value !== 'number')) return false;
  // A rule may compare with more than a record may hold, such as amounts above the largest.
  const ruleField = { ...field, required: false, min: undefined, max: undefined, maxLength: ruleLimits.letters };
  if (judgeOne(ruleField, value)) return false;
  if (isText(field)) return !/\p{Cs}/u.test(String(value)); // a lone surrogate cannot be stored in any database
  return field.kind !== 'ref' || BigInt(String(value)) <= largestId;
}

function isMine(field: Field, value: Record<string, unknown>, isList: boolean): value is { my: My } {
  const { my } = value;
  if (Object.keys(value).length !== 1 || typeof my !== 'string' || !Object.hasOwn(mine, my)) return false;
  const what = mine[my as My];
  return what.isList === isList && (what.to ? field.kind === 'ref' && field.to === what.to : isText(field));
}

function isRuleValue(field: Field, is: Comparison, value: unknown): value is RuleValue {
  switch (is) {
    case 'empty':
    case 'notEmpty':
      return value === '';
    case 'in':
    case 'notIn':
      if (isObject(value)) return isMine(field, value, true);
      return Array.isArray(value) && value.every((it) => isConstant(field, it));
    case '=':
    case '<>':
      return isObject(value) ? isMine(field, value, false) : isConstant(field, value);
    default:
      return isConstant(field, value);
  }
}

/** The rule in a value, rebuilt from its known parts alone. Throws NotARule. */
export function judgeRule(rule: unknown, module: Pick<Module, 'fields'>): ScopeRule {
  const fields = ruleFields(module);
  let conditions = 0;

  const judged = (node: unknown, place: string, depth: number): ScopeRule => {
    const refuse = (problem: RuleProblem): never => {
      throw new NotARule(problem, place);
    };
    if (!isObject(node)) return refuse('notARule');
    const keys = Object.keys(node);
    for (const group of ['all', 'any'] as const) {
      if (!Object.hasOwn(node, group)) continue;
      if (keys.length > 1) refuse('unknownKey');
      const parts = node[group];
      if (!Array.isArray(parts)) return refuse('notARule');
      // An empty `all` would match everything, which an empty list never means.
      if (parts.length === 0) refuse('emptyGroup');
      if (depth > ruleLimits.depth) refuse('tooDeep');
      const rules = parts.map((part, i) => judged(part, `${place && `${place}.`}${group}.${i}`, depth + 1));
      return group === 'all' ? { all: rules } : { any: rules };
    }

    if (keys.some((key) => !['field', 'is', 'value'].includes(key))) refuse('unknownKey');
    conditions += 1;
    if (conditions > ruleLimits.conditions) refuse('tooMany');
    const { field: name, is } = node;
    if (typeof name !== 'string' || typeof is !== 'string') return refuse('notARule');
    if (!Object.hasOwn(fields, name)) refuse(Object.hasOwn(module.fields, name) ? 'refusedField' : 'unknownField');
    const field = fields[name]!;
    const comparison = comparisonsOf(field).find((it) => it === is);
    if (!comparison) return refuse(known.includes(is) ? 'wrongComparison' : 'unknownComparison');
    const asksNothing = comparison === 'empty' || comparison === 'notEmpty';
    const value = asksNothing && !Object.hasOwn(node, 'value') ? '' : node.value;
    if (!isRuleValue(field, comparison, value)) return refuse('wrongValue');
    if (Array.isArray(value)) return { field: name, is: comparison, value: [...value] };
    return { field: name, is: comparison, value: isObject(value) ? { my: value.my } : value };
  };
  return judged(rule, '', 1);
}

/** The rule in a stored text. Throws NotARule. */
export function readRule(text: string, module: Pick<Module, 'fields'>): ScopeRule {
  if (text.length > ruleLimits.letters) throw new NotARule('tooLong');
  let rule: unknown;
  try {
    rule = JSON.parse(text);
  } catch {
    throw new NotARule('notJson');
  }
  return judgeRule(rule, module);
}

type Says = Record<Comparison, (value: string) => string>;
const inOrder = {
  '>': (value: string) => `> ${value}`,
  '>=': (value: string) => `≥ ${value}`,
  '<': (value: string) => `< ${value}`,
  '<=': (value: string) => `≤ ${value}`,
};
const sentences: Record<
  Language,
  {
    says: Says;
    my: Record<My, string>;
    flag: readonly [no: string, yes: string];
    none: string;
    comma: string;
    quoted(text: string): string;
    all: string;
    any: string;
    /** Around a group inside another; full-width brackets bring their own gap. */
    brackets: readonly [open: string, close: string, gap: string];
  }
> = {
  zh: {
    says: {
      ...inOrder,
      '=': (value) => `为 ${value}`,
      '<>': (value) => `不为 ${value}`,
      in: (value) => `属于 ${value}`,
      notIn: (value) => `不属于 ${value}`,
      like: (value) => `包含 ${value}`,
      startsWith: (value) => `以 ${value} 开头`,
      empty: () => '为空',
      notEmpty: () => '不为空',
    },
    my: {
      userId: '本人',
      deptIds: '所在机构',
      deptTree: '所在机构及子级',
      account: '本人账号',
      roleIds: '本人角色',
    },
    flag: ['否', '是'],
    none: '（无）',
    comma: '、',
    quoted: (text) => `“${text}”`,
    all: '且',
    any: '或',
    brackets: ['（', '）', ''],
  },
  en: {
    says: {
      ...inOrder,
      '=': (value) => `is ${value}`,
      '<>': (value) => `is not ${value}`,
      in: (value) => `is one of ${value}`,
      notIn: (value) => `is not one of ${value}`,
      like: (value) => `contains ${value}`,
      startsWith: (value) => `starts with ${value}`,
      empty: () => 'is empty',
      notEmpty: () => 'is not empty',
    },
    my: {
      userId: 'current user',
      deptIds: 'own departments',
      deptTree: 'own departments and subdepartments',
      account: 'own account',
      roleIds: 'own roles',
    },
    flag: ['No', 'Yes'],
    none: '(none)',
    comma: ', ',
    quoted: (text) => `“${text}”`,
    all: 'and',
    any: 'or',
    brackets: ['(', ')', ' '],
  },
};

/**
 * A rule as a sentence. `wordFor` answers the text of a value that is not the module's own: of a dictionary, or of the
 * record an id names; the value itself is printed where it answers none.
 */
export function ruleText(
  rule: ScopeRule,
  module: Pick<Module, 'fields'>,
  language: Language,
  wordFor: (field: Field, value: string | number) => string | undefined = () => undefined,
): string {
  const { says, my, flag, none, comma, quoted, brackets, ...joins } = madeFor(sentences, language);
  const [open, close, gap] = brackets;
  const fields = ruleFields(module);
  const valueText = (field: Field, value: string | number): string => {
    if (isText(field)) return quoted(String(value));
    if (field.kind === 'flag') return flag[value as 0 | 1];
    return textIn(field.choices?.[String(value)], language) ?? wordFor(field, value) ?? String(value);
  };
  const phrase = (node: ScopeRule): { text: string; isGroup: boolean } => {
    if ('field' in node) {
      const { field: name, is, value } = node;
      if (!Object.hasOwn(fields, name)) throw new NotARule('unknownField');
      const field = fields[name]!;
      const compared =
        typeof value !== 'object'
          ? value === ''
            ? ''
            : valueText(field, value)
          : Array.isArray(value)
            ? value.map((it) => valueText(field, it)).join(comma) || none
            : my[value.my];
      return { text: `${textIn(field.label, language)} ${says[is](compared)}`, isGroup: false };
    }
    const parts = ('all' in node ? node.all : node.any).map(phrase);
    if (parts.length === 1) return parts[0]!;
    const join = 'all' in node ? joins.all : joins.any;
    const text = parts.reduce((so, { text, isGroup }, i) => {
      const shown = isGroup ? `${open}${text}${close}` : text;
      return i === 0 ? shown : `${so}${parts[i - 1]!.isGroup ? gap : ' '}${join}${isGroup ? gap : ' '}${shown}`;
    }, '');
    return { text, isGroup: true };
  };
  return phrase(rule).text;
}
