/** Saving the rows of a model: the whole set at once, judged as one model. */
import { dictionaries } from '../../contract/domain/dictionaries';
import { label } from '../../contract/domain/text';
import { isEmpty, isId, type Problem } from '../../contract/domain/values';
import { type ModelRecord, model as modelModule, modelStates } from '../../contract/modules/develop/model';
import { problemText } from '../../contract/schema/messages';
import { judgeModel, type Model, mostModelFields, usualTitle } from '../../contract/schema/modelled';
import type { Problems } from '../../contract/schema/validate';
import {
  kindNamed,
  modelFieldOf,
  type Prototype,
  prototypeOf,
  readOptions,
} from '../../contract/wire/develop/prototypes';
import { changesBetween, writeAudit } from '../engine/audit/entries';
import { checkVersion } from '../engine/saving/saving';
import type { Context, FieldChange } from '../kernel/context';
import { Refusal, refuse } from '../kernel/errors';
import { modelFrom, prototypesIn } from './models';

type Stored = Prototype & { id: string };

/** Longest texts of a row, in characters, as the table holds them. */
const lengths = {
  jdbcName: 128,
  jdbcType: 64,
  jdbcComment: 100,
  propertyName: 64,
  componentType: 32,
  queryType: 32,
  dictCode: 64,
  labelEn: 100,
  options: 20_000,
} as const;
const flags = ['isList', 'isForm', 'isRow', 'isRequired', 'isUnique', 'isQuery'] as const;
/** Members of a row as members of a field, for what is said of them. */
const membersAs: Readonly<Record<string, string>> = {
  jdbcComment: 'zh',
  labelEn: 'en',
  propertyName: 'name',
  componentType: 'kind',
  queryType: 'search',
  dictCode: 'dict',
};

/** One row of a body; problems by the members of its field. What a client leaves out counts as empty. */
function readRow(sent: unknown): { row: Prototype; problems: Problems } {
  const held = (typeof sent === 'object' && sent !== null ? sent : {}) as Record<string, unknown>;
  const problems: Problems = {};
  const told = (name: string, problem: Problem) => {
    problems[membersAs[name] ?? name] = problem;
  };
  const texts = Object.fromEntries(
    Object.entries(lengths).map(([name, most]) => {
      const value = held[name] ?? '';
      if (typeof value !== 'string' || value.includes('\u0000')) told(name, 'notText');
      else if (value.length > most) told(name, 'tooLong');
      return [name, typeof value === 'string' ? value : ''];
    }),
  );
  const marks = Object.fromEntries(
    flags.map((name) => {
      const value = Number(held[name] ?? 0);
      if (value !== 0 && value !== 1) told(name, 'notAChoice');
      return [name, value];
    }),
  );
  const maxLength = isEmpty(held.maxLength) ? null : Number(held.maxLength);
  const row = { ...texts, ...marks, maxLength, sort: 0 } as unknown as Prototype;
  if (!kindNamed(row.componentType)) told('componentType', 'notAChoice');
  if (!readOptions(row.options)) told('options', 'badJson');
  if (maxLength !== null && !Number.isInteger(maxLength)) told('maxLength', 'notAnInteger');
  if (isId(held.id)) row.id = held.id;
  return { row, problems };
}

/** Whether the tenant, or the product, has a dictionary of that code. */
async function hasDictionary({ trx, tenantId }: Context, code: string): Promise<boolean> {
  if (dictionaries.some((one) => one.code === code)) return true;
  const found = await trx
    .selectFrom('dict_biz')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('code', '=', code)
    .where('is_deleted', '=', 0)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** References to modules whose records cannot be chosen, and dictionaries that do not exist. */
export async function judgeTargets(cx: Context, { fields }: Model): Promise<Problems> {
  const problems: Problems = {};
  for (const [index, { kind, to, dict }] of fields.entries()) {
    if (kind === 'ref' && to && !cx.tableOf(to)?.module.chosen) problems[`fields.${index}.to`] = 'reference';
    if (kind === 'dict' && dict && !(await hasDictionary(cx, dict))) problems[`fields.${index}.dict`] = 'reference';
  }
  return problems;
}

/** What the message calls a member of a field. */
const memberWords: Readonly<Record<string, ReturnType<typeof label>>> = {
  name: label('字段名', 'Field name'),
  zh: label('中文标签', 'Chinese label'),
  en: label('英文标签', 'English label'),
  kind: label('类型', 'Kind'),
  search: label('搜索方式', 'Search'),
  choices: label('选项', 'Choices'),
  dict: label('字典', 'Dictionary'),
  to: label('关联对象', 'Referenced record'),
  initial: label('初始值', 'Initial value'),
  maxLength: label('最大长度', 'Longest'),
  max: label('最大值', 'Largest'),
  isInForm: label('在表单中', 'In form'),
  isUnique: label('唯一字段的最大长度', 'Longest unique value'),
  code: label('模型编号', 'Code'),
  titleField: label('标题字段', 'Title field'),
  noteField: label('说明字段', 'Note field'),
  fields: label('字段', 'Fields'),
};

/** Refuses with all problems, in the words of the first; a row is named by its label and place. */
export function refuseModel(cx: Context, { fields }: Model, problems: Problems): void {
  const [first] = Object.entries(problems);
  if (!first) return;
  const [path, problem] = first;
  const [, place, member = path] = /^fields\.(\d+)\.(\w+)$/.exec(path) ?? [];
  const said = memberWords[member] ?? label(member, member);
  const words = problemText({ kind: 'text', label: said, required: true }, problem, cx.language);
  const held = place === undefined ? undefined : fields[Number(place)];
  const where = held ? `${Number(place) + 1}. ${held.zh || held.name || '-'}: ` : '';
  throw new Refusal('invalid', { text: where + words }, problems);
}

/** What has changed of the rows, for the history: one entry for each field that was added, changed or removed. */
function rowChanges(before: readonly Stored[], after: readonly Prototype[]): FieldChange[] {
  const plain = ({ id: _id, modelId: _model, sort: _sort, ...rest }: Prototype) => JSON.stringify(rest);
  const [old, now] = [before, after].map((rows) => new Map(rows.map((row) => [row.propertyName, plain(row)])));
  const names = [...new Set([...old!.keys(), ...now!.keys()])];
  const changed = names
    .filter((name) => old!.get(name) !== now!.get(name))
    .map((name) => ({ field: name, before: old!.get(name) ?? null, after: now!.get(name) ?? null }));
  const order = [before, after].map((rows) => rows.map(({ propertyName }) => propertyName).join(', '));
  const isMoved = changed.every((one) => one.before !== null && one.after !== null) && order[0] !== order[1];
  return isMoved ? [...changed, { field: 'sort', before: order[0]!, after: order[1]! }] : changed;
}

async function writeRows(cx: Context, modelId: string, before: readonly Stored[], rows: readonly Prototype[]) {
  const { trx, tenantId } = cx;
  const known = new Set(before.map(({ id }) => id));
  const mark = { tenant_id: tenantId, model_id: modelId };
  await trx
    .deleteFrom('develop_model_prototype')
    .where('tenant_id', '=', tenantId)
    .where('model_id', '=', modelId)
    .execute();
  await trx
    .insertInto('develop_model_prototype')
    .values(
      rows.map((row, index) => {
        const isKept = row.id !== undefined && known.delete(row.id); // two rows cannot have one id
        return {
          ...mark,
          id: isKept ? row.id! : cx.deps.newId(),
          jdbc_name: row.jdbcName,
          jdbc_type: row.jdbcType,
          jdbc_comment: row.jdbcComment,
          property_name: row.propertyName,
          component_type: row.componentType,
          is_list: row.isList,
          is_form: row.isForm,
          is_row: row.isRow,
          is_required: row.isRequired,
          is_unique: row.isUnique,
          is_query: row.isQuery,
          query_type: row.queryType,
          dict_code: row.dictCode,
          label_en: row.labelEn,
          max_length: row.maxLength,
          options: row.options,
          sort: index + 1,
        };
      }),
    )
    .execute();
}

interface Asked {
  modelId?: string | undefined;
  version?: string | undefined;
  titleField?: string | undefined;
  noteField?: string | undefined;
}

/** The model that all rows are of. */
function modelIdOf({ modelId }: Asked, sent: readonly unknown[]): string {
  const named = new Set(sent.map((one) => (one as { modelId?: unknown } | null)?.modelId ?? modelId));
  if (modelId) named.add(modelId);
  const [only] = named;
  return named.size === 1 && isId(only) ? only : refuse('badParameter', { name: 'modelId' });
}

/** The title and note fields that are asked for, or those that the model had, as far as it still has them. */
function namedBy(asked: Asked, record: ModelRecord, { fields }: Model): Pick<Model, 'titleField' | 'noteField'> {
  const has = (name: string | null | undefined) => !isEmpty(name) && fields.some((held) => held.name === name);
  const titleField = asked.titleField ?? (has(record.titleField) ? record.titleField! : usualTitle(fields));
  if (asked.titleField !== undefined) return { titleField, noteField: asked.noteField || undefined };
  return { titleField, noteField: has(record.noteField) ? record.noteField! : undefined };
}

/**
 * Replaces the rows of a model by those of the body. A client that names no version has its rows taken as they are,
 * after those that are being saved at the same time. Refused with problems by `fields.2.name`.
 */
export async function savePrototypes(cx: Context, asked: Asked, body: unknown) {
  if (!Array.isArray(body)) return refuse('badParameter', { name: 'rows' });
  if (body.length > mostModelFields) return refuse('tooMany', { limit: mostModelFields });
  const modelId = modelIdOf(asked, body);
  const [record = refuse('notYours')] = await cx.rows(modelModule).lock([modelId]);
  if (asked.version !== undefined) checkVersion(modelModule, record, { version: asked.version });
  const read = body.map(readRow);
  const unnamed = modelFrom(
    record,
    read.map(({ row }) => row),
  );
  const model: Model = { ...unnamed, ...namedBy(asked, record, unnamed) };
  const unread = read.flatMap(({ problems }, index) =>
    Object.entries(problems).map(([name, problem]) => [`fields.${index}.${name}`, problem] as const),
  );
  refuseModel(cx, model, {
    ...judgeModel(model),
    ...(await judgeTargets(cx, model)),
    ...Object.fromEntries(unread),
  });
  const rows = read.map(({ row }, index): Prototype => {
    // Stored as this product writes them, whatever names of inputs a client has sent.
    const own = prototypeOf(modelFieldOf(row), index + 1);
    const { id, jdbcName, jdbcType, isRow } = row;
    return {
      ...own,
      ...(id ? { id } : {}),
      jdbcName: jdbcName || own.jdbcName,
      jdbcType: jdbcType || own.jdbcType,
      isRow,
    };
  });
  const before = await prototypesIn(cx, modelId);
  const changes = rowChanges(before, rows);
  await writeRows(cx, modelId, before, rows);
  const named = { titleField: model.titleField, noteField: model.noteField ?? null };
  const isNews = changes.length > 0 || changesBetween(modelModule, record, { ...record, ...named }).length > 0;
  const after = await cx.rows(modelModule).update(record, {
    ...named,
    ...(isNews && record.state === modelStates.published ? { state: modelStates.changed } : {}),
  });
  writeAudit(cx, modelModule, after, changes);
  return { id: modelId, version: after.version, rows: await prototypesIn(cx, modelId) };
}
