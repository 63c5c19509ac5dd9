/** What a generated module must not collide with: the modules of this product, and those that are generated with it. */
import { sql } from 'kysely';
import { dictionaries } from '../../../contract/domain/dictionaries';
import { textIn } from '../../../contract/domain/text';
import { allModules, fileOf, moduleNamed } from '../../../contract/modules';
import { code } from '../../../contract/modules/develop/code';
import type { Model } from '../../../contract/schema/modelled';
import { defineModule, type Module } from '../../../contract/schema/module';
import { builtInCodes, buttonsOf } from '../../../contract/wire/menus';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { isBusiness } from '../business';
import { fileName, pathOf, type Setting, type Targets, tableName } from './setting';

/** A setting with its model, as the person named it. */
export interface Chosen {
  name: string;
  setting: Setting;
  model: Model;
}

type Named = 'moduleName' | 'serviceName' | 'area' | 'migration';
function fieldLabel(cx: Context, name: Named): string {
  return textIn(code.fields[name].label, cx.language);
}

/** Menus, buttons and rights that a module brings. */
function codesOf({ moduleName, area }: Setting): string[] {
  const bare = defineModule({ name: moduleName, title: [area, area], path: '/', fields: {} }) as unknown as Module;
  return [moduleName, ...buttonsOf(bare).map((button) => button.code)];
}

/** The module of the product that an earlier zip of this setting has become. */
function formerOf(setting: Setting): Module | undefined {
  const known = moduleNamed(setting.moduleName);
  return known?.isGenerated && known.path === pathOf(setting) ? known : undefined;
}

/** Refuses names that the product has for something else. */
async function refuseTaken(cx: Context, { name, setting }: Chosen): Promise<void> {
  const taken = (which: Named, value: string) => refuse('code.taken', { name, what: fieldLabel(cx, which), value });
  if (formerOf(setting)) return;
  const path = pathOf(setting);
  if (allModules.some((module) => fileOf(module) === fileName(setting))) taken('moduleName', setting.moduleName);
  for (const one of codesOf(setting)) if (builtInCodes.has(one)) taken('moduleName', one);
  const isServed = (served: string) => served === path || served.startsWith(`${path}/`);
  if (allModules.some((module) => isServed(module.path)) || cx.routes.some((route) => isServed(route.path)))
    taken('serviceName', path);
  const table = tableName(setting);
  const { rows } = await sql<{ has: boolean }>`select to_regclass(${table}) is not null as has`.execute(cx.trx);
  if (rows[0]?.has) taken('area', table);
}

/** Refuses two of the chosen settings that would have the same. */
function refuseDoubled(cx: Context, chosen: readonly Chosen[]): void {
  const parts: [Named, (setting: Setting) => string[]][] = [
    ['moduleName', (setting) => [fileName(setting), ...codesOf(setting)]],
    ['serviceName', (setting) => [pathOf(setting)]],
    ['area', (setting) => [tableName(setting)]],
    ['migration', (setting) => [String(setting.migration)]],
  ];
  for (const [which, valuesOf] of parts) {
    const held = new Map<string, string>();
    for (const { name, setting } of chosen) {
      const values = new Set(valuesOf(setting));
      for (const value of values) {
        const other = held.get(value);
        if (other !== undefined) refuse('code.doubled', { name, other, what: fieldLabel(cx, which), value });
      }
      for (const value of values) held.set(value, name);
    }
  }
}

/** Fields that name another chosen model by its code point to the module that it becomes. */
function withTargets({ setting, model, name }: Chosen, chosen: readonly Chosen[]): Chosen {
  const becomes = (to: string | undefined) =>
    moduleNamed(to) ? to : (chosen.find((one) => one.model.code === to)?.setting.moduleName ?? to);
  const fields = model.fields.map((field) => (field.kind === 'ref' ? { ...field, to: becomes(field.to) } : field));
  return { name, setting, model: { ...model, fields } };
}

/** Tables among these whose records are pointed to by tenant and id. */
async function keyedTables(cx: Context, tables: readonly string[]): Promise<ReadonlySet<string>> {
  if (tables.length === 0) return new Set();
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indisprimary and c.relname = any(${[...tables]})
    group by c.relname having array_agg(a.attname::text order by a.attname::text) = array['id', 'tenant_id']`.execute(
    cx.trx,
  );
  return new Set(rows.map(({ name }) => name));
}

function targetOf(name: string, table: string | null, area = ''): Targets[string] {
  return isBusiness({ name, area }) ? { table, isBusiness: true } : { table };
}

/** The modules that the fields of a model point to. Refuses those that will not be there when its table is made. */
async function targetsOf(cx: Context, { name, setting, model }: Chosen, chosen: readonly Chosen[]): Promise<Targets> {
  const targets: Record<string, Targets[string]> = {};
  for (const field of model.fields) {
    if (field.kind === 'dict' && !dictionaries.some((one) => one.code === field.dict))
      refuse('code.noDictionary', { name, field: field.zh, dict: field.dict ?? '' });
    if (field.kind !== 'ref' || field.to === setting.moduleName) continue;
    const to = field.to ?? '';
    const beside = chosen.find((one) => one.setting.moduleName === to);
    const known = moduleNamed(to);
    if (beside) {
      if (beside.setting.migration > setting.migration) refuse('code.tooEarly', { name, other: beside.name });
      targets[to] = targetOf(to, tableName(beside.setting), beside.setting.area);
    } else if (known?.chosen)
      targets[to] = targetOf(to, known.scope === 'platform' ? null : (cx.tableOf(to)?.table ?? null));
    else refuse('code.noTarget', { name, field: field.zh, to });
  }
  const held = Object.values(targets).flatMap(({ table }) => table ?? []);
  const keyed = await keyedTables(cx, held);
  const isNew = new Set(chosen.map((one) => tableName(one.setting)));
  return Object.fromEntries(
    Object.entries(targets).map(([to, { table, ...more }]) => [
      to,
      { ...more, table: table !== null && (keyed.has(table) || isNew.has(table)) ? table : null },
    ]),
  );
}

/** The chosen settings, fit to be generated together, each with what its fields point to; refused otherwise. */
export async function fitTogether(cx: Context, chosen: readonly Chosen[]): Promise<(Chosen & { targets: Targets })[]> {
  refuseDoubled(cx, chosen);
  const pointed = chosen.map((one) => withTargets(one, chosen));
  const fit: (Chosen & { targets: Targets })[] = [];
  for (const one of pointed) {
    await refuseTaken(cx, one);
    fit.push({ ...one, targets: await targetsOf(cx, one, pointed) });
  }
  return fit;
}
