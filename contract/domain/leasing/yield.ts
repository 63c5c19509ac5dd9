/** The yearly rate at which what is paid out and what is paid back are worth the same: XIRR, in years of 365 days. */
import { daysBetween } from '../calendar';

/** An amount in cents on a date; negative when it is paid out. */
export interface Flow {
  date: string;
  amount: bigint;
}

const LEAST = -0.999_999;
const MOST = 1e6;

/** Worth of the flows at a yearly rate, as of the first date. */
function worth(flows: readonly (readonly [years: number, amount: number])[], rate: number): number {
  return flows.reduce((sum, [years, amount]) => sum + amount / (1 + rate) ** years, 0);
}

/**
 * Percent a year with four decimals, such as `12.6825`. Null where no rate makes the flows worth nothing: where nothing
 * is paid out, or nothing is paid back.
 */
export function yearlyYield(flows: readonly Flow[]): string | null {
  const first = flows[0]?.date;
  if (first === undefined) return null;
  const byDay = new Map<number, number>();
  for (const { date, amount } of flows) {
    const day = daysBetween(first, date);
    byDay.set(day, (byDay.get(day) ?? 0) + Number(amount));
  }
  const all = [...byDay].map(([day, amount]) => [day / 365, amount] as const);
  // Steps away from nought find the root nearest to it where a deposit that is given back makes for a second one.
  const steps = [0, ...[...Array(60).keys()].map((i) => 0.01 * 1.37 ** i)].filter((step) => step <= MOST);
  const at = (rate: number) => worth(all, rate);
  const start = at(0);
  if (start === 0) return '0.0000';
  const isFlowing = all.some(([, amount]) => amount < 0) && all.some(([, amount]) => amount > 0);
  if (!isFlowing) return null;
  const upward = { rates: steps, sign: Math.sign(start) };
  const downward = { rates: steps.map((step) => Math.max(LEAST, -step / (1 + step))), sign: Math.sign(start) };
  for (let i = 1; i < steps.length; i += 1)
    for (const side of start > 0 ? [upward, downward] : [downward, upward]) {
      const [near, far] = [side.rates[i - 1]!, side.rates[i]!];
      const before = side.sign;
      side.sign = Math.sign(at(far));
      if (before !== side.sign) return percentOf(bisect(at, near, far));
    }
  return null;
}

function bisect(at: (rate: number) => number, near: number, far: number): number {
  let [low, high] = [near, far];
  const sign = Math.sign(at(low));
  for (let i = 0; i < 200 && Math.abs(high - low) > 1e-12; i += 1) {
    const middle = (low + high) / 2;
    if (Math.sign(at(middle)) === sign) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function percentOf(rate: number): string {
  const text = (rate * 100).toFixed(4);
  return text === '-0.0000' ? '0.0000' : text;
}
