/** Calls that print papers for customers. */
import { customer } from '../../../contract/modules/lease/customer';
import { order } from '../../../contract/modules/lease/order';
import { receipt } from '../../../contract/modules/lease/receipt';
import { framed, takePlace } from '../../engine/transfer/exportCalls';
import { type Call, defineCall, type SentFile } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { openThread } from '../../kernel/paper/thread';
import { day, flag, id } from '../../kernel/schemas';
import { certificateOf } from './certificate';
import type { PaperDoc } from './doc';
import type { PaperMade } from './making';
import { receiptPaper } from './receiptPaper';
import { statementOf } from './statement';

/** `renderPaper` of draw.ts in a thread, one paper after the other. */
const print = openThread<PaperDoc>(__dirname, 'customerPaperPrinter');

const frames = { framed: flag('分帧，见列表导出', 'In frames, as the export of a list') };
type Printed = PaperMade & { userId: string };

async function printed(cx: Context, made: Promise<PaperMade>): Promise<Printed> {
  return { ...(await made), userId: cx.principal!.userId };
}
async function* partsOf({ doc, userId }: Printed): AsyncGenerator<Buffer> {
  yield Buffer.from(await print(doc, { by: userId }));
}
function send(answer: unknown, { input: { framed: isFramed } }: { input: { framed: boolean } }): SentFile {
  const made = answer as Printed;
  const closed = takePlace(made.userId);
  const parts = partsOf(made);
  return {
    name: `${made.doc.title}_${made.no}.pdf`,
    contentType: isFramed ? 'application/octet-stream' : 'application/pdf',
    headers: { 'x-total-count': '1' },
    parts: isFramed ? framed(parts, () => 1) : parts,
    closed,
  };
}

export const statementCall: Call = defineCall({
  method: 'GET',
  path: customer.url('statement'),
  title: ['打印对账单', 'The statement of a customer for some days'],
  query: { id: id(), from: day(), to: day(), ...frames },
  answer: 'file',
  permission: 'customer_statement',
  handle: (cx, { input }) => printed(cx, statementOf(cx, { ...input, customerId: input.id })),
  send,
});
export const receiptPaperCall: Call = defineCall({
  method: 'GET',
  path: receipt.url('paper'),
  title: ['打印收据', 'The paper of a movement of money'],
  query: { id: id(), ...frames },
  answer: 'file',
  permission: 'receipt_print',
  handle: (cx, { input }) => printed(cx, receiptPaper(cx, input.id)),
  send,
});
export const certificateCall: Call = defineCall({
  method: 'GET',
  path: order.url('certificate'),
  title: ['打印结清证明', 'The certificate that a settled order owes nothing'],
  query: { id: id(), ...frames },
  answer: 'file',
  permission: 'order_certificate',
  handle: (cx, { input }) => printed(cx, certificateOf(cx, input.id)),
  send,
});
