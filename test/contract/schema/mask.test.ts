/** Enough to recognise, too little to use. */

import { customer } from '../../../contract/modules/lease/customer';
import { order } from '../../../contract/modules/lease/order';
import { maskCard, maskIdentity, maskOf, maskPhone } from '../../../contract/schema/mask';

it.each([
  ['110101199003070097', '110***************'],
  ['91310000MA1FL0000X', '913***************'],
  ['E12345678', 'E12******'],
  ['12345678', '123*****'],
  ['1234567', '*******'],
  ['1', '*'],
  ['', ''],
])('the identity number %s is shown as %s', (text, shown) => expect(maskIdentity(text)).toBe(shown));

it.each([
  ['13900001234', '139****1234'],
  ['1390000', '*******'],
])('the phone %s is shown as %s', (text, shown) => expect(maskPhone(text)).toBe(shown));

it('a card shows its last four digits', () => expect(maskCard('6222021234567892046')).toBe('**** 2046'));

it.each([
  [customer.fields.idNo, '110101199003070097', '110***************'],
  [order.fields.bankCardCode, '6222021234567892046', '**** 2046'],
  [customer.fields.realName, '王芳', '王芳'],
  [customer.fields.idNo, null, null],
  [customer.fields.idType, 1, 1],
])('a field is masked by its kind: %#', (field, value, shown) => expect(maskOf(field as never, value)).toBe(shown));

it('a masked identity number shows its first three characters at the most, and never one of the four that customers are asked for', () => {
  for (let length = 0; length <= 18; length++) {
    const shown = maskIdentity('1'.repeat(length));
    expect(shown).toHaveLength(length);
    expect(shown.slice(3)).toBe('*'.repeat(Math.max(length - 3, 0)));
    expect(shown.slice(-4)).toMatch(/^\**$/);
  }
});
