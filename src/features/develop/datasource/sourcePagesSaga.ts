import { call, put, race, takeEvery, takeLatest } from 'redux-saga/effects';
import { label } from '../../../../contract/domain/text';
import { datasource } from '../../../../contract/modules/develop/datasource';
import { ask, read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request } from '../../../sagas/request';
import { openedIn } from '../../../store/features';
import { feedback } from '../../../store/feedback';
import { type Place, route, tabs } from '../../../store/navigation/route';
import type { World } from '../../../world/world';
import {
  browsePage,
  type QueryState,
  queryPage,
  questionFor,
  type SchemaState,
  type SourceHead,
  sourcePages,
} from './sourcePagesSlice';

const { actions: at, selectors: see } = sourcePages;
/** What the tabs of a source's two pages add to its name. */
const schemaTab = label('结构', 'Schema');
const queryTab = label('查询', 'Query');

/** The message of a failed call: the server's own, '' without an answer. */
function troubleOf(error: unknown): string {
  if (!isExpected(error)) throw error;
  return error instanceof Refused ? error.message : '';
}

function idIn({ rest }: Place): string {
  return rest.slice(rest.indexOf('/') + 1);
}

function* bring(world: World, name: string, query: Record<string, string>): Saga {
  return yield call(request, world, { method: 'GET', url: datasource.url(name), query, isSlow: true }, { quiet: true });
}

function* headOf(world: World, { path, ...place }: Place): Saga<SourceHead> {
  const { id, name, driverClass } = yield call(bring, world, 'detail', { id: idIn({ path, ...place }) });
  const { zh, en } = place.rest.startsWith(`${browsePage}/`) ? schemaTab : queryTab;
  yield put(tabs.actions.named({ path, label: { zh: `${name} · ${zh}`, en: `${name} · ${en}` } }));
  return { id, name, driverClass };
}

function* showSchema(world: World, place: Place): Saga {
  const { path } = place;
  try {
    const head = yield call(headOf, world, place);
    const tables = yield call(bring, world, 'tables', { id: head.id });
    yield put(at.schemaReceived({ path, head, tables }));
  } catch (error) {
    yield put(at.schemaFailed({ path, trouble: troubleOf(error) }));
  }
}

function* showColumns(world: World, { payload: { path, table } }: ReturnType<typeof at.choose>): Saga {
  const page: SchemaState | undefined = yield* read(see.schemaOf, path);
  if (!page?.head) return;
  try {
    const columns = yield call(bring, world, 'columns', { id: page.head.id, table });
    yield put(at.columnsReceived({ path, table, columns }));
  } catch (error) {
    yield put(at.columnsFailed({ path, table, trouble: troubleOf(error) }));
  }
}

function* showQuery(world: World, place: Place): Saga {
  const { path } = place;
  try {
    yield put(at.queryOpened({ path, head: yield call(headOf, world, place) }));
  } catch (error) {
    yield put(at.queryLost({ path, trouble: troubleOf(error) }));
  }
}

function* opened(world: World, place: Place): Saga {
  // A page that is shown again keeps what it has.
  if (place.rest.startsWith(`${browsePage}/`)) {
    const page: SchemaState | undefined = yield* read(see.schemaOf, place.path);
    if (!page?.tables) yield call(showSchema, world, place);
  } else {
    const page: QueryState | undefined = yield* read(see.queryOf, place.path);
    if (!page?.head) yield call(showQuery, world, place);
  }
}

function* countSeconds(world: World, path: string): Saga {
  for (;;) {
    yield* ask(world, 'sleep', 1_000);
    yield put(at.ticked({ path }));
  }
}

function* run(world: World, { payload: { path } }: ReturnType<typeof at.run>): Saga {
  const page: QueryState | undefined = yield* read(see.queryOf, path);
  if (!page?.head || page.isRunning) return;
  const { id } = page.head;
  const text = yield* read(see.textOf, id);
  if (text.trim() === '') return;
  yield put(at.began({ path }));
  const started = yield* ask(world, 'uptime');
  try {
    const question = {
      method: 'POST' as const,
      url: datasource.url('query'),
      body: { id, text },
      isSlow: true as const,
    };
    const { result } = yield race({
      result: call(request, world, question, { quiet: true }),
      clock: call(countSeconds, world, path),
    });
    yield put(at.answered({ path, text, result, took: Math.round((yield* ask(world, 'uptime')) - started) }));
  } catch (error) {
    yield put(at.failed({ path, problem: troubleOf(error) }));
  }
}

function* askFor({ payload: { head, table } }: ReturnType<typeof at.ask>): Saga {
  // What a person has typed and not run yet is worth more than what can be made again.
  if (yield* read(see.isUnasked, head.id))
    yield put(feedback.actions.notified({ tone: 'info', say: 'datasource.textKept' }));
  else yield put(at.type({ id: head.id, text: questionFor(head, table) }));
  yield put(route.actions.open({ feature: datasource.name, rest: `${queryPage}/${head.id}` }));
}

function* reload(world: World, { payload: { path } }: ReturnType<typeof at.reload>): Saga {
  const place = yield* read(route.selectors.place);
  if (place?.path !== path) return;
  const isSchema = place.rest.startsWith(`${browsePage}/`);
  yield call(isSchema ? showSchema : showQuery, world, place);
}

export function* sourcePagesSaga(world: World): Saga {
  const isOurs = (rest: string) => [browsePage, queryPage].some((page) => rest.startsWith(`${page}/`));
  yield takeEvery(openedIn(datasource.name, isOurs), function* ({ payload }): Saga {
    yield call(opened, world, payload);
  });
  yield takeLatest(at.choose, showColumns, world); // The newest choice wins.
  yield takeEvery(at.run, run, world);
  yield takeEvery(at.ask, askFor);
  yield takeLatest(at.reload, reload, world);
}
