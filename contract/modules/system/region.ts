import { choice, integer, longText, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

/** Code of the root of the divisions. */
export const regionRoot = '00';

/** An administrative division. Its id is its code. */
export const region = defineModule({
  name: 'region',
  title: ['行政区划', 'Region'],
  path: '/blade-system/region',
  scope: 'platform',
  chosen: { by: 'search', title: 'name', note: 'code' },
  menu: { under: 'base', icon: 'globe', title: ['行政区划', 'Regions'] },
  tree: { parent: 'parentCode', title: 'name', top: '0', isPaged: true },
  fields: {
    parentCode: text('父区划编号', 'Parent code', { required: true, maxLength: 12, search: 'equal' }),
    code: text('区划编号', 'Code', { required: true, maxLength: 12, search: 'like' }),
    name: text('区划名称', 'Name', { required: true, maxLength: 32, search: 'like' }),
    level: choice(
      '区划等级',
      'Level',
      {
        0: ['国家', 'Country'],
        1: ['省份/直辖市', 'Province'],
        2: ['地市', 'City'],
        3: ['区县', 'County'],
        4: ['乡镇', 'Town'],
        5: ['村委', 'Village'],
      },
      { required: true, search: 'equal' },
    ),
    sort: integer('区划排序', 'Sort order', { required: true, initial: 1, min: 0 }),
    remark: longText('区划备注', 'Remark', { maxLength: 255, inTable: false }),
    provinceName: text('省级名称', 'Province', { derived: true, inForm: false, inTable: false }),
    cityName: text('市级名称', 'City', { derived: true, inForm: false, inTable: false }),
    districtName: text('区级名称', 'County', { derived: true, inForm: false, inTable: false }),
  },
  sortable: ['code'],
});
export type Region = RecordOf<typeof region>;
