/** Secrets inside of texts that programs read. */
import { hasMask, openText, secretsIn, withStoredSecrets } from '../../../contract/schema/secretMembers';

const texts: [text: string, shown: string, secrets: string[]][] = [
  ['{"user":"u","password":"a\\"b, c=d"}', '{"user":"u","password":"***"}', ['a"b, c=d']],
  ['{ "id": 1234567890123456789,\n  "apiKey": 42 }', '{ "id": 1234567890123456789,\n  "apiKey": "***" }', ['42']],
  ['{"a":{"token":["x","y"]},"token":""}', '{"a":{"token":"***"},"token":""}', ['["x","y"]']],
  [
    '[{"name":"token","value":"t1"},{"name":"n","value":"v"}]',
    '[{"name":"token","value":"***"},{"name":"n","value":"v"}]',
    ['t1'],
  ],
  ['{"url":"https://me:w0rd@db/x?token=abc&n=1"}', '{"url":"https://me:***@db/x?token=***&n=1"}', ['w0rd', 'abc']],
  ['{"inner":"{\\"secret\\":\\"s3\\"}"}', '{"inner":"{\\"secret\\":\\"***\\"}"}', ['s3']],
  ['{"headers":{"Authorization":"Bearer x.y"}}', '{"headers":{"Authorization":"***"}}', ['Bearer x.y']],
  ['host=db\npassword=a b,c\nn=1', 'host=db\npassword=***\nn=1', ['a b,c']],
  ['user=u&client_secret=s1&n=2', 'user=u&client_secret=***&n=2', ['s1']],
  ["{password: 'x', n: 1}", "{password: '***', n: 1}", ['x']],
  ['run --token abc --n 3', 'run --token ***', ['abc --n 3']],
  ['jdbc:mysql://h:3306/d?user=a&password=b', 'jdbc:mysql://h:3306/d?user=a&password=***', ['b']],
];

it.each(texts)('%s', (text, shown, secrets) => {
  expect([openText(text), secretsIn(text)]).toEqual([shown, secrets]);
  expect(withStoredSecrets(shown, text)).toBe(text);
  expect(openText(shown)).toBe(shown);
});

it.each([
  '',
  'hello',
  '{"keepDays":30,"public_key":"k"}',
  'password.days=3',
  '[1,2',
  'https://host:80/a@b',
  '{"password":null}',
])('leaves %s as it is', (text) => expect(openText(text)).toBe(text));

it('a mask stands for the secret of its place alone', () => {
  const stored = '{"list":[{"user":"a","password":"1"},{"user":"b","password":"2"}],"token":"t"}';
  const swapped = '{"token":"***","list":[{"user":"b","password":"***"},{"user":"a","password":"***"}]}';
  expect(JSON.parse(withStoredSecrets(swapped, stored))).toEqual({
    token: 't',
    list: [
      { user: 'b', password: '2' },
      { user: 'a', password: '1' },
    ],
  });
  for (const sent of [
    '{"secret":"***"}',
    '{"note":{"token":"***"}}',
    '{"list":[{"user":"c","password":"***"}]}',
    'token=***',
  ])
    expect([sent, hasMask(withStoredSecrets(sent, stored))]).toEqual([sent, true]);
  expect(withStoredSecrets('{"note":"***"}', stored)).toBe('{"note":"***"}');
  expect(hasMask(withStoredSecrets('https://me:***@other/', 'https://me:w@host/'))).toBe(true);
});
