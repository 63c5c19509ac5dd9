import { textIn } from '../../../contract/domain/text';
import { headingOf } from '../../../contract/schema/columns';
import type { Field } from '../../../contract/schema/fields';
import { entriesOf } from '../../store/crud/dict';
import { textWidth } from '../../ui/table/textWidth';
import type { Format, Screen } from './screen';

const PADDINGS_PX = 20;
const HEAD_PX = 12;
const TEXT_PX = 14;
const CHIP_PX = 12;
/** Icon, gap, paddings and border of a chip, in px. */
const CHIP_FRAME_PX = 34;
const SORTER_PX = 20;

/** Widths of columns that the screen does not declare, in px. */
const usualWidths: Partial<Record<Field['kind'], number>> = {
  integer: 90,
  money: 124,
  rate: 96,
  date: 110,
  dateTime: 164,
  choice: 96,
  dict: 96,
  flag: 90,
  longText: 200,
};

/** The texts that a column can hold, where they are known beforehand. */
function wordsOf(field: Field, { language, dicts }: Format): readonly string[] {
  if (field.kind === 'dict') return entriesOf(dicts, field.dict ?? '').map((entry) => textIn(entry, language));
  if (field.kind === 'choice') return Object.values(field.choices ?? {}).map((label) => textIn(label, language));
  return [];
}

/**
 * Width of a column in px: what its screen declares, but at least what its heading and its longest text need in the
 * current language. Undefined for a column that takes the remaining width.
 */
export function columnWidth(name: string, field: Field, screen: Screen, format: Format, isSortable: boolean) {
  const given =
    screen.widths[name] ??
    // A point in time has one length in every language, and says nothing when it is cut.
    (screen.columns.includes(name) && field.kind !== 'dateTime' ? undefined : (usualWidths[field.kind] ?? 140));
  if (given === undefined) return undefined;
  const head = textIn(screen.heads[name], format.language) ?? headingOf(field, format.language);
  const hasChip = screen.cells[name] !== undefined;
  const longest = textIn(screen.longest?.[name], format.language);
  const texts = [...wordsOf(field, format), ...(longest ? [longest] : [])];
  const longestText = Math.max(0, ...texts.map((one) => textWidth(one, hasChip ? CHIP_PX : TEXT_PX)));
  return Math.max(
    given,
    textWidth(head, HEAD_PX) + PADDINGS_PX + (isSortable ? SORTER_PX : 0),
    longestText === 0 ? 0 : longestText + PADDINGS_PX + (hasChip ? CHIP_FRAME_PX : 0),
  );
}
