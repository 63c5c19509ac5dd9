/** What was typed and not saved when the server ended the session: kept for the same person, and for nobody else. */
import { feature as product } from '../../src/features/product';
import { drafts } from '../../src/store/drafts';
import { feedback } from '../../src/store/feedback';
import { menu } from '../../src/store/menu';
import { orderForm } from '../../src/store/orderForm';
import { route, tabs } from '../../src/store/route';
import { session, tokens } from '../../src/store/session';
import { allMenus, li, quiet, type Started, start } from '../support/fakeWorld';
import { storage } from '../support/storage';

jest.setTimeout(30_000); // the first start of a file compiles the console

const at = orderForm.actions;
const path = '/lease/order/new';
const typed = (app: Started) => JSON.stringify(app.see(orderForm.selectors.of, 'new') ?? null).includes('招商银行');

/** A half-typed order, at the moment when a call learns that the session is dead. */
const dead = async (options: Parameters<typeof start>[0] = {}) => {
  const app = await start({ at: path, ...options });
  await quiet();
  app.do(at.type({ rest: 'new', change: { bankName: '招商银行' } }));
  await quiet();
  expect(app.see(tabs.selectors.isDirty, path)).toBe(true);
  app.do(session.actions.expired());
  await quiet();
  expect(app.see(route.selectors.path)).toBe('/login');
  return app;
};
const signInAs = async (app: Started, userId = li.userId, menus = allMenus) => {
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
};

describe('a half-typed form', () => {
  it('is offered to the same person after the next sign-in, and comes back as it was', async () => {
    const app = await dead();
    expect(typed(app)).toBe(false);
    await signInAs(app);
    const [toast] = app.see(feedback.selectors.toasts).filter(({ offer }) => offer);
    expect(toast).toMatchObject({ say: 'drafts.kept', stays: true });
    app.do(toast!.offer!.does);
    await quiet();
    expect(app.see(route.selectors.path)).toBe(path);
    expect(typed(app)).toBe(true);
    expect(app.see(tabs.selectors.isDirty, path)).toBe(true);
    expect(app.see(drafts.selectors.all)).toEqual({ userId: '', drafts: [] });
  });

  it('is nobody else’s: whoever else signs in wipes it out', async () => {
    const app = await dead();
    await signInAs(app, '9');
    expect(app.toasts()).not.toContain('info: drafts.kept');
    app.do(drafts.actions.restore());
    await quiet();
    expect(JSON.stringify(app.store.getState())).not.toContain('招商银行');
    await signInAs(app);
    expect(app.toasts()).not.toContain('info: drafts.kept');
  });

  it('is never written anywhere', async () => {
    const places = storage();
    const app = await dead({ shelf: places.shelf });
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
    const app = await dead();
    await signInAs(app, li.userId, []);
    app.do(drafts.actions.restore());
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
  app.do(drafts.actions.restore());
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
  expect(app.see(feedback.selectors.question)?.say).toBe('ask.signOutUnsaved');
  app.do(feedback.actions.answered({ isSure: false, reason: '' }));
  await quiet();
  expect(app.see(tabs.selectors.isDirty, path)).toBe(true);
});
