/** Bank cards by their number. */

/** First digits of cards, by the bank that issues them. */
const prefixes: readonly (readonly [bank: string, ...starts: string[]])[] = [
  ['中国工商银行', '622202', '622203', '622208', '621225', '621226', '621281', '622200', '622230', '955880'],
  ['中国建设银行', '621700', '622700', '436742', '621081', '622280', '622966', '621284', '625362'],
  ['中国农业银行', '622848', '622845', '622846', '622849', '621336', '622836', '103', '404119'],
  ['中国银行', '621660', '621661', '621663', '621669', '621785', '621790', '601382', '622760', '456351'],
  ['交通银行', '622260', '622261', '622262', '622258', '622259', '405512', '521899'],
  ['招商银行', '622588', '622575', '622580', '621483', '621485', '621486', '410062', '690755'],
  ['中信银行', '622690', '622691', '622696', '622698', '621771', '621768', '433670'],
  ['中国光大银行', '622660', '622661', '622662', '622663', '621490', '621491', '303'],
  ['中国民生银行', '622622', '622617', '622616', '622615', '415599', '421393'],
  ['上海浦东发展银行', '622521', '622522', '622516', '622517', '621352', '621793'],
  ['兴业银行', '622909', '622908', '438588', '438589', '966666'],
  ['平安银行', '622298', '622155', '622156', '622157', '621626', '602907'],
  ['中国邮政储蓄银行', '621799', '621798', '622188', '621096', '621098', '622150', '955100'],
  ['广发银行', '622568', '622555', '622556', '621462'],
  ['华夏银行', '622630', '622631', '622632', '621222', '623021'],
];

/** The bank that issues cards with this beginning; undefined where it is not known. */
export function bankOfCard(number: string): string | undefined {
  return prefixes.find(([, ...starts]) => starts.some((start) => number.startsWith(start)))?.[0];
}

/** The check digit of cards (ISO/IEC 7812, Luhn) holds. Passbooks and some old local accounts have none. */
export function isLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((all, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return /^\d+$/.test(number) && sum % 10 === 0;
}

/** The shape of a number of a card or an account, without spaces. */
export function isCardNumber(number: string): boolean {
  return /^\d{12,19}$/.test(number);
}
