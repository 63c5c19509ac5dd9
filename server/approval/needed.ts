/** Processes that rules need are there while the rules are on. */
import { approvalActOf, approvalActs } from '../../contract/domain/approvals';
import { joined, textIn } from '../../contract/domain/text';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { isDeciding } from './processes';

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
  for (const key of new Set(rules.map((rule) => rule.process_key))) {
    if (await isDeciding(cx, key)) continue;
    const acts = rules.flatMap((rule) => (rule.process_key === key ? (approvalActOf(rule.act) ?? []) : []));
    const titles = acts.map((act) => textIn(approvalActs[act].title, cx.language));
    refuse('approval.processNeeded', { key, acts: joined(titles, cx.language) });
  }
}
