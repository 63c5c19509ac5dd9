/** The menu tree an installation starts with. */

import { order } from '../../../contract/modules/lease/order';
import { product } from '../../../contract/modules/lease/product';
import { buttonsOf, type Menu, menus } from '../../../contract/wire/menus';

function flat(items: Menu[]): Menu[] {
  return items.flatMap((item) => [item, ...flat(item.children ?? [])]);
}
const all = flat(menus);
const buttons = all.flatMap(({ module }) => (module ? buttonsOf(module) : []));
function twice<T>(list: T[]) {
  return list.filter((one, at) => list.indexOf(one) !== at);
}

describe('the menus', () => {
  it('have codes and paths of their own', () => {
    expect(twice(all.map(({ code }) => code))).toEqual([]);
    expect(twice(all.map(({ path }) => path))).toEqual([]);
    expect(twice(buttons.map(({ code }) => code))).toEqual([]);
    expect(all.filter(({ code }) => buttons.some((button) => button.code === code))).toEqual([]);
  });

  it('are below their parents', () => {
    for (const { path, children = [] } of all) {
      expect(path).toMatch(/^\/[a-z]+(\/[a-z]+)*$/);
      for (const child of children) expect(child.path.startsWith(`${path}/`)).toBe(true);
    }
  });

  it('and buttons are named in both languages', () => {
    for (const { name, nameEn } of [...all, ...buttons]) {
      expect(name).toMatch(/[\u4e00-\u9fff]/);
      expect(nameEn).toMatch(/^[A-Z][\w ]+$/);
    }
  });

  it('of a module bear its name, so that the menu is the right to read it', () => {
    for (const { code, module } of all) if (module) expect(code).toBe(module.permission('list'));
  });
});

describe('the buttons of a page', () => {
  it('are the usual six and those of its own', () => {
    expect(buttonsOf(product as never).map(({ code }) => code)).toEqual([
      'product_add',
      'product_edit',
      'product_view',
      'product_delete',
      'product_export',
      'product_import',
    ]);
    expect(buttonsOf(order as never).map(({ code }) => code)).toEqual(
      expect.arrayContaining([
        'order_add',
        'order_status',
        'order_voucher',
        'order_contract',
        'order_start',
        'order_cancel',
      ]),
    );
  });

  it('cover every right that a module’s calls ask for, and offer none that it does not', () => {
    for (const { module } of all) {
      if (!module) continue;
      const codes = buttonsOf(module).map(({ code }) => code);
      for (const verb of ['add', 'update', 'remove'] as const)
        expect([module.name, verb, codes.includes(module.permission(verb))]).toEqual([
          module.name,
          verb,
          // A button of the module's own may have the code of a verb that it does not offer.
          (module.offers(verb) && !module.refuses?.includes(verb)) ||
            Object.keys(module.actions).some((name) => `${module.name}_${name}` === module.permission(verb)),
        ]);
    }
  });
});
