/** A misspelt name is told with the module, the place and the name that was probably meant. */
import { allModules, type LostReferences, lookedUp } from '../../../contract/modules';
import { customer } from '../../../contract/modules/lease/customer';
import { supplier } from '../../../contract/modules/lease/supplier';
import { user } from '../../../contract/modules/system/user';
import { dict, money, ref, secret, text } from '../../../contract/schema/fields';
import { judgeModules } from '../../../contract/schema/judgeModules';
import { defineModule, type Module } from '../../../contract/schema/module';

const sound = {
  name: 'car',
  title: ['车辆', 'Car'] as const,
  path: '/blade-car/car',
  chosen: { by: 'search' as const, title: 'plate', note: 'colour' },
  found: { by: ['plate'] },
  menu: { under: 'lease' as const, icon: 'box' as const },
  belongsTo: 'ownerId',
  tree: { parent: 'parentId', title: 'plate' },
  alike: ['plate'],
  sortable: ['price'],
  fields: {
    plate: text('车牌', 'Plate', { search: 'like' }),
    colour: text('颜色', 'Colour'),
    price: money('价格', 'Price'),
    ownerId: ref('customer')('车主', 'Owner'),
    dealerId: ref('supplier')('经销商', 'Dealer', { offer: 'inUse' }),
    parentId: ref('car')('上级', 'Parent', { initial: '0' }),
    code: secret('密码', 'Password', { passwordOf: 'plate' }),
  },
  actions: {
    sell: {
      label: ['出售', 'Sell'] as const,
      icon: 'money' as const,
      refreshes: ['customer'],
      fields: { buyerId: ref('customer')('买方', 'Buyer') },
    },
  },
  cards: {
    sold: { title: ['已售', 'Sold'] as const, icon: 'money' as const, list: () => ({ plate: '1' }), sum: 'price' },
  },
};

/** What is said of the module with these members instead of its own, as a start without types sees them. */
function told(change: object): string[] {
  const car = defineModule({ ...sound, ...change } as never) as unknown as Module;
  return judgeModules([customer as never, supplier as never, car], [user as never]);
}
function toldOfField(field: object): string[] {
  return told({ fields: { ...sound.fields, ...field } });
}
const { sell } = sound.actions;
const { sold } = sound.cards;

it('the modules of the product name what there is', () => {
  expect(judgeModules(allModules, lookedUp)).toEqual([]);
  expect(told({})).toEqual([]);
});

it.each<[change: object, sentence: string]>([
  [
    { menu: { under: 'leese', icon: 'box' } },
    "'menu.under' names the menu 'leese', which does not exist. Did you mean 'lease'?",
  ],
  [
    { menu: { under: 'lease', icon: 'boxx' } },
    "'menu.icon' names the icon 'boxx', which does not exist. Did you mean 'box'?",
  ],
  [
    { menu: { under: 'lease', icon: 'calendar' } },
    "'menu.icon' names the icon 'calendar', which does not exist. Did you mean 'calendar-clock'?",
  ],
  [
    { menu: { under: 'lease', icon: 'quite-another' } },
    "'menu.icon' names the icon 'quite-another', which does not exist.",
  ],
  [
    { chosen: { by: 'list', title: 'plates' } },
    "'chosen.title' names the field 'plates', which does not exist. Did you mean 'plate'?",
  ],
  [
    { chosen: { by: 'list', title: 'plate', note: 'color' } },
    "'chosen.note' names the field 'color', which does not exist. Did you mean 'colour'?",
  ],
  [
    { found: { by: ['plate', 'prise'] } },
    "'found.by' names the field 'prise', which does not exist. Did you mean 'price'?",
  ],
  [{ belongsTo: 'owner' }, "'belongsTo' names the reference 'owner', which does not exist. Did you mean 'ownerId'?"],
  [
    { tree: { parent: 'parentID', title: 'plate' } },
    "'tree.parent' names the field 'parentID', which does not exist. Did you mean 'parentId'?",
  ],
  [
    { tree: { parent: 'parentId', title: 'plats' } },
    "'tree.title' names the field 'plats', which does not exist. Did you mean 'plate'?",
  ],
  [{ alike: ['plat'] }, "'alike' names the field 'plat', which does not exist. Did you mean 'plate'?"],
  [{ sortable: ['priice'] }, "'sortable' names the field 'priice', which does not exist. Did you mean 'price'?"],
  [
    { actions: { sell: { ...sell, icon: 'monney' } } },
    "action 'sell' names the icon 'monney', which does not exist. Did you mean 'money'?",
  ],
  [
    { actions: { sell: { ...sell, refreshes: ['costumer'] } } },
    "'refreshes' of action 'sell' names the module 'costumer', which does not exist. Did you mean 'customer'?",
  ],
  [
    { actions: { sell: { ...sell, fields: { buyerId: ref('purchaser')('买方', 'Buyer') } } } },
    "action 'sell', field 'buyerId' names the module 'purchaser', which does not exist.",
  ],
  [
    { cards: { sold: { ...sold, icon: 'monney' } } },
    "card 'sold' names the icon 'monney', which does not exist. Did you mean 'money'?",
  ],
  [
    { cards: { sold: { ...sold, sum: 'colour' } } },
    "'sum' of card 'sold' names the money field 'colour', which does not exist.",
  ],
])('%j', (change, sentence) => {
  expect(told(change)).toEqual([`Module 'car': ${sentence}`]);
});

it.each<[field: object, sentence: string]>([
  [
    { ownerId: ref('custmer')('车主', 'Owner') },
    "field 'ownerId' names the module 'custmer', which does not exist. Did you mean 'customer'?",
  ],
  [
    { dealerId: ref('supplier')('经销商', 'Dealer', { offer: 'inUsed' }) },
    "'offer' of field 'dealerId' names the offer 'inUsed', which does not exist. Did you mean 'inUse'?",
  ],
  [
    { colour: dict('pic_types')('颜色', 'Colour') },
    "field 'colour' names the dictionary 'pic_types', which does not exist. Did you mean 'pic_type'?",
  ],
  [
    { code: secret('密码', 'Password', { passwordOf: 'plato' }) },
    "'passwordOf' of field 'code' names the field 'plato', which does not exist. Did you mean 'plate'?",
  ],
])('%j', (field, sentence) => {
  expect(toldOfField(field)).toEqual([`Module 'car': ${sentence}`]);
});

it('a module that does not say how it is chosen cannot be pointed to', () => {
  expect(told({ chosen: undefined })).toEqual([
    "Module 'car': field 'parentId' points to 'car', which does not declare how it is 'chosen'.",
  ]);
});

it('the type checker refuses them before', () => {
  const named = { name: 'van', title: ['货车', 'Van'] as const, path: '/blade-car/van' } as const;
  const fields = { plate: text('车牌', 'Plate'), ownerId: ref('custmer')('车主', 'Owner') };
  const van = defineModule({ ...named, fields });
  const lost: LostReferences<typeof van> = "van.ownerId points to 'custmer', and no module has that name";
  expect(lost).toContain('custmer');
  // @ts-expect-error
  defineModule({ ...named, fields, menu: { under: 'lease', icon: 'calendar' } });
  // @ts-expect-error
  defineModule({ ...named, fields, menu: { under: 'leese', icon: 'box' } });
  // @ts-expect-error
  defineModule({ ...named, fields, chosen: { by: 'list', title: 'plates' } });
  // @ts-expect-error
  defineModule({ ...named, fields, chosen: { by: 'list', title: 'plate', note: 'plates' } });
  // @ts-expect-error
  defineModule({ ...named, fields, found: { by: ['plates'] } });
  // @ts-expect-error
  defineModule({ ...named, fields, tree: { parent: 'parent', title: 'plate' } });
  // @ts-expect-error
  defineModule({ ...named, fields, alike: ['plates'] });
  // @ts-expect-error
  defineModule({ ...named, fields, sortable: ['plates'] });
  // @ts-expect-error
  defineModule({ ...named, fields, belongsTo: 'owner' });
  const all = { title: ['全部', 'All'], icon: 'box', list: () => ({}) } as const;
  // @ts-expect-error
  defineModule({ ...named, fields, cards: { all: { ...all, sum: 'price' } } });
  // @ts-expect-error
  defineModule({ ...named, fields, cards: { all: { ...all, icon: 'calendar' } } });
  // @ts-expect-error
  defineModule({ ...named, fields, actions: { sell: { label: ['出售', 'Sell'], icon: 'calendar' } } });
});
