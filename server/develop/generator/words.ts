/** How names, texts and identifiers are written into generated source; nothing of a model gets there in another way. */
import { snake } from '../../kernel/table';

/** Width in columns: ideographs and other wide characters take two, marks none. */
export function widthOf(text: string): number {
  let width = 0;
  for (const one of text) if (!/\p{M}/u.test(one)) width += wide.test(one) ? 2 : 1;
  return width;
}
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;

/** Characters that cannot be seen, or that turn the direction of a line: written by their numbers. */
const unseen = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;
function numbered(text: string): string {
  return text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A string literal of TypeScript, in the quotes that need fewer escapes. */
export function quoted(text: string): string {
  const count = (mark: string) => text.split(mark).length - 1;
  const mark = count("'") > count('"') ? '"' : "'";
  const inner = text
    .replaceAll('\\', '\\\\')
    .replaceAll(mark, `\\${mark}`)
    .replaceAll('\n', '\\n')
    .replaceAll('${', '\\u0024{') // a literal that looks like a template is a mistake to the linter
    .replace(unseen, numbered);
  return `${mark}${inner}${mark}`;
}

/** One line of a comment. */
export function commented(text: string): string {
  return text
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .replaceAll('*/', '* /')
    .trim();
}

/** `lease_car` becomes `lease-car`. */
export function kebab(name: string): string {
  return name.replaceAll('_', '-');
}

/** Words that PostgreSQL takes for a column's name in quotes alone. */
const reserved = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
  concurrently constraint create cross current_catalog current_date current_role current_schema current_time
  current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze from
  full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit
  localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references
  returning right select session_user similar some symmetric system_user table tablesample then to trailing true union
  unique user using variadic verbose when where window with`.split(/\s+/),
);
/** The column of a field, as SQL writes it. */
export function column(name: string): string {
  const plain = snake(name);
  return reserved.has(plain) ? `"${plain}"` : plain;
}
