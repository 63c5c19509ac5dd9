/** Lists that go out and come in as files: what both sides say and limit. */
import { label } from '../domain/text';

/** Rows of a file whose records get a password each. */
export const mostPasswordsImported = 200;
/** Rows of a list that goes to the page while it is written; a longer one is made in the background. */
export const mostRowsStreamed = 20_000;
/** Files that a person may have in the making, and the days for which a file is kept. */
export const mostInMaking = 3;
export const transferDays = 7;

export const transferStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type TransferState = (typeof transferStates)[number];
export function isInMaking(state: TransferState): boolean {
  return state === 'waiting' || state === 'running';
}

/** A list that goes out in the background; its person's own. */
export interface Transfer {
  id: string;
  /** Name of the module. */
  module: string;
  fileName: string;
  state: TransferState;
  /** Rows that are written, and rows of the list when it began. */
  rows: number;
  total: number;
  /** Bytes of the file; null while there is none. */
  size: number | null;
  /** Why it failed; '' where it did not. */
  problem: string;
  createTime: string;
  endTime: string | null;
  /** When file and entry are removed; null while it is in the making. */
  expiresAt: string | null;
}

/** Words of the message that says how it ended. `{name}` is the file. */
export const transferWords = {
  made: label('导出完成：{name}', 'Export ready: {name}'),
  madeText: label(
    '共 {rows} 行。文件保留 {days} 天，仅您本人可下载。',
    '{rows} rows. The file is kept for {days} days, and only you can download it.',
  ),
  failed: label('导出失败：{name}', 'Export failed: {name}'),
};

/** Problems that an answer names. */
export const mostRowProblems = 500;

/** What is wrong in a row of a file. */
export interface RowProblem {
  /** As the spreadsheet counts it: the heading is row 1. */
  row: number;
  /** Heading of the column; '' where the row as a whole is refused. */
  column: string;
  text: string;
}

/** The answer of an import, and of its trial. */
export interface ImportResult {
  /** Rows of the file. */
  rows: number;
  /** Records that were added; 0 after a trial. */
  added: number;
  /** The first of those that were found, at most `mostRowProblems`. */
  problems: RowProblem[];
  problemCount: number;
  /** What a form would warn of; the rows are imported all the same. */
  warnings: RowProblem[];
  /** Which sheet was read, and what of the file was not, in whole sentences. */
  notes: string[];
  /** Passwords of people who were added, in this answer alone. */
  issued?: { id: string; account: string; oneTimeWord?: string }[];
}

/** Problems of a cell that no field has; `{name}` is the field. */
export const cellProblems = {
  ambiguous: label(
    '“{value}”对应多条{name}，请填写“名称（{note}）”或其 ID',
    '“{value}” names several records; enter “name ({note})” or the ID',
  ),
  ambiguousPlain: label('“{value}”对应多条{name}，请填写其 ID', '“{value}” names several records; enter the ID'),
  unknown: label('找不到“{value}”', '“{value}” was not found'),
  error: label('单元格是错误值 {value}', 'The cell holds the error {value}'),
  uncomputed: label(
    '公式没有计算结果，请用表格软件打开并保存文件后重新导入',
    'The formula has no stored result; open and save the file in a spreadsheet program and import it again',
  ),
  masked: label('{name}含有星号，请填写完整内容', '{name} contains asterisks; enter it in full'),
  rounded: label(
    '{name}位数过长，表格软件已舍去末位，请将该列设为文本后重新填写',
    '{name} has more digits than a spreadsheet keeps; format the column as text and enter it again',
  ),
  notOffered: label(
    '“{value}”不是{name}的可选项，可填：{values}',
    '“{value}” is not one of the values of {name}: {values}',
  ),
};

/** Warnings of a row: what two records rarely share. */
export const rowWarnings = {
  sameRow: label('与第 {row} 行相同', 'Same as in row {row}'),
  known: label('已有{module}“{title}”使用', 'Already used by “{title}” ({module})'),
  knownUnseen: label('已有其他{module}使用', 'Already used by another record of {module}'),
};

/** What an import says of its file. `{names}`, `{rows}` and `{cells}` are lists, cut where they are long. */
export const fileNotes = {
  sheet: label('读取的工作表：{name}', 'Sheet that was read: {name}'),
  hidden: label('未读取隐藏的工作表：{names}', 'Hidden sheets that were not read: {names}'),
  empty: label('没有内容的工作表：{names}', 'Sheets without content: {names}'),
  other: label('未读取的其他工作表：{names}', 'Other sheets that were not read: {names}'),
  hiddenRows: label('未读取 {count} 个隐藏的行：{rows}', 'Hidden rows that were not read ({count}): {rows}'),
  hiddenColumns: label('已读取的隐藏列：{names}', 'Hidden columns that were read: {names}'),
  beyond: label(
    '未读取 {count} 个没有列标题的单元格：{cells}',
    'Cells without a heading that were not read ({count}): {cells}',
  ),
  columns: label('不能导入、未读取的列：{names}', 'Columns that cannot be imported and were not read: {names}'),
};
/** Entries that a list in such a sentence names. */
export const mostNamed = 10;

/** Words of a template. */
export const templateWords = {
  notes: label('填写说明', 'Notes'),
  column: label('列', 'Column'),
  required: label('必填', 'Required'),
  rule: label('填写要求', 'What to enter'),
  yes: label('是', 'Yes'),
  template: label('导入模板', 'import template'),
  text: label('文本，最多 {max} 个字', 'Text, up to {max} characters'),
  whole: label('整数', 'A whole number'),
  amount: label('金额，最多两位小数', 'An amount with up to two decimals'),
  rate: label('百分数，如 7.2%', 'A percentage such as 7.2%'),
  day: label('日期，如 2026-11-22', 'A date such as 2026-11-22'),
  from: label('不小于 {min}', 'at least {min}'),
  to: label('不大于 {max}', 'at most {max}'),
  oneOf: label('可选：{values}', 'One of: {values}'),
  reference: label('{module}的名称或 ID', 'Name or ID of a record of “{module}”'),
  references: label(
    '{module}的名称或 ID，多个以逗号分隔',
    'Names or IDs of records of “{module}”, separated by commas',
  ),
};
