/** The declaration of a module in the contract. */
import { isEmpty } from '../../../contract/domain/values';
import type { Model, ModelField, ModelKind } from '../../../contract/schema/modelled';
import { array, type Code, call, imported, isEmptyGroup, literal, object, spread } from './layout';
import { english, fileName, type GeneratedFile, pathOf, type Setting } from './setting';
import { quoted } from './words';

/** Functions of `contract/schema/fields`, and what they presume. */
const constructors: Readonly<Record<ModelKind, { call: string; presumes?: Readonly<Record<string, unknown>> }>> = {
  text: { call: 'text', presumes: { maxLength: 64 } },
  longText: { call: 'longText', presumes: { maxLength: 500 } },
  integer: { call: 'integer' },
  money: { call: 'money' },
  rate: { call: 'rate', presumes: { min: 0, max: 100 } },
  date: { call: 'date' },
  dateTime: { call: 'moment' },
  choice: { call: 'choice' },
  dict: { call: 'dict' },
  flag: { call: 'flag', presumes: { initial: 0 } },
  ref: { call: 'ref' },
};

/** The options of a field, without those that hold anyway. */
function optionsOf(field: ModelField): Code {
  const { presumes = {} } = constructors[field.kind];
  const said = (name: 'search' | 'initial' | 'maxLength' | 'min' | 'max') =>
    isEmpty(field[name]) || field[name] === presumes[name] ? undefined : literal(field[name]);
  return object({
    required: field.isRequired ? 'true' : undefined,
    search: said('search'),
    initial: said('initial'),
    maxLength: said('maxLength'),
    min: said('min'),
    max: said('max'),
    inTable: field.isInTable ? undefined : 'false',
    inForm: field.isInForm ? undefined : 'false',
  });
}

function choicesOf({ choices = [] }: ModelField): Code {
  return object(
    [...choices]
      .sort((a, b) => Number(a.value < 0) - Number(b.value < 0) || a.value - b.value)
      .map((one): [string, Code] => [
        one.value < 0 ? `[${one.value}]` : String(one.value),
        array(quoted(one.zh), quoted(english(one))),
      ]),
  );
}

function declared(field: ModelField): Code {
  const { call: name } = constructors[field.kind];
  const head =
    field.kind === 'dict' || field.kind === 'ref' ? `${name}(${quoted(field.dict ?? field.to ?? '')})` : name;
  const options = optionsOf(field);
  return call(
    head,
    quoted(field.zh),
    quoted(english(field)),
    ...(field.kind === 'choice' ? [choicesOf(field)] : []),
    ...(isEmptyGroup(options) ? [] : [options]),
  );
}

/** The field that names the record above, in a tree. */
export const parentField = 'parentId';

export function declarationFile(model: Model, setting: Setting): GeneratedFile {
  const { moduleName, area, menuUnder, icon } = setting;
  const fields: [string, Code][] = [
    ...model.fields.map((field): [string, Code] => [field.name, declared(field)]),
    ...(model.isTree
      ? [
          [
            parentField,
            call(
              `ref(${quoted(moduleName)})`,
              quoted('上级'),
              quoted('Parent'),
              object({ initial: quoted('0'), inTable: 'false' }),
            ),
          ] as [string, Code],
        ]
      : []),
    ['createTime', call('dateTime', quoted('创建时间'), quoted('Created at'))],
    ['updateTime', call('dateTime', quoted('更新时间'), quoted('Updated at'), object({ inTable: 'false' }))],
  ];
  const declaration = object({
    name: quoted(moduleName),
    title: array(quoted(model.zh), quoted(english(model))),
    path: quoted(pathOf(setting)),
    isGenerated: 'true',
    chosen: object({
      by: quoted(model.isTree ? 'tree' : 'search'),
      title: quoted(model.titleField),
      note: model.noteField ? quoted(model.noteField) : undefined,
    }),
    menu: object({ under: quoted(menuUnder), icon: quoted(icon) }),
    tree: model.isTree ? object({ parent: quoted(parentField), title: quoted(model.titleField) }) : undefined,
    fields: { kind: 'object', head: '', items: fields.map(([key, value]) => ({ key, value })) },
  });
  const used = [
    ...model.fields.map(({ kind }) => constructors[kind].call),
    'dateTime',
    ...(model.isTree ? ['ref'] : []),
  ];
  return {
    path: `contract/modules/${area}/${fileName(setting)}.ts`,
    text: `${imported(used, '../../schema/fields')}
import { defineModule } from '../../schema/module';

export const ${fileName(setting)} = defineModule(${spread(declaration)});
`,
  };
}
