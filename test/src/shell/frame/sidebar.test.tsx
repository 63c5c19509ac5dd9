/** The menus as a person sees them: by role, with their targets, and with a malformed tree. */
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import type { Waiting } from '../../../../contract/wire/waiting';
import { SidebarScreen } from '../../../../src/shell/frame/SidebarScreen';
import type { MenuItem } from '../../../../src/store/navigation/menu';
import { menu } from '../../../../src/store/navigation/menu';
import { route } from '../../../../src/store/navigation/route';
import { destinationOf, isRoomy, rolesOf, shownTo } from '../../../../src/store/navigation/sidebar';
import { preferences } from '../../../../src/store/preferences';
import { waiting } from '../../../../src/store/waiting';
import { words as en } from '../../../../texts/en/words';
import { words as zh } from '../../../../texts/zh/words';
import { allMenus, li, quiet, type Started, start } from '../../../support/fakeWorld';
import { growsInStep } from '../../../support/growth';
import { storage } from '../../../support/storage';

jest.setTimeout(30_000);

const i18n = i18next.createInstance();
beforeAll(() =>
  i18n.use(initReactI18next).init({ lng: 'zh', resources: { zh: { translation: zh }, en: { translation: en } } }),
);
function drawn(app: Started) {
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <Provider store={app.store}>
        <MemoryRouter>
          <SidebarScreen />
        </MemoryRouter>
      </Provider>
    </I18nextProvider>,
  );
}
function count(text: string, part: string | RegExp) {
  return text.split(part).length - 1;
}

let ids = 0;
function item(name: string, path: string, more: Partial<MenuItem> = {}): MenuItem {
  return {
    id: String(++ids),
    code: name,
    name,
    path,
    source: '',
    category: 1,
    isOpen: 1,
    children: [],
    ...more,
  };
}
function branch(name: string, children: MenuItem[]) {
  return item(name, `/${name}`, { children });
}

describe('roles that a menu names', () => {
  const tree = [
    item('free', '/free'),
    item('any', '/any', { meta: { roles: ['auditor', 'boss'] } }),
    branch('closed', [item('inner', '/inner', { meta: { roles: ['boss'] } })]),
    { ...branch('gate', [item('behind', '/behind')]), meta: { roles: ['boss'] } },
    item('empty', '/empty', { meta: { roles: [] } }),
    item('odd', '/odd', { meta: { roles: 'boss' as never } }),
  ];
  const seen = (roles: string[]) => shownTo(tree, new Set(roles)).map(({ name }) => name);

  it.each([
    [[], ['free', 'empty', 'odd']],
    [['auditor'], ['free', 'any', 'empty', 'odd']],
    [['boss'], ['free', 'any', 'closed', 'gate', 'empty', 'odd']],
  ])('people with %j see %j', (roles, names) => expect(seen(roles)).toEqual(names));

  it('are ids or names of the roles that the person has', () => {
    expect([...rolesOf({ ...li, roleId: '1, 2', roleName: 'boss,auditor' })]).toEqual(['1', '2', 'boss', 'auditor']);
    expect([...rolesOf(null)]).toEqual([]);
  });

  it('keep the item out of the sidebar', async () => {
    const app = await start({ menus: tree });
    expect(drawn(app)).toContain('free');
    expect(drawn(app)).not.toContain('behind');
  });
});

describe('a menu leads', () => {
  it.each<[string, Partial<MenuItem>, ReturnType<typeof destinationOf>]>([
    ['to its page', { path: '/lease/order' }, { path: '/lease/order' }],
    ['into a frame', { path: 'https://a.example/', code: 'a b' }, { path: '/myiframe/a%20b' }],
    ['into a window', { path: 'https://a.example/', isOpen: 2 }, { outside: 'https://a.example/' }],
    ['not into a window without an address', { path: '/lease/order', isOpen: 2 }, { path: '/lease/order' }],
    ['not to a script', { path: 'javascript:alert(1)', isOpen: 2 }, { path: '/myiframe/x' }],
    ['not to a hidden script', { path: '\u0001javascript:alert(1)' }, { path: '/myiframe/x' }],
    ['not to another host', { path: '//evil.example' }, { path: '/myiframe/x' }],
    ['not to one behind a tab', { path: '/\t/evil.example' }, { path: '/myiframe/x' }],
    ['not to one behind a backslash', { path: '/\\evil.example' }, { path: '/myiframe/x' }],
  ])('%s', (_title, more, expected) => expect(destinationOf(item('x', '', { code: 'x', ...more }))).toEqual(expected));

  it('out of the product by a link that opens a window of its own and tells it nothing', async () => {
    const app = await start({ menus: [item('外部', 'https://a.example/?b=1&c=2', { isOpen: 2 })] });
    expect(drawn(app)).toContain('href="https://a.example/?b=1&amp;c=2" target="_blank" rel="noopener noreferrer"');
    expect(drawn(app)).toContain('aria-label="在新窗口打开"');
  });
});

describe('submenus', () => {
  const deep = branch('a', [branch('b', [item('c', '/c')]), branch('d', [item('e', '/e', { code: 'product' })])]);
  const many = Array.from({ length: 101 }, (_, at) => item(`m${at}`, `/m${at}`));
  const menus = [deep, branch('f', many)];
  const openOnes = (app: Started) =>
    [...drawn(app).matchAll(/title="(\w+)"[^>]*aria-expanded="true"/g)].map(([, name]) => name);

  it('stand open under headings while there are few of them, folded when there are many', () => {
    expect(isRoomy(allMenus)).toBe(true);
    expect(isRoomy(menus)).toBe(false);
  });

  it('are open one at a time, with those that they lie in', async () => {
    const app = await start({ menus });
    expect(openOnes(app)).toEqual([]);
    app.do(preferences.actions.unfold('0/0'));
    expect(openOnes(app)).toEqual(['a', 'b']);
    app.do(preferences.actions.unfold('0/1'));
    expect(openOnes(app)).toEqual(['a', 'd']);
    app.do(preferences.actions.unfold('1'));
    expect(openOnes(app)).toEqual(['f']);
    app.do(preferences.actions.unfold(''));
    expect(openOnes(app)).toEqual([]);
  });

  it('open by themselves around the page that is shown', async () => {
    const app = await start({ menus });
    app.do(preferences.actions.unfold('1'));
    app.do(route.actions.go('/e'));
    await quiet();
    expect(openOnes(app)).toEqual(['a', 'd']);
  });

  it('are not in the document while they are closed', async () => {
    const app = await start({ menus });
    expect(drawn(app)).not.toContain('m7');
    app.do(preferences.actions.unfold('1'));
    expect(count(drawn(app), '<a ')).toBe(1 + many.length);
  });
});

describe('a group of the first level', () => {
  const menus = [
    branch('sales', [item('order', '/order', { code: 'order' })]),
    branch('goods', [item('product', '/product', { code: 'product' })]),
    branch('deep', [branch('below', [item('c', '/c')]), item('d', '/d')]),
  ];
  const openOnes = (app: Started) =>
    [...drawn(app).matchAll(/title="(\w+)"[^>]*aria-expanded="true"/g)].map(([, name]) => name);
  const keep = (codes?: string[], userId = li.userId) =>
    preferences.actions.keepOpen({ userId, ...(codes ? { codes } : {}) });
  const go = async (app: Started, path: string) => {
    app.do(route.actions.go(path));
    await quiet();
  };

  it('is folded and unfolded by its title, which names what it holds', async () => {
    const app = await start({ menus });
    const idOf = () => /title="sales"[^>]*aria-controls="([^"]+)"/.exec(drawn(app))?.[1] ?? '';
    expect(openOnes(app)).toEqual([]);
    expect(drawn(app)).not.toContain(`id="${idOf()}"`);
    app.do(preferences.actions.unfold('0'));
    expect(openOnes(app)).toEqual(['sales']);
    expect(drawn(app)).toContain(`<ul id="${idOf()}" aria-label="sales">`);
  });

  it('is open alone, around the page shown or where the person has opened it', async () => {
    const app = await start({ menus });
    await go(app, '/product');
    expect(openOnes(app)).toEqual(['goods']);
    app.do(preferences.actions.unfold('0'));
    expect(openOnes(app)).toEqual(['sales']);
    app.do(preferences.actions.unfold('2/0'));
    expect(openOnes(app)).toEqual(['deep', 'below']);
    await go(app, '/wel/index');
    expect(openOnes(app)).toEqual([]);
    await go(app, '/product');
    app.do(preferences.actions.unfold(''));
    expect(openOnes(app)).toEqual([]);
  });

  it('stays open with others, at every level, for a person who wants that, also after a reload', async () => {
    const places = storage();
    const app = await start({ menus, storage: places.storage });
    app.do(keep(['sales', 'deep', 'below'], 'somebody else'));
    expect(openOnes(app)).toEqual([]);
    app.do(keep(['sales', 'deep', 'below']));
    expect(openOnes(app)).toEqual(['sales', 'deep', 'below']);
    await go(app, '/product');
    expect(openOnes(app)).toEqual(['sales', 'goods', 'deep', 'below']);
    app.do(preferences.actions.keepOpen({ userId: li.userId, codes: ['sales'], folded: 'goods' }));
    expect(openOnes(app)).toEqual(['sales']);
    await app.persistor!.flush();
    const later = await start({ menus, storage: places.storage });
    expect(openOnes(later)).toEqual(['sales']);
    later.do(keep());
    expect(openOnes(later)).toEqual([]);
  });

  it('is as a former release kept it: open, but for those that the person had folded', async () => {
    const folded = JSON.stringify({ [li.userId]: ['goods'] });
    const content = JSON.stringify({ foldedGroups: folded, _persist: '{"version":1,"rehydrated":true}' });
    const stored = JSON.stringify({ dataType: 'string', content, datetime: 1 });
    const places = storage({ local: { 'leasedesk-preferences': stored } });
    const later = await start({ menus, storage: places.storage });
    expect(openOnes(later)).toEqual(['sales', 'deep']);
    later.do(keep());
    expect(openOnes(later)).toEqual([]);
  });
});

describe('a strange tree', () => {
  it('without any menu says so', async () => {
    expect(drawn(await start({ menus: [] }))).toContain('没有发现菜单');
    expect(drawn(await start())).not.toContain('没有发现菜单');
    // menus of people who still have to choose their password are not asked for
    const user = { ...li, mustChangePassword: true };
    const app = await start({ menus: [], signedIn: { user, accessToken: 'access-0' } });
    expect(drawn(app)).not.toContain('没有发现菜单');
  });

  it('with doubles, without names, with nothing for children is drawn as far as it makes sense', async () => {
    const twice = item('同名', '/same', { id: '7', code: 'same' });
    const app = await start({
      menus: [
        twice,
        { ...twice },
        { ...twice, name: '' },
        { ...twice, name: null as never },
        item('空', '/none', { children: null }),
        null as never,
      ],
    });
    expect(count(drawn(app), '<span class="navLabel">同名</span>')).toBe(2);
    expect(drawn(app)).toContain('空');
  });

  it('with names that look like code shows them as text', async () => {
    const names = ['{{7*7}}', '%s', '<img onerror=alert(1)>', '\u202Eabc', '名'.repeat(10_000)];
    const text = drawn(await start({ menus: names.map((name, at) => item(name, `/n${at}`)) }));
    for (const name of names.filter((one) => !one.startsWith('<'))) expect(text).toContain(`>${name}</span>`);
    expect(text).toContain('&lt;img onerror=alert(1)&gt;');
    expect(text).not.toContain('<img');
  });

  it('of 5,000 nodes costs no more than its length', async () => {
    // In development every state is searched for values that cannot be stored, which is slow with so many menus.
    jest.spyOn(console, 'warn').mockImplementation();
    const app = await start();
    const of = (branches: number) => {
      const menus = Array.from({ length: branches }, (_, at) =>
        branch(
          `g${at}`,
          Array.from({ length: 49 }, (_, below) => item(`菜单 ${at}-${below}`, `/g${at}/p${below}`)),
        ),
      );
      return () => {
        app.do(menu.actions.menusReceived(menus));
        return drawn(app);
      };
    };
    expect(count(of(100)(), '<li>')).toBe(101); // home and the first level
    await growsInStep(25, of);
  });

  it('with a page of another product leads to /404 and leaves no tab', async () => {
    const app = await start({ menus: [...allMenus, item('designer', '/designer')] });
    app.do(route.actions.go('/designer/index'));
    await quiet();
    expect(app.see(route.selectors.path)).toBe('/404');
    expect(app.slice('tabs').list).toHaveLength(1);
    expect(app.titles.at(-1)).not.toContain('designer');
  });

  it('with a path that climbs leads nowhere', async () => {
    const app = await start({ menus: [branch('up', [item('up', '/lease/../up', { code: 'product' })])] });
    app.do(route.actions.go('/lease/../up'));
    await quiet();
    await app.last('/menu/whose').answer({});
    expect(app.see(route.selectors.path)).toBe('/404');
  });
});

describe('a small screen', () => {
  it.each([0, 1, 2] as const)(
    'of class %d unfolds the sidebar above the page and folds it after a click',
    async (of) => {
      const app = await start();
      app.do(preferences.actions.measured(of));
      expect(app.see(preferences.selectors.isNavFolded)).toBe(true);
      app.do(preferences.actions.toggleNav());
      expect(app.see(preferences.selectors.all)).toMatchObject({ isDrawerOpen: true, isNavCollapsed: false });
      app.do(route.actions.go('/lease/product'));
      await quiet();
      expect(app.see(preferences.selectors.isNavFolded)).toBe(true);
    },
  );

  it('that becomes a wide one has the sidebar beside the page again', async () => {
    const app = await start();
    app.do(preferences.actions.measured(1));
    app.do(preferences.actions.toggleNav());
    app.do(preferences.actions.measured(3));
    expect(app.see(preferences.selectors.all)).toMatchObject({ isDrawerOpen: false, isNavCollapsed: false });
    app.do(preferences.actions.toggleNav());
    expect(app.see(preferences.selectors.all)).toMatchObject({ isDrawerOpen: false, isNavCollapsed: true });
  });
});

it('counts what waits beside the menus, on a closed group the sum, and says it', async () => {
  const app = await start();
  await quiet();
  const leaf = (code: string) => item(code, `/${code}`, { code });
  app.do(
    menu.actions.menusReceived([
      branch('work', [leaf('work_todo'), leaf('work_claim')]),
      branch('desk', [leaf('note'), leaf('notice')]),
    ]),
  );
  const kinds: Waiting[] = [
    { kind: 'approval', count: 2, rows: [] },
    { kind: 'task', count: 1, rows: [] },
    { kind: 'taskToClaim', count: 100, rows: [] },
    { kind: 'note', count: 4, rows: [] },
  ];
  app.do(waiting.actions.received(kinds));
  expect(drawn(app)).toContain('aria-description="103 项待办"');
  for (const [group, said, shown] of [
    ['0', '3 项待办', '3'],
    ['0', '100 项待办', '99+'],
    ['1', '4 项待办', '4'],
  ] as const) {
    app.do(preferences.actions.unfold(group));
    expect(drawn(app)).toContain(`aria-description="${said}"`);
    expect(drawn(app)).toContain(`aria-hidden="true">${shown}<`);
  }
  expect(drawn(app)).toContain('aria-description="103 项待办"');
});
