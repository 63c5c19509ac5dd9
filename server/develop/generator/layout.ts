/** Lays out expressions of TypeScript as the formatter of this product does: on one line where they fit. */
import { quoted, widthOf } from './words';

const widest = 120;

interface Group {
  kind: 'object' | 'array' | 'call';
  /** Of a call: what is called. */
  head: string;
  items: readonly { key?: string; value: Code }[];
}
/** Source that is not broken, or a group whose items may stand on lines of their own. */
export type Code = string | Group;

export function call(head: string, ...args: readonly Code[]): Code {
  return { kind: 'call', head, items: args.map((value) => ({ value })) };
}
export function array(...values: readonly Code[]): Code {
  return { kind: 'array', head: '', items: values.map((value) => ({ value })) };
}
/** Members without a value are left out. */
export function object(
  members: Readonly<Record<string, Code | undefined>> | readonly [string, Code | undefined][],
): Code {
  const entries = Array.isArray(members) ? members : Object.entries(members);
  return {
    kind: 'object',
    head: '',
    items: entries.flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }])),
  };
}
/** A literal: a text, a number, true, false or null. */
export function literal(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : String(value);
}
export function isEmptyGroup(code: Code): boolean {
  return typeof code !== 'string' && code.items.length === 0;
}

const marks = { object: ['{', '}'], array: ['[', ']'], call: ['(', ')'] } as const;

function flat(code: Code): string {
  if (typeof code === 'string') return code;
  const [open, close] = marks[code.kind];
  const inner = code.items
    .map(({ key, value }) => (key === undefined ? flat(value) : `${key}: ${flat(value)}`))
    .join(', ');
  const pad = code.kind === 'object' && inner !== '' ? ' ' : '';
  return `${code.head}${open}${pad}${inner}${pad}${close}`;
}

/** A table: several rows of several cells, or several objects of several keys, stand on lines of their own in any case. */
function isTable(code: Code): boolean {
  if (typeof code === 'string' || code.kind !== 'array' || code.items.length < 2) return false;
  const kinds = new Set(
    code.items.map(({ value }) => typeof value !== 'string' && value.items.length > 1 && value.kind),
  );
  return kinds.size === 1 && (kinds.has('array') || kinds.has('object'));
}
function breaks(code: Code): boolean {
  return typeof code !== 'string' && (isTable(code) || code.items.some(({ value }) => breaks(value)));
}

function isObject(code: Code | undefined): boolean {
  return typeof code === 'object' && code.kind === 'object';
}
function isText(code: Code): boolean {
  return typeof code === 'string' && /^['"]/.test(code);
}

/** The last argument opens on the line of the call when it is the only object beside its neighbour. */
function opensLast({ head, items }: Group, before: number): boolean {
  const last = items.at(-1)?.value;
  const others = items.slice(0, -1).map(({ value }) => value);
  if (!isObject(last) || isObject(others.at(-1))) return false;
  return before + widthOf(`${head}(${others.map((one) => `${flat(one)}, `).join('')}{`) <= widest;
}

function lines(group: Group, indent: number): string {
  const [open, close] = marks[group.kind];
  const inner = ' '.repeat(indent + 2);
  const body = group.items.map(({ key, value }) => {
    const lead = key === undefined ? inner : `${inner}${key}: `;
    const isWide = key !== undefined && isText(value) && widthOf(`${lead}${value},`) > widest;
    return isWide
      ? `${inner}${key}:\n${inner}  ${value},\n`
      : `${lead}${laidOut(value, indent + 2, widthOf(lead), 1)},\n`;
  });
  return `${group.head}${open}\n${body.join('')}${' '.repeat(indent)}${close}`;
}

/**
 * `indent`: of the line that it begins on; `before`: columns of that line that are taken; `after`: what follows on its
 * last line.
 */
export function laidOut(code: Code, indent = 0, before = indent, after = 0): string {
  const whole = flat(code);
  if (typeof code === 'string' || (before + widthOf(whole) + after <= widest && !breaks(code))) return whole;
  if (code.kind === 'call' && opensLast(code, before)) {
    const others = code.items.slice(0, -1).map(({ value }) => `${flat(value)}, `);
    return `${code.head}(${others.join('')}${lines(code.items.at(-1)!.value as Group, indent)})`;
  }
  return lines(code, indent);
}

/** The same, with its outermost group on several lines in any case. */
export function spread(code: Code, indent = 0): string {
  return typeof code === 'string' ? code : lines(code, indent);
}

/** An import of names, sorted as the formatter sorts them. */
export function imported(names: readonly string[], from: string): string {
  const bare = (name: string) => name.replace(/^type /, '');
  const sorted = [...new Set(names)].sort((a, b) => compared(bare(a), bare(b)));
  const line = `import { ${sorted.join(', ')} } from '${from}';`;
  return line.length <= widest ? line : `import {\n${sorted.map((name) => `  ${name},\n`).join('')}} from '${from}';`;
}
/** Capitals come after the small letters of the same word. */
function compared(a: string, b: string): number {
  const [low, other] = [a.toLowerCase(), b.toLowerCase()];
  return low === other ? (a < b ? 1 : -1) : low < other ? -1 : 1;
}
