/** The columns that a model needs, and what has to be done to a table so that it has them. */
import { CompiledQuery, sql } from 'kysely';
import { type Label, textIn } from '../../../contract/domain/text';
import { isEmpty } from '../../../contract/domain/values';
import { columnOf, fieldOf, type Model, type ModelField, type ModelKind } from '../../../contract/schema/modelled';
import type { RefusalCode } from '../../../contract/wire/refusals';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import {
  addColumn,
  addPointer,
  addRequired,
  addUnique,
  createTable,
  dropColumn,
  dropRequired,
  dropUnique,
  fillColumn,
  type RegisterColumn,
  retypeColumn,
  type Target,
} from '../../kernel/register/registerTable';

/** A statement about a table; its values are recorded beside it. */
export interface Statement {
  text: string;
  values?: readonly unknown[];
}

const parent: RegisterColumn = {
  ...{ field: 'parentId', column: 'parent_id', type: 'bigint', kind: 'parent' },
  ...{ isRequired: false, isUnique: false, isParent: true },
};
/** Columns that a table may have, former ones among them; PostgreSQL ends at 1600. */
const mostColumns = 400;

const typesOf: Readonly<Record<Exclude<ModelKind, 'text' | 'longText'>, string>> = {
  integer: 'int',
  money: 'numeric(18, 2)',
  rate: 'numeric(8, 4)',
  date: 'date',
  dateTime: 'timestamp(0)',
  choice: 'int',
  dict: 'int',
  flag: 'int',
  ref: 'bigint',
};
function kindOf({ kind, dict, to }: ModelField): string {
  if (kind === 'longText') return 'text';
  return kind === 'dict' ? `dict ${dict}` : kind === 'ref' ? `ref ${to}` : kind;
}
function lengthOf(held: ModelField): number {
  return fieldOf(held).maxLength ?? 64;
}
function typeOf(held: ModelField): string {
  return held.kind === 'text' || held.kind === 'longText' ? `varchar(${lengthOf(held)})` : typesOf[held.kind];
}

/** What a foreign key of a field can name: a table whose key is the id, alone or with the tenant. */
async function targetOf(cx: Context, to: string | undefined): Promise<Target | undefined> {
  const table = to === undefined ? undefined : cx.tableOf(to)?.table;
  if (table === undefined) return undefined;
  const { rows } = await sql<{ key: string; type: string }>`
    select string_agg(a.attname, ' ' order by a.attname) as key, min(format_type(a.atttypid, a.atttypmod)) as type
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = to_regclass(quote_ident(${table})) and i.indisprimary`.execute(cx.trx);
  const { key, type } = rows[0] ?? {};
  if (key === 'id tenant_id') return { table, isTenants: true };
  return key === 'id' && type === 'bigint' ? { table, isTenants: false } : undefined;
}

export async function columnsFor(cx: Context, { fields, isTree }: Model): Promise<RegisterColumn[]> {
  const columns: RegisterColumn[] = isTree ? [parent] : [];
  for (const held of fields) {
    const target = held.kind === 'ref' ? await targetOf(cx, held.to) : undefined;
    columns.push({
      field: held.name,
      column: columnOf(held.name),
      type: typeOf(held),
      kind: kindOf(held),
      isRequired: held.isRequired,
      isUnique: held.isUnique,
      ...(target ? { target } : {}),
    });
  }
  return columns;
}

interface Wanted {
  want: RegisterColumn;
  /** Missing: the parent in a tree. */
  held?: ModelField | undefined;
}

/** What becomes of the table of a register. Every change that would lose or contradict values is refused by name. */
class Change {
  readonly statements: Statement[] = [];
  readonly columns: RegisterColumn[];

  constructor(
    private readonly cx: Context,
    private readonly table: string,
    before: readonly RegisterColumn[],
  ) {
    this.columns = before.map((column) => ({ ...column }));
  }

  private next(...texts: string[]): void {
    this.statements.push(...texts.map((text) => ({ text })));
  }

  /** How many records meet a condition; removed ones are counted where `isEvery`. */
  private async count(condition: ReturnType<typeof sql>, isEvery = false): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(this.table)}
      where tenant_id = ${this.cx.tenantId} and ${isEvery ? sql`true` : sql`is_deleted = 0`} and (${condition})`.execute(
      this.cx.trx,
    );
    return rows[0]!.count;
  }

  private refuse(code: RefusalCode, held: Pick<ModelField, 'zh' | 'en'>, detail: Record<string, unknown> = {}): never {
    return refuse(code, { name: this.word(held), ...detail });
  }
  private word({ zh, en }: Label | Pick<ModelField, 'zh' | 'en'>): string {
    return textIn({ zh, en: en || zh } as Label, this.cx.language);
  }

  async take({ want, held }: Wanted, before: Model): Promise<void> {
    const place = this.columns.findIndex(({ column }) => column === want.column);
    const had = this.columns[place];
    if (!had) return this.add(want, held, this.columns.length);
    const column = sql.ref(want.column);
    if (had.kind !== want.kind) {
      // Values of removed records may still be restored from a backup or read in the history: they count.
      const holds = await this.count(sql`${column} is not null`, true);
      if (holds > 0 && held) this.refuse('register.kindChanged', held);
      this.next(dropColumn(this.table, had));
      return this.add(want, held, place);
    }
    await this.keep(had, want, held, place, before);
  }

  private async add(want: RegisterColumn, held: ModelField | undefined, place: number): Promise<void> {
    this.columns[place] = want;
    this.next(addColumn(this.table, want), ...addPointer(this.table, want, place));
    if (!held) return;
    const count = await this.count(sql`true`);
    const { initial } = fieldOf(held);
    if (!isEmpty(initial)) {
      if (want.isUnique && count > 1) this.refuse('register.duplicates', held, { value: initial });
      this.fill(want, initial);
    } else if (want.isRequired && count > 0) this.refuse('register.emptyValues', held, { count });
    if (want.isRequired) this.next(addRequired(this.table, want, place));
    if (want.isUnique) this.next(addUnique(this.table, want, place));
  }

  private fill(want: RegisterColumn, value: unknown): void {
    this.statements.push({ text: fillColumn(this.table, want), values: [value, this.cx.tenantId] });
  }

  private async keep(
    had: RegisterColumn,
    want: RegisterColumn,
    held: ModelField | undefined,
    place: number,
    before: Model,
  ): Promise<void> {
    const type = wider(had.type, want.type);
    this.columns[place] = { ...want, type };
    if (type !== had.type) this.next(retypeColumn(this.table, { ...want, type }));
    if (!held) return;
    await this.refuseOutside(want, held, before);
    if (want.isRequired && !had.isRequired) {
      const count = await this.count(sql`${sql.ref(want.column)} is null`);
      const { initial } = fieldOf(held);
      if (count > 0 && isEmpty(initial)) this.refuse('register.emptyValues', held, { count });
      if (count > 0) this.fill(want, initial);
      this.next(addRequired(this.table, want, place));
    }
    if (had.isRequired && !want.isRequired) this.next(dropRequired(this.table, place));
    if (want.isUnique && !had.isUnique) {
      await this.refuseDuplicates(want, held);
      this.next(addUnique(this.table, want, place));
    }
    if (had.isUnique && !want.isUnique) this.next(dropUnique(this.table, place));
  }

  private async refuseDuplicates({ column }: RegisterColumn, held: ModelField): Promise<void> {
    const { rows } = await sql<{ value: unknown }>`
      select ${sql.ref(column)}::text as value from ${sql.table(this.table)}
      where tenant_id = ${this.cx.tenantId} and is_deleted = 0 and ${sql.ref(column)} is not null
      group by 1 having count(*) > 1 order by 1 limit 1`.execute(this.cx.trx);
    if (rows[0]) this.refuse('register.duplicates', held, { value: String(rows[0].value).slice(0, 50) });
  }

  /** Values beyond a new length or new bounds, and choices that are not offered any more. */
  private async refuseOutside({ column: name }: RegisterColumn, held: ModelField, before: Model): Promise<void> {
    const column = sql.ref(name);
    const { kind, maxLength, min, max, choices } = fieldOf(held);
    if (kind === 'text' || kind === 'longText') {
      const count = await this.count(sql`char_length(${column}) > ${maxLength ?? 64}`);
      if (count > 0) this.refuse('register.narrowed', held, { count });
    }
    if (['integer', 'money', 'rate'].includes(kind) && (min !== undefined || max !== undefined)) {
      const least = min === undefined ? sql`false` : sql`${column} < ${min}`;
      const count = await this.count(sql`${least} or ${max === undefined ? sql`false` : sql`${column} > ${max}`}`);
      if (count > 0) this.refuse('register.narrowed', held, { count });
    }
    if (!choices) return;
    const { rows } = await sql<{ value: number; count: number }>`
      select ${column} as value, count(*)::int as count from ${sql.table(this.table)}
      where tenant_id = ${this.cx.tenantId} and is_deleted = 0 and not ${column} = any(${Object.keys(choices)}::int[])
      group by 1 order by 1 limit 1`.execute(this.cx.trx);
    const [gone] = rows;
    if (!gone) return;
    const former = before.fields
      .find((one) => one.name === held.name)
      ?.choices?.find((one) => one.value === gone.value);
    this.refuse('register.choiceUsed', held, {
      value: former ? this.word(former) : gone.value,
      count: gone.count,
    });
  }

  /** Columns of fields that the model has no more keep their values, without their rules. */
  leave(wanted: ReadonlySet<string>): void {
    for (const [place, had] of this.columns.entries()) {
      if (wanted.has(had.column) || had.isFormer) continue;
      if (had.isRequired) this.next(dropRequired(this.table, place));
      if (had.isUnique) this.next(dropUnique(this.table, place));
      this.columns[place] = { ...had, isRequired: false, isUnique: false, isFormer: true };
    }
  }
}

/** The longer of two texts; other types are alike. */
function wider(had: string, wanted: string): string {
  const length = (type: string) => Number(/\d+/.exec(type)?.[0] ?? 0);
  return wanted.startsWith('varchar') && length(had) >= length(wanted) ? had : wanted;
}

export interface Planned {
  statements: Statement[];
  columns: RegisterColumn[];
}

/** The statements that make a new table. */
export async function planTable(cx: Context, table: string, model: Model): Promise<Planned> {
  const columns = await columnsFor(cx, model);
  return { columns, statements: createTable(table, columns).map((text) => ({ text })) };
}

/** The statements that turn the table of one publication into that of the next. Records are counted by the way: other
 *  writers must wait. */
export async function planChange(
  cx: Context,
  table: string,
  { before, columns, model }: { before: Model; columns: readonly RegisterColumn[]; model: Model },
): Promise<Planned> {
  const wanted = await columnsFor(cx, model);
  const change = new Change(cx, table, columns);
  change.leave(new Set(wanted.map(({ column }) => column)));
  for (const want of wanted)
    await change.take({ want, held: model.fields.find(({ name }) => name === want.field) }, before);
  if (change.columns.length > mostColumns) refuse('register.tooManyColumns', { limit: mostColumns });
  return change;
}

/** Does them in their order; the caller has the rights of the owner. */
export async function apply({ trx }: Context, statements: readonly Statement[]): Promise<void> {
  for (const { text, values = [] } of statements) await trx.executeQuery(CompiledQuery.raw(text, [...values]));
}
