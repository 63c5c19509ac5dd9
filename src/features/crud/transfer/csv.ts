/** Lines as comma-separated values. */

function isNumber(value: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(value);
}

/** A spreadsheet would run a cell that looks like a formula, so it gets an apostrophe. */
function csvCell(value: string, keepsNumbers: boolean): string {
  const isSafe = !/^[=+\-@\t\r]/.test(value) || (keepsNumbers && isNumber(value));
  return `"${(isSafe ? value : `'${value}`).replace(/"/g, '""')}"`;
}

/** `keepsNumbers`: a negative number stays a number. */
export function csvOf(lines: readonly (readonly string[])[], { keepsNumbers = false } = {}): string {
  return lines.map((line) => `${line.map((value) => csvCell(value, keepsNumbers)).join(',')}\r\n`).join('');
}
