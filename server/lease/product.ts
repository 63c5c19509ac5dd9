import { periodsOf } from '../../contract/domain/schedule';
import { order } from '../../contract/modules/lease/order';
import { product } from '../../contract/modules/lease/product';
import { defineServerModule } from '../engine/serverModule';
import { refuse } from '../kernel/errors';

export default defineServerModule(product, {
  table: 'lease_product',

  unique: [['productCode']],
  taken: { productCode: 'product.codeTaken' },

  async saving({ deadline, getType }) {
    return { periods: periodsOf(deadline, getType) };
  },

  async removing(doomed, { rows }) {
    for (const { id } of doomed) if (await rows(order).has({ productId: id })) refuse('product.inUse');
  },
});
