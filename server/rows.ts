import { sql } from 'kysely';
import { isDate, isDateTime } from '../contract/calendar';
import { type Field, isEmpty, largestPage, type Module } from '../contract/kit';
import { isMoney, isRate } from '../contract/money';
import { changesBetween, writeAudit } from './audit';
import type { Context, Rows, WireQuery } from './context';
import { refuse } from './errors';
import { isStoredId } from './ids';

export const snake = (name: string) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
const camel = (name: string) => name.replace(/_([a-z])/g, (_, c: string) => c.toUpperCase());

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
  /** Order of a list nobody sorted; newest first unless told. */
  newestBy?: readonly [column: string, direction: 'asc' | 'desc'][];
}

const audit = ['createTime', 'updateTime'] as const;
const suffixes: Record<string, string> = {
  equal: '=',
  notequal: '<>',
  ge: '>=',
  gt: '>',
  le: '<=',
  lt: '<',
  datege: '>=',
  dategt: '>',
  dateequal: '=',
  datelt: '<',
  datele: '<=',
};
const patterns: Record<string, readonly [operator: string, pattern: (value: string) => string]> = {
  like: ['like', (value) => `%${value}%`],
  likeleft: ['like', (value) => `%${value}`],
  likeright: ['like', (value) => `${value}%`],
  notlike: ['not like', (value) => `%${value}%`],
};
/** Names come from outside: `constructor` is a name too, and no entry of ours. */
const own = <V>(entries: Record<string, V>, name: string): V | undefined =>
  Object.hasOwn(entries, name) ? entries[name] : undefined;
const literal = (value: string) => value.replace(/[\\%_]/g, '\\$&');

const filterable = ({ module, unstored = [] }: Table, name: string): Pick<Field, 'kind' | 'search'> | undefined => {
  if (name === 'id') return { kind: 'ref' };
  if ((audit as readonly string[]).includes(name)) return { kind: 'dateTime' };
  const field = own(module.fields, name);
  return field?.kind === 'identity' || unstored.includes(name) ? undefined : field;
};

/** A filter value as its column wants it; anything else is the asker's mistake, told as such. */
const valueFor = (field: Pick<Field, 'kind'>, name: string, value: string): string | number => {
  const wrong = () => refuse('badParameter', { name });
  switch (field.kind) {
    case 'integer':
    case 'choice':
    case 'dict':
    case 'flag':
      return /^-?\d{1,9}$/.test(value) ? Number(value) : wrong();
    case 'ref':
      return isStoredId(value) ? value : wrong();
    case 'money':
      return isMoney(value) ? value : wrong();
    case 'rate':
      return isRate(value) ? value : wrong();
    case 'date':
      return isDate(value) || isDateTime(value) ? value.slice(0, 10) : wrong();
    case 'dateTime':
      return isDateTime(value) ? value : isDate(value) ? `${value} 00:00:00` : wrong();
    default:
      return value.length > 200 || value.includes('\u0000') ? wrong() : value;
  }
};

/** A counting parameter of a list, cut at the most it may be. */
export const wholeNumber = (value: string | undefined, name: string, initial: number, most: number): number => {
  if (value === undefined || value === '') return initial;
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value) || Number(value) < 1)
    return refuse('badParameter', { name });
  return Math.min(Number(value), most);
};

export const rowsOf = <R extends { id: string }>(served: Table, cx: Context): Rows<R> => {
  const { module, table, list = table, sums = [], newestBy = [['id', 'desc']] } = served;
  const { trx, tenantId } = cx;
  const scoped = (source: string) =>
    trx.selectFrom(source).where('tenant_id', '=', tenantId).where('is_deleted', '=', 0);
  const outward = (raw: Record<string, unknown>): R =>
    Object.fromEntries(
      Object.entries(raw).map(([column, value]) => {
        const name = camel(column);
        if (value === null) return [name, null];
        switch (module.fields[name]?.kind) {
          case 'rate':
            return [name, String(value).replace(/\.?0+$/, '')];
          case 'identity':
            return [name, String(value).startsWith('v1.') ? cx.deps.secrets.unseal(String(value)) : value];
          default:
            return [name, value];
        }
      }),
    ) as R;
  const inward = (change: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(change).map(([name, value]) => {
        const isSecret = module.fields[name]?.kind === 'identity' && !isEmpty(value);
        return [snake(name), isSecret ? cx.deps.secrets.seal(String(value)) : value === '' ? null : value];
      }),
    );

  const filtered = (query: WireQuery) => {
    let asked = scoped(list);
    for (const [key, value] of Object.entries(query)) {
      if (value === undefined || value === '' || ['current', 'size', 'ascs', 'descs'].includes(key)) continue;
      if (typeof value !== 'string') refuse('badParameter', { name: key });
      const [name = '', ...rest] = key.split('_');
      const suffix = rest.join('_');
      const field = filterable(served, name);
      if (!field || suffix === 'ignore') continue; // clients of the family send display-only names along; they mean nothing here
      const column = sql.ref(snake(name));
      if (suffix === 'null' || suffix === 'notnull') {
        asked = asked.where(sql<boolean>`${column} is ${sql.raw(suffix === 'null' ? 'null' : 'not null')}`);
        continue;
      }
      const isText = field.kind === 'text' || field.kind === 'longText';
      const pattern = own(patterns, suffix || (isText && field.search !== 'equal' ? 'like' : 'equal'));
      if (pattern) {
        if (!isText) refuse('badParameter', { name: key });
        const [operator, around] = pattern;
        const text = around(literal(String(valueFor(field, key, value))));
        asked = asked.where(sql<boolean>`${column} ${sql.raw(operator)} ${text}`);
        continue;
      }
      const operator = own(suffixes, suffix || 'equal') ?? refuse('badParameter', { name: key });
      asked = asked.where(sql<boolean>`${column} ${sql.raw(operator)} ${valueFor(field, key, value)}`);
    }
    return asked;
  };

  const sorting = (query: WireQuery): [string, 'asc' | 'desc'][] => {
    const chosen = (['asc', 'desc'] as const).flatMap((direction) =>
      (query[`${direction}s`] ?? '')
        .split(',')
        .filter(Boolean)
        .map((name): [string, 'asc' | 'desc'] => {
          const isKnown =
            name === 'id' ||
            (audit as readonly string[]).includes(name) ||
            module.sortable?.includes(name) ||
            own(module.fields, name)?.search;
          return isKnown ? [snake(name), direction] : refuse('badParameter', { name: `${direction}s` });
        }),
    );
    return chosen.length > 0 ? [...chosen, ['id', 'desc']] : [...newestBy];
  };

  const rows: Rows<R> = {
    async page(query) {
      const size = wholeNumber(query.size, 'size', 10, largestPage);
      const current = wholeNumber(query.current, 'current', 1, 100_000_000);
      const asked = filtered(query);
      // The ids of the page are found in an index alone; whole rows are read for the page only, however deep it lies.
      let ids = asked.select('id');
      const order = sorting(query);
      for (const [column, direction] of order) ids = ids.orderBy(column, direction);
      const counted = await asked
        .select([
          sql<string>`count(*)`.as('total'),
          ...sums.map((name) => sql<string>`coalesce(sum(${sql.ref(snake(name))}), 0)`.as(name)),
        ])
        .executeTakeFirstOrThrow();
      const { total, ...added } = counted as Record<string, string>;
      let page = scoped(list)
        .selectAll()
        .where('id', 'in', ids.limit(size).offset((current - 1) * size));
      for (const [column, direction] of order) page = page.orderBy(column, direction);
      const records = Number(total) === 0 ? [] : await page.execute();
      return {
        records: records.map(outward),
        total: Number(total),
        size,
        current,
        pages: Math.ceil(Number(total) / size),
        ...(sums.length > 0 ? { sums: added as Record<string, string> } : {}),
      };
    },

    async get(id) {
      const found = await scoped(list).selectAll().where('id', '=', id).executeTakeFirst();
      return found && outward(found);
    },

    async lock(ids) {
      const found = await scoped(table)
        .selectAll()
        .where('id', 'in', ids.length > 0 ? ids : ['0'])
        .orderBy('id')
        .forUpdate()
        .execute();
      return found.map(outward);
    },

    async hold(id) {
      const found = await scoped(table).selectAll().where('id', '=', id).forShare().executeTakeFirst();
      return found && outward(found);
    },

    async find(where) {
      let asked = scoped(table).selectAll();
      for (const [name, value] of Object.entries(where)) asked = asked.where(snake(name), '=', value);
      return (await asked.orderBy('id').execute()).map(outward);
    },

    async has(where, exceptId = '0') {
      let asked = scoped(table).select('id').where('id', '<>', exceptId);
      for (const [name, value] of Object.entries(where)) asked = asked.where(snake(name), '=', value);
      return (await asked.limit(1).execute()).length > 0;
    },

    async insert(row, note = {}) {
      const by = cx.principal?.userId ?? null;
      const id = row.id ?? cx.deps.newId();
      const stored = await trx
        .insertInto(table)
        .values({
          ...inward(row),
          id,
          tenant_id: tenantId,
          create_user: by,
          create_dept: cx.principal?.deptId ?? null,
          create_time: cx.time,
          update_user: by,
          update_time: cx.time,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const after = outward(stored);
      await writeAudit(cx, module, after, changesBetween(module, undefined, after), { action: 'add', ...note });
      return after;
    },

    async update(before, change, note = {}) {
      const stored = await trx
        .updateTable(table)
        .set({
          ...inward(change),
          update_user: cx.principal?.userId ?? null,
          update_time: cx.time,
          version: sql`version + 1`,
        })
        .where('id', '=', before.id)
        .where('tenant_id', '=', tenantId)
        .returningAll()
        .executeTakeFirstOrThrow();
      const after = outward(stored);
      await writeAudit(cx, module, after, changesBetween(module, before, after), { action: 'update', ...note });
      return after;
    },

    async remove(doomed, note = {}) {
      for (const before of doomed) {
        await trx
          .updateTable(table)
          .set({
            is_deleted: 1,
            update_user: cx.principal?.userId ?? null,
            update_time: cx.time,
            version: sql`version + 1`,
          })
          .where('id', '=', before.id)
          .where('tenant_id', '=', tenantId)
          .execute();
        await writeAudit(cx, module, before, changesBetween(module, before, undefined), { action: 'remove', ...note });
      }
    },
  };
  return rows;
};
