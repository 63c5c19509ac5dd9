import type { Label } from '../domain/text';

export type Kind =
  | 'text'
  | 'longText'
  | 'html' //     rich text: the engine keeps a fixed set of tags, and pictures of this server alone
  | 'identity' // an identity number: encrypted at rest, masked in every answer
  | 'integer'
  | 'money' //    yuan as a decimal string with at most 2 places
  | 'rate' //     percent as a decimal string with at most 4 places
  | 'date'
  | 'dateTime'
  | 'choice'
  | 'dict'
  | 'flag' //     0 or 1
  | 'ref' //      the id of a record of another module
  | 'refs' //     ids of records of another module, comma-joined
  | 'json' //     a list or an object as text; its module judges what it holds
  | 'secret'; // written and never read back; left empty, the stored value stays

export type Search = 'like' | 'equal' | 'range';
export type Unit = 'day' | 'yuan' | 'percent' | 'phone' | 'card' | 'credit' | 'share';

export interface Field<V = unknown, R extends boolean = boolean> {
  kind: Kind;
  label: Label;
  required: R;
  /** Shown below the input, where the label cannot say what an empty or chosen value does. */
  note?: Label;
  search?: Search;
  unit?: Unit;
  initial?: V;
  choices?: Record<string, Label>;
  /** Further texts by which a file says a choice. */
  alsoCalled?: Readonly<Record<string, readonly string[]>>;
  /** Business dictionary code whose keys are the values. */
  dict?: string;
  /** Name of the module a `ref` points to. */
  to?: string;
  /** A narrower set of the target's records, as its `chosen.offers` names it: only these are offered and taken. */
  offer?: string;
  /** A person who may add records of the target adds one here, without leaving the form. */
  creates?: true;
  /** Name under which lists and details carry the title of the record; by default `deptName` beside `deptId`. */
  shownAs?: string;
  /** What happens when the record it points to is removed: refused by default; `keep` leaves the id as it is. */
  whenRemoved?: 'refuse' | 'keep';
  /** A secret that is the password of the account in that field: it is checked and sent as passwords are. */
  passwordOf?: string;
  /** The field that names what this one holds: its value is written and never read back where that is the name of a secret. */
  secretBy?: string;
  /** Programs read its text, which may hold secrets by their names: their values are written and never read back. */
  holdsSecrets?: true;
  maxLength?: number;
  min?: number;
  max?: number;
  inTable?: false;
  inForm?: false;
  /** Neither goes out nor comes in with a list. */
  inFile?: false;
  /** Set by the server alone; the value of a body that carries it is ignored. */
  derived?: true;
  readonly carries?: V; // never assigned: it only tells TypeScript the type of the field's value
}
export type Fields = Record<string, Field>;

type More<V> = Partial<
  Pick<
    Field<V>,
    | 'required'
    | 'note'
    | 'search'
    | 'unit'
    | 'initial'
    | 'maxLength'
    | 'min'
    | 'max'
    | 'inTable'
    | 'inForm'
    | 'inFile'
    | 'derived'
    | 'passwordOf'
    | 'secretBy'
    | 'holdsSecrets'
  >
>;
type MoreRef = More<string> & Pick<Field, 'offer' | 'creates' | 'shownAs' | 'whenRemoved'>;
type Is<O> = O extends { required: true } ? true : false;

function field<V>(kind: Kind, preset: Partial<Field<V>> = {}) {
  return <const O extends More<V>>(zh: string, en: string, more?: O): Field<V, Is<O>> => ({
    kind,
    label: { zh, en },
    ...preset,
    ...more,
    required: (more?.required ?? false) as Is<O>,
  });
}

export const text = field<string>('text', { maxLength: 64 });
export const longText = field<string>('longText', { maxLength: 500 });
export const html = field<string>('html', { maxLength: 100_000, inTable: false });
export const json = field<string>('json', { maxLength: 100_000, inTable: false, inForm: false });
export const identity = field<string>('identity', { maxLength: 18 });
export const integer = field<number>('integer');
export const money = field<string>('money', { unit: 'yuan' });
export const rate = field<string>('rate', { unit: 'percent', min: 0, max: 100 });
export const date = field<string>('date');
export const dateTime = field<string>('dateTime', { inForm: false, derived: true });
/** When a record was made and last changed: every record has these fields, whether its module declares them or not. */
export const timesOfRecord = {
  createTime: dateTime('创建时间', 'Created at', { search: 'range' }),
  updateTime: dateTime('更新时间', 'Updated at'),
};
/** A date and time that people enter. */
export const moment = field<string>('dateTime');
export const flag = field<0 | 1>('flag', { initial: 0 });

export const secret = field<string>('secret', { maxLength: 256, inTable: false });

type Choices = Record<number, readonly [zh: string, en: string]>;

/** A number with a text for each value: `choice('状态', 'Status', { 1: ['正常', 'Normal'], 0: ['停用', 'Disabled'] })`. */
export function choice<const C extends Choices, const O extends More<keyof C> & Pick<Field, 'alsoCalled'>>(
  zh: string,
  en: string,
  choices: C,
  more?: O,
): Field<keyof C, Is<O>> {
  return {
    ...field<keyof C>('choice')(zh, en, more),
    choices: Object.fromEntries(Object.entries(choices).map(([value, [zh, en]]) => [value, { zh, en }])),
  };
}

/** A number whose texts come from the business dictionary, so that a tenant can rename but not renumber them. */
export function dict(code: string) {
  return <const O extends More<number>>(zh: string, en: string, more?: O): Field<number, Is<O>> => ({
    ...field<number>('dict')(zh, en, more),
    dict: code,
  });
}

/** The id of a record of another module: `ref('customer')('客户', 'Customer', …)`. */
export function ref<const T extends string>(to: T) {
  return <const O extends MoreRef>(zh: string, en: string, more?: O): Field<string, Is<O>> & { to: T } => ({
    ...field<string>('ref')(zh, en, more),
    to,
  });
}

/** Records of another module, as clients of the family send them: `'11,12'`. */
export function refs<const T extends string>(to: T) {
  return <const O extends MoreRef>(zh: string, en: string, more?: O): Field<string, Is<O>> & { to: T } => ({
    ...field<string>('refs', { maxLength: 4000 })(zh, en, more),
    to,
  });
}

/** The name under which lists and details carry the title of the record that a field points to. */
export function shownAs(name: string, { shownAs: said }: Pick<Field, 'shownAs'>): string {
  return said ?? `${name.replace(/Ids?$/, '')}Name`;
}

/** Whether the values of a field are whole numbers. */
export function isWhole({ kind }: Pick<Field, 'kind'>): boolean {
  return ['integer', 'choice', 'dict', 'flag'].includes(kind);
}

/** Values a new record starts with. */
export function initialDraft(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { initial, derived }]) =>
      initial === undefined || derived ? [] : [[name, initial]],
    ),
  );
}
