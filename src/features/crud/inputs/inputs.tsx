import { Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { textIn } from '../../../../contract/domain/text';
import type { Field } from '../../../../contract/schema/fields';
import { problemText } from '../../../../contract/schema/messages';
import { entriesOf } from '../../../store/crud/dict';
import { choiceSetOf, isSearched } from '../../../store/crud/targets';
import { Checkbox, type Option, Radios, SelectInput } from '../../../ui/inputs/choices';
import { DateInput, DateRange, DateTimeInput } from '../../../ui/inputs/dates';
import { TextArea, TextInput } from '../../../ui/inputs/fields';
import { IconInput } from '../../../ui/inputs/IconInput';
import { MoneyInput, NumberInput } from '../../../ui/inputs/numbers';
import { lazily } from '../../../ui/layout/lazily';
import { SkeletonBlock } from '../../../ui/overlays/messages';
import { SearchField } from '../../../ui/table/listing';
import { within, textOf as wordOf } from '../cells';
import { nameInRecord } from '../references';
import type { FieldInputProps, Format } from '../screen';
import { ChoiceInput } from './choiceInputs';

// Few forms have rich text, so its code is loaded with the first.
const HtmlField = lazily(() => import('../editor/HtmlField').then((part) => ({ default: part.HtmlField })));

/** The options of a choice or dictionary field. */
export function optionsOf(field: Field, { language, dicts }: Format): Option[] {
  return field.kind === 'flag'
    ? [1, 0].map((value) => ({ value: String(value), label: wordOf(field, value, { language, dicts }) ?? '' }))
    : field.kind === 'dict'
      ? entriesOf(dicts, field.dict ?? '').map((entry) => ({
          value: String(entry.key),
          label: textIn(entry, language),
        }))
      : Object.entries(field.choices ?? {}).map(([value, word]) => ({ value, label: textIn(word, language) }));
}

function textOf(value: unknown) {
  return value === undefined || value === null ? '' : String(value);
}

export interface SearchInputProps {
  name: string;
  field: Field;
  seek: Record<string, string>;
  format: Format;
  onSeek(change: Record<string, string>): void;
}

/** One condition of the search panel, with the input of its field. */
export function SearchInput({ name, field, seek, format, onSeek }: SearchInputProps) {
  const { t } = useTranslation();
  const label = textIn(field.label, format.language);
  const id = useId(); // Pages in the background have fields of the same names, so ids are prefixed.
  const value = seek[name] ?? '';
  const isChosen = field.kind === 'choice' || field.kind === 'dict' || field.kind === 'flag';
  const set = choiceSetOf(field);
  return (
    <SearchField label={label} htmlFor={id}>
      {field.search === 'range' ? (
        <DateRange
          id={id}
          value={{ from: seek[`${name}.from`] ?? '', to: seek[`${name}.to`] ?? '' }}
          onChange={({ from, to }) => onSeek({ [`${name}.from`]: from, [`${name}.to`]: to })}
          words={{
            from: t('crud.from'),
            to: t('crud.to'),
            pick: t('crud.pick'),
            bad: problemText(field, 'notADate', format.language),
          }}
        />
      ) : set ? (
        <ChoiceInput
          id={id}
          of={set}
          value={value}
          onPick={(picked) => onSeek({ [name]: picked })}
          label={label}
          placeholder={isSearched(set) ? t('crud.enter', { name: within(label) }) : t('crud.all')}
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
}

function whole(text: string): unknown {
  return /^-?\d+$/.test(text) ? Number(text) : text;
}
const few = 3;

/** The input of a field; values have the type of the wire. */
export function FieldInput(props: FieldInputProps) {
  const { name, field, draft, format, readOnly = false, mode, isParent = false, isByBranch, onType, onBlur } = props;
  const { t } = useTranslation();
  const value = textOf(draft[name]);
  const label = textIn(field.label, format.language);
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
      return <NumberInput {...common} kind="rate" suffix="%" placeholder={hint} onChange={type} />;
    case 'date':
      return <DateInput {...common} pickLabel={t('crud.pick')} placeholder="yyyy-MM-dd" onChange={type} />;
    case 'dateTime':
      return <DateTimeInput {...common} pickLabel={t('crud.pick')} onChange={type} />;
    case 'html':
      return (
        <Suspense fallback={<SkeletonBlock width="100%" height={300} />}>
          <HtmlField name={`form-${name}`} label={label} value={value} onChange={type} />
        </Suspense>
      );
    case 'choice':
    case 'dict': {
      const options = optionsOf(field, format);
      const choose = (picked: string) => onType({ [name]: picked === '' ? null : whole(picked) });
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
      const set = choiceSetOf(field);
      const hasNone = value === String(field.initial ?? '');
      if (!set) return <TextInput {...common} readOnly placeholder={hint} onChange={type} />;
      return (
        <ChoiceInput
          of={set}
          value={hasNone ? '' : value}
          shown={hasNone ? '' : nameInRecord(name, field, draft)}
          readOnly={readOnly}
          label={label}
          placeholder={isParent ? t('choose.top') : t('crud.choose', { name: within(label) })}
          {...(field.kind === 'refs' ? { multiple: true } : {})}
          {...(field.creates ? { creates: true } : {})}
          {...(isByBranch ? { isByBranch } : {})}
          {...(isParent && mode === 'edit' ? { without: textOf(draft.id) } : {})}
          {...(onBlur ? { onBlur } : {})}
          onPick={(ids) => onType({ [name]: ids === '' && field.initial !== undefined ? field.initial : ids })}
        />
      );
    }
    default:
      return <TextInput {...common} maxLength={field.maxLength} placeholder={hint} onChange={type} />;
  }
}

/** An icon of the console, chosen by its picture. */
export function IconField({ name, field, draft, format, readOnly = false, onType, onBlur }: FieldInputProps) {
  const { t } = useTranslation();
  const label = textIn(field.label, format.language);
  return (
    <IconInput
      value={textOf(draft[name])}
      readOnly={readOnly}
      placeholder={t('crud.choose', { name: within(label) })}
      words={{ none: t('crud.none'), found: (count) => t('crud.found', { count }), clear: t('choose.clear') }}
      onChange={(icon) => onType({ [name]: icon })}
      {...(onBlur ? { onBlur } : {})}
    />
  );
}

/** Radio buttons are several inputs under one label. */
export function isGroup(field: Field, format: Format): boolean {
  return (field.kind === 'choice' || field.kind === 'dict') && optionsOf(field, format).length <= few;
}
