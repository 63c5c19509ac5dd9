import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { Field, Fields } from '../../../../contract/schema/fields';
import type { Module } from '../../../../contract/schema/module';
import {
  type Comparison,
  comparisonsOf,
  judgeRule,
  type My,
  type RuleProblem,
  ruleFields,
  ruleLimits,
  ruleText,
} from '../../../../contract/schema/scopeRule';
import { flatten, type TreeNode } from '../../../../contract/schema/tree';
import { choices, targetOf } from '../../../store/crud/choices';
import { wordFor } from '../../../store/crud/dict';
import { choiceSetOf, isSearched } from '../../../store/crud/targets';
import { Button, IconButton } from '../../../ui/inputs/buttons';
import { Checkbox, SelectInput } from '../../../ui/inputs/choices';
import { DateInput } from '../../../ui/inputs/dates';
import { FieldNote, TextArea, TextInput } from '../../../ui/inputs/fields';
import { LinkButton } from '../../../ui/inputs/LinkButton';
import { NumberInput } from '../../../ui/inputs/numbers';
import { arrange } from '../../../ui/layout/arrange';
import { Segments } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { MessageBar } from '../../../ui/overlays/messages';
import { ChoiceInput } from '../../crud/choiceInputs';
import { optionsOf } from '../../crud/inputs';
import type { Format } from '../../crud/screen';
import {
  asksValue,
  changedAt,
  comparedBy,
  conditionOn,
  countOf,
  draftOf,
  fieldWords,
  isRuleGroup,
  isSeveral,
  joined,
  joinOf,
  mineFor,
  partsOf,
  problemsOf,
  type RuleCondition,
  type RuleDraft,
  type RuleGroup,
  type RulePlace,
  textOfDraft,
  withPart,
} from './ruleDraft';
import styles from './ruleEditor.module.css';

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
type WordFor = ReturnType<typeof useRuleWords>;

const comparisonKeys = {
  '=': 'rule.is.equal',
  '<>': 'rule.is.differs',
  '>': 'rule.is.above',
  '>=': 'rule.is.atLeast',
  '<': 'rule.is.below',
  '<=': 'rule.is.atMost',
  in: 'rule.is.in',
  notIn: 'rule.is.notIn',
  like: 'rule.is.like',
  startsWith: 'rule.is.startsWith',
  empty: 'rule.is.empty',
  notEmpty: 'rule.is.notEmpty',
} as const satisfies Record<Comparison, string>;
const myKeys = {
  userId: 'rule.my.userId',
  deptIds: 'rule.my.deptIds',
  deptTree: 'rule.my.deptTree',
  account: 'rule.my.account',
  roleIds: 'rule.my.roleIds',
} as const satisfies Record<My, string>;
const problemKeys = {
  tooLong: 'rule.problem.tooLong',
  notJson: 'rule.problem.notJson',
  notARule: 'rule.problem.notARule',
  unknownKey: 'rule.problem.notARule',
  emptyGroup: 'rule.problem.emptyGroup',
  tooDeep: 'rule.problem.tooDeep',
  tooMany: 'rule.problem.tooMany',
  unknownField: 'rule.problem.unknownField',
  refusedField: 'rule.problem.refusedField',
  unknownComparison: 'rule.problem.comparison',
  wrongComparison: 'rule.problem.comparison',
  wrongValue: 'rule.problem.value',
} as const satisfies Record<RuleProblem, string>;

function Problem({ problem }: { problem: RuleProblem | undefined }) {
  const { t } = useTranslation();
  if (!problem) return null;
  return (
    <FieldNote tone="problem">
      {t(problemKeys[problem], { depth: ruleLimits.depth, count: ruleLimits.conditions, letters: ruleLimits.letters })}
    </FieldNote>
  );
}

function isWhole({ kind }: Field) {
  return ['integer', 'choice', 'dict', 'flag'].includes(kind);
}
function constantOf(field: Field, text: string): string | number {
  return isWhole(field) && /^-?\d+$/.test(text) ? Number(text) : text;
}

interface ValueProps {
  field: Field;
  condition: RuleCondition;
  format: Format;
  word: WordFor;
  label: string;
  onValue(value: unknown): void;
}

/** Several values: checkboxes for few options, otherwise one value per line. */
function SeveralInput({ field, condition, format, word, label, onValue }: ValueProps) {
  const { t } = useTranslation();
  const values = (Array.isArray(condition.value) ? condition.value : []) as (string | number)[];
  const { kind, to } = field;
  const set = choiceSetOf({ to });
  if (kind === 'choice' || kind === 'dict' || kind === 'flag')
    return (
      <fieldset className={arrange.row} aria-label={label}>
        {optionsOf(field, format).map((option) => (
          <Checkbox
            key={option.value}
            checked={values.some((one) => String(one) === option.value)}
            onChange={(on) => {
              const rest = values.filter((one) => String(one) !== option.value);
              onValue(on ? [...rest, Number(option.value)] : rest);
            }}
          >
            {option.label}
          </Checkbox>
        ))}
      </fieldset>
    );
  if (kind === 'ref' && set)
    return (
      <ChoiceInput
        of={set}
        multiple
        label={label}
        value={values.join(',')}
        shown={values.map((id) => word(field, id) ?? id).join()}
        onPick={(ids) => onValue(ids.split(',').filter(Boolean))}
        placeholder={isSearched(set) ? t('choose.addOne') : t('rule.value')}
      />
    );
  return (
    <TextArea
      aria-label={label}
      rows={2}
      value={values.join('\n')}
      placeholder={t('rule.onePerLine')}
      onChange={(text) => onValue(text === '' ? [] : text.split('\n').map((line) => constantOf(field, line)))}
    />
  );
}

function OneInput({ field, condition, format, word, label, onValue }: ValueProps) {
  const { t } = useTranslation();
  const value = typeof condition.value === 'object' ? '' : String(condition.value ?? '');
  const { kind, to } = field;
  const set = choiceSetOf({ to });
  const common = { value, 'aria-label': label, placeholder: t('rule.value') };
  switch (kind) {
    case 'choice':
    case 'dict':
    case 'flag':
      return (
        <SelectInput
          {...common}
          options={optionsOf(field, format)}
          onChange={(picked) => onValue(picked === '' ? '' : Number(picked))}
        />
      );
    case 'ref':
      if (!set) return <TextInput {...common} onChange={onValue} />;
      return (
        <ChoiceInput
          of={set}
          label={label}
          value={value}
          shown={value && (word(field, value) ?? value)}
          onPick={(id) => onValue(id)}
          placeholder={t('rule.value')}
        />
      );
    case 'integer':
      return <NumberInput {...common} inputMode="numeric" onChange={(text) => onValue(constantOf(field, text))} />;
    case 'money':
    case 'rate':
      return <NumberInput {...common} onChange={onValue} />;
    case 'date':
      return (
        <DateInput
          value={value}
          aria-label={label}
          pickLabel={t('crud.pick')}
          placeholder="yyyy-MM-dd"
          onChange={onValue}
        />
      );
    case 'dateTime':
      return <TextInput {...common} placeholder="yyyy-MM-dd HH:mm:ss" maxLength={19} onChange={onValue} />;
    default:
      return <TextInput {...common} maxLength={200} onChange={onValue} />;
  }
}

interface ConditionProps {
  condition: RuleCondition;
  number: number;
  fields: Fields;
  module: Module;
  format: Format;
  word: WordFor;
  problem: RuleProblem | undefined;
  onChange(next: RuleCondition | null): void;
}
const CONSTANT = 'constant';

function Condition({ condition, number, fields, module, format, word, problem, onChange }: ConditionProps) {
  const { t } = useTranslation();
  const { field: name, is, value } = condition;
  const field = fields[name];
  const partLabel = (what: string) => t('rule.partOf', { what, number });
  const mines = field ? mineFor(name, is, module) : [];
  const my = typeof value === 'object' && value !== null && 'my' in value ? (value as { my: My }).my : undefined;
  const onValue = (next: unknown) => onChange({ ...condition, value: next });
  const valueProps: ValueProps | undefined = field && {
    field,
    condition,
    format,
    word,
    label: partLabel(t('rule.value')),
    onValue,
  };
  return (
    <div>
      <div className={styles.parts}>
        <SelectInput
          aria-label={partLabel(t('rule.field'))}
          value={name}
          {...(field ? {} : { placeholder: name || t('rule.field') })}
          options={Object.entries(fieldWords(fields, format.language)).map(([key, label]) => ({ value: key, label }))}
          onChange={(picked) => picked !== '' && onChange(conditionOn(picked, fields))}
        />
        <SelectInput
          aria-label={partLabel(t('rule.comparison'))}
          value={is}
          options={comparisonsOf(field ?? { kind: 'secret' }).map((one) => ({
            value: one,
            label: t(comparisonKeys[one]),
          }))}
          onChange={(picked) => onChange(comparedBy(condition, picked as Comparison))}
        />
        <div className={styles.value}>
          {mines.length > 0 && asksValue(is) && (
            <SelectInput
              aria-label={partLabel(t('rule.source'))}
              value={my ?? CONSTANT}
              options={[
                { value: CONSTANT, label: t('rule.constant') },
                ...mines.map((one) => ({ value: one, label: t(myKeys[one]) })),
              ]}
              onChange={(picked) => onValue(picked === CONSTANT ? (isSeveral(is) ? [] : '') : { my: picked })}
            />
          )}
          {valueProps &&
            asksValue(is) &&
            !my &&
            (isSeveral(is) ? <SeveralInput {...valueProps} /> : <OneInput {...valueProps} />)}
        </div>
        <IconButton
          icon="delete"
          size="small"
          label={t('rule.removeCondition', { number })}
          onClick={() => onChange(null)}
        />
      </div>
      <Problem problem={problem} />
    </div>
  );
}

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
      className={`${styles.group} ${arrange.box}`}
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

/** A rule as a sentence; empty for an invalid rule. */
export function sentenceOf(text: string, module: Module, { language }: Format, word: WordFor): string {
  const draft = draftOf(text);
  if (!draft || problemsOf(draft, module).size > 0) return '';
  return ruleText(judgeRule(draft, module), module, language, word);
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
    <div className={styles.editor}>
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
      <p className={styles.sentence} role="status">
        <strong>{t('rule.means')}</strong>
        {sentence || t('rule.notYet')}
      </p>
    </div>
  );
}
