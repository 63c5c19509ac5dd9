/** A model in the designer: loaded, changed, saved, checked, imported, exported, deployed; its versions. */
import { deploys } from '../../../../src/features/flow/flowModel/deploySlice';
import {
  blankDiagram,
  type DesignState,
  designs,
  isChanged,
  peopleIn,
} from '../../../../src/features/flow/flowModel/designSlice';
import { modelVersions, type VersionsState } from '../../../../src/features/flow/flowModel/versionsSlice';
import { loadFeature } from '../../../../src/features/registry';
import { feedback } from '../../../../src/store/feedback';
import { route, tabs } from '../../../../src/store/navigation/route';
import { session } from '../../../../src/store/session';
import { quiet, type Started, start } from '../../../support/fakeWorld';

beforeAll(() => Promise.all(['frame', 'choices', 'flow_model'].map(loadFeature)), 60_000);

const id = '1123598821738675201';
const path = `/flow/model/design/${id}`;
const row = { id, name: '报销审批', modelKey: 'expense', description: null, version: 2 };
const { actions: at } = designs;

function page(app: Started): DesignState {
  return app.see(designs.selectors.of as never, path) as DesignState;
}
function drawn(xml: string) {
  return { xml, key: 'expense', name: '报销审批' };
}
/** The designer is open and has drawn the file. */
async function designing(modelEditorXml = '<a/>') {
  const app = await start({ at: path });
  await app.last('/role/choices').answer({ records: [{ id: '1', title: '人事', note: 'hr' }] });
  await app.last('/post/choices').refuse(403, '没有权限');
  await app.last('/model/actions').answer([{ key: 'order.check', title: '核对', text: '' }]);
  await app.last('/model/detail').answer({ ...row, modelEditorXml });
  app.do(at.drawn({ path, drawn: drawn('<a />') }));
  await quiet();
  return app;
}

describe('a model', () => {
  it('is loaded with what its properties choose from, and names the tab', async () => {
    const app = await designing();
    expect(page(app)).toMatchObject({
      head: row,
      xml: '<a/>',
      offers: { roles: [{ code: 'hr', title: '人事' }], posts: [], actions: [{ key: 'order.check' }] },
    });
    expect(app.see(tabs.selectors.list).find((tab) => tab.path === path)?.label.zh).toBe('报销审批');
    expect(app.toasts()).toEqual([]);
  });

  it('without a diagram begins with an empty process of its key', async () => {
    const app = await designing('');
    expect(page(app).xml).toBe(blankDiagram(row));
    expect(blankDiagram({ modelKey: 'a', name: '<"&' })).toContain('name="&lt;&quot;&amp;"');
  });

  it('says why it cannot be shown', async () => {
    const app = await start({ at: path });
    await app.last('/model/detail').refuse(404, '记录不存在');
    expect(app.see(designs.selectors.troubleOf as never, path)).toBe('记录不存在');
  });

  it('knows the people of its file', async () => {
    expect(
      peopleIn('<t a:assignee="11" b:candidateUsers="12, 13" c:collection="11,14"/><t a:assignee="$' + '{x}"/>'),
    ).toBe('11,12,13,14');
  });
});

describe('a change', () => {
  it('marks the tab until it is saved, and is sent as it was drawn', async () => {
    const app = await designing();
    app.do(at.changed({ path, drawn: drawn('<b />') }));
    await quiet();
    expect(app.see(tabs.selectors.isDirty, path)).toBe(true);
    app.do(at.save({ path }));
    await quiet();
    app.do(at.save({ path })); // while it runs
    await quiet();
    expect(app.calls('/model/submit')).toHaveLength(1);
    expect(app.last('/model/submit').call.body).toEqual({
      ...{ id, name: '报销审批', modelKey: 'expense', description: null, version: 2 },
      modelEditorXml: '<b />',
    });
    app.do(at.changed({ path, drawn: drawn('<c />') })); // drawn on meanwhile
    await app.last('/model/submit').answer({ ...row, version: 3 });
    expect(page(app).head.version).toBe(3);
    expect(app.see(tabs.selectors.isDirty, path)).toBe(true);
    app.do(at.changed({ path, drawn: drawn('<b />') })); // taken back
    await quiet();
    expect(app.see(tabs.selectors.isDirty, path)).toBe(false);
  });

  it('stays when it could not be saved', async () => {
    const app = await designing();
    app.do(at.changed({ path, drawn: drawn('<b />') }));
    app.do(at.save({ path }));
    await quiet();
    await app.last('/model/submit').cutOff();
    expect(isChanged(page(app))).toBe(true);
    expect(page(app).isBusy).toBe(false);
    expect([app.toasts(), app.unanswered().length]).toEqual([[], 1]);
  });

  /** The save is refused because the server holds another version, which is asked for. */
  const refusedFor = async (app: Started, modelEditorXml: string) => {
    await app.last('/model/submit').refuse(409, '数据已被他人修改', { reason: 'stale' });
    await app.last('/model/detail').answer({ ...row, version: 5, modelEditorXml });
    await app.last('/model/versions').answer([{ version: 5, savedBy: '李静', savedTime: '2026-11-20 10:00:00' }]);
  };

  it('that meets a newer version of another person is saved when the person says so, and stays otherwise', async () => {
    const app = await designing();
    app.do(at.changed({ path, drawn: drawn('<b />') }));
    app.do(at.save({ path }));
    await quiet();
    await refusedFor(app, '<theirs/>');
    expect(app.see(feedback.selectors.question)).toMatchObject({
      say: 'design.stale',
      values: { by: '李静', version: 5 },
    });
    app.do(feedback.actions.answered({ isSure: false, reason: '' }));
    await quiet();
    expect(app.calls('/model/submit')).toHaveLength(1);
    expect([isChanged(page(app)), page(app).isBusy, page(app).drawn?.xml]).toEqual([true, false, '<b />']);
    expect(app.toasts()).toEqual([]);

    app.do(at.save({ path }));
    await quiet();
    await refusedFor(app, '<theirs/>');
    app.do(feedback.actions.answered({ isSure: true, reason: '' }));
    await quiet();
    expect(app.last('/model/submit').call.body).toMatchObject({ version: 5, modelEditorXml: '<b />' });
    await app.last('/model/submit').answer({ ...row, version: 6 });
    expect([isChanged(page(app)), page(app).head.version]).toEqual([false, 6]);
  });

  it('whose saving was not answered is saved again without a question about itself', async () => {
    const app = await designing();
    app.do(at.changed({ path, drawn: drawn('<b />') }));
    app.do(at.save({ path }));
    await quiet();
    await app.last('/model/submit').cutOff();
    app.do(at.changed({ path, drawn: drawn('<c />') }));
    app.do(at.save({ path }));
    await quiet();
    await refusedFor(app, '<b />');
    expect(app.see(feedback.selectors.question)).toBeNull();
    expect(app.last('/model/submit').call.body).toMatchObject({ version: 5, modelEditorXml: '<c />' });
  });

  it('is not loaded over when the page is shown again', async () => {
    const app = await designing();
    app.do(at.changed({ path, drawn: drawn('<b />') }));
    app.do(route.actions.go('/flow/model'));
    await quiet();
    app.do(route.actions.go(path));
    await quiet();
    expect(app.calls('/model/detail')).toHaveLength(1);
    expect(page(app).drawn?.xml).toBe('<b />');
  });
});

describe('a file', () => {
  it('takes the place of the drawing, and asks before changes are lost', async () => {
    const app = await designing();
    app.do(at.changed({ path, drawn: drawn('<b />') }));
    app.texts['file-1'] = '<imported/>';
    app.do(at.importFile({ path }));
    await quiet();
    await app.picked({ file: 'file-1', name: 'x.bpmn', size: 11, type: '' });
    expect(app.see(feedback.selectors.question)?.say).toBe('ask.unsaved');
    app.do(feedback.actions.answered({ isSure: true, reason: '' }));
    await quiet();
    expect(page(app)).toMatchObject({ xml: '<imported/>', drawn: null, turn: 2 });
    app.do(at.drawn({ path, drawn: drawn('<imported />') }));
    await quiet();
    expect(app.see(tabs.selectors.isDirty, path)).toBe(true);
  });

  it('takes the place of one that cannot be drawn, as a change', async () => {
    const app = await start({ at: path });
    for (const ending of ['/role/choices', '/post/choices', '/model/actions']) await app.last(ending).answer([]);
    await app.last('/model/detail').answer({ ...row, modelEditorXml: '<broken' });
    app.do(at.undrawable({ path }));
    app.texts['file-1'] = '<imported/>';
    app.do(at.importFile({ path }));
    await quiet();
    await app.picked({ file: 'file-1', name: 'x.bpmn', size: 11, type: '' });
    expect(page(app).isUnreadable).toBe(false);
    app.do(at.drawn({ path, drawn: drawn('<imported />') }));
    await quiet();
    expect(isChanged(page(app))).toBe(true);
  });

  it('that is too large or unreadable is not opened', async () => {
    const app = await designing();
    for (const [file, size] of [
      ['gone', 10],
      ['large', 5_000_000],
    ] as const) {
      app.do(at.importFile({ path }));
      await quiet();
      await app.picked({ file, name: file, size, type: '' });
    }
    expect(page(app).turn).toBe(1);
    expect(app.toasts()).toEqual(['error: design.lostFile', 'error: flow.tooLarge']);
  });

  it('goes out under the key of the process', async () => {
    const app = await designing();
    app.do(at.exportFile({ path }));
    await quiet();
    expect(app.saved).toEqual([{ name: 'expense.bpmn', text: '<a />' }]);
  });
});

const fault = { elementId: 's1', elementName: '', elementType: 'bpmn:ScriptTask', text: '此类型的元素不能运行' };

describe('the check', () => {
  it('shows what does not run, and says so when all does', async () => {
    const app = await designing();
    app.do(at.check({ path }));
    await quiet();
    expect(app.last('/model/check').call.body).toEqual({ modelEditorXml: '<a />' });
    await app.last('/model/check').answer([fault]);
    expect(page(app)).toMatchObject({ faults: [fault], isChecking: false });
    app.do(at.check({ path }));
    await quiet();
    await app.last('/model/check').answer([]);
    expect(page(app).faults).toBeNull();
    expect(app.toasts()).toEqual(['success: design.sound']);
  });
});

describe('a deployment', () => {
  const shown = (app: Started) => app.see(deploys.selectors.shown);

  it('needs a category, and says what was deployed', async () => {
    const app = await designing();
    app.do(deploys.actions.show({ id, name: '报销审批', path }));
    app.do(deploys.actions.submit());
    await quiet();
    expect(shown(app)?.isIncomplete).toBe(true);
    await app.last('/tenant/choices').answer({ records: [{ id: '5', title: '分公司', note: '000001' }] });
    expect(shown(app)?.offered).toEqual([{ code: '000001', title: '分公司' }]);
    app.do(deploys.actions.choose({ category: 'flow_1', tenants: ['000001'] }));
    app.do(deploys.actions.submit());
    await quiet();
    expect(app.last('/model/deploy').call.query).toEqual({ modelId: id, category: 'flow_1', tenantIds: '000001' });
    await app.last('/model/deploy').answer([{ name: '报销审批', version: 1 }]);
    expect(shown(app)).toBeNull();
    expect(app.toasts()).toEqual(['success: design.deployed']);
  });

  it('that waits for a second person says so, and names no version', async () => {
    const app = await designing();
    app.do(deploys.actions.show({ id, name: '报销审批', path }));
    app.do(deploys.actions.choose({ category: 'flow_1' }));
    app.do(deploys.actions.submit());
    await quiet();
    const msg = '已提交审批，通过后自动执行';
    await app.last('/model/deploy').answerRaw(200, { code: 200, success: true, data: [], msg, heldAct: 26 });
    expect(app.toasts()).toEqual([`success: ${msg}`]);
  });

  it('without a tenant goes to the tenant of the person, as the form says, not to all of them', async () => {
    const app = await designing();
    app.do(deploys.actions.show({ id, name: '报销审批', path }));
    app.do(deploys.actions.choose({ category: 'flow_1' }));
    app.do(deploys.actions.submit());
    await quiet();
    expect(app.last('/model/deploy').call.query).toMatchObject({
      tenantIds: app.see(session.selectors.user)!.tenantId,
    });
  });

  it('that is refused names the elements; one of them is shown in the designer', async () => {
    const app = await designing();
    app.do(deploys.actions.show({ id, name: '报销审批', path }));
    app.do(deploys.actions.choose({ category: 'flow_1' }));
    app.do(deploys.actions.submit());
    await quiet();
    await app.last('/model/deploy').refuse(400, '流程图不能部署', { reason: 'flow.notDeployable', faults: [fault] });
    expect(shown(app)).toMatchObject({ faults: [fault], isBusy: false });
    expect(app.toasts()).toEqual([]);
    app.do(deploys.actions.locate('s1'));
    await quiet();
    expect(shown(app)).toBeNull();
    expect(page(app)).toMatchObject({ target: { id: 's1' }, faults: [fault] });
  });

  it('from the list leads to the element in the designer, with all faults', async () => {
    const app = await start({ at: '/flow/model' });
    app.do(deploys.actions.show({ id, name: '报销审批', path: null }));
    app.do(deploys.actions.refused({ faults: [fault], faulty: '' }));
    app.do(deploys.actions.locate('s1'));
    await quiet();
    for (const ending of ['/role/choices', '/post/choices', '/model/actions']) await app.last(ending).answer([]);
    await app.last('/model/detail').answer({ ...row, modelEditorXml: '<a/>' });
    app.do(at.drawn({ path, drawn: drawn('<a />') }));
    await quiet();
    expect(page(app)).toMatchObject({ target: { id: 's1' }, faults: [fault] });
  });

  it('of files sends one after the other and stops at the first with faults', async () => {
    const app = await designing();
    app.chosenMany.push([
      { file: 'f1', name: 'a.bpmn', size: 1, type: '' },
      { file: 'f2', name: 'b.bpmn', size: 1, type: '' },
    ]);
    app.do(deploys.actions.showUpload());
    app.do(deploys.actions.chooseFiles());
    await quiet();
    app.do(deploys.actions.choose({ category: 'flow_1' }));
    app.do(deploys.actions.submit());
    await quiet();
    expect(app.last('/manager/deploy-upload').call).toMatchObject({
      ...{ file: 'f1', field: 'files', fields: { category: 'flow_1' } },
    });
    await app.last('/manager/deploy-upload').answer([{ name: 'a', version: 1 }]);
    await app.last('/manager/deploy-upload').refuse(400, '不能部署', { reason: 'flow.notDeployable' });
    expect(shown(app)).toMatchObject({
      files: [{ id: 'f2', name: 'b.bpmn' }],
      faulty: 'b.bpmn',
      faults: [{ elementId: '', text: '不能部署' }],
    });
  });
});

describe('versions', () => {
  const versionsPath = `/flow/model/versions/${id}`;
  const held = (app: Started) => app.see(modelVersions.selectors.of as never, versionsPath) as VersionsState;

  it('are compared, the newest two first, each loaded once', async () => {
    const app = await start({ at: versionsPath });
    await app.last('/model/detail').answer({ ...row, modelEditorXml: '<c/>' });
    await app
      .last('/model/versions')
      .answer([3, 2, 1].map((version) => ({ version, savedBy: '李静', savedTime: '2026-01-05 10:00:00' })));
    await app.last('/model/detail').answer({ ...row, modelEditorXml: '<b/>' });
    await app.last('/model/detail').answer({ ...row, modelEditorXml: '<c/>' });
    expect(held(app)).toMatchObject({ before: 2, after: 3, files: { 2: '<b/>', 3: '<c/>' } });
    app.do(modelVersions.actions.choose({ path: versionsPath, before: 1 }));
    await quiet();
    expect(app.last('/model/detail').call.query).toEqual({ id, version: 1 });
    await app.last('/model/detail').answer({ ...row, modelEditorXml: '<a/>' });
    app.do(modelVersions.actions.choose({ path: versionsPath, before: 2 }));
    await quiet();
    expect(app.calls('/model/detail')).toHaveLength(4);
  });

  it('can be opened in the designer as a change of the newest one', async () => {
    const app = await start({ at: versionsPath });
    app.do(modelVersions.actions.load({ path: versionsPath, id }));
    app.do(modelVersions.actions.fileLoaded({ path: versionsPath, version: 1, xml: '<old/>' }));
    app.do(modelVersions.actions.restore({ path: versionsPath, version: 1 }));
    await quiet();
    for (const ending of ['/role/choices', '/post/choices', '/model/actions']) await app.last(ending).answer([]);
    await app.last('/model/detail').answer({ ...row, modelEditorXml: '<new/>' });
    app.do(at.drawn({ path, drawn: drawn('<new />') }));
    await quiet();
    expect(page(app)).toMatchObject({ xml: '<old/>', saved: '<new />' });
  });
});
