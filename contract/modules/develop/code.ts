import { dateTime, integer, longText, ref, text } from '../../schema/fields';
import { judgeNames } from '../../schema/generated';
import { defineModule, type RecordOf } from '../../schema/module';

/** A setting of the code generator: which model becomes a module of this product, and under which names. */
export const code = defineModule({
  name: 'code',
  title: ['代码生成设置', 'Code generation setting'],
  path: '/blade-develop/code',
  // A setting says nothing without its model, which does not travel in a sheet.
  without: ['export', 'import'],
  menu: { under: 'tool', icon: 'code', title: ['代码生成', 'Code generator'], sort: 10 },
  fields: {
    codeName: text('名称', 'Name', { required: true, search: 'like', maxLength: 64 }),
    modelId: ref('model')('数据模型', 'Data model', { required: true, search: 'equal' }),
    /** Name of the module: stem of its files, table and permissions. */
    moduleName: text('模块代号', 'Module', { required: true, search: 'like', maxLength: 31 }),
    /** Service of the address: `/{serviceName}/{moduleName}`. */
    serviceName: text('服务名', 'Service', { required: true, search: 'like', maxLength: 64 }),
    /** Folder in contract, server and features; one of the areas of the product, or a new one. */
    area: text('业务区', 'Area', { required: true, search: 'equal', maxLength: 16 }),
    /** Code of the menu above the page. */
    menuUnder: text('上级菜单', 'Menu above', { required: true, maxLength: 64, initial: 'base', inTable: false }),
    icon: text('图标', 'Icon', { required: true, maxLength: 64, initial: 'table', inTable: false }),
    /** Number of the migration that makes its table; the next free one where the tree has it already. */
    migration: integer('迁移序号', 'Migration number', {
      required: true,
      min: 1,
      max: 9999,
      initial: 900,
      inTable: false,
    }),
    remark: longText('备注', 'Remark', { maxLength: 255, inTable: false }),
    generatedTime: dateTime('生成时间', 'Generated at'),
    updateTime: dateTime('更新时间', 'Updated at'),
  },
  judging: judgeNames,
  actions: {
    copy: ['复制', 'Copy'],
    generate: ['生成代码', 'Generate code'],
  },
});
export type CodeSetting = RecordOf<typeof code>;
