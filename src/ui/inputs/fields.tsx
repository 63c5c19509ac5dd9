import {
  Field,
  FieldContextProvider,
  Input,
  type InputProps,
  Textarea,
  useFieldContext_unstable as useField,
} from '@fluentui/react-components';
import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react';
import { Icon } from '../icons/Icon';
import { text } from '../layout/text';
import styles from './fields.module.css';
import { useSettled } from './settled';
import { useControl } from './wiring';

export interface FormFieldProps {
  label: string;
  required?: boolean;
  /** An error, shown in place of the help. */
  problem?: string;
  /** A warning that does not prevent submitting, shown in place of the help. */
  warning?: string;
  help?: ReactNode;
  helpTone?: 'plain' | 'good';
  /** Id of the control, where the form focuses it. */
  id?: string;
  /** `group` for several controls under one label, such as radios and ranges. */
  as?: 'field' | 'group';
  layout?: 'side' | 'above';
  /** px of a label at the side. */
  labelWidth?: 150 | 180;
  children: ReactNode;
}

/** Keeps Fluent from giving each control of a group the name and the id that are meant for one. */
function Grouped({ children }: { children: ReactNode }) {
  const field = useField();
  const ofEach = field && { ...field, labelId: undefined, labelFor: undefined, generatedControlId: '' };
  return <FieldContextProvider value={ofEach}>{children}</FieldContextProvider>;
}

export function FormField({
  label,
  required = false,
  problem: found,
  warning,
  help,
  helpTone = 'plain',
  id: ownId,
  as = 'field',
  layout = 'side',
  labelWidth = 150,
  children,
}: FormFieldProps) {
  const problem = useSettled(found);
  const made = useId();
  const id = ownId ?? made;
  const [noteId, labelId] = [`${id}-note`, `${id}-label`];
  const isGroup = as === 'group';
  const message = problem ?? warning ?? (helpTone === 'good' ? help : undefined);
  const good = helpTone === 'good' ? 'success' : 'none';
  return (
    <Field
      orientation={layout === 'side' ? 'horizontal' : 'vertical'}
      className={`${styles.field} ${layout === 'side' ? styles.side : ''} ${labelWidth === 180 ? styles.wide : ''}`}
      {...(isGroup && { role: 'group', 'aria-labelledby': labelId, 'aria-invalid': problem ? true : undefined })}
      {...(isGroup && (message ?? help) && { 'aria-describedby': noteId })}
      required={required}
      label={{
        id: labelId,
        htmlFor: isGroup ? undefined : id,
        className: styles.label,
        required: false,
        children: (
          <>
            {required && (
              <span className={styles.required} aria-hidden="true">
                *
              </span>
            )}
            {label}
          </>
        ),
      }}
      validationState={problem ? 'error' : warning ? 'warning' : good}
      validationMessage={message ? { id: noteId, role: undefined, children: message } : undefined}
      hint={!message && help ? { id: noteId, children: help } : undefined}
    >
      <div>{isGroup ? <Grouped>{children}</Grouped> : children}</div>
    </Field>
  );
}

export interface FieldNoteProps {
  id?: string;
  tone?: 'plain' | 'problem';
  children: ReactNode;
}

/** A note below a control without a field; screen readers announce its changes. */
export function FieldNote({ id, tone = 'plain', children }: FieldNoteProps) {
  return (
    <span
      id={id}
      role={tone === 'problem' ? 'alert' : 'status'}
      className={`${styles.note} ${text.caption} ${tone === 'problem' ? text.bad : ''}`}
    >
      {tone === 'problem' && <Icon name="error-circle-f" size={12} />}
      {children}
    </span>
  );
}

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'prefix' | 'size'>;

export interface TextInputProps extends Native {
  value: string;
  onChange(value: string): void;
  /** At the end inside the field: %, 元, 31 份 × 10,000.00, an icon. */
  suffix?: ReactNode;
  prefix?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export function TextInput({ value, onChange, suffix, prefix, className = '', ...rest }: TextInputProps) {
  const wiring = useControl(rest);
  const isWarned = useField()?.validationState === 'warning';
  return (
    <Input
      autoComplete="off"
      {...(rest as InputProps)}
      {...wiring}
      appearance={rest.readOnly ? 'filled-darker' : 'outline'}
      className={`${styles.input} ${className}`}
      value={value}
      onChange={(_, { value: typed }) => onChange(typed)}
      contentBefore={prefix ? { children: prefix } : undefined}
      contentAfter={
        suffix || isWarned
          ? {
              children: (
                <>
                  {isWarned && <Icon name="warning-f" size={16} className={text.warning} />}
                  {suffix}
                </>
              ),
            }
          : undefined
      }
    />
  );
}

export interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value' | 'onChange'> {
  value: string;
  onChange(value: string): void;
  ref?: Ref<HTMLTextAreaElement>;
  /** The text of a program: letters of one width, as they are typed. */
  isCode?: boolean;
}

export function TextArea({ value, onChange, rows = 3, isCode = false, defaultValue: _, ...rest }: TextAreaProps) {
  return (
    <Textarea
      {...rest}
      {...useControl(rest)}
      appearance={rest.readOnly ? 'filled-darker' : 'outline'}
      {...(isCode ? { spellCheck: false, autoCapitalize: 'off', autoCorrect: 'off' } : {})}
      className={`${styles.area} ${isCode ? styles.code : ''}`}
      resize="vertical"
      rows={rows}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
