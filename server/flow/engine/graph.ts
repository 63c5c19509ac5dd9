/** What the shape of a diagram says about how it runs. */

import { namesIn } from './expressions';
import type { FaultCode } from './faults';
import { indexOf, type Plan, type PlanNode } from './plan';

/** Where the process waits: for a person, or for a moment. */
function waits({ type }: PlanNode): boolean {
  return type === 'userTask' || type === 'intermediateCatchEvent';
}

/** Elements of the circles in which nothing waits: one of each. */
function endless(plan: Plan): string[] {
  const index = indexOf(plan);
  const done = new Map<string, 'open' | 'over'>();
  const found: string[] = [];
  for (const { id: first } of plan.nodes) {
    if (done.has(first)) continue;
    // Without recursion: a chain may have thousands of elements.
    const path: { id: string; next: string[] }[] = [];
    const enter = (id: string) => {
      const node = index.node(id);
      if (!node || waits(node) || (node.type === 'subProcess' && waitsWithin(plan, id))) return;
      done.set(id, 'open');
      path.push({ id, next: index.outOf(id).map(({ to }) => to) });
    };
    enter(first);
    while (path.length > 0) {
      const top = path.at(-1)!;
      const next = top.next.pop();
      if (next === undefined) {
        done.set(top.id, 'over');
        path.pop();
      } else if (done.get(next) === 'open') found.push(next);
      else if (!done.has(next)) enter(next);
    }
  }
  return [...new Set(found)];
}

function waitsWithin(plan: Plan, scope: string): boolean {
  return plan.nodes.some((node) => node.parent === scope && waits(node));
}

type GraphFault = { id: string; code: FaultCode };

function faultsOfFlows(plan: Plan, exists: (id: string) => boolean): GraphFault[] {
  const index = indexOf(plan);
  return plan.flows.flatMap(({ id, from, to, parent, isDefault, condition }): GraphFault[] => {
    const [source, target] = [index.node(from), index.node(to)];
    // What cannot run has a fault of its own.
    if (!source || !target) return exists(from) && exists(to) ? [] : [{ id, code: 'badFlow' }];
    if (source.parent !== target.parent || source.parent !== parent) return [{ id, code: 'crossesScope' }];
    if (target.type === 'startEvent' || target.type === 'boundaryEvent') return [{ id, code: 'intoStart' }];
    if (isDefault && condition) return [{ id, code: 'defaultCondition' }];
    return source.type === 'endEvent' ? [{ id, code: 'fromEnd' }] : [];
  });
}

function faultsOfNodes(plan: Plan, exists: (id: string) => boolean): GraphFault[] {
  const index = indexOf(plan);
  return plan.nodes.flatMap(({ id, type, attachedTo, parent }): GraphFault[] => {
    if (type === 'boundaryEvent') {
      const step = index.node(attachedTo ?? '');
      const isStep = step?.parent === parent && (step.type === 'userTask' || step.type === 'subProcess');
      if (isStep) return [];
      // A step that cannot run has a fault of its own.
      if (!step && exists(attachedTo ?? '')) return [];
      return [{ id, code: step?.parent === parent ? 'attachedHere' : 'badAttached' }];
    }
    if (type !== 'startEvent' && index.into(id).length === 0) return [{ id, code: 'notReached' }];
    const open = index.outOf(id).filter(({ condition, isDefault }) => !condition && !isDefault);
    return type === 'exclusiveGateway' && open.length > 1 ? [{ id, code: 'twoDefaults' }] : [];
  });
}

function faultsOfScopes(plan: Plan): GraphFault[] {
  const scopes = [plan.key, ...plan.nodes.filter(({ type }) => type === 'subProcess').map(({ id }) => id)];
  return scopes.flatMap((scope): GraphFault[] => {
    const inside = plan.nodes.filter(({ parent }) => parent === scope);
    const starts = inside.filter(({ type }) => type === 'startEvent');
    return [
      ...(starts.length === 0 ? [{ id: scope, code: 'noStart' as const }] : []),
      ...starts.slice(1).map(({ id }) => ({ id, code: 'twoStarts' as const })),
      ...(inside.some(({ type }) => type === 'endEvent') ? [] : [{ id: scope, code: 'noEnd' as const }]),
    ];
  });
}

/** Elements of a diagram at most: each step of an instance costs time in proportion to them. */
export const mostSteps = 500;
export const mostFlows = 1_500;

/** What is wrong with how the elements of a plan hang together; `exists`: whether the diagram has an element of that id. */
export function faultsOfGraph(plan: Plan, exists: (id: string) => boolean): GraphFault[] {
  const faults = [...faultsOfScopes(plan), ...faultsOfNodes(plan, exists), ...faultsOfFlows(plan, exists)];
  return faults.length > 0 ? faults : endless(plan).map((id) => ({ id, code: 'endless' }));
}

/** Elements that can come after one, without going through another; boundary events come after their step. */
export function reachableFrom(plan: Plan, from: string, without?: string): Set<string> {
  const index = indexOf(plan);
  const found = new Set<string>();
  const ahead = [from];
  const boundaries = new Map<string, string[]>();
  for (const { id, attachedTo } of plan.nodes)
    if (attachedTo) boundaries.set(attachedTo, [...(boundaries.get(attachedTo) ?? []), id]);
  while (ahead.length > 0) {
    const id = ahead.pop()!;
    if (id === without || found.has(id)) continue;
    found.add(id);
    ahead.push(...index.outOf(id).map(({ to }) => to), ...(boundaries.get(id) ?? []));
  }
  return found;
}

/** Whether a run that begins at this step can end: every join after it gets all that it waits for. */
export function canBeginAt(plan: Plan, step: string): boolean {
  const index = indexOf(plan);
  const reached = reachableFrom(plan, step);
  return plan.nodes
    .filter(({ id, type }) => type === 'parallelGateway' && reached.has(id) && index.into(id).length > 1)
    .every(({ id }) => {
      const before = reachableFrom(plan, step, id);
      return index.into(id).every(({ from }) => before.has(from));
    });
}

/**
 * Whether what follows a step depends on the decision made there: a condition before the next step reads `pass`. Where
 * none does, a rejected task would go on like an approved one.
 */
export function readsDecision(plan: Plan, step: string): boolean {
  const index = indexOf(plan);
  const seen = new Set<string>();
  const ahead = [step];
  while (ahead.length > 0) {
    const id = ahead.pop()!;
    if (seen.has(id)) continue;
    seen.add(id);
    for (const { to, condition } of index.outOf(id)) {
      if (condition && namesIn(condition).includes('pass')) return true;
      const node = index.node(to);
      if (node && !waits(node)) ahead.push(to);
    }
  }
  return false;
}
