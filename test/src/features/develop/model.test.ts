/** The editor of models: commands in, drafts and calls out; and its preview, which makes no calls. */
import { moduleOf } from '../../../../contract/schema/modelled';
import { prototypeOf } from '../../../../contract/wire/prototypes';
import { designs, isChanged } from '../../../../src/features/develop/model/design/designSlice';
import { modelOf } from '../../../../src/features/develop/model/design/draft';
import { previewStore } from '../../../../src/features/develop/model/preview/previewStore';
import { sampleRows } from '../../../../src/features/develop/model/preview/samples';
import { codeFor } from '../../../../src/features/develop/model/start/startSaga';
import { starts } from '../../../../src/features/develop/model/start/startSlice';
import { crudSlice } from '../../../../src/store/crud/crud';
import { feedback } from '../../../../src/store/feedback';
import { quiet, start } from '../../../support/fakeWorld';

const { actions: at, selectors: see } = designs;
const path = '/tool/model/detail/7';
const record = { id: '7', version: 3, state: 1, modelName: '车辆', modelCode: 'car', isTree: 0, titleField: 'plateNo' };
const plate = prototypeOf(
  {
    ...{ name: 'plateNo', kind: 'text', zh: '车牌号', en: '', isRequired: true, isUnique: false },
    ...{ isInTable: true, isInForm: true, search: 'like', maxLength: 20 },
  },
  1,
  { jdbcName: 'PLATE', jdbcType: 'varchar(20)' },
);

async function opened() {
  const app = await start({ at: path });
  await quiet();
  await app.last('/model/detail').answer(record);
  await app.last('/model-prototype/select').answer([{ ...plate, id: '70', modelId: '7' }]);
  await app.last('/dict-biz/list').answer([{ code: 'car_colour', dictValue: '颜色' }]);
  await quiet();
  const page = () => app.see(see.of, path)!;
  const names = () => page().draft.fields.map(({ name }) => name);
  return { app, page, names };
}

it('fields are added, renamed, moved and removed, and all of it is undone', async () => {
  const { app, page, names } = await opened();
  expect(page().dictionaries).toEqual([{ code: 'car_colour', title: '颜色' }]);
  app.do(at.add({ path }));
  const key = page().chosen;
  app.do(at.change({ path, key, change: { zh: '车' } }));
  app.do(at.change({ path, key, change: { zh: '车况' } }));
  app.do(at.move({ path, key, to: 0 }));
  expect(names()).toEqual(['field1', 'plateNo']);
  app.do(at.add({ path, of: key }));
  expect(names()).toEqual(['field1', 'field11', 'plateNo']);
  app.do(at.undo({ path }));
  app.do(at.undo({ path }));
  expect(names()).toEqual(['plateNo', 'field1']);
  app.do(at.undo({ path })); // what was typed in one input is one step
  expect(page().draft.fields[1]!.zh).toBe('');
  app.do(at.undo({ path }));
  expect(isChanged(page())).toBe(false);
  app.do(at.redo({ path }));
  expect(names()).toEqual(['plateNo', 'field1']);
  app.do(at.remove({ path, key }));
  expect([names(), page().chosen]).toEqual([['plateNo'], '70']);
});

it('the title follows a new name, and another kind loses what only the former had', async () => {
  const { app, page } = await opened();
  app.do(at.change({ path, key: '70', change: { name: 'plate' } }));
  expect(page().draft.titleField).toBe('plate');
  app.do(at.change({ path, key: '70', change: { kind: 'money' } }));
  expect(page().draft.fields[0]).toMatchObject({ kind: 'money', search: 'range', maxLength: undefined });
});

it('is saved with its version once it is sound; a column keeps its name until the field is renamed', async () => {
  const { app, page } = await opened();
  const calls = () => app.asked.filter(({ call }) => call.method === 'POST' && call.url.includes('/blade-develop/'));
  app.do(at.change({ path, key: '70', change: { zh: '' } }));
  app.do(at.save({ path }));
  await quiet();
  expect([calls(), page().isTried]).toEqual([[], true]);
  app.do(at.change({ path, key: '70', change: { zh: '号牌' } }));
  app.do(at.set({ path, change: { zh: '汽车' } }));
  app.do(at.save({ path }));
  await quiet();
  expect(app.last('/model/submit').call.body).toMatchObject({ id: '7', version: 3, modelName: '汽车' });
  await app.last('/model/submit').answer({ ...record, version: 4 });
  const sent = app.last('/model-prototype/submit-list').call;
  expect(sent.query).toEqual({ modelId: '7', version: '4', titleField: 'plateNo', noteField: '' });
  expect(sent.body).toMatchObject([{ id: '70', jdbcName: 'PLATE', jdbcComment: '号牌' }]);
  await app.last('/model-prototype/submit-list').answer({ id: '7', version: 5, rows: [{ ...plate, id: '70' }] });
  await app.last('/model/detail').answer({ ...record, modelName: '汽车', version: 5 });
  await quiet();
  expect([isChanged(page()), page().head.version, page().isBusy]).toEqual([false, 5, false]);
});

it('where another person has saved, their version stays unless this person says otherwise', async () => {
  const { app, page } = await opened();
  app.do(at.change({ path, key: '70', change: { zh: '我的' } }));
  app.do(at.save({ path }));
  await quiet();
  await app.last('/model-prototype/submit-list').refuse(400, '数据已被他人修改', { reason: 'stale' });
  await quiet();
  expect(app.see(feedback.selectors.question)).toMatchObject({ title: 'model.staleTitle' });
  app.do(feedback.actions.answered({ isSure: false, reason: '' }));
  await quiet();
  expect([isChanged(page()), page().isBusy]).toEqual([true, false]);
  app.do(at.save({ path }));
  await quiet();
  await app.last('/model-prototype/submit-list').refuse(400, '数据已被他人修改', { reason: 'stale' });
  await quiet();
  app.do(feedback.actions.answered({ isSure: true, reason: '' }));
  await quiet();
  await app.last('/model/detail').answer({ ...record, version: 9 });
  await quiet();
  expect(app.last('/model-prototype/submit-list').call.query).toMatchObject({ version: '9' });
});

it('a table suggests a code, and only the columns that were taken become fields', async () => {
  expect([codeFor('T_CAR'), codeFor('2车')]).toEqual(['t_car', 'f2']);
  const app = await start({ at: '/tool/model' });
  await quiet();
  const { actions: go } = starts;
  for (const action of [go.show(), go.turn('table'), go.chooseSource('5')]) app.do(action);
  await quiet();
  await app.last('/model/table-list').answer([{ name: 'T_CAR', comment: '车辆', isView: false }]);
  app.do(go.chooseTable('T_CAR'));
  await quiet();
  const rows = [plate, { ...plate, propertyName: 'other' }];
  await app.last('/model/table-info').answer({
    ...{ name: 'T_CAR', comment: '车辆', isTree: false, titleField: 'plateNo', fields: rows, left: [] },
  });
  await quiet();
  expect(app.see(starts.selectors.shown)).toMatchObject({ zh: '车辆', code: 't_car', taken: ['plateNo', 'other'] });
  app.do(go.take({ names: ['other'], isTaken: false }));
  app.do(go.submit());
  await quiet();
  expect(app.last('/model/submit').call.body).toMatchObject({
    modelCode: 't_car',
    datasourceId: '5',
    modelTable: 'T_CAR',
  });
  await app.last('/model/submit').answer({ ...record, version: 1 });
  const sent = app.last('/model-prototype/submit-list').call;
  expect([sent.query, sent.body]).toEqual([{ modelId: '7', version: '1', titleField: 'plateNo' }, [plate]]);
});

it('the preview adds, finds and removes sample records, and no call is made', async () => {
  const { app, page } = await opened();
  const module = moduleOf(modelOf(page().draft), { name: 'model_preview', path: '/model-preview' });
  const slice = crudSlice(module);
  const words = { record: (title: string, n: number) => `${title} ${n}`, about: (label: string) => label };
  const sampling = { format: { language: 'zh', dicts: {} }, today: '2026-11-23', words };
  const rows = sampleRows(module, sampling);
  const outer = { getState: () => app.see((state: any) => state), dispatch: app.do, subscribe: () => () => undefined };
  const store = previewStore(outer as never, { module, slice, rows }, sampling);
  const asked = app.asked.length;
  const state = () => slice.selectors.all(store.getState());
  expect(state().page!.records).toHaveLength(5);
  store.dispatch(slice.actions.add({}));
  store.dispatch(slice.actions.save());
  expect(state().form!.problems).toEqual({ plateNo: 'required' });
  store.dispatch(slice.actions.type({ plateNo: '沪B1' }));
  store.dispatch(slice.actions.save());
  expect([state().form, state().page!.total]).toEqual([null, 6]);
  store.dispatch(slice.actions.list({ filters: { plateNo: '沪b' } }));
  expect(state().page!.records.map(({ plateNo }) => plateNo)).toEqual(['沪B1']);
  store.dispatch(slice.actions.list({ filters: {} }));
  store.dispatch(slice.actions.remove([rows[0]!.id]));
  expect(state().page!.total).toBe(5);
  store.dispatch(at.save({ path })); // of the console, not of the preview
  await quiet();
  expect(app.asked).toHaveLength(asked);
});
