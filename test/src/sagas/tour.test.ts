/** The tour at the first sign-in: when it begins, when it is over, and what the server learns. */
import { feedback } from '../../../src/store/feedback';
import { menu } from '../../../src/store/navigation/menu';
import { panel } from '../../../src/store/navigation/panel';
import { route } from '../../../src/store/navigation/route';
import { session } from '../../../src/store/session';
import { li, quiet, type Started, start } from '../../support/fakeWorld';

jest.setTimeout(30_000);

function shown(app: Started) {
  return app.see(panel.selectors.shown as never);
}
function begin(more: object = {}) {
  return start({ signedIn: { user: { ...li, hasTourAhead: true, ...more }, accessToken: 'AT' } });
}
async function visit(app: Started, address: string) {
  app.do(route.actions.go(address));
  await quiet();
}

describe('the tour', () => {
  it('begins with the first page of a person who has not seen it, and is over at the server once it is left', async () => {
    const app = await begin();
    expect(shown(app)).toBe('tour');
    expect(app.calls('/tour/seen')).toHaveLength(0);
    app.do(panel.actions.hide());
    await quiet();
    expect(app.calls('/tour/seen')).toHaveLength(1);
    expect(app.last('/tour/seen').call.method).toBe('POST');
    expect(app.see(session.selectors.user)).not.toHaveProperty('hasTourAhead');
    await app.last('/tour/seen').answer(true);
    await visit(app, '/lease/order');
    expect(shown(app)).toBe('');
  });

  it('is over when another panel takes its place', async () => {
    const app = await begin();
    app.do(panel.actions.show('search'));
    await quiet();
    expect(app.calls('/tour/seen')).toHaveLength(1);
  });

  it('is not told of when the server cannot be reached: it begins again after the next sign-in', async () => {
    const app = await begin();
    app.do(panel.actions.hide());
    await quiet();
    await app.last('/tour/seen').cutOff();
    expect(app.see(feedback.selectors.toasts)).toEqual([]);
    await visit(app, '/lease/order');
    expect(shown(app)).toBe('');
  });

  it('does not begin for people who have seen it', async () => {
    const app = await start();
    expect(shown(app)).toBe('');
    await visit(app, '/lease/order');
    expect(shown(app)).toBe('');
  });

  it('waits until a one-time password is changed', async () => {
    const app = await begin({ mustChangePassword: true });
    expect(shown(app)).toBe('');
    app.do(session.actions.passwordChanged());
    app.do(menu.actions.menusReceived([]));
    await quiet();
    expect(shown(app)).toBe('tour');
  });

  it('waits while another panel is open', async () => {
    const app = await start();
    app.do(session.actions.signedIn({ ...li, hasTourAhead: true }));
    app.do(panel.actions.show('keys'));
    await visit(app, '/lease/order');
    expect(shown(app)).toBe('keys');
    app.do(panel.actions.hide());
    await visit(app, '/lease/product');
    expect(shown(app)).toBe('tour');
  });

  it('has not been seen by a person who is signed out meanwhile', async () => {
    const app = await begin();
    app.do(session.actions.signedOut());
    await quiet();
    expect(app.calls('/tour/seen')).toHaveLength(0);
  });

  it('can be asked for again, of which the server learns nothing', async () => {
    const app = await start();
    app.do(panel.actions.show('tour'));
    await quiet();
    expect(shown(app)).toBe('tour');
    app.do(panel.actions.hide());
    await quiet();
    expect(app.calls('/tour/seen')).toHaveLength(0);
  });
});
