import type { TreeNode } from '../../../../contract/schema/tree';
import type { MenuItem } from '../../../store/navigation/menu';
import type { PaneName } from './grantTrees';

/** Permissions of roles, or those that can be granted: ids by pane. */
export type Held = Record<PaneName, string[]>;

export type GrantTree = Record<PaneName, TreeNode[]>;

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function idsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(isId).map(String) : [];
}

function nodesIn(value: unknown): TreeNode[] {
  return (Array.isArray(value) ? value : []).flatMap((one): TreeNode[] => {
    const { id, parentId, title, note, children } = (one ?? {}) as Partial<Record<keyof TreeNode, unknown>>;
    if (!isId(id)) return [];
    const below = nodesIn(children);
    return [
      {
        id: String(id),
        parentId: String(parentId ?? ''),
        title: String(title ?? id),
        ...(note ? { note: String(note) } : {}),
        ...(below.length > 0 ? { children: below } : {}),
      },
    ];
  });
}

/** Menus as a sidebar shows them. */
export function routesIn(value: unknown): MenuItem[] {
  return (Array.isArray(value) ? value : []).flatMap((one): MenuItem[] => {
    const { id, code, name, nameEn, path, source, isOpen, children } = (one ?? {}) as Partial<MenuItem>;
    if (!isId(id) || typeof name !== 'string' || typeof path !== 'string') return [];
    return [
      {
        id: String(id),
        code: String(code ?? ''),
        name,
        ...(nameEn ? { nameEn } : {}),
        path,
        source: String(source ?? ''),
        category: 1,
        isOpen: Number(isOpen ?? 1),
        children: routesIn(children),
      },
    ];
  });
}

/** Button codes by menu. */
export function codesIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : []).flatMap((one): string[] =>
    (Array.isArray(one?.children) ? one.children : []).flatMap((button: unknown) => {
      const { code } = (button ?? {}) as { code?: unknown };
      return typeof code === 'string' ? [code] : [];
    }),
  );
}

export function eachPane<T>(of: (name: PaneName) => T): Record<PaneName, T> {
  return {
    menu: of('menu'),
    dataScope: of('dataScope'),
    apiScope: of('apiScope'),
  };
}

function partOf(answer: unknown, name: PaneName): unknown {
  return (answer as Partial<Held> | null | undefined)?.[name];
}

/** Parsers of answers of the server, with defaults for malformed parts. */
export function heldIn(answer: unknown): Held {
  return eachPane((name) => idsIn(partOf(answer, name)));
}

/** An API scope is identified by its path, which is too long for a note. */
function withPaths(nodes: TreeNode[]): TreeNode[] {
  return nodes.map((node) => {
    const [, method, path] = /^([A-Z]+) (\S+)$/.exec(node.note ?? '') ?? [];
    if (method && path) return { ...node, title: `${node.title} ${path}`, note: method };
    return node.children ? { ...node, children: withPaths([...node.children]) } : node;
  });
}

export function grantTreeIn(answer: unknown): GrantTree {
  return eachPane((name) => {
    const nodes = nodesIn(partOf(answer, name));
    return name === 'apiScope' ? withPaths(nodes) : nodes;
  });
}

export function bindingIn(answer: unknown): string[] {
  const { binding } = (answer ?? {}) as { binding?: unknown };
  return Array.isArray(binding) ? binding.map(String) : [];
}
