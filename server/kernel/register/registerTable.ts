/**
 * The table of a register as statements. Names and types are checked here whatever their source was: a text that is not
 * plainly a name of this product reaches no statement.
 */
import pg from 'pg';

/** What a reference points to: a table, and whether its rows are the tenants'. */
export interface Target {
  table: string;
  isTenants: boolean;
}

/** A column and the field whose values it holds. */
export interface RegisterColumn {
  field: string;
  column: string;
  /** `varchar(64)`, `int`, … */
  type: string;
  /** What its values mean, as `text`, `dict industry` or `ref customer`: others of the same type may mean something
   *  else. */
  kind: string;
  isRequired: boolean;
  isUnique: boolean;
  /** The record's parent in a tree: '0' at the top. */
  isParent?: true;
  /** Missing: no table that a foreign key could name. */
  target?: Target;
  /** No field of the present model: its values are kept. */
  isFormer?: true;
}

const names = /^[a-z][a-z\d_]{0,62}$/;
const types = /^(varchar\([1-9]\d{0,3}\)|int|bigint|date|numeric\(18, 2\)|numeric\(8, 4\)|timestamp\(0\))$/;

function named(name: string): string {
  if (!names.test(name)) throw new Error(`not a name of a table or column: ${JSON.stringify(name)}`);
  return pg.escapeIdentifier(name);
}
function typed(type: string): string {
  if (!types.test(type)) throw new Error(`not a type of a column: ${JSON.stringify(type)}`);
  return type;
}

/** The table of a register. Throws for anything but an id. */
export function registerTable(id: string): string {
  if (!/^[1-9]\d{0,18}$/.test(id)) throw new Error(`not an id: ${JSON.stringify(id)}`);
  return `live_${id}`;
}

/** Of the column at this place: a place is never used again, and a name of a column may be as long as one may be. */
function ruleName(table: string, rule: 'required' | 'unique' | 'points', place: number): string {
  return named(`${table}_${rule}_${place}`);
}

export function addColumn(table: string, { column, type, isParent }: RegisterColumn): string {
  return `alter table ${named(table)} add column ${named(column)} ${typed(type)}${isParent ? ' not null default 0' : ''}`;
}
export function dropColumn(table: string, { column }: RegisterColumn): string {
  return `alter table ${named(table)} drop column ${named(column)}`;
}
export function retypeColumn(table: string, { column, type }: RegisterColumn): string {
  return `alter table ${named(table)} alter column ${named(column)} type ${typed(type)}`;
}
/** Removed records need no value: people cannot complete them any more. */
export function addRequired(table: string, { column }: RegisterColumn, place: number): string {
  const rule = ruleName(table, 'required', place);
  return `alter table ${named(table)} add constraint ${rule} check (is_deleted = 1 or ${named(column)} is not null)`;
}
export function dropRequired(table: string, place: number): string {
  return `alter table ${named(table)} drop constraint ${ruleName(table, 'required', place)}`;
}
export function addUnique(table: string, { column }: RegisterColumn, place: number): string {
  const rule = ruleName(table, 'unique', place);
  return `create unique index ${rule} on ${named(table)} (tenant_id, ${named(column)}) where is_deleted = 0`;
}
export function dropUnique(table: string, place: number): string {
  return `drop index ${ruleName(table, 'unique', place)}`;
}
export function addPointer(table: string, { column, target }: RegisterColumn, place: number): string[] {
  if (!target) return [];
  const rule = ruleName(table, 'points', place);
  const own = target.isTenants ? `tenant_id, ${named(column)}` : named(column);
  const theirs = target.isTenants ? 'tenant_id, id' : 'id';
  return [
    `alter table ${named(table)} add constraint ${rule} foreign key (${own}) references ${named(target.table)} (${theirs})`,
  ];
}

/** A new column with its rules, in a table without rows, or one whose rows need no value. */
function column(table: string, held: RegisterColumn, place: number): string[] {
  return [
    addColumn(table, held),
    ...(held.isRequired && !held.isParent ? [addRequired(table, held, place)] : []),
    ...(held.isUnique ? [addUnique(table, held, place)] : []),
    ...addPointer(table, held, place),
  ];
}

/** A table as every table of a tenant is: its key, its policy, and that of the owner's backups. */
export function createTable(table: string, columns: readonly RegisterColumn[]): string[] {
  const name = named(table);
  const isOwn = `tenant_id = current_setting('app.tenant', true)`;
  return [
    `create table ${name} (
      id bigint not null,
      tenant_id varchar(12) not null,
      create_user bigint, create_dept bigint, create_time timestamp(0) not null,
      update_user bigint, update_time timestamp(0) not null,
      status int not null default 1,
      is_deleted int not null default 0,
      version int not null default 1,
      primary key (tenant_id, id)
    )`,
    `alter table ${name} enable row level security`,
    `alter table ${name} force row level security`,
    `create policy tenant_only on ${name} using (${isOwn}) with check (${isOwn})`,
    `create policy owner_backup on ${name} for select to current_user
      using (current_setting('app.backup', true) = 'on')`,
    `grant select, insert, update, delete on ${name} to leasedesk_app`,
    ...columns.flatMap((held, place) => column(table, held, place)),
  ];
}

export function dropTable(table: string): string {
  return `drop table ${named(table)}`;
}

/** Gives a value ($1) to the records of a tenant ($2) that have none. */
export function fillColumn(table: string, { column }: RegisterColumn): string {
  return `update ${named(table)} set ${named(column)} = $1 where tenant_id = $2 and ${named(column)} is null`;
}
