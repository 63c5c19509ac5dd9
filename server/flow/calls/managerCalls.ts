/** `/blade-flow/manager`: deployed definitions. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { flowManager, suspensionStates } from '../../../contract/modules/flow/flowManager';
import { writeAudit } from '../../engine/audit/entries';
import { type Call, type CallRequest, defineCall } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import type { HeldFile } from '../../kernel/ports';
import { done, flag, id, ids, line, oneOf, optional } from '../../kernel/schemas';
import { xmlText } from '../../kernel/sheets/xmlEncoding';
import { checkRuled, type Deployable, deploy, planToDeploy } from '../definitions';
import { mostXml } from '../engine/xml';
import { terminate } from '../handing';
import { seesRecord } from '../seeing';
import { deployed } from './schemas';

interface Held {
  id: string;
  key: string;
  name: string;
  version: number;
  state: number;
}

/** Definitions, locked in the order of their ids. */
async function lockDefinitions(
  { trx, tenantId }: Context,
  where: 'id' | 'deployment_id',
  of: readonly string[],
): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select id, key, name, version, suspension_state as state from flow_definition
    where tenant_id = ${tenantId} and ${sql.ref(where)} = any(${[...of]}::bigint[]) and is_deleted = 0
    order by id for no key update`.execute(trx);
  return rows;
}

async function changeState(cx: Context, processId: string, state: 'active' | 'suspend'): Promise<void> {
  const [row] = await lockDefinitions(cx, 'id', [processId]);
  if (!row) return refuse('notFound');
  const next = state === 'active' ? suspensionStates.active : suspensionStates.suspended;
  if (row.state === next) return;
  await checkRuled(cx, [row.key]);
  await sql`
    update flow_definition set suspension_state = ${next}, update_user = ${cx.principal?.userId ?? null}, update_time = ${cx.time}
    where tenant_id = ${cx.tenantId} and id = ${processId}`.execute(cx.trx);
  await cx.approvals.refuseNeeded([row.key]);
  const changes = [{ field: 'suspensionState', before: row.state, after: next }];
  writeAudit(cx, flowManager, row, changes, { action: next === suspensionStates.active ? 'start' : 'stop' });
}

/** Deletes deployments; what they have run stays readable. Their running instances forbid it, unless they end as well. */
async function deleteDeployments(cx: Context, deploymentIds: readonly string[], cascade: boolean): Promise<void> {
  const rows = await lockDefinitions(cx, 'deployment_id', deploymentIds);
  if (rows.length === 0) refuse('notFound');
  const keys = rows.map(({ key }) => key);
  await checkRuled(cx, keys);
  const newest = await newestOf(cx, keys);
  for (const row of rows) {
    const running = await cx.trx
      .selectFrom('flow_instance')
      .select(['id', (await seesRecord(cx)).as('isSeen')])
      .where('tenant_id', '=', cx.tenantId)
      .where('definition_id', '=', row.id)
      .where('state', '=', 1)
      .orderBy('id')
      .execute();
    const isLeft = running.some(({ isSeen }) => !isSeen) || (running.length > 0 && !cascade);
    if (isLeft) refuse('flow.running', { name: row.name, count: running.length });
    if (running.length > mostEnded) refuse('tooMany', { limit: mostEnded });
    for (const one of running) await terminate(cx, one.id, `${row.name} v${row.version}`);
    await sql`
      update flow_definition set is_deleted = 1, update_user = ${cx.principal?.userId ?? null}, update_time = ${cx.time}
      where tenant_id = ${cx.tenantId} and id = ${row.id}`.execute(cx.trx);
    writeAudit(cx, flowManager, row, [], { action: 'remove' });
  }
  await cx.approvals.refuseNeeded(keys);
  await cx.approvals.refuseOlder(rows.flatMap(({ id, key }) => (newest.includes(id) ? [key] : [])));
}

/** The newest version of each of these processes, by its id. */
async function newestOf({ trx, tenantId }: Context, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct on (key) id from flow_definition
    where tenant_id = ${tenantId} and key = any(${[...keys]}) and is_deleted = 0 order by key, version desc`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}
/** Instances that one call ends at most: each is a step of its own. */
const mostEnded = 500;

const mostFiles = 10;

interface Upload {
  xmls: string[];
  fields: Record<string, string>;
}

interface Read {
  read: readonly Deployable[];
  fields: Upload['fields'];
}

/** The files and fields of a form. */
async function receive({ request }: CallRequest): Promise<HeldFile> {
  if (!request.isMultipart()) refuse('wrongMedia');
  const broken = ({ code }: { code?: string }): never =>
    code === 'FST_REQ_FILE_TOO_LARGE' ? refuse('tooLarge') : refuse('unreadable');
  const upload: Upload = { xmls: [], fields: {} };
  let name = 'file';
  try {
    const limits = { fileSize: mostXml, files: mostFiles, fields: 8, parts: mostFiles + 8 };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer();
        name = part.filename || name;
        upload.xmls.push(xmlText(bytes));
      } else if (typeof part.value === 'string') upload.fields[part.fieldname] = part.value;
    }
  } catch (error) {
    broken(error as { code?: string });
  }
  if (upload.xmls.length === 0) refuse('transfer.noFile');
  const bytes = Buffer.from(JSON.stringify(upload));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes, originalName: name, contentType: 'application/xml', size: bytes.length, sha256 };
}

export const managerCalls: Call[] = [
  defineCall({
    method: 'POST',
    path: flowManager.url('change-state'),
    title: ['激活或挂起流程', 'Activate or suspend a definition'],
    query: { processId: id(), state: oneOf('active', 'suspend') },
    answer: done,
    permission: 'flow_manager_state',
    async handle(cx, { input }) {
      await changeState(cx, input.processId, input.state);
      return true;
    },
  }),
  defineCall({
    method: 'POST',
    path: flowManager.url('deploy-upload'),
    title: ['上传并部署流程文件', 'Deploy BPMN files of a form: category, tenantIds, files; all or none'],
    query: { category: optional(line(64)), tenantIds: optional(line(4000)) },
    answer: deployed,
    permission: 'flow_model_deploy',
    bodyLimit: mostXml * mostFiles,
    mostAnHour: 200,
    receive,
    /** Read before the transaction, and one after the other, so that others are answered between them. */
    async prepare({ held }, entitled): Promise<Read> {
      const { xmls, fields } = JSON.parse(held!.bytes.toString('utf8')) as Upload;
      const language = await entitled(async (cx) => cx.language);
      const read: Deployable[] = [];
      for (const xml of xmls) {
        read.push({ xml, plan: planToDeploy(xml, { language }) });
        await setImmediate();
      }
      return { read, fields };
    },
    async handle(cx, { input, prepared }) {
      const { read, fields } = prepared as Read;
      const category = (fields.category ?? input.category ?? '').slice(0, 64);
      return deploy(cx, read, category, fields.tenantIds ?? input.tenantIds);
    },
  }),
  defineCall({
    method: 'POST',
    path: flowManager.url('delete-deployment'),
    title: ['删除部署', 'Delete deployments; `cascade` terminates their running instances'],
    query: { deploymentIds: ids(100), cascade: flag() },
    answer: done,
    permission: 'flow_manager_remove',
    async handle(cx, { input }) {
      await deleteDeployments(cx, input.deploymentIds, input.cascade);
      return true;
    },
  }),
];
