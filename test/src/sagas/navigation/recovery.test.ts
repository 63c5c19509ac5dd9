/** Unsaved input when the server ends the session: kept for the same person alone. */

import { orderForm } from '../../../../src/features/lease/order/form/orderFormSlice';
import { feature as product } from '../../../../src/features/lease/product';
import { feedback } from '../../../../src/store/feedback';
import { menu } from '../../../../src/store/navigation/menu';
import { recovery } from '../../../../src/store/navigation/recovery';
import { route, tabs } from '../../../../src/store/navigation/route';
import { session, tokens } from '../../../../src/store/session';
import { allMenus, li, quiet, type Started, start } from '../../../support/fakeWorld';
import { storage } from '../../../support/storage';

jest.setTimeout(30_000); // the first start of a file compiles the console

const at = orderForm.actions;
const path = '/lease/order/new';
function typed(app: Started) {
  return JSON.stringify(app.see(orderForm.selectors.of, 'new') ?? null).includes('招商银行');
}

/** A half-typed order, when a call learns that the session has ended. */
async function expiredApp(options: Parameters<typeof start>[0] = {}) {
  const app = await start({ at: path, ...options });
  await quiet();
  app.do(at.type({ rest: 'new', change: { bankName: '招商银行' } }));
  await quiet();
  expect(app.see(tabs.selectors.isDirty, path)).toBe(true);
  app.do(session.actions.expired());
  await quiet();
  expect(app.see(route.selectors.path)).toBe('/login');
  return app;
}
async function signInAs(app: Started, userId = li.userId, menus = allMenus) {
  const { now } = app.clock;
  app.do(
    tokens.actions.tokensReceived({
      accessToken: 'a-1',
      refreshToken: 'r-1',
      tokenSetAt: now,
      heldSince: 0,
      expiresIn: 9e4,
    }),
  );
  app.do(session.actions.signedIn({ ...li, userId }));
  app.do(menu.actions.menusReceived(menus));
  app.do(route.actions.go('/wel/index'));
  await quiet();
}

describe('a half-typed form', () => {
  it('is offered to the same person after the next sign-in, and restored as it was', async () => {
    const app = await expiredApp();
    expect(typed(app)).toBe(false);
    await signInAs(app);
    const [toast] = app.see(feedback.selectors.toasts).filter(({ offer }) => offer);
    expect(toast).toMatchObject({ say: 'drafts.kept', stays: true });
    app.do(toast!.offer!.does);
    await quiet();
    expect(app.see(route.selectors.path)).toBe(path);
    expect(typed(app)).toBe(true);
    expect(app.see(tabs.selectors.isDirty, path)).toBe(true);
    expect(app.see(recovery.selectors.all)).toEqual({ userId: '', drafts: [] });
  });

  it('belongs to one person: another one’s sign-in deletes it', async () => {
    const app = await expiredApp();
    await signInAs(app, '9');
    expect(app.toasts()).not.toContain('info: drafts.kept');
    app.do(recovery.actions.restore());
    await quiet();
    expect(JSON.stringify(app.store.getState())).not.toContain('招商银行');
    await signInAs(app);
    expect(app.toasts()).not.toContain('info: drafts.kept');
  });

  it('is never written anywhere', async () => {
    const places = storage();
    const app = await expiredApp({ storage: places.storage });
    await app.persistor!.flush();
    expect(places.all()).not.toContain('招商银行');
  });

  it('is given up by who signs out, in this window or another', async () => {
    for (const how of [undefined, { elsewhere: true } as const]) {
      const app = await start({ at: path });
      await quiet();
      app.do(at.type({ rest: 'new', change: { bankName: '招商银行' } }));
      app.do(session.actions.signedOut(how));
      await quiet();
      expect(JSON.stringify(app.store.getState())).not.toContain('招商银行');
    }
  });

  it('stays away from a page that the person may not open any more', async () => {
    const app = await expiredApp();
    await signInAs(app, li.userId, []);
    app.do(recovery.actions.restore());
    await quiet();
    expect(app.see(tabs.selectors.list).map((tab) => tab.path)).toEqual(['/wel/index']);
  });
});

it('a form that waited for its save can be sent again', async () => {
  const app = await start({ at: '/lease/product' });
  const { add, save } = (product.slices[0] as any).actions;
  await app.last('/product/page').answer({ records: [], total: 0 });
  app.do(add({ productName: 'A', productCode: 'A1', deadline: 30, getType: 0, yearRate: '4.2' }));
  app.do(tabs.actions.marked({ path: '/lease/product', isDirty: true }));
  app.do(save());
  app.do(session.actions.expired()); // another call has learned of it
  await quiet();
  await signInAs(app);
  app.do(recovery.actions.restore());
  await quiet();
  expect(app.slice('product').form.draft).toMatchObject({ productCode: 'A1' });
  expect(app.slice('product').busy).not.toHaveProperty('save');
  app.do(save());
  await quiet();
  expect(app.calls('/product/submit')).toHaveLength(2);
});

it('signing out with unsaved input says what it costs', async () => {
  const app = await start({ at: path });
  app.do(tabs.actions.marked({ path, isDirty: true }));
  app.do(session.actions.signOut());
  await quiet();
  expect(app.see(feedback.selectors.question)).toMatchObject({ say: 'ask.signOutUnsaved', danger: true });
  app.do(feedback.actions.answered({ isSure: false, reason: '' }));
  await quiet();
  expect(app.see(tabs.selectors.isDirty, path)).toBe(true);
});

describe('a page that is closed with its draft', () => {
  const other = '/lease/order/edit/1000000000000000001';
  /** A half-typed order whose tab is closed with this answer. */
  const closed = async (answer: { isSure: boolean; isAlternative?: true }) => {
    const app = await start({ at: path });
    await quiet();
    app.do(at.type({ rest: 'new', change: { bankName: '招商银行' } }));
    await quiet();
    app.do(tabs.actions.closeTab(path));
    await quiet();
    expect(app.see(feedback.selectors.question)).toMatchObject({ alternative: 'ask.keepDraft', danger: true });
    app.do(feedback.actions.answered({ ...answer, reason: '' }));
    await quiet();
    return app;
  };
  const kept = { isSure: false, isAlternative: true } as const;
  const reopen = async (app: Started) => {
    app.do(route.actions.go(path));
    await quiet();
  };
  const open = (app: Started) => app.see(tabs.selectors.list).map((tab) => tab.path);

  it('is gone from the strip, and has its input and its name when it is opened again', async () => {
    const app = await closed(kept);
    expect(open(app)).not.toContain(path);
    expect(app.see(route.selectors.path)).not.toBe(path);
    await reopen(app);
    expect(typed(app)).toBe(true);
    expect(app.see(tabs.selectors.isDirty, path)).toBe(true);
    expect(app.see(tabs.selectors.list).find((tab) => tab.path === path)?.label.zh).toBe('新增订单');
    expect(app.toasts()).toContain('info: drafts.reopened');
  });

  it('has lost its input when that was the answer, and stays open for none', async () => {
    const lost = await closed({ isSure: true });
    await reopen(lost);
    expect(typed(lost)).toBe(false);
    expect(lost.toasts()).not.toContain('info: drafts.reopened');
    const stays = await closed({ isSure: false });
    expect(open(stays)).toContain(path);
    expect(typed(stays)).toBe(true);
  });

  it('keeps it while other pages of its feature come and go, and is asked about once more', async () => {
    const app = await closed(kept);
    app.do(route.actions.go(other));
    await quiet();
    app.do(tabs.actions.closeTab(other));
    await quiet();
    await reopen(app);
    expect(typed(app)).toBe(true);
    app.do(tabs.actions.closeTab(path));
    expect(app.see(feedback.selectors.question)?.alternative).toBe('ask.keepDraft');
  });

  it('counts as unsaved: leaving warns about it, and then deletes it', async () => {
    const app = await closed(kept);
    expect(app.see(tabs.selectors.hasUnsaved)).toBe(true);
    app.do(session.actions.signOut());
    await quiet();
    expect(app.see(feedback.selectors.question)?.say).toBe('ask.signOutUnsaved');
    app.do(session.actions.signedOut());
    expect(JSON.stringify(app.store.getState())).not.toContain('招商银行');
    expect(app.see(tabs.selectors.hasUnsaved)).toBe(false);
  });

  it('is offered after a session that was ended, like one that was open', async () => {
    const app = await closed(kept);
    app.do(session.actions.expired());
    await quiet();
    await signInAs(app);
    app.do(recovery.actions.restore());
    await quiet();
    expect(app.see(route.selectors.path)).toBe(path);
    expect(typed(app)).toBe(true);
  });

  it('is given up when the person may not open the page any more', async () => {
    const app = await closed(kept);
    app.do(menu.actions.menusReceived([]));
    await quiet();
    expect(app.see(tabs.selectors.hasUnsaved)).toBe(false);
    expect(JSON.stringify(app.store.getState())).not.toContain('招商银行');
  });

  it('does the same when all pages are closed: typed input is kept, the rest is dropped', async () => {
    const app = await start({ at: path });
    await quiet();
    app.do(at.type({ rest: 'new', change: { bankName: '招商银行' } }));
    app.do(route.actions.go('/lease/product'));
    await quiet();
    app.do(tabs.actions.closeAll());
    app.do(feedback.actions.answered({ isSure: false, isAlternative: true, reason: '' }));
    await quiet();
    expect(open(app)).toEqual(['/wel/index']);
    expect(app.see(tabs.selectors.drafts).map((tab) => tab.path)).toEqual([path]);
    await reopen(app);
    expect(typed(app)).toBe(true);
  });
});
