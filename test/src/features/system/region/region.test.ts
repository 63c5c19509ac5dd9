/** Administrative divisions: commands in, state and calls out. */

import { codeParts, mayHaveBelow, regions, wholeCode } from '../../../../../src/features/system/region/regionSlice';
import { feedback } from '../../../../../src/store/feedback';
import { quiet, type Started, start } from '../../../../support/fakeWorld';

const { actions: at, selectors: see } = regions;
const yes = feedback.actions.answered({ isSure: true, reason: '' });
const no = feedback.actions.answered({ isSure: false, reason: '' });
function node(id: string, title: string, hasChildren = false) {
  return { id, title, hasChildren };
}
const city = {
  id: '330100',
  code: '330100',
  name: '杭州市',
  level: 2,
  parentCode: '330000',
  parentName: '浙江省',
  sort: 1,
};

async function opened() {
  const app = await start({ at: '/base/region' });
  await quiet();
  await app.last('/lazy-tree').answer([node('330000', '浙江省', true)]);
  await app.last('/detail').answer({ id: '00', code: '00', name: '中国', level: 0, parentCode: '0' });
  await app.last('/region/select').answer([{ code: '330000', name: '浙江省' }]);
  return app;
}
async function atCity() {
  const app = await opened();
  app.do(at.load('330000'));
  await quiet();
  await app.last('/lazy-tree').answer([node('330100', '杭州市', true)]);
  app.do(at.choose('330100'));
  await quiet();
  await app.last('/detail').answer(city);
  return app;
}
function state(app: Started) {
  return app.see(see.all);
}

describe('a code', () => {
  it.each([
    [{ code: '00', level: 0 }, { prefix: '', own: 2, suffix: '0000' }, '91', '910000'],
    [{ code: '330000', level: 1 }, { prefix: '33', own: 2, suffix: '00' }, '99', '339900'],
    [{ code: '330100', level: 2 }, { prefix: '3301', own: 2, suffix: '' }, '88', '330188'],
    [{ code: '330102', level: 3 }, { prefix: '330102', own: 3, suffix: '' }, '001', '330102001'],
    [{ code: '330102001', level: 4 }, { prefix: '330102001', own: 3, suffix: '' }, '205', '330102001205'],
    // Where codes are not filled up with zeros, those below are not either.
    [{ code: '33', level: 1 }, { prefix: '33', own: 2, suffix: '' }, '01', '3301'],
  ] as const)('below %j begins with what is given', (above, parts, own, whole) => {
    expect(codeParts(above)).toEqual(parts);
    expect(wholeCode(above, own)).toBe(whole);
  });

  it.each(['', '1', '123', 'a1', '00'])('is none as long as its own part is %j', (part) => {
    expect(wholeCode({ code: '330100', level: 2 }, part)).toBe('');
  });

  it('ends with the villages', () => {
    expect(mayHaveBelow({ code: '1', level: 4 })).toBe(true);
    expect(mayHaveBelow({ code: '1', level: 5 })).toBe(false);
  });
});

describe('the tree', () => {
  it('comes level by level, as it is opened', async () => {
    const app = await opened();
    expect(app.calls('/lazy-tree').map(({ call }) => call.query)).toEqual([{ parentCode: '00' }]);
    app.do(at.load('330000'));
    await quiet();
    expect(state(app).loading).toEqual({ 330000: true });
    await app.last('/lazy-tree').answer([node('330100', '杭州市', true)]);
    expect(state(app).below['330000']).toEqual([{ code: '330100', name: '杭州市', hasChildren: true }]);
    expect(state(app).loading).toEqual({});
  });

  it('offers what did not arrive again', async () => {
    const app = await opened();
    app.do(at.load('330000'));
    await quiet();
    await app.last('/lazy-tree').cutOff();
    expect(state(app).lost).toEqual({ 330000: true });
    app.do(at.load('330000'));
    expect(state(app).lost).toEqual({});
  });

  it('is searched by name or by code, when the typing pauses', async () => {
    const app = await opened();
    app.do(at.seek('西'));
    app.do(at.seek('西湖'));
    await app.clock.advance(250);
    expect(app.calls('/region/list').map(({ call }) => call.query?.name)).toEqual(['西湖']);
    await app.last('/region/list').answer({
      records: [{ code: '330106', name: '西湖区', provinceName: '浙江省', cityName: '杭州市', districtName: '西湖区' }],
      total: '3',
    });
    expect(state(app).found).toEqual({
      rows: [{ code: '330106', name: '西湖区', hasChildren: false, line: '浙江省 杭州市' }],
      total: 3,
    });
    app.do(at.seek('3301'));
    await app.clock.advance(250);
    expect(app.last('/region/list').call.query).toMatchObject({ code: '3301' });
    app.do(at.seek(''));
    expect(state(app).found).toBeNull();
  });

  it.each([null, {}, 'x', [null, 7, {}]])('bears an answer like %j', async (answer) => {
    const app = await opened();
    app.do(at.load('330000'));
    await quiet();
    await app.last('/lazy-tree').answer(answer);
    expect(state(app).below['330000']).toEqual([]);
  });
});

describe('a division', () => {
  it('is added below the chosen one, with what that gives', async () => {
    const app = await atCity();
    app.do(at.addBelow());
    await quiet();
    expect(state(app).form?.draft).toMatchObject({ parentCode: '330100', level: 3, code: '' });
    app.do(at.typeCode('8'));
    app.do(at.type({ name: '新区' }));
    app.do(at.save());
    await quiet();
    expect(state(app).form?.problems).toEqual({ code: 'badFormat' });
    expect(app.calls('/region/submit')).toEqual([]);
    app.do(at.typeCode('88'));
    app.do(at.save());
    app.do(at.save());
    await quiet();
    expect(app.calls('/region/submit')).toHaveLength(1);
    const { body } = app.last('/region/submit').call;
    expect(body).toMatchObject({ parentCode: '330100', code: '330188', name: '新区', level: 3 });
    expect(body).not.toHaveProperty('id');
    await app.last('/region/submit').answer(true);
    // The level it belongs to is loaded again, and it is selected.
    expect(
      app
        .calls('/lazy-tree')
        .slice(-2)
        .map(({ call }) => call.query?.parentCode),
    ).toEqual(['330100', '330000']);
    expect(state(app)).toMatchObject({ current: '330188', form: null });
    expect(state(app).open).toContain('330100');
  });

  it('keeps its form and says what is wrong when the server refuses', async () => {
    const app = await atCity();
    app.do(at.addBelow());
    await quiet();
    app.do(at.typeCode('88'));
    app.do(at.type({ name: '新区' }));
    app.do(at.save());
    await quiet();
    await app.last('/region/submit').refuse(400, '区划编号已存在', { problems: { code: 'taken' } });
    expect(state(app).form?.problems).toEqual({ code: 'taken' });
    expect(state(app).busy).toEqual({});
  });

  it('sent again as it was carries the same key, and another one when it is another', async () => {
    const app = await atCity();
    const keyOf = () => app.last('/region/submit').call.headers?.['Idempotency-Key'];
    const send = async () => {
      app.do(at.save());
      await quiet();
      await app.last('/region/submit').cutOff();
      return keyOf();
    };
    app.do(at.edit());
    await quiet();
    app.do(at.type({ name: '杭州' }));
    const first = await send();
    expect(await send()).toBe(first);
    app.do(at.type({ name: '杭' }));
    expect(await send()).not.toBe(first);
    expect(app.last('/region/submit').call.body).toMatchObject({ id: '330100', code: '330100', name: '杭' });
  });

  it('with unsaved changes is left only by somebody who wants to', async () => {
    const app = await atCity();
    app.do(at.edit());
    await quiet();
    app.do(at.type({ name: '别名' }));
    app.do(at.choose('330000'));
    await quiet();
    app.do(no);
    await quiet();
    expect(state(app)).toMatchObject({ current: '330100', form: { mode: 'edit' } });
    app.do(at.choose('330000'));
    await quiet();
    app.do(yes);
    await quiet();
    expect(state(app)).toMatchObject({ current: '330000', form: null });
  });

  it('is removed after a question, and the one above is chosen', async () => {
    const app = await atCity();
    app.do(at.remove());
    await quiet();
    expect(app.see(feedback.selectors.question)).toMatchObject({ values: { name: '杭州市', code: '330100' } });
    app.do(yes);
    await quiet();
    expect(app.last('/region/remove').call.query).toEqual({ ids: '330100' });
    await app.last('/region/remove').answer(true);
    expect(state(app)).toMatchObject({ current: '330000', busy: {} });
  });

  it('stays when the server refuses to remove it', async () => {
    const app = await atCity();
    app.do(at.remove());
    await quiet();
    app.do(yes);
    await quiet();
    await app.last('/region/remove').refuse(400, '还有下级');
    expect(state(app)).toMatchObject({ current: '330100', busy: {} });
  });
});

describe('the chained choices', () => {
  it('offer what lies below, and tell what a code means', async () => {
    const app = await opened();
    app.do(at.link({ at: 0, code: '330000' }));
    await quiet();
    expect(app.last('/region/select').call.query).toEqual({ code: '330000' });
    await app.last('/region/select').answer([{ code: '330100', name: '杭州市' }]);
    await app.last('/region/line').answer([{ code: '330000', name: '浙江省', level: 1 }]);
    app.do(at.link({ at: 1, code: '330100' }));
    await quiet();
    await app.last('/region/select').answer([{ code: '330106', name: '西湖区' }]);
    expect(state(app).links.options.map((level) => level.map(({ code }) => code))).toEqual([
      ['330000'],
      ['330100'],
      ['330106'],
    ]);
    // Another province: the selection below it is gone.
    app.do(at.link({ at: 0, code: '' }));
    await quiet();
    expect(state(app).links).toMatchObject({ picked: ['', '', ''], line: null });
    expect(state(app).links.options).toHaveLength(1);
  });

  it('are not mixed up by an answer that arrives late', async () => {
    const app = await opened();
    app.do(at.link({ at: 0, code: '330000' }));
    await quiet();
    const older = app.last('/region/select');
    app.do(at.link({ at: 0, code: '110000' }));
    await quiet();
    await app.last('/region/select').answer([{ code: '110100', name: '市辖区' }]);
    await older.answer([{ code: '330100', name: '杭州市' }]);
    expect(state(app).links.options[1]).toEqual([{ code: '110100', name: '市辖区', hasChildren: false }]);
  });
});
