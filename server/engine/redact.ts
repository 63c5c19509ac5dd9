/**
 * What a log may hold of a request: parameters without secrets, with identity, phone and card numbers masked, long values
 * cut. The contract says which fields are secret or personal; names of secrets and patterns in texts cover the rest.
 */
import { isDate } from '../../contract/domain/calendar';
import { identityCardCheck } from '../../contract/domain/identity';
import { paperFieldsOf } from '../../contract/domain/papers/fields';
import { allModules } from '../../contract/modules';
import type { Field } from '../../contract/schema/fields';
import { maskCard, maskIdentity, maskPhone } from '../../contract/schema/mask';
import { askedFields } from '../../contract/schema/module';
import { isNamedSecret, isSecretName, withHeldSecrets, withoutSecrets } from '../../contract/wire/secrets';

const hidden = '***';

/** Limits of one redacted value, so that its cost and size are bounded whatever a request holds. */
const mostLevels = 8;
const mostNodes = 300;
const mostText = 200;
/** Characters of a text that are searched; no more are shown after the redaction. */
const mostSearched = 2000;
const mostLetters = 4000;

function folded(name: string): string {
  return name.replace(/[^a-z0-9]/gi, '').toLowerCase();
}

const secretParts =
  /pass(?:word|wd|phrase|code)|^p(?:ass|wd|in)$|secret|token|authori[sz]ation|bladeauth|cookie|credential|captcha|ticket|signature|verifier|proof|privatekey|accesskey|apikey|salt|^hash$|passwordhash|(?:sms|test|verify|valid|auth|check)code$|^code$|onetimeword|idtail|otp$/;

/** Masks by folded names of fields: those that the contract declares, and usual spellings of other clients. */
const masks = new Map<string, (text: string) => string>();
for (const name of ['phone', 'mobile', 'tel', 'telephone', 'contactNumber']) masks.set(folded(name), maskPhone);
for (const name of ['idNo', 'idCard', 'idNumber', 'identity', 'certNo']) masks.set(folded(name), maskIdentity);
for (const name of ['cardNo', 'cardNumber', 'bankCard', 'bankAccount', 'accountNo']) masks.set(folded(name), maskCard);
function maskFor({ kind, unit }: Field): ((text: string) => string) | undefined {
  if (kind === 'secret') return () => hidden;
  if (kind === 'identity') return maskIdentity;
  if (unit === 'phone') return maskPhone;
  return unit === 'card' ? maskCard : undefined;
}
for (const name of paperFieldsOf('identity')) masks.set(folded(name), maskIdentity);
for (const name of paperFieldsOf('card')) masks.set(folded(name), maskCard);
for (const [name, field] of allModules.flatMap(askedFields)) {
  const mask = maskFor(field);
  if (mask) masks.set(folded(name), mask);
}

function isSecret(name: string): boolean {
  return isSecretName(name) || secretParts.test(folded(name));
}

/** Eighteen digits are an identity number where birth date and check digit are right; ids have neither. */
function isIdentityNumber(digits: string): boolean {
  const birth = `${digits.slice(6, 10)}-${digits.slice(10, 12)}-${digits.slice(12, 14)}`;
  return /^(?:19|20)/.test(birth) && isDate(birth) && digits[17]!.toUpperCase() === identityCardCheck(digits);
}

const patterns: readonly [RegExp, (found: string, ...groups: string[]) => string][] = [
  // a name and its value, as in an address or in JSON text
  [
    /([\w-]{1,40})(["'\\]*\s*[=:]\s*["'\\]*)([^\s"'\\&,;)}\]]+)/g,
    (found, name, between) => (isSecret(name!) ? `${name}${between}${hidden}` : found),
  ],
  [/\bscrypt\$\S+/g, () => hidden],
  // digests, ciphertexts and keys
  [/(?<![\w])[\da-f]{32,}(?![\w])/gi, (found) => (/^\d+$/.test(found) ? found : hidden)],
  [/(?<![\w.-])[\w-]{40,}\.[\w-]{20,}/g, () => hidden],
  // cards of UnionPay; ids of records are as long and begin otherwise
  [/(?<!\d)62\d{14,17}(?!\d)/g, (found) => maskCard(found)],
  [/(?<!\d)\d{17}[\dXx](?![\dXx])/g, (found) => (isIdentityNumber(found) ? maskIdentity(found) : found)],
  [/(?<!\d)1[3-9]\d{9}(?!\d)/g, (found) => maskPhone(found)],
];

/** What proves a caller, whatever its letters. */
const credentials = /\b(bearer|basic|crypto|digest)\s+[^\s"'\\]{8,}/gi;

/** Running text (a message, a stack) without secrets and with personal numbers masked. */
export function redactText(text: string): string {
  const open = withoutSecrets(text.replace(credentials, `$1 ${hidden}`));
  return patterns.reduce((left, [pattern, instead]) => left.replace(pattern, instead as never), open);
}

/** A text that may be cut: what is left of a number or a token at the cut would not be recognised, so it is dropped. */
function searchable(text: string): string {
  return text.length <= mostSearched ? text : text.slice(0, mostSearched).replace(/(?<!\S)\S+$/, '');
}

/** At most so many characters, without those that the database refuses and the control characters of terminals. */
export function clean(text: string, most: number): string {
  const cut = text.slice(0, most);
  if (/^[\x20-\x7e]*$/.test(cut)) return cut;
  // halves of characters become a replacement character
  const whole = Buffer.from(cut, 'utf8').toString('utf8');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
  return whole.replaceAll('\u0000', '').replace(/[\u0001-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd');
}

function shownText(text: string, isInside: boolean, budget: Budget): unknown {
  const data = /^data:([\w/+.-]{1,60})/.exec(text);
  if (data) return `data:${data[1]} (${text.length})`;
  if (!isInside && /^\s*[[{]/.test(text) && text.length <= 20 * mostSearched)
    try {
      return walk(JSON.parse(text), 1, budget, true);
    } catch {
      // no JSON: a text like any other
    }
  const shown = redactText(searchable(text));
  return shown.length > mostText ? `${shown.slice(0, mostText)}… (${text.length})` : shown;
}

interface Budget {
  nodes: number;
}

function walk(value: unknown, level: number, budget: Budget, isInside = false): unknown {
  if (--budget.nodes < 0) return '…';
  if (typeof value === 'string') return shownText(value, isInside, budget);
  if (typeof value === 'number') return shownNumber(value);
  if (typeof value !== 'object' || value === null) return value;
  if (level > mostLevels) return '…';
  if (Array.isArray(value)) {
    const shown = value.slice(0, 50).map((one) => walk(one, level + 1, budget, isInside));
    return value.length > shown.length ? [...shown, `… (${value.length})`] : shown;
  }
  const shown: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    if (budget.nodes <= 0) {
      shown['…'] = '…';
      break;
    }
    const isValue = isNamedSecret(value, name, isSecret);
    const open = withHeldSecrets(value, name, () => hidden);
    shown[redactText(name.slice(0, 64))] = isValue ? hidden : member(name, open, level, budget, isInside);
  }
  return shown;
}

function member(name: string, held: unknown, level: number, budget: Budget, isInside: boolean): unknown {
  const isEmpty = held === '' || held === null || held === undefined;
  if (isSecret(name)) return isEmpty ? held : hidden;
  const mask = masks.get(folded(name));
  if (!mask || isEmpty) return walk(held, level + 1, budget, isInside);
  // several numbers in one parameter, as lists of recipients are sent
  if (typeof held !== 'object')
    return String(held)
      .slice(0, mostText)
      .split(/([,;\s]+)/)
      .map((part, at) => (at % 2 === 0 ? mask(part) : part))
      .join('');
  return Array.isArray(held)
    ? held.slice(0, 20).map((one) => (typeof one === 'object' ? walk(one, level + 2, budget) : mask(String(one))))
    : walk(held, level + 1, budget, isInside);
}

/** A number may be a phone number, too. */
function shownNumber(value: number): unknown {
  const text = String(value);
  const shown = redactText(text);
  return shown === text ? value : shown;
}

/** Parameters of a request as JSON text of at most 4,000 characters; '' for none. */
export function redacted(params: object): string {
  if (Object.keys(params).length === 0) return '';
  const text = JSON.stringify(walk(params, 0, { nodes: mostNodes })) ?? '';
  return `${clean(text, mostLetters)}${text.length > mostLetters ? '…' : ''}`;
}
