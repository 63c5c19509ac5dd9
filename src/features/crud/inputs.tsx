import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { customer } from '../../../contract/modules/lease/customer';
import { order } from '../../../contract/modules/lease/order';
import { product } from '../../../contract/modules/lease/product';
import { auditRecord } from '../../../contract/modules/system/auditLog';
import { user } from '../../../contract/modules/system/user';
import type { Field } from '../../../contract/schema/fields';
import type { Module, Row } from '../../../contract/schema/module';
import { type ChoiceSource, isChoiceSource } from '../../store/crud/choices';
import { entriesOf } from '../../store/crud/dict';
import { lookup } from '../../store/crud/lookup';
import { ComboInput } from '../../ui/inputs/ComboInput';
import {
  Checkbox,
  DateInput,
  DateRange,
  MoneyInput,
  NumberInput,
  type Option,
  Radios,
  SelectInput,
  TextArea,
  TextInput,
} from '../../ui/inputs/fields';
import { IconInput } from '../../ui/inputs/IconInput';
import { SearchField } from '../../ui/table/listing';
import { within, textOf as wordOf } from './cells';
import { ChoiceInput } from './choiceInputs';
import type { FieldInputProps, Format } from './screen';

/** The words a choice or dictionary field offers. */
export const optionsOf = (field: Field, { language, dicts }: Format): Option[] =>
  field.kind === 'flag'
    ? [1, 0].map((value) => ({ value: String(value), label: wordOf(field, value, { language, dicts }) ?? '' }))
    : field.kind === 'dict'
      ? entriesOf(dicts, field.dict ?? '').map((entry) => ({ value: String(entry.key), label: entry[language] }))
      : Object.entries(field.choices ?? {}).map(([value, word]) => ({ value, label: word[language] }));

/** What a field is chosen from as a whole; undefined where its records are too many for that, or it points to none. */
export const sourceOf = (field: Field, from?: ChoiceSource): ChoiceSource | undefined =>
  from ?? (isChoiceSource(field.to) ? field.to : undefined);

const textOf = (value: unknown) => (value === undefined || value === null ? '' : String(value));

const namings: Record<string, Module['naming']> = {
  auditRecord: auditRecord.naming,
  customer: customer.naming,
  order: order.naming,
  product: product.naming,
  user: user.naming,
};

export interface SearchInputProps {
  name: string;
  field: Field;
  seek: Record<string, string>;
  format: Format;
  /** Instead of all records of the module the field points to. */
  from?: ChoiceSource;
  /** What the record is called that is sought, as far as the list knows. */
  shown?: string;
  onSeek(change: Record<string, string>): void;
}

/** One condition of the search panel, as its field wants it. */
export const SearchInput = ({ name, field, seek, format, from, shown = '', onSeek }: SearchInputProps) => {
  const { t } = useTranslation();
  const label = field.label[format.language];
  const id = useId(); // pages that are not on screen keep fields of the same names
  const value = seek[name] ?? '';
  const isChosen = field.kind === 'choice' || field.kind === 'dict' || field.kind === 'flag';
  const source = sourceOf(field, from);
  return (
    <SearchField label={label} htmlFor={id}>
      {field.search === 'range' ? (
        <DateRange
          id={id}
          value={{ from: seek[`${name}.from`] ?? '', to: seek[`${name}.to`] ?? '' }}
          onChange={({ from, to }) => onSeek({ [`${name}.from`]: from, [`${name}.to`]: to })}
          words={{ from: t('crud.from'), to: t('crud.to'), pick: t('crud.pick') }}
        />
      ) : source ? (
        <ChoiceInput
          id={id}
          from={source}
          value={value}
          onPick={(picked) => onSeek({ [name]: picked })}
          label={label}
          placeholder={t('crud.all')}
        />
      ) : field.kind === 'ref' && field.to && namings[field.to] ? (
        <RefInput
          to={field.to}
          value={value}
          shown={shown}
          hint={t('crud.enter', { name: within(label) })}
          onPick={(picked) => onSeek({ [name]: picked })}
        />
      ) : isChosen ? (
        <SelectInput
          id={id}
          value={value}
          onChange={(picked) => onSeek({ [name]: picked })}
          placeholder={t('crud.all')}
          options={optionsOf(field, format)}
        />
      ) : (
        <TextInput
          id={id}
          value={value}
          onChange={(typed) => onSeek({ [name]: typed })}
          placeholder={t('crud.enter', { name: within(label) })}
        />
      )}
    </SearchField>
  );
};

/** A record of another module, found by typing a part of its name. */
export const RefInput = ({
  to,
  value,
  shown,
  readOnly,
  hint,
  onPick,
  onBlur,
}: {
  to: string;
  value: string;
  /** Name of the record chosen before this form opened. */
  shown: string;
  readOnly?: boolean;
  /** Stands where nothing is chosen. */
  hint?: string;
  onPick(id: string, row: Row | null): void;
  onBlur?(): void;
}) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { rows, busy, isCutOff } = useSelector((state: never) => lookup.selectors.of(state, to));
  const naming = namings[to] ?? { title: 'id' };
  const titleOf = (row: Record<string, unknown>) => textOf(row[naming.title]) || textOf(row.id);
  const chosen = rows.find(({ id }) => id === value);
  return (
    <ComboInput
      value={value}
      label={chosen ? titleOf(chosen) : shown}
      options={rows.map((row) => ({
        value: row.id,
        label: titleOf(row),
        ...(naming.note ? { note: textOf(row[naming.note]) } : {}),
      }))}
      busy={busy}
      {...(isCutOff ? { trouble: { text: t('crud.cutOffTitle'), retry: t('crud.retry') } } : {})}
      {...(readOnly ? { readOnly } : {})}
      {...(hint ? { placeholder: hint } : {})}
      {...(onBlur ? { onBlur } : {})}
      onQuery={(text) => dispatch(lookup.actions.find({ to, text }))}
      onPick={(option) => onPick(option?.value ?? '', rows.find(({ id }) => id === option?.value) ?? null)}
      words={{ none: t('crud.none'), found: (count) => t('crud.found', { count }), clear: t('crud.clear') }}
    />
  );
};

/** What the records are called that a field points to, as far as this record knows: `deptId` beside `deptName`. */
export const nameOfRef = (name: string, field: Field, draft: Record<string, unknown>): string =>
  textOf(draft[name.replace(/Id$/, 'Name')] ?? draft[`${field.to}Name`] ?? draft.contractCode);

const whole = (text: string): unknown => (/^-?\d+$/.test(text) ? Number(text) : text);
const few = 3;

/** The control a field is typed or chosen with. Values leave as the wire wants them. */
export const FieldInput = (props: FieldInputProps) => {
  const { name, field, draft, format, readOnly = false, mode, from, isParent = false, onType, onBlur } = props;
  const { t } = useTranslation();
  const value = textOf(draft[name]);
  const label = field.label[format.language];
  const common = { value, readOnly, name, ...(onBlur ? { onBlur } : {}) };
  const hint = readOnly ? undefined : t('crud.enter', { name: within(label) });
  const type = (text: string) => onType({ [name]: text });
  switch (field.kind) {
    case 'longText':
      return <TextArea {...common} maxLength={field.maxLength} placeholder={hint} onChange={type} />;
    case 'integer':
      return (
        <NumberInput
          {...common}
          inputMode="numeric"
          suffix={field.unit ? t(`unit.${field.unit}`) : undefined}
          placeholder={hint}
          onChange={(text) => onType({ [name]: whole(text) })}
        />
      );
    case 'money':
      return <MoneyInput {...common} suffix={t('unit.yuan')} placeholder={hint} onChange={type} />;
    case 'rate':
      return <NumberInput {...common} suffix="%" placeholder={hint} onChange={type} />;
    case 'date':
      return <DateInput {...common} pickLabel={t('crud.pick')} placeholder="yyyy-MM-dd" onChange={type} />;
    case 'choice':
    case 'dict': {
      const options = optionsOf(field, format);
      const choose = (picked: string) => onType({ [name]: picked === '' ? null : Number(picked) });
      if (options.length <= few)
        return <Radios value={value} options={options} name={name} readOnly={readOnly} onChange={choose} />;
      return (
        <SelectInput
          {...common}
          options={options}
          placeholder={t('crud.choose', { name: within(label) })}
          onChange={choose}
        />
      );
    }
    case 'flag':
      return (
        <Checkbox
          checked={Number(draft[name]) === 1}
          disabled={readOnly}
          onChange={(on) => onType({ [name]: on ? 1 : 0 })}
        >
          {wordOf(field, 1, format)}
        </Checkbox>
      );
    case 'secret':
      return (
        <TextInput
          {...common}
          type="password"
          autoComplete="new-password"
          maxLength={field.maxLength}
          placeholder={hint}
          onChange={type}
        />
      );
    case 'ref':
    case 'refs': {
      const source = sourceOf(field, from);
      const hasNone = value === String(field.initial ?? '');
      const shown = hasNone ? '' : nameOfRef(name, field, draft);
      if (!source)
        return (
          <RefInput
            to={field.to ?? ''}
            value={value}
            shown={shown}
            readOnly={readOnly}
            onPick={(id) => onType({ [name]: id })}
          />
        );
      return (
        <ChoiceInput
          from={source}
          value={hasNone ? '' : value}
          shown={shown}
          readOnly={readOnly}
          label={label}
          placeholder={isParent ? t('choose.top') : t('crud.choose', { name: within(label) })}
          {...(field.kind === 'refs' ? { multiple: true } : {})}
          {...(from === 'tenantMenu' ? { isByBranch: true } : {})}
          {...(isParent && mode === 'edit' ? { without: textOf(draft.id) } : {})}
          {...(onBlur ? { onBlur } : {})}
          onPick={(ids) => onType({ [name]: ids === '' && field.initial !== undefined ? field.initial : ids })}
        />
      );
    }
    default:
      return <TextInput {...common} maxLength={field.maxLength} placeholder={hint} onChange={type} />;
  }
};

/** A glyph of the console, chosen by its picture. */
export const IconField = ({ name, field, draft, format, readOnly = false, onType, onBlur }: FieldInputProps) => {
  const { t } = useTranslation();
  const label = field.label[format.language];
  return (
    <IconInput
      value={textOf(draft[name])}
      readOnly={readOnly}
      label={label}
      placeholder={t('crud.choose', { name: within(label) })}
      words={{ none: t('crud.none'), found: (count) => t('crud.found', { count }), clear: t('choose.clear') }}
      onChange={(icon) => onType({ [name]: icon })}
      {...(onBlur ? { onBlur } : {})}
    />
  );
};

/** Radios are several controls under one name. */
export const isGroup = (field: Field, format: Format): boolean =>
  (field.kind === 'choice' || field.kind === 'dict') && optionsOf(field, format).length <= few;
