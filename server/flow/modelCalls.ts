import Type from 'typebox';
import { isEmpty } from '../../contract/domain/values';
import { flowModel } from '../../contract/modules/flow/flowModel';
import { recordMembers, schemasOf } from '../engine/callSchemas';
import { type Call, type CallRequest, defineCall } from '../kernel/call';
import { refuse } from '../kernel/errors';
import { freeText, id, line, list, optional, shape, text, whole } from '../kernel/schemas';
import { deployed, fault, flowAction, modelVersion } from './schemas';

/** Largest diagram in characters. */
export const mostXml = 4_000_000;
const diagram = { modelEditorXml: optional(freeText('流程图 XML', 'The diagram')) };
const codes = [flowModel.permission('add'), flowModel.permission('update')];

export const modelCalls: Call[] = [
  defineCall({
    method: 'GET',
    path: flowModel.url('detail'),
    title: ['流程模型详情', 'Process model: one record'],
    query: { id: id(), version: optional(whole()) },
    answer: shape({ ...recordMembers(flowModel), modelEditorXml: text() }),
    permission: flowModel.permission('detail'),
    handle: async () => refuse('unavailable'),
  }),
  {
    method: 'POST',
    path: flowModel.url('add'),
    title: ['新增或修改流程模型', 'Process model: add, or change by id; each save is a version'],
    describes: { body: Type.Intersect([schemasOf(flowModel).draft, Type.Object(diagram)]) },
    answer: schemasOf(flowModel).record,
    permission: ({ body }: Pick<CallRequest, 'body'>) => (isEmpty(body.id) ? codes[0]! : codes[1]!),
    codes,
    bodyLimit: mostXml * 2,
    handle: async () => refuse('unavailable'),
  },
  defineCall({
    method: 'GET',
    path: flowModel.url('versions'),
    title: ['流程模型的版本', 'Versions of a model, newest first'],
    query: { id: id() },
    answer: list(modelVersion),
    permission: flowModel.permission('detail'),
    handle: async () => refuse('unavailable'),
  }),
  defineCall({
    method: 'POST',
    path: flowModel.url('check'),
    title: ['检查流程图能否部署', 'Why a diagram cannot be deployed; empty where it can'],
    body: { modelEditorXml: freeText() },
    answer: list(fault),
    permission: flowModel.permission('list'),
    bodyLimit: mostXml * 2,
    handle: async () => refuse('unavailable'),
  }),
  defineCall({
    method: 'GET',
    path: flowModel.url('actions'),
    title: ['流程可调用的服务动作', 'Actions that service tasks can call'],
    answer: list(flowAction),
    permission: flowModel.permission('list'),
    handle: async () => refuse('unavailable'),
  }),
  defineCall({
    method: 'POST',
    path: flowModel.url('deploy'),
    title: ['部署流程模型', 'Deploy the latest version of a model'],
    query: { modelId: id(), category: line(64), tenantIds: optional(line(4000)) },
    answer: deployed,
    permission: 'flow_model_deploy',
    handle: async () => refuse('unavailable'),
  }),
];
