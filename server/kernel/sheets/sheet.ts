/** A sheet that is written row by row, whatever its format. */

/** How the cells of a column are written. `percent` holds a decimal percent: `7.2` is 7.2 %. */
export type CellKind = 'text' | 'integer' | 'money' | 'percent' | 'date' | 'dateTime';

export interface SheetColumn {
  head: string;
  kind: CellKind;
  /** In a template: the column must be filled in. */
  isRequired?: boolean;
  /** In a template: the texts that a cell may hold. */
  offered?: readonly string[];
}

/**
 * The cells of one row, in the order of the columns; null is an empty one. Numbers and dates are decimal texts and
 * `yyyy-MM-dd[ HH:mm:ss]`; a text that is neither is written as text.
 */
export type SheetRow = readonly (string | null)[];

export const sheetFormats = ['xlsx', 'csv'] as const;
export type SheetFormat = (typeof sheetFormats)[number];
export const contentTypes: Readonly<Record<SheetFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** Whether a text is a decimal number that a spreadsheet holds exactly: at most 15 significant digits. */
export function isExactNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text) && text.replace(/^-?0*|\./g, '').length <= 15;
}
