import { fascContract, isWaiting } from '../../contract/modules/fascContract';
import { need, needId } from '../api';
import { refuse } from '../errors';
import { type ContractRow, contractRejected, isExpired, loanUrlOf, makeContract } from '../esign/contracts';
import { present, type Served, serve } from '../serve';

const served: Served = serve(fascContract, {
  table: 'lease_contract',
  list: 'lease_contract_list',
  unstored: ['loanUrl', 'previewUrl', 'signTaskId'],

  async removing(doomed, cx) {
    if (doomed.some(({ status }) => status !== 1)) refuse('contract.notRemovable');
    for (const row of doomed) {
      const annulled = await cx
        .rows(fascContract)
        .update(row, { status: 0, signTaskStatus: 'canceled' }, { action: 'cancel' });
      await contractRejected(cx, annulled as ContractRow);
    }
  },

  showing(row, cx) {
    const { pdfId, signedPdfId, doc } = row as ContractRow;
    const shown = signedPdfId ?? pdfId ?? (row.status === 2 && doc ? row.id : null);
    return {
      ...row,
      loanUrl: isWaiting(row) && !isExpired(cx, row) ? loanUrlOf(cx, row) : null,
      previewUrl: shown ? cx.deps.settings.publicUrl + cx.deps.files.link(cx.tenantId, shown, cx.deps.now()) : null,
      signTaskStatus: isExpired(cx, row) ? 'expired' : row.signTaskStatus,
    };
  },

  calls: [
    {
      method: 'POST',
      path: fascContract.url('makeContract'),
      permission: 'order_contract',
      /** Answers the contracts made, sent again, or found waiting. */
      async handle(cx, { params }) {
        const type = params.type === undefined || params.type === '' ? undefined : Number(params.type);
        const made = await makeContract(cx, {
          orderId: needId({ orderId: need(params, 'orderId') }, 'orderId'),
          type,
          resend: params.resend === 'true',
        });
        return Promise.all(made.map(async ({ id }) => present(served, cx, (await cx.rows(fascContract).get(id))!)));
      },
    },
  ],
});
export default served;
