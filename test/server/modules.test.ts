/** The server's half of the list: what a module misspells refuses the start, before anything is made of it. */
import { asset } from '../../contract/modules/lease/asset';
import { order } from '../../contract/modules/lease/order';
import { supplier } from '../../contract/modules/lease/supplier';
import { serverModules } from '../../server/modules';

/** What the start says while a declaration has these members instead of its own. */
function told(declared: object, change: object): string {
  const before = { ...declared };
  try {
    Object.assign(declared, change);
    serverModules();
  } catch (error) {
    return (error as Error).message;
  } finally {
    Object.assign(declared, before);
  }
  return '';
}

it('the halves of the product are loaded', () => {
  expect(serverModules().length).toBeGreaterThan(50);
});

it.each<[declared: object, change: object, sentence: string]>([
  [
    asset.menu!,
    { under: 'leese' },
    "Module 'asset': 'menu.under' names the menu 'leese', which does not exist. Did you mean 'lease'?",
  ],
  [
    asset.menu!,
    { icon: 'boxx' },
    "Module 'asset': 'menu.icon' names the icon 'boxx', which does not exist. Did you mean 'box'?",
  ],
  [
    order.fields.customerId,
    { to: 'custmer' },
    "Module 'order': field 'customerId' names the module 'custmer', which does not exist. Did you mean 'customer'?",
  ],
  [
    asset.chosen!,
    { title: 'assetNames' },
    "Module 'asset': 'chosen.title' names the field 'assetNames', which does not exist. Did you mean 'assetName'?",
  ],
  [
    order.cards!.refunds!,
    { list: () => ({ refundState: '1' }) },
    "Module 'order': 'list' of card 'refunds' names the condition 'refundState', which does not exist. Did you mean 'refundStatus'?",
  ],
  [
    order.cards!.refunds!,
    { list: () => ({ refundStatus_greater: '1' }) },
    "Module 'order': 'list' of card 'refunds' names the condition 'refundStatus_greater', which does not exist.",
  ],
  [
    supplier.chosen!,
    { offers: ['inUse', 'inUze'] },
    "Module 'supplier': 'chosen.offers' names the offer 'inUze', which does not exist. Did you mean 'inUse'?",
  ],
])('%#', (declared, change, sentence) => {
  expect(told(declared, change)).toBe(sentence);
});
