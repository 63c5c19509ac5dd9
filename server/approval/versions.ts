/** Versions of processes that rules name: another one may ask fewer people, so a second person decides on it. */
import { joined, type Label, label } from '../../contract/domain/text';
import { approvalRule } from '../../contract/modules/approval/approvalRule';
import { deploy, planToDeploy } from '../flow/definitions';
import type { Plan } from '../flow/engine/plan';
import type { Approvals, Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { refuseNeeded, rulesNaming, titlesOf } from './needed';
import { startableOf } from './processes';
import { isSingle } from './records';

type NewVersion = Parameters<Approvals['holdVersion']>[0];

/** The steps of people in a process, as those who decide read them. */
function stepsOf({ nodes }: Pick<Plan, 'nodes'>): Label {
  const steps = nodes.filter(({ type }) => type === 'userTask');
  const listed = (language: 'zh' | 'en') =>
    joined(
      steps.map(({ title, id }) => title[language] || id),
      language,
    );
  return label(listed('zh'), listed('en'));
}

/**
 * Asks a second person for another version of a process that rules name; true where it waits. The first version of a key
 * replaces none.
 */
export async function holdVersion(cx: Context, { key, xml, category }: NewVersion): Promise<boolean> {
  const rules = await rulesNaming(cx, [key]);
  const now = rules.length > 0 ? await startableOf(cx, key) : undefined;
  const [rule, ...others] = rules.map(({ id }) => id);
  if (!now || rule === undefined) return false;
  return cx.approvals.hold({
    act: 'ruleLoosen',
    module: approvalRule,
    row: { id: rule },
    also: others,
    name: titlesOf(cx, rules),
    input: { ids: [rule, ...others], version: { key, xml, category } satisfies NewVersion },
    amount: null,
    changes: [
      { label: approvalRule.fields.processKey.label, before: null, after: `${now.name} v${now.version + 1}` },
      {
        label: label('人工步骤', 'Steps for people'),
        before: stepsOf(now.plan),
        after: stepsOf(planToDeploy(xml, cx)),
      },
    ],
  });
}

/** The version of a process that an approved change of a rule is; undefined where it changes the rule itself. */
export function versionIn(input: Readonly<Record<string, unknown>>): NewVersion | undefined {
  return input.version as NewVersion | undefined;
}

/** Deploys the version that others have agreed to, for a person who still has the right to it. */
export async function deployAgreed(cx: Context, { key, xml, category }: NewVersion): Promise<void> {
  if (!(await cx.may('flow_model_deploy'))) refuse('approval.makerGone');
  await deploy(cx, [{ xml, plan: planToDeploy(xml, cx) }], category, cx.tenantId);
  await refuseNeeded(cx, [key]);
}

/** Refuses versions that a second person would have to decide on, before any of those that come with them is deployed. */
export async function refuseVersions(cx: Context, keys: readonly string[]): Promise<void> {
  if (await isSingle(cx)) return;
  for (const key of keys) {
    const rules = await rulesNaming(cx, [key]);
    // Of two drawings of one key, the second would wait for people after the first.
    const replaces = keys.filter((one) => one === key).length > 1 || (await startableOf(cx, key)) !== undefined;
    if (rules.length > 0 && replaces) refuse('approval.versionAlone', { key, acts: titlesOf(cx, rules) });
  }
}

/** Refuses a version for a tenant whose own people would have to decide on it. */
export async function refuseTheirs(cx: Context, key: string): Promise<void> {
  const rules = await rulesNaming(cx, [key]);
  if (rules.length === 0 || !(await startableOf(cx, key)) || (await isSingle(cx))) return;
  refuse('approval.theirProcess', { key, tenantId: cx.tenantId, acts: titlesOf(cx, rules) });
}

/** Refuses to take a version away where an older one would decide for rules that name its process. */
export async function refuseOlder(cx: Context, keys: readonly string[]): Promise<void> {
  const rules = keys.length === 0 || (await isSingle(cx)) ? [] : await rulesNaming(cx, keys);
  const key = rules[0]?.processKey;
  if (key === undefined) return;
  refuse('approval.versionNeeded', {
    key,
    acts: titlesOf(
      cx,
      rules.filter(({ processKey }) => processKey === key),
    ),
  });
}
