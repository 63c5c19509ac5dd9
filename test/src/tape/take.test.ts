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
  ],
} as unknown as Tape;
const script = browserScript(tape, 'one', '/lease/order/detail/120269337062768640');

it('asks for the password that was right, and types the stand-ins of all other secrets', () => {
  const words = [...script.matchAll(/\.fill\((.*)\);/g)].map(([, word]) => word);
  expect(words).toEqual(['"Masked-0001"', 'secret', '"110021190001010006"', '"Masked-0003"']);
});

it('presses the keys that were pressed, in the field of a secret too', () => {
  expect([...script.matchAll(/\.press\((.*)\);/g)].map(([, key]) => key)).toEqual(['"Enter"', '"Enter"']);
});

it('ends on the page of the record that it made, which has another id each time', () => {
  const [, pattern] = /waitForURL\(\(url\) => \/(.*)\/\.test/.exec(script)!;
  expect('/lease/order/detail/120269337062768999').toMatch(new RegExp(pattern!));
  expect('/lease/order/new').not.toMatch(new RegExp(pattern!));
});
