/** Figures and dates as contracts write them. */
import { capitals, formatMoney } from '../../../contract/domain/money';

const DIGITS = '零一二三四五六七八九';

/** 1 → 第一条, 12 → 第十二条; for numbers below one hundred. */
export function ordinal(n: number): string {
  const tens = Math.floor(n / 10);
  const ones = n % 10;
  const head = tens === 0 ? '' : `${tens === 1 ? '' : DIGITS[tens]}十`;
  return `第${head}${ones === 0 && tens > 0 ? '' : DIGITS[ones]}条`;
}

/** 7.2000 → 7.2%, 8 → 8% */
export function percent(rate: string): string {
  return `${rate.includes('.') ? rate.replace(/\.0+$|(?<!0)0+$/, '') : rate}%`;
}

/** Both notations, because the one in characters decides when they differ. */
export function amountInFull(amount: string): string {
  return `人民币${capitals(amount)}（¥${formatMoney(amount)}）`;
}

export function chineseDate(date: string): string {
  const [year, month, day] = date.slice(0, 10).split('-');
  return `${year}年${month}月${day}日`;
}

/** Whether an amount has no digit but nought. */
export function isZero(amount: string): boolean {
  return !/[1-9]/.test(amount);
}
