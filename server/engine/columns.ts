import { isEmpty } from '../../contract/domain/values';
import type { Context } from '../kernel/context';
import { columnOf, type Table } from '../kernel/table';

/** How values lie in the columns of a table, and how they come back. */

function camel(name: string) {
  return name.replace(/_([a-z])/g, (_, c: string) => c.toUpperCase());
}

/** What an identity number is found by: the number itself rests encrypted, a little different each time. */
export function identityHash(cx: Pick<Context, 'deps' | 'tenantId'>, number: string): string {
  return cx.deps.secrets.sign('identity-index', `${cx.tenantId}\n${number.trim().toUpperCase()}`);
}
/** The column beside an identity number that holds its hash. */
export function hashColumn(column: string): string {
  return `${column}_hash`;
}

type Raw = Record<string, unknown>;

/** Makes rows of the table records of the module. */
export function outwardOf<R>(cx: Context, { module, columns = {} }: Table): (raw: Raw) => R {
  const names = new Map(Object.entries(columns).map(([name, stored]) => [stored, name]));
  const entry = (column: string, value: unknown): [string, unknown] => {
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
  };
  return (raw) => Object.fromEntries(Object.entries(raw).map(([column, value]) => entry(column, value))) as R;
}

/** Values of a record as the columns of its table. */
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
    // Words that begin as none at all stay that; everything else that was emptied is not there.
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
