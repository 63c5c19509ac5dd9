import {
  Field,
  FieldContextProvider,
  Checkbox as FluentCheckbox,
  Input,
  type InputProps,
  Radio,
  RadioGroup,
  Select,
  Textarea,
  useFieldContext_unstable as useField,
} from '@fluentui/react-components';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
  useRef,
  useState,
} from 'react';
import { formatMoney, isMoney } from '../../../contract/domain/money';
import { Icon, type IconName } from '../icons/Icon';
import { text } from '../layout/text';
import styles from './fields.module.css';
import { PickButton } from './PickButton';
import { useControl, useWiring } from './wiring';

export interface FormFieldProps {
  label: string;
  required?: boolean;
  /** Refuses: red, with a glyph, in place of the help. */
  problem?: string;
  /** Warns and does not refuse: amber, in place of the help. */
  warning?: string;
  help?: ReactNode;
  helpTone?: 'plain' | 'good';
  /** Id of the control, when the form needs to find it (focus on the first problem). */
  id?: string;
  /** `group` for radios and ranges: several controls under one name. */
  as?: 'field' | 'group';
  layout?: 'side' | 'above';
  /** px of the label column when it stands at the side: 150 for orders, 180 for jobs. */
  labelWidth?: number;
  children: ReactNode;
}

/** Controls of a group have names of their own; Fluent would call each of them by the name of the group. */
function Grouped({ children }: { children: ReactNode }) {
  const field = useField();
  return <FieldContextProvider value={field && { ...field, labelId: undefined }}>{children}</FieldContextProvider>;
}

export function FormField({
  label,
  required = false,
  problem,
  warning,
  help,
  helpTone = 'plain',
  id: ownId,
  as = 'field',
  layout = 'side',
  labelWidth = 150,
  children,
}: FormFieldProps) {
  const made = useId();
  const id = ownId ?? made;
  const [noteId, labelId] = [`${id}-note`, `${id}-label`];
  const isGroup = as === 'group';
  const message = problem ?? warning ?? (helpTone === 'good' ? help : undefined);
  const good = helpTone === 'good' ? 'success' : 'none';
  return (
    <Field
      orientation={layout === 'side' ? 'horizontal' : 'vertical'}
      className={`${styles.field} ${layout === 'side' ? styles.side : ''}`}
      style={layout === 'side' ? { gridTemplateColumns: `${labelWidth}px minmax(0, 1fr)` } : undefined}
      {...(isGroup && { role: 'group', 'aria-labelledby': labelId })}
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

/** A word below a control that has no field around it; read out when it comes or changes. */
export function FieldNote({ tone = 'plain', children }: { tone?: 'plain' | 'problem'; children: ReactNode }) {
  return (
    <span role={tone === 'problem' ? 'alert' : 'status'} className={`${styles.note} ${text.caption}`} data-tone={tone}>
      {tone === 'problem' && <Icon name="error-circle-f" size={12} />}
      {children}
    </span>
  );
}

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'prefix' | 'size'>;

export interface TextInputProps extends Native {
  value: string;
  onChange(value: string): void;
  /** Inside the field, at its end: %, 元, 31 份 × 10,000.00, a glyph. */
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

/** Full-width digits and points as Chinese keyboards give them, and separators that people paste along. */
function plainNumber(typed: string): string {
  return typed
    .replace(/[０-９．－]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/。/g, '.')
    .replace(/[,，\s]/g, '');
}

/** What is typed of a date, in any of the usual ways: 2026/5/15, 2026年5月15日. */
function plainDate(typed: string): string {
  return plainNumber(typed)
    .replace(/[/.年月]/g, '-')
    .replace(/日/g, '');
}

export interface NumberInputProps extends Omit<TextInputProps, 'onChange'> {
  /** Gets the digits as text: amounts and rates never pass through a binary number. */
  onChange(value: string): void;
}

export function NumberInput({ onChange, inputMode = 'decimal', ...rest }: NumberInputProps) {
  return <TextInput {...rest} inputMode={inputMode} onChange={(typed) => onChange(plainNumber(typed))} />;
}

/**
 * Yuan as a decimal string; thousands are parted while nothing is typed. The text changes at the first edit and not when
 * the focus arrives, which would undo the selection that came with it.
 */
export function MoneyInput({ value, onChange, onBlur, ...rest }: NumberInputProps) {
  const [isTyping, setTyping] = useState(false);
  return (
    <NumberInput
      {...rest}
      className={styles.money}
      value={isTyping || !isMoney(value) ? value : formatMoney(value)}
      onChange={(amount) => {
        setTyping(true);
        onChange(amount);
      }}
      onBlur={(event) => {
        setTyping(false);
        onBlur?.(event);
      }}
    />
  );
}

export interface Option {
  value: string;
  label: string;
  disabled?: boolean;
  /** Said beside the label in lists that have room for it: a code, a phone number. */
  note?: string;
  /** Drawn before the label in lists that have room for it. */
  glyph?: IconName;
}

export interface SelectInputProps {
  value: string;
  onChange(value: string): void;
  options: readonly Option[];
  /** Stands for "nothing chosen", whose value is ''. */
  placeholder?: string;
  id?: string;
  name?: string;
  readOnly?: boolean;
  disabled?: boolean;
  className?: string;
  onBlur?(): void;
  'aria-label'?: string;
}

/** Fluent's list of the machine: the phone's own wheel, typing ahead, one element however many choices. */
export function SelectInput({
  value,
  onChange,
  options,
  placeholder,
  readOnly,
  className = '',
  ...rest
}: SelectInputProps) {
  const wiring = useControl(rest);
  if (readOnly) {
    const shown = options.find((option) => option.value === value)?.label ?? '';
    return <TextInput id={rest.id} name={rest.name} value={shown} onChange={() => {}} readOnly />;
  }
  return (
    <Select
      {...rest}
      {...wiring}
      root={{ className: `${styles.select} ${className}` }}
      select={{ className: value === '' ? styles.nothing : undefined }}
      value={value}
      onChange={(_, data) => onChange(data.value)}
    >
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </Select>
  );
}

export interface DateInputProps extends Native {
  /** `yyyy-MM-dd`, '' for none, or what has been typed of it so far. */
  value: string;
  onChange(value: string): void;
  /** Name of the button that opens the calendar. */
  pickLabel: string;
  min?: string;
  max?: string;
}

/**
 * Fluent's date picker keeps a moment in time and reads what is typed at blur; here the draft holds the text itself, so
 * that half a date is judged like every other field. The calendar below it is Fluent's.
 */
export function DateInput({
  value,
  onChange,
  pickLabel,
  min,
  max,
  placeholder = 'yyyy-MM-dd',
  ...rest
}: DateInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const pick = (date: string) => {
    onChange(date);
    input.current?.focus();
  };
  return (
    <TextInput
      {...rest}
      ref={input}
      inputMode="numeric"
      maxLength={10}
      placeholder={placeholder}
      value={value}
      onChange={(typed) => onChange(plainDate(typed))}
      suffix={
        rest.readOnly || rest.disabled ? undefined : (
          <PickButton label={pickLabel} value={value} min={min} max={max} onPick={pick} />
        )
      }
    />
  );
}

export interface DateRangeProps {
  value: { from: string; to: string };
  onChange(value: { from: string; to: string }): void;
  words: { from: string; to: string; pick: string };
  id?: string;
}

export function DateRange({ value, onChange, words, id }: DateRangeProps) {
  const wiring = useWiring({ id });
  const end = (name: 'from' | 'to') => (
    <DateInput
      id={name === 'from' ? wiring.id : `${wiring.id}-to`}
      aria-label={words[name]}
      placeholder={words[name]}
      pickLabel={`${words.pick} ${words[name]}`}
      min={name === 'to' ? value.from : undefined}
      value={value[name]}
      onChange={(date) => onChange({ ...value, [name]: date })}
    />
  );
  return (
    <span className={styles.range}>
      {end('from')}
      {end('to')}
    </span>
  );
}

export interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value' | 'onChange'> {
  value: string;
  onChange(value: string): void;
}

export function TextArea({ value, onChange, rows = 3, defaultValue: _, ...rest }: TextAreaProps) {
  return (
    <Textarea
      {...rest}
      {...useControl(rest)}
      appearance={rest.readOnly ? 'filled-darker' : 'outline'}
      className={styles.area}
      resize="vertical"
      rows={rows}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export interface RadiosProps {
  value: string;
  onChange(value: string): void;
  options: readonly Option[];
  name?: string;
  readOnly?: boolean;
}

export function Radios({ value, onChange, options, name, readOnly = false }: RadiosProps) {
  const made = useId();
  const { id } = useWiring();
  return (
    <RadioGroup
      layout="horizontal"
      className={styles.radios}
      name={name ?? made}
      required={false}
      value={value}
      onChange={(_, data) => onChange(data.value)}
    >
      {options.map((option, index) => (
        <Radio
          key={option.value}
          // The form finds the group through its first button.
          {...(index === 0 && id ? { id } : {})}
          value={option.value}
          label={option.label}
          disabled={option.disabled || (readOnly && option.value !== value)}
        />
      ))}
    </RadioGroup>
  );
}

export interface CheckboxProps {
  checked: boolean;
  onChange(checked: boolean): void;
  children?: ReactNode;
  /** Some of what it stands for is on. */
  mixed?: boolean;
  disabled?: boolean;
  id?: string;
  'aria-label'?: string;
  'aria-invalid'?: true | undefined;
}

export function Checkbox({ checked, onChange, children, mixed = false, ...rest }: CheckboxProps) {
  return (
    <FluentCheckbox
      {...rest}
      {...useControl(rest)}
      checked={mixed ? 'mixed' : checked}
      label={children ? { children } : undefined}
      onChange={(_, data) => onChange(data.checked === true)}
    />
  );
}
