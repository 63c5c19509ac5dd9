import { call, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { flowManager } from '../../../../contract/modules/flow/flowManager';
import { flowModel } from '../../../../contract/modules/flow/flowModel';
import { platformTenant, tenant } from '../../../../contract/modules/system/tenant';
import type { Deployed } from '../../../../contract/wire/flow';
import { ask, read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request, tellFailure } from '../../../sagas/request';
import { recordsChanged } from '../../../store/crud/changes';
import { dict } from '../../../store/crud/dict';
import { feedback } from '../../../store/feedback';
import { route } from '../../../store/navigation/route';
import { session } from '../../../store/session';
import type { Call, World } from '../../../world/world';
import { type Deploying, deploys } from './deploySlice';
import { designPage, designs } from './designSlice';

const { actions: at, selectors: see } = deploys;

/** Tenants that the platform's people may deploy to. */
function* offerTenants(world: World): Saga {
  yield put(dict.actions.need(['flow']));
  if ((yield* read(session.selectors.user))?.tenantId !== platformTenant) return;
  try {
    const { records } = yield call(request, world, { method: 'GET', url: tenant.url('choices') }, { quiet: true });
    const found = Array.isArray(records) ? (records as { title?: unknown; note?: unknown }[]) : [];
    yield put(at.offer(found.map(({ title, note }) => ({ code: String(note), title: String(title) }))));
  } catch (error) {
    if (!isExpected(error)) throw error; // without them it is deployed to one's own tenant
  }
}

const notDeployable = 'flow.notDeployable';

/** Sends one deployment; false when the diagram has faults, which are shown in the dialog. */
function* deploy(world: World, question: Call, faulty: string): Saga<boolean> {
  const key = yield* ask(world, 'newId');
  try {
    const deployed: Deployed[] = yield call(request, world, question, { key, expects: notDeployable });
    const detail = deployed.map(({ name, version }) => `${name} v${version}`).join(', ');
    // A version that waits for others is not deployed: the answer has said so.
    if (detail !== '') yield put(feedback.actions.notified({ tone: 'success', say: 'design.deployed', detail }));
    yield put(recordsChanged({ modules: [flowManager.name], by: deploys.name }));
    return true;
  } catch (error) {
    if (!(error instanceof Refused) || (error.reason !== notDeployable && error.faults.length === 0)) throw error;
    const whole = { elementId: '', elementName: '', elementType: '', text: error.message };
    yield put(at.refused({ faults: error.faults.length > 0 ? error.faults : [whole], faulty }));
    return false;
  }
}

function* submit(world: World): Saga {
  const shown: Deploying | null = yield* read(see.shown);
  if (!shown?.isBusy) return;
  const { model, files, category, tenants } = shown;
  // Without tenants the call deploys to all of them, where a person may.
  const own = (yield* read(session.selectors.user))?.tenantId;
  const to = { category, ...(tenants.length > 0 || own ? { tenantIds: tenants.join(',') || own } : {}) };
  try {
    if (model) {
      const query = { modelId: model.id, ...to };
      if (!(yield call(deploy, world, { method: 'POST', url: flowModel.url('deploy'), query }, ''))) return;
    }
    for (const { id: file, name } of files) {
      const question: Call = {
        method: 'POST',
        url: flowManager.url('deploy-upload'),
        file,
        field: 'files',
        fields: to,
      };
      if (!(yield call(deploy, world, question, name))) return;
      yield put(at.fileDone(file));
    }
    yield put(at.close());
  } catch (error) {
    yield* tellFailure(error);
  } finally {
    yield put(at.rested());
  }
}

function* chooseFiles(world: World): Saga {
  const picked = yield* ask(world, 'pickFiles', '.bpmn,.xml');
  if (picked.length > 0) yield put(at.filesChosen(picked.map(({ file: id, name }) => ({ id, name }))));
}

/** The dialog closes, and the designer shows the element. */
function* locate({ payload: id }: ReturnType<typeof at.locate>): Saga {
  const shown: Deploying | null = yield* read(see.shown);
  if (!shown?.model) return;
  const { model, faults } = shown;
  yield put(at.close());
  if (model.path !== null) {
    yield put(designs.actions.checked({ path: model.path, faults }));
    return yield put(designs.actions.locate({ path: model.path, id }));
  }
  yield put(designs.actions.want({ model: model.id, id, faults }));
  yield put(route.actions.open({ feature: flowModel.name, rest: `${designPage}/${model.id}` }));
}

export function* deploySaga(world: World): Saga {
  yield takeLatest([at.show, at.showUpload], offerTenants, world);
  yield takeLeading(at.submit, submit, world);
  yield takeLeading(at.chooseFiles, chooseFiles, world);
  yield takeEvery(at.locate, locate);
}
