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

type Half = { default?: ServerModule };

/** Whether it is the asked file that is missing; what it imports itself may be missing as well. */
function isMissing(error: unknown, path: string): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === 'MODULE_NOT_FOUND' && message?.includes(`'${path}'`) === true;
}

/** What a file in this folder exports; undefined where there is no such file. The build bundles the halves of modules and
 *  nothing else: see webpack.config.ts. */
function exportsOf(area: string, file: string): Half | undefined {
  try {
    return require(`./${area}/${file}`);
  } catch (error) {
    if (isMissing(error, `./${area}/${file}`)) return undefined;
    throw error;
  }
}

/** The default export of `server/<area>/<file>.ts`, or of the file of that name in a folder of that name. */
function halfOf(area: string, module: Module): ServerModule {
  const file = fileOf(module);
  const served = (exportsOf(area, file) ?? exportsOf(`${area}/${file}`, file))?.default;
  if (served?.module !== module)
    throw new Error(`server/${area}/${file}.ts does not define the server half of '${module.name}'`);
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
