/** A rule being edited: of the shape of a complete rule, but parts may be invalid. */

import { type Language, textIn } from '../../../../contract/domain/text';
import type { Field } from '../../../../contract/schema/fields';
import type { Module } from '../../../../contract/schema/module';
import {
  type Comparison,
  comparisonsOf,
  judgeRule,
  type My,
  NotARule,
  type RuleProblem,
  ruleLimits,
} from '../../../../contract/schema/scopeRule';

export interface RuleCondition {
  field: string;
  is: Comparison;
  value: unknown;
}
export type RuleGroup = { all: RuleDraft[] } | { any: RuleDraft[] };
export type RuleDraft = RuleGroup | RuleCondition;
/** Path to a part: its index in each group. */
export type RulePlace = readonly number[];

export function isRuleGroup(draft: RuleDraft): draft is RuleGroup {
  return 'all' in draft || 'any' in draft;
}
export function partsOf(group: RuleGroup): RuleDraft[] {
  return 'all' in group ? group.all : group.any;
}
export function joinOf(group: RuleGroup): 'all' | 'any' {
  return 'all' in group ? 'all' : 'any';
}
function groupOf(join: 'all' | 'any', parts: RuleDraft[]): RuleGroup {
  return join === 'all' ? { all: parts } : { any: parts };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function drafted(node: unknown): RuleDraft | undefined {
  if (!isObject(node)) return undefined;
  for (const join of ['all', 'any'] as const) {
    const parts = node[join];
    if (parts === undefined) continue;
    if (!Array.isArray(parts)) return undefined;
    const drafts = parts.map(drafted);
    return drafts.every((one) => one !== undefined) ? groupOf(join, drafts) : undefined;
  }
  if (typeof node.field !== 'string' || typeof node.is !== 'string') return undefined;
  return { field: node.field, is: node.is as Comparison, value: node.value ?? '' };
}

/** Parses a stored rule as a group; undefined when the editor cannot show it. */
export function draftOf(text: string): RuleGroup | undefined {
  if (text.trim() === '') return { all: [] };
  let node: unknown;
  try {
    node = JSON.parse(text);
  } catch {
    return undefined;
  }
  const draft = drafted(node);
  return draft && (isRuleGroup(draft) ? draft : { all: [draft] });
}
export function textOfDraft(draft: RuleGroup): string {
  return partsOf(draft).length === 0 ? '' : JSON.stringify(draft);
}

/** The rule with the part at the path replaced, or removed without a new part. */
export function changedAt(
  draft: RuleGroup,
  place: RulePlace,
  change: (part: RuleDraft) => RuleDraft | null,
): RuleGroup {
  const [at, ...rest] = place;
  if (at === undefined) {
    const next = change(draft);
    return next && isRuleGroup(next) ? next : { all: [] };
  }
  const parts = partsOf(draft).flatMap((part, i) => {
    if (i !== at) return [part];
    if (rest.length > 0) return isRuleGroup(part) ? [changedAt(part, rest, change)] : [part];
    return change(part) ?? [];
  });
  return groupOf(joinOf(draft), parts);
}
export function joined(group: RuleGroup, join: 'all' | 'any'): RuleGroup {
  return groupOf(join, partsOf(group));
}
export function withPart(group: RuleGroup, part: RuleDraft): RuleGroup {
  return groupOf(joinOf(group), [...partsOf(group), part]);
}

export function countOf(draft: RuleDraft): number {
  return isRuleGroup(draft) ? partsOf(draft).reduce((all, part) => all + countOf(part), 0) : 1;
}

const several: readonly Comparison[] = ['in', 'notIn'];
export function isSeveral(is: Comparison): boolean {
  return several.includes(is);
}
export function asksValue(is: Comparison): boolean {
  return is !== 'empty' && is !== 'notEmpty';
}
function blank(is: Comparison): unknown {
  return isSeveral(is) ? [] : '';
}

/** A new condition on a field, with the most common operator. */
export function conditionOn(name: string, fields: Record<string, Field>): RuleCondition {
  const is = comparisonsOf(fields[name] ?? { kind: 'secret' })[0] ?? '=';
  return { field: name, is, value: blank(is) };
}
/** Changes the operator and keeps the value where possible. */
export function comparedBy({ field, is: before, value }: RuleCondition, is: Comparison): RuleCondition {
  const isKept = asksValue(is) && asksValue(before) && isSeveral(is) === isSeveral(before);
  if (isKept) return { field, is, value };
  if (isSeveral(is) && asksValue(before) && !isObject(value) && value !== '') return { field, is, value: [value] };
  if (Array.isArray(value) && asksValue(is) && value.length > 0) return { field, is, value: value[0] };
  return { field, is, value: blank(is) };
}

function problemOf(draft: unknown, module: Pick<Module, 'fields'>): RuleProblem | undefined {
  try {
    judgeRule(draft, module);
    return undefined;
  } catch (error) {
    if (error instanceof NotARule) return error.problem;
    throw error;
  }
}

/** Attributes of the current user that a field can be compared with. */
export function mineFor(name: string, is: Comparison, module: Pick<Module, 'fields'>): My[] {
  return (['userId', 'deptIds', 'deptTree', 'account', 'roleIds'] as const).filter(
    (my) => problemOf({ field: name, is, value: { my } }, module) === undefined,
  );
}

/** Problems by path (`0.1`; '' is the root): each part is validated separately, so that all problems are shown. */
export function problemsOf(draft: RuleGroup, module: Pick<Module, 'fields'>): Map<string, RuleProblem> {
  const problems = new Map<string, RuleProblem>();
  const judge = (part: RuleDraft, place: string, depth: number) => {
    if (!isRuleGroup(part)) {
      const problem = problemOf(part, module);
      if (problem) problems.set(place, problem);
      return;
    }
    const parts = partsOf(part);
    if (parts.length === 0) problems.set(place, 'emptyGroup');
    else if (depth > ruleLimits.depth) problems.set(place, 'tooDeep');
    for (const [i, one] of parts.entries()) judge(one, place === '' ? String(i) : `${place}.${i}`, depth + 1);
  };
  judge(draft, '', 1);
  if (countOf(draft) > ruleLimits.conditions) problems.set('', 'tooMany');
  if (textOfDraft(draft).length > ruleLimits.letters) problems.set('', 'tooLong');
  return problems;
}

/** Distinct labels of fields, because an id and a name may have the same label. */
export function fieldWords(fields: Record<string, Field>, language: Language): Record<string, string> {
  const labels = Object.entries(fields).map(([name, { label }]) => [name, textIn(label, language)] as const);
  const isShared = (label: string) => labels.filter(([, one]) => one === label).length > 1;
  return Object.fromEntries(labels.map(([name, label]) => [name, isShared(label) ? `${label} (${name})` : label]));
}
