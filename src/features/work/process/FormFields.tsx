import type { ReactNode } from 'react';
import { type Language, textIn } from '../../../../contract/domain/text';
import type { Problem } from '../../../../contract/domain/values';
import type { Field, Fields } from '../../../../contract/schema/fields';
import { problemText } from '../../../../contract/schema/messages';
import { type RefusalCode, sentence } from '../../../../contract/wire/refusals';
import { FormField } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import { Dash } from '../../../ui/layout/figures';
import { Figures } from '../../../ui/layout/surfaces';
import { measureOf } from '../../crud/cells';
import { FieldInput, isGroup } from '../../crud/inputs/inputs';
import { useFormat } from '../../crud/useFormat';
import { PeopleInput, PeopleNames } from '../../flow/people/PeopleInput';

/** A field that names people is chosen from those whom a task can be given to. */
function isPeople({ to }: Field): boolean {
  return to === 'user';
}

/** The sentence of a problem; refusals have a dot in their code. */
function problemWords(field: Field, problem: string, language: Language): string {
  return problem.includes('.')
    ? sentence(problem as RefusalCode, language)
    : problemText(field, problem as Problem, language);
}

export interface FormFieldsProps {
  fields: Fields;
  draft: Record<string, unknown>;
  /** By field: a problem, or the code of a refusal. */
  problems: Readonly<Record<string, string>>;
  onType(change: Record<string, unknown>): void;
}

/** Takes a whole line of the form. */
function isWide({ kind }: Field): boolean {
  return kind === 'longText' || kind === 'html' || kind === 'refs';
}

function isTime({ kind }: Field): boolean {
  return kind === 'date' || kind === 'dateTime';
}

/** Fields in rows: two short ones that follow each other share a line, times with times. */
function rowsOf(fields: Fields): string[][] {
  const rows: string[][] = [];
  for (const [name, field] of Object.entries(fields)) {
    if (field.derived) continue;
    const [beside] = rows.at(-1)?.length === 1 ? rows.at(-1)! : [];
    const other = beside === undefined ? undefined : fields[beside];
    const fits = other && !isWide(field) && !isWide(other) && isTime(field) === isTime(other);
    if (fits) rows.at(-1)!.push(name);
    else rows.push([name]);
  }
  return rows;
}

function FormCell({ name, fields, draft, problems, onType }: FormFieldsProps & { name: string }) {
  const format = useFormat();
  const field = fields[name]!;
  return (
    <FormField
      id={`process-${name}`}
      layout="above"
      label={textIn(field.label, format.language)}
      required={field.required}
      as={!isPeople(field) && isGroup(field, format) ? 'group' : 'field'}
      {...(problems[name] ? { problem: problemWords(field, problems[name], format.language) } : {})}
    >
      {isPeople(field) ? (
        <PeopleInput
          value={String(draft[name] ?? '')}
          onPick={(ids) => onType({ [name]: ids })}
          {...(field.kind === 'refs' ? { multiple: true } : {})}
        />
      ) : (
        <FieldInput name={name} field={field} draft={draft} format={format} onType={onType} />
      )}
    </FormField>
  );
}

/** The inputs of a form that is made from the fields of a process. */
export function FormFields(props: FormFieldsProps) {
  return rowsOf(props.fields).map((row) => (
    <div key={row.join()} className={isWide(props.fields[row[0]!]!) ? undefined : arrange.pair}>
      {row.map((name) => (
        <FormCell key={name} name={name} {...props} />
      ))}
    </div>
  ));
}

/** Values that were entered before, with their labels. */
export function GivenValues({ fields, values }: { fields: Fields; values: Readonly<Record<string, unknown>> }) {
  const format = useFormat();
  const shown = (name: string, field: Field): ReactNode =>
    isPeople(field) ? (
      <PeopleNames ids={String(values[name] ?? '')} />
    ) : (
      (measureOf(field, values[name], format) ?? <Dash />)
    );
  const items = Object.entries(fields).map(([name, field]) => ({
    label: textIn(field.label, format.language) ?? name,
    value: shown(name, field),
  }));
  return items.length > 0 ? <Figures items={items} /> : null;
}
