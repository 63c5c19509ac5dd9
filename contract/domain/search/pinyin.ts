/**
 * First letters of Chinese syllables, so that 订单管理 is found by `ddgl`. Derived from the platform's collation of Chinese
 * by sound; where that is missing, nothing is found by initials.
 */

/** The first character of each letter in that order; no syllable begins with i, u or v. */
const firsts = '阿八嚓哒妸发旮哈丌咔垃妈拏噢妑七呥仨他屲夕丫帀';
const letters = 'abcdefghjklmnopqrstwxyz';

/** Characters with more than one reading in business names, with every first letter they may have. */
const several: Record<string, string> = {
  行: 'xh',
  重: 'zc',
  长: 'cz',
  还: 'hx',
  会: 'hk',
  调: 'td',
  系: 'xj',
  传: 'cz',
  单: 'ds',
  参: 'cs',
  校: 'xj',
  角: 'j',
  车: 'c',
  贾: 'jg',
  弹: 'dt',
  藏: 'cz',
  曾: 'zc',
  解: 'jx',
  盛: 'sc',
  乐: 'ly',
  率: 'ls',
  降: 'jx',
  朝: 'cz',
};

let collator: Intl.Collator | null | undefined;
function bySound(): Intl.Collator | null {
  if (collator === undefined) {
    const made = new Intl.Collator('zh-CN-u-co-pinyin');
    collator = made.resolvedOptions().locale.startsWith('zh') ? made : null;
  }
  return collator;
}

function letterOf(character: string): string {
  const order = bySound();
  if (!order || !/\p{Script=Han}/u.test(character)) return '';
  const known = several[character];
  if (known) return known;
  for (let at = firsts.length - 1; at >= 0; at--) if (order.compare(character, firsts[at]!) >= 0) return letters[at]!;
  return '';
}

/** For each character of a name the first letters it may be typed as; Latin letters and digits stand for themselves. */
export function initialsOf(name: string): string[] {
  return [...name.toLowerCase()].flatMap((character) => {
    const typed = /[a-z\d]/.test(character) ? character : letterOf(character);
    return typed ? [typed] : [];
  });
}

/** Whether `typed` (lower case, no spaces) begins the initials of a name. */
export function beginsInitials(name: string, typed: string): boolean {
  const initials = initialsOf(name);
  return typed.length <= initials.length && [...typed].every((letter, at) => initials[at]!.includes(letter));
}
