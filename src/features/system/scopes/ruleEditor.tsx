import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Fields } from '../../../../contract/schema/fields';
import type { Module } from '../../../../contract/schema/module';
import { type RuleProblem, ruleFields, ruleLimits } from '../../../../contract/schema/scopeRule';
import { Button, IconButton } from '../../../ui/inputs/buttons';
import { TextArea } from '../../../ui/inputs/fields';
import { LinkButton } from '../../../ui/inputs/LinkButton';
import { arrange } from '../../../ui/layout/arrange';
import { Segments } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import type { Format } from '../../crud/screen';
import { Condition, Problem } from './RuleCondition';
import {
  changedAt,
  conditionOn,
  countOf,
  draftOf,
  isRuleGroup,
  joined,
  joinOf,
  partsOf,
  problemsOf,
  type RuleDraft,
  type RuleGroup,
  type RulePlace,
  textOfDraft,
  withPart,
} from './ruleDraft';
import styles from './ruleEditor.module.css';
import { sentenceOf, useRuleWords, type WordFor } from './ruleWords';

interface GroupProps {
  group: RuleGroup;
  place: RulePlace;
  whole: RuleGroup;
  problems: ReadonlyMap<string, RuleProblem>;
  fields: Fields;
  module: Module;
  format: Format;
  word: WordFor;
  onWhole(next: RuleGroup): void;
}

function Group(props: GroupProps) {
  const { group, place, whole, problems, fields, module, format, word, onWhole } = props;
  const { t } = useTranslation();
  const depth = place.length + 1;
  const change = (at: RulePlace, next: (part: RuleDraft) => RuleDraft | null) => onWhole(changedAt(whole, at, next));
  const add = (part: RuleDraft) => change(place, (own) => (isRuleGroup(own) ? withPart(own, part) : own));
  const isFull = countOf(whole) >= ruleLimits.conditions;
  const first = Object.keys(fields)[0] ?? '';
  const full = isFull ? { disabledReason: t('rule.problem.tooMany', { count: ruleLimits.conditions }) } : {};
  return (
    <fieldset
      className={`${arrange.column} ${arrange.box} ${styles.group}`}
      aria-label={t(joinOf(group) === 'all' ? 'rule.allOf' : 'rule.anyOf')}
    >
      <div className={arrange.row}>
        <Segments
          label={t('rule.join')}
          current={joinOf(group)}
          onPick={(key) => change(place, (own) => (isRuleGroup(own) ? joined(own, key as 'all' | 'any') : own))}
          items={[
            { key: 'all', label: t('rule.allOf') },
            { key: 'any', label: t('rule.anyOf') },
          ]}
        />
        <span className={text.grow} />
        {place.length > 0 && (
          <IconButton
            icon="dismiss"
            size="small"
            label={t('rule.removeGroup')}
            onClick={() => change(place, () => null)}
          />
        )}
      </div>
      {partsOf(group).map((part, i) => {
        const at = [...place, i];
        const key = at.join('.');
        return isRuleGroup(part) ? (
          <Group key={key} {...props} group={part} place={at} />
        ) : (
          <Condition
            key={key}
            condition={part}
            number={i + 1}
            fields={fields}
            module={module}
            format={format}
            word={word}
            problem={problems.get(key)}
            onChange={(next) => change(at, () => next)}
          />
        );
      })}
      <Problem problem={problems.get(place.join('.'))} />
      <div className={arrange.row}>
        <Button size="small" icon="add" {...full} onClick={() => add(conditionOn(first, fields))}>
          {t('rule.addCondition')}
        </Button>
        <Button
          size="small"
          icon="layer"
          {...(depth >= ruleLimits.depth
            ? { disabledReason: t('rule.problem.tooDeep', { depth: ruleLimits.depth }) }
            : full)}
          onClick={() => add({ [joinOf(group) === 'all' ? 'any' : 'all']: [conditionOn(first, fields)] } as RuleGroup)}
        >
          {t('rule.addGroup')}
        </Button>
      </div>
    </fieldset>
  );
}

export interface RuleEditorProps {
  /** The rule as it is stored. */
  text: string;
  module: Module;
  format: Format;
  readOnly?: boolean;
  onChange(text: string): void;
}

/** Editor of a rule from fields, operators and values, with the rule as a sentence. */
export function RuleEditor({ text, module, format, readOnly = false, onChange }: RuleEditorProps) {
  const { t } = useTranslation();
  const word = useRuleWords(format);
  const fields = useMemo(() => ruleFields(module), [module]);
  const draft = useMemo(() => draftOf(text), [text]);
  const problems = useMemo(() => (draft ? problemsOf(draft, module) : undefined), [draft, module]);
  const sentence = useMemo(() => sentenceOf(text, module, format, word), [text, module, format, word]);
  if (!draft || !problems)
    return (
      <>
        <MessageBar
          tone="warning"
          action={readOnly ? undefined : <LinkButton onClick={() => onChange('')}>{t('rule.startAnew')}</LinkButton>}
        >
          {t('rule.unreadable')}
        </MessageBar>
        <TextArea aria-label={t('rule.text')} value={text} readOnly={readOnly} onChange={onChange} />
      </>
    );
  return (
    <div className={arrange.column}>
      {!readOnly && (
        <Group
          group={draft}
          place={[]}
          whole={draft}
          problems={problems}
          fields={fields}
          module={module}
          format={format}
          word={word}
          onWhole={(next) => onChange(textOfDraft(next))}
        />
      )}
      <p className={arrange.well} role="status">
        <strong>{t('rule.means')}</strong> {sentence || t('rule.notYet')}
      </p>
    </div>
  );
}
