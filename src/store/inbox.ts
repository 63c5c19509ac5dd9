import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { TreeNode } from '../../contract/schema/tree';
import { type InboxEntry, type InboxKind, inboxKinds, type Unread } from '../../contract/wire/inbox';
import { panel } from './navigation/panel';
import { resumed, suspended } from './windows';

/** The subject of an entry about a registration that waits for approval. */
export const registration = 'registration';

export interface InboxList {
  rows: InboxEntry[];
  total: number;
  /** The last page that was requested. */
  current: number;
}
export interface InboxState {
  kind: InboxKind;
  /** null until a kind is first loaded. */
  lists: Record<InboxKind, InboxList | null>;
  unread: Unread;
  /** The server has said how many are unread. */
  isCounted: boolean;
  isAsking: boolean;
  /** The last request had no answer. */
  isCutOff: boolean;
  /** The server has no inbox: no more requests are made. */
  isMissing: boolean;
  /** The window is hidden. */
  isAway: boolean;
  /** Id of the open entry, '' while the list is shown. */
  shownId: string;
  /** The entry that was open before the list: there the focus returns. */
  leftId: string;
  /** The entry that is open on the page of messages, which may be in none of the lists. */
  met: InboxEntry | null;
  /** Roles that may be granted with a registration, null until loaded; and the selected ones, comma-joined. */
  roles: TreeNode[] | null;
  roleIds: string;
  lacksRole: boolean;
  isDeciding: boolean;
  /** Decisions about registrations since the page started, by the entry's id. */
  decided: Record<string, 'passed' | 'refused'>;
}

const none: Unread = { mail: 0, message: 0, notice: 0 };
function empty(): InboxList {
  return { rows: [], total: 0, current: 1 };
}
const initial: InboxState = {
  kind: 'mail',
  lists: { mail: null, message: null, notice: null },
  unread: none,
  isCounted: false,
  isAsking: false,
  isCutOff: false,
  isMissing: false,
  isAway: false,
  shownId: '',
  leftId: '',
  met: null,
  roles: null,
  roleIds: '',
  lacksRole: false,
  isDeciding: false,
  decided: {},
};

function all(s: InboxState): InboxEntry[] {
  return [...inboxKinds.flatMap((kind) => s.lists[kind]?.rows ?? []), ...(s.met ? [s.met] : [])];
}
function find(s: InboxState, id: string): InboxEntry | undefined {
  return all(s).find((row) => row.id === id);
}
function begin(s: InboxState) {
  s.isAsking = !s.isMissing;
  s.isCutOff = false;
}
function mark(s: InboxState, id: string, isRead: boolean) {
  const row = find(s, id);
  if (!row || row.isRead === isRead) return;
  for (const one of all(s)) if (one.id === id) one.isRead = isRead;
  s.unread[row.kind] = Math.max(0, s.unread[row.kind] + (isRead ? -1 : 1));
}

/** Messages to the person, in the popover of the bell. */
export const inbox = createSlice({
  name: 'inbox',
  initialState: initial,
  reducers: {
    pick(s, { payload: kind }: PayloadAction<InboxKind>) {
      s.kind = kind;
      s.shownId = '';
      begin(s);
    },
    /** The next page of the current kind. */
    more: begin,
    /** Repeat a request that had no answer. */
    retry: begin,
    received(
      s,
      {
        payload: { kind, current, rows, total },
      }: PayloadAction<{ kind: InboxKind; current: number; rows: InboxEntry[]; total: number }>,
    ) {
      const before = current === 1 ? [] : (s.lists[kind]?.rows ?? []);
      // New messages shift the others: the next page begins with entries that are loaded already.
      const fresh = rows.filter(({ id }) => !before.some((row) => row.id === id));
      s.lists[kind] = {
        rows: [...before, ...fresh],
        // An empty page is the end, whatever the total says.
        total: rows.length === 0 ? before.length : total,
        current,
      };
      s.isAsking = false;
    },
    cutOff(s) {
      s.isAsking = false;
      s.isCutOff = true;
    },
    missed(s) {
      s.isMissing = true;
      s.isAsking = false;
      s.lists = { mail: empty(), message: empty(), notice: empty() };
      s.unread = none;
    },
    counted(s, { payload }: PayloadAction<Unread>) {
      s.unread = payload;
      s.isCounted = true;
    },

    /** An entry was opened on the page of messages. */
    met(s, { payload }: PayloadAction<InboxEntry>) {
      s.met = payload;
    },
    /** Open an entry: it counts as read from here on. */
    open(s, { payload: id }: PayloadAction<string>) {
      s.shownId = id;
      s.roleIds = '';
      s.lacksRole = false;
      mark(s, id, true);
    },
    back(s) {
      s.leftId = s.shownId;
      s.shownId = '';
    },
    /** Marking it as read failed at the server. */
    unread(s, { payload: id }: PayloadAction<string>) {
      mark(s, id, false);
    },
    /** Those of the shown kind, of the named one, or all of them (''). */
    readAll(_s, _action: PayloadAction<InboxKind | '' | undefined>) {},
    allRead(s, { payload: kind }: PayloadAction<InboxKind>) {
      for (const row of s.lists[kind]?.rows ?? []) row.isRead = true;
      s.unread[kind] = 0;
    },

    rolesReceived(s, { payload }: PayloadAction<TreeNode[]>) {
      s.roles = payload as Draft<TreeNode[]>;
    },
    pickRoles(s, { payload }: PayloadAction<string>) {
      s.roleIds = payload;
      s.lacksRole = false;
    },
    /** Approve or reject a registration. */
    decide(s, { payload: { isPassed } }: PayloadAction<{ id: string; isPassed: boolean }>) {
      s.lacksRole = isPassed && s.roleIds === '';
      s.isDeciding = !s.lacksRole;
    },
    decided(s, { payload: { id, outcome } }: PayloadAction<{ id: string; outcome: 'passed' | 'refused' }>) {
      s.decided[id] = outcome;
      s.isDeciding = false;
    },
    undecided(s) {
      s.isDeciding = false;
    },
  },
  extraReducers: (on) =>
    on
      .addCase(panel.actions.show, (s, { payload }) => {
        if (payload !== 'inbox') return;
        s.shownId = '';
        s.leftId = '';
        // Show the kind that has unread entries.
        if (s.unread[s.kind] === 0) s.kind = inboxKinds.find((kind) => s.unread[kind] > 0) ?? s.kind;
        begin(s);
      })
      .addCase(suspended, (s) => {
        s.isAway = true;
      })
      .addCase(resumed, (s) => {
        s.isAway = false;
      }),
  selectors: {
    all: (s) => s,
    kind: (s) => s.kind,
    list: (s, kind: InboxKind) => s.lists[kind],
    unread: (s) => s.unread,
    unreadSum: (s) => inboxKinds.reduce((sum, kind) => sum + s.unread[kind], 0),
    isCounted: (s) => s.isCounted,
    isMissing: (s) => s.isMissing,
    isAway: (s) => s.isAway,
    entry: find,
    roles: (s) => s.roles,
    roleIds: (s) => s.roleIds,
    isDeciding: (s) => s.isDeciding,
  },
});
