import { call, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { isId } from '../../../../contract/domain/values';
import { report } from '../../../../contract/modules/report/report';
import type { Module } from '../../../../contract/schema/module';
import type { ReportSpec } from '../../../../contract/schema/report';
import { judge } from '../../../../contract/schema/validate';
import { nameMark, previewPage, type ReportResult, reportOf } from '../../../../contract/wire/reports';
import { crudOf } from '../../../sagas/crud/context';
import { receiveFile } from '../../../sagas/crud/receiving';
import { ask, read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request, tellFailure } from '../../../sagas/request';
import { loadingPage } from '../../../sagas/trying';
import { recordsChanged } from '../../../store/crud/changes';
import { choices } from '../../../store/crud/choices';
import type { CrudSlice } from '../../../store/crud/crud';
import { dict } from '../../../store/crud/dict';
import { choiceSetOf, isSearched } from '../../../store/crud/targets';
import { type features, openedIn } from '../../../store/features';
import { feedback } from '../../../store/feedback';
import { type Place, route, tabs } from '../../../store/navigation/route';
import type { World } from '../../../world/world';
import { draftFrom, type PreviewState, previews, type ReportHead, textsOf } from './previewSlice';

const { actions: at, selectors: see } = previews;

function headIn(answer: unknown): ReportHead & { params: string } {
  const { id, name, kind, params } = (answer ?? {}) as Record<string, unknown>;
  return { id: String(id), name: String(name), kind: Number(kind), params: typeof params === 'string' ? params : '' };
}
function keptIn(params: string): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(params || '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, string>) : {};
  } catch {
    return {};
  }
}

function* tell(path: string, error: unknown): Saga {
  if (!isExpected(error)) throw error;
  const isRefused = error instanceof Refused;
  yield put(at.failed({ path, trouble: isRefused ? error.message : '', problems: isRefused ? error.problems : {} }));
}

/** Records and texts that the report's parameters and columns use. */
export function* needsOf(spec: ReportSpec): Saga {
  const sets = Object.values(spec.parameters).flatMap((field) => choiceSetOf(field) ?? []);
  yield put(choices.actions.need(sets.filter((set) => !isSearched(set))));
  const columns = Object.values(spec.tables).flatMap((table) => Object.values(table.columns));
  const codes = [...new Set(columns.flatMap(({ field }) => field.dict ?? []))];
  if (codes.length > 0) yield put(dict.actions.need(codes));
}

/** The report of an address that names it, as the family's do, is shown at its own address. */
function* byName(world: World, { path, search }: Place): Saga {
  const { _u = '', ...asked } = Object.fromEntries(new URLSearchParams(search));
  const query = { name_equal: _u.replace(nameMark, ''), size: 1 };
  try {
    const { records } = yield call(request, world, { method: 'GET', url: report.url('list'), query }, { quiet: true });
    const found = records?.[0];
    if (!found) return yield put(at.failed({ path, trouble: '' }));
    const address = `${path}/${headIn(found).id}?${new URLSearchParams(asked)}`;
    yield put(route.actions.go(address.replace(/\?$/, ''), 'replace'));
  } catch (error) {
    yield call(tell, path, error);
  }
}

/** Loads the report and its kept parameters, those of the address before them, and makes it. */
function* begin(world: World, { path, rest, search }: Place): Saga {
  const id = rest.slice(previewPage.length + 1);
  if (!isId(id)) return yield call(byName, world, { path, search } as Place);
  try {
    const query = { id };
    const answer = yield call(request, world, { method: 'GET', url: report.url('detail'), query }, { quiet: true });
    const { params, ...head } = headIn(answer);
    const spec = reportOf(head.kind);
    if (!spec) return yield put(at.failed({ path, trouble: '' }));
    yield call(needsOf, spec);
    const asked = { ...keptIn(params), ...Object.fromEntries(new URLSearchParams(search)) };
    const draft = draftFrom(spec, asked);
    yield put(at.began({ path, head, draft }));
    yield put(tabs.actions.named({ path, label: { zh: head.name, en: head.name } }));
    // A report that still needs a parameter waits for it.
    if (Object.keys({ ...judge(spec.parameters, draft), ...spec.judging?.(draft) }).length === 0)
      yield put(at.run({ path }));
  } catch (error) {
    yield call(tell, path, error);
  }
}

function* opened(world: World, { payload: place }: ReturnType<typeof features.actions.opened>): Saga {
  const { path, rest } = place;
  if (rest.startsWith('detail/')) return yield call(showSent, world, place);
  const page: PreviewState | undefined = yield* read(see.of, path);
  // A page that is shown again keeps its figures, unless a link asks for other parameters.
  const shown = page?.head && page.result && String(new URLSearchParams(page.result.params));
  if (shown !== undefined && (place.search === '' || shown === String(new URLSearchParams(place.search)))) return;
  yield call(begin, world, place);
}

/** Makes the report; the address then holds its parameters, so that a link opens the same one. */
function* run(world: World, { payload: { path } }: ReturnType<typeof at.run>): Saga {
  const page: PreviewState | undefined = yield* read(see.of, path);
  const spec = reportOf(page?.head?.kind);
  if (!page?.isBusy || !page.head || !spec) return;
  const query = { id: page.head.id, ...textsOf(spec, page.draft) };
  try {
    const result: ReportResult = yield call(
      request,
      world,
      { method: 'GET', url: report.url('preview'), query },
      { quiet: true },
    );
    yield put(at.received({ path, result }));
    const place = yield* read(route.selectors.place);
    const search = String(new URLSearchParams(result.params));
    if (place?.path !== path || search === place.search) return;
    yield put(route.actions.searched({ path, search }));
    yield* ask(world, 'navigate', `${path}?${search}`, 'replace');
  } catch (error) {
    yield call(tell, path, error);
  }
}

function* save(world: World, slice: CrudSlice, { payload: { path, format } }: ReturnType<typeof at.save>): Saga {
  const page: PreviewState | undefined = yield* read(see.of, path);
  if (!page?.result || page.receiving) return;
  yield put(at.receiving({ path, format }));
  try {
    const query = { id: page.result.id, ...page.result.params, format, framed: 1 };
    const name: string = yield call(receiveFile, crudOf(world, report as unknown as Module, slice), {
      method: 'GET',
      url: report.url('file'),
      query,
    });
    yield put(feedback.actions.notified({ tone: 'success', say: 'transfer.exported', detail: name }));
  } catch (error) {
    yield* tellFailure(error, at.save({ path, format }));
  } finally {
    yield put(at.receiving({ path, format: null }));
  }
}

function* keep(world: World, { payload: { path } }: ReturnType<typeof at.keep>): Saga {
  const page: PreviewState | undefined = yield* read(see.of, path);
  if (!page?.result) return;
  const body = { id: page.result.id, params: JSON.stringify(page.result.params) };
  try {
    const key = yield* ask(world, 'newId');
    yield call(request, world, { method: 'POST', url: report.url('update'), body }, { key });
    yield put(feedback.actions.notified({ tone: 'success', say: 'report.kept' }));
    yield put(recordsChanged({ modules: [report.name], by: previews.name }));
  } catch (error) {
    yield* tellFailure(error, at.keep({ path }));
  }
}

function* showSent(world: World, { path, rest }: Place): Saga {
  const query = { id: rest.slice('detail/'.length) };
  yield* loadingPage(
    world,
    path,
    function* (): Saga {
      const sent = yield call(request, world, { method: 'GET', url: report.url('sent'), query }, { quiet: true });
      yield put(at.sentReceived({ path, sent, trouble: null }));
      yield put(tabs.actions.named({ path, label: { zh: sent.name, en: sent.name } }));
    },
    (trouble) => at.sentReceived({ path, sent: null, trouble }),
  );
}

function* reload(world: World, { payload: { path } }: ReturnType<typeof at.reload>): Saga {
  const place = yield* read(route.selectors.place);
  if (place?.path !== path) return;
  if (place.rest.startsWith('detail/')) yield call(showSent, world, place);
  else yield call(begin, world, place);
}

export function previewSaga(slice: CrudSlice) {
  return function* (world: World): Saga {
    yield takeLatest(
      openedIn(report.name, (rest) => rest.startsWith(previewPage) || rest.startsWith('detail/')),
      opened,
      world,
    );
    yield takeLatest(at.run, run, world); // The newest parameters win.
    yield takeEvery(at.save, save, world, slice);
    yield takeEvery(at.keep, keep, world);
    yield takeLatest(at.reload, reload, world);
  };
}
