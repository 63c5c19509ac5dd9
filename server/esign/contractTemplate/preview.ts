/** A draft as it would be printed: with invented figures, or with those of an order as far as the person sees them. */
import type { ContractKind } from '../../../contract/domain/contractKinds';
import { type ContractTemplate, contractTemplate } from '../../../contract/modules/esign/contractTemplate';
import { customer } from '../../../contract/modules/lease/customer';
import { order } from '../../../contract/modules/lease/order';
import { writeAudit } from '../../engine/audit/entries';
import { hiddenFields } from '../../engine/rights/scopes';
import { framed, takePlace } from '../../engine/transfer/exportCalls';
import { type Call, defineCall } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { unprintable } from '../../kernel/paper/unprintable';
import { flag, id, optional } from '../../kernel/schemas';
import { docOf, providerOf, wordsIn } from '../contractDoc';
import { hidesPaper } from '../paper/hiddenPaper';
import { printContract } from '../paper/printing';
import type { ContractDoc } from '../wording/doc';
import { sampleDoc } from '../wording/sample';
import { refuseMissing, wordingOfVersion } from './versions';

/** The terms of an order as screens show them: numbers masked, and nothing that a data scope hides from the person. */
async function docOfOrder(cx: Context, row: ContractTemplate, orderId: string): Promise<ContractDoc> {
  if (!(await cx.may(order.permission('detail')))) refuse('forbidden', { permission: order.permission('detail') });
  const held = (await cx.rows(order).get(orderId)) ?? refuse('notYours');
  const client = (await cx.rows(customer).get(held.customerId)) ?? refuse('notYours');
  if (await hidesPaper(cx)) refuse('template.hidden');
  const contractNumber = `${held.contractCode}-${String(row.type).padStart(2, '0')}`;
  const doc = await docOf(cx, held, client, { type: row.type, contractNumber });
  // The order’s history tells it: people who see no orders read that of the template.
  writeAudit(cx, order, held, [], { action: 'preview', reason: row.templateName ?? '' });
  return doc;
}

async function specimen(cx: Context, templateId: string, orderId: string | undefined): Promise<ContractDoc> {
  const row = (await cx.rows(contractTemplate).get(templateId)) ?? refuse('notYours');
  if ((await hiddenFields(cx, contractTemplate)).has('wording')) refuse('template.hidden');
  const type = row.type as ContractKind;
  const made = orderId ? await docOfOrder(cx, row, orderId) : sampleDoc(type, await providerOf(cx), cx.time);
  const wording = await wordingOfVersion(cx, templateId);
  const doc: ContractDoc = { ...made, ...(wording ? { wording } : {}), isSpecimen: true };
  refuseMissing(cx, doc);
  const strange = await unprintable(wordsIn(doc));
  if (strange.length > 0) refuse('contract.unprintable', { characters: strange.join(' ') });
  return doc;
}

export const previewCall: Call = defineCall({
  method: 'GET',
  path: contractTemplate.url('preview'),
  title: ['预览合同模板', 'A specimen of a contract'],
  query: {
    id: id(),
    orderId: optional(
      id('以该订单的数据预览；不填则用示例数据', 'With the data of this order; without one with invented data'),
    ),
    framed: flag('分帧，见列表导出', 'In frames, as the export of a list'),
  },
  answer: 'file',
  permission: 'contractTemplate_preview',
  handle: async (cx, { input }) => ({
    doc: await specimen(cx, input.id, input.orderId),
    userId: cx.principal!.userId,
  }),
  send(answer, { input: { framed: isFramed } }) {
    const { doc, userId } = answer as { doc: ContractDoc; userId: string };
    const closed = takePlace(userId);
    const parts = (async function* () {
      yield await printContract(doc, { by: userId });
    })();
    return {
      name: `${doc.title}_SPECIMEN.pdf`,
      contentType: isFramed ? 'application/octet-stream' : 'application/pdf',
      headers: { 'x-total-count': '1' },
      parts: isFramed ? framed(parts, () => 1) : parts,
      closed,
    };
  },
});
