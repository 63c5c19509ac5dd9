/** `/blade-flow/model`: diagrams that are edited, their versions, and their deployment. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import Type from 'typebox';
import { isEmpty } from '../../../contract/domain/values';
import { flowModel } from '../../../contract/modules/flow/flowModel';
import type { ModelVersion } from '../../../contract/wire/flow';
import { recordMembers, schemasOf } from '../../engine/callSchemas';
import { saveRecord } from '../../engine/saving/saving';
import { present, type ServerModule } from '../../engine/serverModule';
import { type Call, type CallRequest, defineCall } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { Refusal, refuse } from '../../kernel/errors';
import { freeText, id, line, list, optional, shape, text, whole } from '../../kernel/schemas';
import { actionKeys, shownActions } from '../actions';
import { deploy, planToDeploy } from '../definitions';
import { shownFault } from '../engine/faults';
import { readDiagram } from '../engine/read';
import { BadDiagram, mostXml, readXml } from '../engine/xml';
import { deployed, fault, flowAction, modelVersion } from './schemas';

const diagram = { modelEditorXml: optional(freeText('流程图 XML', 'The diagram')) };
const codes = [flowModel.permission('add'), flowModel.permission('update')];
/** UTF-8 takes up to three bytes a character, and JSON escapes quotes. */
const bodyLimit = mostXml * 3;

/** The diagram of a version of a model; '' where it has none. */
async function xmlOf({ trx, tenantId }: Context, modelId: string, version?: number): Promise<string> {
  const { rows } = await sql<{ xml: string }>`
    select xml from flow_model_version where tenant_id = ${tenantId} and model_id = ${modelId} ${version === undefined ? sql`` : sql`and version <= ${version}`}
    order by version desc limit 1`.execute(trx);
  return rows[0]?.xml ?? '';
}

/** A diagram may be kept that cannot be deployed yet, but it is BPMN, and safe to read. */
function checkDiagram(xml: string, cx: Context): void {
  try {
    if (readXml(xml).name !== 'bpmn:definitions') throw new BadDiagram('notBpmn');
  } catch (error) {
    if (!(error instanceof BadDiagram)) throw error;
    const found = { elementId: '', elementName: '', elementType: '', code: error.fault };
    const shown = shownFault(found, cx.language);
    throw new Refusal('flow.unreadable', { text: shown.text }, undefined, undefined, [shown]);
  }
}

async function modelOf(cx: Context, modelId: string) {
  return (await cx.rows(flowModel).get(modelId)) ?? refuse('notFound');
}

async function save(served: ServerModule, cx: Context, asked: CallRequest) {
  const { modelEditorXml: sent } = asked.body;
  if (!isEmpty(sent) && typeof sent !== 'string') refuse('badParameter', { name: 'modelEditorXml' });
  const xml = isEmpty(sent) ? undefined : String(sent);
  if (xml !== undefined) checkDiagram(xml, cx);
  const row = await saveRecord(cx, served, asked);
  if (xml === undefined) return row;
  const { trx, tenantId, time } = cx;
  const digest = createHash('sha256').update(xml).digest('hex');
  const held = await trx
    .selectFrom('flow_model')
    .select('xml_digest')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  // The form of the list sends the drawing back with the name: a version that equals the one before says nothing.
  if (held.xml_digest === digest) return row;
  await sql`
    insert into flow_model_version (tenant_id, model_id, version, xml, create_user, create_time)
    values (${tenantId}, ${row.id}, ${Number(row.version)}, ${xml}, ${cx.principal?.userId ?? null}, ${time})`.execute(
    trx,
  );
  await sql`
    update flow_model set xml_digest = ${digest} where tenant_id = ${tenantId} and id = ${row.id}`.execute(trx);
  return row;
}

export function modelCalls(served: () => ServerModule): Call[] {
  return [
    defineCall({
      method: 'GET',
      path: flowModel.url('detail'),
      title: ['流程模型详情', 'Process model: one record'],
      query: { id: id(), version: optional(whole()) },
      answer: shape({ ...recordMembers(flowModel), modelEditorXml: text() }),
      permission: flowModel.permission('detail'),
      async handle(cx, { input }) {
        const row = await modelOf(cx, input.id);
        const shown = await present(served(), cx, row);
        return { ...shown, modelEditorXml: await xmlOf(cx, row.id, input.version) };
      },
    }),
    {
      method: 'POST',
      path: flowModel.url('add'),
      title: ['新增或修改流程模型', 'Process model: add, or change by id; each save with another diagram is a version'],
      describes: { body: Type.Intersect([schemasOf(flowModel).draft, Type.Object(diagram)]) },
      answer: schemasOf(flowModel).record,
      permission: ({ body }: Pick<CallRequest, 'body'>) => (isEmpty(body.id) ? codes[0]! : codes[1]!),
      codes,
      bodyLimit,
      handle: (cx, asked) => save(served(), cx, asked),
    },
    defineCall({
      method: 'GET',
      path: flowModel.url('versions'),
      title: ['流程模型的版本', 'Versions of a model, newest first'],
      query: { id: id() },
      answer: list(modelVersion),
      permission: flowModel.permission('detail'),
      async handle(cx, { input }) {
        await modelOf(cx, input.id);
        const { rows } = await sql<ModelVersion>`
          select v.version, coalesce(u.real_name, '') as "savedBy", v.create_time as "savedTime"
          from flow_model_version v
          left join sys_user u on u.tenant_id = v.tenant_id and u.id = v.create_user
          where v.tenant_id = ${cx.tenantId} and v.model_id = ${input.id} order by v.version desc limit 500`.execute(
          cx.trx,
        );
        return rows;
      },
    }),
    defineCall({
      method: 'POST',
      path: flowModel.url('check'),
      title: ['检查流程图能否部署', 'Why a diagram cannot be deployed; empty where it can'],
      body: { modelEditorXml: freeText() },
      answer: list(fault),
      permission: flowModel.permission('list'),
      bodyLimit,
      async handle({ language }, { input }) {
        return readDiagram(input.modelEditorXml, actionKeys).faults.map((one) => shownFault(one, language));
      },
    }),
    defineCall({
      method: 'GET',
      path: flowModel.url('actions'),
      title: ['流程可调用的服务动作', 'Actions that service tasks can call'],
      answer: list(flowAction),
      permission: flowModel.permission('list'),
      handle: async ({ language }) => shownActions(language),
    }),
    defineCall({
      method: 'POST',
      path: flowModel.url('deploy'),
      title: ['部署流程模型', 'Deploy the latest version of a model'],
      query: { modelId: id(), category: optional(line(64)), tenantIds: optional(line(4000)) },
      answer: deployed,
      permission: 'flow_model_deploy',
      async handle(cx, { input }) {
        const row = await modelOf(cx, input.modelId);
        const xml = await xmlOf(cx, row.id);
        if (xml === '') refuse('flow.noDiagram');
        return deploy(cx, [{ xml, plan: planToDeploy(xml, cx) }], input.category ?? '', input.tenantIds);
      },
    }),
  ];
}
