/** The schemas of the calls that every module has, derived from its fields. */
import Type, { type TProperties, type TSchema } from 'typebox';
import { searchedFields } from '../../contract/schema/conditions';
import type { Field } from '../../contract/schema/fields';
import type { Module } from '../../contract/schema/module';
import { referencesOf } from '../../contract/schema/module';
import { largestPage, totalsLater } from '../../contract/schema/paging';
import {
  amount,
  type BilingualText,
  count,
  day,
  described,
  id,
  list,
  model,
  modelRef,
  moment,
  nullable,
  pageOf,
  shape,
} from '../kernel/schemas';
import type { ServerModule } from './serverModule';

/** The schema of a field's value in an answer. */
function valueSchema({ kind, choices, maxLength }: Field): TSchema {
  switch (kind) {
    case 'integer':
    case 'dict':
      return Type.Integer();
    case 'choice':
      return Type.Unsafe({ type: 'integer', enum: Object.keys(choices ?? {}).map(Number) });
    case 'flag':
      return Type.Unsafe({ type: 'integer', enum: [0, 1] });
    case 'money':
    case 'rate':
      return amount();
    case 'date':
      return day();
    case 'dateTime':
      return moment();
    case 'ref':
      return id();
    case 'refs':
      return Type.String({ pattern: '^(\\d{1,19}(,\\d{1,19})*)?$' });
    default:
      return Type.String(maxLength ? { maxLength } : {});
  }
}

function wordsOf({ label, required }: Field, isDraft = false) {
  const must = isDraft && required;
  return described(`${label.zh}${must ? '（新增必填）' : ''}`, `${label.en}${must ? ' (required when adding)' : ''}`);
}

function each(fields: Module['fields'], of: (name: string, field: Field) => TSchema | undefined): TProperties {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const schema = of(name, field);
      return schema ? [[name, Type.Optional(schema)]] : [];
    }),
  );
}

/** What every record has, whatever its module. */
const common = {
  tenantId: Type.Optional(Type.String()),
  createUser: Type.Optional(nullable(id())),
  createDept: Type.Optional(nullable(id())),
  createTime: Type.Optional(nullable(moment())),
  updateUser: Type.Optional(nullable(id())),
  updateTime: Type.Optional(nullable(moment())),
  status: Type.Optional(nullable(Type.Integer())),
  isDeleted: Type.Optional(Type.Integer()),
  version: Type.Optional(Type.Integer()),
};

/** The members of a record; data scopes may hide each of them but the id. */
export function recordMembers({ fields }: Pick<Module, 'fields'>): TProperties {
  return {
    id: Type.String(),
    ...common,
    ...Object.fromEntries(
      referencesOf({ fields }).map(({ shownAs }) => [shownAs, Type.Optional(nullable(Type.String()))]),
    ),
    ...each(fields, (_, field) =>
      field.kind === 'secret' ? undefined : Type.Unsafe({ ...nullable(valueSchema(field)), ...wordsOf(field) }),
    ),
  };
}

/** `data_scope` as a name of the document: `DataScope`. */
function named(name: string): string {
  return name.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

function closed(members: TProperties): TSchema {
  return Type.Object(members, { additionalProperties: false });
}

const known = new WeakMap<object, ModuleSchemas>();
export interface ModuleSchemas {
  record: TSchema;
  /** A record with the name of its parent. */
  detail: TSchema;
  page: TSchema;
  /** Nested records, for modules that are trees. */
  nested: TSchema;
  /** One level of a tree. */
  level: TSchema;
  draft: TSchema;
  conditions: TProperties;
}

/** What asks for a first page without its totals, where these take long. */
export const mayCountLater = {
  totals: Type.Optional(
    Type.Literal(totalsLater.totals, {
      ...described(
        '首页先返回数据行；合计需要较长时间时另行查询（isCounting）',
        'Answers the rows of the first page before totals that take long to count (isCounting)',
      ),
    }),
  ),
};

/** Filters and sorting of a list. */
function conditionsOf({
  fields,
  sortable = [],
  isLarge,
}: Pick<Module, 'fields' | 'sortable' | 'isLarge'>): TProperties {
  const searched = Object.entries(searchedFields({ fields }));
  return {
    current: Type.Optional(count(1, 100_000_000)),
    size: Type.Optional(count(10, largestPage)),
    ...(isLarge && mayCountLater),
    ...Object.fromEntries(
      ['ascs', 'descs'].map((name) => [
        name,
        Type.Optional(
          Type.String({
            ...described('排序字段，逗号分隔', 'Fields to sort by, comma-joined'),
            examples: [[...searched.map(([field]) => field), ...sortable].slice(0, 2).join(',')].filter(Boolean),
          }),
        ),
      ]),
    ),
    ...Object.fromEntries(
      searched.flatMap(([name, field]): [string, TSchema][] => {
        const { zh, en } = field.label;
        const one = (suffix: string, title: readonly [string, string]): [string, TSchema] => [
          `${name}${suffix}`,
          Type.Optional(Type.String(described(`${zh}${title[0]}`, `${en}${title[1]}`))),
        ];
        return field.search === 'range'
          ? [one('_ge', ['（起）', ', from']), one('_le', ['（止）', ', to'])]
          : [one('', ['', ''])];
      }),
    ),
  };
}

/** All schemas of a module, made once. */
export function schemasOf(module: Module): ModuleSchemas {
  const before = known.get(module);
  if (before) return before;
  const name = named(module.name);
  const members = recordMembers(module);
  const above: TProperties = module.tree ? { parentName: Type.Optional(nullable(Type.String())) } : {};
  const record = model(name, closed(members));
  const made: ModuleSchemas = {
    record,
    detail: module.tree ? closed({ ...members, ...above }) : record,
    page: pageOf(record),
    nested: module.tree
      ? list(
          model(
            `${name}Tree`,
            closed({
              ...members,
              ...above,
              hasChildren: Type.Optional(Type.Boolean()),
              children: Type.Optional(Type.Array(modelRef(`${name}Tree`))),
            }),
          ),
        )
      : list(record),
    level: list(closed({ ...members, hasChildren: Type.Boolean() })),
    draft: model(
      `${name}Draft`,
      Type.Object({
        id: Type.Optional(id('修改时必填', 'Of the record to change')),
        version: Type.Optional(Type.Integer()),
        ...each(module.fields, (_, field) =>
          field.derived ? undefined : Type.Unsafe({ ...nullable(valueSchema(field)), ...wordsOf(field, true) }),
        ),
      }),
    ),
    conditions: conditionsOf(module),
  };
  known.set(module, made);
  return made;
}

/** The answer to a save: the record, and members of this answer alone. */
export function savedSchema({ module, rules }: Pick<ServerModule, 'module' | 'rules'>): TSchema {
  return rules.answers ? closed({ ...recordMembers(module), ...rules.answers }) : schemasOf(module).record;
}

/** Every register has fields of its own: the document says what all of them share. */
const anyRegister: ModuleSchemas = (() => {
  const open = Type.Object({ id: Type.String(), ...common }, { additionalProperties: true });
  const record = model('RegisterRecord', open);
  return {
    record,
    detail: record,
    page: pageOf(record),
    nested: list(record),
    level: list(record),
    draft: model(
      'RegisterDraft',
      Type.Object(
        { id: Type.Optional(id('修改时必填', 'Of the record to change')), version: Type.Optional(Type.Integer()) },
        { additionalProperties: true },
      ),
    ),
    conditions: conditionsOf({ fields: {} }),
  };
})();
/** The calls of this module are described as those of any register. */
export function describeAsRegister(module: Module): void {
  known.set(module, anyRegister);
}

/** Titles of a module's calls in the document. */
export function titlesOf({ label: { zh, en }, refuses }: Pick<Module, 'label' | 'refuses'>) {
  const title = (before: string, after: string, english: string): BilingualText => [
    `${before}${zh}${after}`,
    `${en}: ${english}`,
  ];
  return {
    list: title('', '列表', 'list'),
    views: title('', '各视图的记录数', 'number of records in each view'),
    detail: title('', '详情', 'one record'),
    history: title('', '变更历史', 'history of a record'),
    save: refuses?.includes('add')
      ? title('修改', '，不能新增', 'change by id; adding is refused')
      : title('新增或修改', '', 'add, or change by id'),
    update: title('修改', '', 'change'),
    alike: title('', '中取值相同的其他记录', 'other records with the same values'),
    choices: title('可选的', '', 'records to choose from'),
    remove: refuses?.includes('remove')
      ? title('删除', '，一律拒绝', 'removing is always refused')
      : title('删除', '', 'remove, all or none'),
    export: title('导出', '列表', 'the list as a file'),
    template: title('', '导入模板', 'template of an import'),
    import: title('导入', '，全部或全不', 'import from a file, all or none'),
    tree: title('', '树', 'tree of names'),
    level: title('', '下级列表', 'records right below one'),
    lazyTree: title('', '下级节点', 'nodes right below one'),
  };
}

/** A record to choose. */
export const choiceSchema = model(
  'Choice',
  shape({
    id: Type.String(),
    title: Type.String(),
    note: Type.Optional(Type.String()),
    parentId: Type.Optional(Type.String()),
    hasChildren: Type.Optional(Type.Boolean()),
  }),
);

/** The number of rows of each view; without those that the person may not see. */
export function viewsSchema(names: readonly string[]) {
  return shape(Object.fromEntries(names.map((name) => [name, Type.Optional(Type.Integer())])));
}

/** The body of an action: the common parameters, and the fields of its form. */
export function actionSchema(takes: TProperties, fields: Module['fields'] = {}): TSchema {
  return Type.Object({
    ...Object.fromEntries(Object.entries(takes).map(([name, schema]) => [name, Type.Optional(schema)])),
    ...each(fields, (_, field) => Type.Unsafe({ ...nullable(valueSchema(field)), ...wordsOf(field) })),
  });
}

/** One change of a field in a history. */
export const fieldChange = shape({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() });

/** Answers that are the same for all modules. */
export const sharedSchemas = {
  history: list(
    model(
      'HistoryEntry',
      shape({
        id: id(),
        entity: Type.String(),
        entityId: Type.String(),
        action: Type.String(),
        reason: nullable(Type.String()),
        changes: list(fieldChange),
        userName: Type.String(),
        createTime: moment(),
      }),
    ),
  ),
  alike: list(shape({ field: Type.String(), id: nullable(id()), title: nullable(Type.String()) })),
};
