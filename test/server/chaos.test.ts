import { chaos, type Outcome } from '../chaos/chaos';

describe('a server that is killed while people write', () => {
  let outcome: Outcome;
  beforeAll(async () => {
    outcome = await chaos({ kills: 3, seed: 7, log: () => undefined });
  }, 180_000); // mostly the build, when there is none yet

  it('was killed in the middle of work, once together with its database', () => {
    expect(outcome).toMatchObject({ kills: 3, databaseKills: 1 });
    expect(outcome.acknowledged).toBeGreaterThan(50);
    expect(outcome.retried).toBeGreaterThan(0);
    expect(outcome.repeated).toBeGreaterThan(0);
  });

  it('has every write it had acknowledged', () => {
    expect(outcome.lost).toEqual([]);
  });

  it('does a write once, however often it is sent with its key', () => {
    expect(outcome.doubled).toEqual([]);
  });

  it('keeps the rules of the money', () => {
    expect(outcome.broken).toEqual([]);
  });
});
