/** The audit trail on screen: filters, one entry, and whether the whole is as it was written. */
import { audit, entryOf } from '../../src/store/auditLog';
import { quiet, start } from '../support/fakeWorld';

const { actions: at, selectors: see } = audit;

const opened = async (search = '') => {
  const app = await start({ at: `/monitor/audit${search}` });
  await quiet();
  return app;
};

describe('the list', () => {
  it('is asked for with the words of the wire, whatever they are called on screen', async () => {
    const app = await opened('?entity=order&action=resetPassword');
    expect(app.last('/audit/list').call.query).toMatchObject({ entity: 'order', action: 'resetPassword' });
  });
});

describe('an entry', () => {
  it('tells its changes, and leaves out what is none', () => {
    const changes = [
      { field: 'name', before: null, after: 'x' },
      null,
      'y',
      { before: 1 },
      { field: 'sort', after: 2 },
    ];
    expect(entryOf({ id: '1', entity: 'dept', action: 'update', changes }).changes).toEqual([
      { field: 'name', before: null, after: 'x' },
      { field: 'sort', before: null, after: 2 },
    ]);
    expect(entryOf({ id: '1', changes: 'none' })).toMatchObject({ changes: [], entity: '', aboutId: '' });
  });

  it('is shown until it is closed', async () => {
    const app = await opened();
    const entry = entryOf({ id: '1', entity: 'order', entityId: '7' });
    app.do(at.show(entry));
    expect(app.see(see.all).shown).toEqual(entry);
    app.do(at.close());
    expect(app.see(see.all).shown).toBeNull();
  });
});

describe('the check of the whole', () => {
  const verified = async (answer: unknown) => {
    const app = await opened();
    app.do(at.verify());
    app.do(at.verify());
    await quiet();
    expect(app.calls('/audit/verify')).toHaveLength(1);
    await app.last('/audit/verify').answer(answer);
    return app.see(see.all);
  };

  it('tells what the server found', async () => {
    const { verdict, isVerifying } = await verified({ isWhole: true, rows: '12', seals: 3, brokenAt: null });
    expect(verdict).toEqual({ isWhole: true, rows: 12, seals: 3, brokenAt: '' });
    expect(isVerifying).toBe(false);
    const broken = await verified({ isWhole: false, rows: 4, seals: 3, brokenAt: '2026-01-01 00:00:00' });
    expect(broken.verdict).toMatchObject({ isWhole: false, brokenAt: '2026-01-01 00:00:00' });
  });

  it.each([null, {}, 'yes', { isWhole: 'true' }, { isWhole: 1 }])('takes %j for no yes', async (answer) => {
    expect((await verified(answer)).verdict).toMatchObject({ isWhole: false });
  });

  it('says nothing where no answer came, and can be asked for again', async () => {
    const app = await opened();
    app.do(at.verify());
    await quiet();
    await app.last('/audit/verify').cutOff();
    expect(app.see(see.all)).toMatchObject({ verdict: null, isVerifying: false });
    expect(app.toasts()).toEqual(['error: request.unreachable']);
    app.do(at.verify());
    await quiet();
    expect(app.calls('/audit/verify')).toHaveLength(2);
  });
});
