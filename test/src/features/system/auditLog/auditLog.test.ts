/** The audit trail on screen: filters, one entry, and the check of the whole. */

import { audit, entryOf } from '../../../../../src/features/system/auditLog/auditLogSlice';
import { browserOf } from '../../../../../src/features/system/online/browserOf';
import { quiet, start } from '../../../../support/fakeWorld';

const { actions: at, selectors: see } = audit;

async function opened(search = '') {
  const app = await start({ at: `/monitor/audit${search}` });
  await quiet();
  return app;
}

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
    const { verdict, isVerifying } = await verified({
      isWhole: true,
      fault: null,
      rows: '12',
      takenOver: 2,
      head: 12,
      headTime: '2026-01-01 00:00:00',
      anchored: null,
      brokenAt: null,
    });
    expect(verdict).toEqual({
      isWhole: true,
      fault: '',
      rows: 12,
      takenOver: 2,
      head: 12,
      headTime: '2026-01-01 00:00:00',
      anchored: 0,
      brokenAt: 0,
    });
    expect(isVerifying).toBe(false);
    const broken = await verified({ isWhole: false, fault: 'missing', rows: 4, head: 9, brokenAt: 5 });
    expect(broken.verdict).toMatchObject({ isWhole: false, fault: 'missing', brokenAt: 5 });
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
    expect([app.toasts(), app.unanswered().length]).toEqual([[], 1]);
    app.do(at.verify());
    await quiet();
    expect(app.calls('/audit/verify')).toHaveLength(2);
  });
});

describe('a browser', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
      'Chrome 147 · Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36 Edg/147.0.0.0',
      'Edge 147 · Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari 18 · iOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0',
      'WeChat 8 · Android',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140 · Linux'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['', ''],
  ])('%s is shown as %s', (userAgent, told) => expect(browserOf(userAgent)).toBe(told));
});
