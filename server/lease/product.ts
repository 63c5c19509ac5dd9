import { sql } from 'kysely';
import { directionOf } from '../../contract/domain/lifecycle/direction';
import { periodsOf } from '../../contract/domain/schedule';
import { isEmpty } from '../../contract/domain/values';
import { product } from '../../contract/modules/lease/product';
import { paramOf } from '../engine/params';
import { defineServerModule } from '../engine/serverModule';

export default defineServerModule(product, {
  table: 'lease_product',

  unique: [['productCode']],
  taken: { productCode: 'product.codeTaken' },
  inUse: { order: 'product.inUse' },
  offers: { onSale: { where: () => sql<boolean>`status = 1`, refuse: 'product.notOnSale' } },

  async saving({ deadline, getType, direction }, cx) {
    const usual = isEmpty(direction) ? { direction: directionOf(await paramOf(cx.trx, 'business.cashDirection')) } : {};
    return { periods: periodsOf(deadline, getType), ...usual };
  },
});
