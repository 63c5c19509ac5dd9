import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { InboxEntry, InboxKind } from '../../../../contract/wire/inbox';
import { inbox } from '../../../store/inbox';

export const mailboxSizes = [10, 30, 50] as const;

export interface MailboxQuery {
  /** '' for all kinds. */
  kind: InboxKind | '';
  /** A part of title or text. */
  q: string;
  isUnread: boolean;
  current: number;
  size: number;
}
export interface MailboxState {
  query: MailboxQuery;
  /** The search as it is typed; it applies when it is sent. */
  typed: string;
  /** null until it is first loaded. */
  list: { rows: InboxEntry[]; total: number } | null;
  /** The entry that is read. */
  shown: InboxEntry | null;
  /** The entry that was open before the list: there the focus returns. */
  leftId: string;
  isAsking: boolean;
  /** The last request had no answer. */
  isCutOff: boolean;
}
const initial: MailboxState = {
  query: { kind: '', q: '', isUnread: false, current: 1, size: 10 },
  typed: '',
  list: null,
  shown: null,
  leftId: '',
  isAsking: false,
  isCutOff: false,
};

function begin(s: MailboxState) {
  s.isAsking = true;
  s.isCutOff = false;
}
function mark(s: MailboxState, isOne: (entry: InboxEntry) => boolean, isRead: boolean) {
  for (const entry of [...(s.list?.rows ?? []), ...(s.shown ? [s.shown] : [])]) if (isOne(entry)) entry.isRead = isRead;
}

/** A person's messages on a page of their own. What is read here is read in the popover of the bell, and vice versa. */
export const mailbox = createSlice({
  name: 'mailbox',
  initialState: initial,
  reducers: {
    type(s, { payload }: PayloadAction<string>) {
      s.typed = payload;
    },
    /** Other conditions begin at the first page. */
    seek(s, { payload }: PayloadAction<Partial<MailboxQuery>>) {
      s.query = { ...s.query, current: 1, ...payload };
      s.typed = s.query.q;
      begin(s);
    },
    retry: begin,
    received(s, { payload }: PayloadAction<{ rows: InboxEntry[]; total: number }>) {
      s.list = payload;
      s.isAsking = false;
    },
    cutOff(s) {
      s.isAsking = false;
      s.isCutOff = true;
    },
    /** Read an entry of the list. */
    open(_s, _action: PayloadAction<string>) {},
    shown(s, { payload }: PayloadAction<InboxEntry>) {
      s.shown = payload;
    },
    back(s) {
      s.leftId = s.shown?.id ?? '';
      s.shown = null;
    },
  },
  extraReducers: (on) =>
    on
      .addCase(inbox.actions.open, (s, { payload: id }) => mark(s, (entry) => entry.id === id, true))
      .addCase(inbox.actions.unread, (s, { payload: id }) => mark(s, (entry) => entry.id === id, false))
      .addCase(inbox.actions.allRead, (s, { payload: kind }) => mark(s, (entry) => entry.kind === kind, true)),
  selectors: {
    all: (s) => s,
    query: (s) => s.query,
    row: (s, id: string) => s.list?.rows.find((row) => row.id === id),
  },
});
