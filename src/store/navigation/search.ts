import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { beginsInitials } from '../../../contract/domain/pinyin';
import { leaves, type MenuItem } from './menu';
import { panel } from './panel';
import { addressOf, route } from './route';
import { shownTo } from './sidebar';

/** More than these nobody remembers. */
const mostRecent = 6;

/** Finding a page by its name: in the dialog, and in the field of the top bar. */
export const search = createSlice({
  name: 'search',
  initialState: {
    text: '',
    /** Addresses of the menus whose pages were opened last, the newest first. */
    recent: [] as string[],
  },
  reducers: {
    type(s, { payload }: PayloadAction<string>) {
      s.text = payload;
    },
    /** Go to the page of a menu that was found. */
    choose(s, _action: PayloadAction<MenuItem>) {
      s.text = '';
    },
  },
  extraReducers: (on) =>
    on
      .addCase(route.actions.arrived, (s, { payload: { menuPath, isTab } }) => {
        if (isTab) s.recent = [menuPath, ...s.recent.filter((path) => path !== menuPath)].slice(0, mostRecent);
      })
      // What was typed in the dialog must not be left in the field of the bar.
      .addCase(panel.actions.hide, (s) => {
        s.text = '';
      }),
  selectors: { text: (s) => s.text, recent: (s) => s.recent },
});

/** Full-width letters as Chinese keyboards give them, and spaces that were typed along. */
function plain(text: string) {
  return text.normalize('NFKC').replace(/\s+/g, '').toLowerCase();
}

function begins({ name, nameEn = '' }: MenuItem, typed: string): boolean {
  return [name, nameEn].some((label) => plain(label).startsWith(typed)) || beginsInitials(name, typed);
}

/** The leaves that this person finds: what the sidebar hides from their roles is not found either. */
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

/** Menus whose name begins with what is typed, in either language or by initials; all of them, the recent ones first, for nothing typed. */
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
