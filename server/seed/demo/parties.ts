/** Invented customers: names, document numbers, cards and phones that cannot be real. */
import type { Dice } from './dice';

export const companyNames =
  '岚澈 屿白 砚川 拾穗 云栎 沐柠 青磬 栖禾 远黛 鹿笙 临溪 若木 听澜 半夏 星芜 松间 晴野 望舒 朴石 棠梨'.split(' ');

export const trades = '物流 机械 冷链 新材料 包装 印务 农机 建材 医疗器械 仓储 汽车服务 食品'.split(' ');

export const families = [...'林沈陆苏程宋顾许叶简温江白秦骆舒'];

export const givens = '知夏 亦舟 念安 清越 以宁 书白 听雨 景行 星野 若溪 怀瑾 予安 乐川 初晴 思远 云开'.split(' ');

export const banks = ['青屿农商银行', '澄湾商业银行', '北栀银行', '远岫城市银行', '云汀村镇银行'];

export function weighted(text: string, weights: readonly number[], alphabet: string): number {
  return [...text].reduce((total, c, i) => total + alphabet.indexOf(c) * weights[i]!, 0);
}

/** Identity numbers whose check characters are right and whose region, 990000, does not exist. */
export function identityNo(dice: Dice): string {
  const month = String(dice.whole(1, 12)).padStart(2, '0');
  const day = String(dice.whole(1, 28)).padStart(2, '0');
  const body = `990000${dice.whole(1966, 2001)}${month}${day}${dice.digits(3)}`;
  const check = weighted(body, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2], '0123456789') % 11;
  return body + '10X98765432'[check];
}

export function creditCode(dice: Dice): string {
  const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
  const body = dice.digits(8);
  const own = (11 - (weighted(body, [3, 7, 9, 10, 5, 8, 4, 2], alphabet) % 11)) % 11;
  const code = `91990000${body}${own === 10 ? 'X' : own}`;
  const check = weighted(code, [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28], alphabet) % 31;
  return code + alphabet[(31 - check) % 31];
}

/** Nineteen digits that look like a card number; the last is one above what the Luhn sum requires. */
export function cardNo(dice: Dice): string {
  const body = `629900${dice.digits(12)}`;
  const luhn = [...body].reverse().reduce((total, c, i) => {
    const n = Number(c) * (i % 2 === 0 ? 2 : 1);
    return total + (n > 9 ? n - 9 : n);
  }, 0);
  return `${body}${(11 - (luhn % 10)) % 10}`;
}

/** 154 0… is no range of any operator. */
export function phoneNo(dice: Dice): string {
  return `1540${dice.digits(7)}`;
}
