import { useState } from 'react';
import { type FormType, formTypes } from '../../../../contract/domain/bpmn/words';
import { type LanguageFacts, languages, sourceLanguage } from '../../../../contract/domain/languages';
import { Button, IconButton } from '../../../ui/inputs/buttons';
import { Checkbox, SelectInput } from '../../../ui/inputs/choices';
import { FormField as Labelled, TextArea, TextInput } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import { text } from '../../../ui/layout/text';
import type { SectionProps } from './PropertiesPanel';
import { isVariableSound } from './properties';
import { useSay } from './say';
import { type FormField, formOf, setForm } from './words';

function valuesText(values: FormField['values']): string {
  return values.map(({ id, name }) => `${id}=${name}`).join('\n');
}
/** The lines of a text as pairs; '' where a line has no second part. */
function pairsIn(typed: string): [id: string, name: string][] {
  return typed.split('\n').flatMap((line): [string, string][] => {
    const [id = '', ...name] = line.split('=');
    return id.trim() === '' ? [] : [[id.trim(), name.join('=').trim()]];
  });
}
function valuesIn(typed: string, held: FormField['values']): FormField['values'] {
  return pairsIn(typed).map(([id, name]) => ({
    id,
    name: name || id,
    titles: held.find((one) => one.id === id)?.titles ?? {},
  }));
}
const others = languages.filter(({ code }) => code !== sourceLanguage);

interface LinesProps {
  label: string;
  help: string;
  value: string;
  onChange(typed: string): void;
}
/** Lines as they are typed: an unfinished one is not in the file yet. */
function Lines({ label, help, value, onChange }: LinesProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Labelled layout="above" label={label} help={help}>
      <TextArea
        value={typed ?? value}
        rows={3}
        spellCheck={false}
        onBlur={() => setTyped(null)}
        onChange={(to) => {
          setTyped(to);
          onChange(to);
        }}
      />
    </Labelled>
  );
}

/** What people with another language read of a field. */
function FieldTitles({
  field,
  language,
  onChange,
}: Pick<OneFieldProps, 'field' | 'onChange'> & { language: LanguageFacts }) {
  const say = useSay();
  const { code, name } = language;
  const titled = (typed: string) => {
    const titles = new Map(pairsIn(typed));
    return field.values.map((one) => ({ ...one, titles: { ...one.titles, [code]: titles.get(one.id) ?? '' } }));
  };
  const lines = field.values.flatMap(({ id, titles }) => (titles[code] ? [`${id}=${titles[code]}`] : []));
  return (
    <>
      <Labelled layout="above" label={say('fieldNameIn', { language: name })}>
        <TextInput
          value={field.titles[code] ?? ''}
          maxLength={64}
          onChange={(to) => onChange({ titles: { ...field.titles, [code]: to } })}
        />
      </Labelled>
      {field.type === 'enum' && field.values.length > 0 && (
        <Lines
          label={say('valuesIn', { language: name })}
          help={say('valuesHelp')}
          value={lines.join('\n')}
          onChange={(typed) => onChange({ values: titled(typed) })}
        />
      )}
    </>
  );
}

interface OneFieldProps {
  field: FormField;
  place: number;
  isTaken: boolean;
  onChange(change: Partial<FormField>): void;
  onRemove(): void;
  onUp?: () => void;
}
function OneField({ field, place, isTaken, onChange, onRemove, onUp }: OneFieldProps) {
  const say = useSay();
  const problem = !isVariableSound(field.id) ? say('badVariable') : isTaken ? say('takenId') : undefined;
  return (
    <fieldset className={`${arrange.column} ${arrange.well}`} aria-label={say('fieldOf', { count: place + 1 })}>
      <div className={arrange.row}>
        <b className={text.grow}>{field.name || field.id}</b>
        {onUp && <IconButton size="small" icon="arrow-up" label={say('moveUp')} onClick={onUp} />}
        <IconButton size="small" icon="delete" label={say('removeField')} onClick={onRemove} />
      </div>
      <Labelled layout="above" label={say('fieldName')}>
        <TextInput value={field.name} maxLength={64} onChange={(name) => onChange({ name })} />
      </Labelled>
      <Labelled layout="above" label={say('fieldId')} required {...(problem ? { problem } : {})}>
        <TextInput value={field.id} maxLength={64} spellCheck={false} onChange={(id) => onChange({ id })} />
      </Labelled>
      <Labelled layout="above" label={say('fieldType')}>
        <SelectInput
          value={field.type}
          onChange={(type) => onChange({ type: type as FormType })}
          options={formTypes.map((one) => ({ value: one, label: say(one) }))}
        />
      </Labelled>
      {field.type === 'enum' && (
        <Lines
          label={say('values')}
          help={say('valuesHelp')}
          value={valuesText(field.values)}
          onChange={(typed) => onChange({ values: valuesIn(typed, field.values) })}
        />
      )}
      {others.map((language) => (
        <FieldTitles key={language.code} field={field} language={language} onChange={onChange} />
      ))}
      <div className={arrange.row}>
        <Checkbox checked={field.required} onChange={(required) => onChange({ required })}>
          {say('required')}
        </Checkbox>
        <Checkbox checked={field.isFixed} onChange={(isFixed) => onChange({ isFixed })}>
          {say('fixed')}
        </Checkbox>
      </div>
    </fieldset>
  );
}

/** A variable name that no field has yet. */
function freeName(fields: readonly FormField[]): string {
  let count = fields.length + 1;
  while (fields.some(({ id }) => id === `field${count}`)) count++;
  return `field${count}`;
}

/** The form of a task, or of the start of a process. */
export function FormFields({ part, editing }: SectionProps) {
  const say = useSay();
  const fields = formOf(part);
  const set = (to: readonly FormField[], step?: string) => setForm(editing, part, to, step);
  const moved = (at: number) => fields.toSpliced(at - 1, 2, fields[at]!, fields[at - 1]!);
  return (
    <>
      {fields.map((field, at) => (
        <OneField
          // biome-ignore lint/suspicious/noArrayIndexKey: a field is what stands in its place; its name may change while it is typed
          key={at}
          field={field}
          place={at}
          isTaken={fields.some(({ id }, other) => other !== at && id === field.id)}
          onChange={(change) => set(fields.with(at, { ...field, ...change }), `field ${at} ${Object.keys(change)}`)}
          onRemove={() => set(fields.toSpliced(at, 1))}
          {...(at > 0 ? { onUp: () => set(moved(at)) } : {})}
        />
      ))}
      <div>
        <Button
          size="small"
          icon="add"
          onClick={() =>
            set([
              ...fields,
              {
                ...{ id: freeName(fields), name: '', titles: {}, type: 'string', required: false, isFixed: false },
                ...{ values: [], more: {} },
              },
            ])
          }
        >
          {say('addField')}
        </Button>
      </div>
    </>
  );
}
