/** The ways of repaying. Each is an object, and what others need to know about one they ask it. */
import { annuity } from './annuity';
import { atMaturity } from './atMaturity';
import { equalPrincipal } from './equalPrincipal';
import { flat } from './flat';
import { interestFirst } from './interestFirst';
import type { RepaymentMethod } from './method';
import { rentTable } from './rentTable';
import { steppedPrincipal } from './steppedPrincipal';

export const repayMethods = {
  ...{ interestFirst, atMaturity, annuity, equalPrincipal, flat, rentTable },
  steppedPrincipal,
} as const;
export type RepayMethod = (typeof repayMethods)[keyof typeof repayMethods]['number'];

export const methods: readonly RepaymentMethod<RepayMethod>[] = Object.values(repayMethods);
const byNumber = new Map<unknown, RepaymentMethod<RepayMethod>>(methods.map((method) => [method.number, method]));

export const repayMethodTexts = Object.fromEntries(methods.map(({ number, title }) => [number, title])) as Record<
  RepayMethod,
  readonly [zh: string, en: string]
>;

export function isRepayMethod(value: unknown): value is RepayMethod {
  return byNumber.has(value);
}

/** The method of a number. Throws RangeError where there is none. */
export function methodBy(number: RepayMethod): RepaymentMethod<RepayMethod> {
  const method = byNumber.get(number);
  if (!method) throw new RangeError(`no repayment method ${number}`);
  return method;
}

/** Whether the instalments of a method are typed; false for what is no method yet. */
export function hasRentTable(value: unknown): boolean {
  return isRepayMethod(value) && methodBy(value).periods === 'table';
}

/** Whether all is paid with one row: the wire's older name of the way of paying, 1 at maturity, 0 in any other way. */
export function getTypeOf(number: RepayMethod): 0 | 1 {
  return methodBy(number).periods === 'once' ? 1 : 0;
}

/** The method that a client means who knows the older name alone. */
export function methodOfType(getType: unknown): RepayMethod {
  return Number(getType) === 1 ? atMaturity.number : interestFirst.number;
}
