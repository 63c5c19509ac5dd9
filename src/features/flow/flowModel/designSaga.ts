import { all, call, put, takeEvery } from 'redux-saga/effects';
import { isId } from '../../../../contract/domain/values';
import { flowModel } from '../../../../contract/modules/flow/flowModel';
import { post } from '../../../../contract/modules/system/post';
import { role } from '../../../../contract/modules/system/role';
import { user } from '../../../../contract/modules/system/user';
import type { DeployFault, FlowAction, ModelVersion } from '../../../../contract/wire/flow';
import { ask, confirm, mayDiscard, read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request, tellFailure } from '../../../sagas/request';
import { recordsChanged } from '../../../store/crud/changes';
import { choices } from '../../../store/crud/choices';
import { type features, openedIn } from '../../../store/features';
import { feedback } from '../../../store/feedback';
import { type Place, tabs } from '../../../store/navigation/route';
import type { PickedFile, World } from '../../../world/world';
import type { Named } from '../designer/NamedInput';
import { mostXml } from '../flowSlice';
import { blankDiagram, designPage, designs, isChanged, type ModelHead, type Offers, peopleIn } from './designSlice';

const { actions: at, selectors: see } = designs;

export function headIn(answer: unknown): ModelHead & { xml: string } {
  const { id, name, modelKey, description, version, modelEditorXml } = (answer ?? {}) as Record<string, unknown>;
  return {
    id: String(id),
    name: String(name ?? ''),
    modelKey: String(modelKey ?? ''),
    description: typeof description === 'string' ? description : null,
    version: Number(version ?? 0),
    xml: typeof modelEditorXml === 'string' ? modelEditorXml : '',
  };
}

/** Records that a file names by what their choices note: a role's alias, a post's code. None without the right to them. */
function* named(world: World, url: string): Saga<Named[]> {
  try {
    const { records } = yield call(request, world, { method: 'GET', url }, { quiet: true });
    return (Array.isArray(records) ? records : []).flatMap(({ title, note }: { title?: unknown; note?: unknown }) =>
      note ? [{ code: String(note), title: String(title ?? note) }] : [],
    );
  } catch (error) {
    if (!isExpected(error)) throw error;
    return [];
  }
}
function* actionsOf(world: World): Saga<FlowAction[]> {
  try {
    const found = yield call(request, world, { method: 'GET', url: flowModel.url('actions') }, { quiet: true });
    return Array.isArray(found) ? found : [];
  } catch (error) {
    if (!isExpected(error)) throw error;
    return [];
  }
}

function idOf({ rest }: Pick<Place, 'rest'>): string {
  return rest.slice(designPage.length + 1);
}

function* load(world: World, place: Place): Saga {
  const { path } = place;
  const id = idOf(place);
  yield put(at.load({ path }));
  if (!isId(id)) return yield put(at.lost({ path, text: '' }));
  try {
    const question = { method: 'GET', url: flowModel.url('detail'), query: { id } } as const;
    const { answer, roles, posts, actions }: Offers & { answer: unknown } = yield all({
      answer: call(request, world, question, { quiet: true }),
      roles: call(named, world, role.url('choices')),
      posts: call(named, world, post.url('choices')),
      actions: call(actionsOf, world),
    });
    // The tab was closed meanwhile.
    if (!(yield* read(tabs.selectors.list)).some((tab) => tab.path === path)) return;
    const { xml, ...head } = headIn(answer);
    yield put(at.loaded({ path, head, xml: xml || blankDiagram(head), offers: { roles, posts, actions } }));
    yield put(tabs.actions.named({ path, label: { zh: head.name, en: head.name } }));
    const people = peopleIn(xml);
    if (people !== '') yield put(choices.actions.name({ of: user.name, ids: people }));
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(at.lost({ path, text: error instanceof Refused ? error.message : '' }));
  }
}

/** A page that is shown again keeps what is drawn; a model without changes is loaded anew. */
function* opened(world: World, { payload: place }: ReturnType<typeof features.actions.opened>): Saga {
  const page = yield* read(see.of, place.path);
  if (page && (page.isBusy || isChanged(page) || page.drawn !== null)) return;
  yield call(load, world, place);
}

function* mark({ payload: { path } }: { payload: { path: string } }): Saga {
  const page = yield* read(see.of, path);
  const isDirty = page !== undefined && isChanged(page);
  if (page && isDirty !== (yield* read(tabs.selectors.isDirty, path)))
    yield put(tabs.actions.marked({ path, isDirty }));
}

interface Newest {
  version: number;
  xml: string;
  savedBy: string;
}
function* newestOf(world: World, id: string): Saga<Newest> {
  const question = (url: string) => ({ method: 'GET', url, query: { id } }) as const;
  const { answer, versions }: { answer: unknown; versions: ModelVersion[] } = yield all({
    answer: call(request, world, question(flowModel.url('detail'))),
    versions: call(request, world, question(flowModel.url('versions'))),
  });
  const { version, xml } = headIn(answer);
  return { version, xml, savedBy: versions[0]?.savedBy ?? '' };
}

/**
 * Saves what is drawn on top of the version that it was drawn from. Where another version was saved meanwhile, the person
 * decides: theirs becomes the next version, and both stay among the versions. Undefined when they refrain.
 */
function* send(world: World, path: string, body: Record<string, unknown>, version: number): Saga<unknown> {
  try {
    const key = yield* ask(world, 'newId');
    const question = { method: 'POST', url: flowModel.url('update'), body: { ...body, version } } as const;
    return yield call(request, world, question, { key, expects: 'stale' });
  } catch (error) {
    if (!(error instanceof Refused) || error.reason !== 'stale') throw error;
  }
  const newest: Newest = yield call(newestOf, world, String(body.id));
  const page = yield* read(see.of, path);
  // Saved by this window, whose answer was lost, or renamed in the list.
  const isOurs = page?.ours.includes(newest.xml) === true;
  const values = { by: newest.savedBy || '-', version: newest.version };
  const question = { title: 'design.staleTitle', say: 'design.stale', confirm: 'design.saveMine', values };
  if (!isOurs && !(yield* confirm(question)).isSure) return undefined;
  return yield call(send, world, path, body, newest.version);
}

function* save(world: World, { payload: { path } }: ReturnType<typeof at.save>): Saga {
  yield* ask(world, 'painted'); // what was typed last is in the file then
  const page = yield* read(see.of, path);
  if (!page?.drawn || page.isBusy || !isChanged(page)) return;
  const { head, drawn } = page;
  yield put(at.saving({ path, xml: drawn.xml }));
  try {
    const { id, description } = head;
    const body = {
      ...{ id, description },
      name: drawn.name || head.name,
      modelKey: drawn.key || head.modelKey,
      modelEditorXml: drawn.xml,
    };
    const answer = yield call(send, world, path, body, head.version);
    if (answer === undefined) return;
    const { xml: _, ...now } = headIn(answer);
    yield put(at.savedAs({ path, head: now, xml: drawn.xml }));
    yield put(tabs.actions.named({ path, label: { zh: now.name, en: now.name } }));
    yield put(feedback.actions.notified({ tone: 'success', say: 'design.saved', detail: `v${now.version}` }));
    yield put(recordsChanged({ modules: [flowModel.name], by: designs.name }));
  } catch (error) {
    if (error instanceof Refused && error.faults.length > 0) yield put(at.checked({ path, faults: error.faults }));
    yield* tellFailure(error, at.save({ path }));
  } finally {
    yield put(at.rested({ path }));
    yield call(mark, { payload: { path } });
  }
}

function* check(world: World, { payload: { path } }: ReturnType<typeof at.check>): Saga {
  const page = yield* read(see.of, path);
  if (!page?.drawn) return yield put(at.rested({ path }));
  try {
    const body = { modelEditorXml: page.drawn.xml };
    const faults: DeployFault[] = yield call(request, world, { method: 'POST', url: flowModel.url('check'), body });
    yield put(at.checked({ path, faults: faults.length > 0 ? faults : null }));
    if (faults.length === 0) yield put(feedback.actions.notified({ tone: 'success', say: 'design.sound' }));
  } catch (error) {
    yield* tellFailure(error, at.check({ path }));
  } finally {
    yield put(at.rested({ path }));
  }
}

const accepted = '.bpmn,.xml';
function* importFile(world: World, { payload: { path } }: ReturnType<typeof at.importFile>): Saga {
  const picked: PickedFile | null = yield* ask(world, 'pickFile', accepted);
  if (!picked) return;
  const page = yield* read(see.of, path);
  if (!page || (isChanged(page) && !(yield* mayDiscard()))) return;
  if (picked.size > mostXml)
    return yield put(feedback.actions.notified({ tone: 'error', say: 'flow.tooLarge', detail: picked.name }));
  const xml = yield* ask(world, 'readText', picked.file);
  if (xml === null)
    return yield put(feedback.actions.notified({ tone: 'error', say: 'design.lostFile', detail: picked.name }));
  yield put(at.opened({ path, xml }));
}

function* exportFile(world: World, { payload: { path } }: ReturnType<typeof at.exportFile>): Saga {
  const page = yield* read(see.of, path);
  if (!page?.drawn) return;
  yield* ask(world, 'download', `${page.drawn.key || page.head.modelKey}.bpmn`, page.drawn.xml);
}

export function* designSaga(world: World): Saga {
  yield takeEvery(
    openedIn(flowModel.name, (rest) => rest.startsWith(`${designPage}/`)),
    opened,
    world,
  );
  yield takeEvery([at.changed, at.drawn], mark);
  yield takeEvery(at.save, save, world);
  yield takeEvery(at.check, check, world);
  yield takeEvery(at.importFile, importFile, world);
  yield takeEvery(at.exportFile, exportFile, world);
}
