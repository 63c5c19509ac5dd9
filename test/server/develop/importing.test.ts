/** Columns of PostgreSQL and MySQL as fields of a model. */
import { judgeModel } from '../../../contract/schema/modelled';
import { modelFieldOf } from '../../../contract/wire/prototypes';
import { fieldsOf, kindOf } from '../../../server/develop/importing';
import type { SourceColumn } from '../../../server/develop/sources/source';

function column(name: string, type: string, more: Partial<SourceColumn> = {}): SourceColumn {
  return { name, type, comment: '', isKey: false, isRequired: false, length: null, scale: null, ...more };
}

it.each([
  ['varchar(20)', { length: 20 }, { kind: 'text', maxLength: 20 }],
  ['character varying(300)', { length: 300 }, { kind: 'longText', maxLength: 300 }],
  ['character varying', {}, { kind: 'text', maxLength: 255 }],
  ['longtext', {}, { kind: 'longText', maxLength: 4000 }],
  ['bigint(20) unsigned', {}, { kind: 'text', maxLength: 20 }],
  ['int(11)', { length: 10, scale: 0 }, { kind: 'integer' }],
  ['numeric(6,0)', { length: 6, scale: 0 }, { kind: 'integer' }],
  ['numeric(18,0)', { length: 18, scale: 0 }, { kind: 'money' }],
  ['decimal(12,2)', { length: 12, scale: 2 }, { kind: 'money' }],
  ['decimal(8,4)', { length: 8, scale: 4, comment: '年利率' }, { kind: 'rate' }],
  ['decimal(12,6)', { length: 12, scale: 6 }, { kind: 'text', maxLength: 14 }],
  ['double precision', {}, { kind: 'money' }],
  ['tinyint(1)', {}, { kind: 'flag' }],
  ['boolean', {}, { kind: 'flag' }],
  ['date', {}, { kind: 'date' }],
  ['timestamp(3) without time zone', {}, { kind: 'dateTime' }],
  ['datetime', {}, { kind: 'dateTime' }],
  ['uuid', {}, { kind: 'text', maxLength: 36 }],
  ['jsonb', {}, { kind: 'longText', maxLength: 4000 }],
  ['bytea', {}, undefined],
  ['text[]', {}, undefined],
  ['geometry', {}, undefined],
] as const)('%s %j', (type, more, expected) => {
  expect(kindOf(column('some', type, more))).toEqual(expected);
});

it('values of an enumeration become choices', () => {
  expect(kindOf(column('state', "enum('new','it''s in')"))).toEqual({
    kind: 'choice',
    choices: [
      { value: 1, zh: 'new', en: '' },
      { value: 2, zh: "it's in", en: '' },
    ],
  });
});

it('a table becomes a model that is fit for use, and what is left out is told', () => {
  const { fields, left, isTree, titleField } = fieldsOf([
    column('id', 'bigint', { isKey: true, isRequired: true }),
    column('parent_id', 'bigint'),
    column('PLATE_NO', 'varchar(20)', { length: 20, isRequired: true, comment: '车牌号\n唯一' }),
    column('plateNo', 'varchar(20)', { length: 20 }),
    column('价格', 'decimal(12,2)', { length: 12, scale: 2 }),
    column('photo', 'bytea'),
    column('create_time', 'timestamp'),
  ]);
  expect(left).toEqual([
    { name: 'id', type: 'bigint', why: 'own' },
    { name: 'parent_id', type: 'bigint', why: 'own' },
    { name: 'plateNo', type: 'varchar(20)', why: 'name' },
    { name: 'photo', type: 'bytea', why: 'type' },
    { name: 'create_time', type: 'timestamp', why: 'own' },
  ]);
  expect([isTree, titleField]).toEqual([true, 'plateNo']);
  expect(fields[0]).toMatchObject({
    jdbcName: 'PLATE_NO',
    jdbcType: 'varchar(20)',
    jdbcComment: '车牌号',
    labelEn: 'Plate no',
    propertyName: 'plateNo',
    isRequired: 1,
    isQuery: 1,
    queryType: 'like',
  });
  expect(fields[1]).toMatchObject({ propertyName: 'field5', componentType: 'money' });
  const model = { code: 'car', zh: '车辆', en: '', isTree, titleField, fields: fields.map(modelFieldOf) };
  expect(judgeModel(model)).toEqual({});
});

it('a table without a required text gets a title', () => {
  const { fields, titleField } = fieldsOf([column('sum', 'int'), column('name', 'varchar(9)', { length: 9 })]);
  expect([titleField, fields.map(({ isRequired }) => isRequired)]).toEqual(['name', [0, 1]]);
});
