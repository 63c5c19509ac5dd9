/** Plausibility checks of the numbers that identify people, companies and phones. */

import { isDate } from './calendar';
import { documentNumberIn } from './reading/documents';
import type { Problem } from './values';

/** Kinds of identity document, as a customer's `idType` stores them. */
export const idTypes = { identityCard: 1, creditCode: 2, passport: 3 } as const;
export const idTypeTexts = {
  1: ['居民身份证', 'National ID card'],
  2: ['统一社会信用代码', 'Unified social credit code'],
  3: ['护照', 'Passport'],
} as const;

/** What lists and papers call these documents besides. */
export const idTypeNames = {
  1: ['身份证', '二代身份证', '居民身份证件', 'ID card', 'Identity card'],
  2: ['营业执照', '社会信用代码', 'Business licence', 'Business license'],
} as const;

const cardWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const cardChecks = '10X98765432';
const provinces = new Set(
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83'.split(' '),
);
/** The character that checks 17 digits of an identity card. */
export function identityCardCheck(body: string): string {
  return cardChecks[cardWeights.reduce((all, weight, i) => all + weight * Number(body[i]), 0) % 11]!;
}

/** GB 11643: 6 digits of the region, 8 of the birth date, 3 of the order, and a check character. */
function judgeIdentityCard(number: string, today: string): Problem | undefined {
  if (/^\d{15}$/.test(number)) return 'oldIdentityCard';
  if (!/^\d{17}[\dX]$/.test(number) || !provinces.has(number.slice(0, 2))) return 'badFormat';
  const birth = `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`;
  if (!isDate(birth) || birth > today) return 'badFormat';
  return number[17] === identityCardCheck(number) ? undefined : 'badCheckDigit';
}

/** GB 32100: 18 characters, the last one checks the others. */
const codeAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const codeWeights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];
/** The character that checks the first 17 of a credit code. */
export function creditCodeCheck(body: string): string {
  const sum = codeWeights.reduce((all, weight, i) => all + weight * codeAlphabet.indexOf(body[i]!), 0);
  return codeAlphabet[(31 - (sum % 31)) % 31]!;
}
function judgeCreditCode(code: string): Problem | undefined {
  if (code.length !== 18 || [...code].some((letter) => !codeAlphabet.includes(letter))) return 'badFormat';
  return code[17] === creditCodeCheck(code) ? undefined : 'badCheckDigit';
}

/** What is wrong with the number of an identity document; letters may be of either case. `today` is `yyyy-MM-dd`. */
export function judgeIdNo(idType: unknown, idNo: string, today: string): Problem | undefined {
  const number = documentNumberIn(idNo);
  switch (Number(idType)) {
    case idTypes.identityCard:
      return judgeIdentityCard(number, today);
    case idTypes.creditCode:
      return judgeCreditCode(number);
    default:
      return /^[A-Z0-9]{5,18}$/.test(number) ? undefined : 'badFormat';
  }
}

/** By which names of companies differ from those of people; a short name such as 厂 alone says nothing. */
const companyWords =
  /公司|集团|企业|合作社|事务所|工作室|经营部|商行|研究院|协会|学校|医院|酒店|银行|..[厂店]$|\b(?:co|inc|ltd|llc|plc|corp|company|corporation|limited|gmbh)\b/i;
/** A day after all births: a number is judged by its shape alone. */
const anyDay = '9999-12-31';
/**
 * The document that a person, or a company, of this name most likely shows. A whole number says it; undefined while one is
 * being typed.
 */
export function likelyIdType(name: string, idNo: string): number | undefined {
  if (idNo === '') return companyWords.test(name) ? idTypes.creditCode : idTypes.identityCard;
  return [idTypes.identityCard, idTypes.creditCode].find((type) => judgeIdNo(type, idNo, anyDay) === undefined);
}
