import { useTranslation } from 'react-i18next';
import { joined, textIn } from '../../../../contract/domain/text';
import { ownerFields, scopedModules } from '../../../../contract/modules';
import { scopeTypes } from '../../../../contract/modules/system/dataScope';
import type { Module, Row } from '../../../../contract/schema/module';
import { Checkbox, SelectInput } from '../../../ui/inputs/choices';
import { arrange } from '../../../ui/layout/arrange';
import { text as style } from '../../../ui/layout/text';
import { textOf } from '../../crud/cells';
import { screenOf } from '../../crud/feature';
import type { FieldInputProps, Screen } from '../../crud/screen';
import { useFormat } from '../../crud/useFormat';
import styles from './dataScopeScreen.module.css';
import { fieldWords } from './ruleDraft';
import { RuleEditor } from './ruleEditor';
import { sentenceOf, useRuleWords } from './ruleWords';
import { MenuInput, shownValue, text } from './scopeParts';
import { scopeDesks } from './scopesSlice';

function moduleOf(draft: Record<string, unknown>): Module | undefined {
  return scopedModules[text(draft.scopeClass)];
}

function typeOf(draft: Record<string, unknown>) {
  return Number(draft.scopeType);
}

function ownerOf(draft: Record<string, unknown>): 'user' | 'dept' {
  return typeOf(draft) === scopeTypes.own ? 'user' : 'dept';
}

const usualOwner = { user: 'createUser', dept: 'createDept' } as const;

function ModuleInput({ draft, field, format, readOnly, onType }: FieldInputProps) {
  const { t } = useTranslation();
  const label = textIn(field.label, format.language);
  const value = text(draft.scopeClass);
  if (readOnly) return shownValue(textIn(scopedModules[value]?.label, format.language) ?? value);
  return (
    <SelectInput
      aria-label={label}
      value={value}
      placeholder={t('scopes.chooseModule')}
      options={Object.values(scopedModules).map(({ name, label }) => ({
        value: name,
        label: textIn(label, format.language),
      }))}
      // Rules on the rows of another module do not apply.
      onChange={(picked) => onType({ scopeClass: picked, scopeColumn: '', scopeField: '*', scopeValue: '' })}
    />
  );
}

function TypeInput({ draft, field, format, readOnly, onType }: FieldInputProps) {
  if (readOnly) return shownValue(textOf(field, draft.scopeType, format) ?? '');
  return (
    <SelectInput
      aria-label={textIn(field.label, format.language)}
      value={text(draft.scopeType)}
      options={Object.entries(field.choices ?? {}).map(([value, label]) => ({
        value,
        label: textIn(label, format.language),
      }))}
      onChange={(picked) => {
        const next = { ...draft, scopeType: Number(picked) };
        // A user field cannot be compared with departments, nor a department field with users.
        const isSame = ownerOf(draft) === ownerOf(next);
        onType({ scopeType: Number(picked), ...(isSame ? {} : { scopeColumn: '' }) });
      }}
    />
  );
}

function ColumnInput({ draft, field, format, readOnly, onType }: FieldInputProps) {
  const { t } = useTranslation();
  const module = moduleOf(draft);
  const owner = ownerOf(draft);
  const value = text(draft.scopeColumn);
  const usual = usualOwner[owner];
  const names = module ? ownerFields(module, owner) : [];
  const wordOf = (name: string) =>
    textIn(module?.fields[name]?.label, format.language) ??
    t(name === 'createDept' ? 'scopes.createDept' : 'scopes.createUser');
  if (readOnly) return shownValue(wordOf(value || usual));
  return (
    <SelectInput
      aria-label={textIn(field.label, format.language)}
      value={value === usual ? '' : value}
      placeholder={t('scopes.usual', { name: wordOf(usual) })}
      options={names.filter((name) => name !== usual).map((name) => ({ value: name, label: wordOf(name) }))}
      onChange={(picked) => onType({ scopeColumn: picked })}
    />
  );
}

function namesIn(fields: string) {
  return fields
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

function VisibleInput({ draft, field, format, readOnly, onType }: FieldInputProps) {
  const { t } = useTranslation();
  const module = moduleOf(draft);
  const value = text(draft.scopeField).trim();
  const isAll = value === '*';
  const names = Object.keys(module?.fields ?? {});
  const shown = isAll ? names : namesIn(value);
  const labels = fieldWords(module?.fields ?? {}, format.language);
  const wordOf = (name: string) => labels[name] ?? name;
  if (readOnly) return shownValue(isAll ? t('scopes.allFields') : joined(shown.map(wordOf), format.language));
  return (
    <fieldset className={arrange.column} aria-label={textIn(field.label, format.language)}>
      <Checkbox
        checked={isAll}
        onChange={(on) => onType({ scopeField: on ? '*' : names.join(',') })}
        {...(module ? {} : { disabled: true })}
      >
        {t('scopes.allFields')}
      </Checkbox>
      {!isAll && (
        <>
          <span className={style.caption}>{t('scopes.shownFields', { count: shown.length, all: names.length })}</span>
          <div className={`${arrange.tiles} ${arrange.box} ${styles.ticks}`}>
            {names.map((name) => (
              <Checkbox
                key={name}
                checked={shown.includes(name)}
                onChange={(on) =>
                  onType({ scopeField: names.filter((one) => (one === name ? on : shown.includes(one))).join(',') })
                }
              >
                {wordOf(name)}
              </Checkbox>
            ))}
          </div>
        </>
      )}
    </fieldset>
  );
}

function RuleInput({ draft, format, readOnly = false, onType }: FieldInputProps) {
  const { t } = useTranslation();
  const module = moduleOf(draft);
  if (!module) return <span className={style.caption}>{t('scopes.moduleFirst')}</span>;
  return (
    <RuleEditor
      key={module.name}
      text={text(draft.scopeValue)}
      module={module}
      format={format}
      readOnly={readOnly}
      onChange={(rule) => onType({ scopeValue: rule })}
    />
  );
}

/** The rows that a scope allows, as a sentence. */
function RuleCell({ row }: { row: Row }) {
  const format = useFormat();
  const labelOf = useRuleWords(format);
  const type = scopeDesks.data.base.fields.scopeType!;
  const module = moduleOf(row);
  const typeLabel = textOf(type, row.scopeType, format) ?? '';
  if (typeOf(row) !== scopeTypes.custom || !module) return typeLabel;
  return sentenceOf(text(row.scopeValue), module, format, labelOf) || typeLabel;
}

export const dataScreen: Screen = screenOf(scopeDesks.data.module, {
  naming: 'scopeName',
  columns: ['scopeName', 'resourceCode', 'scopeClass', 'scopeType'],
  widths: { scopeName: 160, resourceCode: 160, scopeClass: 110 },
  search: ['scopeName', 'resourceCode'],
  form: [
    ['menuId'],
    ['scopeName', 'resourceCode'],
    ['scopeClass', 'scopeType'],
    ['scopeColumn'],
    ['scopeValue'],
    ['scopeField'],
    ['remark'],
  ],
  formSize: 1200,
  phone: { scopeName: 'name', resourceCode: 'code', scopeClass: 'state', scopeType: 'note' },
  cells: {
    scopeClass: ({ scopeClass }, { language }) =>
      textIn(scopedModules[text(scopeClass)]?.label, language) ?? text(scopeClass),
    scopeType: (row) => <RuleCell row={row} />,
  },
  groups: ['menuId', 'scopeField', 'scopeValue'],
  inputs: {
    menuId: (props) => <MenuInput {...props} kind="data" />,
    scopeClass: (props) => <ModuleInput {...props} />,
    scopeType: (props) => <TypeInput {...props} />,
    scopeColumn: (props) => <ColumnInput {...props} />,
    scopeField: (props) => <VisibleInput {...props} />,
    scopeValue: (props) => <RuleInput {...props} />,
  },
  isFieldShown(name, draft) {
    const type = typeOf(draft);
    if (name === 'scopeColumn')
      return type === scopeTypes.own || type === scopeTypes.dept || type === scopeTypes.deptTree;
    return name !== 'scopeValue' || type === scopeTypes.custom;
  },
});
