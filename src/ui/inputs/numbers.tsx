import { useState } from 'react';
import { formatMoney, isMoney } from '../../../contract/domain/money';
import { TextInput, type TextInputProps } from './fields';
import styles from './numbers.module.css';

/** Full-width digits and points as Chinese keyboards give them, and separators that people paste along. */
export function plainNumber(typed: string): string {
  return typed
    .replace(/[０-９．－]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/。/g, '.')
    .replace(/[,，\s]/g, '');
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
