/** Enough to recognise, too little to use. */
import { maskCard, maskIdentity, maskOf, maskPhone } from '../../contract/mask';
import { customer } from '../../contract/modules/customer';
import { order } from '../../contract/modules/order';

it.each([
  ['110101199003070097', '1101**********0097'],
  ['91310000MA1FL0000X', '9131**********000X'],
  ['E12345678', 'E123*5678'],
  ['12345678', '********'],
  ['1', '*'],
  ['', ''],
])('the paper number %s is shown as %s', (text, shown) => expect(maskIdentity(text)).toBe(shown));

it.each([
  ['13900001234', '139****1234'],
  ['1390000', '*******'],
])('the phone %s is shown as %s', (text, shown) => expect(maskPhone(text)).toBe(shown));

it('a card shows its last four digits', () => expect(maskCard('6222021234567892046')).toBe('**** 2046'));

it.each([
  [customer.fields.idNo, '110101199003070097', '1101**********0097'],
  [order.fields.bankCardCode, '6222021234567892046', '**** 2046'],
  [customer.fields.realName, '王芳', '王芳'],
  [customer.fields.idNo, null, null],
  [customer.fields.idType, 1, 1],
])('a field is masked by its kind: %#', (field, value, shown) => expect(maskOf(field as never, value)).toBe(shown));

it('a masked paper number gives away no more than eight of its characters', () => {
  for (let length = 0; length <= 18; length++) {
    const text = '1'.repeat(length);
    expect(maskIdentity(text).replaceAll('*', '').length).toBeLessThanOrEqual(length > 8 ? 8 : 0);
  }
});
