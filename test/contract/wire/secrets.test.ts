/** What no log, tape or developer tool may show. */
import { allModules } from '../../../contract/modules';
import { masked } from '../../../contract/wire/secrets';
import { redacted, redactText } from '../../../server/engine/redact';
import { standIns } from '../../../src/tape/standIns';

describe('masking', () => {
  it.each([
    ['a password', { form: { username: 'li', password: 'hunter2' } }, { form: { username: 'li', password: '***' } }],
    ['tokens, as kept', { accessToken: 'a', refreshToken: 'b' }, { accessToken: '***', refreshToken: '***' }],
    ['tokens, as sent', [{ access_token: 'a', refresh_token: 'b' }], [{ access_token: '***', refresh_token: '***' }]],
    [
      'headers',
      { headers: { Authorization: 'Basic x', 'Blade-Auth': 'bearer y' } },
      { headers: { Authorization: '***', 'Blade-Auth': '***' } },
    ],
    [
      'what is typed into a field',
      { payload: { name: 'password', value: 'h' } },
      { payload: { name: 'password', value: '***' } },
    ],
    ['a paper number', { draft: { idNo: '110101199003070097' } }, { draft: { idNo: '***' } }],
    [
      'the number of a card, also while it is typed, and not what is wrong with it',
      {
        bankCardCode: '6222 0212 3456',
        problems: { bankCardCode: 'notACard' },
        typed: { name: 'account', value: '02000034090' },
      },
      { bankCardCode: '***', problems: { bankCardCode: 'notACard' }, typed: { name: 'account', value: '***' } },
    ],
    ['a paper number that an action asks for', { paperNo: '110101199003070097' }, { paperNo: '***' }],
    [
      'the ticket of a signing link',
      { loanUrl: 'http://host/sign/1.aB-c?x=1', url: '/lease-sign/1.aB-c/identify', ticket: '1.aB-c' },
      { loanUrl: 'http://host/sign/***?x=1', url: '/lease-sign/***/identify', ticket: '***' },
    ],
    [
      'what an address carries by the name of a secret, typed or said back',
      { url: 'http://host/?access_token=w0rd&a=1#b', say: ['地址不可用：jdbc:x://h/d?user=u&password=w0rd'] },
      { url: 'http://host/?access_token=***&a=1#b', say: ['地址不可用：jdbc:x://h/d?user=u&password=***'] },
    ],
    [
      'the same in an address within another',
      ['/login?redirect=/desk/frame%3Ftoken%3Dw0rd%26a%3D1&b=2', '/a?to=%252Fb%253Fpage%253D1%2526api_key%253Dw0rd'],
      ['/login?redirect=/desk/frame%3Ftoken%3D***%26a%3D1&b=2', '/a?to=%252Fb%253Fpage%253D1%2526api_key%253D***'],
    ],
    ['a signature', { signature: 'data:image/png;base64,xx' }, { signature: '***' }],
    ['a secret that is no text', { token: { a: 1 } }, { token: '***' }],
  ])('hides %s', (_what, value, shown) => expect(masked(value)).toEqual(shown));

  it('gives it a stand-in on a tape, however much of it is typed', () => {
    const tape = standIns();
    for (const typed of ['w', 'w0rd-of-', 'w0rd-of-mine'])
      expect(tape.of({ url: `http://host/?a=1&api_key=${typed}` })).toEqual({
        url: expect.stringMatching(/\?a=1&api_key=Masked-\d{4}$/),
      });
    expect(tape.of({ path: '/page?token.minutes=5&key=name' })).toEqual({ path: '/page?token.minutes=5&key=name' });
  });

  it.each([
    [{ password: '', token: null, refreshToken: undefined }],
    [{ name: 'username', value: 'li' }],
    ['password'],
    [null],
    [5],
    [[{ a: [1, { b: 2 }] }]],
  ])('returns what holds no secret as it is: %j', (value) => expect(masked(value)).toBe(value));

  it('copies no more than it must, and changes nothing', () => {
    const state = { rows: [{ id: '1' }], session: { form: { password: 'x' } } };
    const shown = masked(state);
    expect(shown.rows).toBe(state.rows);
    expect(state.session.form.password).toBe('x');
  });
});

it('a password that somebody has typed into an address is in clear in no log, tape, state or action', () => {
  const url = 'jdbc:postgresql://reader:planted-marker@db.example.com:5432/shop';
  for (const shown of [masked({ url }), standIns().of({ url }), redacted({ url }), redactText(`no answer of ${url}`)]) {
    expect(JSON.stringify(shown)).not.toContain('planted-marker');
    expect(JSON.stringify(shown)).toContain('db.example.com:5432/shop');
  }
  const plain = { url: 'http://[::1]:8790/a@b:c@d', mail: 'a:b@c.example' };
  expect(masked(plain)).toBe(plain);
});

it('a password in an address is in clear on no tape and in no state while it is typed, key by key', () => {
  const whole = 'jdbc:postgresql://reader:plantedMarker@db.example.com:5432/shop';
  const masks = standIns();
  for (let length = 1; length <= whole.length; length++) {
    const typed = { name: 'url', value: whole.slice(0, length) };
    for (const shown of [masked(typed), masks.of(typed)]) expect(JSON.stringify(shown)).not.toContain('reader:p');
  }
  const plain = [
    'http://host:8080',
    'http://host:80',
    'jdbc:mariadb://a:3306,b:3306',
    'http://[::1]:87',
    'https://a.example',
  ];
  expect([masked(plain), standIns().of(plain)]).toEqual([plain, plain]);
});

describe('a field that a module declares as secret', () => {
  const declared = allModules.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, { kind }]) => (kind === 'secret' ? [[name, field] as const] : [])),
  );
  it('is there to be looked for', () => expect(declared.length).toBeGreaterThan(5));

  it.each(declared)('%s %s is in clear in no log, tape, state or action', (name, field) => {
    const marker = 'planted-marker-value';
    const action = { type: `${name}/type`, payload: { [field]: marker } };
    const state = { [name]: { forms: { new: { draft: { [field]: marker } } }, fill: { name: field, value: marker } } };
    for (const one of [action, state]) {
      expect(JSON.stringify(masked(one))).not.toContain(marker);
      expect(JSON.stringify(standIns().of(one))).not.toContain(marker);
      expect(redacted(one)).not.toContain(marker);
    }
  });
});
