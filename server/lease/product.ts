import { sql } from 'kysely';
import { periodsOf } from '../../contract/domain/schedule';
import { product } from '../../contract/modules/lease/product';
import { defineServerModule } from '../engine/serverModule';

export default defineServerModule(product, {
  table: 'lease_product',

  unique: [['productCode']],
  taken: { productCode: 'product.codeTaken' },
  inUse: { order: 'product.inUse' },
  offers: { onSale: { where: () => sql<boolean>`status = 1`, refuse: 'product.notOnSale' } },

  async saving({ deadline, getType }) {
    return { periods: periodsOf(deadline, getType) };
  },
});
