import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textIn } from '../../../../contract/domain/text';
import { modules } from '../../../../contract/modules';
import { judgeNames } from '../../../../contract/schema/generated';
import { menuFolders } from '../../../../contract/wire/menus';
import { ComboInput } from '../../../ui/inputs/ComboInput';
import { SelectInput } from '../../../ui/inputs/choices';
import { Output } from '../../../ui/inputs/Output';
import { within } from '../../crud/cells';
import type { FieldInputProps } from '../../crud/screen';

const areas = Object.keys(modules).filter((area) => Object.keys(judgeNames({ area })).length === 0);

/** An area of the product, or the name of a new one. */
export function AreaInput({ name, field, draft, readOnly = false, format, onType, onBlur }: FieldInputProps) {
  const { t } = useTranslation();
  const [sought, seek] = useState('');
  const value = String(draft[name] ?? '');
  if (readOnly) return <Output id={`form-${name}`}>{value}</Output>;
  const typed = sought.trim().toLowerCase();
  const known = areas.filter((area) => area.includes(typed)).map((area) => ({ value: area, label: area }));
  const isNew = typed !== '' && !areas.includes(typed);
  return (
    <ComboInput
      value={value}
      label={value}
      options={isNew ? [...known, { value: typed, label: typed, note: t('code.newArea') }] : known}
      placeholder={t('crud.choose', { name: within(textIn(field.label, format.language)) })}
      onQuery={seek}
      onPick={(option) => onType({ [name]: option?.value ?? '' })}
      words={{ none: t('crud.none'), found: (count) => t('crud.found', { count }), clear: t('crud.clear') }}
      {...(onBlur ? { onBlur } : {})}
    />
  );
}

/** The menu above the page of the module. */
export function MenuInput({ name, draft, readOnly = false, format, onType, onBlur }: FieldInputProps) {
  const value = String(draft[name] ?? '');
  const options = menuFolders.map((menu) => ({
    value: menu.code,
    label: textIn({ zh: menu.name, en: menu.nameEn }, format.language),
  }));
  if (readOnly)
    return <Output id={`form-${name}`}>{options.find((one) => one.value === value)?.label ?? value}</Output>;
  return (
    <SelectInput
      name={name}
      value={value}
      options={options}
      onChange={(picked) => onType({ [name]: picked })}
      {...(onBlur ? { onBlur } : {})}
    />
  );
}
