/** The figures that modules put on the dashboard. */
import { sql } from 'kysely';
import { allModules } from '../../contract/modules';
import type { CardSpec, Module } from '../../contract/schema/module';
import type { CardFigure } from '../../contract/wire/figures';
import type { Context } from '../kernel/context';
import { columnOf, type Table } from '../kernel/table';
import { filtered } from './filters';
import { mayList } from './rights/permissions';
import { hidesAny } from './rights/scopes';

/** Whether the person may see figures of a module's list that count by, group by or add up these fields. */
export async function mayFigure<M extends Pick<Module, 'name' | 'scope' | 'fields' | 'url'>>(
  cx: Context,
  module: M,
  ...fields: (keyof M['fields'] & string)[]
): Promise<boolean> {
  return !(await hidesAny(cx, module, ...fields)) && mayList(cx, module);
}

/** One card; undefined where the person may not see it. */
async function figureOf(cx: Context, served: Table, name: string, card: CardSpec): Promise<CardFigure | undefined> {
  const conditions = card.list(cx.today);
  const fields = [...Object.keys(conditions).map((key) => key.split('_', 1)[0]!), ...(card.sum ? [card.sum] : [])];
  if (!(await mayFigure(cx, served.module, ...fields))) return undefined;
  const amount = card.sum
    ? sql<string | null>`coalesce(sum(${sql.ref(columnOf(served, card.sum))}), 0.00)`
    : sql<string | null>`null`;
  const found = await (await filtered(cx, served, conditions))
    .select([sql<string>`count(*)`.as('count'), amount.as('amount')])
    .executeTakeFirstOrThrow();
  return {
    module: served.module.name,
    name,
    count: Number(found.count),
    ...(card.sum ? { amount: String(found.amount) } : {}),
  };
}

/** Those of all modules that the person may list, in the order of the list of modules. */
export async function cardFigures(cx: Context): Promise<CardFigure[]> {
  const figures: CardFigure[] = [];
  for (const module of allModules) {
    const cards = Object.entries(module.cards ?? {});
    const served = cx.tableOf(module.name);
    if (!served) continue;
    for (const [name, card] of cards) {
      const figure = await figureOf(cx, served, name, card);
      if (figure) figures.push(figure);
    }
  }
  return figures;
}
