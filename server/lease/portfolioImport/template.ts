/** The workbook that people fill in: three sheets with their lists to choose from, and one that explains them. */
import { joined, type Language, textIn } from '../../../contract/domain/text';
import { headingOf } from '../../../contract/schema/columns';
import type { Field, Fields } from '../../../contract/schema/fields';
import { columnNotes, portfolioSheets, sheetNames, sheetTitles } from '../../../contract/wire/portfolio/sheets';
import { templateWords as say } from '../../../contract/wire/transfer';
import type { CellKind, SheetColumn, SheetRow } from '../../kernel/sheets/sheet';
import { type Sheet, writeXlsx } from '../../kernel/sheets/xlsxWriter';

const cellKinds: Partial<Record<Field['kind'], CellKind>> = { money: 'money', rate: 'percent', date: 'date' };

export function sheetColumns(fields: Fields, language: Language): SheetColumn[] {
  return Object.values(fields).map((field) => ({
    head: field.required ? `${headingOf(field, language)} *` : headingOf(field, language),
    kind: cellKinds[field.kind] ?? 'text',
    ...(field.required ? { isRequired: true } : {}),
    ...(field.kind === 'choice'
      ? { offered: Object.values(field.choices ?? {}).map((one) => textIn(one, language)) }
      : {}),
  }));
}

/** What each column takes. */
function explained(language: Language): SheetRow[] {
  return sheetNames.flatMap((sheet) =>
    Object.entries(portfolioSheets[sheet] as Fields).map(([name, field]): SheetRow => {
      const values = Object.values(field.choices ?? {}).map((one) => textIn(one, language));
      const note = columnNotes[name];
      return [
        textIn(sheetTitles[sheet], language),
        headingOf(field, language),
        field.required ? textIn(say.yes, language) : '',
        [...(note ? [textIn(note, language)] : []), ...(values.length > 0 ? [joined(values, language)] : [])].join(' '),
      ];
    }),
  );
}

export function portfolioTemplate(language: Language): Sheet[] {
  const heads = [{ zh: '表', en: 'Sheet' }, say.column, say.required, say.rule].map(
    (head): SheetColumn => ({ head: textIn(head, language), kind: 'text' }),
  );
  return [
    ...sheetNames.map(
      (sheet): Sheet => ({
        name: textIn(sheetTitles[sheet], language),
        columns: sheetColumns(portfolioSheets[sheet], language),
        rows: [],
      }),
    ),
    { name: textIn(say.notes, language), columns: heads, rows: [explained(language)] },
  ];
}

export function writeTemplate(language: Language): AsyncIterable<Buffer> {
  return writeXlsx(portfolioTemplate(language));
}
