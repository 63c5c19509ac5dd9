/** Processes that rules need are there while the rules are on. */
import { approvalActOf, approvalActs } from '../../contract/domain/approvals';
import { joined, textIn } from '../../contract/domain/text';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { whyNotDeciding } from './processes';

/** Refuses a change after which a rule that is on names a process of these keys that cannot decide any more. */
export async function refuseNeeded(cx: Context, keys: readonly string[]): Promise<void> {
  const rules = await cx.trx
    .selectFrom('approval_rule')
    .select(['act', 'process_key'])
    .where('tenant_id', '=', cx.tenantId)
    .where('is_on', '=', 1)
    .where('process_key', 'in', [...keys, ''])
    .orderBy('act')
    .execute();
  const faults = { notStartable: 'approval.processNeeded', noDecider: 'approval.noneDecides' } as const;
  for (const key of new Set(rules.map((rule) => rule.process_key))) {
    const acts = rules.flatMap((rule) => (rule.process_key === key ? (approvalActOf(rule.act) ?? []) : []));
    const undecided = new Map<keyof typeof faults, string[]>();
    for (const act of acts) {
      const why = await whyNotDeciding(cx, key, act);
      if (why) undecided.set(why, [...(undecided.get(why) ?? []), textIn(approvalActs[act].title, cx.language)]);
    }
    for (const [why, titles] of undecided) refuse(faults[why], { key, acts: joined(titles, cx.language) });
  }
}
