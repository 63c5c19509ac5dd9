/** A model as its editor holds it, and what can be done to its fields. */
import { isEmpty } from '../../../../../contract/domain/values';
import {
  columnOf,
  type Model,
  type ModelField,
  type ModelKind,
  searchesOf,
} from '../../../../../contract/schema/modelled';
import {
  modelFieldOf,
  type Prototype,
  type PrototypeColumn,
  prototypeOf,
} from '../../../../../contract/wire/develop/prototypes';

export interface DraftField extends ModelField {
  /** Of this field in the editor, whatever its name becomes. */
  key: string;
  /** Of its row at the server. */
  id?: string;
  /** The column that it had in the table it comes from. */
  column?: PrototypeColumn;
}
export interface ModelDraft extends Omit<Model, 'fields'> {
  remark: string;
  fields: DraftField[];
}

/** The model of a draft, without what only its editor knows. */
export function modelOf({ remark: _, fields, ...rest }: ModelDraft): Model {
  return { ...rest, fields: fields.map(({ key: _key, id: _id, column: _column, ...held }) => held) };
}

export function draftFields(rows: readonly Prototype[]): DraftField[] {
  return rows.map((row, index) => ({
    ...modelFieldOf(row),
    key: row.id ?? `row${index}`,
    ...(row.id ? { id: row.id } : {}),
    column: { jdbcName: row.jdbcName, jdbcType: row.jdbcType },
  }));
}

/** The rows to be saved. A column keeps its name and type while the field keeps its name and kind. */
export function rowsOf({ fields }: ModelDraft, saved: readonly DraftField[]): Prototype[] {
  const known = new Map(saved.map((one) => [one.key, one]));
  return fields.map((held, index) => {
    const { key, id, column, ...field } = held;
    const before = known.get(key);
    const isSame =
      !before || (before.name === held.name && before.kind === held.kind && before.maxLength === held.maxLength);
    return { ...prototypeOf(field, index + 1, isSame ? column : undefined), ...(id ? { id } : {}) };
  });
}

/** A name that no field of the model has. */
function freeName(fields: readonly ModelField[], stem: string): string {
  const taken = new Set(fields.map(({ name }) => columnOf(name)));
  for (let number = 1; ; number += 1) {
    const name = `${stem}${number}`;
    if (!taken.has(columnOf(name))) return name;
  }
}

export function newField(fields: readonly ModelField[], key: string): DraftField {
  return {
    ...{ key, name: freeName(fields, 'field'), kind: 'text', zh: '', en: '' },
    ...{ isRequired: false, isUnique: false, isInTable: true, isInForm: true, maxLength: 64 },
  };
}
export function copyOf(fields: readonly ModelField[], held: DraftField, key: string): DraftField {
  const { id: _id, column: _column, ...rest } = held;
  return { ...rest, key, name: freeName(fields, held.name) };
}

const lengths: Partial<Record<ModelKind, number>> = { text: 64, longText: 500 };
/** The field with a change; another kind loses what only the former had, and keeps a search that still makes sense. */
export function changedField(held: DraftField, change: Partial<ModelField>): DraftField {
  const next = { ...held, ...change };
  if (next.kind === held.kind) return next;
  const isNumber = ['integer', 'money', 'rate'].includes(next.kind);
  return {
    ...next,
    search: next.search && (searchesOf[next.kind].includes(next.search) ? next.search : searchesOf[next.kind][0]),
    maxLength: lengths[next.kind],
    min: isNumber ? next.min : undefined,
    max: isNumber ? next.max : undefined,
    initial: undefined,
    choices: next.kind === 'choice' ? (next.choices ?? []) : undefined,
    dict: next.kind === 'dict' ? next.dict : undefined,
    to: next.kind === 'ref' ? next.to : undefined,
  };
}

/** Whether the field can be the title: a text that every record has. */
function isTitle({ kind, isRequired }: Pick<ModelField, 'kind' | 'isRequired'>): boolean {
  return kind === 'text' && isRequired;
}

/** The draft with a field changed; title and note follow a new name, and the first text that must be filled in is the title. */
export function withField(draft: ModelDraft, key: string, change: Partial<ModelField>): ModelDraft {
  const before = draft.fields.find((one) => one.key === key);
  if (!before) return draft;
  const after = changedField(before, change);
  const renamed = (name: string | undefined) => (name === before.name ? after.name : name);
  const titleField = renamed(draft.titleField) ?? '';
  return {
    ...draft,
    titleField: titleField === '' && isTitle(after) ? after.name : titleField,
    noteField: renamed(draft.noteField),
    fields: draft.fields.map((one) => (one.key === key ? after : one)),
  };
}
/** The draft whose title is this field, which every record then has. */
export function withTitle(draft: ModelDraft, key: string): ModelDraft {
  const title = draft.fields.find((one) => one.key === key);
  if (title?.kind !== 'text') return draft;
  return { ...withField(draft, key, { isRequired: true }), titleField: title.name };
}
/** The draft with a field at another place. */
export function withMoved(draft: ModelDraft, key: string, to: number): ModelDraft {
  const from = draft.fields.findIndex((one) => one.key === key);
  if (from < 0 || to < 0 || to >= draft.fields.length || from === to) return draft;
  const fields = [...draft.fields];
  fields.splice(to, 0, ...fields.splice(from, 1));
  return { ...draft, fields };
}

/** What is typed for a number; an empty text is none, and what is no number stays as it is for its problem. */
export function numberTyped(text: string): number | undefined {
  return text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : Number(text);
}
/** An initial value as its kind holds it. */
export function initialTyped(kind: ModelKind, text: string): string | number | undefined {
  if (isEmpty(text)) return undefined;
  const isNumber = ['integer', 'choice', 'dict', 'flag'].includes(kind) && /^-?\d+$/.test(text);
  return isNumber ? Number(text) : text;
}
