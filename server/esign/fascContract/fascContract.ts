import {
  fascContract,
  isWaiting,
  linkWays,
  type Progress,
  progresses,
  progressOf,
  providers,
} from '../../../contract/modules/esign/fascContract';
import { order } from '../../../contract/modules/lease/order';
import type { Module } from '../../../contract/schema/module';
import { checkableUntil } from '../../../contract/wire/esign/signatures';
import { schemasOf } from '../../engine/callSchemas';
import { defineServerModule, present, type ServerModule } from '../../engine/serverModule';
import { defineCall } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { flag, freeText, id, list, oneOf, optional, shape } from '../../kernel/schemas';
import { progressIs } from '../../lease/contractProgress';
import { releaseContract } from '../../lease/contractWork';
import { ofCustomer } from '../../lease/customer/ofCustomer';
import { sealEndOf } from '../authority';
import { type ContractRow, isExpired, linkWayOf, loanUrlOf, makeContract } from '../contracts';
import { counterCall } from '../counter';
import { contractRejected } from '../outcome';
import { hidesPaper } from '../paper/hiddenPaper';
import { urgeCall } from '../provider/urge';
import { stampStates } from '../signing/stamps';
import { submitCall } from './submit';
import { verificationCalls } from './verification';

/** As verification tells it of the file. The customer's certificate outlives that of the seal. */
async function checkableDay(cx: Context, row: ContractRow): Promise<string | null> {
  const { status, provider, pdfSha256, sealedPdfId, sentTime, finishTime, doc, stampState } = row;
  if (status !== 2 || provider !== providers.local || pdfSha256 === null) return null;
  const end = await sealEndOf(cx, doc.provider.name, (sealedPdfId && sentTime) || finishTime!);
  return (end && checkableUntil([end], stampState === stampStates.lasting)) || null;
}

const served: ServerModule = defineServerModule(fascContract, {
  table: 'lease_contract',
  list: 'lease_contract_list',
  visitor: 'customerName',
  // It begins with that of the order.
  says: { contractNumber: { order: ['contractCode'] } },
  unstored: ['loanUrl', 'previewUrl', 'previewHidden', 'signTaskId', 'progress', 'checkableUntil'],
  filters: {
    customerId: ofCustomer,
    progress(value, cx) {
      const found = (Object.keys(progresses) as Progress[]).find((name) => String(progresses[name]) === value);
      return found ? progressIs(cx, found) : refuse('badParameter', { name: 'progress' });
    },
  },

  async removing(doomed, cx) {
    if (doomed.some(({ status, signTaskStatus }) => status !== 1 || signTaskStatus === 'sign_completed'))
      refuse('contract.notRemovable');
    for (const row of doomed) {
      const annulled = await cx
        .rows(fascContract)
        .update(row, { status: 0, signTaskStatus: 'canceled' }, { action: 'cancel' });
      await contractRejected(cx, annulled as ContractRow);
      await releaseContract(cx, row);
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
      // The link is the customer's: a reader here could use it first. Testers, who have no gateway, need it. A service
      // identifies who signs, so its links may be passed on.
      loanUrl:
        isOpen && (row.provider !== providers.local || cx.deps.settings.console.phoneTestMode)
          ? loanUrlOf(cx, row)
          : null,
      previewUrl:
        shown && !isHidden ? cx.deps.settings.publicUrl + cx.deps.files.link(cx.tenantId, shown, cx.deps.now()) : null,
      previewHidden: isHidden ? (1 as const) : (0 as const),
      signTaskStatus,
      checkableUntil: await checkableDay(cx, row as ContractRow),
      progress: progresses[progressOf({ status: row.status, signTaskStatus })],
    };
  },

  calls: [
    counterCall,
    urgeCall,
    ...verificationCalls,
    submitCall((cx, row) => present(served, cx, row)),
    defineCall({
      method: 'GET',
      path: fascContract.url('link-way'),
      title: ['签署链接如何送达客户', 'How a signing link would get to the customer'],
      query: { orderId: id() },
      answer: shape({ way: oneOf(...linkWays) }),
      permission: 'order_contract',
      handle: async (cx, { input }) => ({
        way: await linkWayOf(cx, (await cx.rows(order).get(input.orderId)) ?? refuse('notYours')),
      }),
    }),
    defineCall({
      method: 'POST',
      path: fascContract.url('makeContract'),
      title: ['发起签约或重发合同', 'Make the contracts of an order, or send them again'],
      query: {
        orderId: id(),
        type: optional(freeText('合同类型；缺省为所需的全部', 'Of the paper; all that are needed unless told')),
        resend: flag(),
      },
      answer: list(schemasOf(fascContract as unknown as Module).record),
      permission: 'order_contract',
      async handle(cx, { input: { type, ...asked } }) {
        const made = await makeContract(cx, { ...asked, type: type === undefined ? undefined : Number(type) });
        return Promise.all(made.map(async ({ id }) => present(served, cx, (await cx.rows(fascContract).get(id))!)));
      },
    }),
  ],
});
export default served;
