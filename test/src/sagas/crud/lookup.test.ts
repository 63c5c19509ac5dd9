/** Records found by typing a part of their name, and the texts of the dictionaries. */

import { order } from '../../../../contract/modules/lease/order';
import { choices } from '../../../../src/store/crud/choices';
import { dict, entriesOf, wordFor } from '../../../../src/store/crud/dict';
import { choiceSetOf } from '../../../../src/store/crud/targets';
import { tenantChoice } from '../../../../src/store/crud/tenantChoice';
import { type Started, start } from '../../../support/fakeWorld';

const { find } = choices.actions;
const { need } = dict.actions;
/** A page whose fields point to records that are found by typing. */
async function ready() {
  const app = await start({ at: '/lease/picture' });
  return { ...app, of: (set: string) => app.see(choices.selectors.of, set) };
}
const customers = '/customer/choices';
function found(id: string, title: string) {
  return { id, parentId: '0', title };
}
const pauseMs = 250;

describe('a search for records', () => {
  it('asks once the typing pauses, for what was typed last', async () => {
    const app = await ready();
    for (const text of ['王', '王芳', '王芳芳']) {
      app.do(find({ of: 'customer', text }));
      await app.clock.advance(pauseMs - 1);
    }
    expect(app.calls(customers)).toHaveLength(0);
    await app.clock.advance(1);
    expect(app.calls(customers)).toHaveLength(1);
    expect(app.last(customers).call.query).toEqual({ current: 1, size: 20, q: '王芳芳' });
    await app.last(customers).answer({ records: [{ id: '7', title: '王芳芳' }] });
    expect(app.of('customer')).toEqual({
      text: '王芳芳',
      busy: false,
      isLost: false,
      nodes: [found('7', '王芳芳')],
    });
    expect(app.see(choices.selectors.titlesOf, 'customer')).toEqual({ 7: '王芳芳' });
  });

  it('asks at once when nothing is typed', async () => {
    const app = await ready();
    app.do(find({ of: 'customer', text: '' }));
    expect(app.last(customers).call.query).toEqual({ current: 1, size: 20 });
  });

  it('shows the newest answer when an older one arrives late', async () => {
    const app = await ready();
    app.do(find({ of: 'customer', text: '' }));
    app.do(find({ of: 'customer', text: '王' }));
    await app.clock.advance(pauseMs);
    const [older, newer] = app.calls(customers);
    await newer!.answer({ records: [found('7', 'a')] });
    await older!.answer({ records: [found('1', 'b'), found('2', 'c')] });
    expect(app.of('customer').nodes).toEqual([found('7', 'a')]);
    expect(older!.isAborted).toBe(true);
  });

  it('of one module does not silence another’s', async () => {
    const app = await ready();
    app.do(find({ of: 'customer', text: '' }));
    app.do(find({ of: 'order', text: '' }));
    await app.last(customers).answer({ records: [{ id: '7' }] });
    expect(app.of('customer')).toMatchObject({ busy: false, nodes: [{ id: '7' }] });
    expect(app.of('order').busy).toBe(true);
  });

  it('offers only products that are on sale', async () => {
    const app = await ready();
    app.do(find({ of: choiceSetOf(order.fields.productId)!, text: '' }));
    expect(app.last('/product/choices').call.query).toEqual({ offer: 'onSale', current: 1, size: 20 });
  });

  it('is over, with nothing found, when the answer is broken; the next one works', async () => {
    const app = await ready();
    app.do(find({ of: 'customer', text: '' }));
    await app.last(customers).answer({ records: {} });
    expect(app.of('customer')).toEqual({ text: '', nodes: [], busy: false, isLost: false });
    app.do(find({ of: 'customer', text: '' }));
    expect(app.calls(customers)).toHaveLength(2);
  });

  it.each([
    ['nobody answers', (app: Awaited<ReturnType<typeof ready>>) => app.last(customers).cutOff()],
    ['it is refused', (app: Awaited<ReturnType<typeof ready>>) => app.last(customers).refuse(403, 'x')],
  ])('is lost when %s, without a toast, until the next one is answered', async (_why, fail) => {
    const app = await ready();
    app.do(find({ of: 'customer', text: '' }));
    await app.last(customers).answer({ records: [{ id: '1' }] });
    app.do(find({ of: 'customer', text: '' }));
    await fail(app);
    expect(app.of('customer')).toMatchObject({ busy: false, isLost: true });
    expect(app.toasts()).toEqual([]);
    app.do(find({ of: 'customer', text: '' }));
    await app.last(customers).answer({ records: [{ id: '7' }] });
    expect(app.of('customer')).toMatchObject({ nodes: [{ id: '7' }], isLost: false });
  });

  it('of another tenant’s people is for the tenant that is worked on', async () => {
    const app = await ready();
    app.do(tenantChoice.actions.choose('100001'));
    app.do(find({ of: 'user', text: '' }));
    expect(app.last('/user/choices').call.query).toEqual({ current: 1, size: 20, tenantId: '100001' });
    // Every tenant has its own customers, and the console works on the own ones alone.
    app.do(find({ of: 'customer', text: '' }));
    expect(app.last(customers).call.query).toEqual({ current: 1, size: 20 });
  });
});

describe('the words of a dictionary', () => {
  const dictionary = '/dict-biz/dictionary';
  const held = (app: Started) => app.see(dict.selectors.held);

  it('are asked for once a session', async () => {
    const app = await start({ at: '/lease/product' });
    app.do(need(['pic_type']));
    expect(app.last(dictionary).call.query).toEqual({ code: 'pic_type' });
    await app.last(dictionary).answer([{ dictKey: '5', dictValue: '凭证' }]);
    app.do(need(['pic_type']));
    expect(app.calls(dictionary).filter(({ call }) => call.query?.code === 'pic_type')).toHaveLength(1);
    expect(wordFor(held(app), 'pic_type', 5, 'zh')).toBe('凭证');
    expect(wordFor(held(app), 'pic_type', '5', 'en')).toBe('凭证');
    expect(wordFor(held(app), 'pic_type', 6, 'zh')).toBe('6');
  });

  it('are those the product ships with until the server has spoken', async () => {
    const app = await start({ at: '/lease/product' });
    app.do(need(['pic_type', 'pay_status']));
    await app.last(dictionary).cutOff();
    expect(wordFor(held(app), 'pic_type', 5, 'en')).toBe('Transfer voucher');
    expect(entriesOf(held(app), 'nothing')).toEqual([]);
    expect(app.last(dictionary).call.query).toEqual({ code: 'pay_status' }); // the others are still loaded
    expect(app.toasts()).toEqual([]);
    await app.last(dictionary).answer({});
    expect(held(app)).toEqual({}); // an empty dictionary counts as none
  });
});
