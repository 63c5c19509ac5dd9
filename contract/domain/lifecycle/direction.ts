/** Who pays the instalments. It decides words alone: no date and no amount depends on it. */
export const directions = { payout: 1, collect: 2 } as const;
export type DirectionName = keyof typeof directions;
export type Direction = (typeof directions)[DirectionName];

export const directionTexts = {
  1: ['公司付款', 'Company pays'],
  2: ['客户付款', 'Customer pays'],
} as const;

/** The directions of a list: one of them, or both. */
export type DirectionMix = DirectionName | 'mixed';

export function directionName(direction: number | null | undefined): DirectionName {
  return direction === directions.collect ? 'collect' : 'payout';
}

/** As the parameter `business.cashDirection` and contracts write it. */
export function directionWord(direction: number | null | undefined): 'PAYOUT' | 'COLLECT' {
  return direction === directions.collect ? 'COLLECT' : 'PAYOUT';
}
/** The direction that a parameter names; the company pays unless it says otherwise. */
export function directionOf(word: string): Direction {
  return word.trim().toUpperCase() === 'COLLECT' ? directions.collect : directions.payout;
}

/** What a set of records has; nothing counts as payout, the usual direction. */
export function mixOf(found: readonly (number | null | undefined)[]): DirectionMix {
  const names = new Set(found.map(directionName));
  return names.size > 1 ? 'mixed' : ([...names][0] ?? 'payout');
}
