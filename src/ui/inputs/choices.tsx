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
  /** Beside the label in a ComboInput: a code, a phone number. */
  note?: string;
  /** Before the label in a ComboInput. */
  glyph?: IconName;
}

export interface SelectInputProps {
  value: string;
  onChange(value: string): void;
  options: readonly Option[];
  /** Label of the option for no choice, whose value is ''. */
  placeholder?: string;
  id?: string;
  name?: string;
  readOnly?: boolean;
  disabled?: boolean;
  className?: string;
  onBlur?(): void;
  'aria-label'?: string;
}

/** A native select: it uses the picker of a phone and stays fast with many options. */
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
          // The form focuses the group through its first button.
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
  disabled?: boolean;
  id?: string;
  'aria-label'?: string;
  'aria-invalid'?: true | undefined;
}

export function Checkbox({ checked, onChange, children, ...rest }: CheckboxProps) {
  return (
    <FluentCheckbox
      {...rest}
      {...useControl(rest)}
      checked={checked}
      label={children ? { children } : undefined}
      onChange={(_, data) => onChange(data.checked === true)}
    />
  );
}
