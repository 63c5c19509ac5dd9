/** Pages found by their name: by its beginning in either language, or by initials. */
import '../../../../src/shell/panels/panels'; // here, because reading the component library takes longer than a test may
import { beginsInitials, initialsOf } from '../../../../contract/domain/search/pinyin';
import type { MenuItem } from '../../../../src/store/navigation/menu';
import { panel } from '../../../../src/store/navigation/panel';
import { route } from '../../../../src/store/navigation/route';
import { findable, findMenus, search } from '../../../../src/store/navigation/search';
import { session } from '../../../../src/store/session';
import { quiet, start } from '../../../support/fakeWorld';

function item(id: string, name: string, nameEn: string, path = `/x/${id}`, more: Partial<MenuItem> = {}): MenuItem {
  return {
    id,
    code: id,
    name,
    nameEn,
    path,
    source: '',
    category: 1,
    isOpen: 1,
    ...more,
  };
}
const menus = [
  item('1', '订单管理', 'Orders'),
  item('2', '订单图片', 'Order documents'),
  item('3', '银行卡', 'Bank cards'),
  item('4', 'API 接口', 'API scopes'),
  item('5', '重置密码', 'Reset'),
];
function found(text: string, recent: string[] = []) {
  return findMenus(menus, text, recent).map(({ menu }) => menu.id);
}

describe('initials', () => {
  it.each([
    ['订单管理', 'd d g l'],
    ['客户', 'k h'],
    ['欧洲', 'o z'],
    ['阿姨', 'a y'],
    ['坐在', 'z z'],
    ['API 接口', 'a p i j k'],
    ['二维码-2', 'e w m 2'],
    ['🙂', ''],
  ])('of %s are %s', (name, letters) => {
    expect(
      initialsOf(name)
        .map((some) => some[0])
        .join(' '),
    ).toBe(
      // 单 has two readings; the first is the usual one.
      letters,
    );
  });

  it('take either sound of a character that has two', () => {
    expect(beginsInitials('银行卡', 'yhk')).toBe(true);
    expect(beginsInitials('银行卡', 'yxk')).toBe(true);
    expect(beginsInitials('重置', 'cz')).toBe(true);
    expect(beginsInitials('重置', 'zz')).toBe(true);
  });

  it('match from the beginning and no further than the name', () => {
    expect(beginsInitials('订单', 'd')).toBe(true);
    expect(beginsInitials('订单', 'g')).toBe(false);
    expect(beginsInitials('订单', 'ddg')).toBe(false);
  });
});

describe('a search among the menus', () => {
  it.each([
    ['订单', ['1', '2']],
    ['单', []],
    ['order', ['1', '2']],
    ['ORDERS', ['1']],
    ['pictures', []],
    ['ddg', ['1']],
    ['ＤＤ', ['1', '2']],
    [' order d', ['2']],
    ['api', ['4']],
    ['apij', ['4']],
    ['没有', []],
  ])('for %s finds %j', (text, ids) => {
    expect(found(text)).toEqual(ids);
  });

  it('shows everything for nothing typed, what was opened last first', () => {
    expect(found('', ['/x/4', '/gone', '/x/2'])).toEqual(['4', '2', '1', '3', '5']);
    expect(findMenus(menus, '', ['/x/4']).map(({ isRecent }) => isRecent)).toEqual([true, false, false, false, false]);
  });

  it('shows an address once, however many menus lead there', () => {
    expect(findMenus([...menus, item('6', '订单', 'Orders again', '/x/1')], '订单', [])).toHaveLength(2);
  });
});

it('finds nothing that the sidebar hides from the person’s roles', () => {
  const branch = (id: string, children: MenuItem[], roles?: string[]) =>
    item(id, id, id, '/x', { children, ...(roles ? { meta: { roles } } : {}) });
  const [own, other, hidden] = [
    item('a', '甲', 'A'),
    item('b', '乙', 'B', '/x/b', { meta: { roles: ['boss'] } }),
    item('c', '丙', 'C'),
  ];
  const tree = [branch('one', [own, other]), branch('two', [hidden], ['boss'])];
  const elsewhere = item('d', '丁', 'D'); // of another entry of the first level
  const all = [own, other, hidden, elsewhere];
  const ids = (...roles: string[]) => findable(tree, all, new Set(roles)).map(({ id }) => id);
  expect(ids('clerk')).toEqual(['a', 'd']);
  expect(ids('boss')).toEqual(['a', 'b', 'c', 'd']);
});

describe('what was found', () => {
  it('is gone to, and the dialog closes', async () => {
    const app = await start();
    app.do(panel.actions.show('search'));
    await quiet();
    const [menu] = findMenus(
      app.see((state) => state.menu.all),
      'cpml',
      [],
    ).map((one) => one.menu);
    app.do(search.actions.choose(menu!));
    await quiet();
    expect(app.see(route.selectors.path)).toBe('/lease/product');
    expect(app.slice('panel').shown).toBe('');
  });

  it('is forgotten with the dialog, so that the field of the bar is empty', async () => {
    const app = await start();
    app.do(panel.actions.show('search'));
    await quiet();
    app.do(search.actions.type('cpml'));
    app.do(panel.actions.hide());
    expect(app.see(search.selectors.text)).toBe('');
  });

  it('opens in a window of its own when its menu says so, and in a frame when it does not', async () => {
    const outside = 'https://example.com/report.html';
    const app = await start({
      menus: [item('a', '外部', 'Outside', outside, { isOpen: 2 }), item('b', '框内', 'Inside', outside)],
    });
    app.do(search.actions.choose(app.see((state) => state.menu.all[0])));
    await quiet();
    expect(app.opened).toEqual([outside]);
    app.do(search.actions.choose(app.see((state) => state.menu.all[1])));
    await quiet();
    expect(app.navigated.at(-1)).toBe('push /myiframe/b');
  });

  it('is remembered, the newest first, each page once', async () => {
    const app = await start({ at: '/lease/order' });
    for (const path of ['/lease/product', '/lease/customer', '/lease/product']) {
      app.do(route.actions.go(path));
      await quiet();
    }
    expect(app.see(search.selectors.recent).slice(0, 2)).toEqual(['/lease/product', '/lease/customer']);
  });
});

describe('a search for records', () => {
  const groups = [
    {
      entity: 'customer',
      records: [
        { id: '7', title: '欧阳重光', note: '139****5678', search: 'realName=%E6%AC%A7%E9%98%B3%E9%87%8D%E5%85%89' },
      ],
    },
    { entity: 'order', records: [{ id: '8', title: 'HT1', note: '欧阳重光', rest: 'detail/8' }] },
  ];
  const typing = async (...texts: string[]) => {
    const app = await start();
    const before = app.asked.length;
    for (const text of texts) {
      app.do(search.actions.type(text));
      await app.clock.advance(100);
    }
    await app.clock.advance(100);
    return { app, calls: app.asked.slice(before) };
  };

  it('asks once the person pauses, and in the body, because names identify people', async () => {
    const { app, calls } = await typing('欧', '欧阳');
    expect(calls.map(({ call: { method, url, query, body } }) => ({ method, url, query, body }))).toEqual([
      { method: 'POST', url: '/blade-desk/search', query: undefined, body: { text: '欧阳' } },
    ]);
    await calls[0]!.answer(groups);
    expect(app.see(search.selectors.records)).toEqual(groups);
    app.do(search.actions.type(''));
    expect(app.see(search.selectors.records)).toEqual([]);
  });

  it('asks nothing for a single letter, and drops the answer to a text that is gone', async () => {
    expect((await typing('o')).calls).toEqual([]);
    const { app, calls } = await typing('oycg');
    app.do(search.actions.type('oyc'));
    await calls[0]!.answer(groups);
    expect(app.see(search.selectors.records)).toEqual([]);
  });

  it('opens the page of a record, or its list narrowed to it, and remembers it until the person signs out', async () => {
    const { app, calls } = await typing('欧阳');
    await calls[0]!.answer(groups);
    const [customer, order] = groups.map(({ entity, records: [record] }) => ({ ...record!, entity }));
    app.do(search.actions.open(order!));
    await quiet();
    expect(app.see(route.selectors.path)).toBe('/lease/order/detail/8');
    app.do(search.actions.open(customer!));
    await quiet();
    expect(app.navigated.at(-1)).toBe('push /lease/customer?realName=%E6%AC%A7%E9%98%B3%E9%87%8D%E5%85%89');
    expect(app.see(search.selectors.lately)).toEqual([customer, order]);
    app.do(session.actions.signedOut());
    expect(app.see(search.selectors.lately)).toEqual([]);
  });

  it('finds menus alone where the server has no such search, or is away', async () => {
    const { app, calls } = await typing('欧阳');
    await calls[0]!.cutOff();
    expect(app.see(search.selectors.records)).toEqual([]);
    app.do(search.actions.type('欧阳重'));
    await app.clock.advance(200);
    await app.asked.at(-1)!.refuse(404, 'no such path');
    const count = app.asked.length;
    app.do(search.actions.type('欧阳'));
    await app.clock.advance(200);
    expect(app.asked).toHaveLength(count);
    expect(app.slice('feedback').toasts).toEqual([]);
  });
});
