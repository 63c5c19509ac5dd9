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
/** What roles hold, or what may be handed on: ids by pane. */
export type Held = Record<PaneName, string[]>;
export type GrantTree = Record<PaneName, TreeNode[]>;

/** A role, or an entry of the first menu level, whose rights are set. */
export interface Holder {
  id: string;
  name: string;
  /** How many people it gives them to. */
  userCount: number;
}

export interface Pane {
  nodes: TreeNode[];
  /** Leaves that are held now; of several holders, those that all of them hold. */
  before: string[];
  ticked: string[];
  /** Held, and not to be ticked here: branches, and what whoever grants may not see. */
  kept: string[];
  open: string[];
  seek: string;
}

/** A data scope as its own screen knows it. */
export interface ScopeRow {
  id: string;
  scopeClass: string;
  scopeType: number;
  scopeValue: string;
}
/** What somebody would see who holds what is ticked and nothing else. */
export interface Preview {
  routes: MenuItem[];
  /** Codes of the buttons. */
  codes: string[];
  /** Rules of the data scopes, where whoever grants may see them. */
  scopes: ScopeRow[];
  /** Path of the page that is looked at. */
  page: string;
  /** Key of the open branch of the menus. */
  open: string;
}

export interface Grant {
  holders: Holder[];
  panes: Record<PaneName, Pane> | null; //  null: not answered yet
  /** Why it could not be had: the server's sentence, '' when nothing answered; null while nothing is wrong. */
  lost: string | null;
  /** Where there is room for one pane only. */
  shown: PaneName;
  /** What changes stands below the panes. */
  isComparing: boolean;
  /** A role to copy from is being chosen. */
  isCopying: boolean;
  busy: { save?: true; copy?: true; preview?: true };
  preview: Preview | null;
  /** When its rights were set last, and by whom. */
  last: { time: string; by: string } | null;
  /** Names of the data scopes that bind whoever grants: they come to every role that has none for their modules. */
  binding: string[];
}
export interface GrantState {
  /** null: the dialog is closed. */
  grant: Grant | null;
}
const closed: GrantState = { grant: null };

/**
 * A page of buttons is a branch of them; that it may be opened at all is a leaf of its own, so that it can be granted
 * without any of them. The page's id stays with the leaf.
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
/** The tree of a pane, made once for as long as its nodes are the same. `opening` names the leaf that opens a page. */
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

/** The page that a button is on, as the leaf that opens it. */
function pageOf(index: TreeIndex, id: string): string | undefined {
  const [above = ''] = pathTo(index, id);
  return above.startsWith(branchMark) ? above.slice(branchMark.length) : undefined;
}
function buttonsOn(index: TreeIndex, page: string): string[] {
  return index.nodes.flatMap((node) => (isButton(node) && pageOf(index, node.id) === page ? [node.id] : []));
}

/** Who may press a button may open its page. */
function withTheirPages(index: TreeIndex, ids: readonly string[]): string[] {
  const pages = ids.flatMap((id) => {
    const node = index.nodes[index.placeOf.get(id)!]!;
    return isButton(node) ? (pageOf(index, id) ?? []) : [];
  });
  return [...new Set([...pages, ...ids])];
}

function tickedAfter(index: TreeIndex, ticked: readonly string[], id: string): string[] {
  const leaves = leavesOf(index, toggled(index, new Set(ticked), id));
  // Nobody presses the buttons of a page that does not open.
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
/** Menus as a sidebar can show them. */
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
/** Codes of the buttons under the menus they are on. */
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
/** Answers of servers, whatever else is in them. */
export function heldIn(answer: unknown): Held {
  return eachPane((name) => idsIn(partOf(answer, name)));
}
/** A scope of calls is known by its path, which is longer than there is room for a note. */
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

/** A tree as small as this is shown open. */
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

/** Setting what roles may do, three trees of it; or which menus an entry of the first menu level brings, one tree. */
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
      /** `held`: by holder, in their order. */
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
        delete s.grant.busy.copy; // whoever turns away from it waits for nothing
      },
      /** Id of the role whose rights replace what is ticked. */
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

/** One right that comes or goes, with the titles of what it is below, the outermost first. */
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

/** Codes of the buttons that are ticked. */
export function codesTicked({ panes }: Pick<Grant, 'panes'>): ReadonlySet<string> {
  if (panes === null) return new Set();
  const { nodes, ticked } = panes.menu;
  const index = indexOf('menu', nodes);
  return new Set(ticked.flatMap((id) => index.nodes[index.placeOf.get(id) ?? -1]?.note ?? []));
}

/**
 * What is sent: all that is ticked, and what is held and cannot be ticked here; a branch goes as soon as nothing below
 * it is left. A branch that was not held is never sent: whoever grants may see it for the sake of what is below.
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
