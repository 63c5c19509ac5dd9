import { useState } from 'react';
import { formatMoney, isMoney } from '../../../contract/domain/money';
import { TextInput, type TextInputProps } from './fields';
import styles from './numbers.module.css';

/** A number without separators, with the full-width digits and points of Chinese keyboards as ASCII. */
export function plainNumber(typed: string): string {
  return typed
    .replace(/[０-９．－]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/。/g, '.')
    .replace(/[,，\s]/g, '');
}

export interface NumberInputProps extends Omit<TextInputProps, 'onChange'> {
  /** Called with the digits as text, because binary numbers would round amounts and rates. */
  onChange(value: string): void;
}

export function NumberInput({ onChange, inputMode = 'decimal', ...rest }: NumberInputProps) {
  return <TextInput {...rest} inputMode={inputMode} onChange={(typed) => onChange(plainNumber(typed))} />;
}

/**
 * Yuan as a decimal string, with thousands separators until the first edit. They stay on focus, because a change of the
 * text then would undo the selection.
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
