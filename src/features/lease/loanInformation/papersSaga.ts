import { call, put, take, takeEvery, takeLatest } from 'redux-saga/effects';
import { isId } from '../../../../contract/domain/values';
import { loanInformation } from '../../../../contract/modules/lease/loanInformation';
import { type PaperType, paperTypes, type Reading } from '../../../../contract/wire/ocr/papers';
import { ask, read, type Saga } from '../../../sagas/effects';
import { features } from '../../../store/features';
import { type Place, route, tabs } from '../../../store/navigation/route';
import type { PickedFile, World } from '../../../world/world';
import { acceptOf } from '../order/pictures/pictureUploadSaga';
import { desks } from './desksSlice';
import { readPage } from './links';
import { type Paper, papers } from './papersSlice';
import { follow, sendPaper, troubleOf, unfitFor } from './readingSaga';

const { actions: at, selectors: see } = papers;

function* add(world: World, files: readonly PickedFile[]): Saga {
  const { type } = yield* read(see.all);
  const added: { key: string; file: PickedFile; problem: string }[] = [];
  for (const file of files)
    added.push({ key: yield* ask(world, 'newId'), file, problem: yield call(unfitFor, type, file) });
  if (added.length > 0) yield put(at.added(added));
}

/** The upload goes on when the page is left: a second one would make a second record. */
function* send(world: World, { payload: key }: ReturnType<typeof at.send>): Saga {
  const paper: Paper | undefined = yield* read(see.of, key);
  if (!paper) return;
  try {
    const { orderId } = yield* read(see.all);
    const reading: Reading = yield call(sendPaper, world, paper.file, paper.type, orderId ? { orderId } : {});
    yield put(at.changed({ key, id: reading.id, link: reading.link, state: 'reading' }));
    yield call(tell, reading);
  } catch (error) {
    yield put(at.changed({ key, state: 'failed', problem: troubleOf(error) }));
  }
}

function* tell(reading: Reading): Saga {
  yield put(at.followed(reading));
  yield put(desks.actions.looked(reading));
}

/** Brings one paper as far as it goes. */
function* bring(world: World, { key, state }: Paper): Saga {
  if (state === 'waiting') yield put(at.send(key));
  for (;;) {
    const paper: Paper | undefined = yield* read(see.of, key);
    if (paper?.state === 'sending') yield take([at.changed, at.drop]);
    else if (paper?.state === 'reading') {
      try {
        yield call(follow, world, paper.id, tell);
      } catch (error) {
        yield put(at.changed({ key, state: 'failed', problem: troubleOf(error) }));
      }
    } else return;
  }
}

/** The first one that is read is shown, as long as nothing else is. */
function* showFirst(): Saga {
  const { list, current } = yield* read(see.all);
  const first = list.find(({ state }) => state === 'read');
  if (current === '' && first) yield put(at.pick(first.key));
}

/** Reads one paper after the other, as long as the page is on screen. */
function* readAll(world: World): Saga {
  for (;;) {
    const next: Paper | undefined = yield* read(see.next);
    if (next) {
      yield call(bring, world, next);
      yield call(showFirst);
    } else yield take([at.begin, at.retry]);
  }
}

function* show(world: World, action: { type: string; payload: unknown }): Saga {
  if (!features.actions.opened.match(action)) return;
  const { feature, rest, path, search }: Place = action.payload;
  if (feature !== loanInformation.name || rest !== readPage) return;
  const asked = new URLSearchParams(search);
  const [orderId, type] = [asked.get('orderId') ?? '', Number(asked.get('type'))];
  const isKnown = (Object.values(paperTypes) as number[]).includes(type);
  yield put(
    at.shown({
      path,
      ...(isId(orderId) ? { orderId } : {}),
      ...(isKnown ? { type: type as PaperType } : {}),
    }),
  );
  const label = { zh: '识别证件/票据', en: 'Recognise documents' };
  yield put(tabs.actions.named({ path, label }));
  // What was shown before the page was left may have lost its desk meanwhile.
  const { current } = yield* read(see.all);
  if (current) yield put(at.pick(current));
  yield call(readAll, world);
}

export function* papersSaga(world: World): Saga {
  // Leaving the page ends the reading here; the server goes on with it, and coming back looks again.
  yield takeLatest([route.actions.arrived.type, features.actions.opened.type], show, world);
  yield takeEvery(at.send, send, world);
  yield takeEvery(at.choose, function* (): Saga {
    const { type } = yield* read(see.all);
    yield call(add, world, yield* ask(world, 'pickFiles', acceptOf(type).join()));
  });
  yield takeEvery(at.dropped, function* ({ payload }): Saga {
    yield call(add, world, payload);
  });
  yield takeEvery(at.pick, function* ({ payload: key }): Saga {
    const paper: Paper | undefined = yield* read(see.of, key);
    const { path } = yield* read(see.all);
    if (paper?.state === 'read') yield put(desks.actions.open({ id: paper.id, path }));
  });
}
