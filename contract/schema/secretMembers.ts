/** Texts that programs read, as JSON, as `name=value` or as an address, and the secrets among what they hold. */
import { isEmpty } from '../domain/values';
import type { Field } from './fields';
import { isSecretCode, isSecretIn, secretMask } from './secretCodes';

interface Span {
  from: number;
  to: number;
  /** Names above it and its own: a mask that is sent back stands for the secret that was stored there. */
  place: string;
  /** A whole value of JSON, with its quotes. */
  isJson?: true;
}

function spliced(text: string, spans: readonly Span[], instead: (held: string, span: Span) => string): string {
  let done = 0;
  let out = '';
  for (const span of spans) {
    out += text.slice(done, span.from) + instead(text.slice(span.from, span.to), span);
    done = span.to;
  }
  return out + text.slice(done);
}
function maskOf({ isJson }: Pick<Span, 'isJson'>): string {
  return isJson ? `"${secretMask}"` : secretMask;
}

const named =
  /(\\{0,8}["'])([^"'\\\r\n]{1,64})\1\s{0,9}[=:]\s{0,9}|([\w.$-]{1,64})[ \t]{0,9}[=:][ \t]{0,9}|(?<![\w-])(--[\w-]{1,64})[ \t]{1,9}/g;
const quoted = /(\\{0,8}["'])(.*?)(?<!\\)\1/sy;
/** It goes on to the end of its line, or to the next name: passwords hold commas and blanks, too. */
const bare =
  /(?!\\{0,8}["'])[^\r\n]*?(?=[,;&#\s][ \t]{0,9}(?:\\{0,8}["'])?[\w.$-]{1,64}(?:\\{0,8}["'])?[ \t]{0,9}[=:]|["'\\\]}\s]{0,9}(?:[\r\n]|$))/y;
const account = /:\/\/([^\s/@:"'?#]{0,100}):([^\s/"']{1,200})@([^\s/?#"',;]*)/g;

/** The address that a text ends in, without what is asked of it and the password in it; '' for none. */
function addressBefore(text: string): string {
  const at = text.lastIndexOf('://');
  const address = at < 0 ? '' : text.slice(at);
  return /\s/.test(address) ? '' : address.split('?', 1)[0]!.replace(/:[^/:@]{1,200}@/, '@');
}

function textSpans(text: string): Span[] {
  const found: Span[] = [];
  for (const [all, person = '', word = '', host = ''] of text.matchAll(account)) {
    const from = text.indexOf(all, found.at(-1)?.to ?? 0) + 4 + person.length;
    found.push({ from, to: from + word.length, place: `//${person}@${host}` });
  }
  const accounts = [...found];
  let end = 0;
  for (const match of text.matchAll(named)) {
    // What stands inside of a value is part of it.
    if (match.index < end || !isSecretCode(match[2] ?? match[3] ?? match[4])) continue;
    const at = match.index + match[0].length;
    quoted.lastIndex = at;
    bare.lastIndex = at;
    const inQuotes = quoted.exec(text);
    const from = inQuotes ? at + inQuotes[1]!.length : at;
    const to = from + (inQuotes ? inQuotes[2]! : (bare.exec(text)?.[0] ?? '')).length;
    const address = addressBefore(text.slice(Math.max(0, match.index - 2000), match.index));
    end = to;
    const isInside = accounts.some((other) => from < other.to && other.from < to);
    if (to > from && !isInside) found.push({ from, to, place: `${match[2] ?? match[3] ?? match[4]} ${address}` });
  }
  return found.sort((a, b) => a.from - b.from);
}

const noSecret = /^(?:""|null|true|false|\[\s*\]|\{\s*\})$/;
/** Members that name what the member `value` beside them holds. */
const naming = ['name', 'key', 'code'];

function jsonSpans(text: string): Span[] {
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const taken = pattern.exec(text)?.[0] ?? '';
    at += taken.length;
    return taken;
  };
  const under = (place: string, inner: readonly Span[]) =>
    inner.map((span) => ({ ...span, place: `${place} ${span.place}` }));
  const value = (): Span[] => {
    take(/\s*/y);
    const from = at + 1;
    if (text[at] === '{') return members();
    if (text[at] === '[') return items();
    const word = take(/"(?:[^"\\]|\\.)*"|[^\s,\]}]+/y);
    if (word[0] !== '"') return [];
    return textSpans(word.slice(1, -1)).map((span) => ({ ...span, from: span.from + from, to: span.to + from }));
  };
  const isClosed = () => {
    take(/[,\s]*/y);
    return at >= text.length || text[at] === '}' || text[at] === ']';
  };
  const items = (): Span[] => {
    const found: Span[] = [];
    for (at += 1; !isClosed(); ) {
      const from = at;
      const inner = value();
      const moved = inner.map((span) => ({ ...span, from: span.from - from, to: span.to - from }));
      // An item is known by what else it holds: the order of a list may change.
      found.push(
        ...under(
          spliced(text.slice(from, at), moved, (_, span) => maskOf(span)),
          inner,
        ),
      );
    }
    at += 1;
    return found;
  };
  const members = (): Span[] => {
    const held: { name: string; from: number; to: number; inner: Span[] }[] = [];
    for (at += 1; !isClosed(); ) {
      const name: string = JSON.parse(take(/"(?:[^"\\]|\\.)*"/y));
      take(/\s*:\s*/y);
      const from = at;
      held.push({ name, from, inner: value(), to: at });
    }
    at += 1;
    const isNamed = held.some(
      ({ name, from, to }) =>
        naming.includes(name) && text[from] === '"' && isSecretCode(JSON.parse(text.slice(from, to))),
    );
    return held.flatMap(({ name, from, to, inner }) =>
      (isSecretCode(name) || (isNamed && name === 'value')) && !noSecret.test(text.slice(from, to))
        ? [{ from, to, place: name, isJson: true as const }]
        : under(name, inner),
    );
  };
  return value();
}

function spansOf(text: string): Span[] {
  if (/^\s*[{["]/.test(text))
    try {
      JSON.parse(text);
      return jsonSpans(text);
    } catch {
      // Not JSON: whatever it is, its names are looked for.
    }
  return textSpans(text);
}

/** The text with another word for each secret in it. */
export function withSecrets(text: string, instead: (secret: string) => string): string {
  return spliced(text, spansOf(text), (held, { isJson }) =>
    isJson ? JSON.stringify(instead(held.startsWith('"') ? JSON.parse(held) : held)) : instead(held),
  );
}
/** The text with its secrets masked. */
export function openText(text: string): string {
  return withSecrets(text, () => secretMask);
}
/** The secrets in a text. */
export function secretsIn(text: string): string[] {
  const found: string[] = [];
  withSecrets(text, (secret) => {
    found.push(secret);
    return secret;
  });
  return found;
}

/** A text that was sent back, with what is stored for each mask in it; a mask without a counterpart stays. */
export function withStoredSecrets(text: string, stored: string): string {
  const before = spansOf(stored).map((span) => ({ ...span, held: stored.slice(span.from, span.to) }));
  const full = spliced(text, spansOf(text), (held, span) => {
    if (held !== maskOf(span)) return held;
    const at = before.findIndex(({ place, isJson }) => place === span.place && isJson === span.isJson);
    return at < 0 ? held : before.splice(at, 1)[0]!.held;
  });
  // What is put back may not end what hides it.
  return openText(full) === openText(text) ? full : text;
}
/** Whether a mask in the text stands for no secret. */
export function hasMask(text: string): boolean {
  return secretsIn(text).includes(secretMask);
}

/** The value of a field as it may be shown of this record. */
export function openIn(field: Pick<Field, 'secretBy' | 'holdsSecrets'>, record: object, value: unknown): unknown {
  if (isSecretIn(field, record) && !isEmpty(value)) return secretMask;
  return field.holdsSecrets && typeof value === 'string' ? openText(value) : value;
}
