/** Work that knows a register beside the modules of the program. */
import { type Module, referencesOf } from '../../../contract/schema/module';
import type { Route } from '../../kernel/call';
import type { Context, Rows } from '../../kernel/context';
import { rowsOf } from '../rows';
import type { ServerModule } from '../serverModule';

export function over(cx: Context, served: ServerModule, routes: readonly Route[]): Context {
  const { name } = served.module;
  const pointers = referencesOf(served.module).flatMap((reference) =>
    reference.to === name ? [{ table: served, reference }] : [],
  );
  const inside: Context = {
    ...cx,
    routes: [...routes, ...cx.routes],
    tableOf: (module) => (module === name ? served : cx.tableOf(module)),
    pointersTo: (module) => (module === name ? pointers : cx.pointersTo(module)),
    rows: <M extends Module>(module: M) =>
      module.name === name ? (rowsOf(served, inside) as Rows<never>) : cx.rows(module),
  };
  return inside;
}
