/** The server modules of the list, found by name, and the registry made of them. */
import { allModules, fileOf, lookedUp, modules } from '../contract/modules';
import { judgeModules } from '../contract/schema/judgeModules';
import { type Module, referencesOf } from '../contract/schema/module';
import { callsOf } from './engine/engine';
import { judgeHalf } from './engine/lists/judgeHalf';
import type { ServerModule } from './engine/serverModule';
import type { Registry } from './engine/work';
import { type Call, codesOf, type Route } from './kernel/call';
import type { Pointer } from './kernel/table';

/** Modules whose server file is in another area than the list says: signing and workflow have one of their own here. */
const elsewhere: Readonly<Record<string, string>> = { fascContract: 'esign', contractTemplate: 'esign' };
const areaOf: Readonly<Record<string, string>> = { work: 'flow/lists' };

/** The default export of `server/<area>/<file>.ts`. The build bundles exactly these files: see webpack.config.ts. */
function halfOf(area: string, module: Module): ServerModule {
  const { default: served }: { default?: ServerModule } = require(
    `./${elsewhere[module.name] ?? areaOf[area] ?? area}/${fileOf(module)}`,
  );
  if (served?.module !== module)
    throw new Error(`server/${area}/${fileOf(module)}.ts does not define the server half of '${module.name}'`);
  return served;
}

function refuseMisnamed(sentences: readonly string[]): void {
  if (sentences.length > 0) throw new Error(sentences.join('\n'));
}

/** The server's halves; a name that does not exist refuses the start, whichever module says it. */
export function serverModules(): ServerModule[] {
  refuseMisnamed(judgeModules(allModules, lookedUp));
  const served = Object.entries(modules).flatMap(([area, list]) => list.map((module) => halfOf(area, module)));
  refuseMisnamed(served.flatMap(judgeHalf));
  return served;
}

/** The calls of all modules. */
export function moduleCalls(served: readonly ServerModule[]): Call[] {
  const all = served.map(({ module }) => module);
  return served.flatMap((one) => callsOf(one, all));
}

function needsRight({ permission }: Call) {
  return permission !== 'signedIn' && permission !== 'guest';
}
function routeOf(call: Call): Route {
  return { method: call.method, path: call.path, codes: codesOf(call) };
}

export function registryOf(
  served: readonly ServerModule[],
  calls: readonly Call[],
  approvals: NonNullable<Registry['approvals']>,
): Registry & ReadonlyMap<string, ServerModule> {
  const pointers = new Map<string, Pointer[]>();
  for (const table of served)
    for (const reference of referencesOf(table.module))
      pointers.set(reference.to, [...(pointers.get(reference.to) ?? []), { table, reference }]);
  return Object.assign(new Map(served.map((one) => [one.module.name, one])), {
    routes: calls.filter(needsRight).map(routeOf),
    pointers,
    approvals,
  });
}
