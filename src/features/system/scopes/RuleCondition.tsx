import { useTranslation } from 'react-i18next';
import type { Fields } from '../../../../contract/schema/fields';
import type { Module } from '../../../../contract/schema/module';
import {
  type Comparison,
  comparisonsOf,
  type My,
  type RuleProblem,
  ruleLimits,
} from '../../../../contract/schema/scopeRule';
import { IconButton } from '../../../ui/inputs/buttons';
import { SelectInput } from '../../../ui/inputs/choices';
import { FieldNote } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import type { Format } from '../../crud/screen';
import styles from './RuleCondition.module.css';
import { OneInput, SeveralInput, type ValueProps } from './RuleValue';
import { asksValue, comparedBy, conditionOn, fieldWords, isSeveral, mineFor, type RuleCondition } from './ruleDraft';
import type { WordFor } from './ruleWords';

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

export function Problem({ problem }: { problem: RuleProblem | undefined }) {
  const { t } = useTranslation();
  if (!problem) return null;
  return (
    <FieldNote tone="problem">
      {t(problemKeys[problem], { depth: ruleLimits.depth, count: ruleLimits.conditions, letters: ruleLimits.letters })}
    </FieldNote>
  );
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

export function Condition({ condition, number, fields, module, format, word, problem, onChange }: ConditionProps) {
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
        <div className={`${arrange.row} ${styles.value}`}>
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
