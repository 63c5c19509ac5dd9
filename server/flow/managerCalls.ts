import { flowManager } from '../../contract/modules/flow/flowManager';
import { type Call, defineCall } from '../kernel/call';
import { refuse } from '../kernel/errors';
import { done, flag, id, ids, line, oneOf, optional } from '../kernel/schemas';
import { deployed } from './schemas';

export const managerCalls: Call[] = [
  defineCall({
    method: 'POST',
    path: flowManager.url('change-state'),
    title: ['激活或挂起流程', 'Activate or suspend a definition'],
    query: { processId: id(), state: oneOf('active', 'suspend') },
    answer: done,
    permission: 'flow_manager_state',
    handle: async () => refuse('unavailable'),
  }),
  defineCall({
    method: 'POST',
    path: flowManager.url('deploy-upload'),
    title: ['上传并部署流程文件', 'Deploy BPMN files of a form: category, tenantIds, files; all or none'],
    query: { category: optional(line(64)), tenantIds: optional(line(4000)) },
    answer: deployed,
    permission: 'flow_model_deploy',
    handle: async () => refuse('unavailable'),
  }),
  defineCall({
    method: 'POST',
    path: flowManager.url('delete-deployment'),
    title: ['删除部署', 'Delete deployments; `cascade` terminates their running instances'],
    query: { deploymentIds: ids(100), cascade: flag() },
    answer: done,
    permission: 'flow_manager_remove',
    handle: async () => refuse('unavailable'),
  }),
];
