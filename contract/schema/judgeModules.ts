/**
 * Judges the names that modules declare: of fields, of other modules, of menus, icons and dictionaries. The type checker says most of
 * it earlier; a start that only takes the types off is told here.
 */
import { dictionaries } from '../domain/dictionaries';
import { iconNames } from '../domain/icons/names';
import type { Fields } from './fields';
import { firstMenuGroups, secondMenuGroups } from './menuGroups';
import { isAction, type Module } from './module';

/** How many letters have to be added, left out or changed to make one word of the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + Number(a[i - 1] !== b[j - 1])));
    row = next;
  }
  return row[b.length]!;
}

/** The name that was probably meant; undefined where none is near. */
function nearest(name: string, known: Iterable<string>): string | undefined {
  const far = Math.max(2, Math.floor(name.length / 3));
  const near = [...known].flatMap((one) => {
    const apart = one.startsWith(`${name}-`) ? 1 : distance(name.toLowerCase(), one.toLowerCase());
    return apart <= far ? [{ one, apart }] : [];
  });
  return near.sort((a, b) => a.apart - b.apart)[0]?.one;
}

/** What is wrong with a name that a module declares; nothing where it is known. `kind` says what it should name. */
export function misnamed(
  module: Module,
  place: string,
  kind: string,
  name: string,
  known: readonly string[],
): string[] {
  if (known.includes(name)) return [];
  const meant = nearest(name, known);
  return [
    `Module '${module.name}': ${place} names the ${kind} '${name}', which does not exist.${meant ? ` Did you mean '${meant}'?` : ''}`,
  ];
}

const dictionaryCodes = dictionaries.map(({ code }) => code);
const menuGroups = [...Object.keys(firstMenuGroups), ...Object.keys(secondMenuGroups)];

/** The modules that others may name: those of the list, and all that fields may point to. */
interface Known {
  names: readonly string[];
  targets: ReadonlyMap<string, Module>;
}

function judgeReferences(module: Module, place: string, fields: Fields, { targets }: Known): string[] {
  return Object.entries(fields).flatMap(([name, { to, offer, dict, passwordOf }]) => {
    const at = `${place} '${name}'`;
    const target = to === undefined ? undefined : targets.get(to);
    return [
      ...(to === undefined ? [] : misnamed(module, at, 'module', to, [...targets.keys()])),
      ...(target && !target.chosen
        ? [`Module '${module.name}': ${at} points to '${to}', which does not declare how it is 'chosen'.`]
        : []),
      ...(target && offer !== undefined
        ? misnamed(module, `'offer' of ${at}`, 'offer', offer, target.chosen?.offers ?? [])
        : []),
      ...(dict === undefined ? [] : misnamed(module, at, 'dictionary', dict, dictionaryCodes)),
      ...(passwordOf === undefined
        ? []
        : misnamed(module, `'passwordOf' of ${at}`, 'field', passwordOf, Object.keys(fields))),
    ];
  });
}

function judgeActions(module: Module, known: Known): string[] {
  return Object.entries(module.actions).flatMap(([name, action]) => {
    if (!isAction(action)) return [];
    const at = `action '${name}'`;
    const { icon, refreshes = [], fields = {} } = action;
    return [
      ...(icon === undefined ? [] : misnamed(module, at, 'icon', icon, iconNames)),
      ...refreshes.flatMap((one) => misnamed(module, `'refreshes' of ${at}`, 'module', one, known.names)),
      ...judgeReferences(module, `${at}, field`, fields, known),
    ];
  });
}

function judgeCards(module: Module): string[] {
  const sums = Object.entries(module.fields).flatMap(([name, { kind }]) => (kind === 'money' ? [name] : []));
  return Object.entries(module.cards ?? {}).flatMap(([name, { icon, sum }]) => [
    ...misnamed(module, `card '${name}'`, 'icon', icon, iconNames),
    ...(sum === undefined ? [] : misnamed(module, `'sum' of card '${name}'`, 'money field', sum, sums)),
  ]);
}

function judgeFields(module: Module): string[] {
  const { chosen, found, tree, alike = [], sortable = [], belongsTo, fields } = module;
  const references = Object.entries(fields).flatMap(([name, { to }]) => (to === undefined ? [] : [name]));
  const known = Object.keys(fields);
  const named: [place: string, name: string | undefined][] = [
    ["'chosen.title'", chosen?.title],
    ["'chosen.note'", chosen?.note],
    ...(found?.by ?? []).map((name): [string, string] => ["'found.by'", name]),
    ["'tree.parent'", tree?.parent],
    ["'tree.title'", tree?.title],
    ...alike.map((name): [string, string] => ["'alike'", name]),
    ...sortable.map((name): [string, string] => ["'sortable'", name]),
  ];
  return [
    ...named.flatMap(([place, name]) => (name === undefined ? [] : misnamed(module, place, 'field', name, known))),
    ...(belongsTo === undefined ? [] : misnamed(module, "'belongsTo'", 'reference', belongsTo, references)),
  ];
}

function judgeMenu(module: Module): string[] {
  const { menu } = module;
  if (!menu) return [];
  return [
    ...misnamed(module, "'menu.under'", 'menu', menu.under, menuGroups),
    ...misnamed(module, "'menu.icon'", 'icon', menu.icon, iconNames),
  ];
}

/** Sentences about what modules misname, each with the module, the place, the wrong name and the nearest right one. */
export function judgeModules(modules: readonly Module[], lookedUp: readonly Module[] = []): string[] {
  const targets = new Map([...modules, ...lookedUp].map((module) => [module.name, module]));
  const known = { names: modules.map(({ name }) => name), targets };
  return modules.flatMap((module) => [
    ...judgeMenu(module),
    ...judgeFields(module),
    ...judgeReferences(module, 'field', module.fields, known),
    ...judgeActions(module, known),
    ...judgeCards(module),
  ]);
}
