/** What is missing in a form is told by the names of its fields, and some are names of secrets: a problem is none. The tape
 *  of the empty form of every kind of record is replayed as it was, and holds no stand-in for a problem. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { menus } from '../../../contract/wire/menus';
import { readyFeatures } from '../../../src/features/registry';
import type { CrudSlice } from '../../../src/store/crud/crud';
import { route } from '../../../src/store/navigation/route';
import { judgement, recorder } from '../../../src/tape/recorder';
import { standIns } from '../../../src/tape/standIns';
import { parseTape, printTape } from '../../../src/tape/tape';
import { fakeWorld, quiet, start } from '../../support/fakeWorld';
import { replayed } from '../../support/tapes';

/** Loads the code of every area. */
jest.setTimeout(300_000);

const forms = menus.flatMap(({ children = [] }) =>
  children.flatMap(({ module, path }) => (module ? [{ name: module.name, path }] : [])),
);
/** Their forms are pages of their own, and open with an address. */
const ownPages = new Set(['dict', 'dictbiz', 'region']);

describe.each(['zh', 'en'] as const)('the empty form, saved in %s:', (language) => {
  it.each(forms)('$name', async ({ name: of, path }) => {
    const fake = fakeWorld({ device: { language } });
    const rec = recorder(fake.world, { uptime: fake.world.uptime });
    const app = await start({ fake: { ...fake, world: rec.world }, listen: [rec.listen] });
    const give = async (action: { type: string; payload?: unknown }) => {
      app.do(action);
      await quiet();
    };
    await give(route.actions.go(path));
    const { feature } = app.see(route.selectors.place)!;
    const { slices } = readyFeatures().find(({ name }) => name === feature)!;
    const lists = slices.filter((slice) => {
      const { add, save, misjudged } = (slice as { actions?: Record<string, unknown> }).actions ?? {};
      return add && save && misjudged;
    }) as unknown as CrudSlice[];
    for (const { actions } of lists) {
      await give(actions.add({}));
      await give(actions.save());
    }
    expect(lists.length > 0).toBe(!ownPages.has(of));
    const tape = parseTape(printTape(rec.tape({ release: 'one', note: '' })));
    expect((await replayed(tape)).changes).toEqual([]);
    const told = tape.story.flatMap((entry) => ('put' in entry && /\/misjudged$/.test(entry.put) ? [entry.with] : []));
    expect(JSON.stringify(told)).not.toMatch(/Masked|6222/);
  });
});

it('every fact that tells problems alone says so by its name', () => {
  const folder = join(__dirname, '../../../src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const facts = files.flatMap((file) =>
    [
      ...readFileSync(join(folder, file), 'utf8').matchAll(/^ +(\w+)\([^\n]*PayloadAction<[^{<>]*roblems(?:'\])?>\)/gm),
    ].map(([, fact]) => fact!),
  );
  expect(facts.length).toBeGreaterThan(8);
  expect(facts.filter((fact) => !judgement.test(`form/${fact}`))).toEqual([]);
});

it('the problem of a proof is no secret, although it is kept under the name of one', () => {
  const state = { proofProblems: { smsCode: 'required', password: 'required' }, password: 'required' };
  const mask = standIns();
  expect(mask.of(state)).toEqual({ ...state, password: 'Masked-0001' });
});
