import { sql } from 'kysely';
import { isDate, isDateTime } from '../../contract/domain/calendar';
import { isMoney, isRate } from '../../contract/domain/money';
import { isEmpty } from '../../contract/domain/values';
import type { Field } from '../../contract/schema/fields';
import { largestPage } from '../../contract/schema/module';
import type { Context, Rows, WireQuery } from '../kernel/context';
import { byName } from '../kernel/database';
import { refuse } from '../kernel/errors';
import { isStoredId } from '../kernel/ids';
import { columnOf, literal, own, snake, type Table } from '../kernel/table';
import { changesBetween, writeAudit } from './audit';
import { hiddenFields, scopeOf } from './scopes';

const camel = (name: string) => name.replace(/_([a-z])/g, (_, c: string) => c.toUpperCase());

const audit = ['createTime', 'updateTime'] as const;
/** Rows that a list without pages holds at the most. */
const mostWhole = 20_000;
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

/** What an identity number is found by: the number itself rests encrypted, a little different each time. */
export const identityHash = (cx: Pick<Context, 'deps' | 'tenantId'>, number: string): string =>
  cx.deps.secrets.sign('identity-index', `${cx.tenantId}\n${number.trim().toUpperCase()}`);
/** The column beside an identity number that holds its hash. */
export const hashColumn = (column: string): string => `${column}_hash`;

/** What a name of a query means by what follows its first `_`; undefined when that is no suffix of a filter. */
const suffixOf = (key: string): string | undefined => {
  const at = key.indexOf('_');
  const suffix = at < 0 ? '' : key.slice(at + 1);
  const isKnown = ['', 'ignore', 'null', 'notnull'].includes(suffix) || own(suffixes, suffix) || own(patterns, suffix);
  return isKnown ? suffix : undefined;
};

/** Names that say which part of a list is shown, and in which order. */
const paging = ['current', 'size', 'ascs', 'descs'];

/**
 * Whether a name of a query narrows a list. Clients of the family send names along that are no fields; those mean
 * nothing. A field that cannot be searched, or the suffix of a filter on what is no field, is somebody's mistake, and
 * a list that is not narrowed would show everything: refused by its name.
 */
export const isCondition = (served: Table, key: string, hidden: ReadonlySet<string> = new Set()): boolean => {
  if (paging.includes(key)) return false;
  const name = key.split('_', 1)[0]!;
  const suffix = suffixOf(key);
  if (suffix === 'ignore') return false;
  const isSpecial = (suffix === '' || suffix === 'equal') && own(served.filters ?? {}, name) !== undefined;
  if (isSpecial && !hidden.has(name)) return true;
  const isDeclared = own(served.module.fields, name) !== undefined;
  if (!hidden.has(name) && filterable(served, name))
    return suffix !== undefined || refuse('badParameter', { name: key });
  return isDeclared || (suffix !== undefined && suffix !== '') ? refuse('badParameter', { name: key }) : false;
};

const filterable = ({ module, unstored = [] }: Table, name: string): Pick<Field, 'kind' | 'search'> | undefined => {
  if (name === 'id') return { kind: 'ref' };
  if ((audit as readonly string[]).includes(name)) return { kind: 'dateTime' };
  const field = own(module.fields, name);
  // An identity number rests encrypted: it is found whole, through its hash, where it is declared so.
  const isUnfit = field?.kind === 'secret' || (field?.kind === 'identity' && field.search !== 'equal');
  return isUnfit || unstored.includes(name) ? undefined : field;
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
    case 'refs':
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
  const { module, table, list = table, sums = [], defaultSort = [['id', 'desc']] } = served;
  const { tenantId } = cx;
  const trx = byName(cx.trx);
  const isShared = module.scope === 'platform';
  const column = (name: string) => columnOf(served, name);
  const names = new Map(Object.entries(served.columns ?? {}).map(([name, stored]) => [stored, name]));
  /** Every statement begins here: the tenant's rows that are there, as far as the person's data scopes reach. */
  const scoped = async (source: string) => {
    let asked = trx.selectFrom(source).where('is_deleted', '=', 0);
    if (!isShared) asked = asked.where('tenant_id', '=', tenantId);
    if (served.where && source === list) asked = asked.where(served.where(cx));
    const scope = await scopeOf(cx, served);
    return scope ? asked.where(scope) : asked;
  };
  const outward = (raw: Record<string, unknown>): R =>
    Object.fromEntries(
      Object.entries(raw).map(([column, value]) => {
        const name = names.get(column) ?? camel(column);
        if (value === null) return [name, null];
        switch (module.fields[name]?.kind) {
          case 'rate':
            return [name, String(value).replace(/\.?0+$/, '')];
          case 'identity':
            return [name, String(value).startsWith('v1.') ? cx.deps.secrets.unseal(String(value)) : value];
          case 'refs':
            return [name, (value as string[]).join(',')];
          case 'secret':
            return [name, undefined];
          default:
            return [name, value];
        }
      }),
    ) as R;
  const inward = (change: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(change).flatMap(([name, value]): [string, unknown][] => {
        const kind = module.fields[name]?.kind;
        if (kind === 'identity')
          return isEmpty(value)
            ? [
                [column(name), null],
                [hashColumn(column(name)), null],
              ]
            : [
                [column(name), cx.deps.secrets.seal(String(value))],
                [hashColumn(column(name)), identityHash(cx, String(value))],
              ];
        if (kind === 'refs') return [[column(name), isEmpty(value) ? [] : [...new Set(String(value).split(','))]]];
        // Words that begin as none at all stay that; everything else that was emptied is not there.
        return [[column(name), value === '' && module.fields[name]?.initial !== '' ? null : value]];
      }),
    );

  const equal = (name: string, value: unknown): [string, '=', any] =>
    module.fields[name]?.kind === 'identity'
      ? [hashColumn(column(name)), '=', identityHash(cx, String(value))]
      : [column(name), '=', value];

  const filtered = async (query: WireQuery) => {
    const hidden = await hiddenFields(cx, module);
    let asked = await scoped(list);
    for (const [key, value] of Object.entries(query)) {
      if (value === undefined || value === '' || !isCondition(served, key, hidden)) continue;
      if (typeof value !== 'string') refuse('badParameter', { name: key });
      const [name = '', suffix = ''] = key.split('_');
      const special = suffix === '' || suffix === 'equal' ? own(served.filters ?? {}, name) : undefined;
      if (special) {
        asked = asked.where(special(value as string, cx));
        continue;
      }
      const field = filterable(served, name)!;
      if (field.kind === 'identity') {
        if (suffix !== '' && suffix !== 'equal') refuse('badParameter', { name: key });
        asked = asked.where(hashColumn(columnOf(served, name)), '=', identityHash(cx, value as string));
        continue;
      }
      const column = sql.ref(columnOf(served, name));
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
      if (field.kind === 'refs') {
        asked = asked.where(sql<boolean>`${column} @> array[${valueFor(field, key, value as string)}]::bigint[]`);
        continue;
      }
      const operator = own(suffixes, suffix || 'equal') ?? refuse('badParameter', { name: key });
      asked = asked.where(sql<boolean>`${column} ${sql.raw(operator)} ${valueFor(field, key, value)}`);
    }
    return asked;
  };

  const sorting = async (query: WireQuery): Promise<[string, 'asc' | 'desc'][]> => {
    const hidden = await hiddenFields(cx, module);
    const chosen = (['asc', 'desc'] as const).flatMap((direction) =>
      (query[`${direction}s`] ?? '')
        .split(',')
        .filter(Boolean)
        .map((name): [string, 'asc' | 'desc'] => {
          const field = own(module.fields, name);
          const isKnown =
            name === 'id' ||
            (audit as readonly string[]).includes(name) ||
            module.sortable?.includes(name) ||
            (field?.search && field.kind !== 'identity'); // rests encrypted: its order says nothing
          return isKnown && !hidden.has(name)
            ? [column(name), direction]
            : refuse('badParameter', { name: `${direction}s=${name.slice(0, 64)}` });
        }),
    );
    return chosen.length > 0 ? [...chosen, ['id', 'desc']] : [...defaultSort];
  };

  const rows: Rows<R> = {
    async page(query) {
      const size = wholeNumber(query.size, 'size', 10, largestPage);
      const current = wholeNumber(query.current, 'current', 1, 100_000_000);
      const asked = await filtered(query);
      // The ids of the page are found in an index alone; whole rows are read for the page only, however deep it lies.
      let ids = asked.select('id');
      const order = await sorting(query);
      for (const [column, direction] of order) ids = ids.orderBy(column, direction);
      const hidden = await hiddenFields(cx, module);
      const added = sums.filter((name) => !hidden.has(name));
      const counted = await asked
        .select([
          sql<string>`count(*)`.as('total'),
          ...added.map((name) => sql<string>`coalesce(sum(${sql.ref(snake(name))}), 0)`.as(name)),
        ])
        .executeTakeFirstOrThrow();
      const { total, ...amounts } = counted as Record<string, string>;
      let page = (await scoped(list)).selectAll().where('id', 'in', ids.limit(size).offset((current - 1) * size));
      for (const [column, direction] of order) page = page.orderBy(column, direction);
      const records = Number(total) === 0 ? [] : await page.execute();
      return {
        records: records.map(outward),
        total: Number(total),
        size,
        current,
        pages: Math.ceil(Number(total) / size),
        ...(added.length > 0 ? { sums: amounts as Record<string, string> } : {}),
      };
    },

    async every(query) {
      let asked = (await filtered(query)).selectAll();
      for (const [column, direction] of await sorting(query)) asked = asked.orderBy(column, direction);
      return (await asked.limit(mostWhole).execute()).map(outward);
    },

    async get(id) {
      const found = await (await scoped(list)).selectAll().where('id', '=', id).executeTakeFirst();
      return found && outward(found);
    },

    async lock(ids) {
      const found = await (await scoped(table))
        .selectAll()
        .where('id', 'in', ids.length > 0 ? ids : ['0'])
        .orderBy('id')
        .forUpdate()
        .execute();
      return found.map(outward);
    },

    async hold(id) {
      const found = await (await scoped(table)).selectAll().where('id', '=', id).forShare().executeTakeFirst();
      return found && outward(found);
    },

    async find(where) {
      // For rules, which must know of rows that the person may not see.
      let asked = trx.selectFrom(table).selectAll().where('is_deleted', '=', 0);
      if (!isShared) asked = asked.where('tenant_id', '=', tenantId);
      for (const [name, value] of Object.entries(where)) asked = asked.where(...equal(name, value));
      return (await asked.orderBy('id').execute()).map(outward);
    },

    async has(where, exceptId = '0') {
      let asked = trx.selectFrom(table).select('id').where('is_deleted', '=', 0).where('id', '<>', exceptId);
      // Whatever the person may see of them: a number that is taken is taken.
      if (!isShared) asked = asked.where('tenant_id', '=', tenantId);
      for (const [name, value] of Object.entries(where)) asked = asked.where(...equal(name, value));
      return (await asked.limit(1).execute()).length > 0;
    },

    async hasAlike(field, name, exceptId = '0') {
      let asked = trx.selectFrom(table).select('id').where('is_deleted', '=', 0).where('id', '<>', exceptId);
      if (!isShared) asked = asked.where('tenant_id', '=', tenantId);
      const same = sql<boolean>`name_skeleton(${sql.ref(column(field))}) = name_skeleton(${name})`;
      return (await asked.where(same).limit(1).execute()).length > 0;
    },

    async insert(row, note = {}) {
      const by = cx.principal?.userId ?? null;
      const id = row.id ?? cx.deps.newId();
      const stored = await trx
        .insertInto(table)
        .values({
          ...inward(row),
          id,
          ...(isShared ? {} : { tenant_id: tenantId }),
          create_user: by,
          create_dept: cx.principal?.deptId ?? null,
          create_time: cx.time,
          update_user: by,
          update_time: cx.time,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const after = outward(stored);
      writeAudit(cx, module, after, changesBetween(module, undefined, after), { action: 'add', ...note });
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
        .$if(!isShared, (asked) => asked.where('tenant_id', '=', tenantId))
        .returningAll()
        .executeTakeFirstOrThrow();
      const after = outward(stored);
      writeAudit(cx, module, after, changesBetween(module, before, after), { action: 'update', ...note });
      return after;
    },

    async remove(doomed, note = {}) {
      for (const before of doomed) {
        if (served.erases) await trx.deleteFrom(table).where('id', '=', before.id).execute();
        else
          await trx
            .updateTable(table)
            .set({
              is_deleted: 1,
              update_user: cx.principal?.userId ?? null,
              update_time: cx.time,
              version: sql`version + 1`,
            })
            .where('id', '=', before.id)
            .$if(!isShared, (asked) => asked.where('tenant_id', '=', tenantId))
            .execute();
        writeAudit(cx, module, before, changesBetween(module, before, undefined), { action: 'remove', ...note });
      }
    },
  };
  return rows;
};
