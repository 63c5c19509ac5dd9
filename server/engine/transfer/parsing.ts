/** Cells of a file as values of a draft. */
import { languages } from '../../../contract/domain/languages';
import { type Label, textIn } from '../../../contract/domain/text';
import { asStored } from '../../../contract/schema/asStored';
import { flagText } from '../../../contract/schema/columns';
import type { Field } from '../../../contract/schema/fields';
import type { cellProblems } from '../../../contract/wire/transfer';
import type { ReadCell } from '../../kernel/sheets/readSheet';
import type { Words } from './words';

export type CellProblem = keyof typeof cellProblems;
/** A value as a client would send it, or why the cell cannot be one. The judge decides about everything else. */
/** What may be wrong with a cell that names no other record. */
type ValueProblem = Exclude<CellProblem, 'ambiguous' | 'ambiguousPlain' | 'unknown'>;
export type Parsed = { value: unknown } | { problem: ValueProblem };

function isSame(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
function inAnyLanguage(label: Label, text: string): boolean {
  return languages.some(({ code }) => isSame(textIn(label, code), text));
}

/** The key of a text among labelled values: the text in any language, another name of it, or the key itself. */
function keyOf(
  values: Iterable<readonly [key: string, label: Label]>,
  text: string,
  names: Field['alsoCalled'] = {},
): Parsed {
  for (const [key, label] of values)
    if (key === text.trim() || inAnyLanguage(label, text) || names[key]?.some((name) => isSame(name, text)))
      return { value: Number(key) };
  return { problem: 'notOffered' };
}

const flags = ([1, 0] as const).map((value): [number, readonly string[]] => [
  value,
  [...languages.map(({ code }) => flagText(value, code)), String(value), value === 1 ? 'true' : 'false'],
]);

function isMasked({ kind, unit }: Field, text: string): boolean {
  return (kind === 'identity' || unit === 'phone' || unit === 'card') && text.includes('*');
}

/** Whether a cell holds no value at all, but why there is none. */
export function isBroken(kind: ReadCell['kind']): kind is 'error' | 'uncomputed' {
  return kind === 'error' || kind === 'uncomputed';
}

/** The value of a cell for a field that points to no other record. */
export function parseCell(field: Field, { text, kind }: ReadCell, words: Words): Parsed {
  if (isBroken(kind)) return { problem: kind };
  switch (field.kind) {
    case 'integer': {
      const digits = asStored(field, text);
      return { value: /^-?\d{1,15}$/.test(digits) ? Number(digits) : text.trim() };
    }
    case 'money':
    case 'rate':
      return { value: asStored(field, (kind === 'percent' ? `${text}%` : text).trim()) };
    case 'date':
      return { value: asStored(field, text) };
    case 'choice':
      return keyOf(Object.entries(field.choices ?? {}), text, field.alsoCalled);
    case 'dict':
      return keyOf(words.get(field.dict ?? '') ?? [], text);
    case 'flag': {
      const found = flags.find(([, texts]) => texts.some((one) => isSame(one, text)));
      return found ? { value: found[0] } : { problem: 'notOffered' };
    }
    default:
      if (kind === 'rounded') return { problem: 'rounded' };
      if (isMasked(field, text)) return { problem: 'masked' };
      return { value: kind === 'percent' ? `${text}%` : asStored(field, text.trim()) };
  }
}

/** The texts of a cell that names records: one, or several. */
export function namesIn(field: Pick<Field, 'kind'>, { text }: ReadCell): string[] {
  const parts = field.kind === 'refs' ? text.split(/[,，;；、\n]/) : [text];
  return [...new Set(parts.map((part) => part.trim()).filter(Boolean))];
}
