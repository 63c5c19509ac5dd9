import { isElementId } from '../../domain/bpmn/ids';
import { isEmpty } from '../../domain/values';
import { dateTime, integer, longText, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import type { Problems } from '../../schema/validate';

/** A diagram that is edited; `deploy` makes a definition of its latest version. Each save with another diagram is a version. */
export const flowModel = defineModule({
  name: 'flow_model',
  title: ['流程模型', 'Process model'],
  path: '/blade-flow/model',
  chosen: { by: 'search', title: 'name', note: 'modelKey' },
  codes: { add: 'create', update: 'update' },
  menu: { under: 'flow', icon: 'flow', title: ['流程模型', 'Process models'], path: 'model' },
  without: ['import'],
  fields: {
    name: text('模型名称', 'Name', { required: true, search: 'like', maxLength: 128 }),
    /** Id of the process in the diagram. */
    modelKey: text('模型标识', 'Key', { required: true, search: 'like', maxLength: 64 }),
    description: longText('描述', 'Description', { maxLength: 500, inTable: false }),
    version: integer('版本', 'Version', { derived: true }),
    created: dateTime('创建时间', 'Created at'),
    lastUpdated: dateTime('更新时间', 'Updated at'),
  },
  judging({ modelKey }): Problems {
    return isEmpty(modelKey) || isElementId(String(modelKey)) ? {} : { modelKey: 'badKey' };
  },
  sortable: ['name', 'modelKey'],
  actions: {
    deploy: ['部署', 'Deploy'],
    download: ['下载', 'Download'],
  },
});
export type FlowModel = RecordOf<typeof flowModel>;
