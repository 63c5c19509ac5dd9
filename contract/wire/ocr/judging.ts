/** What makes a value of a paper, and a paper as a whole, plausible: pure rules, the same on both sides. */
import { addDays, isDate } from '../../domain/calendar';
import { identityCardCheck, idTypes, judgeIdNo } from '../../domain/identity';
import { cents, isMoney } from '../../domain/money';
import { amountOfWords } from '../../domain/papers/amountWords';
import { bankOfCard, isCardNumber, isLuhn } from '../../domain/papers/bankCards';
import { accountNumberIn } from '../../domain/reading/accounts';
import { dayIn, storedDay } from '../../domain/reading/days';
import { documentNumberIn } from '../../domain/reading/documents';
import { numberIn } from '../../domain/reading/numbers';
import { filledIn, type Label, type Language, label, textIn } from '../../domain/text';
import type { Problem } from '../../domain/values';
import type { PaperCheck, PaperField, PaperFieldKind, PaperType } from './papers';
import { paperFields, paperTypes } from './papers';

/** A validity, or a term of business, without an end. */
export const noEnd = '长期';
/** The longest value that a paper may have. */
export const longestValue = 500;

/** Full-width letters, digits and signs as ASCII; blanks of any kind as one. */
export function narrow(text: string): string {
  return text
    .replace(/[！-～]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replace(/[\s\u3000]+/g, ' ')
    .trim();
}

/** A value as it is stored, so that what a person types and what was read compare. */
export function normalValue(kind: PaperFieldKind, value: string): string {
  const text = narrow(value);
  switch (kind) {
    case 'identity':
    case 'credit':
      return documentNumberIn(text);
    case 'card':
      return accountNumberIn(text);
    case 'money':
      return numberIn('money', text) ?? text;
    case 'date':
      return storedDay(text);
    default:
      return text;
  }
}

/** What is wrong with a normal value by the rule of its own kind. `unsure`: a person may confirm it. */
export function judgeValue(kind: PaperFieldKind, value: string, today: string): Problem | undefined {
  if (value.length > longestValue) return 'tooLong';
  switch (kind) {
    case 'identity':
      return judgeIdNo(idTypes.identityCard, value, today);
    case 'credit':
      return judgeIdNo(idTypes.creditCode, value, today);
    case 'card':
      if (!isCardNumber(value)) return 'badFormat';
      return undefined;
    case 'money':
      return isMoney(value) && cents(value) >= 0n ? undefined : 'notMoney';
    case 'date':
      return isDate(value) || value === noEnd ? undefined : 'notADate';
    default:
      return undefined;
  }
}

/** Accounts of companies have no check digit; cards do. */
function isOfCards(type: PaperType, key: string): boolean {
  return type === paperTypes.bankCard && key === 'cardNo';
}

/** The same for a field of a paper. */
export function judgeField(type: PaperType, key: string, value: string, today: string): Problem | undefined {
  const { kind } = fieldsOf(type)[key]!;
  const problem = judgeValue(kind, value, today);
  if (problem) return problem;
  if (isOfCards(type, key) && !isLuhn(value)) return 'unsure';
  if (key === 'amountWords' && amountOfWords(value) === undefined) return 'badFormat';
  return undefined;
}

export function isPaperType(type: number): type is PaperType {
  return Object.hasOwn(paperFields, type);
}
export function fieldsOf(type: PaperType): Readonly<Record<string, PaperField>> {
  return paperFields[type];
}

const checkTexts = {
  ID_CHECKSUM: label('身份证号码校验', 'Check digit of the ID number'),
  ID_BIRTH: label('出生日期与身份证号码', 'Birth date and ID number'),
  ID_SEX: label('性别与身份证号码', 'Sex and ID number'),
  ID_AGE: label('年龄 18 至 70 岁', 'Age from 18 to 70'),
  VALIDITY_ORDER: label('有效期起止', 'Start and end of the validity'),
  EXPIRED: label('证件在有效期内', 'Still valid'),
  EXPIRES_SOON: label('证件 30 天内到期', 'Expires within 30 days'),
  CARD_LUHN: label('银行卡号校验', 'Check digit of the card number'),
  CARD_BANK: label('发卡行与卡号', 'Bank and card number'),
  CREDIT_CODE: label('统一社会信用代码校验', 'Check digit of the credit code'),
  TERM_OVER: label('营业期限未届满', 'Business term not over'),
  AMOUNT_WORDS: label('金额大小写', 'Amount in figures and in words'),
  AMOUNT_ORDER: label('金额与订单总金额 {amount} 元', 'Amount and the order’s principal of CNY {amount}'),
  PAYEE: label('收款人为本公司（{name}）', 'Payee is our company ({name})'),
  PAYER: label('付款人为订单客户（{name}）', 'Payer is the customer ({name})'),
  SERIAL_USED: label('流水号未被使用', 'Serial number not used before'),
  HOLDER: label('姓名与客户（{name}）', 'Name and the customer’s ({name})'),
  CONTRACT_KNOWN: label('合同编号存在', 'Contract number is known'),
  INVOICE_TOTAL: label('金额 + 税额 = 价税合计', 'Amount + tax = total'),
  DUPLICATE: label('该图片已用于合同 {name}', 'This picture is already used for contract {name}'),
} as const satisfies Record<string, Label>;
export type CheckCode = keyof typeof checkTexts;

const outcomes: Readonly<Record<PaperCheck['level'], Label>> = {
  ok: label('一致', 'matches'),
  warn: label('请核对', 'please check'),
  error: label('不符', 'does not match'),
};

/** A check as it is shown. */
export function checkOf(
  code: CheckCode,
  level: PaperCheck['level'],
  keys: readonly string[],
  language: Language,
  detail: Record<string, unknown> = {},
): PaperCheck {
  const text = filledIn(textIn(checkTexts[code], language), detail);
  const isPlain = code === 'DUPLICATE' || code === 'EXPIRES_SOON';
  const message = isPlain ? text : `${text}${language === 'zh' ? '：' : ': '}${textIn(outcomes[level], language)}`;
  return { code, level, message, keys };
}

const soonDays = 30;
const [youngest, oldest] = [18, 70];

/** Rules between the values of one paper; those whose values are missing, or wrong in themselves, are left out. */
export function checksWithin(
  type: PaperType,
  values: Readonly<Record<string, string>>,
  today: string,
  language: Language,
): PaperCheck[] {
  const found: PaperCheck[] = [];
  const say = (code: CheckCode, isRight: boolean, keys: string[], worst: 'warn' | 'error' = 'error') =>
    found.push(checkOf(code, isRight ? 'ok' : worst, keys, language));
  const { idNo = '', birth = '', sex = '', validFrom = '', validTo = '', cardNo = '', bankName = '' } = values;
  switch (type) {
    case paperTypes.idPortrait: {
      if (!/^\d{17}[\dX]$/.test(idNo)) break;
      say('ID_CHECKSUM', idNo[17] === identityCardCheck(idNo), ['idNo']);
      const inside = `${idNo.slice(6, 10)}-${idNo.slice(10, 12)}-${idNo.slice(12, 14)}`;
      if (birth) say('ID_BIRTH', birth === inside, ['birth', 'idNo']);
      if (sex) say('ID_SEX', sex === (Number(idNo[16]) % 2 === 1 ? '男' : '女'), ['sex', 'idNo']);
      if (!isDate(inside)) break;
      const age = Number(today.slice(0, 4)) - Number(idNo.slice(6, 10)) - (today.slice(5) < inside.slice(5) ? 1 : 0);
      say('ID_AGE', age >= youngest && age <= oldest, ['idNo'], 'warn');
      break;
    }
    case paperTypes.idEmblem: {
      if (isDate(validFrom) && isDate(validTo)) say('VALIDITY_ORDER', validFrom < validTo, ['validFrom', 'validTo']);
      if (isDate(validTo)) say('EXPIRED', validTo >= today, ['validTo']);
      if (validTo === noEnd) say('EXPIRED', true, ['validTo']);
      if (isDate(validTo) && validTo >= today && validTo < addDays(today, soonDays))
        say('EXPIRES_SOON', false, ['validTo'], 'warn');
      break;
    }
    case paperTypes.bankCard: {
      if (!isCardNumber(cardNo)) break;
      say('CARD_LUHN', isLuhn(cardNo), ['cardNo'], 'warn');
      const known = bankOfCard(cardNo);
      if (known && bankName) say('CARD_BANK', isSameBank(known, bankName), ['cardNo', 'bankName'], 'warn');
      break;
    }
    case paperTypes.licence: {
      const { creditCode = '', businessTerm = '' } = values;
      if (creditCode.length === 18)
        say('CREDIT_CODE', judgeIdNo(idTypes.creditCode, creditCode, today) === undefined, ['creditCode']);
      const end = dayIn(/(?:至|到|-)\s*(\d{4}[-年.]\d{1,2}[-月.]\d{1,2}日?)$/.exec(businessTerm)?.[1] ?? '');
      if (end) say('TERM_OVER', end >= today, ['businessTerm']);
      break;
    }
    case paperTypes.slip: {
      const { amount = '', amountWords = '' } = values;
      const words = amountWords && amountOfWords(amountWords);
      if (isMoney(amount) && words) say('AMOUNT_WORDS', cents(amount) === cents(words), ['amount', 'amountWords']);
      break;
    }
    case paperTypes.invoice: {
      const { amount = '', tax = '', total = '' } = values;
      if (isMoney(amount) && isMoney(tax) && isMoney(total))
        say('INVOICE_TOTAL', cents(amount) + cents(tax) === cents(total), ['amount', 'tax', 'total']);
      break;
    }
  }
  return found;
}

/** `中国工商银行` and `工商银行股份有限公司` are one bank. */
function isSameBank(one: string, other: string): boolean {
  const core = (name: string) => name.replace(/中国|股份|有限|责任|公司|银行.*/g, '');
  return core(one).includes(core(other)) || core(other).includes(core(one));
}

/** Values for the forms of customer, order and voucher. */
export function prefillOf(type: PaperType, values: Readonly<Record<string, string>>): Record<string, string> {
  const named: Readonly<Record<PaperType, Record<string, string | undefined>>> = {
    [paperTypes.idPortrait]: {
      realName: values.name,
      idType: values.idNo && String(idTypes.identityCard),
      idNo: values.idNo,
    },
    [paperTypes.idEmblem]: { validTo: values.validTo },
    [paperTypes.bankCard]: { bankCardCode: values.cardNo, bankName: values.bankName },
    [paperTypes.licence]: {
      realName: values.name,
      idType: values.creditCode && String(idTypes.creditCode),
      idNo: values.creditCode,
    },
    [paperTypes.slip]: { amount: values.amount, payDate: values.payDate, serialNo: values.serialNo },
    [paperTypes.paperContract]: { contractNumber: values.contractNumber },
    [paperTypes.invoice]: { amount: values.total },
  };
  return Object.fromEntries(
    Object.entries(named[type]).flatMap(([key, value]) => (value ? [[key, value] as const] : [])),
  );
}
