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

function plain(text: string): string {
  return text.trim().toLowerCase();
}

/** What cells may call labelled values; the place among them decides where one text calls several. */
interface Called {
  byKey: ReadonlyMap<string, number>;
  byName: ReadonlyMap<string, number>;
  keys: readonly string[];
}
/** Made once for all rows of a file: a dictionary may have as many values as the file has rows. */
const called = new WeakMap<object, Called>();

function calledBy(values: Iterable<readonly [key: string, label: Label]>, names: Field['alsoCalled'] = {}): Called {
  const [byKey, byName] = [new Map<string, number>(), new Map<string, number>()];
  const keys: string[] = [];
  for (const [key, label] of values) {
    const at = keys.push(key) - 1;
    if (!byKey.has(key)) byKey.set(key, at);
    for (const text of [...languages.map(({ code }) => textIn(label, code)), ...(names[key] ?? [])])
      if (!byName.has(plain(text))) byName.set(plain(text), at);
  }
  return { byKey, byName, keys };
}

/** The key of a text among labelled values: the text in any language, another name of it, or the key itself. */
function keyOf(held: object, text: string, make: () => Called): Parsed {
  const known = called.get(held) ?? make();
  called.set(held, known);
  const places = [known.byKey.get(text.trim()), known.byName.get(plain(text))].filter((at) => at !== undefined);
  return places.length > 0 ? { value: Number(known.keys[Math.min(...places)]) } : { problem: 'notOffered' };
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
      return keyOf(field, text, () => calledBy(Object.entries(field.choices ?? {}), field.alsoCalled));
    case 'dict': {
      const held = words.get(field.dict ?? '');
      return held ? keyOf(held, text, () => calledBy(held)) : { problem: 'notOffered' };
    }
    case 'flag': {
      const found = flags.find(([, texts]) => texts.some((one) => plain(one) === plain(text)));
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
