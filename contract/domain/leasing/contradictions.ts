/** Which terms go together. */
import { isRate, rate } from '../money';
import { frequencies, type OptionalTerm, usual } from './codes';
import { isRepayMethod, methodBy } from './methods/methods';

function isUsual(name: OptionalTerm, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (name === 'residualRate') return isRate(value) && rate(value) === 0n;
  return value === usual[name];
}

/** Terms that do not go together, by the name of the one that is at fault. */
export function contradictions(draft: { readonly [name in OptionalTerm | 'repayMethod']?: unknown }): OptionalTerm[] {
  const { repayMethod, frequency, dueDay } = draft;
  if (!isRepayMethod(repayMethod)) return [];
  const { uses } = methodBy(repayMethod);
  const unused = (Object.keys(usual) as OptionalTerm[]).filter(
    (name) => !uses.includes(name) && !isUsual(name, draft[name]),
  );
  const isWeekday = frequency === frequencies.weekly && uses.includes('dueDay') && !isUsual('dueDay', dueDay);
  return isWeekday ? [...unused, 'dueDay'] : unused;
}
