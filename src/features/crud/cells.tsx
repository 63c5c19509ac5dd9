import type { ReactNode } from 'react';
import { factsOf, type Language } from '../../../contract/domain/languages';
import type { Sign } from '../../../contract/domain/lifecycle/orderStates';
import { formatMoney, formatRate } from '../../../contract/domain/money';
import { plainText } from '../../../contract/domain/plainText';
import { textIn } from '../../../contract/domain/text';
import { flagText, unitOf } from '../../../contract/schema/columns';
import type { Field } from '../../../contract/schema/fields';
import { maskCard, maskPhone } from '../../../contract/schema/mask';
import { wordFor } from '../../store/crud/dict';
import { Dash } from '../../ui/layout/figures';
import { StatusChip } from '../../ui/layout/status';
import type { Format } from './screen';

/** A label inside a sentence: “Enter contract no.”, but “Enter ID number” and “Enter WeChat ID”. */
export function within(text: string): string {
  return /^[A-Z][^A-Z\s]*(\s|$)/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** What is done and to what, with a gap where the language or the name has one: 新增订单, but 新增 GPS 设备. */
export function doing(verb: string, name: string, language: Language): string {
  const gap = /^\w/.test(name) ? ' ' : factsOf(language).wordGap;
  return `${verb}${gap}${name}`;
}

export function isFigure({ kind }: Field): boolean {
  return ['integer', 'money', 'rate'].includes(kind);
}

/** Letters of a rich text that stand for it where one line is shown. */
const previewLetters = 200;

/** The text of a field's value; null when empty. */
export function textOf(field: Field, value: unknown, { language, dicts }: Format): string | null {
  if (value === undefined || value === null || value === '') return null;
  switch (field.kind) {
    case 'money':
      return formatMoney(String(value));
    case 'rate':
      return `${formatRate(String(value))}%`;
    case 'choice':
      return textIn(field.choices?.[String(value)], language) ?? String(value);
    case 'dict':
      return wordFor(dicts, field.dict ?? '', value, language);
    case 'html':
      return plainText(String(value)).slice(0, previewLetters);
    case 'flag':
      return flagText(Number(value) === 1 ? 1 : 0, language);
    default:
      if (field.unit === 'phone') return maskPhone(String(value));
      if (field.unit === 'card') return maskCard(String(value));
      return String(value);
  }
}

/** As `textOf`, with the unit, for places without a column heading. */
export function measureOf(field: Field, value: unknown, format: Format): string | null {
  const text = textOf(field, value, format);
  const unit = unitOf(field, format.language);
  return text !== null && unit ? `${text} ${unit}` : text;
}

export function cellOf(field: Field, value: unknown, format: Format): ReactNode {
  return textOf(field, value, format) ?? <Dash />;
}

/** A state as icon, text and tint. */
export function signChip({ tone, glyph }: Sign, text: string): ReactNode {
  return (
    <StatusChip tone={tone} glyph={glyph}>
      {text}
    </StatusChip>
  );
}

/** Whether a record is enabled: only the value 1 is. */
export function turnedChip(field: Field, status: unknown, format: Format): ReactNode {
  const value = Number(status ?? 1);
  const sign: Sign =
    value === 1 ? { tone: 'success', glyph: 'checkmark-circle' } : { tone: 'quiet', glyph: 'prohibited' };
  return signChip(sign, textOf(field, value, format) ?? '');
}
