import type { RawBuilder } from 'kysely';
import type { Module, Reference } from '../../contract/schema/module';
import type { RefusalCode } from '../../contract/wire/refusals';
import type { Context } from './context';

export function snake(name: string) {
  return name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
}

/** Names come from outside: `constructor` is a name too, and no entry of ours. */
export function own<V>(entries: Record<string, V>, name: string): V | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

/** Columns that say which record a row tells of: the name of its module, its id, and the record that this belongs to. */
export interface Telling {
  entity: string;
  id: string;
  about?: string;
  /** Ids are held as words, '' for none. */
  isText?: true;
  /** Names beside those of modules: what is told under them is told of records of that module. */
  alsoOf?: Readonly<Record<string, string>>;
}

/** A narrower set of a module's records, as fields that point to it may ask for. */
export interface Offer {
  /** Condition on the rows of the module's table. */
  where(cx: Context): RawBuilder<boolean> | Promise<RawBuilder<boolean>>;
  /** What a field may point to, where that is more than is offered for choice. */
  accepts?(cx: Context): RawBuilder<boolean>;
  /** What is said of a record outside of it, or a check that refuses in words of its own; else it counts as not there. */
  refuse?: RefusalCode | ((cx: Context, ids: readonly string[]) => Promise<void>);
}

/** A field of some module that points to records of another. */
export interface Pointer {
  table: Table;
  reference: Reference;
}

/** Where a module's rows live. */
export interface Table {
  module: Module;
  table: string;
  /** View that lists read from, when rows show columns of others. */
  list?: string;
  /** Fields that no list can be searched by: worked out when a row is shown, or held as something they do not show. */
  unstored?: readonly string[];
  /** Money columns that a list adds up over the whole filtered set. */
  sums?: readonly string[];
  /** Columns that are not called as their field: `{ roleId: 'role_ids' }`. */
  columns?: Readonly<Record<string, string>>;
  /** A condition that every list and every single look is under. */
  where?(cx: Context): RawBuilder<boolean>;
  /** Filters that mean more than their column. */
  filters?: Readonly<
    Record<string, (value: string, cx: Context) => RawBuilder<boolean> | Promise<RawBuilder<boolean>>>
  >;
  /** Each row tells of a record of some module: it is seen only where that record is. */
  tells?: Telling;
  /** A removed row is gone: nothing points at it, and its id may come again. */
  erases?: true;
  /** Sets of fields that no two rows may share. */
  unique?: readonly (readonly string[])[];
  /** Names that no two rows may share, nor have in letters that only look different: by case, width or alphabet. */
  alike?: readonly string[];
  /** Narrower sets of its records, by the names that `chosen.offers` declares. */
  offers?: Readonly<Record<string, Offer>>;
  /** What is said when a record is to go that rows of that module point to, instead of the usual words. */
  inUse?: Readonly<Partial<Record<string, RefusalCode>>>;
  /** What is said of a field whose value another row has, instead of the usual words. */
  taken?: Readonly<Partial<Record<string, RefusalCode>>>;
  /** Order of a list nobody sorted; newest first unless told. */
  defaultSort?: readonly [column: string, direction: 'asc' | 'desc'][];
}

/** The column that a field is stored in. */
export function columnOf({ columns = {} }: Pick<Table, 'columns'>, name: string): string {
  return own(columns, name) ?? snake(name);
}

/** A word inside a pattern of `like`, with nothing in it that stands for others. */
export function literal(value: string): string {
  return value.replace(/[\\%_]/g, '\\$&');
}
