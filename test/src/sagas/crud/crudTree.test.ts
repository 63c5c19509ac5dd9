/** A tree table, seen through the departments: commands in, state and calls out. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { dept as module } from '../../../../contract/modules/system/dept';
import { type TreeRows, useTreeRows } from '../../../../src/features/crud/treeRows';
import { feature } from '../../../../src/features/system/dept';
import type { CrudSlice } from '../../../../src/store/crud/crud';
import type { CrudState } from '../../../../src/store/crud/crudState';
import { feedback } from '../../../../src/store/feedback';
import { route } from '../../../../src/store/navigation/route';
import { quiet, start } from '../../../support/fakeWorld';

const at = (feature.slices[0] as CrudSlice).actions;
const yes = feedback.actions.answered({ isSure: true, reason: '' });
const listUrl = '/dept/list';

interface Wire {
  id: string;
  parentId: string;
  deptName: string;
  fullName: string;
  sort: number;
  children?: Wire[];
}
function row(id: string, parentId: string, deptName: string, children?: Wire[]): Wire {
  return {
    id,
    parentId,
    deptName,
    fullName: `${deptName} Ltd`,
    sort: 1,
    ...(children ? { children } : {}),
  };
}
/** 1 -> (2 -> (3, 4), 5), 6 */
function tree() {
  return [
    row('1', '0', '总部', [
      row('2', '1', 'East', [row('3', '2', '租赁一部'), row('4', '2', 'Risk')]),
      row('5', '1', 'IT'),
    ]),
    row('6', '0', '分部'),
  ];
}

/** Reports what a component would draw. */
function Probe({ state, told: drawn }: { state: CrudState; told: TreeRows[] }) {
  drawn.push(useTreeRows(module as never, state));
  return null;
}

async function asked() {
  const app = await start({ at: '/system/dept' });
  const see = (): CrudState => app.slice('dept');
  /** The visible rows of the tree. */
  const shown = (): TreeRows => {
    const drawn: TreeRows[] = [];
    renderToStaticMarkup(createElement(Probe, { state: see(), told: drawn }));
    return drawn[0]!;
  };
  const ids = () => shown().rows.map(({ id }) => id);
  return { ...app, see, shown, ids, lists: () => app.calls(listUrl) };
}
async function shown() {
  const app = await asked();
  await app.last(listUrl).answer(tree());
  return app;
}

describe('a list that is a tree', () => {
  it('is asked for as a whole, whatever the address looks for', async () => {
    const app = await asked();
    expect(app.last(listUrl).call.method).toBe('GET');
    expect(app.last(listUrl).call.query).toBeUndefined();
    await app.last(listUrl).answer(tree());
    app.do(route.actions.go('/system/dept?deptName=risk'));
    await quiet();
    expect(app.last(listUrl).call.query).toBeUndefined();
    expect(app.see().seek).toEqual({ deptName: 'risk' });
  });

  it('is kept flat, top to bottom, and says which rows have others below them', async () => {
    const app = await shown();
    const { records, total } = app.see().page!;
    expect(records.map(({ id, hasChildren }) => [id, hasChildren])).toEqual([
      ['1', true],
      ['2', true],
      ['3', undefined],
      ['4', undefined],
      ['5', undefined],
      ['6', undefined],
    ]);
    expect(records.some((one) => 'children' in one)).toBe(false);
    expect(total).toBe(6);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['an empty object', {}],
    ['rows that are none', [null, 5, {}]],
  ])('takes %s for no rows', async (_what, answer) => {
    const app = await asked();
    await app.last(listUrl).answer(answer);
    expect(app.see().page).toMatchObject({ records: [], total: 0 });
    expect(app.toasts()).toEqual([]);
  });

  it('counts a row once that comes twice', async () => {
    const app = await asked();
    await app.last(listUrl).answer([...tree(), row('6', '1', 'again')]);
    expect(app.see().page?.total).toBe(6);
  });

  it('keeps rows that have not changed as the same objects', async () => {
    const app = await shown();
    const [first, second] = app.see().page!.records;
    app.do(at.list({}));
    const changed = tree();
    changed[0]!.children![0]!.deptName = 'West';
    await app.last(listUrl).answer(changed);
    const now = app.see().page!.records;
    expect(now[0]).toBe(first);
    expect(now[1]).not.toBe(second);
  });
});

describe('the rows that can be seen', () => {
  it('are the first level and what is right below it, at first', async () => {
    const app = await shown();
    expect(app.ids()).toEqual(['1', '2', '5', '6']);
    expect(app.shown().lines.map(({ depth, posInSet, setSize }) => [depth, posInSet, setSize])).toEqual([
      [1, 1, 2],
      [2, 1, 2],
      [2, 2, 2],
      [1, 2, 2],
    ]);
  });

  it('follow what is opened and closed, and stay so when the list is asked anew', async () => {
    const app = await shown();
    app.do(at.toggle('2'));
    app.do(at.list({}));
    await app.last(listUrl).answer(tree());
    expect(app.ids()).toEqual(['1', '2', '3', '4', '5', '6']);
    app.do(at.toggle('1'));
    expect(app.ids()).toEqual(['1', '6']);
    app.do(at.toggle('1'));
    expect(app.ids()).toEqual(['1', '2', '3', '4', '5', '6']);
    app.do(at.closeAll());
    expect(app.ids()).toEqual(['1', '6']);
    app.do(at.openAll());
    expect(app.ids()).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  it.each<[string, Record<string, string>, string[], number]>([
    ['by a part of a name, in whatever case', { deptName: ' RISK ' }, ['1', '2', '4'], 1],
    ['in Chinese', { deptName: '一部' }, ['1', '2', '3'], 1],
    ['by the field that was filled in alone', { fullName: '租赁' }, ['1', '2', '3'], 1],
    ['by all fields together', { deptName: 'e', fullName: '总部' }, [], 0],
    ['with what was found above others', { deptName: '部' }, ['1', '2', '3', '6'], 3],
  ])('are those found %s, with all above them', async (_how, seek, ids, found) => {
    const app = await shown();
    const before = app.lists().length;
    app.do(at.seek(seek));
    expect(app.ids()).toEqual(ids);
    expect(app.shown().found).toBe(found);
    expect(app.lists()).toHaveLength(before); // no request was made
    app.do(at.seek(Object.fromEntries(Object.keys(seek).map((name) => [name, '']))));
    expect(app.ids()).toEqual(['1', '2', '5', '6']);
    expect(app.shown().found).toBeUndefined();
  });

  it('say which of them were not found for their own sake', async () => {
    const app = await shown();
    app.do(at.seek({ deptName: 'risk' }));
    expect(app.shown().lines.map(({ isFound }) => isFound)).toEqual([false, false, true]);
  });
});

describe('a row of a tree', () => {
  const saved = async (app: Awaited<ReturnType<typeof shown>>, id: string, answer: Wire[]) => {
    app.do(at.save());
    await quiet();
    await app.last('/dept/submit').answer({ id });
    await app.last(listUrl).answer(answer);
  };

  it('that is added below another is visible there, however deep that is', async () => {
    const app = await shown();
    app.do(at.closeAll());
    app.do(at.add({ parentId: '4' }));
    await quiet();
    expect(app.see().form?.draft).toMatchObject({ parentId: '4', deptCategory: 2, sort: 1 });
    app.do(at.type({ deptName: '催收', fullName: '催收' }));
    const after = tree();
    after[0]!.children![0]!.children![1]!.children = [row('7', '4', '催收')];
    await saved(app, '7', after);
    expect(app.ids()).toEqual(['1', '2', '3', '4', '7', '5', '6']);
    expect(app.see().current).toBe('7');
  });

  it('offers itself anew to be chosen above others once it is saved or removed', async () => {
    const app = await shown();
    const choices = () => app.calls('/dept/choices').length;
    expect(choices()).toBe(1);
    app.do(at.add({ deptName: 'a', fullName: 'a' }));
    await quiet();
    await saved(app, '7', tree());
    expect(choices()).toBe(2);
    app.do(at.remove(['6']));
    await quiet();
    app.do(yes);
    await quiet();
    await app.last('/dept/remove').answer(true);
    expect(choices()).toBe(3);
  });

  it('that is saved while the list cannot be had does not keep the next one from being saved', async () => {
    const app = await shown();
    app.do(at.add({ deptName: 'a', fullName: 'a' }));
    await quiet();
    app.do(at.save());
    await quiet();
    await app.last('/dept/submit').answer({ id: '7' });
    await app.last(listUrl).cutOff();
    app.do(at.add({ deptName: 'b', fullName: 'b' }));
    await quiet();
    app.do(at.save());
    await quiet();
    expect(app.calls('/dept/submit')).toHaveLength(2);
  });

  it('stays in its form when it may not hang where it was put', async () => {
    const app = await shown();
    app.do(at.edit('2'));
    await app.last('/dept/detail').answer({ ...row('2', '1', 'East'), parentName: '总部' });
    app.do(at.type({ parentId: '3' }));
    app.do(at.save());
    await quiet();
    await app.last('/dept/submit').refuse(400, '上级不能是自己或自己的下级');
    expect(app.see().form?.draft).toMatchObject({ id: '2', parentId: '3' });
    expect(app.toasts()).toEqual(['error: 上级不能是自己或自己的下级']);
  });
});

describe('the history of a record', () => {
  const entry = (id: string) => ({
    id,
    entity: 'dept',
    entityId: '2',
    action: 'update',
    reason: '',
    changes: [{ field: 'sort', before: 1, after: 2 }],
    userName: '李静',
    createTime: '2026-01-05 10:00:00',
  });
  const viewed = async () => {
    const app = await shown();
    app.do(at.view('2'));
    await app.last('/dept/detail').answer(row('2', '1', 'East'));
    return app;
  };

  it('is loaded when it is opened, and not before', async () => {
    const app = await viewed();
    expect(app.calls('/dept/history')).toHaveLength(0);
    app.do(at.turn('history'));
    await quiet();
    expect(app.last('/dept/history').call.query).toEqual({ id: '2' });
    expect(app.see().form?.history).toEqual({ entries: null });
    await app.last('/dept/history').answer([entry('9')]);
    expect(app.see().form?.history?.entries).toHaveLength(1);
    app.do(at.turn('record'));
    expect(app.see().form).not.toHaveProperty('history');
  });

  it('says that it could not be had, and can be asked for again', async () => {
    const app = await viewed();
    app.do(at.turn('history'));
    await quiet();
    await app.last('/dept/history').cutOff();
    expect(app.see().form?.history).toEqual({ entries: null, isLost: true });
    expect(app.toasts()).toEqual([]);
    app.do(at.turn('history'));
    await quiet();
    await app.last('/dept/history').answer([entry('9')]);
    expect(app.see().form?.history?.entries).toHaveLength(1);
  });

  it('of a record that was closed is not shown with the next one', async () => {
    const app = await viewed();
    app.do(at.turn('history'));
    await quiet();
    const late = app.last('/dept/history');
    app.do(at.shut());
    app.do(at.view('3'));
    await app.last('/dept/detail').answer(row('3', '2', 'third'));
    app.do(at.turn('history'));
    await quiet();
    await late.answer([entry('9')]);
    expect(app.see().form?.history).toEqual({ entries: null });
  });
});
