/** The API document for readers: calls by area, each with its parameters and its answer in one line. */
import type { Label } from '../../domain/text';

/** The parts of an OpenAPI document that are read here. */
export interface OutlinedDocument {
  paths?: Readonly<Record<string, unknown>>;
  components?: { schemas?: Readonly<Record<string, unknown>>; responses?: Readonly<Record<string, unknown>> };
}
export interface OutlineMember {
  name: string;
  type: string;
  isRequired: boolean;
  words: Label;
}
export interface OutlineParameter extends OutlineMember {
  /** `query`, `header`, `path` or `body`. */
  place: string;
}
export interface OutlineCall {
  method: string;
  path: string;
  title: Label;
  permission: readonly string[];
  parameters: OutlineParameter[];
  answer: string;
  /** What the body holds, nested members behind the ones that hold them: `rows`, `rows[].amount`. */
  body: OutlineMember[];
  /** What the answer holds, of a list its records. */
  members: OutlineMember[];
  /** The statuses of its refusals. */
  refusals: string[];
}
export interface OutlineArea {
  area: string;
  calls: OutlineCall[];
}

type Node = Record<string, unknown> & {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Node>;
  required?: string[] | boolean;
  items?: Node;
  anyOf?: Node[];
  enum?: unknown[];
  const?: unknown;
  maxItems?: number;
  description?: string;
};

function nameOf(ref: string): string {
  return ref.split('/').at(-1)!;
}
/** Members that a line lists before it is cut. */
const mostMembers = 12;

/** A schema in a few words: `Order[]`, `{ id, name }`, `1 | 2`. */
export function typeText(node: Node | undefined): string {
  if (!node) return 'any';
  if (node.$ref) return nameOf(node.$ref);
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.enum) return node.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (node.anyOf) return node.anyOf.map(typeText).join(' | ');
  const type = Array.isArray(node.type) ? node.type.join(' | ') : node.type;
  if (type === 'array') return `${typeText(node.items)}[]`;
  if (type !== 'object') return type ?? 'any';
  const { records, total } = node.properties ?? {};
  if (records && total) return `Page<${typeText(records.items)}>`;
  const names = Object.keys(node.properties ?? {});
  const shown = names.slice(0, mostMembers).join(', ');
  return names.length === 0 ? '{}' : `{ ${shown}${names.length > mostMembers ? ', …' : ''} }`;
}

function wordsOf(node: Node): Label {
  return {
    zh: String(node['x-description-zh'] ?? ''),
    en: node.description ?? '',
  };
}

function memberOf(name: string, schema: Node, isRequired: boolean): OutlineMember {
  return { name, type: typeText(schema), isRequired, words: wordsOf(schema) };
}
function parameterOf(name: string, place: string, schema: Node, isRequired: boolean): OutlineParameter {
  return { ...memberOf(name, schema, isRequired), place };
}

type Models = Readonly<Record<string, Node>>;
function resolved(node: Node | undefined, models: Models): Node | undefined {
  return node?.$ref ? models[nameOf(node.$ref)] : node;
}
function isRequiredIn({ required }: Node, name: string): boolean {
  return Array.isArray(required) && required.includes(name);
}

/** The members of an object, and of those that it holds as long as these have no name of their own. */
function membersBelow(node: Node, models: Models, above = ''): OutlineMember[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, schema]) => {
    const isList = schema.type === 'array';
    const held = isList ? schema.items : schema;
    const path = `${above}${name}`;
    return [
      memberOf(path, schema, isRequiredIn(node, name)),
      ...(held ? membersBelow(held, models, `${path}${isList ? '[]' : ''}.`) : []),
    ];
  });
}
/** What one record of an answer holds, be it one, a list or a page of them. */
function membersOf(node: Node | undefined, models: Models): OutlineMember[] {
  const { records, total } = node?.properties ?? {};
  if (records && total) return membersOf(records, models);
  if (node?.type === 'array') return membersOf(node.items, models);
  const record = resolved(node, models);
  return record ? membersBelow(record, models) : [];
}

function jsonOf(holder: unknown): Node | undefined {
  return (holder as { content?: Record<string, { schema?: Node }> } | undefined)?.content?.['application/json']?.schema;
}

function callOf(document: OutlinedDocument, method: string, path: string, operation: Node): OutlineCall {
  const models = (document.components?.schemas ?? {}) as Models;
  const parameters = ((operation.parameters ?? []) as Node[])
    .filter(({ $ref }) => !$ref)
    .map((one) => parameterOf(String(one.name), String(one.in), one.schema as Node, one.required === true));
  const body = resolved(jsonOf(operation.requestBody), models);
  const inBody = Object.entries(body?.properties ?? {}).map(([name, schema]) =>
    parameterOf(name, 'body', schema, isRequiredIn(body!, name)),
  );
  const responses = operation.responses as Record<string, unknown>;
  const whole = jsonOf(responses['200']);
  const isWrapped = whole?.properties?.success !== undefined && whole.properties.data !== undefined;
  const answer = isWrapped ? whole.properties!.data : whole;
  return {
    method: method.toUpperCase(),
    path,
    title: { zh: String(operation['x-summary-zh'] ?? ''), en: String(operation.summary ?? '') },
    permission: (operation['x-permission'] ?? []) as string[],
    parameters: [...parameters, ...inBody],
    answer: answer ? typeText(answer) : '',
    body: membersOf(body, models),
    members: membersOf(answer, models),
    refusals: Object.keys(responses).filter((status) => Number(status) >= 400),
  };
}

/** All calls of a document, by area and path. */
export function outlineOf(document: OutlinedDocument): OutlineArea[] {
  const areas = new Map<string, OutlineCall[]>();
  for (const [path, item] of Object.entries(document.paths ?? {}))
    for (const method of ['get', 'post'] as const) {
      const operation = (item as Record<string, Node | undefined>)[method];
      if (!operation) continue;
      const area = (operation.tags as string[] | undefined)?.[0] ?? '';
      areas.set(area, [...(areas.get(area) ?? []), callOf(document, method, path, operation)]);
    }
  return [...areas].sort(([a], [b]) => (a < b ? -1 : 1)).map(([area, calls]) => ({ area, calls }));
}

/** What each status of a refusal means. */
export function refusalsIn({ components }: OutlinedDocument): Record<string, Label> {
  const responses = Object.entries(components?.responses ?? {}) as [string, Node][];
  return Object.fromEntries(responses.map(([status, response]) => [status, wordsOf(response)]));
}
