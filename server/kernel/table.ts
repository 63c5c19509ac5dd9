import type { RawBuilder } from 'kysely';
import type { Module, Reference } from '../../contract/schema/module';
import type { RefusalCode } from '../../contract/wire/refusals';
import type { Context } from './context';

export function snake(name: string) {
  return name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
}

/** Names come from requests: `constructor` is a name too, and not an own entry. */
export function own<V>(entries: Record<string, V>, name: string): V | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

/** Columns that name the record a row is about: the name of its module, its id, and the record that this belongs to. */
export interface SubjectColumns {
  entity: string;
  id: string;
  about?: string;
  /** The person whose rows are theirs to see whatever they are about. */
  own?: string;
  /** Ids are stored as texts, '' for none. */
  isText?: true;
  /** Names beside those of modules: their rows are about records of that module. */
  alsoOf?: Readonly<Record<string, string>>;
}

/** Records of another module that rows are made of: who does not see all of them does not see the row. */
export interface MadeOf {
  /** Name of the module. */
  module: string;
  /** The column that names the record: of the table between, or of the row itself. It may be empty. */
  column: string;
  /** The table between, with its column that names the row. */
  through?: { table: string; row: string };
}

/** A field whose value is that of another record: as hidden as it is there. */
export interface Shown {
  /** The module of the record, and its field. */
  module: string;
  field: string;
  /** The field of the rows that names the record. */
  by: string;
}

/** A narrower set of a module's records, as fields that point to it may ask for. */
export interface Offer {
  /** Condition on the rows of the module's table. */
  where(cx: Context): RawBuilder<boolean> | Promise<RawBuilder<boolean>>;
  /** What a field may point to, where that is more than the choices offer. */
  accepts?(cx: Context): RawBuilder<boolean>;
  /** The refusal of a record outside of it, or a check that refuses itself; otherwise the record counts as missing. */
  refuse?: RefusalCode | ((cx: Context, ids: readonly string[]) => Promise<void>);
}

/** A field of some module that points to records of another. */
export interface Pointer {
  table: Table;
  reference: Reference;
}

/** An amount of each row as SQL, and the fields that it discloses: where one of them is hidden, it is not added up. */
export interface ComputedSum {
  name: string;
  of: string;
  discloses: readonly string[];
}

/** Figures that stand beside the records to which rows belong. */
export interface Kept {
  /** The field of the rows that names the record. */
  of: string;
  /** Writes the figures of records: once, before the end of a transaction that changed rows of theirs. */
  write(cx: Context, ids: readonly string[]): Promise<void>;
}

/** The table of a module. */
export interface Table {
  module: Module;
  table: string;
  /** View that lists read from, when rows show columns of others. */
  list?: string;
  /** Fields that no list can be searched by: derived when a row is shown, or stored in another form than shown. */
  unstored?: readonly string[];
  /** Fields that its list shows of records which its rows point to. */
  shows?: Readonly<Record<string, Shown>>;
  /**
   * What the person of a row has sent, by the column that names the person. It may tell of any record, so of others' rows it
   * is for people whom no data scope binds.
   */
  sent?: { by: string; fields: readonly string[] };
  /** Fields that are made of others, by the names of their modules: hidden where one of these is. */
  says?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** The field that names who acts on its records without an account: the history calls them by that name. */
  visitor?: string;
  /** Further fields that it shows of some rows alone, each with the condition under which the person sees it. */
  shownIf?(cx: Context): Promise<Readonly<Record<string, RawBuilder<boolean>>>>;
  /** Money columns that a list adds up over the whole filtered set, and amounts that follow from columns. */
  sums?: readonly (string | ComputedSum)[];
  /**
   * The values of the field `direction` that rows of the tenant have. Where a list has rows of several, they are added up
   * for each: what is owed and what is due are never one sum.
   */
  directions?(cx: Context): Promise<readonly number[]>;
  /** Columns with another name than their field: `{ roleId: 'role_ids' }`. */
  columns?: Readonly<Record<string, string>>;
  /** A condition of every list and every detail. */
  where?(cx: Context): RawBuilder<boolean> | Promise<RawBuilder<boolean>>;
  /** Filters with a meaning of their own. */
  filters?: Readonly<
    Record<string, (value: string, cx: Context) => RawBuilder<boolean> | Promise<RawBuilder<boolean>>>
  >;
  /** What a list shows that names no condition of its own for these: `{ archived: '0' }`. */
  usually?: Readonly<Record<string, string>>;
  /** Tables of entries: a record that one of them names by a foreign key is never removed. */
  entries?: readonly string[];
  /** The refusal of the removal of a record that has entries, instead of the generic one. */
  entered?: RefusalCode;
  /** Each row is about a record of some module: it is visible only where that record is. */
  tells?: SubjectColumns;
  /** What its rows are made of, beside the record that they belong to. */
  madeOf?: readonly MadeOf[];
  /**
   * Rows begin as a file from outside, of which it is not known yet whose records it tells of: they are for the person
   * who brought it, and for others once every row between names a record that they see.
   */
  isBrought?: true;
  /** A further condition for people whom data scopes bind, where what its rows tell of is in other tables. */
  narrows?(cx: Context): Promise<RawBuilder<boolean> | undefined>;
  /** What is kept of its rows elsewhere. */
  kept?: Kept;
  /** A removed row is deleted: nothing points at it, and its id may be used again. */
  erases?: true;
  /** Sets of fields that no two rows may share. */
  unique?: readonly (readonly string[])[];
  /** Names that no two rows may share, nor look-alikes that differ only in case, width or alphabet. */
  alike?: readonly string[];
  /** Narrower sets of its records, by the names that `chosen.offers` declares. */
  offers?: Readonly<Record<string, Offer>>;
  /** The refusal of a removal while rows of that module point to the record, instead of the generic one. */
  inUse?: Readonly<Partial<Record<string, RefusalCode>>>;
  /** The refusal of a field whose value another row has, instead of the generic one. */
  taken?: Readonly<Partial<Record<string, RefusalCode>>>;
  /** The default order of a list; newest first by default. */
  defaultSort?: readonly [column: string, direction: 'asc' | 'desc'][];
}

/** The column of a field. */
export function columnOf({ columns = {} }: Pick<Table, 'columns'>, name: string): string {
  return own(columns, name) ?? snake(name);
}

/** A text inside a pattern of `like`, with its wildcards escaped. */
export function literal(value: string): string {
  return value.replace(/[\\%_]/g, '\\$&');
}
