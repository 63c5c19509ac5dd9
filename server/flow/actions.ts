/**
 * What service tasks of a process can call: actions of our modules, and some of workflow itself, by name. Nothing else is
 * ever called.
 */
import { type Label, type Language, label, textIn } from '../../contract/domain/text';
import { allModules, moduleNamed } from '../../contract/modules';
import { type ActionSpec, actionLabel, isAction, type Module } from '../../contract/schema/module';
import type { FlowAction } from '../../contract/wire/flow';
import { doAction } from '../engine/actions';
import { notify } from '../engine/inbox/notify';
import { mayRoute } from '../engine/rights/permissions';
import type { ServerModule } from '../engine/serverModule';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { ownVariables } from './engine/plan';
import { checkPeople } from './people';

export interface ActionRun {
  variables: Readonly<Record<string, unknown>>;
  /** The parameters of the task, with the values of their expressions. */
  params: Readonly<Record<string, string>>;
  instanceId: string;
  startUser: string;
  businessTable: string;
  businessId: string;
}

/**
 * Done inside the transaction of the step, with the rights of the person who completes the task before it; after a timer,
 * with those of the starter. Answers variables that it sets. A refusal refuses the step.
 */
export interface OwnAction {
  title: Label;
  text: Label;
  run(cx: Context, asked: ActionRun): Promise<Record<string, unknown> | undefined>;
}

const own = new Map<string, OwnAction>();
/** Adds an action. Called when the server is loaded. */
export function defineAction(key: string, action: OwnAction): void {
  if (own.has(key)) throw new Error(`two actions are called ${key}`);
  own.set(key, action);
}

defineAction('variables.set', {
  title: label('设置流程变量', 'Set variables'),
  text: label('每个参数成为一个流程变量。', 'Each parameter becomes a variable of the process.'),
  run: async (_cx, { params }) =>
    Object.fromEntries(Object.entries(params).filter(([name]) => !ownVariables.includes(name))),
});

defineAction('inbox.send', {
  title: label('发送站内消息', 'Send a message'),
  text: label(
    '参数：to 为接收人（编号，逗号分隔，默认发起人），title 为标题，text 为内容。',
    'Parameters: `to`, ids of people (the starter without it); `title`; `text`.',
  ),
  async run(cx, { params: { to = '', title = '', text = '' }, startUser, instanceId }) {
    const ids = (to || startUser).split(',').map((one) => one.trim());
    for (const { id: userId } of await checkPeople(cx, [...new Set(ids)].filter(Boolean).slice(0, 100)))
      await notify(cx.trx, cx.deps, {
        tenantId: cx.tenantId,
        kind: 'message',
        audience: 'user',
        userId,
        title: title || '流程消息',
        content: text,
        subject: 'work_send',
        subjectId: instanceId,
      });
    return undefined;
  },
});

/**
 * An action of a module that a process can do: of rows that are named by their ids alone. What a person vouches for, or
 * asks others to decide on, is theirs to do: who completes a step has not read what the drawing does in their name.
 */
function moduleAction(key: string): { module: Module; name: string; spec: ActionSpec } | undefined {
  const [moduleName = '', name = '', ...more] = key.split('.');
  const module = more.length === 0 ? moduleNamed(moduleName) : undefined;
  const spec = module && Object.hasOwn(module.actions, name) ? module.actions[name] : undefined;
  if (!module || !isAction(spec) || module.isVersioned || module.scope === 'platform') return undefined;
  if (spec.mayWait || spec.vouches) return undefined;
  return { module, name, spec };
}

async function runModuleAction(cx: Context, key: string, { params, businessId }: ActionRun): Promise<undefined> {
  const { module, name, spec } = moduleAction(key) ?? refuse('bug');
  const code = `${module.name}_${name}`;
  // Work without a person has every right: a process must not lend it to those who drew it.
  if (!cx.principal || !(await mayRoute(cx, 'POST', module.url(name), [code])))
    refuse('forbidden', { permission: code });
  const { ids: named, id, reason, ...body } = params;
  const ids = (named ?? id ?? businessId).split(',').filter(Boolean);
  const served = cx.tableOf(module.name) as ServerModule;
  if (served.rules.actions?.[name]?.preparing) return refuse('action.notOffered');
  await doAction(cx, served, name, spec, { ids: spec.on === 'list' ? [] : ids, reason, body });
  return undefined;
}

/** Calls an action by its key; refused where there is none. */
export function runAction(cx: Context, key: string, asked: ActionRun): Promise<Record<string, unknown> | undefined> {
  const action = own.get(key);
  return action ? action.run(cx, asked) : runModuleAction(cx, key, asked);
}

/** Whether there is an action of that name. */
export const actionKeys = { has: (key: string) => own.has(key) || moduleAction(key) !== undefined };

/** Refuses a diagram with actions that the person who deploys it may not do: others would do them in its course. */
export async function checkActions(cx: Context, keys: readonly string[]): Promise<void> {
  for (const key of new Set(keys)) {
    const found = own.has(key) ? undefined : moduleAction(key);
    const code = found && `${found.module.name}_${found.name}`;
    if (code && !(await cx.may(code))) refuse('forbidden', { permission: code });
  }
}

/** All actions, for the designer. */
export function shownActions(language: Language): FlowAction[] {
  const owned = [...own].map(([key, { title, text }]) => ({
    key,
    title: textIn(title, language),
    text: textIn(text, language),
  }));
  const ofModules = allModules.flatMap((module) =>
    Object.keys(module.actions).flatMap((name): FlowAction[] => {
      const key = `${module.name}.${name}`;
      const found = moduleAction(key);
      if (!found) return [];
      const title = `${textIn(module.label, language)} · ${textIn(label(...actionLabel(found.spec)), language)}`;
      const text = textIn(
        label(
          '参数：ids 为记录编号（默认为业务记录）；其余参数同操作的表单。',
          'Parameters: `ids` of the records (the record of the process without it); the others as in the form of the action.',
        ),
        language,
      );
      return [{ key, title, text }];
    }),
  );
  return [...owned, ...ofModules];
}
