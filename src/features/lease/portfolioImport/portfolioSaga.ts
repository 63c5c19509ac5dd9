import type { Action } from '@reduxjs/toolkit';
import { all, call, put, takeLatest, takeLeading } from 'redux-saga/effects';
import { isProved, isReconciled } from '../../../../contract/domain/portfolio/proof';
import {
  importStates,
  type PortfolioImport,
  portfolioImport,
} from '../../../../contract/modules/lease/portfolioImport';
import type { UploadOutcome } from '../../../../contract/wire/portfolio/answers';
import { anyReason, confirmWaiting } from '../../../sagas/crud/foretell';
import { receive } from '../../../sagas/crud/receiving';
import { ask, read, type Saga } from '../../../sagas/effects';
import { Refused, request, tellFailure } from '../../../sagas/request';
import { following, loadingPage } from '../../../sagas/trying';
import type { CrudSlice } from '../../../store/crud/crud';
import { openedIn } from '../../../store/features';
import { feedback } from '../../../store/feedback';
import { route, tabs } from '../../../store/navigation/route';
import type { PickedFile, World } from '../../../world/world';
import { type ImportPage, portfolioPages, type UploadDraft } from './portfolioSlice';

const { actions: at, selectors: see } = portfolioPages;
const below = 'detail/';
/** How often an import that is in the background is asked for, in ms. */
const followMs = 2_000;

function idIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
function isInWork({ state }: Pick<PortfolioImport, 'state'>): boolean {
  return state === importStates.checking || state === importStates.posting;
}

function* readAll(world: World, path: string): Saga<PortfolioImport> {
  const page: ImportPage = (yield* read(see.of, path))!;
  const id = idIn(path);
  const get = (name: string, query: object = {}) =>
    call(request, world, { method: 'GET', url: portfolioImport.url(name), query: { id, ...query } }, { quiet: true });
  const row: PortfolioImport = yield get('detail');
  const { group, difference, current, faultPage } = page;
  const [faults, orders, figures] = isInWork(row)
    ? [page.faults, page.orders, page.figures]
    : yield all([
        get('faults', { current: faultPage, size: 20 }),
        get('differences', { group, difference, current, size: 20 }),
        get('reconciliation'),
      ]);
  yield put(at.received({ path, row, faults, orders, figures }));
  yield put(tabs.actions.named({ path, label: { zh: row.fileName ?? id, en: row.fileName ?? id } }));
  return row;
}

/** Shows the import, and follows it while it is in the background and its page is on screen. */
function* load(world: World, { payload: { path } }: ReturnType<typeof at.load>): Saga {
  yield* loadingPage(
    world,
    path,
    function* (): Saga {
      yield* following(world, () => readAll(world, path), {
        isOver: (row) => !isInWork(row),
        everyMs: followMs,
        *isHere() {
          return (yield* read(route.selectors.place))?.path === path;
        },
      });
    },
    (trouble) => at.failed({ path, trouble }),
  );
}

function* choose(world: World): Saga {
  const picked: PickedFile | null = yield* ask(world, 'pickFile', '.xlsx');
  if (picked) yield put(at.chosen({ file: picked.file, name: picked.name }));
}

function* send(world: World, { actions: list }: CrudSlice): Saga {
  const { file, takeoverDate }: UploadDraft = yield* read(see.upload);
  try {
    const key = yield* ask(world, 'newId');
    const question = {
      method: 'POST' as const,
      url: portfolioImport.url('upload'),
      query: { takeoverDate },
      file: file!.file,
      isSlow: true as const,
    };
    const { id, isKnownFile }: UploadOutcome = yield call(request, world, question, { key, quiet: true });
    yield put(at.sent({ isDone: true }));
    if (isKnownFile) yield put(feedback.actions.notified({ tone: 'warning', say: 'portfolio.knownFile' }));
    yield put(list.list({ current: 1 }));
    yield put(route.actions.open({ feature: portfolioImport.name, rest: `${below}${id}` }));
  } catch (error) {
    yield put(at.sent({ isDone: false, ...(error instanceof Refused && { refusal: error.message }) }));
    yield* tellFailure(error);
  }
}

function* saveFile(world: World, name: string, query: Record<string, string>, again: Action): Saga {
  const question = { method: 'GET', url: portfolioImport.url(name), query, isFile: true } as const;
  try {
    yield call(receive, world, () => request(world, question));
  } catch (error) {
    yield* tellFailure(error, again);
  }
}

interface Sent {
  name: string;
  body: object;
}

function callOf(path: string, { name, body }: Sent) {
  return {
    method: 'POST' as const,
    url: portfolioImport.url(name),
    body: { id: idIn(path), ...body },
    isSlow: true as const,
  };
}

/** Sends a change and shows what has become of the import. */
function* change(
  world: World,
  { actions: list }: CrudSlice,
  path: string,
  { say, ...sent }: Sent & { say: string },
  again: Action,
): Saga {
  yield put(at.acting({ path, busy: true }));
  try {
    const key = yield* ask(world, 'newId');
    const question = callOf(path, sent);
    yield call(request, world, question, { key, done: { say } });
    yield put(at.load({ path }));
    yield put(list.list({}));
  } catch (error) {
    yield put(at.acting({ path, busy: false }));
    yield* tellFailure(error, again);
  }
}

function* post(world: World, slice: CrudSlice, { payload: { path } }: ReturnType<typeof at.post>): Saga {
  const page: ImportPage = (yield* read(see.of, path))!;
  const isApart = page.figures !== null && !isReconciled(page.figures);
  const asksReason = isApart || (page.figures !== null && !isProved(page.figures));
  const question = {
    title: 'portfolio.postTitle',
    say: isApart ? 'portfolio.postApart' : asksReason ? 'portfolio.postUnproved' : 'portfolio.postText',
    confirm: 'portfolio.post',
    values: { count: page.row?.orderCount ?? 0 },
    ...(asksReason ? { asksReason: true as const } : {}),
  };
  const asked = callOf(path, { name: 'post', body: { reason: asksReason ? anyReason : '' } });
  const { isSure, reason } = yield* confirmWaiting(world, question, asked);
  if (!isSure) return;
  const sent = { name: 'post', body: { reason: reason ?? '' }, say: 'portfolio.postAsked' };
  yield call(change, world, slice, path, sent, at.post({ path }));
}

export function portfolioSaga(slice: CrudSlice) {
  return function* (world: World): Saga {
    yield takeLatest(
      openedIn(portfolioImport.name, (rest) => rest.startsWith(below)),
      function* ({ payload: { path } }): Saga {
        yield put(at.load({ path }));
      },
    );
    yield takeLatest(at.load, load, world);
    yield takeLatest(slice.actions.acted, function* (): Saga {
      const place = yield* read(route.selectors.place);
      if (place?.feature === portfolioImport.name && place.rest.startsWith(below))
        yield put(at.load({ path: place.path }));
    });
    yield takeLeading(at.choose, choose, world);
    yield takeLeading(at.send, send, world, slice);
    yield takeLeading(at.template, (action: Action) => saveFile(world, 'template', {}, action));
    yield takeLeading(at.saveFaults, (action: ReturnType<typeof at.saveFaults>) =>
      saveFile(world, 'faults-file', { id: idIn(action.payload.path) }, action),
    );
    yield takeLeading(at.post, post, world, slice);
    yield takeLeading(at.decide, function* ({ payload }: ReturnType<typeof at.decide>): Saga {
      const { path, decision, difference } = payload;
      const page: ImportPage = (yield* read(see.of, path))!;
      const which = difference === undefined ? { ids: Object.keys(page.picked) } : { difference };
      const sent = { name: 'decide', body: { decision, ...which }, say: 'portfolio.decided' };
      yield call(change, world, slice, path, sent, at.decide(payload));
    });
    yield takeLatest(at.compare, function* ({ payload: { path, order } }: ReturnType<typeof at.compare>): Saga {
      const query = { id: idIn(path), orderId: order.id };
      try {
        const rows = yield call(request, world, { method: 'GET', url: portfolioImport.url('compare'), query });
        yield put(at.comparison({ path, rows }));
      } catch (error) {
        yield put(at.closeComparison({ path }));
        yield* tellFailure(error, at.compare({ path, order }));
      }
    });
  };
}
