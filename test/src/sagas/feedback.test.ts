/** Messages and questions are state, so that a saga can wait and a replay can answer. */
import { feature as product } from '../../../src/features/lease/product';
import { feedback } from '../../../src/store/feedback';
import { log } from '../../../src/store/log';
import { route } from '../../../src/store/navigation/route';
import { session } from '../../../src/store/session';
import { quiet, start } from '../../support/fakeWorld';

const { notified, dismissed, answered } = feedback.actions;
const { list, remove, patch, view } = (product.slices[0] as any).actions;
function question(app: Awaited<ReturnType<typeof start>>) {
  return app.see(feedback.selectors.question);
}

describe('a message', () => {
  it('goes by itself after four seconds when it is good news', async () => {
    const app = await start();
    app.do(notified({ tone: 'success', say: 'crud.added' }));
    await app.clock.advance(3999);
    expect(app.toasts()).toEqual(['success: crud.added']);
    await app.clock.advance(1);
    expect(app.toasts()).toEqual([]);
  });

  it('waits to be read when it is bad news', async () => {
    const app = await start();
    app.do(notified({ tone: 'error', text: '余额不足' }));
    await app.clock.advance(3_600_000);
    expect(app.toasts()).toEqual(['error: 余额不足']);
    app.do(dismissed(app.see(feedback.selectors.toasts)[0]!.id));
    expect(app.toasts()).toEqual([]);
  });

  it('of a call that failed goes when the same call succeeds, and not when another does', async () => {
    const app = await start({ at: '/lease/product' });
    await app.last('/product/page').answer({ records: [{ id: '1', status: 1 }], total: 1 });
    app.do(patch({ id: '1', change: { status: 0 } }));
    await app.last('/product/update').refuse(400, '产品已被订购');
    await app.clock.advance(20_000);
    app.do(list({}));
    await app.last('/product/page').answer({ records: [{ id: '1', status: 1 }], total: 1 });
    expect(app.toasts()).toEqual(['error: 产品已被订购']);
    app.do(patch({ id: '1', change: { status: 0 } }));
    await app.last('/product/update').refuse(400, '请稍后再试');
    expect(app.toasts()).toEqual(['error: 产品已被订购', 'error: 请稍后再试']);
    app.do(patch({ id: '1', change: { status: 0 } }));
    await app.last('/product/update').answer({});
    expect(app.toasts().filter((toast) => toast.startsWith('error'))).toEqual([]);
  });

  it('about several calls disappears with the last of them', async () => {
    const app = await start({ at: '/lease/product' });
    await app.last('/product/page').answer({ records: [{ id: '1', status: 1 }], total: 1 });
    const [update, detail] = ['POST /blade-product/product/update', 'GET /blade-product/product/detail'];
    app.do(patch({ id: '1', change: { status: 0 } }));
    await app.last('/product/update').cutOff();
    app.do(view('1'));
    await app.last('/product/detail').cutOff();
    expect([app.unanswered(), app.toasts()]).toEqual([[update, detail], []]);
    app.do(view('1'));
    await app.last('/product/detail').answer({ id: '1' });
    expect(app.unanswered()).toEqual([update]);
    app.do(patch({ id: '1', change: { status: 0 } }));
    await app.last('/product/update').answer({});
    expect(app.unanswered()).toEqual([]);
  });

  it('about a command without an answer can give it again, and does not follow to another page', async () => {
    const app = await start({ at: '/lease/product' });
    await app.last('/product/page').answer({ records: [{ id: '1', status: 1 }], total: 1 });
    const command = patch({ id: '1', change: { status: 0 } });
    app.do(command);
    await app.last('/product/update').cutOff();
    expect(app.unanswered()).toEqual(['POST /blade-product/product/update']);
    expect(app.see(feedback.selectors.unanswered)[0]!.again).toEqual(command);
    app.do(route.actions.go('/lease/product?status=1'));
    await quiet();
    expect(app.unanswered()).toHaveLength(1);
    app.do(route.actions.go('/'));
    await quiet();
    expect(app.unanswered()).toEqual([]);
  });

  it('about two commands of one call names both, and the success of one leaves the other', async () => {
    const app = await start({ at: '/lease/product' });
    const records = ['1', '2'].map((id) => ({ id, status: 1 }));
    await app.last('/product/page').answer({ records, total: 2 });
    const [first, second] = ['1', '2'].map((id) => patch({ id, change: { status: 0 } }));
    for (const command of [first, second]) {
      app.do(command);
      await app.last('/product/update').cutOff();
    }
    const offered = () => app.see(feedback.selectors.unanswered).map(({ again }) => again);
    expect(offered()).toEqual([first, second]);
    app.do(second);
    await app.last('/product/update').answer({});
    expect(offered()).toEqual([first]);
  });

  it('that is said again while it shows takes no other one with it', async () => {
    const app = await start();
    app.do(notified({ tone: 'success', say: 'crud.added' }));
    app.do(notified({ tone: 'error', text: '余额不足' }));
    app.do(notified({ tone: 'success', say: 'crud.added' }));
    expect(app.toasts()).toEqual(['success: crud.added', 'error: 余额不足']);
    await app.clock.advance(5000);
    expect(app.toasts()).toEqual(['error: 余额不足']);
  });

  it('is one of three at most', async () => {
    const app = await start();
    for (const text of ['1', '2', '3', '4']) app.do(notified({ tone: 'error', text }));
    expect(app.toasts()).toEqual(['error: 2', 'error: 3', 'error: 4']);
  });
});

describe('a question', () => {
  it('that is pushed aside by another counts as a no, and the answer is the other one’s', async () => {
    const app = await start({ at: '/lease/product' });
    await app.last('/product/page').answer({ records: [{ id: '1' }], total: 1 });
    app.do(remove(['1']));
    app.do(session.actions.signOut());
    expect(question(app)?.say).toBe('ask.signOut');
    expect(app.slice('product').locked).toEqual({});
    app.do(answered({ isSure: true, reason: '' }));
    expect(app.calls('/product/remove')).toHaveLength(0);
    expect(app.calls('/oauth/logout')).toHaveLength(1);
  });

  it('does not outlive the session', async () => {
    const app = await start({ at: '/lease/product' });
    app.do(remove(['1']));
    app.do(session.actions.expired());
    expect(question(app)).toBeNull();
    app.do(answered({ isSure: true, reason: '' }));
    expect(app.calls('/product/remove')).toHaveLength(0);
  });
});

describe('the log', () => {
  const fault = { message: 'x is undefined', stack: 'at y', info: 'z' };

  it('notes what failed, where and when', async () => {
    const app = await start({ at: '/lease/product' });
    app.do(log.actions.failed(fault));
    expect(app.see(log.selectors.entries)).toEqual([
      { ...fault, type: 'error', url: '/lease/product', time: '2026-01-05 10:00:00' },
    ]);
  });

  it('notes a write that came to nothing, which is no fault of ours', async () => {
    const app = await start({ at: '/lease/product' });
    await app.last('/product/page').answer({ records: [{ id: '1', status: 1 }], total: 1 });
    app.do(patch({ id: '1', change: { status: 0 } }));
    await app.last('/product/update').refuse(400, '产品已被订购', { reason: 'product.used' });
    app.do(patch({ id: '1', change: { status: 0 } }));
    await app.last('/product/update').cutOff();
    expect(app.see(log.selectors.entries).map(({ info, message }) => [info, message])).toEqual([
      ['POST /blade-product/product/update', '400 product.used 产品已被订购'],
      ['POST /blade-product/product/update', 'ERR_NETWORK'],
    ]);
    expect(app.actions.filter(log.actions.failed.match)).toEqual([]);
  });

  it('contains no link by which another person could sign', async () => {
    const app = await start({ at: '/sign/ticket-1', signedIn: false });
    app.do(log.actions.failed(fault));
    expect(app.see(log.selectors.entries)[0]?.url).toBe('/sign/***');
  });

  it('holds the last two hundred', async () => {
    const app = await start();
    for (let n = 0; n < 250; n++) app.do(log.actions.failed({ ...fault, message: String(n) }));
    const entries = app.see(log.selectors.entries);
    expect([entries.length, entries[0]!.message]).toEqual([200, '50']);
  });

  it('is sent when the person is sure, once, and is empty then; what cannot be sent is kept', async () => {
    const app = await start();
    app.do(log.actions.failed(fault));
    app.do(log.actions.sendLogs());
    app.do(answered({ isSure: false, reason: '' }));
    expect(app.calls('/oauth/logout')).toHaveLength(0);
    const send = () => {
      app.do(log.actions.sendLogs());
      app.do(log.actions.sendLogs());
      app.do(answered({ isSure: true, reason: '' }));
    };
    send();
    expect(app.calls('/oauth/logout')).toHaveLength(1);
    await app.last('/oauth/logout').cutOff();
    expect([app.toasts(), app.unanswered()]).toEqual([[], ['POST /blade-auth/oauth/logout']]);
    expect(app.see(log.selectors.entries)).toHaveLength(1);
    send();
    expect(app.last('/oauth/logout').call).toMatchObject({ method: 'POST', body: [{ message: 'x is undefined' }] });
    await app.last('/oauth/logout').answer(1);
    expect(app.see(log.selectors.entries)).toEqual([]);
    expect(app.see(session.selectors.user)).not.toBeNull();
  });
});
