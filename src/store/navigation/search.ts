import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { beginsInitials } from '../../../contract/domain/pinyin';
import { leaves, type MenuItem } from './menu';
import { panel } from './panel';
import { addressOf, route } from './route';
import { shownTo } from './sidebar';

/** Limits the list of recent pages. */
const mostRecent = 6;

/** Search for pages by name: in the dialog, and in the field of the top bar. */
export const search = createSlice({
  name: 'search',
  initialState: {
    text: '',
    /** Addresses of the menus opened last, the newest first. */
    recent: [] as string[],
  },
  reducers: {
    type(s, { payload }: PayloadAction<string>) {
      s.text = payload;
    },
    /** Go to the page of a selected result. */
    choose(s, _action: PayloadAction<MenuItem>) {
      s.text = '';
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
      }),
  selectors: { text: (s) => s.text, recent: (s) => s.recent },
});

/** Normalises full-width letters of Chinese keyboards, and removes spaces. */
function plain(text: string) {
  return text.normalize('NFKC').replace(/\s+/g, '').toLowerCase();
}

function begins({ name, nameEn = '' }: MenuItem, typed: string): boolean {
  return [name, nameEn].some((label) => plain(label).startsWith(typed)) || beginsInitials(name, typed);
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
