/** The API document for readers: calls by area, each with its parameters and its answer in one line. */
import type { Label } from '../../contract/domain/text';
import type { ApiDocument } from './openapi';

export interface OutlineParameter {
  name: string;
  /** `query`, `header`, `path` or `body`. */
  place: string;
  type: string;
  isRequired: boolean;
  words: Label;
}
export interface OutlineCall {
  method: string;
  path: string;
  title: Label;
  permission: readonly string[];
  parameters: OutlineParameter[];
  answer: string;
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

function parameterOf(name: string, place: string, schema: Node, isRequired: boolean): OutlineParameter {
  return {
    name,
    place,
    type: typeText(schema),
    isRequired,
    words: wordsOf(schema),
  };
}

function jsonOf(holder: unknown): Node | undefined {
  return (holder as { content?: Record<string, { schema?: Node }> } | undefined)?.content?.['application/json']?.schema;
}

function callOf(document: ApiDocument, method: string, path: string, operation: Node): OutlineCall {
  const models = (document.components?.schemas ?? {}) as Record<string, Node>;
  const parameters = ((operation.parameters ?? []) as Node[])
    .filter(({ $ref }) => !$ref)
    .map((one) => parameterOf(String(one.name), String(one.in), one.schema as Node, one.required === true));
  const sent = jsonOf(operation.requestBody);
  const body = sent?.$ref ? models[nameOf(sent.$ref)] : sent;
  const members = Object.entries(body?.properties ?? {}).map(([name, schema]) =>
    parameterOf(name, 'body', schema, Array.isArray(body?.required) && body.required.includes(name)),
  );
  const answer = jsonOf((operation.responses as Record<string, unknown>)['200']);
  const isWrapped = answer?.properties?.success !== undefined && answer.properties.data !== undefined;
  return {
    method: method.toUpperCase(),
    path,
    title: { zh: String(operation['x-summary-zh'] ?? ''), en: String(operation.summary ?? '') },
    permission: (operation['x-permission'] ?? []) as string[],
    parameters: [...parameters, ...members],
    answer: answer ? typeText(isWrapped ? answer.properties!.data : answer) : '',
  };
}

/** All calls of a document, by area and path. */
export function outlineOf(document: ApiDocument): OutlineArea[] {
  const areas = new Map<string, OutlineCall[]>();
  for (const [path, item] of Object.entries(document.paths ?? {}))
    for (const method of ['get', 'post'] as const) {
      const operation = item?.[method] as Node | undefined;
      if (!operation) continue;
      const area = (operation.tags as string[] | undefined)?.[0] ?? '';
      areas.set(area, [...(areas.get(area) ?? []), callOf(document, method, path, operation)]);
    }
  return [...areas].sort(([a], [b]) => (a < b ? -1 : 1)).map(([area, calls]) => ({ area, calls }));
}
