/** Processes that can decide on deeds: those that rules may name. */
import { type DecidingProcess, shippedProcesses } from '../../contract/domain/approvals';
import { textIn } from '../../contract/domain/text';
import { type Definition, hasStepOfPerson, startable, startableByPeople } from '../flow/definitions';
import { shippedLeave } from '../flow/leave/shipped';
import type { Context } from '../kernel/context';
import { Refusal } from '../kernel/errors';

/** Leave requests have deciders of their own. */
function isLeave({ category }: Pick<Definition, 'category'>): boolean {
  return category === shippedLeave.category;
}

/** Its name in the person's language, as far as the tenant has not renamed it. */
function nameOf({ language }: Pick<Context, 'language'>, { key, name }: Pick<Definition, 'key' | 'name'>): string {
  const shipped = shippedProcesses[key];
  return shipped && shipped.zh === name ? textIn(shipped, language) : name;
}

/** The processes that a rule may name, by name. */
export async function decidingProcesses(cx: Context): Promise<DecidingProcess[]> {
  const all = (await startableByPeople(cx)).filter((one) => !isLeave(one));
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
  return found !== undefined && hasStepOfPerson(found.plan) && !isLeave(found);
}
