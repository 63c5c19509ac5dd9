/** Records found by typing a part of their name, and the words of the dictionaries. */
import { dict, entriesOf, wordFor } from '../../../../src/store/crud/dict';
import { lookup } from '../../../../src/store/crud/lookup';
import { start } from '../../../support/fakeWorld';

const { find } = lookup.actions;
const { need } = dict.actions;
/** A page of the frame, with its own question answered. */
const ready = async () => {
  const app = await start({ at: '/lease/product' });
  return { ...app, of: (to: string) => app.see(lookup.selectors.of, to) };
};
const customers = '/customer/list';
const pauseMs = 250;

describe('a lookup', () => {
  it('asks once the typing rests, for what was typed last', async () => {
    const app = await ready();
    for (const text of ['王', '王芳', '王芳芳']) {
      app.do(find({ to: 'customer', text }));
      await app.clock.advance(pauseMs - 1);
    }
    expect(app.calls(customers)).toHaveLength(0);
    await app.clock.advance(1);
    expect(app.calls(customers)).toHaveLength(1);
    expect(app.last(customers).call.query).toEqual({ current: 1, size: 20, realName: '王芳芳' });
    await app.last(customers).answer({ records: [{ id: '7', realName: '王芳芳' }] });
    expect(app.of('customer')).toEqual({
      text: '王芳芳',
      busy: false,
      isCutOff: false,
      rows: [{ id: '7', realName: '王芳芳' }],
    });
  });

  it('asks at once when nothing is typed', async () => {
    const app = await ready();
    app.do(find({ to: 'customer', text: '' }));
    expect(app.last(customers).call.query).toEqual({ current: 1, size: 20 });
  });

  it('shows the newest answer when an older one arrives late', async () => {
    const app = await ready();
    app.do(find({ to: 'customer', text: '' }));
    app.do(find({ to: 'customer', text: '王' }));
    await app.clock.advance(pauseMs);
    const [older, newer] = app.calls(customers);
    await newer!.answer({ records: [{ id: '7' }] });
    await older!.answer({ records: [{ id: '1' }, { id: '2' }] });
    expect(app.of('customer').rows).toEqual([{ id: '7' }]);
    expect(older!.isAborted).toBe(true);
  });

  it('of one module does not silence another’s', async () => {
    const app = await ready();
    app.do(find({ to: 'customer', text: '' }));
    app.do(find({ to: 'order', text: '' }));
    await app.last(customers).answer({ records: [{ id: '7' }] });
    expect(app.of('customer')).toMatchObject({ busy: false, rows: [{ id: '7' }] });
    expect(app.of('order').busy).toBe(true);
  });

  it('offers only products that are on sale', async () => {
    const app = await ready();
    app.do(find({ to: 'product', text: '' }));
    expect(app.last('/product/page').call.query).toEqual({ current: 1, size: 20, status: 1 });
  });

  it.each([
    ['it is refused', (app: Awaited<ReturnType<typeof ready>>) => app.last(customers).refuse(403, 'x')],
    ['the answer is broken', (app: Awaited<ReturnType<typeof ready>>) => app.last(customers).answer({ records: {} })],
  ])('is over, with nothing found, when %s; the next one works', async (_why, happen) => {
    const app = await ready();
    app.do(find({ to: 'customer', text: '' }));
    await happen(app);
    expect(app.of('customer')).toEqual({ text: '', rows: [], busy: false, isCutOff: false });
    app.do(find({ to: 'customer', text: '' }));
    expect(app.calls(customers)).toHaveLength(2);
  });

  it('that nobody answers knows nothing of what there is, until the next one is answered', async () => {
    const app = await ready();
    app.do(find({ to: 'customer', text: '' }));
    await app.last(customers).answer({ records: [{ id: '1' }] });
    app.do(find({ to: 'customer', text: '' }));
    await app.last(customers).cutOff();
    expect(app.of('customer')).toEqual({ text: '', rows: [], busy: false, isCutOff: true });
    app.do(find({ to: 'customer', text: '' }));
    await app.last(customers).answer({ records: [{ id: '7' }] });
    expect(app.of('customer')).toMatchObject({ rows: [{ id: '7' }], isCutOff: false });
  });
});

describe('the words of a dictionary', () => {
  const dictionary = '/dict-biz/dictionary';
  const held = (app: Awaited<ReturnType<typeof ready>>) => app.see(dict.selectors.held);

  it('are asked for once a session', async () => {
    const app = await ready();
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
    const app = await ready();
    app.do(need(['pic_type', 'pay_status']));
    await app.last(dictionary).cutOff();
    expect(wordFor(held(app), 'pic_type', 5, 'en')).toBe('Transfer voucher');
    expect(entriesOf(held(app), 'nothing')).toEqual([]);
    expect(app.last(dictionary).call.query).toEqual({ code: 'pay_status' }); // the others are asked for all the same
    expect(app.toasts()).toEqual([]);
    await app.last(dictionary).answer({});
    expect(held(app)).toEqual({}); // a dictionary without words is no dictionary
  });
});
