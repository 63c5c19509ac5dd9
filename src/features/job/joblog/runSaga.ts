import { call, put, takeLatest } from 'redux-saga/effects';
import { joblog } from '../../../../contract/modules/job/joblog';
import { finalStates } from '../../../../contract/modules/job/runStates';
import { read, type Saga } from '../../../sagas/effects';
import { request } from '../../../sagas/request';
import { following, loadingPage } from '../../../sagas/trying';
import type { CrudSlice } from '../../../store/crud/crud';
import { openedIn } from '../../../store/features';
import { route, tabs } from '../../../store/navigation/route';
import type { World } from '../../../world/world';
import { type RunNews, type RunPageState, runPages } from './runSlice';

const { actions: at, selectors: see } = runPages;
/** How often a run that goes on is asked for, in ms. */
const followMs = 1_500;
/** Lines of one answer: as many as the server sends, there may be more. */
const mostAtOnce = 500;

function* isHere(path: string): Saga<boolean> {
  return (yield* read(route.selectors.place))?.path === path;
}

/** Asks for what the run has said since, again at once while there is more of it. Answers the state of the run. */
function* hear(world: World, path: string, id: string): Saga<number> {
  for (;;) {
    const page: RunPageState | undefined = yield* read(see.of, path);
    const query = { id, after: page?.lines.at(-1)?.seq ?? 0 };
    const question = { method: 'GET' as const, url: joblog.url('output'), query };
    const news: RunNews = yield call(request, world, question, { quiet: true });
    yield put(at.followed({ path, news }));
    if (news.lines.length < mostAtOnce) return news.state;
  }
}

/** Shows the run, and follows it while it goes on and its page is on screen. */
function* show(world: World, path: string, id: string): Saga {
  yield* loadingPage(
    world,
    path,
    function* (): Saga {
      const question = { method: 'GET' as const, url: joblog.url('detail'), query: { id } };
      const run = yield call(request, world, question, { quiet: true });
      yield put(at.received({ path, run }));
      yield put(tabs.actions.named({ path, label: { zh: run.jobName, en: run.jobName } }));
      yield* following(world, () => hear(world, path, id), {
        isOver: (state) => finalStates.includes(state),
        everyMs: followMs,
        isHere: () => isHere(path),
      });
    },
    (trouble) => at.failed({ path, trouble }),
  );
}

const below = 'detail/';

export function runSaga({ actions: list }: CrudSlice) {
  return function* (world: World): Saga {
    yield takeLatest(
      openedIn(joblog.name, (rest) => rest.startsWith(below)),
      function* ({ payload: { path, rest } }): Saga {
        yield call(show, world, path, rest.slice(below.length));
      },
    );
    yield takeLatest([at.reload, list.acted], function* (): Saga {
      const place = yield* read(route.selectors.place);
      if (place?.feature !== joblog.name || !place.rest.startsWith(below)) return;
      yield call(show, world, place.path, place.rest.slice(below.length));
    });
  };
}
