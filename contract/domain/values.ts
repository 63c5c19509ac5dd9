/** What counts as an empty value and as an id, for both sides. */
import type { PasswordFault } from './passwords';

export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

export function isId(value: unknown): value is string {
  return typeof value === 'string' && /^(0|[1-9]\d{0,18})$/.test(value);
}

export type Problem =
  | 'required'
  | 'notText'
  | 'severalLines'
  | 'unseenCharacters'
  | 'tooLong'
  | 'notMoney'
  | 'notRate'
  | 'notAnInteger'
  | 'unclearComma'
  | 'tooSmall'
  | 'tooLarge'
  | 'notAChoice'
  | 'notADate'
  | 'notAnId'
  | 'taken'
  | 'reference'
  | 'badFormat'
  | 'oldIdentityCard'
  | 'badCheckDigit'
  | 'badCron'
  | 'badCronDays'
  | 'neverRuns'
  | 'badInterval'
  | 'badZone'
  | 'badLifecycle'
  | 'unknownHandler'
  | 'notPlatform'
  | 'noPlugin'
  | 'badJson'
  | 'secretAgain'
  | 'contradicts'
  | 'graceTooLong'
  | 'notWholePeriods'
  | 'badKey'
  | 'refused'
  | 'unsure'
  | PasswordFault;
