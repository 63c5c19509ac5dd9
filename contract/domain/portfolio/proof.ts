/** Whether the closing figures of a portfolio stand by themselves, or a reason is needed to post it all the same. */
import { cents } from '../money';

interface Figures {
  products: readonly { lines: readonly { difference: string; unproved: string }[] }[];
}

/** Whether every figure is that of the older system, by product as well: differences do not cancel out. */
export function isReconciled({ products }: Figures): boolean {
  return products.every(({ lines }) => lines.every(({ difference }) => cents(difference) === 0n));
}

/** Whether the rows bear out every balance. */
export function isProved({ products }: Figures): boolean {
  return products.every(({ lines }) => lines.every(({ unproved }) => cents(unproved) === 0n));
}
