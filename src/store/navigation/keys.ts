import { createAction } from '@reduxjs/toolkit';

/** A combination that means something wherever the person is, as the World spells it: `Ctrl+K`, `Alt+1`, `?`. */
export const pressed = createAction<string>('keys/pressed');

export interface Shortcut {
  /** Combinations that do the same, or a row of them; what is shown beside the words. */
  combos: readonly string[];
  /** What is shown instead of a long row of them. */
  shown?: readonly string[];
  /** Key of the words under `keys`. */
  say: string;
  /** The part that has the focus sees to it itself; the others are heard everywhere. */
  byPart?: true;
}

/** Show the tab with that number. */
export const tabKeys = Array.from({ length: 9 }, (_, at) => `Alt+${at + 1}`);

/** Every shortcut there is, in the order in which they are listed to the person. */
export const shortcuts: readonly { group: string; keys: readonly Shortcut[] }[] = [
  {
    group: 'anywhere',
    keys: [
      { combos: ['Ctrl+K'], say: 'search' },
      { combos: ['?'], say: 'help' },
      { combos: tabKeys, shown: ['Alt+1–9'], say: 'tab' },
      { combos: ['Alt+W'], say: 'closeTab' },
      { combos: ['Escape'], say: 'leave', byPart: true },
    ],
  },
  {
    group: 'list',
    keys: [
      { combos: ['/'], say: 'find' },
      { combos: ['N'], say: 'add' },
      { combos: ['R'], say: 'refresh' },
      { combos: ['J', 'K', '↓', '↑'], say: 'walk', byPart: true },
      { combos: ['Space'], say: 'tick', byPart: true },
      { combos: ['Enter'], say: 'open', byPart: true },
      { combos: ['E'], say: 'edit', byPart: true },
    ],
  },
  {
    group: 'form',
    keys: [
      { combos: ['Ctrl+Enter'], say: 'submit', byPart: true },
      { combos: ['Ctrl+S'], say: 'draft', byPart: true },
    ],
  },
];

const heardEverywhere = new Set(
  shortcuts.flatMap(({ keys }) => keys.filter(({ byPart }) => !byPart).flatMap(({ combos }) => combos)),
);

/** A sign by itself: it would be text where somebody types, and can be switched off. */
function isSingle(combo: string) {
  return combo.length === 1;
}

/** Whether a combination is one of ours at this moment. */
export function isHeard(combo: string, { isTyping, hasLetterKeys }: { isTyping: boolean; hasLetterKeys: boolean }) {
  return heardEverywhere.has(combo) && (!isSingle(combo) || (!isTyping && hasLetterKeys));
}
