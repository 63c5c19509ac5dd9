import { choice, integer, longText, ref, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

/** A row without a row above it is a dictionary; the rows below are its entries and bear its code. */
function fields<const Self extends string>(self: Self) {
  return {
    code: text('字典编号', 'Code', { required: true, search: 'like', maxLength: 255 }),
    dictValue: text('字典名称', 'Name', { required: true, search: 'like', maxLength: 255 }),
    dictValueEn: text('英文名称', 'English name', { maxLength: 255, initial: '' }),
    parentId: ref(self)('上级字典', 'Parent dictionary', { inTable: false, inForm: false, initial: '0' }),
    dictKey: text('字典键值', 'Key', { initial: '-1' }),
    sort: integer('字典排序', 'Sort order', { required: true, initial: 1, min: 0 }),
    isSealed: choice('封存', 'Sealed', { 0: ['否', 'No'], 1: ['是', 'Yes'] }, { required: true, initial: 0 }),
    remark: longText('字典备注', 'Remark', { maxLength: 255, inTable: false, initial: '' }),
  };
}

/** Dictionaries of the platform: the same for all tenants. */
export const dict = defineModule({
  name: 'dict',
  title: ['系统字典', 'System dictionary'],
  path: '/blade-system/dict',
  scope: 'platform',
  chosen: { by: 'tree', title: 'dictValue', note: 'code' },
  menu: { under: 'system', icon: 'book', title: ['系统字典', 'System dictionaries'] },
  tree: { parent: 'parentId', title: 'dictValue' },
  fields: fields('dict'),
  sortable: ['sort', 'code'],
});
/** Dictionaries of the tenant. */
export const dictbiz = defineModule({
  name: 'dictbiz',
  title: ['业务字典', 'Business dictionary'],
  path: '/blade-system/dict-biz',
  chosen: { by: 'tree', title: 'dictValue', note: 'code' },
  menu: { under: 'system', icon: 'tag', title: ['业务字典', 'Business dictionaries'] },
  tree: { parent: 'parentId', title: 'dictValue' },
  fields: fields('dictbiz'),
  sortable: ['sort', 'code'],
});
export type DictRow = RecordOf<typeof dict>;
