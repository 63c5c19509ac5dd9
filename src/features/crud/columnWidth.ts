import { textIn } from '../../../contract/domain/text';
import { flagText } from '../../../contract/schema/columns';
import type { Field } from '../../../contract/schema/fields';
import { entriesOf } from '../../store/crud/dict';
import { chipWidth } from '../../ui/table/shownWidth';
import { textWidth } from '../../ui/table/textWidth';
import type { Format, Screen } from './screen';

const PADDINGS_PX = 20;
const TEXT_PX = 14;

/** A long value of each kind that has one shape. */
const longValues: Partial<Record<Field['kind'], string>> = {
  integer: '99999',
  money: '9,999,999.99',
  rate: '99.9999%',
  date: '2026-12-31',
  dateTime: '2026-12-31 23:59:59',
};

/** Names and texts, which may be cut and take the free room; the values of the other kinds are known beforehand. */
export function isLongField({ kind }: Field): boolean {
  return !(kind in longValues) && kind !== 'choice' && kind !== 'dict' && kind !== 'flag';
}

/** The texts that a column can hold, where they are known beforehand. */
function wordsOf(field: Field, { language, dicts }: Format): readonly string[] {
  if (field.kind === 'dict') return entriesOf(dicts, field.dict ?? '').map((entry) => textIn(entry, language));
  if (field.kind === 'choice') return Object.values(field.choices ?? {}).map((label) => textIn(label, language));
  if (field.kind === 'flag') return [flagText(0, language), flagText(1, language)];
  return [longValues[field.kind] ?? ''];
}

/**
 * Width of a column in px: what its screen declares, but at least what the values of its kind need in the current
 * language. Undefined for a name or a text of which the screen says nothing.
 */
export function columnWidth(name: string, field: Field, screen: Screen, format: Format): number | undefined {
  const given = screen.widths[name];
  if (isLongField(field) && given === undefined) return undefined;
  const hasChip = screen.cells[name] !== undefined;
  const widths = wordsOf(field, format).map((one) =>
    one === '' ? 0 : hasChip ? chipWidth(one) : textWidth(one, TEXT_PX),
  );
  return Math.max(given ?? 0, Math.max(...widths) + PADDINGS_PX);
}
