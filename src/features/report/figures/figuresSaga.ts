import { call, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { totalsLater } from '../../../../contract/schema/paging';
import {
  type BusinessResult,
  businessReports,
  businessSpec,
  businessUrl,
  isBusinessList,
} from '../../../../contract/wire/reports/business';
import { businessPage } from '../../../../contract/wire/reports/business/page';
import { receive } from '../../../sagas/crud/receiving';
import { ask, read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request, tellFailure } from '../../../sagas/request';
import { type features, openedIn } from '../../../store/features';
import { feedback } from '../../../store/feedback';
import { type Place, route, tabs } from '../../../store/navigation/route';
import type { World } from '../../../world/world';
import { needsOf } from '../report/previewSaga';
import { textsOf } from '../report/previewSlice';
import { type FiguresState, figures } from './figuresSlice';

const { actions: at, selectors: see } = figures;
const listBelow = 'list/';
const first = Object.keys(businessReports)[0]!;

/** The report of an address: a list is named by its path, a report among the parameters. */
function namedBy({ rest, search }: Pick<Place, 'rest' | 'search'>) {
  const { report = first, ...texts } = Object.fromEntries(new URLSearchParams(search));
  return { report: rest.startsWith(listBelow) ? rest.slice(listBelow.length) : report, texts };
}
/** The search of an address that shows a result again. */
function searchOf({ report, params }: Pick<BusinessResult, 'report' | 'params'>): string {
  return String(new URLSearchParams(isBusinessList(report) ? params : { report, ...params }));
}

function* opened(world: World, { payload: place }: ReturnType<typeof features.actions.opened>): Saga {
  const { path, search } = place;
  const page: FiguresState | undefined = yield* read(see.of, path);
  // A page that is shown again keeps its figures, unless a link asks for others.
  if (page?.result && (search === '' || search === searchOf(page.result))) return;
  const { report, texts } = namedBy(place);
  const spec = businessSpec(report);
  if (!spec) return yield put(at.began({ path, report: first, texts: {} }));
  yield call(needsOf, spec);
  yield put(at.began({ path, report, texts }));
  if (isBusinessList(report)) yield put(tabs.actions.named({ path, label: spec.title }));
  yield call(load, world, path, texts);
}

function* load(world: World, path: string, texts: Readonly<Record<string, string>>): Saga {
  const page: FiguresState | undefined = yield* read(see.of, path);
  if (!page) return;
  const { report, current, size } = page;
  const given = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''));
  const query = { ...given, report, ...(isBusinessList(report) ? { current, size } : {}) };
  const first = isBusinessList(report) && current === 1 ? { ...query, ...totalsLater } : query;
  const question = { method: 'GET' as const, url: businessUrl('report') };
  let result: BusinessResult;
  try {
    result = yield call(request, world, { ...question, query: first }, { quiet: true });
    yield put(at.received({ path, result }));
    const place = yield* read(route.selectors.place);
    const search = searchOf(result);
    if (place?.path === path && search !== place.search) {
      yield put(route.actions.searched({ path, search }));
      yield* ask(world, 'navigate', `${path}?${search}`, 'replace');
    }
  } catch (error) {
    if (!isExpected(error)) throw error;
    const isRefused = error instanceof Refused;
    return yield put(
      at.failed({ path, trouble: isRefused ? error.message : '', problems: isRefused ? error.problems : {} }),
    );
  }
  if (!result.tables.some(({ isCounting }) => isCounting)) return;
  try {
    const whole: BusinessResult = yield call(request, world, { ...question, query }, { quiet: true });
    const shown: FiguresState | undefined = yield* read(see.of, path);
    // Another page that was asked for meanwhile stays.
    if (shown?.result === result && !shown.isBusy) yield put(at.received({ path, result: whole }));
  } catch (error) {
    // The rows are there; their number stays unknown.
    if (!isExpected(error)) throw error;
  }
}

/** Makes the report; the address then holds its parameters, so that a link opens the same one. */
function* run(world: World, { payload: { path } }: ReturnType<typeof at.run>): Saga {
  const page: FiguresState | undefined = yield* read(see.of, path);
  const spec = businessSpec(page?.report ?? '');
  if (page?.isBusy && spec) yield call(load, world, path, textsOf(spec, page.draft));
}

/** Another report, with the parameters that both have. */
function* pick(world: World, { payload: { path, report } }: ReturnType<typeof at.pick>): Saga {
  const page: FiguresState | undefined = yield* read(see.of, path);
  const [before, spec] = [businessSpec(page?.report ?? ''), businessSpec(report)];
  if (!page || !before || !spec) return;
  const kept = Object.entries(textsOf(before, page.draft)).filter(
    ([name, value]) => value !== '' && Object.hasOwn(spec.parameters, name),
  );
  const texts = Object.fromEntries(kept);
  yield call(needsOf, spec);
  yield put(at.began({ path, report, texts }));
  yield call(load, world, path, texts);
}

function* save(world: World, { payload: { path, format } }: ReturnType<typeof at.save>): Saga {
  const page: FiguresState | undefined = yield* read(see.of, path);
  if (!page?.result || page.receiving) return;
  const { report, params } = page.result;
  yield put(at.receiving({ path, format }));
  try {
    const question = {
      method: 'GET' as const,
      url: businessUrl('file'),
      query: { ...params, report, format, framed: 1 },
      isFile: true as const,
    };
    const detail: string = yield call(receive, world, () => request(world, question));
    yield put(feedback.actions.notified({ tone: 'success', say: 'transfer.exported', detail }));
  } catch (error) {
    yield* tellFailure(error, at.save({ path, format }));
  } finally {
    yield put(at.receiving({ path, format: null }));
  }
}

export function* figuresSaga(world: World): Saga {
  yield takeLatest(openedIn(businessPage), opened, world);
  yield takeLatest(at.run, run, world); // The newest parameters win.
  yield takeLatest(at.pick, pick, world);
  yield takeEvery(at.save, save, world);
}
