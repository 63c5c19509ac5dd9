import { Checkbox as FluentCheckbox, Radio, RadioGroup, Select } from '@fluentui/react-components';
import { type ReactNode, useId } from 'react';
import type { IconName } from '../icons/Icon';
import styles from './choices.module.css';
import { TextInput } from './fields';
import { useControl, useWiring } from './wiring';

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
