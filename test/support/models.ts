/** Models made by the calls that the model page makes. */
import type { Model, ModelField, ModelKind } from '../../contract/schema/modelled';
import { prototypeOf } from '../../contract/wire/develop/prototypes';
import { type Answer, ok, type Client as Whole } from './server';

/** Any person’s calls: inside this process, or to a running server. */
type Client = Pick<Whole, 'get' | 'post'>;

export const modelPath = '/blade-develop/model';

/** A field in list and form, with what the test is about. */
export function fieldFor(name: string, kind: ModelKind = 'text', more: Partial<ModelField> = {}): ModelField {
  const usual = { isRequired: false, isUnique: false, isInTable: true, isInForm: true };
  return { name, kind, zh: `字段 ${name}`, en: `Field ${name}`, ...usual, ...more };
}

export function modelFor(code: string, fields: readonly ModelField[], more: Partial<Model> = {}): Model {
  return {
    code,
    zh: `登记 ${code}`,
    en: `Register ${code}`,
    isTree: false,
    titleField: fields[0]!.name,
    fields,
    ...more,
  };
}

/** Saves all fields of a model that is there. */
export function saveFields(client: Client, modelId: string, { fields, titleField, noteField }: Model): Promise<Answer> {
  return client.post('/blade-develop/model-prototype/submit-list', {
    query: { modelId, titleField, noteField },
    body: fields.map((held, index) => prototypeOf(held, index + 1)),
  });
}

/** A model as it is drawn up; answers its id. */
export async function draw(client: Client, model: Model): Promise<string> {
  const { zh: modelName, en: modelNameEn, code: modelCode } = model;
  const body = { modelName, modelNameEn, modelCode, isTree: Number(model.isTree) };
  const { id } = ok(await client.post(`${modelPath}/submit`, { body }));
  ok(await saveFields(client, id, model));
  return id;
}

/** An action on a model, as the page asks for it: with the version that it shows. */
export async function actOn(client: Client, action: 'publish' | 'withdraw', modelId: string): Promise<Answer> {
  const { version } = ok(await client.get(`${modelPath}/detail`, { id: modelId }));
  return client.post(`${modelPath}/${action}`, { query: { ids: modelId, version } });
}

/** A register that is served; answers the id of its model and the address of its calls. */
export async function publishModel(client: Client, model: Model): Promise<{ id: string; at: string }> {
  const id = await draw(client, model);
  ok(await actOn(client, 'publish', id));
  return { id, at: `/blade-register/${model.code}` };
}
