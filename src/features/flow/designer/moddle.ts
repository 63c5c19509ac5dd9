/** Elements of a process file as bpmn-moddle holds them, and what the designer does to them. */

/** A BPMN element, or a part of one. `$attrs` holds attributes of namespaces that moddle does not know. */
export interface Part {
  readonly $type: string;
  $parent?: Part;
  readonly $attrs?: Record<string, string>;
  /** Of elements of unknown namespaces. */
  $children?: Part[];
  $body?: string;
  get(name: string): unknown;
  set(name: string, value: unknown): void;
}

/** Changes of one element. Each call is one step that can be undone. */
export interface Editing {
  /**
   * Sets properties of a part of the element; undefined removes one. Successive calls with the same `step` are undone
   * together.
   */
  set(part: Part, properties: Readonly<Record<string, unknown>>, step?: string): void;
  /** A new part of a BPMN type. It is in the file once it is set. */
  create(type: string, properties: Readonly<Record<string, unknown>>, parent: Part): Part;
  /** A new part of a namespace that moddle does not know. */
  createForeign(name: string, namespace: string, properties: Readonly<Record<string, unknown>>, parent: Part): Part;
}

export function textOf(part: Part | undefined, name: string): string {
  const value = part?.get(name);
  return value === undefined || value === null ? '' : String(value);
}
export function partOf(part: Part | undefined, name: string): Part | undefined {
  const value = part?.get(name);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Part) : undefined;
}
export function partsOf(part: Part | undefined, name: string): readonly Part[] {
  const value = part?.get(name);
  return Array.isArray(value) ? (value as Part[]) : [];
}

/** The root of the file that a part belongs to; the part itself where it is in none. */
export function rootOf(part: Part): Part {
  let root = part;
  while (root.$parent) root = root.$parent;
  return root;
}

/** The type of an event's definition; '' for an event without one, and for all that is no event. */
export function eventOf(part: Part): string {
  return partsOf(part, 'eventDefinitions')[0]?.$type ?? '';
}

function idsIn(scope: Part): string[] {
  return partsOf(scope, 'flowElements').flatMap((element) =>
    // Data has no place of its own: what refers to it is drawn.
    element.$type === 'bpmn:DataObject' ? [] : [textOf(element, 'id'), ...idsIn(element)],
  );
}
/** How many steps and flows of a file's processes are not in its drawing; those inside of a step count with it. */
export function undrawnIn(definitions: Part, isDrawn: (id: string) => boolean): number {
  const processes = partsOf(definitions, 'rootElements').filter(({ $type }) => $type === 'bpmn:Process');
  return processes.flatMap(idsIn).filter((id) => !isDrawn(id)).length;
}
