import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { Field } from '../../../../contract/schema/fields';
import type { Module } from '../../../../contract/schema/module';
import { judgeRule, ruleText } from '../../../../contract/schema/scopeRule';
import { flatten, type TreeNode } from '../../../../contract/schema/tree';
import { choices, targetOf } from '../../../store/crud/choices';
import { wordFor } from '../../../store/crud/dict';
import type { Format } from '../../crud/screen';
import { draftOf, problemsOf } from './ruleDraft';

/** Labels of values that the module does not define: dictionary entries, and titles of known records. */
export function useRuleWords(format: Format) {
  const sets = useSelector(choices.selectors.held);
  const titles = useSelector(choices.selectors.titles);
  return useMemo(() => {
    const names = new Map<string, string>();
    for (const [to, known] of Object.entries(titles ?? {}))
      for (const [id, title] of Object.entries(known)) names.set(`${to}/${id}`, title);
    for (const [set, { nodes }] of Object.entries(sets ?? {}))
      for (const { id, title } of flatten<TreeNode>(nodes)) names.set(`${targetOf(set).to}/${id}`, title);
    return ({ kind, dict, to }: Field, value: string | number): string | undefined => {
      if (kind === 'dict') return wordFor(format.dicts, dict ?? '', value, format.language);
      return kind === 'ref' ? names.get(`${to}/${value}`) : undefined;
    };
  }, [sets, titles, format]);
}

export type WordFor = ReturnType<typeof useRuleWords>;

/** A rule as a sentence; empty for an invalid rule. */
export function sentenceOf(text: string, module: Module, { language }: Format, word: WordFor): string {
  const draft = draftOf(text);
  if (!draft || problemsOf(draft, module).size > 0) return '';
  return ruleText(judgeRule(draft, module), module, language, word);
}
