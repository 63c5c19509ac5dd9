import { documentNumberIn } from '../../contract/domain/reading/documents';
import { isEmpty } from '../../contract/domain/values';
import type { Context } from '../kernel/context';
import { columnOf, type Table } from '../kernel/table';

/** Conversion between values and the columns of a table. */

function camel(name: string) {
  return name.replace(/_([a-z])/g, (_, c: string) => c.toUpperCase());
}

/** The search hash of an identity number, which is stored encrypted with a random nonce. */
export function identityHash(cx: Pick<Context, 'deps' | 'tenantId'>, number: string): string {
  return cx.deps.secrets.sign('identity-index', `${cx.tenantId}\n${documentNumberIn(number)}`);
}
/** The column beside an identity number that holds its hash. */
export function hashColumn(column: string): string {
  return `${column}_hash`;
}

type Raw = Record<string, unknown>;

/** Converts rows of the table to records of the module. */
export function outwardOf<R>(cx: Context, { module, columns = {} }: Table): (raw: Raw) => R {
  const names = new Map(Object.entries(columns).map(([name, stored]) => [stored, name]));
  const entry = (column: string, value: unknown): [string, unknown] => {
    const name = names.get(column) ?? camel(column);
    if (value === null) return [name, null];
    switch (module.fields[name]?.kind) {
      case 'rate':
        return [name, String(value).replace(/\.0+$|(?<!0)0+$/, '')];
      case 'identity':
        return [name, String(value).startsWith('v1.') ? cx.deps.secrets.unseal(String(value)) : value];
      case 'refs':
        return [name, (value as string[]).join(',')];
      case 'json':
        return [name, JSON.stringify(value)];
      case 'secret':
        return [name, undefined];
      default:
        return [name, value];
    }
  };
  return (raw) => Object.fromEntries(Object.entries(raw).map(([column, value]) => entry(column, value))) as R;
}

/** Converts values of a record to columns of its table. */
export function inward(cx: Context, served: Table, change: Raw): Raw {
  const entries = Object.entries(change).flatMap(([name, value]): [string, unknown][] => {
    const column = columnOf(served, name);
    const field = served.module.fields[name];
    if (field?.kind === 'identity')
      return isEmpty(value)
        ? [
            [column, null],
            [hashColumn(column), null],
          ]
        : [
            [column, cx.deps.secrets.seal(String(value))],
            [hashColumn(column), identityHash(cx, String(value))],
          ];
    if (field?.kind === 'refs') return [[column, isEmpty(value) ? [] : [...new Set(String(value).split(','))]]];
    // Texts whose initial value is empty stay empty; any other emptied value becomes null.
    return [[column, value === '' && field?.initial !== '' ? null : value]];
  });
  return Object.fromEntries(entries);
}

/** The condition that a field holds this value. */
export function equal(cx: Context, served: Table, name: string, value: unknown): [string, '=', unknown] {
  const column = columnOf(served, name);
  return served.module.fields[name]?.kind === 'identity'
    ? [hashColumn(column), '=', identityHash(cx, String(value))]
    : [column, '=', value];
}
