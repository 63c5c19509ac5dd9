/** Made-up records for the preview of a model. */
import { addDays } from '../../../../../contract/domain/calendar';
import { textIn } from '../../../../../contract/domain/text';
import { moduleNamed } from '../../../../../contract/modules';
import { type Field, shownAs } from '../../../../../contract/schema/fields';
import type { Module, Row } from '../../../../../contract/schema/module';
import { entriesOf } from '../../../../store/crud/dict';
import type { Format } from '../../../crud/screen';

/** What samples are made with: the language of the page, and its words. */
export interface Sampling {
  format: Format;
  today: string;
  words: { record(title: string, number: number): string; about(label: string): string };
}

const count = 5;
const amounts = [128_000, 45_600.5, 9_980, 310_250.75, 72_000];

/** Id of a made-up record that a reference points to. */
export function sampleId(number: number): string {
  return String(number);
}
export function sampleName(to: string | undefined, number: number, { format, words }: Sampling): string {
  return words.record(textIn(moduleNamed(to)?.label, format.language) ?? '', number);
}

function within({ min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Field, value: number): number {
  return Math.min(max, Math.max(min, value));
}
function sampleOf(field: Field, number: number, { format: { language, dicts }, today, words }: Sampling): unknown {
  const label = textIn(field.label, language) ?? '';
  const cut = (said: string) => said.slice(0, field.maxLength ?? 64);
  const day = addDays(today, -7 * number);
  switch (field.kind) {
    case 'integer':
      return within(field, number);
    case 'money':
      return within(field, amounts[number % count]!).toFixed(2);
    case 'rate':
      return within(field, 3 + number / 2).toFixed(2);
    case 'date':
      return day;
    case 'dateTime':
      return `${day} 09:${String(10 + number)}:00`;
    case 'choice': {
      const values = Object.keys(field.choices ?? {});
      return values.length > 0 ? Number(values[number % values.length]) : null;
    }
    case 'dict': {
      const entries = entriesOf(dicts, field.dict ?? '');
      return entries[number % Math.max(1, entries.length)]?.key ?? null;
    }
    case 'flag':
      return number % 2;
    case 'ref':
      return sampleId(1 + (number % 2));
    case 'longText':
      return cut(words.about(label));
    default:
      return cut(`${label} ${number}`);
  }
}

/** A few records, the same for the same module and day. In a tree two hang below the first. */
export function sampleRows(module: Module, sampling: Sampling): Row[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const row: Row = { id: String(1000 + number), version: 1, status: 1, isDeleted: 0 };
    for (const [name, field] of Object.entries(module.fields)) {
      row[name] = sampleOf(field, number, sampling);
      if (field.to) row[shownAs(name, field)] = sampleName(field.to, 1 + (number % 2), sampling);
    }
    if (module.tree) {
      row[module.tree.parent] = index === 1 || index === 2 ? '1001' : '0';
      if (index === 0) row.hasChildren = true;
    }
    return row;
  });
}
