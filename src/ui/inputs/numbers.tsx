import { type FormEvent, useRef, useState } from 'react';
import { formatMoney, isMoney } from '../../../contract/domain/money';
import { type NumberKind, numberIn } from '../../../contract/domain/reading/numbers';
import { TextInput, type TextInputProps } from './fields';
import styles from './numbers.module.css';

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

/** What is typed stays until the input is left, so that separators and units may be typed; the value is what it says. */
export function NumberInput({
  kind = 'integer',
  value,
  shown = value,
  onChange,
  onBlur,
  inputMode = 'decimal',
  ...rest
}: NumberInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const edit = useRef<Edit>({ inputType: '', data: null, end: 0 });
  const read = (text: string) => numberIn(kind, text) ?? text;
  const isHeld = typed !== null && read(typed) === value;
  return (
    <TextInput
      {...rest}
      inputMode={inputMode}
      value={isHeld ? typed : typed === null ? shown : value}
      onInput={({ nativeEvent, currentTarget }: FormEvent<HTMLInputElement>) => {
        const { inputType = '', data = null } = nativeEvent as InputEvent;
        edit.current = { inputType, data, end: currentTarget.selectionStart ?? 0 };
      }}
      onChange={(text) => {
        const own = typed === null && shown !== value ? withoutShown(text, edit.current) : text;
        setTyped(own);
        onChange(read(own));
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
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
