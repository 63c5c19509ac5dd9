/** Models as data: what they are judged by, the modules made of them, and their rows on the wire. */

import {
  fieldNameOf,
  judgeModel,
  type Model,
  type ModelField,
  moduleOf,
  usualTitle,
} from '../../../contract/schema/modelled';
import { judgeOne } from '../../../contract/schema/validate';
import { modelFieldOf, prototypeOf, readOptions } from '../../../contract/wire/prototypes';

function field(name: string, more: Partial<ModelField> = {}): ModelField {
  return {
    name,
    kind: 'text',
    zh: '名称',
    en: '',
    isRequired: false,
    isUnique: false,
    isInTable: true,
    isInForm: true,
    ...more,
  };
}
const title = field('title', { isRequired: true, search: 'like' });
function model(...fields: ModelField[]): Model {
  return { code: 'car', zh: '车辆', en: '', isTree: false, titleField: 'title', fields: [title, ...fields] };
}

it.each<[string, Partial<ModelField>, Record<string, string>]>([
  ['fit', {}, {}],
  ['of a reserved name', { name: 'createTime' }, { name: 'badFormat' }],
  ['named as another', { name: 'title' }, { name: 'taken' }],
  ['without a label', { zh: ' ' }, { zh: 'required' }],
  ['with a label that is too long', { zh: '长'.repeat(101) }, { zh: 'tooLong' }],
  ['searched in a way that makes no sense', { kind: 'flag', search: 'range' }, { search: 'notAChoice' }],
  ['choosing from nothing', { kind: 'choice' }, { choices: 'required' }],
  [
    'choosing between equal values',
    { kind: 'choice', choices: [1, 1].map((value) => ({ value, zh: '一', en: '' })) },
    { choices: 'badFormat' },
  ],
  ['of no dictionary', { kind: 'dict' }, { dict: 'required' }],
  ['pointing to nothing', { kind: 'ref' }, { to: 'required' }],
  ['with bounds the wrong way round', { kind: 'integer', min: 5, max: 1 }, { max: 'tooSmall' }],
  ['beginning with a value that it refuses', { maxLength: 2, initial: 'abc' }, { initial: 'tooLong' }],
  ['required, and never entered', { isRequired: true, isInForm: false }, { isInForm: 'required' }],
])('a field %s', (_, more, problems) => {
  const expected = Object.entries(problems).map(([name, problem]) => [`fields.1.${name}`, problem]);
  expect(judgeModel(model(field('other', more)))).toEqual(Object.fromEntries(expected));
});

it('a title is a required text, and no field has the name under which a reference carries its title', () => {
  expect(judgeModel({ ...model(), titleField: 'none' })).toEqual({ titleField: 'required' });
  expect(judgeModel({ ...model(field('memo')), titleField: 'memo' })).toEqual({ titleField: 'notText' });
  const pair = model(field('customerId', { kind: 'ref', to: 'customer' }), field('customerName'));
  expect(judgeModel(pair)).toEqual({ 'fields.2.name': 'taken' });
  expect(usualTitle([field('memo'), title])).toBe('title');
});

it('the module has the fields in their order, a parent for a tree, and judges as declared', () => {
  const { fields, tree, permission, url } = moduleOf(
    { ...model(field('price', { kind: 'money', min: 0 })), isTree: true },
    { name: 'x_car', path: '/x/car' },
  );
  expect(Object.keys(fields)).toEqual(['title', 'price', 'parentId', 'createTime', 'updateTime']);
  expect(tree).toEqual({ parent: 'parentId', title: 'title' });
  expect([permission('add'), url('list')]).toEqual(['x_car_add', '/x/car/list']);
  expect(judgeOne(fields.price!, '-1')).toBe('tooSmall');
});

it.each([
  ['CUST_Name', 'custName'],
  ['custName', 'custName'],
  ['2nd-owner', 'f2ndOwner'],
])('the column %s becomes %s', (column, name) => {
  expect(fieldNameOf(column)).toBe(name);
});

it('a field comes back from its row as it was', () => {
  const held = [
    title,
    field('price', { kind: 'money', min: 0, max: 9, initial: '1.50' }),
    field('state', { kind: 'choice', choices: [{ value: 1, zh: '新', en: 'New' }], initial: 1, search: 'equal' }),
    field('owner', { kind: 'ref', to: 'customer', isInTable: false }),
    field('level', { kind: 'dict', dict: 'pic_type', isUnique: true }),
  ];
  const again = held.map((one, index) => modelFieldOf(prototypeOf(one, index + 1)));
  expect(JSON.parse(JSON.stringify(again))).toEqual(JSON.parse(JSON.stringify(held)));
});

it('options are an object of known members, or none', () => {
  expect(readOptions('')).toEqual({});
  for (const bad of ['{', '[]', '{"min":"1"}', '{"other":1}', '{"choices":[{"value":"1"}]}', 'null'])
    expect(readOptions(bad)).toBeUndefined();
});
