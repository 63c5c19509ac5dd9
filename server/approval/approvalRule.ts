import { isDeepStrictEqual } from 'node:util';
import Type from 'typebox';
import { approvalActOf, approvalActs, guardedActs, isLoosened } from '../../contract/domain/approvals';
import { inYuan } from '../../contract/domain/ledger/inYuan';
import { label, textIn } from '../../contract/domain/text';
import { type Unguarded, unguardedUrl } from '../../contract/domain/unguarded';
import { approvalRule } from '../../contract/modules/approval/approvalRule';
import { approvedWrite } from '../engine/saving/approvedWrite';
import { defineServerModule } from '../engine/serverModule';
import { defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import { Refusal } from '../kernel/errors';
import { list, shape, text } from '../kernel/schemas';
import { decidingProcesses, whyNotDeciding } from './processes';
import { deployAgreed, versionIn } from './versions';

const names = new WeakMap<Context, Promise<ReadonlyMap<string, string>>>();
/** Names of the processes that can decide, by their keys; read once for all rules of an answer. */
function processNames(cx: Context): Promise<ReadonlyMap<string, string>> {
  const known = names.get(cx);
  if (known) return known;
  const found = decidingProcesses(cx).then((all) => new Map(all.map(({ key, name }) => [key, name])));
  names.set(cx, found);
  return found;
}

async function unguarded(cx: Context): Promise<Unguarded> {
  const on = await cx.trx
    .selectFrom('approval_rule')
    .select('act')
    .where('tenant_id', '=', cx.tenantId)
    .where('is_on', '=', 1)
    .execute();
  const off = guardedActs
    .map((name) => approvalActs[name])
    .filter(({ number }) => !on.some(({ act }) => act === number));
  return {
    isSingle: !(await cx.approvals.needsOther()),
    acts: off.map(({ title }) => textIn(title, cx.language)),
  };
}

/** Whether a rule is on, as those who decide read it. */
const stateTexts = [label('否', 'No'), label('是', 'Yes')];

export default defineServerModule(approvalRule, {
  table: 'approval_rule',
  unstored: ['processName'],
  defaultSort: [['act', 'asc']],

  async saving(next, cx, before) {
    const act = approvalActOf(next.act);
    const isNeeded = next.isOn === 1 || next.processKey !== before?.processKey;
    const why = isNeeded && act ? await whyNotDeciding(cx, next.processKey, act) : undefined;
    if (why === 'notStartable')
      throw new Refusal('approval.badProcess', { key: next.processKey }, { processKey: 'reference' });
    if (act && why === 'noDecider')
      throw new Refusal(
        'approval.noneDecides',
        { key: next.processKey, acts: textIn(approvalActs[act].title, cx.language) },
        { processKey: 'reference' },
      );
    return undefined;
  },

  // One person who loosens a rule would do alone what it gives to two.
  async waiting({ id, before, next, input }, cx) {
    await cx.approvals.refusePending(approvalRule, [id]);
    const act = approvalActOf(before?.act);
    if (!before || !next || !act || !isLoosened(act, before, next)) return false;
    const { isOn, fromAmount, processKey } = approvalRule.fields;
    const named = await processNames(cx);
    const processOf = (rule: Pick<typeof before, 'processKey'>) => named.get(rule.processKey) ?? rule.processKey;
    const changes = [
      { label: isOn.label, before: stateTexts[before.isOn ?? 0]!, after: stateTexts[next.isOn ?? 0]! },
      { label: fromAmount.label, before: inYuan(before.fromAmount ?? '0'), after: inYuan(next.fromAmount ?? '0') },
      { label: processKey.label, before: processOf(before), after: processOf(next) },
    ];
    return cx.approvals.hold({
      act: 'ruleLoosen',
      module: approvalRule,
      row: before,
      name: textIn(approvalActs[act].title, cx.language),
      input,
      amount: null,
      reason: next.remark ?? '',
      changes: changes.filter((one) => !isDeepStrictEqual(one.before, one.after)),
    });
  },
  approved: {
    async ruleLoosen(cx, deed) {
      const version = versionIn(deed.input);
      await (version ? deployAgreed(cx, version) : approvedWrite(approvalRule)(cx, deed));
    },
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
    defineCall({
      method: 'GET',
      path: unguardedUrl,
      title: ['无需审批的资金操作', 'Money operations that no rule gives to a second person'],
      answer: shape({ isSingle: Type.Boolean(), acts: list(text()) }),
      permission: approvalRule.permission('list'),
      handle: unguarded,
    }),
  ],
});
