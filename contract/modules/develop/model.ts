import { choice, dateTime, flag, integer, longText, ref, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

/** `changed`: published, and edited since. */
export const modelStates = { draft: 1, published: 2, changed: 3, withdrawn: 4 } as const;

/** A model that is edited: its fields are the rows of `model-prototype`. */
export const model = defineModule({
  name: 'model',
  title: ['数据模型', 'Data model'],
  path: '/blade-develop/model',
  // A model without its fields is of no use in a sheet.
  without: ['export', 'import'],
  chosen: { by: 'search', title: 'modelName', note: 'modelCode' },
  menu: { under: 'tool', icon: 'table', title: ['数据模型', 'Data models'], sort: 30 },
  isVersioned: true,
  fields: {
    modelName: text('模型名称', 'Name', { required: true, search: 'like', maxLength: 50 }),
    modelNameEn: text('英文名称', 'English name', { maxLength: 80, inTable: false }),
    /** `^[a-z][a-z0-9_]*$`; permissions, table and files are named by it. */
    modelCode: text('模型编号', 'Code', { required: true, search: 'like', maxLength: 31 }),
    /** Empty: the model was started from nothing. */
    datasourceId: ref('datasource')('数据源', 'Data source', { search: 'equal', whenRemoved: 'keep' }),
    modelTable: text('来源表', 'Source table', { maxLength: 128 }),
    /** What clients of the family name the class of a record; not used by this product. */
    modelClass: text('类名', 'Class name', { maxLength: 64, inTable: false, inForm: false }),
    isTree: flag('树形结构', 'Tree', { inTable: false }),
    titleField: text('标题字段', 'Title field', { inTable: false, inForm: false }),
    noteField: text('说明字段', 'Note field', { inTable: false, inForm: false }),
    modelRemark: longText('备注', 'Remark', { maxLength: 255, inTable: false }),
    state: choice(
      '状态',
      'State',
      {
        [modelStates.draft]: ['未发布', 'Draft'],
        [modelStates.published]: ['已发布', 'Published'],
        [modelStates.changed]: ['有未发布的修改', 'Unpublished changes'],
        [modelStates.withdrawn]: ['已停用', 'Withdrawn'],
      },
      { derived: true, inForm: false, search: 'equal', initial: modelStates.draft },
    ),
    publishedVersion: integer('发布版本', 'Published version', { derived: true, inForm: false }),
    publishedTime: dateTime('发布时间', 'Published at'),
    updateTime: dateTime('更新时间', 'Updated at'),
  },
  actions: {
    publish: {
      label: ['发布', 'Publish'],
      icon: 'arrow-upload',
      tone: 'primary',
      question: {
        title: ['发布该模型？', 'Publish this model?'],
        text: [
          '将建立或更新数据表、菜单与按钮权限；已有数据保留。发布后请在“角色管理”授权，被授权的人员才能看到菜单。',
          'Its table, menu and button permissions are made or brought up to date. Records are kept. People see the menu once a role grants it.',
        ],
      },
      shown: ({ state }) => state !== modelStates.published,
      done: ['已发布', 'Published'],
      changesMenus: true,
    },
    withdraw: {
      label: ['停用', 'Withdraw'],
      icon: 'dismiss-circle',
      tone: 'danger',
      question: {
        title: ['停用该登记表？', 'Withdraw this register?'],
        text: [
          '菜单与接口立即停用，数据保留；重新发布后恢复。',
          'Its menu and calls stop at once. Its records are kept and come back when it is published again.',
        ],
        danger: true,
      },
      shown: ({ state }) => state === modelStates.published || state === modelStates.changed,
      isRare: true,
      done: ['已停用', 'Withdrawn'],
      changesMenus: true,
    },
  },
});
export type ModelRecord = RecordOf<typeof model>;
