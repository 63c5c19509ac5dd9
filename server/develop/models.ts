/** Models as they are stored: a record, and a row for each of its fields. */
import { type ModelRecord, model as modelModule } from '../../contract/modules/develop/model';
import type { Model } from '../../contract/schema/modelled';
import { modelFieldOf, type Prototype, prototypeOf } from '../../contract/wire/develop/prototypes';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';

/** The rows of a model, in their order. The person's right to the model is checked before. */
export async function prototypesIn(
  { trx, tenantId }: Context,
  modelId: string,
): Promise<(Prototype & { id: string })[]> {
  const rows = await trx
    .selectFrom('develop_model_prototype')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('model_id', '=', modelId)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    modelId: row.model_id,
    jdbcName: row.jdbc_name,
    jdbcType: row.jdbc_type,
    jdbcComment: row.jdbc_comment,
    propertyName: row.property_name,
    componentType: row.component_type,
    isList: row.is_list,
    isForm: row.is_form,
    isRow: row.is_row,
    isRequired: row.is_required,
    isUnique: row.is_unique,
    isQuery: row.is_query,
    queryType: row.query_type,
    dictCode: row.dict_code,
    labelEn: row.label_en,
    maxLength: row.max_length,
    options: row.options,
    sort: row.sort,
  }));
}

/** A record and its rows as one model. */
export function modelFrom(record: ModelRecord, rows: readonly Prototype[]): Model {
  return {
    code: record.modelCode,
    zh: record.modelName,
    en: record.modelNameEn ?? '',
    isTree: record.isTree === 1,
    titleField: record.titleField ?? '',
    noteField: record.noteField ?? undefined,
    fields: rows.map(modelFieldOf),
  };
}

/** A model that the person may see; refused otherwise. It may not be fit for use yet: `judgeModel` tells. */
export async function readModel(cx: Context, id: string): Promise<{ record: ModelRecord; model: Model }> {
  const record = (await cx.rows(modelModule).get(id)) ?? refuse('notYours');
  return { record, model: modelFrom(record, await prototypesIn(cx, id)) };
}

/** The rows of a model that has none of its own yet. */
export function prototypesOf({ fields }: Model): Prototype[] {
  return fields.map((held, index) => prototypeOf(held, index + 1));
}
