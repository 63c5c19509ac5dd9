import type { MenuItem } from '../../../../src/store/navigation/menu';
import { allMenus } from '../../../support/fakeWorld';

/** The menus of somebody who lacks those with these codes. */
export const menusWithout = (...codes: string[]): MenuItem[] =>
  allMenus.map((menu) => ({ ...menu, children: menu.children?.filter(({ code }) => !codes.includes(code)) ?? [] }));
