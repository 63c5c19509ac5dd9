import { createSlice, type Draft, original, type PayloadAction } from '@reduxjs/toolkit';
import {
  branchesOf,
  changesOf,
  checkState,
  pathTo,
  type TreeIndex,
  type TreeNode,
  toggled,
  treeIndex,
} from '../../../../contract/schema/tree';
import { tenantChoice } from '../../../store/crud/tenantChoice';
import type { MenuItem } from '../../../store/navigation/menu';

export type PaneName = 'menu' | 'dataScope' | 'apiScope';
export const paneNames: readonly PaneName[] = ['menu', 'dataScope', 'apiScope'];
/** Permissions of roles, or those that can be granted: ids by pane. */
export type Held = Record<PaneName, string[]>;
export type GrantTree = Record<PaneName, TreeNode[]>;

/** A role or top-level menu whose permissions are edited. */
export interface Holder {
  id: string;
  name: string;
  /** Number of users with the role. */
  userCount: number;
}

export interface Pane {
  nodes: TreeNode[];
  /** Currently granted leaves; of several subjects, those that all of them have. */
  before: string[];
  ticked: string[];
  /** Granted, but not editable here: branches, and nodes that the current user may not see. */
  kept: string[];
  open: string[];
  seek: string;
}

/** A data scope as its own page knows it. */
export interface ScopeRow {
  id: string;
  scopeClass: string;
  scopeType: number;
  scopeValue: string;
}
/** What a user with exactly the current selection would see. */
export interface Preview {
  routes: MenuItem[];
  /** Codes of the buttons. */
  codes: string[];
  /** Rules of the data scopes, where the current user may see them. */
  scopes: ScopeRow[];
  /** Path of the page in the preview. */
  page: string;
  /** Key of the expanded menu branch. */
  open: string;
}

export interface Grant {
  holders: Holder[];
  panes: Record<PaneName, Pane> | null; // null: not answered yet.
  /** Why loading failed: the server's message, '' when it did not answer; null without an error. */
  lost: string | null;
  /** The visible pane where only one fits. */
  shown: PaneName;
  /** Whether the changes are listed below the panes. */
  isComparing: boolean;
  /** Whether a role to copy from is being chosen. */
  isCopying: boolean;
  busy: { save?: true; copy?: true; preview?: true };
  preview: Preview | null;
  /** Time and author of the last change. */
  last: { time: string; by: string } | null;
  /**
   * Names of the data scopes of the current user, which also apply to every role without data scopes for their
   * modules.
   */
  binding: string[];
}
export interface GrantState {
  /** null: the dialog is closed. */
  grant: Grant | null;
}
const closed: GrantState = { grant: null };

/**
 * A page with buttons is a branch with an extra leaf for opening the page, so that the page can be granted without any
 * button. The leaf has the id of the page.
 */
const branchMark = 'page:';
function isButton({ note, children }: TreeNode) {
  return note !== undefined && !children?.length;
}
function withPages(nodes: readonly TreeNode[], opening: string): TreeNode[] {
  return nodes.map((node) => {
    if (!node.children?.length) return node;
    const children = withPages(node.children, opening);
    if (!node.children.some(isButton)) return { ...node, children };
    return {
      ...node,
      id: branchMark + node.id,
      children: [{ id: node.id, parentId: branchMark + node.id, title: opening }, ...children],
    };
  });
}

const indexes = new WeakMap<readonly TreeNode[], Map<string, TreeIndex>>();
/** The tree of a pane, memoized for the same nodes. `opening` is the title of the leaf that opens a page. */
export function indexOf(name: PaneName, nodes: readonly TreeNode[], opening = ''): TreeIndex {
  const known = indexes.get(nodes) ?? new Map<string, TreeIndex>();
  indexes.set(nodes, known);
  const key = name === 'menu' ? `menu ${opening}` : name;
  const index = known.get(key) ?? treeIndex(name === 'menu' ? withPages(nodes, opening) : nodes);
  known.set(key, index);
  return index;
}

function isLeaf({ end }: TreeIndex, place: number) {
  return end[place] === place + 1;
}
function leavesOf(index: TreeIndex, ids: Iterable<string>): string[] {
  return [...new Set(ids)].filter((id) => {
    const place = index.placeOf.get(id);
    return place !== undefined && isLeaf(index, place);
  });
}

/** The leaf that opens the page of a button. */
function pageOf(index: TreeIndex, id: string): string | undefined {
  const [above = ''] = pathTo(index, id);
  return above.startsWith(branchMark) ? above.slice(branchMark.length) : undefined;
}
function buttonsOn(index: TreeIndex, page: string): string[] {
  return index.nodes.flatMap((node) => (isButton(node) && pageOf(index, node.id) === page ? [node.id] : []));
}

/** A granted button includes the permission to open its page. */
function withTheirPages(index: TreeIndex, ids: readonly string[]): string[] {
  const pages = ids.flatMap((id) => {
    const node = index.nodes[index.placeOf.get(id)!]!;
    return isButton(node) ? (pageOf(index, id) ?? []) : [];
  });
  return [...new Set([...pages, ...ids])];
}

function tickedAfter(index: TreeIndex, ticked: readonly string[], id: string): string[] {
  const leaves = leavesOf(index, toggled(index, new Set(ticked), id));
  // Without its page the buttons are not reachable, so they are removed too.
  const isClosed = pageOf(index, id) === id && !leaves.includes(id);
  const gone = new Set(isClosed ? buttonsOn(index, id) : []);
  return withTheirPages(index, gone.size > 0 ? leaves.filter((one) => !gone.has(one)) : leaves);
}

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
function eachPane<T>(of: (name: PaneName) => T): Record<PaneName, T> {
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

/** A tree of up to this many nodes is expanded at first. */
const fewNodes = 60;
function paneOf(name: PaneName, nodes: TreeNode[], held: readonly Held[]): Pane {
  const index = indexOf(name, nodes);
  const isOfAll = (id: string, sets: readonly ReadonlySet<string>[]) => sets.every((one) => one.has(id));
  const leaves = held.map((one) => new Set(withTheirPages(index, leavesOf(index, one[name]))));
  const before = [...(leaves[0] ?? [])].filter((id) => isOfAll(id, leaves));
  const all = held.map((one) => new Set(one[name]));
  const kept = [...(all[0] ?? [])].filter((id) => isOfAll(id, all) && leavesOf(index, [id]).length === 0);
  const branches = branchesOf(index);
  return {
    nodes,
    before,
    ticked: before,
    kept,
    open:
      index.nodes.length <= fewNodes ? branches : branches.filter((id) => index.depth[index.placeOf.get(id)!] === 1),
    seek: '',
  };
}

/** Grants of roles in three trees, or the menus of top-level menus in one tree. */
export function grantSlice(name: 'roleGrant' | 'topmenuGrant') {
  return createSlice({
    name,
    initialState: closed,
    reducers: {
      open(s, { payload: holders }: PayloadAction<Holder[]>) {
        if (holders.length === 0) return;
        s.grant = {
          holders,
          panes: null,
          lost: null,
          shown: 'menu',
          isComparing: false,
          isCopying: false,
          busy: {},
          preview: null,
          last: null,
          binding: [],
        };
      },
      tryAgain(s) {
        if (s.grant) s.grant.lost = null;
      },
      /** `held`: by subject, in their order. */
      received(
        s,
        { payload: { tree, held, binding = [] } }: PayloadAction<{ tree: GrantTree; held: Held[]; binding?: string[] }>,
      ) {
        if (!s.grant) return;
        s.grant.panes = eachPane((pane) => paneOf(pane, tree[pane], held)) as Draft<Grant['panes']>;
        s.grant.binding = binding;
      },
      lost(s, { payload }: PayloadAction<string>) {
        if (s.grant) s.grant.lost = payload;
      },
      lastReceived(s, { payload }: PayloadAction<Grant['last']>) {
        if (s.grant) s.grant.last = payload;
      },
      tick(s, { payload: { pane, id } }: PayloadAction<{ pane: PaneName; id: string }>) {
        const before = original(s)?.grant?.panes?.[pane];
        if (!before || s.grant!.busy.save) return;
        s.grant!.panes![pane].ticked = tickedAfter(indexOf(pane, before.nodes), before.ticked, id);
      },
      toggle(s, { payload: { pane, id } }: PayloadAction<{ pane: PaneName; id: string }>) {
        const held = s.grant?.panes?.[pane];
        if (!held) return;
        held.open = held.open.includes(id) ? held.open.filter((one) => one !== id) : [...held.open, id];
      },
      openAll(s, { payload: { pane, ids } }: PayloadAction<{ pane: PaneName; ids: readonly string[] }>) {
        const held = s.grant?.panes?.[pane];
        if (held) held.open = [...new Set([...held.open, ...ids])];
      },
      seek(s, { payload: { pane, text } }: PayloadAction<{ pane: PaneName; text: string }>) {
        const held = s.grant?.panes?.[pane];
        if (held) held.seek = text;
      },
      show(s, { payload }: PayloadAction<PaneName>) {
        if (s.grant) s.grant.shown = payload;
      },
      compare(s, { payload }: PayloadAction<boolean>) {
        if (s.grant) s.grant.isComparing = payload;
      },
      chooseCopy(s, { payload }: PayloadAction<boolean>) {
        if (!s.grant) return;
        s.grant.isCopying = payload;
        delete s.grant.busy.copy; // Closing the choice also ends its loading state.
      },
      /** Id of the role whose permissions replace the selection. */
      copy(s, _action: PayloadAction<string>) {
        if (s.grant) s.grant.busy.copy = true;
      },
      copied(s, { payload: held }: PayloadAction<Held>) {
        const panes = original(s)?.grant?.panes;
        if (!s.grant || !panes) return;
        for (const pane of paneNames) {
          const index = indexOf(pane, panes[pane].nodes);
          s.grant.panes![pane].ticked = withTheirPages(index, leavesOf(index, held[pane]));
        }
        s.grant.isCopying = false;
        delete s.grant.busy.copy;
      },
      copyFailed(s) {
        delete s.grant?.busy.copy;
      },
      preview(s) {
        if (s.grant) s.grant.busy.preview = true;
      },
      previewed(s, { payload }: PayloadAction<Preview>) {
        if (!s.grant) return;
        s.grant.preview = payload as Draft<Preview>;
        delete s.grant.busy.preview;
      },
      previewFailed(s) {
        delete s.grant?.busy.preview;
      },
      lookAt(s, { payload }: PayloadAction<{ page: string } | { open: string }>) {
        if (s.grant?.preview) Object.assign(s.grant.preview, payload);
      },
      endPreview(s) {
        if (s.grant) s.grant.preview = null;
      },
      save(s) {
        if (s.grant?.panes) s.grant.busy.save = true;
      },
      saveFailed(s) {
        delete s.grant?.busy.save;
      },
      saved: () => closed,
      close() {},
      shut: () => closed,
    },
    extraReducers: (on) => on.addCase(tenantChoice.actions.choose, () => closed),
    selectors: { grant: (s) => s.grant },
  });
}
export type GrantSlice = ReturnType<typeof grantSlice>;

function hasChanged({ before, ticked }: Pane): boolean {
  const was = new Set(before);
  return ticked.length !== was.size || ticked.some((id) => !was.has(id));
}
export function isChanged({ panes }: Pick<Grant, 'panes'>): boolean {
  return panes !== null && paneNames.some((name) => hasChanged(panes[name]));
}

/** A granted or revoked permission, with the titles of its ancestors, the topmost first. */
export interface Difference {
  pane: PaneName;
  id: string;
  mark: 'added' | 'removed';
  title: string;
  note: string;
  path: string[];
}
export function differencesOf({ panes }: Pick<Grant, 'panes'>, opening = ''): Difference[] {
  return panes === null
    ? []
    : paneNames.flatMap((name) => {
        const { nodes, before, ticked } = panes[name];
        const index = indexOf(name, nodes, opening);
        const titleOf = (id: string) => index.nodes[index.placeOf.get(id)!]!;
        return [...changesOf(index, new Set(ticked), new Set(before))].map(
          ([id, mark]): Difference => ({
            pane: name,
            id,
            mark,
            title: titleOf(id).title,
            note: titleOf(id).note ?? '',
            path: pathTo(index, id)
              .reverse()
              .map((above) => titleOf(above).title),
          }),
        );
      });
}

/** Codes of the selected buttons. */
export function codesTicked({ panes }: Pick<Grant, 'panes'>): ReadonlySet<string> {
  if (panes === null) return new Set();
  const { nodes, ticked } = panes.menu;
  const index = indexOf('menu', nodes);
  return new Set(ticked.flatMap((id) => index.nodes[index.placeOf.get(id) ?? -1]?.note ?? []));
}

/**
 * Ids to save: the selection and the granted nodes that are not editable here; a branch is dropped when it has no
 * granted descendant. Branches that were not granted are never sent, because the current user may see them only for
 * their descendants.
 */
export function sentOf(name: PaneName, { nodes, ticked, kept }: Pane): string[] {
  const index = indexOf(name, nodes);
  const states = checkState(index, new Set(ticked));
  const isLeft = (id: string) => {
    const place = index.placeOf.get(id);
    return place === undefined || states[place]!.state !== 'off';
  };
  return [...ticked, ...kept.filter(isLeft)];
}
