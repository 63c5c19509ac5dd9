/** Interprets the parameters of a list: which rows, in which order. */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { isDateTime } from '../../contract/domain/calendar';
import { isMoney, isRate } from '../../contract/domain/money';
import { dayAlone, dayOfMoment } from '../../contract/domain/reading/days';
import { soughtPhone } from '../../contract/domain/reading/phones';
import { asStored } from '../../contract/schema/asStored';
import type { Field } from '../../contract/schema/fields';
import { totalsLater } from '../../contract/schema/paging';
import type { Context, WireQuery } from '../kernel/context';
import { byName, type TablesByName } from '../kernel/database';
import { refuse } from '../kernel/errors';
import { isStoredId } from '../kernel/ids';
import { columnOf, literal, own, type Table } from '../kernel/table';
import { hashColumn, identityHash } from './columns';
import { hiddenFields, scopeOf, shownWithin } from './rights/scopes';

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

function isSuffix(text: string): boolean {
  return ['null', 'notnull'].includes(text) || Boolean(own(suffixes, text) ?? own(patterns, text));
}

/** The meaning of a parameter's suffix, from its first `_`; undefined when it is no filter suffix. */
function suffixOf(key: string): string | undefined {
  const at = key.indexOf('_');
  const suffix = at < 0 ? '' : key.slice(at + 1);
  return suffix === '' || suffix === 'ignore' || isSuffix(suffix) ? suffix : undefined;
}

/** Whether a parameter is meant as a filter, however its name is spelt: names of columns have `_` of their own. */
function isMeantAsFilter(key: string): boolean {
  const at = key.lastIndexOf('_');
  return at >= 0 && isSuffix(key.slice(at + 1).toLowerCase());
}

/** Parameters of paging and sorting. */
const paging = ['current', 'size', 'ascs', 'descs', ...Object.keys(totalsLater)];

/**
 * Whether a parameter filters a list. Clients of the family send further parameters that are no fields; those are
 * ignored. A field that cannot be searched, or a filter suffix on a name that is no field, is a mistake, and ignoring
 * it would show everything: refused by name.
 */
export function isCondition(served: Table, key: string, hidden: ReadonlySet<string> = new Set()): boolean {
  if (paging.includes(key)) return false;
  const name = key.split('_', 1)[0]!;
  const suffix = suffixOf(key);
  if (suffix === 'ignore') return false;
  const isSpecial = (suffix === '' || suffix === 'equal') && own(served.filters ?? {}, name) !== undefined;
  if (isSpecial && !hidden.has(name)) return true;
  const isDeclared = own(served.module.fields, name) !== undefined;
  if (!hidden.has(name) && filterable(served, name))
    return suffix !== undefined || refuse('badParameter', { name: key });
  return isDeclared || isMeantAsFilter(key) ? refuse('badParameter', { name: key }) : false;
}

function filterable(
  { module, unstored = [] }: Table,
  name: string,
): Pick<Field, 'kind' | 'search' | 'unit'> | undefined {
  if (name === 'id') return { kind: 'ref' };
  if ((audit as readonly string[]).includes(name)) return { kind: 'dateTime' };
  const field = own(module.fields, name);
  // An identity number is stored encrypted: it is found by its hash, as a whole, where declared.
  const isUnfit =
    field?.kind === 'secret' ||
    field?.secretBy !== undefined ||
    field?.holdsSecrets ||
    (field?.kind === 'identity' && field.search !== 'equal');
  return isUnfit || unstored.includes(name) ? undefined : field;
}

/** A filter value for its column; anything else is refused as the caller's mistake. */
function valueFor(field: Pick<Field, 'kind' | 'unit'>, name: string, typed: string): string | number {
  const value = asStored(field, typed);
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
      return dayOfMoment(typed) ?? wrong();
    case 'dateTime':
      return isDateTime(value) ? value : wrong();
    default:
      return value.length > 200 || value.includes('\u0000') ? wrong() : value;
  }
}

/** How a moment compares with a whole day; `dategt` and `datelt` are the ends of a range, and take in their days. */
const dayEnds: Record<string, readonly [from: 0 | 1 | null, until: 0 | 1 | null]> = {
  equal: [0, 1],
  dateequal: [0, 1],
  ge: [0, null],
  datege: [0, null],
  dategt: [0, null],
  gt: [1, null],
  lt: [null, 0],
  le: [null, 1],
  datele: [null, 1],
  datelt: [null, 1],
};

/** A moment compared with a day that was given without a time. */
function comparedWithDay(column: RawBuilder<unknown>, suffix: string, day: string): RawBuilder<boolean> {
  // The end of the last day that there is has no day of its own.
  const midnight = (end: 0 | 1) => `${day} ${end === 1 ? '24' : '00'}:00:00`;
  if (suffix === 'notequal') return sql<boolean>`not (${comparedWithDay(column, 'equal', day)})`;
  const [from, until] = dayEnds[suffix]!;
  const after = from === null ? sql`true` : sql`${column} >= ${midnight(from)}`;
  return sql<boolean>`(${after} and ${until === null ? sql`true` : sql`${column} < ${midnight(until)}`})`;
}

/** A numeric parameter of a list, capped. */
export function wholeNumber(value: string | undefined, name: string, initial: number, most: number): number {
  if (value === undefined || value === '') return initial;
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value) || Number(value) < 1)
    return refuse('badParameter', { name });
  return Math.min(Number(value), most);
}

/** A select query being built. */
export type ListSelect = SelectQueryBuilder<TablesByName, string, object>;

/** Every statement begins here: the tenant's existing rows within the person's data scopes. */
export async function scoped(cx: Context, served: Table, source: string): Promise<ListSelect> {
  const { module, table, list = table, where } = served;
  let select: ListSelect = byName(cx.trx).selectFrom(source).where('is_deleted', '=', 0);
  if (module.scope !== 'platform') select = select.where('tenant_id', '=', cx.tenantId);
  if (where && source === list) select = select.where(await where(cx));
  const scope = await scopeOf(cx, served);
  return scope ? select.where(scope) : select;
}

/** One condition of a list, from its name and value. */
async function narrowed(
  cx: Context,
  served: Table,
  select: ListSelect,
  key: string,
  value: string,
): Promise<ListSelect> {
  const [name = '', suffix = ''] = key.split('_');
  const special = suffix === '' || suffix === 'equal' ? own(served.filters ?? {}, name) : undefined;
  if (special) return select.where(await special(value, cx));
  const field = filterable(served, name)!;
  if (field.kind === 'identity') {
    if (suffix !== '' && suffix !== 'equal') refuse('badParameter', { name: key });
    return select.where(hashColumn(columnOf(served, name)), '=', identityHash(cx, value));
  }
  const column = sql.ref(columnOf(served, name));
  if (suffix === 'null' || suffix === 'notnull')
    return select.where(sql<boolean>`${column} is ${sql.raw(suffix === 'null' ? 'null' : 'not null')}`);
  const isText = ['text', 'longText', 'html'].includes(field.kind);
  const pattern = own(patterns, suffix || (isText && field.search !== 'equal' ? 'like' : 'equal'));
  if (pattern) {
    if (!isText) refuse('badParameter', { name: key });
    const [operator, around] = pattern;
    const isPhone = field.unit === 'phone';
    // A part of a number has its hyphen in another place, or none.
    const sought = isPhone ? soughtPhone(value).replace(/[\s\p{Pd}]/gu, '') : value;
    const text = around(literal(String(valueFor({ ...field, unit: undefined }, key, sought))));
    const held = isPhone ? sql`replace(${column}, '-', '')` : column;
    return select.where(sql<boolean>`${held} ${sql.raw(operator)} ${text}`);
  }
  if (field.kind === 'refs') {
    if (suffix !== '' && suffix !== 'equal') refuse('badParameter', { name: key });
    return select.where(sql<boolean>`${column} @> array[${valueFor(field, key, value)}]::bigint[]`);
  }
  const operator = own(suffixes, suffix || 'equal') ?? refuse('badParameter', { name: key });
  const day = field.kind === 'dateTime' ? dayAlone(value) : undefined;
  if (day) return select.where(comparedWithDay(column, suffix || 'equal', day));
  return select.where(sql<boolean>`${column} ${sql.raw(operator)} ${valueFor(field, key, value)}`);
}

/** The rows that match a list's parameters. */
export async function filtered(cx: Context, served: Table, query: WireQuery): Promise<ListSelect> {
  const hidden = await hiddenFields(cx, served.module);
  let select = await scoped(cx, served, served.list ?? served.table);
  const within = await shownWithin(cx, served);
  const named = new Set(Object.keys(query).flatMap((key) => (query[key] ? [key.split('_', 1)[0]!] : [])));
  const usual = Object.entries(served.usually ?? {}).filter(([name]) => !named.has(name) && !hidden.has(name));
  for (const [key, value] of [...usual, ...Object.entries(query)]) {
    if (value === undefined || value === '' || !isCondition(served, key, hidden)) continue;
    const text = typeof value === 'string' ? value : refuse('badParameter', { name: key });
    select = await narrowed(cx, served, select, key, text);
    const seen = within.get(key.split('_', 1)[0]!);
    if (seen) select = select.where(seen);
  }
  return select;
}

export type Order = readonly (readonly [column: string, direction: 'asc' | 'desc'])[];
const usualOrder: Order = [['id', 'desc']];
/** A module's own order without the fields that a data scope hides: places in a list compare them. */
export function orderWithout(served: Table, hidden: ReadonlySet<string>): Order {
  const columns = new Set([...hidden].map((name) => columnOf(served, name)));
  const shown = (served.defaultSort ?? usualOrder).filter(([column]) => !columns.has(column));
  return shown.length > 0 ? shown : usualOrder;
}
export function inOrder<Q extends { orderBy(column: string, direction: 'asc' | 'desc'): Q }>(
  select: Q,
  order: Order,
): Q {
  return order.reduce((ordered, [column, direction]) => ordered.orderBy(column, direction), select);
}

/** The order that a list's parameters request; the module's own where they name none. */
export async function sorting(cx: Context, served: Table, query: WireQuery): Promise<Order> {
  const { module } = served;
  // The order of rows would tell what they show of records that the person does not see.
  const hidden = new Set([...(await hiddenFields(cx, module)), ...(await shownWithin(cx, served)).keys()]);
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
          (field?.search && !served.unstored?.includes(name) && field.kind !== 'identity'); // stored encrypted: its order means nothing
        return isKnown && !hidden.has(name)
          ? [columnOf(served, name), direction]
          : refuse('badParameter', { name: `${direction}s=${name.slice(0, 64)}` });
      }),
  );
  return chosen.length > 0 ? [...chosen, ['id', 'desc']] : orderWithout(served, hidden);
}
