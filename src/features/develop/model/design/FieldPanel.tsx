import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { dictionaries as shipped } from '../../../../../contract/domain/dictionaries';
import { textIn } from '../../../../../contract/domain/text';
import { allModules } from '../../../../../contract/modules';
import type { Search } from '../../../../../contract/schema/fields';
import { fieldNameOf, fieldOf, type ModelField, modelKinds, searchesOf } from '../../../../../contract/schema/modelled';
import type { Problems } from '../../../../../contract/schema/validate';
import { Button } from '../../../../ui/inputs/buttons';
import { Checkbox, SelectInput } from '../../../../ui/inputs/choices';
import { FormField, TextInput } from '../../../../ui/inputs/fields';
import { NumberInput } from '../../../../ui/inputs/numbers';
import { arrange } from '../../../../ui/layout/arrange';
import { FieldInput, optionsOf } from '../../../crud/inputs/inputs';
import { useFormat } from '../../../crud/useFormat';
import { ChoicesEditor } from './ChoicesEditor';
import type { NamedDictionary } from './designSlice';
import { type DraftField, numberTyped } from './draft';
import styles from './FieldPanel.module.css';
import { saysOf } from './problems';

export interface FieldPanelProps {
  field: DraftField;
  problems: Problems;
  isTried: boolean;
  dictionaries: readonly NamedDictionary[];
  /** The field names its records. */
  isTitle: boolean;
  onTitle(): void;
  onChange(change: Partial<ModelField>): void;
}
type PartProps = FieldPanelProps & { idOf(name: string): string };

const bounded: readonly string[] = ['integer', 'money', 'rate'];
/** Modules that a field can point to. */
const targets = allModules.filter((module) => module.chosen && module.scope !== 'platform');

function useSays({ problems, isTried }: Pick<FieldPanelProps, 'problems' | 'isTried'>) {
  const { t } = useTranslation();
  const { language } = useFormat();
  return saysOf(problems, isTried, t, language);
}

/** What people read: labels, and the name behind them. */
function Words({ field, idOf, onChange, ...rest }: PartProps) {
  const { t } = useTranslation();
  const says = useSays(rest);
  const suggest = () => {
    if (/^field\d+$/.test(field.name) && field.en.trim() !== '') onChange({ name: fieldNameOf(field.en) });
  };
  return (
    <>
      <FormField id={idOf('zh')} layout="above" label={t('model.zh')} required {...says('zh', t('model.zh'))}>
        <TextInput value={field.zh} maxLength={100} onChange={(zh) => onChange({ zh })} />
      </FormField>
      <div className={arrange.pair}>
        <FormField id={idOf('en')} layout="above" label={t('model.en')} {...says('en', t('model.en'))}>
          <TextInput value={field.en} maxLength={100} onChange={(en) => onChange({ en })} onBlur={suggest} />
        </FormField>
        <FormField id={idOf('name')} layout="above" label={t('model.name')} required {...says('name', t('model.name'))}>
          <TextInput value={field.name} maxLength={50} spellCheck={false} onChange={(name) => onChange({ name })} />
        </FormField>
      </div>
    </>
  );
}

/** What only some kinds have. */
function OfKind({ field, idOf, dictionaries, onChange, ...rest }: PartProps) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const says = useSays(rest);
  const { kind } = field;
  const number = (name: 'maxLength' | 'min' | 'max') => (
    <FormField
      id={idOf(name)}
      layout="above"
      label={t(`model.${name}`)}
      {...(name === 'maxLength' && kind === 'text' ? { help: t('model.maxLengthHelp') } : {})}
      {...says(name, t(`model.${name}`))}
    >
      <NumberInput
        value={field[name] === undefined ? '' : String(field[name])}
        onChange={(typed) => onChange({ [name]: numberTyped(typed) })}
      />
    </FormField>
  );
  return (
    <>
      {(kind === 'text' || kind === 'longText') && number('maxLength')}
      {bounded.includes(kind) && (
        <div className={arrange.pair}>
          {number('min')}
          {number('max')}
        </div>
      )}
      {kind === 'choice' && (
        <FormField
          as="group"
          layout="above"
          label={t('model.choices')}
          required
          {...says('choices', t('model.choices'))}
        >
          <ChoicesEditor choices={field.choices ?? []} onChange={(choices) => onChange({ choices })} />
        </FormField>
      )}
      {kind === 'dict' && (
        <FormField id={idOf('dict')} layout="above" label={t('model.dict')} required {...says('dict', t('model.dict'))}>
          <SelectInput
            value={field.dict ?? ''}
            placeholder={t('model.chooseDict')}
            onChange={(dict) => onChange({ dict: dict || undefined })}
            options={[
              ...shipped.map((one) => ({ value: one.code, label: textIn(one, language) ?? one.code })),
              ...dictionaries.map(({ code, title }) => ({ value: code, label: title })),
            ]}
          />
        </FormField>
      )}
      {kind === 'ref' && (
        <FormField id={idOf('to')} layout="above" label={t('model.to')} required {...says('to', t('model.to'))}>
          <SelectInput
            value={field.to ?? ''}
            placeholder={t('model.chooseTo')}
            onChange={(to) => onChange({ to: to || undefined })}
            options={targets.map(({ name, label }) => ({ value: name, label: textIn(label, language) ?? name }))}
          />
        </FormField>
      )}
    </>
  );
}

/** The value that a new record begins with, in the input that its form will have. */
function Initial({ field, idOf, onChange, ...rest }: PartProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const says = useSays(rest);
  const declared = fieldOf({ ...field, initial: undefined });
  if (field.kind === 'ref' || field.kind === 'longText' || field.kind === 'flag') return null;
  // Radio buttons could not be cleared again.
  const isChosen = field.kind === 'choice' || field.kind === 'dict';
  return (
    <FormField id={idOf('initial')} layout="above" label={t('model.initial')} {...says('initial', t('model.initial'))}>
      {isChosen ? (
        <SelectInput
          value={field.initial === undefined ? '' : String(field.initial)}
          placeholder={t('model.none')}
          onChange={(value) => onChange({ initial: value === '' ? undefined : Number(value) })}
          options={optionsOf(declared, format)}
        />
      ) : (
        <FieldInput
          name={idOf('initial')}
          field={{ ...declared, label: { zh: t('model.initial'), en: t('model.initial') } }}
          draft={{ [idOf('initial')]: field.initial }}
          format={format}
          onType={(typed) =>
            onChange({ initial: (typed[idOf('initial')] ?? undefined) as string | number | undefined })
          }
        />
      )}
    </FormField>
  );
}

/** One field of a model. */
export function FieldPanel(props: FieldPanelProps) {
  const { field, onChange } = props;
  const { t } = useTranslation();
  const base = useId();
  const idOf = (name: string) => `${base}-${name}`;
  const says = useSays(props);
  const marks = ['isRequired', 'isUnique', 'isInTable', 'isInForm'] as const;
  const searches = searchesOf[field.kind];
  return (
    <div className={arrange.fields}>
      <Words {...props} idOf={idOf} />
      <FormField id={idOf('kind')} layout="above" label={t('model.kind')} required {...says('kind', t('model.kind'))}>
        <SelectInput
          value={field.kind}
          onChange={(kind) => onChange({ kind: kind as ModelField['kind'] })}
          options={modelKinds.map((value) => ({ value, label: t(`model.kinds.${value}`) }))}
        />
      </FormField>
      <OfKind {...props} idOf={idOf} />
      <FormField as="group" layout="above" label={t('model.marks')} {...says('isInForm', t('model.isInForm'))}>
        <div className={styles.marks}>
          {marks.map((name) => (
            <Checkbox key={name} checked={field[name]} onChange={(is) => onChange({ [name]: is })}>
              {t(`model.${name}`)}
            </Checkbox>
          ))}
        </div>
        {field.kind === 'text' && (
          <Button
            size="small"
            icon="tag"
            {...(props.isTitle ? { disabledReason: t('model.alreadyTitle') } : {})}
            onClick={props.onTitle}
          >
            {t('model.makeTitle')}
          </Button>
        )}
      </FormField>
      <FormField id={idOf('search')} layout="above" label={t('model.search')} {...says('search', t('model.search'))}>
        <SelectInput
          value={field.search ?? ''}
          placeholder={t('model.notSearched')}
          onChange={(search) => onChange({ search: (search || undefined) as Search | undefined })}
          options={searches.map((value) => ({ value, label: t(`model.searches.${value}`) }))}
        />
      </FormField>
      <Initial {...props} idOf={idOf} />
    </div>
  );
}
