/** What people read of a rich text, in one line: for previews and histories. */

const characters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};

export function plainText(html: string): string {
  return html
    .replace(/<(br|\/?(p|h[1-6]|li|tr|td|blockquote|pre))\b[^<>]*>/gi, ' ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&([a-z]+|#39);/gi, (whole, name: string) => characters[name.toLowerCase()] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
}
