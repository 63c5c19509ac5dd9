import {
  fascContract,
  isWaiting,
  type Progress,
  progresses,
  progressOf,
} from '../../contract/modules/lease/fascContract';
import { defineServerModule, present, type ServerModule } from '../engine/serverModule';
import { isOn, need, needId } from '../kernel/call';
import { refuse } from '../kernel/errors';
import { progressIs } from '../lease/contractProgress';
import { type ContractRow, contractRejected, isExpired, loanUrlOf, makeContract } from './contracts';
import { counterCall } from './counter';
import { hidesPaper } from './hiddenPaper';
import { sendingOf } from './sending';

const served: ServerModule = defineServerModule(fascContract, {
  table: 'lease_contract',
  list: 'lease_contract_list',
  unstored: ['loanUrl', 'previewUrl', 'previewHidden', 'signTaskId', 'progress'],
  filters: {
    progress(value, cx) {
      const found = (Object.keys(progresses) as Progress[]).find((name) => String(progresses[name]) === value);
      return found ? progressIs(cx, found) : refuse('badParameter', { name: 'progress' });
    },
  },

  async removing(doomed, cx) {
    if (doomed.some(({ status }) => status !== 1)) refuse('contract.notRemovable');
    for (const row of doomed) {
      const annulled = await cx
        .rows(fascContract)
        .update(row, { status: 0, signTaskStatus: 'canceled' }, { action: 'cancel' });
      await contractRejected(cx, annulled as ContractRow);
    }
  },

  async showing(row, cx) {
    const { pdfId, signedPdfId, doc } = row as ContractRow;
    const isOpen = isWaiting(row) && !isExpired(cx, row);
    const shown = signedPdfId ?? pdfId ?? (row.status === 2 && doc ? row.id : null);
    const isHidden = shown !== null && (await hidesPaper(cx));
    const signTaskStatus = isWaiting(row) && isExpired(cx, row) ? 'expired' : row.signTaskStatus;
    return {
      ...row,
      ...sendingOf(row as ContractRow, cx.deps.now()),
      // The link is the customer's: who reads it here could go before them. Testers, who have no gateway, need it.
      loanUrl: isOpen && cx.deps.settings.console.phoneTestMode ? loanUrlOf(cx, row) : null,
      previewUrl:
        shown && !isHidden ? cx.deps.settings.publicUrl + cx.deps.files.link(cx.tenantId, shown, cx.deps.now()) : null,
      previewHidden: isHidden ? (1 as const) : (0 as const),
      signTaskStatus,
      progress: progresses[progressOf({ status: row.status, signTaskStatus })],
    };
  },

  calls: [
    counterCall,
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
          resend: isOn(params, 'resend'),
        });
        return Promise.all(made.map(async ({ id }) => present(served, cx, (await cx.rows(fascContract).get(id))!)));
      },
    },
  ],
});
export default served;
