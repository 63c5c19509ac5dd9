import { createAction } from '@reduxjs/toolkit';

/** A global key combination, as the World spells it: `Ctrl+K`, `Alt+1`, `?`. */
export const pressed = createAction<string>('keys/pressed');

export interface Shortcut {
  /** Alternative combinations, or a range of them; shown beside the label. */
  combos: readonly string[];
  /** What is shown instead of a long list of them. */
  shown?: readonly string[];
  /** Key of the texts under `keys`. */
  say: string;
  /** Handled by the focused component; the others work everywhere. */
  byPart?: true;
}

/** Show the tab with that number. */
export const tabKeys = Array.from({ length: 9 }, (_, at) => `Alt+${at + 1}`);

/** All shortcuts, in the order of the help. */
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

/** A single character: it would be text in an input, and can be switched off. */
function isSingle(combo: string) {
  return combo.length === 1;
}

/** Whether a combination is a shortcut at this moment. */
export function isHeard(combo: string, { isTyping, hasLetterKeys }: { isTyping: boolean; hasLetterKeys: boolean }) {
  return heardEverywhere.has(combo) && (!isSingle(combo) || (!isTyping && hasLetterKeys));
}
