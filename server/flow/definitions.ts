/** Deployed diagrams: finding them, and the plans they are run by. */
import { type RawBuilder, sql } from 'kysely';
import { approvalRule } from '../../contract/modules/approval/approvalRule';
import { flowManager, flowModes, suspensionStates } from '../../contract/modules/flow/flowManager';
import type { Deployed } from '../../contract/wire/flow';
import { categoryOf } from '../../contract/wire/flow';
import { isTenantActive } from '../auth/people';
import { platformTenant } from '../auth/rights';
import { writeAudit } from '../engine/audit/entries';
import type { Context } from '../kernel/context';
import { bind, type Trx } from '../kernel/database';
import { Refusal, refuse } from '../kernel/errors';
import { actionKeys, checkActions } from './actions';
import { shownFault } from './engine/faults';
import type { Plan } from './engine/plan';
import { readDiagram } from './engine/read';
import { storedTitle } from './titles';

export interface Definition {
  id: string;
  key: string;
  name: string;
  category: string;
  version: number;
  plan: Plan;
}

/** Plans of definitions, which never change; the oldest are forgotten first. */
const plans = new Map<string, Definition>();
const mostPlans = 300;

function keep(name: string, definition: Definition): Definition {
  plans.delete(name);
  plans.set(name, definition);
  if (plans.size > mostPlans) plans.delete(plans.keys().next().value!);
  return definition;
}

interface Row extends Omit<Definition, 'plan'> {
  xml: string;
}

/** A definition with its plan. */
export async function definitionOf(
  { trx, tenantId }: Pick<Context, 'trx' | 'tenantId'>,
  id: string,
): Promise<Definition> {
  const name = `${tenantId} ${id}`;
  const known = plans.get(name);
  if (known) return keep(name, known);
  const { rows } = await sql<Row>`
    select id, key, name, category, version, xml from flow_definition
    where tenant_id = ${tenantId} and id = ${id}`.execute(trx);
  const [row] = rows;
  if (!row) return refuse('notFound');
  const { xml, ...definition } = row;
  const { plan } = readDiagram(xml, actionKeys);
  return plan ? keep(name, { ...definition, plan }) : refuse('flow.notDeployable', { text: row.name });
}

/** The plan of a definition; undefined where this release runs less than the one that deployed it. */
async function planOf(cx: Pick<Context, 'trx' | 'tenantId'>, id: string): Promise<Plan | undefined> {
  try {
    return (await definitionOf(cx, id)).plan;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'flow.notDeployable') return undefined;
    throw error;
  }
}

/** The diagram of a definition; those that were deleted stay readable. */
export async function diagramOf({ trx, tenantId }: Context, id: string): Promise<string> {
  const { rows } = await sql<{ xml: string }>`
    select xml from flow_definition where tenant_id = ${tenantId} and id = ${id}`.execute(trx);
  return rows[0]?.xml ?? refuse('notFound');
}

/** A definition that may be started now: the newest of its key, and not suspended. Held until the transaction ends. */
export async function startable(cx: Context, by: { id: string } | { key: string }): Promise<Definition> {
  const which = 'id' in by ? sql`d.id = ${by.id}` : sql`d.key = ${by.key}`;
  const { rows } = await sql<{ id: string }>`
    select d.id from flow_definition d
    where d.tenant_id = ${cx.tenantId} and ${which} and d.is_deleted = 0 and d.suspension_state = ${suspensionStates.active}
      and not exists (select 1 from flow_definition n where n.tenant_id = ${cx.tenantId} and n.key = d.key
                      and n.is_deleted = 0 and n.version > d.version)
    for share of d`.execute(cx.trx);
  return definitionOf(cx, rows[0]?.id ?? refuse('flow.notStartable'));
}

/** Whether people have a step in a definition: remembered for more of them than plans are. */
const peopled = new Map<string, boolean>();
const mostPeopled = 10_000;

async function hasPeople(cx: Pick<Context, 'trx' | 'tenantId'>, id: string): Promise<boolean> {
  const name = `${cx.tenantId} ${id}`;
  const known = peopled.get(name);
  if (known !== undefined) return known;
  const found = hasStepOfPerson((await planOf(cx, id)) ?? { nodes: [] });
  if (peopled.size >= mostPeopled) peopled.clear();
  peopled.set(name, found);
  return found;
}

/** Whether people decide in a process at all. */
export function hasStepOfPerson({ nodes }: Pick<Plan, 'nodes'>): boolean {
  return nodes.some(({ type }) => type === 'userTask');
}

/** All processes that may be started now and have a step for a person, by name; at most 500. */
export async function startableByPeople(cx: Context): Promise<Omit<Definition, 'plan'>[]> {
  const { trx, tenantId } = cx;
  const { rows } = await sql<Omit<Definition, 'plan'>>`
    select d.id, d.key, d.name, d.category, d.version from flow_definition d
    where d.tenant_id = ${tenantId} and d.is_deleted = 0 and d.suspension_state = ${suspensionStates.active}
      and not exists (select 1 from flow_definition n where n.tenant_id = ${tenantId} and n.key = d.key
                      and n.is_deleted = 0 and n.version > d.version)
    order by d.name, d.key limit 500`.execute(trx);
  const found = [];
  // One after the other: a diagram may have megabytes.
  for (const row of rows) if (await hasPeople(cx, row.id)) found.push(row);
  return found;
}

/** Whether a process decides on records, as a rule of approvals says: it is not started by hand. */
export function decidesOnRecords(tenantId: string, key: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from approval_rule r where r.tenant_id = ${tenantId} and r.process_key = ${key})`;
}

/** Refuses a change of processes that decide on records by a person who may not change the rules that name them. */
export async function checkRuled(cx: Context, keys: readonly string[], tenantId = cx.tenantId): Promise<void> {
  const permission = approvalRule.permission('update');
  if (await cx.may(permission)) return;
  for (const key of keys) {
    const { rows } = await sql`select 1 where ${decidesOnRecords(tenantId, sql.val(key))}`.execute(cx.trx);
    if (rows.length > 0) refuse('forbidden', { permission });
  }
}

/** The plan of a diagram that is about to be deployed; refused with the faults of its elements. */
export function planToDeploy(xml: string, { language }: Pick<Context, 'language'>): Plan {
  const { plan, faults } = readDiagram(xml, actionKeys);
  if (plan) return plan;
  const shown = faults.map((fault) => shownFault(fault, language));
  const first = shown[0]!;
  const at = first.elementName || first.elementId;
  const text = at ? `${at}: ${first.text}` : first.text;
  throw new Refusal('flow.notDeployable', { text }, undefined, undefined, shown);
}

/** A category of the dictionary `flow`, or none. */
export async function checkCategory({ trx }: Pick<Context, 'trx'>, category: string): Promise<void> {
  if (category === '') return;
  const { rows } = await sql<{ key: string }>`
    select dict_key as key from sys_dict where code = 'flow' and dict_key <> '-1' and is_deleted = 0`.execute(trx);
  if (!rows.some(({ key }) => categoryOf(key) === category)) refuse('flow.badCategory');
}

interface Deploying {
  plan: Plan;
  xml: string;
  category: string;
  deploymentId: string;
  mode: number;
}

/** Writes the next version of a definition for the tenant that the transaction is bound to. */
export async function insertDefinition(
  trx: Trx,
  { tenantId, id, time, userId }: { tenantId: string; id: string; time: string; userId: string | null },
  { plan, xml, category, deploymentId, mode }: Deploying,
): Promise<Deployed> {
  // Two deployments of one key wait for each other, so that each gets a number of its own.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId} flow ${plan.key}`}, 0))`.execute(trx);
  const { rows } = await sql<{ version: number }>`
    insert into flow_definition (id, tenant_id, key, name, category, version, deployment_id, deployment_time, mode, xml, title,
                                 create_user, create_time, update_user, update_time)
    select ${id}, ${tenantId}, ${plan.key}, ${plan.name}, ${category}, coalesce(max(version), 0) + 1, ${deploymentId}, ${time},
           ${mode}, ${xml}, ${storedTitle(plan.title)}::jsonb, ${userId}, ${time}, ${userId}, ${time}
    from flow_definition where tenant_id = ${tenantId} and key = ${plan.key}
    returning version`.execute(trx);
  return { tenantId, processDefinitionId: id, key: plan.key, name: plan.name, version: rows[0]!.version };
}

/** The tenants that a deployment is for. Only the platform's owner may name others than their own; none named: all. */
async function tenantsFor(cx: Context, named: string | undefined): Promise<{ tenants: string[]; mode: number }> {
  const asked = [
    ...new Set(
      (named ?? '')
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    ),
  ];
  const isPlatform = cx.principal?.isSuper === true && cx.tenantId === platformTenant;
  if (!isPlatform) {
    if (asked.some((one) => one !== cx.tenantId)) refuse('flow.badTenants');
    return { tenants: [cx.tenantId], mode: flowModes.own };
  }
  const { rows } = await sql<{ id: string }>`
    select t.tenant_id as id from tenant t where ${isTenantActive(cx.deps.now())} order by t.tenant_id`.execute(cx.trx);
  const active = rows.map(({ id }) => id);
  if (asked.some((one) => !active.includes(one))) refuse('flow.badTenants');
  return asked.length > 0 ? { tenants: asked, mode: flowModes.own } : { tenants: active, mode: flowModes.common };
}

/** A diagram, and its plan as it was read. */
export interface Deployable {
  xml: string;
  plan: Plan;
}

/**
 * Deploys diagrams, all or none: one entry for each tenant and diagram. One that others decide on comes alone, as what came with
 * it would be deployed without it.
 */
export async function deploy(
  cx: Context,
  read: readonly Deployable[],
  category: string,
  tenantIds: string | undefined,
): Promise<Deployed[]> {
  await checkCategory(cx, category);
  await checkActions(
    cx,
    read.flatMap(({ plan }) => plan.nodes.flatMap(({ action }) => action?.key ?? [])),
  );
  const { tenants, mode } = await tenantsFor(cx, tenantIds);
  const deployed: Deployed[] = [];
  for (const tenantId of tenants) {
    await bind(cx.trx, { tenant: tenantId });
    const deploymentId = cx.deps.newId();
    const keys = read.map(({ plan }) => plan.key);
    await checkRuled(cx, keys, tenantId);
    if (read.length * tenants.length > 1) await cx.approvals.refuseVersions(keys, tenantId);
    for (const { xml, plan } of read) {
      if (await cx.approvals.holdVersion({ key: plan.key, xml, category }, tenantId)) continue;
      const by = { tenantId, id: cx.deps.newId(), time: cx.time, userId: cx.principal?.userId ?? null };
      deployed.push(await insertDefinition(cx.trx, by, { plan, xml, category, deploymentId, mode }));
    }
    await cx.approvals.refuseNeeded(keys, tenantId);
  }
  await bind(cx.trx, { tenant: cx.tenantId });
  for (const one of deployed) {
    const changes = [{ field: 'version', before: null, after: one.version }];
    const row = { id: one.processDefinitionId, name: `${one.name} v${one.version}`, tenantId: one.tenantId };
    writeAudit(cx, flowManager, row, changes, { action: 'add' });
  }
  return deployed;
}

/** A process that comes with the product. */
export interface Shipped {
  key: string;
  category: string;
  xml: string;
}

/**
 * Gives the tenant of the transaction the shipped processes that it has never had: a deleted one does not come back. One
 * that a release has changed gets its new version, unless people have deployed their own or suspended it.
 */
export async function keepDefinitions(
  trx: Trx,
  tenantId: string,
  newId: () => string,
  time: string,
  shipped: readonly Shipped[],
): Promise<void> {
  for (const { key, category, xml } of shipped) {
    const { rows } = await sql<{ isOurs: boolean }>`
      select create_user is null and is_deleted = 0 and suspension_state = ${suspensionStates.active} and xml <> ${xml} as "isOurs"
      from flow_definition where tenant_id = ${tenantId} and key = ${key} order by version desc limit 1`.execute(trx);
    if (rows[0]?.isOurs === false) continue;
    const { plan, faults } = readDiagram(xml, { has: () => false });
    if (!plan) throw new Error(`the shipped process ${key} cannot run: ${JSON.stringify(faults)}`);
    const by = { tenantId, id: newId(), time, userId: null };
    await insertDefinition(trx, by, { plan, xml, category, deploymentId: newId(), mode: flowModes.common });
  }
}
