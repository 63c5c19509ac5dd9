import { creditCodeCheck, identityCardCheck, idTypes, judgeIdNo } from '../../contract/domain/identity';
import { paperFieldsOf } from '../../contract/domain/papers/fields';
import type { Field } from '../../contract/schema/fields';
import { askedFields } from '../../contract/schema/module';
import { secretMask } from '../../contract/schema/secretCodes';
import { menus } from '../../contract/wire/menus';
import {
  codeInAddress,
  isNamedSecret,
  isProviderCode,
  isSecretName,
  passwordInAddress,
  secretInQuery,
  ticketInAddress,
  withHeldSecrets,
} from '../../contract/wire/secrets';

/**
 * Identity and card numbers are as secret on a tape as on a screen; the fields of records, of their actions and of papers
 * declare which they are.
 */
function personal(kind: 'card' | 'identity', isSo: (field: Field) => boolean) {
  const declared = menus
    .flatMap(({ children = [] }) => children)
    .flatMap(({ module }) => (module ? askedFields(module) : []))
    .flatMap(([name, field]) => (isSo(field) ? [name] : []));
  return new Set([...declared, ...paperFieldsOf(kind)]);
}
const cards = personal('card', ({ unit }) => unit === 'card');
const papers = personal('identity', ({ kind }) => kind === 'identity');
/** The key of a number may also hold a text: a problem of it. */
function isSecret(name: string, held: unknown) {
  return cards.has(name) || papers.has(name) ? /\d/.test(String(held)) : isSecretName(name);
}

/** The console's own credentials, the same for every build: what is derived from them need not be replaced. */
const derived = new Set(['Authorization', 'authorization', 'clientSecret']);
/** Left out entirely. A stack differs in every build, and a tape sent with a log would contain itself. */
const untold = new Set(['stack', 'tape']);
/** Questions that carry a secret without a name. */
const secretPorts: Record<string, { args: readonly number[]; value: boolean }> = {
  encryptPassword: { args: [0], value: true },
  derive: { args: [0], value: false },
};
/** Holds `bearer`, and then the token that is a secret elsewhere too. */
const tokenHeader = 'Blade-Auth';
/** A secret of at least this length is also replaced inside other texts, such as a token in a header. */
const longEnough = 8;

/** With the digit at the end that a card number is checked by (Luhn). */
function cardNumber(count: number): string {
  const digits = `6222${String(count).padStart(11, '0')}`;
  const sum = [...digits].reduce((total, digit, at) => {
    const doubled = at % 2 === 0 ? 2 * Number(digit) : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
/** A stand-in that is validated like the original: a form must show the same problem during a replay. */
function paperNumber(secret: string, count: number): string {
  const verdict = (type: number) => judgeIdNo(type, secret, '9999-12-31');
  const kinds = [
    { type: idTypes.identityCard, body: `11${String(count).padStart(4, '0')}19000101000`, check: identityCardCheck },
    { type: idTypes.creditCode, body: `91${String(count).padStart(15, '0')}`, check: creditCodeCheck },
  ];
  for (const { type, body, check } of kinds) {
    if (verdict(type) === undefined) return body + check(body);
    if (verdict(type) === 'badCheckDigit') return body + (check(body) === '0' ? '1' : '0');
    if (verdict(type) === 'oldIdentityCard') return `11${String(count).padStart(13, '0')}`;
  }
  return verdict(idTypes.passport) ? word(count) : `M${String(count).padStart(7, '0')}`;
}
/** Valid as password, token and part of an address: letters, digits, a hyphen, eleven characters. */
function word(count: number) {
  return `Masked-${String(count).padStart(4, '0')}`;
}
function standIn(name: string, secret: string, count: number): string {
  if (cards.has(name)) return cardNumber(count);
  if (papers.has(name)) return paperNumber(secret, count);
  return name === 'idTail' ? String(count).padStart(4, '0') : word(count);
}
/** A value of a query as the console reads it: the same secret has one stand-in wherever it is. */
function plainOf(value: string) {
  return new URLSearchParams(`one=${value}`).get('one') ?? value;
}
function inFours(digits: string) {
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** A secret inside a text; the digits of a long number may stand in groups there. */
function patternOf(secret: string) {
  return /^\d{12,}X?$/.test(secret) ? [...secret].join(' ?') : secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

export interface StandIns {
  /** A deep copy of plain data with a stand-in for every secret, the same for equal secrets. */
  of<T>(value: T): T;
  /** Arguments of a question, and its answer. */
  args(port: string, args: unknown[]): unknown[];
  value(port: string, value: unknown): unknown;
  all(): string[];
}

/** `known`: stand-ins of an earlier tape. What is masked already stays as it is. */
export function standIns(known: readonly string[] = []): StandIns {
  const given = new Set(known);
  /** Parts of the state recur; what was masked once stays the same object. */
  let done = new WeakMap<object, unknown>();
  const bySecret = new Map<string, string>();
  let inText: RegExp | undefined;

  const replaced = (text: string) =>
    inText
      ? text.replace(inText, (found) => bySecret.get(found) ?? inFours(bySecret.get(found.replaceAll(' ', ''))!))
      : text;
  const hide = (name: string, text: string): string => {
    const isCard = cards.has(name);
    const secret = isCard ? text.replaceAll(' ', '') : text.trim();
    // Typed text grows: only the whole of it is looked up, never a prefix that was whole one key press ago.
    let stand = given.has(secret) ? secret : bySecret.get(secret);
    if (!stand) {
      for (let count = given.size + 1; !stand || given.has(stand); count++) stand = standIn(name, secret, count);
      given.add(stand);
      bySecret.set(secret, stand);
      done = new WeakMap();
      const long = [...bySecret.keys()].filter((one) => one.length >= longEnough);
      // The longest first: where one secret begins another, the whole of it is replaced.
      if (long.length > 0)
        inText = new RegExp(
          long
            .sort((a, b) => b.length - a.length)
            .map(patternOf)
            .join('|'),
          'g',
        );
    }
    return isCard && text.includes(' ') ? inFours(stand) : stand;
  };
  const hidden = (name: string, value: unknown): unknown =>
    (typeof value === 'string' && value !== '') || typeof value === 'number' ? hide(name, String(value)) : of(value);
  const of = (value: any): any => {
    if (typeof value === 'string')
      return replaced(value)
        .replace(ticketInAddress, (all, path: string) => path + hide('ticket', all.slice(path.length)))
        .replace(passwordInAddress, (_, person: string, word: string) => person + hide('password', word))
        .replace(secretInQuery, (_, name: string, word: string) => name + hide('password', word))
        .replace(codeInAddress, (_, name: string, code: string) => name + hide('code', plainOf(code)));
    if (value === null || typeof value !== 'object') return value;
    if (!done.has(value)) {
      const copy = Array.isArray(value) ? value.map(of) : named(value);
      done.set(value, copy);
      return copy;
    }
    return done.get(value);
  };
  const named = (value: object) => {
    return Object.fromEntries(
      Object.entries(value).map(([name, held]) => {
        if (untold.has(name)) return [name, held === '' ? '' : `(${name})`];
        if (derived.has(name)) return [name, '***'];
        if (name === tokenHeader && typeof held === 'string')
          return [name, held.replace(/\S+$/, (token) => hide(name, token))];
        if (/^(?:problems|\w+Problems)$/.test(name)) return [name, held]; // the problem of each
        // What is read from a paper names its field by a key.
        const { key, name: field = key } = value as { name?: unknown; key?: unknown };
        if (name === 'value' && typeof field === 'string' && isSecret(field, held)) return [name, hidden(field, held)];
        if (isProviderCode(value, name) || isNamedSecret(value, name)) return [name, hidden(name, held)];
        if (isSecret(name, held)) return [name, hidden(name, held)];
        const open = withHeldSecrets(value, name, (one) => (one === secretMask ? one : hide('password', one)));
        return [name, of(open)];
      }),
    );
  };
  return {
    of,
    args: (port, args) => args.map((arg, at) => (secretPorts[port]?.args.includes(at) ? hidden(port, arg) : of(arg))),
    value(port, value) {
      if (untold.has(port)) return value && `(${port})`;
      // Its halves are used separately: each has a stand-in of its own, all of one length.
      if (port === 'derive' && typeof value === 'string') {
        const half = value.length / 2;
        return hide(port, value.slice(0, half)) + hide(port, value.slice(half));
      }
      return secretPorts[port]?.value ? hidden(port, value) : of(value);
    },
    all: () => [...given],
  };
}
