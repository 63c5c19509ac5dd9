/** The error log: small, readable, without secrets, and never a reason for the console to stop. */
import { withoutSecrets } from '../../../contract/wire/secrets';
import { log, soundEntries } from '../../../src/store/log';
import { session } from '../../../src/store/session';
import { faultReporter } from '../../../src/world/faults';
import { quiet, start } from '../../support/fakeWorld';

jest.setTimeout(30_000); // the first start of a file compiles the console

const { failed, failedOften } = log.actions;
function fault(n: number, more: Partial<{ message: string; stack: string; info: string }> = {}) {
  return {
    message: `fault ${n}`,
    stack: '',
    info: '',
    ...more,
  };
}

describe('the log', () => {
  it('counts a fault that repeats itself instead of repeating it', async () => {
    const app = await start();
    app.do(failedOften([fault(1), fault(1), fault(2)]));
    await app.clock.advance(60_000);
    app.do(failed(fault(2)));
    app.do(failed(fault(1)));
    const entries = app.see(log.selectors.entries);
    expect(entries.map(({ message, count }) => [message, count])).toEqual([
      ['fault 1', 2],
      ['fault 2', 2],
      ['fault 1', undefined],
    ]);
    expect(entries[1]!.time).toBe('2026-01-05 10:01:00');
  });

  it('keeps the newest two hundred, and no more than a quarter of a megabyte of them', async () => {
    const app = await start();
    app.do(failedOften(Array.from({ length: 250 }, (_, n) => fault(n))));
    expect(app.see(log.selectors.entries)).toHaveLength(200);
    app.do(failedOften(Array.from({ length: 250 }, (_, n) => fault(n, { stack: '错'.repeat(8000) }))));
    const entries = app.see(log.selectors.entries);
    expect(entries.at(-1)!.message).toBe('fault 249');
    expect(entries.length).toBeGreaterThan(5);
    expect(Buffer.byteLength(JSON.stringify(entries))).toBeLessThanOrEqual(256 * 1024);
  });

  it('cuts texts that are too long to be read', async () => {
    const app = await start();
    app.do(failed({ message: 'm'.repeat(100_000), stack: 's'.repeat(100_000), info: 'i'.repeat(100_000) }));
    const [entry] = app.see(log.selectors.entries);
    expect([entry!.message.length, entry!.stack.length, entry!.info.length]).toEqual([2000, 8000, 500]);
  });

  it.each([
    ['Blade-Auth: bearer abc.def-1', 'Blade-Auth: bearer ***'],
    ['jwt eyJhbGciOi.eyJzdWIi.c2ln failed', 'jwt *** failed'],
    ['/oauth/token?username=li&password=0192abcd&scope=all', '/oauth/token?username=li&password=***&scope=all'],
    ['{"refresh_token":"r-1","a":1}', '{"refresh_token":"***","a":1}'],
    ['at /lease-sign/ticket-77 (main.js:1)', 'at /lease-sign/*** (main.js:1)'],
    ['Cannot read properties of undefined (reading token)', 'Cannot read properties of undefined (reading token)'],
  ])('keeps no secret: %s', async (text, shown) => {
    expect(withoutSecrets(text)).toBe(shown);
    const app = await start();
    app.do(failed({ message: text, stack: text, info: text }));
    expect(app.see(log.selectors.entries)[0]).toMatchObject({ message: shown, stack: shown, info: shown });
  });

  it('takes from storage what is an entry, and no more than it may hold', () => {
    const entry = { type: 'error', url: '/', time: 't', message: 'm', stack: '', info: '' };
    expect(soundEntries([entry, null, 5, { ...entry, message: 7 }, { ...entry, count: '2' }, []])).toEqual([entry]);
    expect(soundEntries(Array.from({ length: 900 }, () => entry))).toHaveLength(200);
    for (const junk of [undefined, null, 'x', { length: 3 }]) expect(soundEntries(junk)).toEqual([]);
  });

  it('is cleared when its person leaves', async () => {
    const app = await start();
    app.do(failed(fault(1)));
    app.do(session.actions.expired());
    await quiet();
    expect(app.see(log.selectors.entries)).toEqual([]);
  });
});

describe('errors by the thousand', () => {
  it('are handed on in turns, the newest two hundred', () => {
    const turns: (() => void)[] = [];
    const handed: number[] = [];
    const report = faultReporter(
      (faults) => handed.push(faults.length, Number(faults.at(-1)!.message.slice(6))),
      (work) => turns.push(work),
    );
    for (let n = 0; n < 10_000; n++) report(fault(n));
    expect(turns).toHaveLength(1);
    turns.shift()!();
    expect(handed).toEqual([200, 9999]);
    report(fault(1));
    expect(turns).toHaveLength(1);
  });

  it('do not feed themselves: what fails while they are handed on is dropped', () => {
    const turns: (() => void)[] = [];
    let calls = 0;
    const report = faultReporter(
      () => {
        calls += 1;
        report(fault(2));
        throw new Error('the log is broken');
      },
      (work) => turns.push(work),
    );
    report(fault(1));
    turns.shift()!();
    expect([calls, turns.length]).toEqual([1, 0]);
    report(fault(3));
    expect(turns).toHaveLength(1);
  });
});
