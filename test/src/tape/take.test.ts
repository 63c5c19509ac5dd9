/** What is made of a tape: a script that does the same in a browser, without the secrets of the person. */
import { browserScript } from '../../../src/tape/take/tests';
import type { Tape } from '../../../src/tape/tape';
import type { Gesture } from '../../../src/world/gestures';

const field = { role: 'password', label: '密码', nth: 0, name: 'password' } as const;
function typed(value: string): Gesture {
  return { ...field, ms: 1, do: 'fill', value, isSecret: true };
}
const enter: Gesture = { ...field, ms: 2, do: 'press', pressed: 'Enter' };
function command(step: number, type: string, carried?: unknown) {
  return { step, ms: step, do: type, with: carried };
}
const tape = {
  begins: {},
  note: '',
  story: [
    {
      call: 'device',
      value: { language: 'en', languages: ['de-DE'], timeZone: 'Asia/Shanghai', width: 1280, height: 720 },
    },
    command(1, 'app/started', '/login'),
    command(2, 'signIn/edit', { name: 'password', value: 'Masked-0001' }),
    command(3, 'signIn/edit', { name: 'password', value: 'Masked-0002' }),
    { put: 'session/signedIn', with: {} },
    command(4, 'screenLock/type', { password: 'Masked-0003' }),
  ],
  gestures: [
    typed('Masked-0001'),
    enter,
    typed('Masked-0002'),
    enter,
    {
      ms: 3,
      do: 'fill',
      role: 'textbox',
      label: '证件号码',
      nth: 0,
      name: 'idNo',
      value: '110021190001010006',
      isSecret: true,
    },
    typed('Masked-0003'),
    { ms: 4, do: 'fill', role: 'textbox', label: '客户名称', nth: 0, isInDialog: true, value: '云汀' },
  ],
} as unknown as Tape;
const save = { call: 'POST /blade-order/order/submit' };
const renewal = { call: 'POST /blade-auth/oauth/token', form: { grant_type: 'refresh_token' } };
const script = browserScript(tape, 'one', {
  page: '/lease/order/detail/120269337062768640',
  sent: [save, { call: 'GET /blade-order/order/detail' }, renewal, save],
});

it('asks for the password that was right, and types the stand-ins of all other secrets', () => {
  const words = [...script.matchAll(/\.fill\((.*)\);/g)].map(([, word]) => word);
  expect(words).toEqual(['"Masked-0001"', 'secret', '"110021190001010006"', '"Masked-0003"', '"云汀"']);
});

it('signs in with the account that the tape begins signed in with, unless another one is named', () => {
  const user = { userId: '7', tenantId: '000000', account: 'lin.yumo', realName: '林予墨' };
  const signedIn = browserScript({ ...tape, begins: { session: { user } } }, 'one', { page: '/', sent: [] });
  expect(signedIn).toContain('fill(process.env.ACCOUNT ?? "lin.yumo")');
  expect(script).not.toContain('process.env.ACCOUNT');
});

it('looks for what was used in a dialog there, and not in the page behind it', () => {
  expect(script).toContain('dialog().getByRole("textbox", { name: /^\\s*客户名称\\s*$/ }).first().fill("云汀")');
  expect(script).toContain('page.getByRole("textbox", { name: /^\\s*证件号码\\s*$/ })');
});

it('opens a window of the language, time zone and size that were recorded', () => {
  expect(script).toContain('{"locale":"en","timezoneId":"Asia/Shanghai","viewport":{"width":1280,"height":720}}');
});

it('expects what is sent as often as it was sent, but for what depends on the time', () => {
  const [, expected] = /const expected = (\{[^}]*\});/.exec(script)!;
  expect(JSON.parse(expected!)).toEqual({ 'POST /blade-order/order/submit': 2 });
});

it('presses the keys that were pressed, in the field of a secret too', () => {
  expect([...script.matchAll(/\.press\((.*)\);/g)].map(([, key]) => key)).toEqual(['"Enter"', '"Enter"']);
});

it('ends on the page of the record that it made, which has another id each time', () => {
  const [, pattern] = /waitForURL\(\(url\) => \/(.*)\/\.test/.exec(script)!;
  expect('/lease/order/detail/120269337062768999').toMatch(new RegExp(pattern!));
  expect('/lease/order/new').not.toMatch(new RegExp(pattern!));
});
