import { sql } from 'kysely';
import { type OptionalTerm, usual } from '../../contract/domain/leasing/codes';
import { contradictions } from '../../contract/domain/leasing/contradictions';
import { getTypeOf, hasRentTable, methodBy } from '../../contract/domain/leasing/methods/methods';
import { instalmentsOf, wrongPlanTerms } from '../../contract/domain/leasing/plan';
import { methodOf, planTermsOf } from '../../contract/domain/leasing/record';
import { completed, type PlanTerms } from '../../contract/domain/leasing/terms';
import { isWholeTerm } from '../../contract/domain/leasing/timeline';
import { directionOf } from '../../contract/domain/lifecycle/direction';
import { isEmpty } from '../../contract/domain/values';
import { type Product, product } from '../../contract/modules/lease/product';
import { paramOf } from '../engine/params';
import { defineServerModule } from '../engine/serverModule';
import type { Context } from '../kernel/context';
import { problemRefusal } from '../kernel/errors';

type Way = Pick<Product, 'repayMethod' | 'getType'>;

/**
 * The method and its older name agree. A client that knows only one of the two changes both; naming both with different
 * meanings is refused.
 */
function wayOf(cx: Context, next: Product, before: Product | undefined): Way {
  const isNew = (name: keyof Way) => next[name] !== null && next[name] !== undefined && next[name] !== before?.[name];
  const isOlder = isNew('getType') && !isNew('repayMethod');
  const repayMethod = methodOf(isOlder ? { getType: next.getType } : next);
  const getType = getTypeOf(repayMethod);
  if (isNew('getType') && next.getType !== getType)
    throw problemRefusal(product, 'getType', 'contradicts', cx.language);
  return { repayMethod, getType };
}

/** Terms that the method does not read get their usual values: those of a method chosen before are left over. */
function leftOver(next: Product): Partial<Product> {
  const { uses } = methodBy(methodOf(next));
  const names = contradictions(next).filter((name) => !uses.includes(name));
  return Object.fromEntries(names.map((name: OptionalTerm) => [name, usual[name]]));
}

/** An amount and a start with which the terms are tried: neither decides whether they go together. */
const trial = { totalAmount: '1000000.00', interestDate: '2025-01-01' };

export default defineServerModule(product, {
  table: 'lease_product',

  unique: [['productCode']],
  taken: { productCode: 'product.codeTaken' },
  inUse: { order: 'product.inUse' },
  offers: { onSale: { where: () => sql<boolean>`status = 1`, refuse: 'product.notOnSale' } },

  async saving(next, cx, before) {
    const way = wayOf(cx, next, before);
    const own = { ...way, ...leftOver({ ...next, ...way }) };
    const terms: PlanTerms = planTermsOf({ ...next, ...own, ...trial });
    const isTable = hasRentTable(way.repayMethod);
    const [wrong] = wrongPlanTerms(terms).filter((name) => !(isTable && name === 'rentTable'));
    if (wrong) {
      const isGrace = wrong === 'gracePeriods' && !contradictions(terms).includes(wrong);
      const name = wrong as keyof typeof product.fields;
      throw problemRefusal(product, name, isGrace ? 'graceTooLong' : 'contradicts', cx.language);
    }
    const sizes = ['deadline', 'repayMethod', 'frequency', 'dueDay'] as const;
    // A product of before keeps its term until what it counts is changed.
    const isResized = before === undefined || sizes.some((name) => ({ ...next, ...own })[name] !== before[name]);
    if (isResized && !isWholeTerm(completed(terms)))
      throw problemRefusal(product, 'deadline', 'notWholePeriods', cx.language);
    const direction = isEmpty(next.direction)
      ? directionOf(await paramOf(cx.trx, 'business.cashDirection'))
      : next.direction;
    return { ...own, direction, periods: isTable ? 0 : instalmentsOf(terms) };
  },
});
