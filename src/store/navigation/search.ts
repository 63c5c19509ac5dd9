import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { beginsInitials } from '../../../contract/domain/search/pinyin';
import { isSearchable } from '../../../contract/domain/search/searchTerms';
import type { FoundGroup, FoundRecord } from '../../../contract/wire/search';
import { session } from '../session';
import { leaves, type MenuItem } from './menu';
import { panel } from './panel';
import { addressOf, route } from './route';
import { shownTo } from './sidebar';

/** Limits the lists of recent pages and records. */
const mostRecent = 6;

/** A record, and the feature that shows it. */
export interface FoundTarget extends FoundRecord {
  entity: string;
}

/** Search for pages by name, and for records: in the dialog, and in the field of the top bar. */
export const search = createSlice({
  name: 'search',
  initialState: {
    text: '',
    /** Addresses of the menus opened last, the newest first. */
    recent: [] as string[],
    /** Records that match the text, or the one before while their answer is on its way. */
    records: [] as FoundGroup[],
    /** Records chosen last, the newest first. */
    lately: [] as FoundTarget[],
    /** The answer for the text is on its way. */
    isAsking: false,
    /** The server of the family that answers has no such search. */
    isMissing: false,
  },
  reducers: {
    type(s, { payload }: PayloadAction<string>) {
      s.text = payload;
      s.isAsking = !s.isMissing && isSearchable(payload);
      if (payload === '') s.records = [];
    },
    /** The records of a text; of another one than is there now, they are dropped. */
    found(s, { payload: { text, groups } }: PayloadAction<{ text: string; groups: FoundGroup[] }>) {
      if (text !== s.text) return;
      s.records = groups;
      s.isAsking = false;
    },
    missed(s) {
      s.isMissing = true;
    },
    /** Go to the record of a selected result. */
    open(s, { payload }: PayloadAction<FoundTarget>) {
      s.text = '';
      s.records = [];
      s.lately = [payload, ...s.lately.filter(({ id }) => id !== payload.id)].slice(0, mostRecent);
    },
    /** Go to the page of a selected result. */
    choose(s, _action: PayloadAction<MenuItem>) {
      s.text = '';
      s.records = [];
    },
  },
  extraReducers: (on) =>
    on
      .addCase(route.actions.arrived, (s, { payload: { menuPath, isTab } }) => {
        if (isTab) s.recent = [menuPath, ...s.recent.filter((path) => path !== menuPath)].slice(0, mostRecent);
      })
      // What was typed in the dialog must not stay in the field of the bar.
      .addCase(panel.actions.hide, (s) => {
        s.text = '';
        s.records = [];
      })
      // Records of one person are none of the next one's.
      .addCase(session.actions.signedOut, (s) => {
        s.records = [];
        s.lately = [];
        s.recent = [];
      }),
  selectors: {
    text: (s) => s.text,
    recent: (s) => s.recent,
    records: (s) => s.records,
    lately: (s) => s.lately,
    isAsking: (s) => s.isAsking,
    isMissing: (s) => s.isMissing,
  },
});

/** Normalises full-width letters of Chinese keyboards, and removes spaces and apostrophes, which are left out or curled. */
function plain(text: string) {
  return text
    .normalize('NFKC')
    .replace(/[\s'\u2019]+/g, '')
    .toLowerCase();
}

function begins({ name, nameEn = '' }: Pick<MenuItem, 'name' | 'nameEn'>, typed: string): boolean {
  return [name, nameEn].some((label) => plain(label).startsWith(typed)) || beginsInitials(name, typed);
}

/** Whether a label begins with the text, or its initials do. */
export function isNamed(label: string, text: string): boolean {
  return begins({ name: label }, plain(text));
}

/** The leaves that this person can find: menus hidden from their roles are left out. */
export function findable(
  tree: readonly MenuItem[],
  all: readonly MenuItem[],
  roles: ReadonlySet<string>,
): readonly MenuItem[] {
  const idsOf = (items: MenuItem[]) => new Set(leaves(items).map(({ id }) => id));
  const [known, shown] = [idsOf([...tree]), idsOf(shownTo(tree, roles))];
  return shownTo(all, roles).filter(({ id }) => shown.has(id) || !known.has(id));
}

export interface Found {
  menu: MenuItem;
  isRecent: boolean;
}

/** Menus whose name begins with the text, in either language or by initials; all of them, the recent ones first,
 *  without a text. */
export function findMenus(menus: readonly MenuItem[], text: string, recent: readonly string[]): Found[] {
  const typed = plain(text);
  const seen = new Set<string>();
  const own = menus.filter((menu) => {
    const address = addressOf(menu);
    if (seen.has(address)) return false;
    seen.add(address);
    return true;
  });
  if (typed !== '') return own.filter((menu) => begins(menu, typed)).map((menu) => ({ menu, isRecent: false }));
  const known = recent.flatMap((path) => own.filter((menu) => addressOf(menu) === path));
  return [
    ...known.map((menu) => ({ menu, isRecent: true })),
    ...own.filter((menu) => !known.includes(menu)).map((menu) => ({ menu, isRecent: false })),
  ];
}
