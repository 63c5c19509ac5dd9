import { type FormEvent, useRef } from 'react';
import { formatMoney, isMoney } from '../../../contract/domain/money';
import { type NumberKind, numberIn } from '../../../contract/domain/reading/numbers';
import { TextInput, type TextInputProps } from './fields';
import styles from './numbers.module.css';
import { useTyped } from './typed';

export interface NumberInputProps extends Omit<TextInputProps, 'onChange'> {
  kind?: NumberKind;
  /** Shown in place of the value until the first edit. */
  shown?: string;
  /** Called with the number as text, because binary numbers would round amounts and rates; with what is none as it is. */
  onChange(value: string): void;
}

/** The last edit of an input: what it put in, and where that ends. */
interface Edit {
  inputType: string;
  data: string | null;
  end: number;
}

/** An edited text without the separators that it was shown with; what the person put in stays as it is. */
function withoutShown(text: string, { inputType, data, end }: Edit): string {
  if (inputType.startsWith('delete')) return text.replaceAll(',', '');
  if (data === null) return text;
  const begin = end - data.length;
  return text.slice(0, begin).replaceAll(',', '') + data + text.slice(end).replaceAll(',', '');
}

/** A number as text: separators and units may be typed. */
export function NumberInput({
  kind = 'integer',
  value,
  shown = value,
  onChange,
  onBlur,
  inputMode = 'decimal',
  ...rest
}: NumberInputProps) {
  const edit = useRef<Edit>({ inputType: '', data: null, end: 0 });
  const { input, isTyped } = useTyped((text) => numberIn(kind, text) ?? text, { value, shown, onChange, onBlur });
  return (
    <TextInput
      {...rest}
      {...input}
      inputMode={inputMode}
      onInput={({ nativeEvent, currentTarget }: FormEvent<HTMLInputElement>) => {
        const { inputType = '', data = null } = nativeEvent as InputEvent;
        edit.current = { inputType, data, end: currentTarget.selectionStart ?? 0 };
      }}
      onChange={(text) => input.onChange(!isTyped && shown !== value ? withoutShown(text, edit.current) : text)}
    />
  );
}

/**
 * Yuan as a decimal string, with thousands separators until the first edit. They stay on focus, because a change of the
 * text then would undo the selection.
 */
export function MoneyInput({ value, ...rest }: NumberInputProps) {
  return (
    <NumberInput
      {...rest}
      kind="money"
      className={styles.money}
      value={value}
      shown={isMoney(value) ? formatMoney(value) : value}
    />
  );
}
