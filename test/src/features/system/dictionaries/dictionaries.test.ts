/** Dictionaries and their entries: commands in, state and calls out. */

import { dictionaries, dictLists } from '../../../../../src/features/system/dictionaries/dictionariesSlice';
import { dict } from '../../../../../src/store/crud/dict';
import { feedback } from '../../../../../src/store/feedback';
import { route } from '../../../../../src/store/navigation/route';
import { allMenus, quiet, type StartOptions, start } from '../../../../support/fakeWorld';

const { actions: at, selectors: see } = dictionaries;
const { parents, entries } = dictLists.dictbiz;
const yes = feedback.actions.answered({ isSure: true, reason: '' });
function head(id: string, more = {}) {
  return {
    id,
    code: `c${id}`,
    dictValue: `字典${id}`,
    dictKey: '-1',
    parentId: '0',
    ...more,
  };
}
function entry(id: string, more = {}) {
  return {
    id,
    code: 'c1',
    dictKey: id,
    dictValue: `项${id}`,
    parentId: '1',
    isSealed: 0,
    ...more,
  };
}
function page(...records: unknown[]) {
  return { records, total: records.length };
}

type App = Awaited<ReturnType<typeof opened>>;
async function opened(path = '/system/dictbiz', options: StartOptions = {}) {
  const app = await start({ at: path, ...options });
  await quiet();
  return app;
}
async function shown() {
  const app = await opened();
  await app.last('/dict-biz/parent-list').answer(page(head('1'), head('2')));
  await app.last('/dict-biz/child-list').answer(page(entry('11')));
  return app;
}
function chosen(app: App) {
  return app.see(see.chosen, 'dictbiz');
}

describe('a dictionary', () => {
  it('is chosen by itself when the page opens, with its entries', async () => {
    const app = await shown();
    expect(chosen(app)).toEqual({ id: '1', code: 'c1', dictValue: '字典1' });
    expect(app.last('/child-list').call.query).toMatchObject({ parentId: '1', current: 1 });
    expect(app.slice('dictbizEntries').page.records).toEqual([entry('11')]);
  });

  it('brings its own entries when it is chosen, and forgets what was sought among others', async () => {
    const app = await shown();
    app.do(entries.slice.actions.seek({ dictValue: '旧' }));
    app.do(at.choose({ which: 'dictbiz', row: { id: '2', code: 'c2', dictValue: '字典2' } }));
    await quiet();
    expect(app.last('/child-list').call.query).toMatchObject({ parentId: '2', current: 1 });
    expect(app.last('/child-list').call.query).not.toHaveProperty('dictValue');
    expect(app.see(entries.slice.selectors.seek)).toEqual({ dictValue: '' });
  });

  it('shows the entries of the newest choice when older ones arrive late', async () => {
    const app = await shown();
    app.do(at.choose({ which: 'dictbiz', row: { id: '2', code: 'c2', dictValue: '' } }));
    await quiet();
    const older = app.last('/child-list');
    app.do(at.choose({ which: 'dictbiz', row: { id: '1', code: 'c1', dictValue: '' } }));
    await quiet();
    await app.last('/child-list').answer(page(entry('11')));
    await older.answer(page(entry('21', { parentId: '2' })));
    expect(app.slice('dictbizEntries').page.records).toEqual([entry('11')]);
  });

  it('makes way for the first of the others when it is removed', async () => {
    const app = await shown();
    app.do(parents.slice.actions.remove(['1']));
    await quiet();
    app.do(yes);
    await quiet();
    await app.last('/dict-biz/remove').answer(true);
    expect(chosen(app)).toBeNull();
    await app.last('/parent-list').answer(page(head('2')));
    expect(chosen(app)?.id).toBe('2');
    expect(app.last('/child-list').call.query).toMatchObject({ parentId: '2' });
  });

  it('is called by its new name at once', async () => {
    const app = await shown();
    app.do(parents.slice.actions.list({}));
    await quiet();
    await app.last('/parent-list').answer(page(head('1', { dictValue: '新名' }), head('2')));
    expect(chosen(app)?.dictValue).toBe('新名');
  });
});

describe('an entry', () => {
  it('bears the code of its dictionary and needs a key of its own', async () => {
    const app = await shown();
    app.do(entries.slice.actions.add({ parentId: '1', code: 'c1', sort: 2 }));
    await quiet();
    app.do(entries.slice.actions.type({ dictValue: '新项' }));
    app.do(entries.slice.actions.save());
    await quiet();
    expect(app.slice('dictbizEntries').form.problems).toEqual({ dictKey: 'required' });
    expect(app.calls('/dict-biz/submit')).toEqual([]);
    app.do(entries.slice.actions.type({ dictKey: '7' }));
    app.do(entries.slice.actions.save());
    await quiet();
    expect(app.last('/dict-biz/submit').call.body).toMatchObject({ parentId: '1', code: 'c1', dictKey: '7', sort: 2 });
  });
});

describe('the words of the console', () => {
  /** The processes among the menus come from a dictionary too; they load with the rights, and are no texts. */
  const wordsAsked = (app: Awaited<ReturnType<typeof opened>>) =>
    app.calls('/dict-biz/dictionary').flatMap(({ call }) => (call.query?.code === 'flow' ? [] : [call.query]));
  const changed = async (which: 'dict' | 'dictbiz') => {
    const app = await opened(`/system/${which}`);
    await app.last('/parent-list').answer(page(head('1')));
    await app.last('/child-list').answer(page());
    app.do(dict.actions.dictReceived({ code: 'pay_status', entries: [{ dictKey: '0', dictValue: '旧' }] }));
    const { slice } = dictLists[which].entries;
    app.do(slice.actions.add({ parentId: '1', code: 'c1', dictKey: '1', dictValue: '新' }));
    await quiet();
    app.do(slice.actions.save());
    await quiet();
    await app.last('/submit').answer(entry('1'));
    return app;
  };

  it('are asked anew after a business dictionary was changed', async () => {
    const app = await changed('dictbiz');
    expect(wordsAsked(app)).toEqual([{ code: 'pay_status' }]);
  });

  it('stay as they are when a dictionary of the platform was changed', async () => {
    const app = await changed('dict');
    expect(wordsAsked(app)).toEqual([]);
    expect(app.see(dict.selectors.isHeld, 'pay_status')).toBe(true);
  });
});

describe('the pages of both dictionaries', () => {
  const without = (...codes: string[]) =>
    allMenus.map((menu) => ({ ...menu, children: menu.children?.filter(({ code }) => !codes.includes(code)) ?? [] }));

  it('begin with the business one and turn to the other', async () => {
    const app = await opened('/dict-horizontal/index');
    expect(app.last('/parent-list').call.url).toBe('/blade-system/dict-biz/parent-list');
    app.do(at.turn('dict'));
    await quiet();
    expect(app.last('/parent-list').call.url).toBe('/blade-system/dict/parent-list');
  });

  it('show the one that the person has the menu of', async () => {
    const app = await opened('/dict-vertical/index', { menus: without('dictbiz') });
    expect(app.see(see.which)).toBe('dict');
    expect(app.calls('/parent-list').map(({ call }) => call.url)).toEqual(['/blade-system/dict/parent-list']);
  });

  it('ask nothing for somebody who has neither', async () => {
    const app = await opened('/dict-vertical/index', { menus: without('dict', 'dictbiz') });
    expect(app.calls('/parent-list')).toEqual([]);
  });
});

it.each([null, {}, [], 'x', { records: null, total: '0' }])('bears an answer like %j', async (answer) => {
  const app = await opened();
  await app.last('/parent-list').answer(answer);
  expect(app.slice('dictbizParents').page.records).toEqual([]);
  expect(chosen(app)).toBeNull();
  app.do(route.actions.go('/wel/index'));
  await quiet();
});
