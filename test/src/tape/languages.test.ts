/**
 * Where a tape was recorded is on it: the languages of the browser and of the person, the time zone and the window. It
 * is replayed as it was on a machine of another language and zone.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { persistStore } from 'redux-persist';
import { feature as product } from '../../../src/features/lease/product';
import { createApp } from '../../../src/shell/app';
import { clock } from '../../../src/store/clock';
import type { CrudSlice } from '../../../src/store/crud/crud';
import { route } from '../../../src/store/navigation/route';
import { preferences } from '../../../src/store/preferences';
import { started } from '../../../src/store/started';
import { recorder } from '../../../src/tape/recorder';
import { parseTape, printTape, type Tape } from '../../../src/tape/tape';
import type { Device } from '../../../src/world/world';
import { depth, isDeep } from '../../support/depth';
import { aMonday, fakeWorld, quiet, type StartOptions, start } from '../../support/fakeWorld';
import { replayCommand } from '../../support/replayCommand';
import { session } from '../../support/session';
import { storage } from '../../support/storage';
import { replayed, tapeNames } from '../../support/tapes';

/** The first start compiles the whole console. */
jest.setTimeout(120_000);

/** Records what is done on this machine; through text and back, as a saved file. */
async function taped(
  device: Partial<Device>,
  play: (options: StartOptions) => Promise<unknown>,
  now = aMonday,
): Promise<Tape> {
  const fake = fakeWorld({ device, now });
  const rec = recorder(fake.world, { uptime: fake.world.uptime });
  await play({ fake: { ...fake, world: rec.world }, listen: [rec.listen] });
  return parseTape(printTape(rec.tape({ release: 'one', note: '' })));
}

const devices: Record<string, Partial<Device>> = {
  'a Chinese browser': {},
  'an English browser': { language: 'en', languages: ['en-US', 'en'], timeZone: 'America/New_York' },
  'a French browser, which gets Chinese': { language: 'zh', languages: ['fr-FR', 'fr'], timeZone: 'Europe/Paris' },
  'a narrow window in Kiritimati': { language: 'en', languages: ['en-AU'], timeZone: 'Pacific/Kiritimati', width: 390 },
};

async function changeLanguage(options: StartOptions) {
  const app = await start(options);
  for (const language of ['en', 'zh', 'en'] as const) {
    app.do(preferences.actions.speak(language));
    await quiet();
    app.do(route.actions.go(language === 'en' ? '/lease/product' : '/lease/customer'));
    await quiet();
  }
}

/** English and dark were chosen on an earlier visit, and the page measures its window before it reads the storage. */
async function comeBack({ fake, listen = [] }: StartOptions) {
  const { storage: places } = storage();
  const before = await start({ storage: places, signedIn: false });
  before.do(preferences.actions.spoke('en'));
  before.do(preferences.actions.shine('dark'));
  await before.persistor!.flush();
  const app = createApp(fake!.world, { storage: places, listen });
  app.dispatch(preferences.actions.measured(1));
  await new Promise<void>((read) => void persistStore(app, null, () => read()));
  app.dispatch(started('/login'));
  await quiet();
  expect(preferences.selectors.all(app.getState())).toMatchObject({ language: 'en', mode: 'dark', screenClass: 1 });
}

/** Before midnight in Shanghai. */
const late = Date.UTC(2026, 0, 5, 15, 59, 50);
/** A form is opened on one day and saved on the next. */
async function workOverMidnight(options: StartOptions) {
  const { actions: at } = product.slices[0] as CrudSlice;
  const app = await start({ at: '/lease/product', ...options });
  await app.last('/product/page').answer({ records: [], total: 0 });
  app.do(at.add({ productName: '夜租', productCode: 'N1', deadline: 30, getType: 0, yearRate: '4.2' }));
  await app.clock.advance(30_000);
  expect(app.see(clock.selectors.today)).toBe('2026-01-06');
  app.do(at.save());
  await app.last('/product/submit').answer(true);
}

const scenes: Record<string, () => Promise<Tape>> = {
  ...Object.fromEntries(Object.entries(devices).map(([name, device]) => [name, () => taped(device, session)])),
  'a language that changes in the middle': () => taped({}, changeLanguage),
  'a language that changes in an English browser': () =>
    taped({ language: 'en', languages: ['en-GB'] }, changeLanguage),
  'a day that ends in the middle': () => taped({}, workOverMidnight, late),
  'a language that was chosen before': () => taped({ language: 'en' }, comeBack),
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leasedesk-tapes-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const files: string[] = [];
it.each(Object.keys(scenes))('the tape of %s is replayed as it was', async (name) => {
  const tape = await scenes[name]!();
  files.push(join(folder, `${files.length}.json`));
  writeFileSync(files.at(-1)!, printTape(tape));
  expect(tape.story[0]).toMatchObject({ call: 'device', value: { language: expect.stringMatching(/^(zh|en)$/) } });
  expect((await replayed(tape)).changes).toEqual([]);
});

/** The last one's digits are not ours, and its day begins first. */
const machines = [
  ['Asia/Shanghai', 'zh_CN.UTF-8'],
  ['America/New_York', 'en_US.UTF-8'],
  ['Pacific/Kiritimati', 'ar_EG.UTF-8'],
] as const;
it('all of them, and those that testers rely on, are replayed as they were on machines of other languages and zones', () => {
  const recorded = tapeNames().map((name) => `test/tapes/${name}.json`);
  for (const [TZ, locale] of machines.slice(depth(1, 0))) {
    const all = TZ === 'Pacific/Kiritimati' || isDeep ? [...files, ...recorded] : files;
    const { status, lines } = replayCommand([...all, '--lang', 'en'], { TZ, LANG: locale, LC_ALL: locale });
    expect(lines.filter((line) => !line.startsWith('✓'))).toEqual([]);
    expect([status, lines.length]).toEqual([0, all.length]);
  }
});

it('a tape of a former release, which does not say where it was recorded, is replayed as it was', async () => {
  const tape = await taped({}, session);
  const former = printTape({
    ...tape,
    story: tape.story.filter((entry) => !('call' in entry) || entry.call !== 'device'),
  });
  expect((await replayed(parseTape(former))).changes).toEqual([]);
});
