/** Calls of the model tool beside the engine's: tables of a data source, and the rows of a model. */
import Type from 'typebox';
import type { Text } from '../../contract/domain/text';
import { isEmpty, isId } from '../../contract/domain/values';
import { model as modelModule } from '../../contract/modules/develop/model';
import { type Call, defineCall } from '../kernel/call';
import { Refusal, refuse } from '../kernel/errors';
import { id, line, list, nullable, optional, shape, text, whole } from '../kernel/schemas';
import { readOrRefused, readSource } from './datasource';
import { fieldsOf } from './importing';
import { prototypesIn } from './models';
import { savePrototypes } from './prototypes';
import type { SourceColumn, SourceTable } from './sources/source';

const mayDesign = [modelModule.permission('add'), modelModule.permission('update')];
/** The rows are written with a model, by those who may edit it. */
const rowsPath = '/blade-develop/model-prototype';

const rowShape = {
  jdbcName: text(),
  jdbcType: text(),
  jdbcComment: text(),
  propertyName: text(),
  componentType: text(),
  isList: whole(),
  isForm: whole(),
  isRow: whole(),
  isRequired: whole(),
  isUnique: whole(),
  isQuery: whole(),
  queryType: text(),
  dictCode: text(),
  labelEn: text(),
  maxLength: nullable(Type.Integer()),
  options: text(),
  sort: whole(),
};
const foundRow = shape(rowShape);
const storedRow = shape({ id: id(), modelId: id(), ...rowShape });

const rowsTitle: Text = ['数据模型的字段', 'The fields of a data model'];
function rowsCall(path: string): Call {
  return defineCall({
    method: 'GET',
    path,
    title: rowsTitle,
    query: { modelId: id() },
    answer: list(storedRow),
    permission: modelModule.name,
    async handle(cx, { input: { modelId } }) {
      if (!(await cx.rows(modelModule).get(modelId))) refuse('notYours');
      return prototypesIn(cx, modelId);
    },
  });
}

/** The table that is asked for: by its name, or the one that a model came from. */
interface Asked {
  datasourceId?: string | undefined;
  tableName?: string | undefined;
  modelId?: string | undefined;
}
interface FoundTable {
  table: SourceTable;
  columns: SourceColumn[];
}

export const modelCalls: Call[] = [
  defineCall({
    method: 'GET',
    path: modelModule.url('table-list'),
    title: ['数据源中可作为模型的表', 'Tables of a data source that a model can be made of'],
    query: { datasourceId: id() },
    answer: list(shape({ name: text(), comment: text(), isView: Type.Boolean() })),
    permission: mayDesign,
    prepare: ({ input }, entitled) => readSource(entitled, input.datasourceId, (source) => source.tables()),
    handle: async (_cx, { prepared }) => readOrRefused(prepared),
  }),
  defineCall({
    method: 'GET',
    path: modelModule.url('table-info'),
    title: ['一张表及其可用的字段', 'A table, and its columns as fields of a model'],
    query: {
      modelId: optional(id('来自该模型的数据源与表', 'The source and table of this model')),
      datasourceId: optional(id()),
      tableName: optional(line(128)),
    },
    answer: shape({
      name: text(),
      comment: text(),
      datasourceId: id(),
      isTree: Type.Boolean(),
      titleField: text(),
      fields: list(foundRow),
      left: list(shape({ name: text(), type: text(), why: Type.Enum(['own', 'type', 'name']) })),
    }),
    permission: mayDesign,
    async prepare({ input }, entitled) {
      const asked: Asked = input;
      const held = asked.modelId ? await entitled((cx) => cx.rows(modelModule).get(asked.modelId!)) : undefined;
      if (asked.modelId && !held) return new Refusal('notYours');
      const datasourceId = asked.datasourceId ?? held?.datasourceId ?? '';
      const name = asked.tableName ?? held?.modelTable ?? '';
      if (!isId(datasourceId)) return new Refusal('missingParameter', { name: 'datasourceId' });
      if (isEmpty(name)) return new Refusal('missingParameter', { name: 'tableName' });
      const found = await readSource(entitled, datasourceId, async (source): Promise<FoundTable | Refusal> => {
        const table = (await source.tables()).find((one) => one.name === name);
        return table ? { table, columns: await source.columns(name) } : new Refusal('datasource.noTable', { name });
      });
      return found instanceof Refusal ? found : { ...found, datasourceId };
    },
    async handle(_cx, { prepared }) {
      const { table, columns, datasourceId } = readOrRefused<FoundTable & { datasourceId: string }>(prepared);
      return { name: table.name, comment: table.comment, datasourceId, ...fieldsOf(columns) };
    },
  }),
  rowsCall(modelModule.url('model-prototype')),
  rowsCall(`${rowsPath}/select`),
  defineCall({
    method: 'POST',
    path: `${rowsPath}/submit-list`,
    title: ['保存数据模型的全部字段', 'Save all fields of a data model'],
    query: {
      modelId: optional(id('默认取自各行', 'By default that of the rows')),
      version: optional(line(12, '所见的模型版本', 'The version of the model as it was seen')),
      titleField: optional(line(64, '标题字段', 'The field that names a record')),
      noteField: optional(line(64, '说明字段', 'The field beside it')),
    },
    describes: { body: Type.Array(Type.Partial(storedRow)) },
    answer: shape({ id: id(), version: whole(), rows: list(storedRow) }),
    permission: modelModule.permission('update'),
    takesList: true,
    handle: (cx, { input, request }) => savePrototypes(cx, input, request.body),
  }),
];
