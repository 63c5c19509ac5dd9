/** Random numbers of the demo portfolio. */

/** Reproducible random numbers (mulberry32). */
export function throwDice(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  /** A whole number, both ends included. */
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    whole,
    pick: <T>(list: readonly T[]): T => list[whole(0, list.length - 1)]!,
    digits: (count: number): string => Array.from({ length: count }, () => whole(0, 9)).join(''),
    /** A time of that day, between two full hours. */
    time: (day: string, fromHour: number, toHour: number): string => {
      const second = whole(fromHour * 3600, toHour * 3600 - 1);
      const parts = [second / 3600, (second / 60) % 60, second % 60];
      return `${day} ${parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')}`;
    },
  };
}

export type Dice = ReturnType<typeof throwDice>;
