import { choice, dateTime, integer, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

const derived = { derived: true } as const;

export const suspensionStates = { active: 1, suspended: 2 } as const;
/** `own`: deployed by people of the tenant; `common`: by the platform, for its tenants. */
export const flowModes = { common: 1, own: 2 } as const;

/** A deployed diagram, as the manager of definitions and the list of processes to start show it. */
export const deployedFields = {
  name: text('流程名称', 'Process', { ...derived, search: 'like', maxLength: 128 }),
  key: text('流程标识', 'Key', { ...derived, search: 'like', maxLength: 64 }),
  /** `flow_` and a key of the dictionary `flow`. */
  category: text('流程分类', 'Category', { ...derived, search: 'equal', inTable: false, maxLength: 64 }),
  categoryName: text('流程分类', 'Category', { ...derived, maxLength: 255 }),
  version: integer('流程版本', 'Version', derived),
  mode: choice(
    '流程模式',
    'Kind',
    { 1: ['通用流程', 'Standard'], 2: ['定制流程', 'Custom'] },
    { ...derived, search: 'equal', inTable: false },
  ),
  suspensionState: choice(
    '状态',
    'Status',
    { 1: ['激活', 'Active'], 2: ['挂起', 'Suspended'] },
    { ...derived, search: 'equal' },
  ),
  deploymentId: text('部署编号', 'Deployment ID', { ...derived, inTable: false, search: 'equal', maxLength: 20 }),
  deploymentTime: dateTime('部署时间', 'Deployed at'),
};

/** A deployed version of a process. */
export const flowManager = defineModule({
  name: 'flow_manager',
  title: ['已部署流程', 'Deployed process'],
  path: '/blade-flow/manager',
  menu: { under: 'flow', icon: 'layer', title: ['已部署流程', 'Deployed processes'], path: 'manager' },
  without: ['detail', 'add', 'update', 'remove', 'import'],
  fields: {
    ...deployedFields,
    /** Instances of this version that are running. */
    running: integer('运行中', 'Running', derived),
  },
  sortable: ['key', 'deploymentTime'],
  actions: {
    state: ['变更状态', 'Change status'],
    image: ['流程图', 'Diagram'],
    remove: ['删除', 'Delete'],
  },
});
export type FlowManager = RecordOf<typeof flowManager>;
