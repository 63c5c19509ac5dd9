import { order } from '../../contract/modules/order';
import { product } from '../../contract/modules/product';
import { periodsOf } from '../../contract/schedule';
import { refuse } from '../errors';
import { serve } from '../serve';

export default serve(product, {
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
