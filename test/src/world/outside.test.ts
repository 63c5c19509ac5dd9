/** Menus that lead out of the product, by a saga: from the search, or by key. */
import { feedback } from '../../../src/store/feedback';
import { route } from '../../../src/store/navigation/route';
import { quiet, start } from '../../support/fakeWorld';

const url = 'https://partner.example/portal';

describe('a page of another host', () => {
  it('opens in a window of its own', async () => {
    const app = await start();
    app.do(route.actions.openOutside(url));
    await quiet();
    expect(app.opened).toEqual([url]);
    expect(app.toasts()).toEqual([]);
  });

  it('is offered as a link when the browser forbids the window', async () => {
    const app = await start();
    app.isPopupAllowed.value = false;
    app.do(route.actions.openOutside(url));
    await quiet();
    expect(app.opened).toEqual([]);
    expect(app.see(feedback.selectors.toasts)).toMatchObject([{ say: 'bar.popupBlocked', link: url }]);
  });
});
