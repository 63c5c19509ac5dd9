/** What service tasks of a process can call: functions of ours, by name. Nothing else is ever called. */
import type { Label } from '../../contract/domain/text';
import type { Context } from '../kernel/context';

export interface ActionRun {
  /** The instance, as the variables of the process. */
  variables: Readonly<Record<string, unknown>>;
  /** The parameters of the task, with the values of their expressions. */
  params: Readonly<Record<string, string>>;
  instanceId: string;
  startUser: string;
  businessTable: string;
  businessId: string;
}

/**
 * Done inside the transaction of the step, with the rights of the person who completes the task before it. Answers
 * variables that it sets. A refusal refuses the step.
 */
export interface ActionSpec {
  key: string;
  title: Label;
  text: Label;
  run(cx: Context, asked: ActionRun): Promise<Record<string, unknown> | undefined>;
}

const known = new Map<string, ActionSpec>();
/** Adds an action. Called when the modules are loaded. */
export function defineAction(action: ActionSpec): ActionSpec {
  if (known.has(action.key)) throw new Error(`two actions are called ${action.key}`);
  known.set(action.key, action);
  return action;
}

export function actionNamed(key: string): ActionSpec | undefined {
  return known.get(key);
}
export function allActions(): ActionSpec[] {
  return [...known.values()];
}
/** Whether there is an action of that name. */
export const actionKeys = { has: (key: string) => known.has(key) };
