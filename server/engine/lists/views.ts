/** How many rows each view of a module's list has: counted by the list itself, with the same conditions. */
import { filtersOf } from '../../../contract/schema/conditions';
import type { Module } from '../../../contract/schema/module';
import type { Context } from '../../kernel/context';
import { hidesAny } from '../rights/scopes';

/** The fields that conditions of a list name: `paymentDate_dategt` is one on `paymentDate`. */
function fieldsOf(filters: Readonly<Record<string, string>>): string[] {
  return Object.keys(filters).map((key) => key.split('_', 1)[0]!);
}

/** By name; a view by a field that the person may not see is left out. */
export async function viewCounts(cx: Context, module: Module): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, { seek }] of Object.entries(module.views ?? {})) {
    const filters = filtersOf(module, seek(cx.today));
    if (await hidesAny(cx, module, ...fieldsOf(filters))) continue;
    counts[name] = (await cx.rows(module).page({ ...filters, current: '1', size: '1' })).total;
  }
  return counts;
}
