/** The page of the code generator: proposed names, the preview, and the zip that the browser saves. */
import { code } from '../../../../contract/modules/develop/code';
import { generator } from '../../../../src/features/develop/code/codeSlice';
import { suggestionOf, takenUp } from '../../../../src/features/develop/code/suggestion';
import { quiet, start } from '../../../support/fakeWorld';

const { actions: at, selectors: see } = generator;

it.each([
  ['car', { moduleName: 'car', serviceName: 'blade-car' }],
  ['lease_car', { moduleName: 'lease_car', serviceName: 'blade-lease' }],
  ['car_2_new', { moduleName: 'car2_new', serviceName: 'blade-car' }],
  ['class', { serviceName: 'blade-class' }],
])('the names of the model %s are %j', (modelCode, names) => {
  expect(suggestionOf({ modelName: '车辆', modelCode })).toEqual({ codeName: '车辆', area: 'lease', ...names });
});

it('a proposal fills what is empty, or still as it was proposed', () => {
  const before = { codeName: '车辆', moduleName: 'car' };
  const draft = { codeName: '车辆', moduleName: 'van', area: '' };
  expect(takenUp({ codeName: '船舶', moduleName: 'ship', area: 'lease' }, draft, before)).toEqual({
    codeName: '船舶',
    area: 'lease',
  });
});

async function page() {
  const app = await start({ at: '/tool/code' });
  await quiet();
  return app;
}

/** What the screen sends. */
function asked(type: string, payload: object) {
  return { type, payload };
}

it('proposes names for the model that is chosen last', async () => {
  const app = await page();
  const draft = () => app.see((state) => state.code.form?.draft);
  app.do(asked('code/opened', { mode: 'add', draft: {}, key: 'key-of-form' }));
  app.do(asked('code/type', { modelId: '1' }));
  await quiet();
  await app.last('/model/detail').answer({ id: '1', modelName: '车辆', modelCode: 'car' });
  expect(draft()).toMatchObject({ modelId: '1', codeName: '车辆', moduleName: 'car', serviceName: 'blade-car' });
  app.do(asked('code/type', { moduleName: 'wagon' }));
  app.do(asked('code/type', { modelId: '2' }));
  await quiet();
  await app.last('/model/detail').answer({ id: '2', modelName: '船舶', modelCode: 'ship' });
  expect(draft()).toMatchObject({ codeName: '船舶', moduleName: 'wagon', serviceName: 'blade-ship' });
});

it('shows the files of one setting, or why there are none', async () => {
  const app = await page();
  app.do(at.show({ id: '7', name: '车辆' }));
  await quiet();
  await app.last('/code/preview').refuse(400, '车辆的模型有问题');
  expect(app.see(see.shown)).toMatchObject({ trouble: '车辆的模型有问题', files: null });
  app.do(at.show({ id: '7', name: '车辆' }));
  await quiet();
  await app.last('/code/preview').answer([{ path: 'a/b.ts', text: 'x' }]);
  expect(app.see(see.shown)).toMatchObject({ trouble: null, current: 'a/b.ts' });
});

it('asks for one zip at a time, and copies with a key', async () => {
  const app = await page();
  app.do(at.generate(['7', '8']));
  app.do(at.generate(['9']));
  await quiet();
  const asked = app.asked.filter(({ call }) => call.url === code.url('gen-code'));
  expect(asked.map(({ call }) => [call.method, call.query, call.isFile])).toEqual([
    ['POST', { ids: '7,8', system: 'saber' }, true],
  ]);
  expect(app.see(see.isMaking)).toBe(true);
  await app.last('/code/gen-code').refuse(400, '不能生成');
  expect(app.see(see.isMaking)).toBe(false);
  app.do(at.copy('7'));
  await quiet();
  expect(app.last('/code/copy').call).toMatchObject({ method: 'POST', query: { id: '7' } });
});
