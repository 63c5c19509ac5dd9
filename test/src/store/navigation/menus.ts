import type { MenuItem } from '../../../../src/store/navigation/menu';
import { allMenus } from '../../../support/fakeWorld';

/** The menus of a person without those with these codes. */
export function menusWithout(...codes: string[]): MenuItem[] {
  return allMenus.map((menu) => ({
    ...menu,
    children: menu.children?.filter(({ code }) => !codes.includes(code)) ?? [],
  }));
}
