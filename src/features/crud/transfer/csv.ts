import { csvLine, disarmed } from '../../../../contract/domain/csv';

function isNumber(value: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(value);
}

/** Lines as comma-separated values. `keepsNumbers`: a negative number stays a number. */
export function csvOf(lines: readonly (readonly string[])[], { keepsNumbers = false } = {}): string {
  return lines
    .map((line) => csvLine(line.map((value) => (keepsNumbers && isNumber(value) ? value : disarmed(value)))))
    .join('');
}
