/** Texts inside the XML of a workbook. */

const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML cannot hold, even as references: controls, halves of surrogate pairs, two non-characters. */
const unfit =
  /(?![\t\n])\p{Cc}(?<![\u007f-\u009f])|[\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu;
const escaped = /_x([0-9A-Fa-f]{4})_/g;
/** The longest text of a cell, in UTF-16 units. */
export const mostInCell = 32_767;

function hex(c: string): string {
  return `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

/** A text as the format writes it: `_x0008_` for what XML cannot hold, and an escape that is meant literally escaped. */
export function xmlText(text: string): string {
  const cut = text.length > mostInCell ? text.slice(0, mostInCell) : text;
  return cut
    .replace(escaped, (found) => `_x005F_${found.slice(1)}`)
    .replace(unfit, hex)
    .replace(/[&<>"]/g, (c) => named[c]!);
}

/** The text that `xmlText` wrote, its XML references already resolved. */
export function textOfXml(text: string): string {
  return text.includes('_x')
    ? text.replace(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}

/** The letters of a column, from 0: A … Z, AA … */
export function columnLetters(index: number): string {
  let letters = '';
  for (let left = index + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return letters;
}

/** The column of a cell's name, from 0: `AB12` is 27; -1 for what is no name. */
export function columnIndex(name: string): number {
  const letters = /^[A-Z]{1,3}(?=\d|$)/.exec(name)?.[0];
  if (!letters) return -1;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
