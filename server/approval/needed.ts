/** Processes that rules need are there while the rules need them. */
import { type ApprovalAct, type ApprovalActName, approvalActOf, approvalActs } from '../../contract/domain/approvals';
import { joined, textIn } from '../../contract/domain/text';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { whyNotDeciding } from './processes';

interface Naming {
  id: string;
  act: ApprovalActName;
  processKey: string;
}

/** Rules that decide by a process of these keys: those that are on, and those of deeds that always take two. */
export async function rulesNaming({ trx, tenantId }: Context, keys: readonly string[]): Promise<Naming[]> {
  const rows = await trx
    .selectFrom('approval_rule')
    .select(['id', 'act', 'process_key as processKey', 'is_on as isOn'])
    .where('tenant_id', '=', tenantId)
    .where('process_key', 'in', [...keys, ''])
    .orderBy('act')
    .execute();
  return rows.flatMap(({ id, isOn, processKey, ...row }) => {
    const act = approvalActOf(row.act);
    if (!act) return [];
    const { always }: ApprovalAct = approvalActs[act];
    return isOn === 1 || always ? [{ id, act, processKey }] : [];
  });
}

export function titlesOf({ language }: Pick<Context, 'language'>, rules: readonly Pick<Naming, 'act'>[]): string {
  return joined(
    rules.map(({ act }) => textIn(approvalActs[act].title, language)),
    language,
  );
}

/** Refuses a change after which a rule that decides names a process of these keys that cannot decide any more. */
export async function refuseNeeded(cx: Context, keys: readonly string[]): Promise<void> {
  const rules = await rulesNaming(cx, keys);
  const faults = { notStartable: 'approval.processNeeded', noDecider: 'approval.noneDecides' } as const;
  for (const key of new Set(rules.map(({ processKey }) => processKey))) {
    const undecided = new Map<keyof typeof faults, Naming[]>();
    for (const rule of rules.filter(({ processKey }) => processKey === key)) {
      const why = await whyNotDeciding(cx, key, rule.act);
      if (why) undecided.set(why, [...(undecided.get(why) ?? []), rule]);
    }
    for (const [why, found] of undecided) refuse(faults[why], { key, acts: titlesOf(cx, found) });
  }
}
