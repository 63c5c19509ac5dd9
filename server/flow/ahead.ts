/** Whom the steps of a process can be for, as far as its diagram tells before a person comes to them. */
import type { Context } from '../kernel/context';
import { Refusal } from '../kernel/errors';
import { isExpression, namesIn, parseExpression } from './engine/expressions';
import { ownVariables, type Plan, type PlanNode } from './engine/plan';
import { collected, partsOf } from './engine/run';
import { type Addressees, addresseesOf, peopleAmong } from './people';

interface Asked {
  /** What the process is started with, without the names of who starts it. */
  variables: Readonly<Record<string, unknown>>;
  /** People who do not count. */
  except: readonly (string | null)[];
}

/** The variables that a text of a diagram reads. */
function readBy(text: string): string[] {
  return partsOf(text).flatMap((part) => (isExpression(part) ? namesIn(parseExpression(part)) : []));
}

/** Whether a variable may be set on the way: by a form of a step, or by what an action answers. */
function isSetLater({ nodes }: Pick<Plan, 'nodes'>, name: string): boolean {
  return nodes.some(({ action, form }) => action !== undefined || form?.some(({ id }) => id === name));
}

/** Whom a step is for, in turn or together; null where its process says so on the way. */
async function addresseesAhead(
  cx: Context,
  plan: Pick<Plan, 'nodes'>,
  { candidates, loop, ...node }: PlanNode,
  variables: Asked['variables'],
): Promise<Addressees[] | null> {
  const { assignee = '', users = [], groups = [], posts = [] } = candidates ?? {};
  const texts = [assignee, ...users, ...groups, ...posts].filter((text) => text !== '');
  const isOpen = (name: string) =>
    !Object.hasOwn(variables, name) &&
    !ownVariables.includes(name) &&
    name !== loop?.variable &&
    isSetLater(plan, name);
  const collection = loop?.collection ?? '';
  if ([...texts, collection].flatMap(readBy).some(isOpen)) return null;
  if (/^\w+$/.test(collection) && isOpen(collection)) return null;
  // Who starts the process never counts, so a step that is for them alone is for no one.
  const starter = [...ownVariables, ...plan.nodes.flatMap(({ initiator }) => initiator ?? [])].filter(
    (name) => !Object.hasOwn(variables, name),
  );
  const others = (some: readonly string[]) =>
    some.filter((text) => !readBy(text).some((name) => starter.includes(name)));
  const named = {
    assignee: others([assignee])[0] ?? '',
    users: others(users),
    groups: others(groups),
    posts: others(posts),
  };
  if (texts.length > 0 && others(texts).length === 0) return [];
  const bare: PlanNode = { ...node, candidates: named, ...(loop && { loop }) };
  const people = loop ? collected(collection, variables) : [undefined];
  try {
    const waits = people.map((person) => ({ executionId: '', node: bare, ...(person !== undefined && { person }) }));
    return await addresseesOf(cx, waits, variables);
  } catch (error) {
    // A name of no person of the tenant stops the process there.
    if (error instanceof Refusal && error.code === 'flow.notPeople') return [];
    throw error;
  }
}

/**
 * Whether a step of the process can come to a person of whom this holds; undefined where it may, and is known only once
 * the process is there.
 */
export async function canComeTo(
  cx: Context,
  plan: Pick<Plan, 'nodes'>,
  asked: Asked,
  holds: (userId: string) => Promise<boolean>,
): Promise<boolean | undefined> {
  const answers = new Map<string, Promise<boolean>>();
  const holdsOf = (id: string) => {
    const answer = answers.get(id) ?? holds(id);
    answers.set(id, answer);
    return answer;
  };
  let isOpen = false;
  for (const node of plan.nodes.filter(({ type }) => type === 'userTask')) {
    const found = await addresseesAhead(cx, plan, node, asked.variables);
    isOpen ||= found === null;
    for (const one of found ?? [])
      for (const { ids } of await peopleAmong(cx, { ...one, except: [...asked.except] }))
        if (await holdsOf(ids[0]!)) return true;
  }
  return isOpen ? undefined : false;
}
