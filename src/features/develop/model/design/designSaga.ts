import { all, call, put, takeEvery, takeLeading } from 'redux-saga/effects';
import { dictionaries as shipped } from '../../../../../contract/domain/dictionaries';
import { isId, type Problem } from '../../../../../contract/domain/values';
import { model as modelModule } from '../../../../../contract/modules/develop/model';
import { dictbiz } from '../../../../../contract/modules/system/dictionary';
import { judgeModel } from '../../../../../contract/schema/modelled';
import type { Problems } from '../../../../../contract/schema/validate';
import type { Prototype } from '../../../../../contract/wire/develop/prototypes';
import { ask, confirm, mayDiscard, read, type Saga } from '../../../../sagas/effects';
import { isExpected, Refused, request, tellFailure } from '../../../../sagas/request';
import { recordsChanged } from '../../../../store/crud/changes';
import { dict } from '../../../../store/crud/dict';
import { type features, openedIn } from '../../../../store/features';
import { feedback } from '../../../../store/feedback';
import { type Place, tabs } from '../../../../store/navigation/route';
import type { World } from '../../../../world/world';
import { designPage, designs, isChanged, type ModelHead, type NamedDictionary } from './designSlice';
import { draftFields, type ModelDraft, modelOf, rowsOf } from './draft';

const { actions: at, selectors: see } = designs;
const rowsAt = '/blade-develop/model-prototype';

/** A model's record as the server answers it. */
export function recordIn(answer: unknown): { head: ModelHead; settings: Omit<ModelDraft, 'fields'> } {
  const held = (answer ?? {}) as Record<string, unknown>;
  const textOf = (name: string) => (typeof held[name] === 'string' ? (held[name] as string) : '');
  return {
    head: {
      id: String(held.id),
      version: Number(held.version ?? 0),
      state: Number(held.state ?? 1),
      datasourceId: textOf('datasourceId') || null,
      modelTable: textOf('modelTable') || null,
    },
    settings: {
      code: textOf('modelCode'),
      zh: textOf('modelName'),
      en: textOf('modelNameEn'),
      isTree: Number(held.isTree) === 1,
      titleField: textOf('titleField'),
      noteField: textOf('noteField') || undefined,
      remark: textOf('modelRemark'),
    },
  };
}

/** Dictionaries that the tenant has made; none without the right to them. */
function* ownDictionaries(world: World): Saga<NamedDictionary[]> {
  try {
    const found = yield call(request, world, { method: 'GET', url: dictbiz.url('list') }, { quiet: true });
    const rows: Record<string, unknown>[] = Array.isArray(found) ? found : [];
    return rows.flatMap(({ code, dictValue }) =>
      typeof code !== 'string' || shipped.some((one) => one.code === code)
        ? []
        : [{ code, title: String(dictValue ?? code) }],
    );
  } catch (error) {
    if (!isExpected(error)) throw error;
    return [];
  }
}

function* load(world: World, { path, rest }: Pick<Place, 'path' | 'rest'>): Saga {
  const id = rest.slice(designPage.length + 1);
  yield put(at.load({ path }));
  if (!isId(id)) return yield put(at.lost({ path, text: '' }));
  const question = (url: string, query: Record<string, string>) => ({ method: 'GET', url, query }) as const;
  try {
    const { record, rows, dictionaries }: { record: unknown; rows: Prototype[]; dictionaries: NamedDictionary[] } =
      yield all({
        record: call(request, world, question(modelModule.url('detail'), { id }), { quiet: true }),
        rows: call(request, world, question(`${rowsAt}/select`, { modelId: id }), { quiet: true }),
        dictionaries: call(ownDictionaries, world),
      });
    // The tab was closed meanwhile.
    if (!(yield* read(tabs.selectors.list)).some((tab) => tab.path === path)) return;
    const { head, settings } = recordIn(record);
    const draft: ModelDraft = { ...settings, fields: draftFields(rows) };
    yield put(at.loaded({ path, head, draft, dictionaries }));
    yield put(tabs.actions.named({ path, label: { zh: draft.zh, en: draft.en || draft.zh } }));
    yield* wordsOf(draft);
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(at.lost({ path, text: error instanceof Refused ? error.message : '' }));
  }
}

/** The words of the dictionaries that the preview shows. */
function* wordsOf({ fields }: Pick<ModelDraft, 'fields'>): Saga {
  const codes = fields.flatMap((field) => (field.kind === 'dict' && field.dict ? [field.dict] : []));
  if (codes.length > 0) yield put(dict.actions.need([...new Set(codes)]));
}

/** A page that is shown again keeps what was changed. */
function* opened(world: World, { payload: place }: ReturnType<typeof features.actions.opened>): Saga {
  const page = yield* read(see.of, place.path);
  if (page && (page.isBusy || isChanged(page))) return;
  yield call(load, world, place);
}

function* mark({ payload: { path } }: { payload: { path: string } }): Saga {
  const page = yield* read(see.of, path);
  const isDirty = page !== undefined && isChanged(page);
  if (page && isDirty !== (yield* read(tabs.selectors.isDirty, path)))
    yield put(tabs.actions.marked({ path, isDirty }));
}

function settingsBody({ code, zh, en, isTree, remark }: ModelDraft) {
  return { modelCode: code, modelName: zh, modelNameEn: en, isTree: Number(isTree), modelRemark: remark };
}
/** Problems of the settings by the members of the model. */
const membersOf: Readonly<Record<string, string>> = { modelCode: 'code', modelName: 'zh', modelNameEn: 'en' };
function problemsIn(error: Refused): Problems {
  return Object.fromEntries(
    Object.entries(error.problems).map(([name, problem]) => [membersOf[name] ?? name, problem as Problem]),
  );
}

/** Writes settings, where they have changed, and fields. A version that another person has overtaken is refused. */
function* write(world: World, path: string, draft: ModelDraft, version: number): Saga<{ rows: Prototype[] }> {
  const page = yield* read(see.of, path);
  const { head, saved } = page!;
  let seen = version;
  if (JSON.stringify(settingsBody(draft)) !== JSON.stringify(settingsBody(saved))) {
    const body = { id: head.id, version: seen, ...settingsBody(draft) };
    const question = { method: 'POST', url: modelModule.url('update'), body } as const;
    const answer = yield call(request, world, question, { key: yield* ask(world, 'newId'), expects: 'stale' });
    seen = Number((answer as { version?: unknown }).version);
    yield put(at.settled({ path, version: seen }));
  }
  const query = {
    modelId: head.id,
    version: String(seen),
    titleField: draft.titleField,
    noteField: draft.noteField ?? '',
  };
  const question = { method: 'POST', url: `${rowsAt}/submit-list`, query, body: rowsOf(draft, saved.fields) } as const;
  return yield call(request, world, question, { key: yield* ask(world, 'newId'), expects: 'stale' });
}

/** Where another person has saved meanwhile, this one decides. False when nothing is to be saved any more. */
function* overtaken(world: World, path: string, draft: ModelDraft): Saga<{ rows: Prototype[] } | undefined> {
  const page = yield* read(see.of, path);
  const question = { title: 'model.staleTitle', say: 'model.stale', confirm: 'model.saveMine' } as const;
  const answered = yield* confirm({ ...question, danger: true, alternative: 'model.loadTheirs' });
  if (answered.isAlternative) {
    yield call(load, world, { path, rest: `${designPage}/${page!.head.id}` });
    return undefined;
  }
  if (!answered.isSure) return undefined;
  const url = modelModule.url('detail');
  const { head } = recordIn(yield call(request, world, { method: 'GET', url, query: { id: page!.head.id } }));
  return yield call(send, world, path, draft, head.version);
}
function* send(
  world: World,
  path: string,
  draft: ModelDraft,
  version: number,
): Saga<{ rows: Prototype[] } | undefined> {
  try {
    return yield call(write, world, path, draft, version);
  } catch (error) {
    if (!(error instanceof Refused) || error.reason !== 'stale') throw error;
  }
  return yield call(overtaken, world, path, draft);
}

function* save(world: World, { payload: { path } }: ReturnType<typeof at.save>): Saga {
  const page = yield* read(see.of, path);
  if (!page || page.isBusy || !isChanged(page)) return;
  const { draft, head } = page;
  const problems = judgeModel(modelOf(draft));
  const [first] = Object.keys(problems);
  if (first !== undefined) {
    yield put(at.refusedFor({ path, problems: {} }));
    const place = /^fields\.(\d+)\./.exec(first)?.[1];
    yield put(at.choose({ path, key: place === undefined ? '' : (draft.fields[Number(place)]?.key ?? '') }));
    const count = Object.keys(problems).length;
    return yield put(feedback.actions.notified({ tone: 'error', say: 'model.notSound', values: { count } }));
  }
  yield put(at.saving({ path }));
  try {
    const answer = yield call(send, world, path, draft, head.version);
    if (!answer) return;
    const url = modelModule.url('detail');
    const now = recordIn(yield call(request, world, { method: 'GET', url, query: { id: head.id } }));
    const ids = (answer.rows as Prototype[]).map(({ id }) => id!);
    yield put(at.savedAs({ path, head: now.head, draft, ids }));
    yield put(tabs.actions.named({ path, label: { zh: draft.zh, en: draft.en || draft.zh } }));
    yield put(feedback.actions.notified({ tone: 'success', say: 'model.saved' }));
    yield put(recordsChanged({ modules: [modelModule.name], by: designs.name }));
  } catch (error) {
    if (error instanceof Refused) yield put(at.refusedFor({ path, problems: problemsIn(error) }));
    yield* tellFailure(error, at.save({ path }));
  } finally {
    yield put(at.rested({ path }));
    yield call(mark, { payload: { path } });
  }
}

function* reload(world: World, { payload: { path } }: ReturnType<typeof at.reload>): Saga {
  const page = yield* read(see.of, path);
  if (page && isChanged(page) && !(yield* mayDiscard())) return;
  const id = page?.head.id ?? path.slice(path.lastIndexOf('/') + 1);
  yield call(load, world, { path, rest: `${designPage}/${id}` });
  yield call(mark, { payload: { path } });
}

function* changed({ payload }: ReturnType<typeof at.change>): Saga {
  if (payload.change.dict) yield put(dict.actions.need([payload.change.dict]));
}

/** The list publishes and withdraws: open editors show what came of it. */
function* renewed(world: World, { payload: { by } }: ReturnType<typeof recordsChanged>): Saga {
  if (by !== modelModule.name) return;
  for (const [path, page] of Object.entries(yield* read(see.all)))
    if (!page.isBusy && !isChanged(page)) yield call(load, world, { path, rest: `${designPage}/${page.head.id}` });
}

export function* designSaga(world: World): Saga {
  yield takeEvery(recordsChanged, renewed, world);
  yield takeEvery(
    openedIn(modelModule.name, (rest) => rest.startsWith(`${designPage}/`)),
    opened,
    world,
  );
  yield takeEvery([at.set, at.change, at.makeTitle, at.add, at.remove, at.move, at.undo, at.redo], mark);
  yield takeEvery(at.change, changed);
  yield takeLeading(at.save, save, world);
  yield takeEvery(at.reload, reload, world);
}
