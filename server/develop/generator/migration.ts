/** The table of a module: the migration that makes it, and those that follow when its model has changed. */
import { isEmpty } from '../../../contract/domain/values';
import type { Model, ModelField } from '../../../contract/schema/modelled';
import { english, type GeneratedFile, migrationPath, type Setting, type Targets, tableName } from './setting';
import { column, commented } from './words';

/** Longest name that PostgreSQL keeps whole. */
const longestName = 63;

export function typeOf(field: ModelField): string {
  switch (field.kind) {
    case 'text':
      return `varchar(${field.maxLength ?? 64})`;
    case 'longText':
      return `varchar(${field.maxLength ?? 500})`;
    case 'money':
      return 'numeric(18, 2)';
    case 'rate':
      return 'numeric(8, 4)';
    case 'date':
      return 'date';
    case 'dateTime':
      return 'timestamp(0)';
    case 'ref':
      return 'bigint';
    default:
      return 'int';
  }
}

function indexName(table: string, name: string): string {
  const whole = `${table}_${column(name).replaceAll('"', '')}`;
  if (whole.length <= longestName) return whole;
  // The beginning alone may be that of another index.
  const sum = [...whole].reduce((held, one) => (held * 31 + one.charCodeAt(0)) % 46_656, 7);
  return `${whole.slice(0, longestName - 4)}_${sum.toString(36).padStart(3, '0')}`;
}

/** No two records of a tenant have the same value; records without one do not count. */
function uniqueIndex(table: string, { name, kind, isRequired }: ModelField): string {
  const isBlank = !isRequired && (kind === 'text' || kind === 'longText');
  const where = isBlank ? `is_deleted = 0 and ${column(name)} <> ''` : 'is_deleted = 0';
  const line = `create unique index ${indexName(table, name)} on ${table} (tenant_id, ${column(name)})`;
  return `${line}${line.length + where.length > 110 ? '\n ' : ''} where ${where};`;
}

function foreignKey({ name }: ModelField, target: string): string {
  return `foreign key (tenant_id, ${column(name)}) references ${target} (tenant_id, id)`;
}

/** The table that a field's records are in, where it has a key to point to. */
function tableOf(field: ModelField, setting: Setting, targets: Targets): string | null {
  if (field.kind !== 'ref' || !field.to) return null;
  return field.to === setting.moduleName ? tableName(setting) : (targets[field.to]?.table ?? null);
}

/** The first migration. */
export function tableFile(model: Model, setting: Setting, targets: Targets): GeneratedFile {
  const table = tableName(setting);
  const columns = [
    'id bigint not null',
    'tenant_id varchar(12) not null',
    ...model.fields.map((field) => `${column(field.name)} ${typeOf(field)}${field.isRequired ? ' not null' : ''}`),
    ...(model.isTree ? ['parent_id bigint not null default 0'] : []),
    'create_user bigint, create_dept bigint, create_time timestamp(0) not null',
    'update_user bigint, update_time timestamp(0) not null',
    'status int not null default 1',
    'is_deleted int not null default 0',
    'version int not null default 1',
    'primary key (tenant_id, id)',
    ...model.fields.flatMap((field) => {
      const target = tableOf(field, setting, targets);
      return target ? [foreignKey(field, target)] : [];
    }),
  ];
  const indexes = model.fields.filter(({ isUnique }) => isUnique).map((field) => `${uniqueIndex(table, field)}\n`);
  return {
    path: migrationPath(setting, setting.migration),
    text: `-- ${commented(english(model))}.
create table ${table} (
${columns.map((one) => `  ${one}`).join(',\n')}
);
${indexes.join('')}
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy tenant_only on ${table}
  using (tenant_id = current_setting('app.tenant', true))
  with check (tenant_id = current_setting('app.tenant', true));
`,
  };
}

/** The stored form of a field: with another one, the values in its column mean something else. */
function storage({ kind, to, dict }: ModelField): string {
  const column: Partial<Record<ModelField['kind'], string>> = {
    text: 'text',
    longText: 'text',
    flag: 'int',
    choice: 'int',
  };
  return [column[kind] ?? kind, kind === 'ref' ? to : '', kind === 'dict' ? dict : ''].join(' ');
}

/** A changed model whose table no statement brings up to date without a decision about the values in it. */
export class UnclearChange extends Error {
  override name = 'UnclearChange';
}

function columnChanges(table: string, before: ModelField, after: ModelField): string[] {
  const name = column(after.name);
  const alter = `alter table ${table} alter column ${name}`;
  const length = (field: ModelField) => Number(/^varchar\((\d+)\)$/.exec(typeOf(field))?.[1] ?? 0);
  return [
    ...(length(after) > length(before) ? [`${alter} type ${typeOf(after)};`] : []),
    ...(before.isRequired && !after.isRequired ? [`${alter} drop not null;`] : []),
    ...(!before.isUnique && after.isUnique ? [uniqueIndex(table, after)] : []),
    ...(before.isUnique && !after.isUnique ? [`drop index ${indexName(table, after.name)};`] : []),
    ...(before.isUnique &&
    after.isUnique &&
    before.isRequired !== after.isRequired &&
    typeOf(after).startsWith('varchar')
      ? [`drop index ${indexName(table, after.name)};`, uniqueIndex(table, after)]
      : []),
  ];
}

/** A column for records that are there already: a required field with a first value gets it in all of them. */
function addColumn(table: string, field: ModelField): string[] {
  const add = `alter table ${table} add column if not exists ${column(field.name)} ${typeOf(field)}`;
  if (!field.isRequired || isEmpty(field.initial)) return [`${add};`];
  const value = field.kind === 'money' || field.kind === 'rate' ? Number(field.initial) : field.initial!;
  return [
    `${add} not null default ${sqlValue(value)};`,
    `alter table ${table} alter column ${column(field.name)} drop default;`,
  ];
}

/**
 * Brings the table of `before` to what `after` needs, without losing a value: columns of removed fields stay, a shorter
 * text keeps its column, and a new required field is empty in the records that are there. Undefined when the table needs
 * nothing. Throws `UnclearChange` for fields that are stored in another way.
 */
export function alteration(before: Model, after: Model, setting: Setting, targets: Targets): string | undefined {
  const table = tableName(setting);
  const known = new Map(before.fields.map((field) => [field.name, field]));
  const statements: string[] = [];
  for (const field of after.fields) {
    const held = known.get(field.name);
    known.delete(field.name);
    if (held && storage(held) !== storage(field))
      throw new UnclearChange(`'${field.name}' is stored in another way than before; give the new field another name`);
    if (held) statements.push(...columnChanges(table, held, field));
    else {
      const target = tableOf(field, setting, targets);
      statements.push(
        ...addColumn(table, field),
        ...(target ? [`alter table ${table} add ${foreignKey(field, target)};`] : []),
        ...(field.isUnique ? [uniqueIndex(table, field)] : []),
      );
    }
  }
  for (const field of known.values()) {
    if (field.isRequired) statements.push(`alter table ${table} alter column ${column(field.name)} drop not null;`);
    if (field.isUnique) statements.push(`drop index ${indexName(table, field.name)};`);
  }
  if (after.isTree && !before.isTree)
    statements.push(`alter table ${table} add column parent_id bigint not null default 0;`);
  if (statements.length === 0) return undefined;
  return `-- ${commented(english(after))}: what its model has got since.\n${statements.join('\n')}\n`;
}

/** A literal of SQL. */
export function sqlValue(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const inner = value.replaceAll("'", "''");
  return inner.includes('\\') ? `E'${inner.replaceAll('\\', '\\\\')}'` : `'${inner}'`;
}
