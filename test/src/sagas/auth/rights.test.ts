/** Rights that change during a session: the console learns of it from the first refusal. */
import { feature as product } from '../../../../src/features/lease/product';
import { menu, permission } from '../../../../src/store/navigation/menu';
import { route } from '../../../../src/store/navigation/route';
import { allMenus, type Started, start } from '../../../support/fakeWorld';

/** The first start compiles the whole console. */
jest.setTimeout(30_000);

const { list } = (product.slices[0] as any).actions;
function rightsAsked(app: Started) {
  return app.waiting().filter(({ call }) => call.url.endsWith('/oauth/user-info'));
}
function may(app: Started, code: string) {
  return app.see(permission.selectors.may, code);
}

async function refuse(app: Started, reason = 'forbidden') {
  app.do(list({}));
  await app.last('/product/page').refuse(403, '没有权限执行此操作（product）', { reason });
}

describe('a call that is refused for lack of a right', () => {
  it('makes the console ask for the rights again, and show what they are now', async () => {
    const app = await start({ at: '/lease/product' });
    expect(may(app, 'product_delete')).toBe(true);
    await refuse(app);
    const buttons = [{ code: 'product', children: [{ code: 'product_add' }] }];
    await app.last('/oauth/user-info').answer({ rights: { menus: [], buttons, tops: [], flows: [] } });
    expect(may(app, 'product_delete')).toBe(false);
    expect(may(app, 'product_add')).toBe(true);
  });

  it('does so once in ten seconds, however often it is refused', async () => {
    const app = await start({ at: '/lease/product' });
    await refuse(app);
    for (const one of rightsAsked(app)) await one.answer({ rights: { menus: [], buttons: [], tops: [], flows: [] } });
    await refuse(app);
    expect(rightsAsked(app)).toEqual([]);
    await app.clock.advance(10_000);
    await refuse(app);
    expect(rightsAsked(app).length).toBeGreaterThan(0);
  });

  it('leaves what is known alone when the rights cannot be had, or the reason is another', async () => {
    const app = await start({ at: '/lease/product' });
    await refuse(app, 'notYours');
    expect(rightsAsked(app)).toEqual([]);
    await refuse(app);
    for (const one of rightsAsked(app)) await one.cutOff();
    expect(may(app, 'product_delete')).toBe(true);
  });
});

describe('the rights of a start', () => {
  const tops = [{ id: '71', name: '业务', path: '', source: '', menuIds: [] }];
  const asked = (app: Started) => app.asked.map(({ call }) => call.url);
  const apart = [
    '/blade-system/menu/top-menu',
    '/blade-system/dict-biz/dictionary',
    '/blade-system/menu/routes',
    '/blade-system/menu/buttons',
  ];
  const mayAfter = async (app: Started) => {
    await app.last('/menu/buttons').answer([{ code: 'product', children: [{ code: 'product_add' }] }]);
    await app.last('/menu/routes').answer(allMenus);
    return may(app, 'product_add') && app.see(route.selectors.path);
  };

  it('come in one answer, after which the page asks for its own', async () => {
    const app = await start({ at: '/lease/product', tops, isHeldUp: true });
    expect(asked(app)).toEqual(['/blade-auth/oauth/user-info']);
    expect(app.asked[0]!.call.query).toEqual({ with: 'rights' });
    await app.answerRights();
    expect(app.see(menu.selectors.tops)).toEqual(tops);
    expect(app.see(route.selectors.path)).toBe('/lease/product');
    for (const url of apart) expect(asked(app)).not.toContain(url);
  });

  it.each<[string, (one: Started['asked'][number]) => Promise<void>]>([
    ['answers without them', (one) => one.answer({ account: 'li' })],
    ['answers nothing', (one) => one.answer(null)],
    ['does not know the call', (one) => one.refuse(404, '404 没找到请求')],
    ['refuses it', (one) => one.refuse(400, '参数错误')],
    ['fails in it', (one) => one.refuse(500, '服务器异常')],
  ])('are asked for one by one where the server %s', async (_what, say) => {
    const app = await start({ at: '/lease/product', isHeldUp: true });
    await say(app.asked[0]!);
    expect(asked(app).slice(1)).toEqual(expect.arrayContaining(apart));
    expect(app.toasts()).toEqual([]);
    expect(await mayAfter(app)).toBe('/lease/product');
  });

  it('are asked for where one of them is missing, and that one alone', async () => {
    const app = await start({ at: '/lease/product', isHeldUp: true });
    await app.asked[0]!.answer({ rights: { menus: allMenus, tops, flows: [] } });
    expect(asked(app).filter((url) => apart.includes(url))).toEqual(['/blade-system/menu/buttons']);
  });
});
