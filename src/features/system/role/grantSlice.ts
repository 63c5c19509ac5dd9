import { createSlice, type Draft, original, type PayloadAction } from '@reduxjs/toolkit';
import { branchesOf, changesOf, checkState, pathTo, type TreeNode } from '../../../../contract/schema/tree';
import { tenantChoice } from '../../../store/crud/tenantChoice';
import type { MenuItem } from '../../../store/navigation/menu';
import { eachPane, type GrantTree, type Held } from './grantAnswers';
import { indexOf, leavesOf, type PaneName, paneNames, tickedAfter, withTheirPages } from './grantTrees';

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
    selectors: {
      typed: ({ grant }) => grant?.panes && Object.values(grant.panes).map(({ ticked }) => [...ticked].sort()),
      grant: (s) => s.grant,
    },
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
