/** The signature of FASC, against the vector of its documentation. */
import { canonical, isSignature, signatureOf } from '../../../server/esign/fasc/signature';

const values = {
  'X-FASC-App-Id': '00000000',
  'X-FASC-Sign-Type': 'HMAC-SHA256',
  'X-FASC-Timestamp': '1757570000000',
  'X-FASC-Nonce': 'a'.repeat(32),
  'X-FASC-Api-SubVersion': '5.1',
  'X-FASC-AccessToken': 'tok',
  bizContent: '{"signTaskId":"1"}',
};
const documented = '45a459b6af348e6ff2b3e5727823c54f4e5f4e23eea22e916d8da6befefe25bf';

it('is that of the documented vector', () => {
  expect(signatureOf(values, '1757570000000', 'dummysecret')).toBe(documented);
});
it('leaves empty values out and goes by the names, not by their order', () => {
  const turned = Object.fromEntries(Object.entries(values).reverse());
  expect(signatureOf({ ...turned, 'X-FASC-Grant-Type': '' }, '1757570000000', 'dummysecret')).toBe(documented);
  expect(canonical({ b: 'x=1&y', a: '' })).toBe('b=x=1&y');
});
it.each([
  ['another content', { ...values, bizContent: '{"signTaskId":"2"}' }, 'dummysecret'],
  ['another secret', values, 'dummysecreT'],
])('is another one for %s', (_case, changed, secret) => {
  const other = signatureOf(changed, '1757570000000', secret);
  expect(isSignature(other, documented)).toBe(false);
  expect(isSignature(documented, documented)).toBe(true);
  expect(isSignature('', documented)).toBe(false);
});
