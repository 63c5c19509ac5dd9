/** Rights that change during a session: the console learns of it from the first refusal. */
import { feature as product } from '../../../../src/features/lease/product';
import { permission } from '../../../../src/store/navigation/menu';
import { type Started, start } from '../../../support/fakeWorld';

/** The first start compiles the whole console. */
jest.setTimeout(30_000);

const { list } = (product.slices[0] as any).actions;
/** Except the call for helpers of a missing page, which is made for one address. */
function rightsAsked(app: Started) {
  return app.waiting().filter(({ call }) => /\/menu\/(routes|buttons|top-menu)$/.test(call.url));
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
    await app.last('/menu/routes').answer([]);
    await app.last('/menu/buttons').answer([{ code: 'product', children: [{ code: 'product_add' }] }]);
    expect(may(app, 'product_delete')).toBe(false);
    expect(may(app, 'product_add')).toBe(true);
  });

  it('does so once in ten seconds, however often it is refused', async () => {
    const app = await start({ at: '/lease/product' });
    await refuse(app);
    for (const one of rightsAsked(app)) await one.answer([]);
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
