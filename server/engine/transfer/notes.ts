/** What an import says of its file: which sheet was read, and what was passed over. */
import { countIn, filledIn, joined, type Language, textIn } from '../../../contract/domain/text';
import { fileNotes, mostNamed } from '../../../contract/wire/transfer';
import type { ReadList, SheetPassed } from '../../kernel/sheets/readSheet';
import { columnLetters } from '../../kernel/sheets/xlsxText';

/** The first of many, with a sign that there are more. */
export function named(all: readonly string[], language: Language): string {
  const shown = all.slice(0, mostNamed).map((one) => one.slice(0, 40));
  return joined(all.length > mostNamed ? [...shown, '…'] : shown, language);
}

/** Names of the cells with content in columns without a heading. */
function cellsBeyond({ head, rows }: ReadList): string[] {
  return rows.flatMap(({ number, cells }) =>
    cells.flatMap((cell, at) => (cell && !head.cells[at] ? [`${columnLetters(at)}${number}`] : [])),
  );
}

/** `left`: headings of columns that no import takes. */
export function notesOf(list: ReadList, left: readonly string[], language: Language): string[] {
  const { name, others, hiddenRows, hiddenColumns } = list;
  const say = (note: keyof typeof fileNotes, values: object) =>
    filledIn(textIn(fileNotes[note], language), { ...values });
  const sheets = (why: SheetPassed) => others.flatMap((one) => (one.why === why ? [one.name] : []));
  const beyond = cellsBeyond(list);
  return [
    ...(name === '' ? [] : [say('sheet', { name })]),
    ...(['hidden', 'empty', 'other'] as const).flatMap((why) => {
      const names = sheets(why);
      return names.length === 0 ? [] : [say(why, { names: named(names, language) })];
    }),
    ...(hiddenRows.length === 0
      ? []
      : [
          say('hiddenRows', {
            count: countIn(hiddenRows.length, language),
            rows: named(hiddenRows.map(String), language),
          }),
        ]),
    ...(hiddenColumns.length === 0 ? [] : [say('hiddenColumns', { names: named(hiddenColumns, language) })]),
    ...(beyond.length === 0
      ? []
      : [say('beyond', { count: countIn(beyond.length, language), cells: named(beyond, language) })]),
    ...(left.length === 0 ? [] : [say('columns', { names: named(left, language) })]),
  ];
}
