/** Processes that can decide on deeds: those that rules may name. */
import {
  type ApprovalActName,
  type DecidingProcess,
  decidingRight,
  shippedProcesses,
} from '../../contract/domain/approvals';
import { textIn } from '../../contract/domain/text';
import { absentPrincipal } from '../auth/session';
import { hasPermission } from '../engine/rights/permissions';
import { canComeTo } from '../flow/ahead';
import { type Definition, hasStepOfPerson, startable, startableByPeople } from '../flow/definitions';
import { shippedLeave } from '../flow/leave/shipped';
import { holdersOf } from '../flow/people';
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

/** What a process of a deed is started with. Its amount is known when it is asked for. */
export function startedWith(act: ApprovalActName, entity: string, amount: number | null) {
  return { act, entity, amount, deciders: holdersOf(decidingRight(act)) };
}

/** Why the process of a key can decide on no deed of this kind; undefined where it can. */
export async function whyNotDeciding(
  cx: Context,
  key: string,
  act: ApprovalActName,
): Promise<'notStartable' | 'noDecider' | undefined> {
  const found = await startableOf(cx, key);
  if (found === undefined || !hasStepOfPerson(found.plan) || isLeave(found)) return 'notStartable';
  const asked = { variables: startedWith(act, '', null), except: [] };
  const comes = await canComeTo(cx, found.plan, asked, (id) => holdsRight(cx, id, act));
  return comes === false ? 'noDecider' : undefined;
}

/** Whether a person of the context's tenant, which may be another one than that of who asks, holds the right to decide. */
async function holdsRight(cx: Context, userId: string, act: ApprovalActName): Promise<boolean> {
  const person = await absentPrincipal(cx.deps, cx.trx, { tenantId: cx.tenantId, userId });
  return (
    person !== undefined && hasPermission({ ...cx, remembered: (_, load) => load() }, person, [decidingRight(act)])
  );
}
