/** The router and the store: which leads, what a page knows of its address, and the effect of a link. */

import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { Provider } from 'react-redux';
import { matchRoutes, Router, useLocation } from 'react-router-dom';
import type { Feature } from '../../../src/features/crud/feature';
import { PageLink } from '../../../src/features/crud/links';
import { AppRoutes } from '../../../src/shell/AppRoutes';
import { PageRouter } from '../../../src/shell/frame/PageRouter';
import { hasPage, routesAt, screenAddress } from '../../../src/shell/pageRoutes';
import { storeNavigator } from '../../../src/shell/storeNavigator';
import { leaves } from '../../../src/store/navigation/menu';
import { placeOf, route } from '../../../src/store/navigation/route';
import { type ProductRoute, pageAddress, productRoutes } from '../../../src/store/navigation/routes';
import { words as zh } from '../../../texts/zh/words';
import { allMenus, quiet, type Started, start } from '../../support/fakeWorld';

void i18next.use(initReactI18next).init({
  lng: 'zh',
  resources: { zh: { translation: zh } },
  interpolation: { escapeValue: false },
});

const known = leaves(allMenus);
function page() {
  return null;
}
const order: Feature = {
  name: 'order',
  slices: [],
  pages: { '': page, new: page, 'detail/:id': page, 'edit/:id': page },
};
function orderAt(rest: string) {
  return { path: pageAddress('/lease/order', { rest }), rest };
}
/** What the navigator requested, and the resulting actions. */
function asked(app: Started) {
  return app.actions.filter(({ type }) => type === 'route/go' || type === 'route/step');
}

describe('the table of routes', () => {
  const paths = (table: readonly ProductRoute[], above = ''): string[] =>
    table.flatMap(({ path = '', children }) => {
      const whole = path.startsWith('/') ? path : `${above}/${path}`;
      return children ? paths(children, path === '' ? above : whole) : [whole];
    });
  const addresses = paths(productRoutes).filter((path) => path !== '/*');

  it.each(addresses)('has a place for %s, in this spelling alone', (path) => {
    const menus = [{ ...known[0]!, code: 'x', path: 'https://reports.example/index.html' }];
    const address = path.replace(/:\w+/g, 'x');
    expect(placeOf(address, menus)).toMatchObject({ path: address });
    const other = address.replace(/[a-z]/, (letter) => letter.toUpperCase());
    if (other !== address) expect(placeOf(other, menus)).toBeUndefined();
    const escaped = address.replace(/[a-z0-9]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    expect(placeOf(escaped, menus)).toBeUndefined();
  });

  it.each(addresses)('leads from %s to its own screen', (path) => {
    const asked = path.replace(/:\w+/g, 'x');
    const screenOf = (pathname: string) => matchRoutes(productRoutes, { pathname })?.[0]?.route.id;
    const { pathname } = screenAddress({ path: asked, search: '' });
    expect(screenOf(pathname)).toBe(screenOf(asked));
    if (screenOf(asked) !== 'frame') expect(pathname).toBe(asked);
  });

  it('leaves every other address to the menus', () => {
    expect(matchRoutes(productRoutes, '/lease/order/detail/7')?.at(-1)?.route.path).toBe('*');
    expect(placeOf('/lease/order/detail/7', known)).toMatchObject({ feature: 'order', rest: 'detail/7' });
  });

  it('takes nothing in the path of a menu for a pattern', () => {
    const odd = [{ ...known[0]!, code: 'odd', path: '/odd/:id' }];
    expect(placeOf('/odd/5', odd)).toBeUndefined();
    expect(placeOf('/odd/:id', odd)).toMatchObject({ feature: 'odd' });
  });
});

describe('the pages of a feature', () => {
  it.each([
    ['', true],
    ['new', true],
    ['detail/7', true],
    ['detail', false],
    ['detail/7/8', false],
    ['Detail/7', false],
  ])('stand at %j below its address: %s', (rest, isThere) => {
    expect(hasPage(order, orderAt(rest))).toBe(isThere);
  });

  it('stand below an address with escaped letters too', () => {
    const path = `/${encodeURIComponent('报表')}`;
    expect(hasPage(order, { path, rest: '' })).toBe(true);
    expect(
      matchRoutes(routesAt(order, { path: `${path}/detail/a%2Fb`, rest: 'detail/a%2Fb' }), `${path}/detail/a%2Fb`),
    ).toMatchObject([{}, { params: { id: 'a/b' } }]);
  });
});

function Told() {
  const { pathname, search } = useLocation();
  return <i>{pathname + search}</i>;
}

describe('a page', () => {
  it('has its own address while another one is on screen', () => {
    const place = placeOf('/lease/order/detail/7?tab=plan', known)!;
    const drawn = renderToStaticMarkup(
      <Router location="/lease/product" navigator={storeNavigator(() => undefined as never)}>
        <PageRouter place={place}>
          <Told />
        </PageRouter>
        <Told />
      </Router>,
    );
    expect(drawn).toBe('<i>/lease/order/detail/7?tab=plan</i><i>/lease/product</i>');
  });
});

describe('what a link asks for', () => {
  it('is one action, which the guard judges before anything moves', async () => {
    const app = await start();
    storeNavigator(app.store.dispatch).push({ pathname: '/lease/order', search: '?a=1', hash: '' });
    await quiet();
    expect(asked(app)).toEqual([route.actions.go('/lease/order?a=1')]);
    expect(app.navigated.slice(-1)).toEqual(['push /lease/order?a=1']);
    expect(app.see(route.selectors.path)).toBe('/lease/order');
    expect(app.actions.filter(({ type }) => type === 'route/arrived')).toHaveLength(2); // home, and this
  });

  it('leaves no way back where it replaces, and goes back where it steps', async () => {
    const app = await start();
    const navigator = storeNavigator(app.store.dispatch);
    navigator.replace('/lease/product');
    await quiet();
    expect(app.navigated.slice(-1)).toEqual(['replace /lease/product']);
    navigator.go(-1);
    await quiet();
    expect(app.navigated.slice(-1)).toEqual(['travel -1']);
    expect(app.see(route.selectors.path)).toBe('/lease/product'); // until the browser reports the new address
  });

  it('is an address where the page lies for this person, and none where it lies nowhere', async () => {
    const drawn = (app: Started) =>
      renderToStaticMarkup(
        <Provider store={app.store}>
          <Router location="/" navigator={storeNavigator(app.store.dispatch)}>
            <PageLink to={{ feature: 'order', rest: 'detail/7' }}>HT1</PageLink>
          </Router>
        </Provider>,
      );
    expect(drawn(await start())).toBe('<a class="link" href="/lease/order/detail/7">HT1</a>');
    expect(drawn(await start({ menus: allMenus.filter(({ code }) => code !== 'lease') }))).toBe('HT1');
  });
});

describe('the screens', () => {
  const drawn = (app: Started, isDoorDrawn = false) =>
    renderToStaticMarkup(
      <Provider store={app.store}>
        <AppRoutes isDoorDrawn={isDoorDrawn} />
      </Provider>,
    );

  it('show the form of signing in at its address, and before any address is known where the page brought it along', async () => {
    const app = await start({ signedIn: false, at: '/login' });
    expect(drawn(app)).toContain(zh.login.submit);
    const early = await start({ isHeldUp: true });
    expect(early.see(route.selectors.place)).toBeNull();
    expect(drawn(early, true)).toContain(zh.login.submit);
    expect(drawn(early)).toContain('class="boot"');
  });

  it('show the state, so that another moment of it shows its own', async () => {
    const app = await start({ signedIn: false, at: '/login' });
    const place = placeOf('/oauth/redirect/gitee?code=a', []);
    const moment = { ...app.store, getState: () => ({ ...app.store.getState(), route: { place } }) };
    expect(drawn({ ...app, store: moment as Started['store'] })).toContain(zh.login.returning);
    expect(drawn(app)).not.toContain(zh.login.returning);
  });
});
