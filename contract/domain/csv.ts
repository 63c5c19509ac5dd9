/** Comma-separated values (RFC 4180) whose texts a spreadsheet shows and never runs. */

/** A cell that begins so is a formula; Chinese spreadsheets take the wide forms as well. */
const formula = '=+\\-@＝＋－＠';
const atStart = `[${formula}\\t\\r\\n]`;
/**
 * Programs of other regions split lines at semicolons or tabs, and do not see quotes that begin inside of what they take
 * for a cell: there a formula may begin in the middle of a text.
 */
const behindSplit = '([;\\t\\r\\n]"*)';

const disarming = new RegExp(`${behindSplit}(?=[${formula}])`, 'g');
const disarmingStart = new RegExp(`^(?=${atStart})`);
const arming = new RegExp(`${behindSplit}'(?=[${formula}])`, 'g');
const armingStart = new RegExp(`^'(?=${atStart})`);

/** A text with an apostrophe before everything that a spreadsheet would take for a formula. */
export function disarmed(text: string): string {
  return text.replace(disarming, "$1'").replace(disarmingStart, "'");
}

/** A text as it was before `disarmed`. */
export function rearmed(text: string): string {
  return text.replace(armingStart, '').replace(arming, '$1');
}

function quoted(text: string): string {
  return /["\r\n,;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}
