/** Publishing a model as a register, withdrawing it, and removing what it left. */
import { sql } from 'kysely';
import { moduleNamed } from '../../../contract/modules';
import { type ModelRecord, modelStates } from '../../../contract/modules/develop/model';
import { judgeModel, type Model } from '../../../contract/schema/modelled';
import { registerModule } from '../../../contract/schema/register';
import type { Problems } from '../../../contract/schema/validate';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { asOwner } from '../../kernel/register/ownerDatabase';
import { dropTable, registerTable } from '../../kernel/register/registerTable';
import { readModel } from '../models';
import { judgeTargets, refuseModel } from '../prototypes';
import { apply, type Planned, planChange, planTable, type Statement } from './columns';
import { keepMenus, withdrawMenus } from './menus';
import { lockOf, type Register, registerOfModel, registerStates } from './registers';

/** Longer values do not fit into an index. */
const longestUnique = 500;
/** As the filters of a list take them. */
const largestChoice = 999_999_999;
/** Registers of a tenant: each has a menu. */
const mostRegisters = 200;

/** What a table of this database cannot hold, the console cannot open, or a tenant may not read. */
function unfit({ code, fields }: Model, { tableOf }: Context): Problems {
  const problems: Problems = {};
  // An address with html in it is one of a foreign page.
  if (code.includes('html')) problems.code = 'badFormat';
  for (const [index, { kind, to, isUnique, maxLength, choices = [] }] of fields.entries()) {
    // The choices of a field are open to the people of its register; records of the platform are not the tenant's.
    if (kind === 'ref' && to && tableOf(to)?.module.scope === 'platform') problems[`fields.${index}.to`] = 'reference';
    const isText = kind === 'text' || kind === 'longText';
    if (isUnique && isText && (maxLength ?? (kind === 'text' ? 64 : longestUnique)) > longestUnique)
      problems[`fields.${index}.isUnique`] = 'tooLong';
    if (choices.some(({ value }) => Math.abs(value) > largestChoice)) problems[`fields.${index}.choices`] = 'badFormat';
  }
  return problems;
}

/** Refuses where this server has no account that makes tables, or a new table would be on one node alone. */
async function refuseHere(cx: Context): Promise<void> {
  if (!cx.deps.owner) refuse('register.noOwner');
  const { rows } = await sql`select 1 from pg_extension where extname = 'citus'`.execute(cx.trx);
  if (rows.length > 0) refuse('register.spread');
}

async function refuseMore({ trx, tenantId }: Context): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from live_register where tenant_id = ${tenantId}`.execute(trx);
  if (rows[0]!.count >= mostRegisters) refuse('register.tooMany', { limit: mostRegisters });
}

/** Records what was done to the table of a register: a migration of its own. */
async function note(
  cx: Context,
  { id, version }: Pick<Register, 'id' | 'version'>,
  statements: Statement[],
  model: Model,
) {
  await cx.trx
    .insertInto('live_publication')
    .values({
      ...{ id: cx.deps.newId(), tenant_id: cx.tenantId, register_id: id, version },
      statements: JSON.stringify(statements),
      declaration: JSON.stringify(model),
      create_user: cx.principal?.userId ?? null,
      create_time: cx.time,
    })
    .execute();
}

/** The id, version and columns of what will be served. */
async function plan(cx: Context, model: Model, known: Register | undefined): Promise<Planned & { id: string }> {
  if (!known) {
    await refuseMore(cx);
    const id = cx.deps.newId();
    return { id, ...(await planTable(cx, registerTable(id), model)) };
  }
  const { id, declaration: before, columns } = known;
  return { id, ...(await planChange(cx, registerTable(id), { before, columns, model })) };
}

/** Makes or changes the table of a model, its menu and buttons, and serves it from the next request on: all in the
 *  transaction of `cx`, which is the owner's. */
export async function publish(cx: Context, record: ModelRecord): Promise<Partial<ModelRecord>> {
  const { trx, tenantId } = cx;
  await refuseHere(cx);
  const { model } = await readModel(cx, record.id);
  refuseModel(cx, model, { ...judgeModel(model), ...(await judgeTargets(cx, model)), ...unfit(model, cx) });
  for (const { kind, to } of model.fields) {
    const code = kind === 'ref' && to ? (moduleNamed(to)?.permission('list') ?? to) : undefined;
    if (code && !(await cx.may(code))) refuse('forbidden', { permission: code });
  }
  // Menus of registers share the one above them.
  await cx.exclusive('registers');
  // Every use of the register has ended, and the next one waits.
  await cx.exclusive(lockOf(model.code));
  const known = await registerOfModel(cx, record.id);
  const { id, statements, columns } = await plan(cx, model, known);
  await asOwner(trx, () => apply(cx, statements));
  const menuId = await keepMenus(cx, registerModule(model), model.code);
  const version = (known?.version ?? 0) + 1;
  const held = {
    version,
    ...{ state: registerStates.served, menu_id: menuId, code: model.code },
    ...{ declaration: JSON.stringify(model), columns: JSON.stringify(columns) },
  };
  if (known)
    await trx.updateTable('live_register').set(held).where('tenant_id', '=', tenantId).where('id', '=', id).execute();
  else
    await trx
      .insertInto('live_register')
      .values({ ...held, id, tenant_id: tenantId, model_id: record.id })
      .execute();
  await note(cx, { id, version }, statements, model);
  return { state: modelStates.published, publishedVersion: version, publishedTime: cx.time };
}

/** Takes the menu and the calls away; the records stay. */
export async function withdraw(cx: Context, record: ModelRecord): Promise<Partial<ModelRecord>> {
  await cx.exclusive('registers');
  const known = (await registerOfModel(cx, record.id)) ?? refuse('bug');
  await cx.exclusive(lockOf(known.code));
  await cx.trx
    .updateTable('live_register')
    .set({ state: registerStates.withdrawn })
    .where('tenant_id', '=', cx.tenantId)
    .where('id', '=', known.id)
    .execute();
  await withdrawMenus(cx, known.menuId);
  return { state: modelStates.withdrawn };
}

/** Before a model is removed: its withdrawn register goes with it, unless there are records in it. */
export async function removeRegister(cx: Context, { id: modelId, modelName }: ModelRecord): Promise<void> {
  const known = await registerOfModel(cx, modelId);
  if (!known) return;
  await cx.exclusive(lockOf(known.code));
  const table = registerTable(known.id);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where tenant_id = ${cx.tenantId} and is_deleted = 0`.execute(
    cx.trx,
  );
  if (rows[0]!.count > 0) refuse('register.holdsRows', { name: modelName, count: rows[0]!.count });
  await refuseHere(cx);
  const statements = [{ text: dropTable(table) }];
  await asOwner(cx.trx, () => apply(cx, statements));
  await note(cx, { id: known.id, version: known.version + 1 }, statements, known.declaration);
  await cx.trx.deleteFrom('live_register').where('tenant_id', '=', cx.tenantId).where('id', '=', known.id).execute();
}
