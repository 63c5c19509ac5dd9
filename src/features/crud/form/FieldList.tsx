import { textIn } from '../../../../contract/domain/text';
import type { Fields } from '../../../../contract/schema/fields';
import { problemText } from '../../../../contract/schema/messages';
import type { Problems } from '../../../../contract/schema/validate';
import { FormField } from '../../../ui/inputs/fields';
import { FieldInput, isGroup } from '../inputs/inputs';
import { useFormat } from '../useFormat';

export interface FieldListProps {
  /** Before the ids of the inputs, which are unique on the page. */
  prefix: string;
  fields: Fields;
  draft: Record<string, unknown>;
  problems: Problems;
  /** Texts below the inputs, by field. */
  helps?: { readonly [name: string]: string | undefined };
  onType(change: Record<string, unknown>): void;
}

/** Declared fields below each other, for dialogs. */
export function FieldList({ prefix, fields, draft, problems, helps = {}, onType }: FieldListProps) {
  const format = useFormat();
  return Object.entries(fields).map(([name, field]) => {
    const problem = problems[name];
    return (
      <FormField
        key={name}
        id={`${prefix}-${name}`}
        layout="above"
        label={textIn(field.label, format.language)}
        required={field.required}
        as={isGroup(field, format) ? 'group' : 'field'}
        {...(helps[name] ? { help: helps[name] } : {})}
        {...(problem ? { problem: problemText(field, problem, format.language) } : {})}
      >
        <FieldInput name={name} field={field} draft={draft} format={format} onType={onType} />
      </FormField>
    );
  });
}
