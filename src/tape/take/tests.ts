/** Tests that are made from a tape: one that replays it, and one that does the same in a browser. */
import { factsOf } from '../../../contract/domain/languages';
import { type SessionState, session } from '../../store/session';
import type { Gesture } from '../../world/gestures';
import type { Expectation } from '../expectations';
import type { Seen, Sent } from '../seen';
import { type Done, deviceOf, isStep, type Tape } from '../tape';

/** How often each call was sent that changes something. */
function writesIn(sent: readonly Sent[]): Record<string, number> {
  const writes = new Map<string, number>();
  for (const { call } of sent) if (call.startsWith('POST ')) writes.set(call, (writes.get(call) ?? 0) + 1);
  return Object.fromEntries(writes);
}
/** The page renews its token when that is old enough: a script may be quicker than the person was. */
function isRenewal({ form }: Sent): boolean {
  return (form as { grant_type?: string } | undefined)?.grant_type === 'refresh_token';
}

/** What a session came to: messages, page, question, what was sent, and that nothing is still being done. */
export function expectationOf({ messages, page, question, busy, sent }: Seen): Expectation {
  const shown = [...new Set(messages.map(({ text }) => text))].filter(Boolean);
  const writes = writesIn(sent);
  return {
    ...(shown.length > 0 ? { message: shown } : {}),
    ...(page ? { page } : {}),
    question: question?.text ?? null,
    busy: [...busy],
    ...(Object.keys(writes).length > 0 ? { requests: writes } : {}),
  };
}

/** Ends no comment. */
function inComment(text: string): string {
  return text.replaceAll('*/', '* /').replace(/\s+/g, ' ');
}

/** For `test/src/tape/`, with the tape in `test/tapes/`, where each is replayed and compared anyway. */
export function replayTest(name: string, note: string, expected: Expectation): string {
  return `/** ${inComment(note || name)} */
import { missedIn, readTape } from '../../support/tapes';

jest.setTimeout(120_000);
const tape = readTape(${JSON.stringify(name)});

it(${JSON.stringify(note || 'comes to what was seen')}, async () => {
  expect(
    await missedIn(tape, ${JSON.stringify(expected, null, 2).replaceAll('\n', '\n    ')}),
  ).toEqual([]);
});
`;
}

function placeOf({ role, label, nth, name, isInDialog }: Gesture): string {
  if (role === 'password') return `page.locator(${JSON.stringify(`input[type=password][name="${name ?? ''}"]`)})`;
  const words = label.split(' ').map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  const found = `${isInDialog ? 'dialog()' : 'page'}.getByRole(${JSON.stringify(role)}, { name: /^\\s*${words.join('\\s*')}\\s*$/ })`;
  return nth > 0 ? `${found}.nth(${nth})` : `${found}.first()`;
}
/** The stand-in of the password that the person signed in with: the last one that was typed before. */
function passwordOf({ story }: Tape): string | undefined {
  const end = story.findIndex((entry) => 'put' in entry && entry.put === session.actions.signedIn.type);
  return story
    .slice(0, Math.max(0, end))
    .flatMap((entry) => ('do' in entry ? [entry.with as { name?: unknown; value?: string } | undefined] : []))
    .findLast((typed) => typed?.name === 'password')?.value;
}
/** Other secrets are typed as their stand-ins: a wrong password stays wrong, and a number is valid as it was. */
function lineOf(gesture: Gesture, password: string | undefined): string {
  const { value = '', isSecret, pressed = '' } = gesture;
  if (gesture.do === 'click') return `await ${placeOf(gesture)}.click();`;
  if (gesture.do === 'fill')
    return `await ${placeOf(gesture)}.fill(${isSecret && value === password ? 'secret' : JSON.stringify(value)});`;
  return gesture.role === ''
    ? `await page.keyboard.press(${JSON.stringify(pressed)});`
    : `await ${placeOf(gesture)}.press(${JSON.stringify(pressed)});`;
}

/** A pattern of the address: a record that is made again has another id. */
function anyId(path: string): string {
  return String(new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\d{10,}/g, '\\d+')}$`));
}

/** A window like the one that was recorded: names are found in its language, and a narrow one has other buttons. */
function windowOf(tape: Tape): string {
  const { language, timeZone, width, height } = deviceOf(tape);
  return JSON.stringify({ locale: factsOf(language).tag, timezoneId: timeZone, viewport: { width, height } });
}

/** A script for Node with Playwright: `BASE_URL=… SECRET=… node name.mjs`. */
export function browserScript(tape: Tape, name: string, { page, sent }: Pick<Seen, 'page' | 'sent'>): string {
  const first = tape.story.find((entry) => isStep(entry) && 'do' in entry && entry.do === 'app/started') as
    | Done
    | undefined;
  const path = typeof first?.with === 'string' ? first.with : '/';
  const password = passwordOf(tape);
  const user = (tape.begins.session as SessionState | undefined)?.user;
  const signIn =
    user &&
    `
// The tape begins signed in.
await page.goto(base + '/login');
await page.locator('input[name=username]').fill(process.env.ACCOUNT ?? ${JSON.stringify(user.account)});
await page.locator('input[name=password]').fill(secret);
await page.locator('input[name=password]').press('Enter');
await page.waitForURL((url) => !url.pathname.startsWith('/login'));
await answered();
posts.length = 0;
`;
  return `/** ${inComment(tape.note || name)} */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';

// Packages and browser are those of the folder that it is run in.
const { chromium } = createRequire(process.cwd() + '/')('playwright-core');
const find = () => execFileSync(process.execPath, ['scripts/browser.mjs'], { encoding: 'utf8' });
if (!process.env.CHROME_PATH) Object.assign(process.env, JSON.parse(find()));

const base = process.env.BASE_URL ?? 'http://127.0.0.1:8790';
const secret = process.env.SECRET ?? '';
const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH, args: ['--no-sandbox'] });
const page = await (await browser.newContext(${windowOf(tape)})).newPage();
const dialog = () => page.getByRole('dialog').or(page.getByRole('alertdialog')).last();
const faults = [];
page.on('pageerror', ({ message }) => faults.push(message));
// A person waits until the page has answered.
const asked = new Set();
const posts = [];
page.on('request', (request) => {
  if (request.method() !== 'POST') return;
  asked.add(request);
  posts.push(new URL(request.url()).pathname);
});
// What is sent, and how often.
const expected = ${JSON.stringify(writesIn(sent.filter((one) => !isRenewal(one))), null, 2)};
for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => asked.delete(request));
const answered = async () => {
  for (let quiet = 0; quiet < 6; quiet = asked.size > 0 ? 0 : quiet + 1) await page.waitForTimeout(50);
};
try {${signIn ? signIn.replaceAll('\n', '\n  ') : ''}
  await page.goto(base + ${JSON.stringify(path)});
${(tape.gestures ?? []).map((gesture) => `  ${lineOf(gesture, password)}${gesture.do === 'fill' ? '' : '\n  await answered();'}`).join('\n')}
  await page.waitForURL((url) => ${anyId(page)}.test(url.pathname));
  for (const [call, times] of Object.entries(expected)) {
    const found = posts.filter((path) => path.endsWith(call.slice('POST '.length))).length;
    if (found !== times) faults.push(\`\${call}: expected \${times}, sent \${found}\`);
  }
  if (faults.length > 0) throw new Error(faults.join('\\n'));
  console.log('ok');
} finally {
  await browser.close();
}
`;
}
