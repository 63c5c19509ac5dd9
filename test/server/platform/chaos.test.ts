import { type Arm, chaos, type Outcome } from '../../chaos/chaos';
import { formerState } from '../../chaos/fleet';
import { isDeep } from '../../support/depth';

it('a recovery that takes too long is an outcome, beside what was seen until then', async () => {
  const outcome = await chaos({ arm: 'connection', blows: 1, seed: 7, limitMs: 1, log: () => undefined });
  expect(outcome).toMatchObject({ blows: 0, lost: [], doubled: [] });
  expect(outcome.late).toEqual([expect.stringContaining('within 1 ms')]);
}, 180_000);

/** What is built from an earlier state of the sources needs their history, which a copy of the files alone lacks. */
const former: [Arm, number, string][] = formerState()
  ? [['former', 1, 'gives way to today’s, which brings its tables']]
  : [];
if (former.length === 0)
  it.todo('a server of the former tables gives way to today’s (the history of the sources is not here)');

const cluster: [Arm, number, string] = ['cluster', 3, 'is one of three that share a database, and is killed'];
const deep = isDeep ? [cluster] : [];

/** A short form of each arm of `npm run chaos`. */
describe.each<[Arm, number, string]>([
  ['server', 1, 'is killed'],
  ['both', 1, 'is killed together with its database'],
  ['supervised', 1, 'is killed beside npm start'],
  ['database', 2, 'loses its database, and then one of its connections by kill -9'],
  ['connection', 2, 'has its busy connections ended'],
  ['restart', 1, 'works on an external database that is restarted'],
  ...former,
  ...deep,
])('%s: a server that, while people write,', (arm, blows, what) => {
  let outcome: Outcome;
  beforeAll(async () => {
    outcome = await chaos({ arm, blows, seed: 7, log: () => undefined });
  }, 180_000); // mostly the build, when there is none yet

  it(`${what}, in the middle of work`, () => {
    expect(outcome.blows).toBe(blows);
    expect(outcome.acknowledged).toBeGreaterThan(10);
    // A server that ends because it is asked to answers what it has begun.
    if (arm !== 'former') expect(outcome.retried).toBeGreaterThan(0);
  });

  it('has every write it had acknowledged, does none twice, and keeps the rules of the money', () => {
    expect(outcome).toMatchObject({ lost: [], doubled: [], broken: [] });
  });

  it(arm === 'supervised' ? 'is started again' : 'is not lost with what it lost', () => {
    expect(outcome.restarts).toBe(arm === 'supervised' ? 1 : 0);
  });
});
