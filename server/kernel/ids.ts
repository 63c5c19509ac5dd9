import { isId } from '../../contract/domain/values';

/** 2026-01-01T00:00:00Z: later than any clock that makes ids here, so 41 bits last until 2095. */
const epoch = Date.UTC(2026, 0, 1);

/**
 * 64-bit ids that grow with time: 41 bits of milliseconds, 10 of the node, 12 of a counter. As decimal strings, because
 * JSON numbers cannot hold them. After a backward step of the clock no id repeats: the last time is kept. `after`:
 * milliseconds of the clock that may have been used by this node already.
 */
export function snowflake(now: () => number, node: number, after = epoch) {
  let last = after - epoch;
  let counter = 0;
  return (): string => {
    const time = Math.max(now() - epoch, last, 1);
    counter = time === last ? counter + 1 : 0;
    last = time;
    if (counter > 0xfff) {
      last += 1;
      counter = 0;
    }
    return ((BigInt(last) << 22n) | (BigInt(node & 0x3ff) << 12n) | BigInt(counter)).toString();
  };
}

/** The time in an id, in milliseconds since 1970. */
export function timeOf(id: string): number {
  return Number(BigInt(id) >> 22n) + epoch;
}

/** Ids are stored in 64 bits, signed: not every 19 digits fit. */
export function isStoredId(value: unknown): value is string {
  return isId(value) && BigInt(value) <= 9_223_372_036_854_775_807n;
}
