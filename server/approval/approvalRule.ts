import { approvalRule } from '../../contract/modules/approval/approvalRule';
import { defineServerModule } from '../engine/serverModule';
import { defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import { Refusal, refuse } from '../kernel/errors';
import { list, shape, text } from '../kernel/schemas';
import { decidingProcesses, isDeciding } from './processes';

const names = new WeakMap<Context, Promise<ReadonlyMap<string, string>>>();
/** Names of the processes that can decide, by their keys; read once for all rules of an answer. */
function processNames(cx: Context): Promise<ReadonlyMap<string, string>> {
  const known = names.get(cx);
  if (known) return known;
  const found = decidingProcesses(cx).then((all) => new Map(all.map(({ key, name }) => [key, name])));
  names.set(cx, found);
  return found;
}

export default defineServerModule(approvalRule, {
  table: 'approval_rule',
  unstored: ['processName'],
  defaultSort: [['act', 'asc']],

  async saving(next, cx, before) {
    const isNeeded = next.isOn === 1 || next.processKey !== before?.processKey;
    if (isNeeded && !(await isDeciding(cx, next.processKey)))
      throw new Refusal('approval.badProcess', { key: next.processKey }, { processKey: 'reference' });
    if (next.isOn === 1 && !(await cx.approvals.needsOther())) refuse('approval.single');
    return undefined;
  },

  showing: async (row, cx) => ({ ...row, processName: (await processNames(cx)).get(row.processKey) ?? '' }),

  calls: [
    defineCall({
      method: 'GET',
      path: approvalRule.url('processes'),
      title: ['可用于审批的流程', 'Processes that a rule may name'],
      answer: list(shape({ key: text(), name: text() })),
      permission: approvalRule.permission('update'),
      handle: decidingProcesses,
    }),
  ],
});
