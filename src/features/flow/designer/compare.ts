/** What differs between two versions of a process, element by element. */
import { type Part, partOf, partsOf, textOf } from './moddle';

export interface Difference {
  kind: 'added' | 'removed' | 'changed';
  id: string;
  type: string;
  name: string;
  /** Of a changed element: the words of the file that differ, such as `name`, `conditionExpression`. */
  what: readonly string[];
}

const holders = ['rootElements', 'flowElements', 'artifacts'];

function elementsIn(part: Part): Part[] {
  return holders
    .flatMap((name) => partsOf(part, name))
    .flatMap((one) => [one, ...elementsIn(one)])
    .filter((one) => textOf(one, 'id') !== '');
}

/** Properties that say where an element stands in the file, or repeat what another one says. */
const structural = [...holders, 'incoming', 'outgoing', 'laneSets'];

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const part = value as Part;
  // An element of its own is meant by its id; a part without one by what it holds.
  const id = textOf(part, 'id');
  return id !== '' && !part.$type.includes('EventDefinition') ? id : contentOf(part);
}
/** Names of other elements; moddle does not list them among the properties. */
const references = ['sourceRef', 'targetRef', 'default', 'attachedToRef'];

/** The words of an element and their values. */
function contentOf(part: Part): Record<string, unknown> {
  const own = Object.entries(part).filter(([name]) => !name.startsWith('$') && !structural.includes(name));
  const foreign = Object.entries(part.$attrs ?? {}).filter(([name]) => !name.startsWith('xmlns'));
  const led = references.flatMap((name) => {
    const target = partOf(part, name);
    return target ? [[name, target] as const] : [];
  });
  const children = part.$children ? [['children', part.$children] as const] : [];
  const body = part.$body === undefined ? [] : [['body', part.$body] as const];
  return Object.fromEntries(
    [...own, ...led, ...foreign, ...children, ...body].map(([name, value]): [string, unknown] => [name, plain(value)]),
  );
}

function changesOf(before: Part, after: Part): string[] {
  if (before.$type !== after.$type) return ['type'];
  const [old, now] = [contentOf(before), contentOf(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]));
}

/** Compares two files by the ids of their elements: what is new, then what is gone, then what has changed. */
export function compared(before: Part, after: Part): Difference[] {
  const byId = (root: Part) => new Map(elementsIn(root).map((part) => [textOf(part, 'id'), part]));
  const [old, now] = [byId(before), byId(after)];
  const entry = (kind: Difference['kind'], [id, part]: [string, Part], what: readonly string[] = []): Difference => ({
    ...{ kind, id, what },
    type: part.$type,
    name: textOf(part, 'name'),
  });
  const added = [...now].filter(([id]) => !old.has(id)).map((one) => entry('added', one));
  const removed = [...old].filter(([id]) => !now.has(id)).map((one) => entry('removed', one));
  const changed = [...now].flatMap((one): Difference[] => {
    const earlier = old.get(one[0]);
    const what = earlier ? changesOf(earlier, one[1]) : [];
    return what.length > 0 ? [entry('changed', one, what)] : [];
  });
  return [...added, ...removed, ...changed];
}
