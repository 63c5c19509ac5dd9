import { useTranslation } from 'react-i18next';
import { textIn } from '../../../../contract/domain/text';
import { problemText } from '../../../../contract/schema/messages';
import { isUnusedEnd, type ReportSpec } from '../../../../contract/schema/report';
import type { Problems } from '../../../../contract/schema/validate';
import { Button } from '../../../ui/inputs/buttons';
import { FormField } from '../../../ui/inputs/fields';
import { Form } from '../../../ui/layout/Form';
import { FieldInput, isGroup } from '../../crud/inputs/inputs';
import { useFormat } from '../../crud/useFormat';
import styles from './ParameterForm.module.css';

/** The parameters of a report, drawn from their declaration. */
export function ParameterForm({
  spec,
  draft,
  problems,
  id,
  isBusy,
  onType,
  onRun,
}: {
  spec: ReportSpec;
  draft: Record<string, unknown>;
  problems: Problems;
  /** Tells the fields of several reports apart. */
  id: string;
  isBusy: boolean;
  onType(draft: Record<string, unknown>): void;
  onRun(): void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const shown = Object.entries(spec.parameters).filter(([name]) => !isUnusedEnd(name, draft));
  return (
    <Form className={styles.form} onSubmit={onRun}>
      {shown.map(([name, field]) => {
        const problem = problems[name];
        return (
          <FormField
            key={name}
            id={`parameter-${id}-${name}`}
            layout="above"
            label={textIn(field.label, format.language)}
            required={field.required}
            as={isGroup(field, format) ? 'group' : 'field'}
            {...(field.note ? { help: textIn(field.note, format.language) } : {})}
            {...(problem ? { problem: problemText(field, problem, format.language) } : {})}
          >
            <FieldInput name={name} field={field} draft={draft} format={format} onType={onType} />
          </FormField>
        );
      })}
      <Button tone="primary" type="submit" icon="search" busy={isBusy}>
        {t('report.run')}
      </Button>
    </Form>
  );
}
