/** Processes that can decide on deeds: those that rules may name. */
import { type DecidingProcess, shippedProcesses } from '../../contract/domain/approvals';
import { textIn } from '../../contract/domain/text';
import { type Definition, startable, startableAll } from '../flow/definitions';
import type { Plan } from '../flow/engine/plan';
import { shippedLeave } from '../flow/leave/shipped';
import type { Context } from '../kernel/context';
import { Refusal } from '../kernel/errors';

/** Whether people decide in a process at all. Leave requests have one of their own. */
function canDecide({ plan, category }: { plan: Plan; category: string }): boolean {
  return plan.nodes.some(({ type }) => type === 'userTask') && category !== shippedLeave.category;
}

/** Its name in the person's language, as far as the tenant has not renamed it. */
function nameOf({ language }: Pick<Context, 'language'>, { key, name }: Pick<Definition, 'key' | 'name'>): string {
  const shipped = shippedProcesses[key];
  return shipped && shipped.zh === name ? textIn(shipped, language) : name;
}

/** The processes that a rule may name, by name. */
export async function decidingProcesses(cx: Context): Promise<DecidingProcess[]> {
  const all = (await startableAll(cx)).filter(canDecide);
  return all.map(({ key, ...one }) => ({ key, name: nameOf(cx, { key, ...one }) }));
}

/** The deployed process of a key, held until the transaction ends; undefined where none can be started now. */
export async function startableOf(cx: Context, key: string): Promise<Definition | undefined> {
  try {
    return await startable(cx, { key });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'flow.notStartable') return undefined;
    throw error;
  }
}

/** Whether the process of a key can be started now and people decide in it. */
export async function isDeciding(cx: Context, key: string): Promise<boolean> {
  const found = await startableOf(cx, key);
  return found !== undefined && canDecide(found);
}
