import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { Choice } from '../../../contract/schema/module';
import type { TreeNode } from '../../../contract/schema/tree';
import { tenantChoice } from './tenantChoice';

/**
 * Records to choose from: the name of their module, or a narrower set of them behind a slash, as `chosen.offers` of the
 * module names it: `role`, `role/givable`.
 */
export type ChoiceSet = string;

export interface Choices {
  /** Trees of nodes; for searched records, the last search's results. */
  nodes: TreeNode[];
  /** The search text; '' where all of them are loaded. */
  text: string;
  busy: boolean;
  /** The last request failed; it can be repeated. */
  isLost: boolean;
}
const none: Choices = { nodes: [], text: '', busy: false, isLost: false };
const blank = none as Draft<Choices>;

interface ChoicesState {
  sets: Record<ChoiceSet, Choices>;
  /** Titles of records that were found or loaded by id, by module and id. */
  titles: Record<string, Record<string, string>>;
}
const empty: ChoicesState = { sets: {}, titles: {} };

export function targetOf(set: ChoiceSet): { to: string; offer?: string } {
  const [to = '', offer] = set.split('/');
  return offer === undefined ? { to } : { to, offer };
}

function remember(s: Draft<ChoicesState>, set: ChoiceSet, found: readonly Pick<Choice, 'id' | 'title'>[]) {
  const { to } = targetOf(set);
  s.titles[to] ??= {};
  for (const { id, title } of found) s.titles[to][id] = title;
}

/** Options of reference fields, one state for each set of records however many fields offer it. */
export const choices = createSlice({
  name: 'choices',
  initialState: empty,
  reducers: {
    /** A page is about to offer these as a whole: they are refreshed. */
    need(s, { payload }: PayloadAction<readonly ChoiceSet[]>) {
      for (const set of payload) s.sets[set] = { ...(s.sets[set] ?? blank), busy: true, isLost: false };
    },
    /** Find records by a part of their title or note; '' for the first page. */
    find(s, { payload: { of, text } }: PayloadAction<{ of: ChoiceSet; text: string }>) {
      s.sets[of] = { ...(s.sets[of] ?? blank), text, busy: true };
    },
    /** Load the titles of these records: ids, comma-joined. */
    name(_s, _action: PayloadAction<{ of: ChoiceSet; ids: string }>) {},
    received(s, { payload: { of, nodes } }: PayloadAction<{ of: ChoiceSet; nodes: TreeNode[] }>) {
      s.sets[of] = { ...blank, nodes: nodes as Draft<TreeNode[]> };
    },
    found(s, { payload: { of, nodes } }: PayloadAction<{ of: ChoiceSet; nodes: TreeNode[] }>) {
      s.sets[of] = { ...(s.sets[of] ?? blank), nodes: nodes as Draft<TreeNode[]>, busy: false, isLost: false };
      remember(s, of, nodes);
    },
    named(s, { payload: { of, found } }: PayloadAction<{ of: ChoiceSet; found: readonly Choice[] }>) {
      remember(s, of, found);
    },
    lost(s, { payload: of }: PayloadAction<ChoiceSet>) {
      s.sets[of] = { ...(s.sets[of] ?? blank), busy: false, isLost: true };
    },
  },
  extraReducers: (on) =>
    // Titles of one tenant must not be shown for another one.
    on.addCase(tenantChoice.actions.choose, () => empty),
  selectors: {
    of: (s, set: ChoiceSet): Choices => s.sets[set] ?? none,
    held: (s) => s.sets,
    titles: (s) => s.titles,
    titlesOf: (s, set: ChoiceSet): Readonly<Record<string, string>> | undefined => s.titles[targetOf(set).to],
  },
});
