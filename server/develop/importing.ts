/** Tables of other systems as rows of a model. */
import type { Search } from '../../contract/schema/fields';
import { columnOf, fieldNameOf, isReserved, type ModelField, type ModelKind } from '../../contract/schema/modelled';
import { type Prototype, prototypeOf } from '../../contract/wire/develop/prototypes';
import type { SourceColumn } from './sources/source';

/** Why a column has not become a field: every record has one of its name, its type has no counterpart, or its name. */
export type LeftWhy = 'own' | 'type' | 'name';
export interface LeftColumn {
  name: string;
  type: string;
  why: LeftWhy;
}
export interface TableFields {
  fields: Prototype[];
  left: LeftColumn[];
  isTree: boolean;
  titleField: string;
}

/** Fields in the list of a table that is imported, and texts among its searches. */
const mostListed = 8;
const mostSearched = 3;
const shortText = 255;
const longestText = 4000;
const longestName = 50;
/** Digits that every integer of so many fits. */
const integerDigits = 9;

type Kinded = Pick<ModelField, 'kind'> & Partial<Pick<ModelField, 'maxLength' | 'choices'>>;

function textOf(length: number | null): Kinded {
  const maxLength = Math.max(1, Math.min(length ?? shortText, longestText));
  return { kind: maxLength > shortText ? 'longText' : 'text', maxLength };
}

/** A decimal by its digits: whole numbers, percentages by their name, amounts; a text where digits would be lost. */
function decimalOf({ name, comment, length, scale }: SourceColumn): Kinded {
  if (scale === 0 && (length ?? 0) <= integerDigits && length !== null) return { kind: 'integer' };
  if ((scale ?? 0) <= 4 && (/rate|ratio|percent/i.test(name) || /率|比例|百分/.test(comment))) return { kind: 'rate' };
  return (scale ?? 0) <= 2 ? { kind: 'money' } : textOf((length ?? 38) + 2);
}

/** The values of `enum('a','b')`, numbered from 1. */
function enumOf(type: string): Kinded | undefined {
  const values = [...type.matchAll(/'((?:[^']|'')*)'/g)].map(([, value]) => value!.replaceAll("''", "'"));
  const choices = values.map((value, index) => ({ value: index + 1, zh: value || '-', en: '' }));
  return choices.length > 0 ? { kind: 'choice', choices } : undefined;
}

const plainTypes: Readonly<Record<string, ModelKind>> = {
  smallint: 'integer',
  integer: 'integer',
  int: 'integer',
  mediumint: 'integer',
  tinyint: 'integer',
  year: 'integer',
  boolean: 'flag',
  real: 'money',
  float: 'money',
  double: 'money',
  'double precision': 'money',
  money: 'money',
  date: 'date',
  datetime: 'dateTime',
  timestamp: 'dateTime',
};
/** Types that are written as texts of at most so many characters. */
const textTypes: Readonly<Record<string, number>> = {
  bigint: 20,
  uuid: 36,
  inet: 50,
  inet4: 15,
  inet6: 45,
  cidr: 50,
  macaddr: 17,
  time: 15,
  tinytext: 255,
  set: 500,
  text: longestText,
  mediumtext: longestText,
  longtext: longestText,
  citext: longestText,
  json: longestText,
  jsonb: longestText,
  xml: longestText,
};

/** The kind of field that holds the values of a column; undefined where none does. Types of PostgreSQL and MySQL. */
export function kindOf(column: SourceColumn): Kinded | undefined {
  const type = column.type.toLowerCase();
  if (type.endsWith('[]')) return undefined;
  if (/^(tinyint|bit)\(1\)/.test(type)) return { kind: 'flag' };
  if (type.startsWith('enum(')) return enumOf(column.type);
  const name = type
    .replace(/\([^()]*\)/g, '')
    .replace(/ (unsigned|zerofill|with(out)? time zone)/g, '')
    .trim();
  if (['character varying', 'varchar', 'character', 'char', 'bpchar', 'nvarchar'].includes(name))
    return textOf(column.length);
  if (['numeric', 'decimal'].includes(name)) return decimalOf(column);
  const [kind, length] = [plainTypes[name], textTypes[name]];
  if (kind) return { kind };
  return length === undefined ? undefined : textOf(length);
}

const usualSearch: Partial<Record<ModelKind, Search>> = { choice: 'equal', flag: 'equal', date: 'range' };

/** `customer_name` as words: `Customer name`. */
function wordsOf(name: string): string {
  const words = columnOf(fieldNameOf(name)).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function labelsOf({ name, comment }: SourceColumn): Pick<ModelField, 'zh' | 'en'> {
  const said = comment
    .trim()
    .split(/[\n\r]/)[0]!
    .slice(0, 100);
  const isChinese = /\p{Script=Han}/u.test(said);
  return { zh: said || wordsOf(name), en: said && !isChinese ? said : wordsOf(name).slice(0, 100) };
}

/** The columns of a table as rows of a model, and those that are none of its fields, with the reason. */
export function fieldsOf(columns: readonly SourceColumn[]): TableFields {
  const left: LeftColumn[] = [];
  const seen = new Set<string>();
  const keys = columns.filter(({ isKey }) => isKey);
  let searched = 0;
  const held = columns.flatMap((column, index) => {
    const made = fieldNameOf(column.name);
    const name = made === 'f' ? `field${index + 1}` : made;
    const kinded = kindOf(column);
    const isTaken = seen.has(columnOf(name)) || columnOf(name).length > longestName;
    const why: LeftWhy | undefined = isReserved(name) ? 'own' : !kinded ? 'type' : isTaken ? 'name' : undefined;
    if (why) {
      left.push({ name: column.name, type: column.type, why });
      return [];
    }
    seen.add(columnOf(name));
    const { kind } = kinded!;
    const isText = kind === 'text' && searched < mostSearched;
    if (isText) searched += 1;
    const field: ModelField = {
      name,
      ...kinded!,
      ...labelsOf(column),
      // A flag is 0 until it is set.
      isRequired: column.isRequired && kind !== 'flag',
      isUnique: column.isKey && keys.length === 1,
      isInTable: kind !== 'longText' && seen.size <= mostListed,
      isInForm: true,
      search: isText ? 'like' : usualSearch[kind],
    };
    return [{ field, column: { jdbcName: column.name, jdbcType: column.type.slice(0, 64) } }];
  });
  // A record needs a title: without a required text, the first text becomes one.
  const title =
    held.find(({ field }) => field.kind === 'text' && field.isRequired && !field.isUnique) ??
    held.find(({ field }) => field.kind === 'text' && field.isRequired) ??
    held.find(({ field }) => field.kind === 'text');
  if (title) title.field.isRequired = true;
  return {
    fields: held.map(({ field, column }, index) => prototypeOf(field, index + 1, column)),
    left,
    isTree: columns.some(({ name }) => fieldNameOf(name) === 'parentId'),
    titleField: title?.field.name ?? '',
  };
}
