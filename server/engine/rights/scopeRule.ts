import { type RawBuilder, sql } from 'kysely';
import type { Kind } from '../../../contract/schema/fields';
import type { Module } from '../../../contract/schema/module';
import { judgeRule, ruleFields, type ScopeRule } from '../../../contract/schema/scopeRule';
import { literal } from '../../kernel/table';

/** The caller's attributes that a rule may compare with. `deptTree` holds the own departments and their descendants. */
export interface Asker {
  userId: string;
  deptIds: string[];
  deptTree: string[];
  account: string;
  roleIds: string[];
}

/** The type a value is bound as: comparing a numeric column with a text would leave the type to the planner. */
const boundAs: Partial<Record<Kind, string>> = {
  text: 'text',
  longText: 'text',
  integer: 'int',
  choice: 'int',
  dict: 'int',
  flag: 'int',
  money: 'numeric',
  rate: 'numeric',
  date: 'date',
  dateTime: 'timestamp',
  ref: 'bigint',
};

/**
 * The rows a rule matches, as a condition of a statement. The rule is validated again, so that an unvalidated one, or
 * one whose module has changed, throws NotARule instead of matching other rows. "not X" includes rows without a value.
 */
export function ruleSql(
  rule: ScopeRule,
  module: Pick<Module, 'fields'>,
  who: Asker,
  columnOf: (field: string) => string,
): RawBuilder<boolean> {
  const fields = ruleFields(module);
  const condition = (node: ScopeRule): RawBuilder<boolean> => {
    if ('all' in node) return sql<boolean>`(${sql.join(node.all.map(condition), sql` and `)})`;
    if ('any' in node) return sql<boolean>`(${sql.join(node.any.map(condition), sql` or `)})`;
    const { field: name, is } = node;
    const { kind } = fields[name]!;
    const column = sql.ref(columnOf(name));
    const isText = kind === 'text' || kind === 'longText';
    const type = sql.raw(boundAs[kind]!);
    const value = typeof node.value !== 'object' || Array.isArray(node.value) ? node.value : who[node.value.my];
    const one = sql`${String(value)}::${type}`;
    const several = sql`${[value].flat().map(String)}::${type}[]`;
    switch (is) {
      case '<>':
        return sql<boolean>`${column} is distinct from ${one}`;
      case 'in':
        return sql<boolean>`${column} = any(${several})`;
      case 'notIn':
        return sql<boolean>`(${column} is null or ${column} <> all(${several}))`;
      case 'like':
        return sql<boolean>`${column} like ${`%${literal(String(value))}%`}::text`;
      case 'startsWith':
        return sql<boolean>`${column} like ${`${literal(String(value))}%`}::text`;
      case 'empty':
        return isText ? sql<boolean>`(${column} is null or ${column} = '')` : sql<boolean>`${column} is null`;
      case 'notEmpty':
        return isText ? sql<boolean>`${column} <> ''` : sql<boolean>`${column} is not null`;
      default:
        return sql<boolean>`${column} ${sql.raw(is)} ${one}`;
    }
  };
  return condition(judgeRule(rule, module));
}
