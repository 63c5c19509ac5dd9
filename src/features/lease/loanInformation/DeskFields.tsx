import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { textIn } from '../../../../contract/domain/text';
import { normalValue } from '../../../../contract/wire/ocr/judging';
import { Button } from '../../../ui/inputs/buttons';
import { DateInput } from '../../../ui/inputs/dates';
import { FormField, TextArea, TextInput } from '../../../ui/inputs/fields';
import { MoneyInput } from '../../../ui/inputs/numbers';
import { useFormat } from '../../crud/useFormat';
import { canConfirm, type DeskField } from './attention';
import styles from './DeskFields.module.css';
import { type Desk, desks } from './desksSlice';
import { wordsOf } from './words';

const { actions: at } = desks;

/** Values that need the whole width. */
const long = ['address', 'scope'];
/** Two of them stand side by side. */
const short: readonly string[] = ['sex', 'nation', 'validFrom', 'validTo', 'amount', 'payDate', 'tax', 'total'];

interface FieldProps {
  id: string;
  desk: Desk;
  field: DeskField;
  /** Its place in the picture is lit. */
  isLit: boolean;
  isFocused: boolean;
  onPoint(key: string): void;
  onFocus(key: string): void;
  /** The person says that it is right. */
  onConfirm(key: string): void;
}

/** What is said below a field: what is wrong, what is to be looked at, or what was read. */
function noteOf({ desk, field, isFocused }: FieldProps, t: TFunction) {
  const { key, read, attention, isEdited, message } = field;
  const refusal = desk.problems[key];
  if (refusal) return { problem: wordsOf(t, refusal) };
  // A number that is still being typed is not wrong yet.
  if (attention === 'invalid' && !(isFocused && isEdited)) return { problem: message };
  if (attention === 'unsure') return { problem: message };
  if (attention === 'missing') return { warning: t('papers.missing') };
  if (attention === 'doubtful')
    return { warning: t('papers.doubtful', { percent: Math.round((read?.confidence ?? 0) * 100) }) };
  if (isEdited && read?.value) return { help: t('papers.readAs', { value: read.value }) };
  if (desk.confirmed.includes(key)) return { help: t('papers.compared'), helpTone: 'good' as const };
  return {};
}

function Control({ id, field, onFocus }: FieldProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { key, spec, value } = field;
  const common = {
    name: key,
    value,
    onChange: (typed: string) => dispatch(at.type({ id, key, value: typed })),
    onFocus: () => onFocus(key),
  };
  if (long.includes(key)) return <TextArea rows={key === 'scope' ? 3 : 2} {...common} />;
  if (spec.kind === 'date') return <DateInput {...common} pickLabel={t('papers.pickDate')} />;
  if (spec.kind === 'money') return <MoneyInput {...common} />;
  return (
    <TextInput
      {...common}
      onBlur={() => {
        const plain = normalValue(spec.kind, value);
        if (plain !== value) dispatch(at.type({ id, key, value: plain }));
      }}
    />
  );
}

function FieldRow(props: FieldProps) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const { id, field, isLit, onPoint, onConfirm } = props;
  const { key, spec, attention } = field;
  const name = textIn(spec.label, language) ?? key;
  const width = short.includes(key) ? styles.short : '';
  return (
    <div
      className={`${styles.row} ${width}`}
      data-lit={isLit || undefined}
      data-attention={attention ?? undefined}
      onPointerEnter={() => onPoint(key)}
      onPointerLeave={() => onPoint('')}
    >
      <FormField id={`paper-${id}-${key}`} layout="above" label={name} required={spec.isNeeded} {...noteOf(props, t)}>
        <span className={styles.control}>
          <span>
            <Control {...props} />
          </span>
          {canConfirm(attention) && (
            <Button
              size="small"
              icon="checkmark"
              data-confirm={key}
              aria-label={t('papers.confirmField', { name })}
              onClick={() => onConfirm(key)}
            >
              {t('papers.confirm')}
            </Button>
          )}
        </span>
      </FormField>
    </div>
  );
}

export interface DeskFieldsProps {
  id: string;
  desk: Desk;
  fields: readonly DeskField[];
  lit: string;
  focused: string;
  onPoint(key: string): void;
  onFocus(key: string): void;
  onConfirm(key: string): void;
}

/** The fields of the paper in their order. */
export function DeskFields({ id, desk, fields, lit, focused, onPoint, onFocus, onConfirm }: DeskFieldsProps) {
  return (
    <div className={styles.fields}>
      {fields.map((field) => (
        <FieldRow
          key={field.key}
          {...{ id, desk, field, onPoint, onFocus, onConfirm }}
          isLit={lit === field.key}
          isFocused={focused === field.key}
        />
      ))}
    </div>
  );
}
