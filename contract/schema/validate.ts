/** One validator of values for both sides: the form shows what it returns, the server refuses with it. */

import { isDate, isDateTime } from '../domain/calendar';
import { isMoney, isRate } from '../domain/money';
import { hasUnclearComma } from '../domain/reading/numbers';
import { phoneIn } from '../domain/reading/phones';
import { isEmpty, isId, type Problem } from '../domain/values';
import { asStored } from './asStored';
import type { Field, Fields } from './fields';
import type { Module } from './module';
export type Problems = Record<string, Problem>;

/** Problems of a draft by field. Derived fields are the server's own and are skipped. */
export function judge(fields: Fields, draft: Record<string, unknown>): Problems {
  const problems: Problems = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.derived) continue;
    const problem = judgeOne(field, draft[name]);
    if (problem) problems[name] = problem;
  }
  return problems;
}

/** Whether the draft is refused while the field is empty, by its declaration or by what the other fields hold. */
export function isNeeded(
  { fields, judging }: Pick<Module, 'fields' | 'judging'>,
  name: string,
  draft: Record<string, unknown>,
  today: string,
): boolean {
  return fields[name]?.required === true || judging?.({ ...draft, [name]: undefined }, today)[name] === 'required';
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object' && !text.includes('\\u0000');
  } catch {
    return false;
  }
}

const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/;
/** Control characters, and those that turn the order of what follows: a name shown by them is not the one that is stored. */
const unseen = /(?![\t\n\v\f\r\u0085])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u;
/** Whether a text holds characters by which it reads as another one than it is. */
export function holdsUnseen(text: string): boolean {
  return unseen.test(text);
}

/** What a text holds that its field has no place for. A single line ends in headers of mails, names of files, cells. */
function strangeIn({ kind }: Field, text: string): Problem | undefined {
  if (kind === 'text' && lineBreak.test(text)) return 'severalLines';
  return holdsUnseen(text) || (kind === 'text' && text.includes('\t')) ? 'unseenCharacters' : undefined;
}

/** A comma that could be a decimal one is named: it is asked for again, not left out. */
function strangeNumber(field: Field, value: unknown, otherwise: Problem): Problem {
  const isUnclear = typeof value === 'string' && hasUnclearComma(value) && asStored(field, value) === value;
  return isUnclear ? 'unclearComma' : otherwise;
}

/** Whether a text is judged as it will be stored: people type and paste these in many ways. */
function isRead({ kind, unit }: Field): boolean {
  return kind === 'identity' || unit === 'phone' || unit === 'credit';
}

function judgeText(field: Field, text: string): Problem | undefined {
  if (field.unit === 'phone' && text !== '' && phoneIn(text) === undefined) return 'badFormat';
  if (text.length > (field.maxLength ?? 64)) return 'tooLong';
  return strangeIn(field, text);
}

function isPlain(value: unknown) {
  return typeof value === 'string' || typeof value === 'number';
}

/** Validate one value; `undefined` when it is fine. */
export function judgeOne(field: Field, value: unknown): Problem | undefined {
  if (isEmpty(value)) return field.required ? 'required' : undefined;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = field;
  switch (field.kind) {
    case 'text':
    case 'longText':
    case 'html':
    case 'identity':
      // The database driver fails on a NUL, which would answer 500.
      if (typeof value !== 'string' || value.includes('\u0000')) return 'notText';
      if (field.required && value.trim() === '') return 'required';
      return judgeText(field, isRead(field) ? asStored(field, value) : value);
    case 'json':
      if (typeof value !== 'string' || !isJson(value)) return 'badJson';
      return value.length > (field.maxLength ?? 100_000) ? 'tooLong' : undefined;
    case 'integer':
      if (typeof value !== 'number' || !Number.isSafeInteger(value) || Math.abs(value) > 2_147_483_647)
        return strangeNumber(field, value, 'notAnInteger');
      return value < min ? 'tooSmall' : value > max ? 'tooLarge' : undefined;
    case 'money':
      if (!isMoney(value)) return strangeNumber(field, value, 'notMoney');
      return Number(value) < min ? 'tooSmall' : Number(value) > max ? 'tooLarge' : undefined;
    case 'rate':
      if (!isRate(value)) return strangeNumber(field, value, 'notRate');
      return Number(value) < min ? 'tooSmall' : Number(value) > max ? 'tooLarge' : undefined;
    case 'choice':
      return isPlain(value) && Object.hasOwn(field.choices ?? {}, String(value)) ? undefined : 'notAChoice';
    case 'dict':
      return isPlain(value) && /^-?\d{1,9}$/.test(String(value)) ? undefined : 'notAChoice';
    case 'flag':
      return value === 0 || value === 1 ? undefined : 'notAChoice';
    case 'date':
      return isDate(value) ? undefined : 'notADate';
    case 'dateTime':
      return isDateTime(value) ? undefined : 'notADate';
    case 'ref':
      return isId(value) ? undefined : 'notAnId';
    case 'refs': {
      if (typeof value !== 'string') return 'notAnId';
      if (value.length > (field.maxLength ?? 4000)) return 'tooLong';
      return value.split(',').every(isId) ? undefined : 'notAnId';
    }
    case 'secret':
      if (typeof value !== 'string' || value.includes('\u0000')) return 'notText';
      return value.length > (field.maxLength ?? 256) ? 'tooLong' : undefined;
  }
}
