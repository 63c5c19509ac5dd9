import { importStates, portfolioImport } from '../../../contract/modules/lease/portfolioImport';
import { defineServerModule } from '../../engine/serverModule';
import { refuse } from '../../kernel/errors';
import { portfolioCalls } from './calls';
import { closingSays } from './reconciling';
import { approvedPosting } from './starting';
import { clear } from './store';

export default defineServerModule(portfolioImport, {
  table: 'lease_portfolio_import',
  list: 'lease_portfolio_import_list',
  madeOf: [
    { module: 'order', column: 'id', through: { table: 'lease_order', row: 'takeover_id' } },
    { module: 'customer', column: 'customer_id', through: { table: 'lease_portfolio_customer', row: 'import_id' } },
  ],
  isBrought: true,
  says: { principal: closingSays.principal },
  defaultSort: [['id', 'desc']],

  async removing(doomed, cx) {
    await cx.approvals.refusePending(
      portfolioImport,
      doomed.map(({ id }) => id),
    );
    for (const { id, state } of doomed) {
      if (state === importStates.posting || state === importStates.posted) refuse('portfolio.isPosted');
      await clear(cx, id, 'all');
    }
  },

  approved: { portfolioPost: approvedPosting },
  calls: portfolioCalls,
});
