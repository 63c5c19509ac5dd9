import { useTranslation } from 'react-i18next';
import type { Field } from '../../../../contract/schema/fields';
import { choiceSetOf, isSearched } from '../../../store/crud/targets';
import { Checkbox, SelectInput } from '../../../ui/inputs/choices';
import { DateInput } from '../../../ui/inputs/dates';
import { TextArea, TextInput } from '../../../ui/inputs/fields';
import { NumberInput } from '../../../ui/inputs/numbers';
import { arrange } from '../../../ui/layout/arrange';
import { ChoiceInput } from '../../crud/inputs/choiceInputs';
import { optionsOf } from '../../crud/inputs/inputs';
import type { Format } from '../../crud/screen';
import type { RuleCondition } from './ruleDraft';
import type { WordFor } from './ruleWords';

function isWhole({ kind }: Field) {
  return ['integer', 'choice', 'dict', 'flag'].includes(kind);
}

function constantOf(field: Field, text: string): string | number {
  return isWhole(field) && /^-?\d+$/.test(text) ? Number(text) : text;
}

export interface ValueProps {
  field: Field;
  condition: RuleCondition;
  format: Format;
  word: WordFor;
  label: string;
  onValue(value: unknown): void;
}

/** Several values: checkboxes for few options, otherwise one value per line. */
export function SeveralInput({ field, condition, format, word, label, onValue }: ValueProps) {
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

export function OneInput({ field, condition, format, word, label, onValue }: ValueProps) {
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
      return <NumberInput {...common} kind="money" onChange={onValue} />;
    case 'rate':
      return <NumberInput {...common} kind="rate" onChange={onValue} />;
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
