/** The guard: every kind of address in every state of the session. */
import { type MenuItem, menu } from '../../../../src/store/navigation/menu';
import { addressOf, guard, placeOf, route } from '../../../../src/store/navigation/route';
import { quiet, start } from '../../../support/fakeWorld';

function item(code: string, path: string, more: Partial<MenuItem> = {}): MenuItem {
  return {
    id: code,
    code,
    name: code,
    path,
    source: '',
    category: 1,
    isOpen: 1,
    ...more,
  };
}
const tree = [
  item('lease', '/lease', { children: [item('order', '/lease/order'), item('product', '/lease/product')] }),
  item('desk', '/desk'),
  item('report', 'https://reports.example/index.html?a=1&b=2'),
  item('paper', '/papers/terms.html'),
];
const { all: menus } = menu.reducer(undefined, menu.actions.menusReceived(tree));

const home = '/wel/index';
const here = 'enter';
const [signIn, locked, lost] = ['/login', '/lock', '/404'];

/** `enter`, or the target instead: signed in, signed in and locked, signed out, signed out with a leftover lock. */
const table: [address: string, signedIn: string, isLocked: string, nobody: string, leftover: string][] = [
  ['/', home, locked, signIn, signIn],
  ['/login', home, locked, here, here],
  ['/lock', home, here, here, here],
  ['/403', here, locked, here, here],
  ['/404', here, locked, here, here],
  ['/500', here, locked, here, here],
  ['/wel', home, locked, signIn, signIn],
  ['/wel/index', here, locked, signIn, signIn],
  ['/wel/dashboard', here, locked, signIn, signIn],
  ['/info/index', here, locked, signIn, signIn],
  ['/test/index', here, locked, signIn, signIn],
  ['/dict-horizontal/index', here, locked, signIn, signIn],
  ['/dict-vertical/index', here, locked, signIn, signIn],
  ['/work/process/leave/form/12', here, locked, signIn, signIn],
  ['/work/process/leave/handle/1/2/3', here, locked, signIn, signIn],
  ['/work/process/leave/detail/1/2', here, locked, signIn, signIn],
  ['/work/process/leave/detail/1', lost, locked, signIn, signIn],
  ['/oauth/redirect/gitee?code=a&state=b', here, locked, here, here],
  ['/lease/order', here, locked, signIn, signIn],
  ['/lease/order/detail/7?tab=plan', here, locked, signIn, signIn],
  ['/lease', lost, locked, signIn, signIn],
  ['/desk/index', here, locked, signIn, signIn],
  ['/desk', '/desk/index', locked, signIn, signIn],
  ['/desk?a=1', '/desk/index?a=1', locked, signIn, signIn],
  ['/myiframe/report', here, locked, signIn, signIn],
  ['/myiframe/paper', here, locked, signIn, signIn],
  ['/myiframe/order', lost, locked, signIn, signIn],
  ['/myiframe/nobody?src=https://evil.example', lost, locked, signIn, signIn],
  ['/nowhere', lost, locked, signIn, signIn],
  ['/lease/order/../product', lost, locked, signIn, signIn],
  ['//evil.example/lease/order', lost, locked, signIn, signIn],
  ['javascript:alert(1)', lost, locked, signIn, signIn],
  ['/sign/abc', here, here, here, here],
];
const standings = [
  { who: 'somebody signed in', hasToken: true, isLocked: false },
  { who: 'somebody who locked the screen', hasToken: true, isLocked: true },
  { who: 'nobody', hasToken: false, isLocked: false },
  { who: 'nobody, where a lock was left behind,', hasToken: false, isLocked: true },
];

describe('the guard', () => {
  describe.each(standings.map(({ who, ...standing }, at) => [who, standing, at] as const))(
    'lets %s',
    (_, standing, at) => {
      it.each(table.map(([address, ...outcomes]) => [address, outcomes[at]!] as const))(
        'at %s → %s',
        (address, outcome) => {
          const verdict = guard(address, standing.hasToken ? menus : [], standing);
          expect('to' in verdict ? verdict.to : here).toBe(outcome);
        },
      );

      it('arrive after two steps at the most, wherever they began', () => {
        for (const [address] of table) {
          let asked = address;
          let steps = 0;
          for (;;) {
            const verdict = guard(asked, standing.hasToken ? menus : [], standing);
            if ('enter' in verdict) break;
            asked = verdict.to;
            steps += 1;
          }
          expect(steps).toBeLessThanOrEqual(2);
        }
      });
    },
  );
});

it('judges an address by its path, whatever its query says', () => {
  expect(guard('/login?to=/lease/order', menus, { hasToken: true, isLocked: false })).toEqual({ to: home });
});

describe('a menu', () => {
  it.each([
    ['a page of ours', 'order', '/lease/order'],
    ['of the first level, without children: its index', 'desk', '/desk/index'],
    ['with an address: the frame page', 'report', '/myiframe/report'],
    ['with html in its path: the frame page', 'paper', '/myiframe/paper'],
  ])('leads to %s', (_what, code, address) => {
    expect(addressOf(menus.find((one) => one.code === code)!)).toBe(address);
  });

  it('gives the place its name, its code and what follows its path', () => {
    expect(placeOf('/myiframe/report', menus)).toMatchObject({
      feature: 'iframe',
      rest: 'report',
      label: { zh: 'report' },
    });
    expect(placeOf('/lease/order/edit/5', menus)).toMatchObject({ feature: 'order', rest: 'edit/5' });
  });
});

describe('the first menu level', () => {
  const tops = [
    { id: '71', name: '业务', path: '/lease/product', source: '' },
    { id: '72', name: '协同', path: '', source: '' },
  ];
  const desk = [item('desk', '/desk')];

  it('brings the menus of its entry and shows the page it names', async () => {
    const app = await start({ tops });
    app.do(menu.actions.pickTop('71'));
    expect(app.last('/menu/routes').call.query).toEqual({ topMenuId: '71' });
    await app.last('/menu/routes').answer(tree);
    expect(app.see(route.selectors.path)).toBe('/lease/product');
  });

  it('keeps open what was opened under another entry', async () => {
    const app = await start({ tops, at: '/lease/order' });
    app.do(menu.actions.pickTop('72'));
    await app.last('/menu/routes').answer(desk);
    expect(app.see(menu.selectors.tree)).toHaveLength(1);
    app.do(route.actions.go('/lease/order'));
    await quiet();
    expect(app.see(route.selectors.path)).toBe('/lease/order');
  });

  it('leads home with all menus', async () => {
    const app = await start({ tops, at: '/lease/order' });
    app.do(menu.actions.pickTop(''));
    expect(app.last('/menu/routes').call.query).toBeUndefined();
    await app.last('/menu/routes').answer(tree);
    expect(app.see(route.selectors.path)).toBe(home);
  });

  it('shows the menus of the last choice, however the answers arrive', async () => {
    const app = await start({ tops });
    app.do(menu.actions.pickTop('71'));
    const slow = app.last('/menu/routes');
    app.do(menu.actions.pickTop('72'));
    await app.last('/menu/routes').answer(desk);
    await slow.answer(tree);
    expect(app.see(menu.selectors.tree).map(({ code }) => code)).toEqual(['desk']);
  });

  it('is nothing that a start waits for', async () => {
    const app = await start({ isHeldUp: true });
    await app.last('/oauth/user-info').answer({ rights: { flows: [] } });
    await app.last('/menu/buttons').answer([]);
    await app.last('/menu/routes').answer(tree);
    expect(app.see(route.selectors.path)).toBe(home);
    await app.last('/menu/top-menu').refuse(404, '404 没找到请求');
    expect(app.toasts()).toEqual([]);
  });
});
