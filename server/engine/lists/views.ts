/** How many rows each view of a module's list has: counted by the list itself, with the same conditions. */
import { filtersOf } from '../../../contract/schema/conditions';
import type { Module } from '../../../contract/schema/module';
import type { Context } from '../../kernel/context';
import { Refusal } from '../../kernel/errors';
import { hidesAny } from '../rights/scopes';

/** The fields that conditions of a list name: `paymentDate_dategt` is one on `paymentDate`. */
function fieldsOf(filters: Readonly<Record<string, string>>): string[] {
  return Object.keys(filters).map((key) => key.split('_', 1)[0]!);
}

async function mayAny(cx: Context, permissions: readonly string[]): Promise<boolean> {
  for (const permission of permissions) if (await cx.may(permission)) return true;
  return false;
}

/** By name; a view that the person does not have, or by a field that they may not see, is left out. */
export async function viewCounts(cx: Context, module: Module): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, { needs, seek }] of Object.entries(module.views ?? {})) {
    if (needs && !(await mayAny(cx, needs))) continue;
    const filters = filtersOf(module, seek(cx.today));
    if (await hidesAny(cx, module, ...fieldsOf(filters))) continue;
    try {
      counts[name] = (await cx.rows(module).page({ ...filters, current: '1', size: '1' })).total;
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'fieldsHidden')) throw error;
    }
  }
  return counts;
}
