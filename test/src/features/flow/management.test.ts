/** Definitions are suspended and deleted, instances are terminated. */

import { terminate } from '../../../../src/features/flow/flowFollow/followSaga';
import { handing } from '../../../../src/features/flow/flowFollow/transferSlice';
import { changeState, removeDeployment } from '../../../../src/features/flow/flowManager/managerSaga';
import { loadFeature } from '../../../../src/features/registry';
import { recordsChanged } from '../../../../src/store/crud/changes';
import { feedback } from '../../../../src/store/feedback';
import { quiet, type Started, start } from '../../../support/fakeWorld';

beforeAll(() => Promise.all(['frame', 'flow_manager', 'flow_follow'].map(loadFeature)), 60_000);

async function answered(app: Started, isSure = true) {
  await quiet();
  const question = app.see(feedback.selectors.question);
  app.do(feedback.actions.answered({ isSure, reason: '重复发起' }));
  await quiet();
  return question;
}

describe('a definition', () => {
  it('is suspended after a question, and activated without one; the list follows', async () => {
    const app = await start({ at: '/flow/manager' });
    app.do(changeState({ id: '7', name: '请假 v1', state: 'suspend' }));
    expect((await answered(app))?.say).toBe('definitions.suspend');
    expect(app.last('/manager/change-state').call.query).toEqual({ processId: '7', state: 'suspend' });
    const lists = app.calls('/manager/list').length;
    await app.last('/manager/change-state').answer(true);
    expect(app.calls('/manager/list')).toHaveLength(lists + 1);
    app.do(changeState({ id: '7', name: '请假 v1', state: 'active' }));
    await quiet();
    expect(app.last('/manager/change-state').call.query).toEqual({ processId: '7', state: 'active' });
  });

  it('is deleted with its running instances only after they were named', async () => {
    const app = await start({ at: '/flow/manager' });
    app.do(removeDeployment({ id: '9', name: '请假 v1', running: 0 }));
    expect((await answered(app))?.say).toBe('definitions.remove');
    expect(app.last('/manager/delete-deployment').call.query).toEqual({ deploymentIds: '9' });
    app.do(removeDeployment({ id: '9', name: '请假 v1', running: 3 }));
    expect(await answered(app)).toMatchObject({ say: 'definitions.removeRunning', values: { count: 3 } });
    expect(app.last('/manager/delete-deployment').call.query).toEqual({ deploymentIds: '9', cascade: 1 });
  });

  it('stays as it is when the person refrains', async () => {
    const app = await start({ at: '/flow/manager' });
    app.do(changeState({ id: '7', name: '请假 v1', state: 'suspend' }));
    await answered(app, false);
    app.do(removeDeployment({ id: '9', name: '请假 v1', running: 0 }));
    await answered(app, false);
    expect(app.calls('/manager/change-state')).toEqual([]);
    expect(app.calls('/manager/delete-deployment')).toEqual([]);
  });

  it('that another page deployed appears in the list', async () => {
    const app = await start({ at: '/flow/manager' });
    const lists = app.calls('/manager/list').length;
    app.do(recordsChanged({ modules: ['flow_manager'], by: 'flowDeploy' }));
    await quiet();
    expect(app.calls('/manager/list')).toHaveLength(lists + 1);
  });
});

it('an instance is terminated with the reason that the person gave', async () => {
  const app = await start({ at: '/flow/follow' });
  app.do(terminate({ id: '5', name: '请假' }));
  expect(await answered(app)).toMatchObject({ asksReason: true });
  expect(app.last('/follow/delete-process-instance').call.query).toEqual({
    processInstanceId: '5',
    deleteReason: '重复发起',
  });
  await app.last('/follow/delete-process-instance').refuse(400, '流程已结束');
  expect(app.toasts()).toEqual(['error: 流程已结束']);
});

describe('a task of an instance', () => {
  const stuck = { taskId: '22', taskName: '审批', assigneeName: '王芳', candidateNames: '', isStuck: true };
  const other = { ...stuck, taskId: '21', assigneeName: '李四', isStuck: false };

  it('is handed on once a person and a reason are given; the one that no one may do comes first', async () => {
    const app = await start({ at: '/flow/follow' });
    app.do(handing.actions.show({ processInstanceId: '7', name: '请假流程' }));
    await quiet();
    expect(app.last('/follow/open-tasks').call.query).toEqual({ processInstanceId: '7' });
    await app.last('/follow/open-tasks').answer([other, stuck]);
    app.do(handing.actions.submit());
    await quiet();
    expect(app.see(handing.selectors.shown)).toMatchObject({ taskId: '22', isIncomplete: true, isBusy: false });
    expect(app.calls('/follow/transfer-task')).toEqual([]);
    app.do(handing.actions.choose({ userId: '9', reason: ' 长期休假 ' }));
    app.do(handing.actions.submit());
    await quiet();
    const body = { taskId: '22', userId: '9', reason: '长期休假' };
    expect(app.last('/follow/transfer-task').call).toMatchObject({ method: 'POST', body });
    const lists = app.calls('/follow/list').length;
    await app.last('/follow/transfer-task').answer(true);
    expect(app.see(handing.selectors.shown)).toBeNull();
    expect(app.calls('/follow/list')).toHaveLength(lists + 1);
  });

  it('that is refused stays in the dialog with what was entered', async () => {
    const app = await start({ at: '/flow/follow' });
    app.do(handing.actions.show({ processInstanceId: '7', name: '请假流程' }));
    await quiet();
    await app.last('/follow/open-tasks').answer([other]);
    app.do(handing.actions.choose({ userId: '9', reason: '休假' }));
    app.do(handing.actions.submit());
    await quiet();
    await app.last('/follow/transfer-task').refuse(400, '任务已转交他人办理');
    expect(app.see(handing.selectors.shown)).toMatchObject({ userId: '9', reason: '休假', isBusy: false });
  });
});
