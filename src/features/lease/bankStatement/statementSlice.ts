import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { BankStatement } from '../../../../contract/modules/lease/bankStatement';
import { lineStates } from '../../../../contract/modules/lease/bankStatement';
import type { BankLine, LineGroup, LinesPage } from '../../../../contract/wire/bank/lines';
import type { Outcome } from '../../../../contract/wire/ledger/booking';
import { tabs } from '../../../store/navigation/route';
import { session } from '../../../store/session';

/** The line that a person assigns by hand, and to what. */
export interface Assigning {
  line: BankLine;
  draft: Record<string, unknown>;
  busy: boolean;
  /** What it would be booked to; null before the answer, and where it is refused. */
  trial: Outcome | null;
  /** Why others have to decide on it first, and who may; '' where they do not. */
  waits: string;
  /** Why it cannot be booked: the server's sentence, or `*` before a text of the console. */
  refusal: string;
}
export interface StatementPage {
  row: BankStatement | null;
  /** Why there is no statement: the server's message, '' when it did not answer; null without an error. */
  trouble: string | null;
  lines: LinesPage | null;
  group: LineGroup;
  current: number;
  size: number;
  picked: Record<string, true>;
  /** Which of several answers was chosen for a line. */
  answers: Record<string, number>;
  busy: boolean;
  assigning: Assigning | null;
}
const initial: StatementPage = {
  row: null,
  trouble: null,
  lines: null,
  group: 'all',
  current: 1,
  size: 50,
  picked: {},
  answers: {},
  busy: false,
  assigning: null,
};
/** What is done with lines. */
export type Deed = 'confirm' | 'confirmAll' | 'unclaimed' | 'ignore' | 'undo' | 'rematch';

type OfPage<T = object> = PayloadAction<{ path: string } & T>;

/** Pages of statements, by their address. */
export const statementPages = createSlice({
  name: 'statementPages',
  initialState: {} as Record<string, StatementPage>,
  reducers: {
    upload(_s) {},
    load(s, { payload: { path, ...to } }: OfPage<Partial<Pick<StatementPage, 'group' | 'current' | 'size'>>>) {
      const page = s[path] ?? initial;
      s[path] = { ...page, ...to, ...(to.group ? { current: 1 } : {}), picked: {}, busy: true };
    },
    received(s, { payload: { path, row, lines } }: OfPage<{ row: BankStatement; lines: LinesPage }>) {
      s[path] = { ...(s[path] ?? initial), row, lines, trouble: null, busy: false };
    },
    failed(s, { payload: { path, trouble } }: OfPage<{ trouble: string }>) {
      s[path] = { ...(s[path] ?? initial), trouble, busy: false };
    },
    pick(s, { payload: { path, ids, on } }: OfPage<{ ids: string[]; on: boolean }>) {
      for (const id of ids) {
        if (on) s[path]!.picked[id] = true;
        else delete s[path]!.picked[id];
      }
    },
    answer(s, { payload: { path, id, at } }: OfPage<{ id: string; at: number }>) {
      s[path]!.answers[id] = at;
    },
    act(_s, _action: OfPage<{ deed: Deed }>) {},
    acting(s, { payload: { path, busy } }: OfPage<{ busy: boolean }>) {
      if (s[path]) s[path].busy = busy;
    },
    assign(s, { payload: { path, line } }: OfPage<{ line: BankLine }>) {
      s[path]!.assigning = { line, draft: { rest: 1 }, busy: false, trial: null, waits: '', refusal: '' };
    },
    typeAssign(s, { payload: { path, change } }: OfPage<{ change: Record<string, unknown> }>) {
      const assigning = s[path]?.assigning;
      if (!assigning) return;
      Object.assign(assigning.draft, change);
      Object.assign(assigning, { trial: null, waits: '', refusal: '' });
    },
    assignForetold(s, { payload: { path, waits } }: OfPage<Pick<Assigning, 'waits'>>) {
      const assigning = s[path]?.assigning;
      if (assigning) assigning.waits = waits;
    },
    assignTried(s, { payload: { path, ...outcome } }: OfPage<Pick<Assigning, 'trial' | 'refusal'>>) {
      if (s[path]?.assigning) Object.assign(s[path].assigning, outcome);
    },
    submitAssign(s, { payload: { path } }: OfPage) {
      if (s[path]?.assigning) s[path].assigning.busy = true;
    },
    assignEnded(s, { payload: { path, isDone } }: OfPage<{ isDone: boolean }>) {
      const page = s[path];
      if (!page?.assigning) return;
      if (isDone) page.assigning = null;
      else page.assigning.busy = false;
    },
  },
  extraReducers: (on) =>
    on
      .addCase(session.actions.signedOut, () => ({}))
      .addCase(tabs.actions.closed, (s, { payload }) => {
        delete s[payload];
      })
      .addCase(tabs.actions.allClosed, () => ({})),
  selectors: {
    typedAt: (s, path: string) => s[path]?.assigning?.draft,
    of: (s, path: string): StatementPage | undefined => s[path],
  },
});

/** Whether it is said what the line pays. */
export function isAimed({ draft }: Pick<Assigning, 'draft'>): boolean {
  return Boolean(draft.orderId || draft.customerId);
}
export function isOpenLine({ state }: BankLine): boolean {
  return state === lineStates.open;
}
/** The chosen lines of a page. */
export function pickedLines({ lines, picked }: StatementPage): BankLine[] {
  return (lines?.records ?? []).filter(({ id }) => picked[id]);
}
